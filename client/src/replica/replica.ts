// A live copy of records: read from the lists, kept by the change feed, resumed after every interruption. It knows its
// place in the change log before it reads a list, and applies every change after that place, in order and once.
import { DaybookError } from '../errors.ts';
import type { Transport } from '../transport.ts';
import { type Collection, type CollectionOptions, type Kept, LiveCollection, type Message } from './collection.ts';
import { Follower, type Owner, type ReplicaState } from './follower.ts';
import type { Kind, Kinds } from './kinds.ts';
import { attempt, createNotifier, type Listener } from './listeners.ts';
import type { Place } from './position.ts';

/** A list of kinds, or the collections by their names. */
export type Selection = readonly Kind[] | { readonly [name: string]: CollectionOptions };

export interface ReplicaOptions<S extends Selection = Selection> {
  kinds: S;
  /** false: emails without body_plain and body_html, which are most of the bytes of a mailbox. */
  body?: boolean;
  /** What `snapshot` returned earlier: the copy continues from it, if the address and the other options are the same. */
  from?: ReplicaSnapshot | undefined;
  /** Further events for `onMessage`, such as `event.reminder`. */
  events?: readonly string[];
  /** Called with each change that is received, also of records that are in no collection. */
  onMessage?: (message: Message) => void;
}

/** A JSON value. */
export interface ReplicaSnapshot {
  /** What the copy was made of. */
  selection: string;
  owner: Owner;
  place: Place;
  collections: Record<string, Kept>;
}

type KindOf<S, Name> = S extends { kind: infer K extends Kind } ? K : Name & Kind;

type Collections<S> = S extends readonly (infer K extends Kind)[]
  ? { readonly [Name in K]: Collection<Kinds[Name]> }
  : { readonly [Name in keyof S]: Collection<Kinds[KindOf<S[Name], Name>]> };

interface ReplicaBase {
  /** Resolves when the copy is complete and live for the first time; rejects if it fails or is closed before. */
  readonly ready: Promise<void>;
  readonly state: ReplicaState;
  /** Why it is offline or has failed; `CLOSED` after `close`. */
  readonly error: DaybookError | undefined;
  /** The seq of the change log that the copy has reached. */
  readonly seq: number;
  /** Calls the listener after changes of records or of `state`. Returns a function that ends the subscription. */
  readonly subscribe: (listener: Listener) => () => void;
  /**
   * Resolves when the copy has every change up to this seq, or to the ETag of an answer, which begins with it; without
   * one, every change that was stored before the call.
   */
  until(seq?: number | string): Promise<void>;
  /** The copy for `from` of a later replica. Collections that are not complete are left out. */
  snapshot(): ReplicaSnapshot | undefined;
  /** Ends it. The records stay readable. */
  close(): void;
}

export type Replica<S extends Selection> = ReplicaBase & Collections<S>;

export function createReplica<const S extends Selection>(transport: Transport, options: ReplicaOptions<S>): Replica<S> {
  const { kinds, body = true, from, events = [], onMessage = () => {} } = options;
  const entries = (isList(kinds) ? kinds.map((kind) => [kind, {}]) : Object.entries(kinds)) as Entry[];
  const selection = JSON.stringify([transport.baseUrl, entries, body, events]);
  const notifier = createNotifier();
  const byName = new Map(entries.map(([name, one]) => [name, new LiveCollection(name, one, notifier)]));
  const follower = new Follower({
    transport,
    collections: [...byName.values()],
    events,
    body,
    onMessage: (message) => attempt(() => onMessage(message)),
    onState: () => notifier.notify(),
  });
  const base: ReplicaBase = {
    ready: follower.until(0),
    get state() {
      return follower.state;
    },
    get error() {
      return follower.error;
    },
    get seq() {
      return follower.position.place.seq;
    },
    subscribe: (listener) => notifier.subscribe(listener),
    until: async (seq) => follower.until(seqOf(seq ?? (await newestSeq(transport)))),
    snapshot: () =>
      follower.owner && {
        selection,
        owner: follower.owner,
        place: follower.position.place,
        collections: keptOf(byName),
      },
    close: () => follower.end('closed', new DaybookError('CLOSED', 'The replica is closed.')),
  };
  base.ready.catch(() => {}); // `state` and `error` say it too
  for (const [name] of entries) if (name in base) throw new TypeError(`"${name}" cannot be the name of a collection.`);
  if (from?.selection === selection) {
    for (const [name, kept] of Object.entries(from.collections)) byName.get(name)?.resume(kept);
    follower.position.startAt(from.place);
    follower.owner = from.owner;
  }
  void follower.run();
  const members = Object.getOwnPropertyDescriptors(base) as PropertyDescriptorMap;
  return Object.defineProperties(Object.fromEntries(byName) as unknown, members) as Replica<S>;
}

type Entry = [string, CollectionOptions];

function isList(kinds: Selection): kinds is readonly Kind[] {
  return Array.isArray(kinds);
}

function keptOf(collections: ReadonlyMap<string, LiveCollection>): Record<string, Kept> {
  const kept = [...collections].map(([name, one]) => [name, one.keep()] as const);
  return Object.fromEntries(kept.filter((one): one is [string, Kept] => one[1] !== undefined));
}

async function newestSeq(transport: Transport): Promise<number> {
  const { body } = await transport.request<{ data: { seq: number } }>('GET', '/session');
  return body.data.seq;
}

function seqOf(position: number | string): number {
  const seq = Number.parseInt(`${position}`.replace(/^(W\/)?"/, ''), 10);
  if (Number.isNaN(seq)) throw new TypeError(`until() takes a seq or an ETag, not ${position}.`);
  return seq;
}
