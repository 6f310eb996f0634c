// The change feed as messages: read from the user's log, in order, each written out once as JSON text.
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import { kinds, resourceOfEvent, resources } from '../resources/all.ts';
import type { Resource } from '../resources/resource.ts';
import { changesQuery, eventsQuery, reachQuery, stretchQuery } from '../store/changes.ts';
import { splice } from '../store/rows.ts';
import type { Row, Store } from '../store/store.ts';
import { formatTime } from '../values/time.ts';
import { may, type Principal } from './access.ts';

export interface Message {
  seq: number;
  event: string;
  text: string;
  /** When the change was made, in milliseconds. */
  at: number;
}

/** The newest seq; throws CURSOR_EXPIRED when the log cannot go on from `since`. */
export async function reach(store: Store, user: number, since?: number): Promise<number> {
  const [rows = []] = await store.read(user, [reachQuery]);
  return newestOf(rows, since);
}

function newestOf(rows: Row[], since?: number): number {
  const { seq, pruned_seq: pruned } = rows[0] as { seq: number; pruned_seq: number };
  if (since !== undefined && since < pruned) {
    throw new AppError(
      'CURSOR_EXPIRED',
      `Changes up to ${pruned} are no longer kept; read the lists again and go on from seq ${seq}.`,
      { oldest: pruned, seq },
    );
  }
  // After a restore from an older backup the log can be shorter than what a client has seen.
  if (since !== undefined && since > seq) {
    throw new AppError(
      'CURSOR_EXPIRED',
      `The log ends at ${seq}, before ${since}; read the lists again and go on from there.`,
      { seq },
    );
  }
  return seq;
}

/** How much of the log is read at a time: a page ends at so many changes or characters, at least after one change. */
export interface PageSize {
  changes: number;
  chars: number;
}

/** For sockets: small, because every client that replays the log holds one. */
export const feedPage: PageSize = { changes: limits.changesPage, chars: limits.feedPageChars };

export async function readMessages(store: Store, user: number, since: number, page: PageSize): Promise<Message[]> {
  const [rows = []] = await store.read(user, [changesQuery(since, page.changes, page.chars)]);
  return rows.map(messageOf);
}

export interface Stretch {
  messages: Message[];
  /** The seq up to which the log was looked through. */
  end: number;
  /** The end of the whole log. */
  newest: number;
}

/**
 * Reads on from `since`, at most a page of a stretch of the log. Of the events that are not wanted only the
 * names are read, however large their records are; a stretch is short, so that nobody waits long for it. Throws
 * CURSOR_EXPIRED where the log was pruned meanwhile. Without `isWanted` every event is wanted, and the names need not be read.
 */
export async function readWanted(
  store: Store,
  user: number,
  since: number,
  page: PageSize,
  isWanted: ((event: string) => boolean) | undefined,
): Promise<Stretch> {
  if (!isWanted) return readEvery(store, user, since, page);
  const far = since + limits.changesStretch;
  const [names = [], reached = []] = await store.read(user, [eventsQuery(since, far), reachQuery]);
  const newest = newestOf(reached, since);
  const end = Math.min(far, newest);
  const events = names.map(({ event }) => event as string).filter(isWanted);
  if (events.length === 0) return { messages: [], end, newest };
  const [rows = [], still = []] = await store.read(user, [
    stretchQuery(store.lists, since, end, events, page.changes, page.chars),
    reachQuery,
  ]);
  newestOf(still, since);
  const messages = rows.map(messageOf);
  return { messages, end: isFullPage(messages, page) ? (messages.at(-1) as Message).seq : end, newest };
}

async function readEvery(store: Store, user: number, since: number, page: PageSize): Promise<Stretch> {
  const [rows = [], reached = []] = await store.read(user, [changesQuery(since, page.changes, page.chars), reachQuery]);
  const newest = newestOf(reached, since);
  const messages = rows.map(messageOf);
  return { messages, end: isFullPage(messages, page) ? (messages.at(-1) as Message).seq : newest, newest };
}

/**
 * Whether there may be more: a page ends by its number of changes or by their size, which an engine may count in bytes,
 * up to three for each character.
 */
export function isFullPage(messages: Message[], page: PageSize): boolean {
  return messages.length > 0 && (messages.length >= page.changes || charsOf(messages) * 3 >= page.chars);
}

export function charsOf(messages: Message[]): number {
  return messages.reduce((chars, { text }) => chars + text.length, 0);
}

function messageOf(row: Row): Message {
  const event = row.event as string;
  const seq = row.seq as number;
  const data =
    row.body === null
      ? (row.doc as string)
      : splice(resourceOfEvent(event) as Resource, row.doc as string, row.content as string);
  return {
    seq,
    event,
    at: row.at as number,
    text: `{"event":"${event}","data":${data},"timestamp":"${formatTime(row.at as number)}","seq":${seq}}`,
  };
}

/** Whether the principal may see every event there is. */
export function seesEverything(principal: Principal): boolean {
  return may(principal, 'admin');
}

/** Whether the principal may see changes of the event's resource. */
export function visibleTo(principal: Principal): (event: string) => boolean {
  const allowed = new Map(resources.map((one) => [one.name, may(principal, `${one.path}:read` as never)]));
  for (const { name, scope } of kinds) allowed.set(name, may(principal, `${scope}:read`));
  allowed.set('sync', may(principal, 'accounts:read'));
  return (event) => allowed.get(event.slice(0, event.indexOf('.'))) ?? false;
}

const PATTERN = /^(\*|[a-z_]+\.(\*|[a-z_]+))$/;

export function isPattern(text: string): boolean {
  return text.length <= 100 && PATTERN.test(text);
}

/** What a connection wants to hear. Of the instructions that fit an event, the latest holds. */
export interface Subscription {
  add(patterns: string[]): void;
  remove(patterns: string[]): void;
  wants(event: string): boolean;
  /** How many instructions there would be with these. */
  sizeWith(patterns: string[]): number;
}

export function subscription(patterns: string[] | undefined): Subscription {
  let everything = patterns === undefined; // until the client first says what it wants
  const instructions = new Map<string, boolean>((patterns ?? []).map((pattern) => [pattern, true]));
  const instruct = (list: string[], wanted: boolean) => {
    for (const pattern of list) {
      instructions.delete(pattern); // to the end: the latest counts
      instructions.set(pattern, wanted);
    }
  };
  return {
    add(more) {
      everything = false;
      instruct(more, true);
    },
    remove: (less) => instruct(less, false),
    sizeWith: (more) => new Set([...instructions.keys(), ...more]).size,
    wants(event) {
      let wanted = everything;
      for (const [pattern, holds] of instructions) if (fits(pattern, event)) wanted = holds;
      return wanted;
    },
  };
}

function fits(pattern: string, event: string): boolean {
  return pattern === '*' || pattern === event || pattern === `${event.slice(0, event.indexOf('.'))}.*`;
}

export function matches(patterns: ReadonlySet<string>, event: string): boolean {
  return patterns.has('*') || patterns.has(event) || patterns.has(`${event.slice(0, event.indexOf('.'))}.*`);
}
