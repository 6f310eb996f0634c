// The change feed as messages: read from the user's change log in order, each serialized once as JSON text.
import { may, type Principal, type Scope } from '../access/access.ts';
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import { readContent } from '../records/large-contents.ts';
import type { Resource } from '../resources/resource.ts';
import { resourceOfEvent, resources } from '../resources/resources.ts';
import { isBrief, withContent } from '../store/engine/large-texts.ts';
import type { Row, Store } from '../store/port.ts';
import { type ChangesPart, changesQuery, eventsQuery, reachQuery, stretchQuery } from '../store/tables/changes.ts';
import { splice, withoutContent } from '../store/tables/records.ts';
import { byteLength, joinTexts, type ServedText } from '../values/served-text.ts';
import { formatTime } from '../values/time.ts';

export interface Message {
  seq: number;
  event: string;
  text: ServedText;
  /** When the change was made, in milliseconds. */
  at: number;
  /** The record as JSON without the fields of its body, if `text` has them. */
  short?: string;
  /** Whether a huge body was left out of `text`. */
  isPartial?: true;
}

/** The newest seq; throws CURSOR_EXPIRED if the log does not contain the changes after `since`. */
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

/** For sockets: small, because every client that replays the log holds one. */
export function feedPage(bodies: boolean): ChangesPart {
  return { limit: limits.changesPage, bytes: limits.feedPageBytes, bodies };
}

export async function readMessages(store: Store, user: number, since: number, page: ChangesPart): Promise<Message[]> {
  const query = changesQuery(since, page);
  const read = async () => (await store.read(user, [query]))[0] ?? [];
  return messagesOf(store, user, page, read);
}

/** The rows as messages. If a record is erased while its content is read, the log has changed, and is read again. */
async function messagesOf(
  store: Store,
  user: number,
  { withoutHuge }: ChangesPart,
  read: () => Promise<Row[]>,
): Promise<Message[]> {
  const large = (row: Row) => (withoutHuge ? partialMessage(row) : largeMessage(store, user, row));
  for (;;) {
    const messages: Message[] = [];
    const rows = await read();
    for (const row of rows) {
      const message = isBrief(row) ? await large(row) : smallMessage(row);
      if (message) messages.push(message);
    }
    if (messages.length === rows.length) return messages;
  }
}

async function largeMessage(store: Store, user: number, row: Row): Promise<Message | undefined> {
  const content = await readContent(store, user, row.body as number);
  const doc = row.doc as string;
  return content && { ...messageOf(row, withContent(doc, content)), short: doc };
}

function partialMessage(row: Row): Message {
  return { ...messageOf(row, row.doc as string), isPartial: true };
}

export interface Stretch {
  messages: Message[];
  /** The seq up to which the log was searched. */
  end: number;
  /** The end of the whole log. */
  newest: number;
}

/**
 * Continues from `since`, with at most a page from a range of the log. Of events that are not subscribed only the names
 * are read, however large their records are; a range is short, so that no client waits long. Throws CURSOR_EXPIRED if
 * the log was pruned in the meantime. Without `isWanted` every event is returned, and the names need not be read.
 */
export async function readWanted(
  store: Store,
  user: number,
  since: number,
  page: ChangesPart,
  isWanted: ((event: string) => boolean) | undefined,
): Promise<Stretch> {
  if (!isWanted) return readEvery(store, user, since, page);
  const far = since + limits.changesStretch;
  const [names = [], reached = []] = await store.read(user, [eventsQuery(since, far), reachQuery]);
  const newest = newestOf(reached, since);
  const end = Math.min(far, newest);
  const events = names.map(({ event }) => event as string).filter(isWanted);
  if (events.length === 0) return { messages: [], end, newest };
  const query = stretchQuery(store.dialect, since, end, events, page);
  const messages = await messagesOf(store, user, page, async () => {
    const [rows = [], still = []] = await store.read(user, [query, reachQuery]);
    newestOf(still, since);
    return rows;
  });
  return { messages, end: isFullPage(messages, page) ? (messages.at(-1) as Message).seq : end, newest };
}

async function readEvery(store: Store, user: number, since: number, page: ChangesPart): Promise<Stretch> {
  let newest = since;
  const query = changesQuery(since, page);
  const messages = await messagesOf(store, user, page, async () => {
    const [rows = [], reached = []] = await store.read(user, [query, reachQuery]);
    newest = newestOf(reached, since);
    return rows;
  });
  return { messages, end: isFullPage(messages, page) ? (messages.at(-1) as Message).seq : newest, newest };
}

/** Whether there may be more: a page ends by its number of changes, by their size, or after a huge body. */
export function isFullPage(messages: Message[], page: ChangesPart): boolean {
  if (messages.length === 0) return false;
  return messages.length >= page.limit || bytesOf(messages) > page.bytes || messages.at(-1)?.isPartial === true;
}

/** A message has more bytes than the texts that bound its page. */
export function bytesOf(messages: Message[]): number {
  return messages.reduce((bytes, { text }) => bytes + byteLength(text), 0);
}

// The log has the body of a record in its own row, or none; then the entry has the fields of the body, as null.
function smallMessage(row: Row): Message {
  const { event, body, content } = row as { event: string; body: number | null; content?: string };
  const doc = row.doc as string;
  const resource = resourceOfEvent(event);
  const short = body === null && resource ? withoutContent(resource, doc) : doc;
  if (content === undefined) return messageOf(row, short); // bodies were not read
  const text = body === null ? doc : splice(resource as Resource, doc, content);
  return text === short ? messageOf(row, text) : { ...messageOf(row, text), short };
}

/** The message without the fields of a body. */
export function withoutBody(message: Message): Message {
  const { short, ...rest } = message;
  return short === undefined ? message : messageOf(rest, short);
}

function messageOf(change: Row | Omit<Message, 'text'>, data: ServedText): Message {
  const { event, seq, at } = change as { event: string; seq: number; at: number };
  const end = `,"timestamp":"${formatTime(at)}","seq":${seq}}`;
  return { seq, event, at, text: joinTexts([`{"event":"${event}","data":`, data, end]) };
}

/** Whether the principal may see every event there is. */
export function seesEverything(principal: Principal): boolean {
  return may(principal, 'admin');
}

/** The scope that shows the events of each group; null for every token. */
const READ_SCOPES: ReadonlyMap<string, Scope | null> = new Map<string, Scope | null>([
  ...resources.map(({ name, scope }): [string, Scope] => [name, `${scope}:read`]),
  ['calendar', 'events:read'],
  ['folder', 'emails:read'],
  ['label', 'emails:read'],
  ['tag', 'contacts:read'],
  ['settings', null],
  ['sync', 'accounts:read'],
]);

/** The scope that shows the events of a name or a pattern; those of `*` are shown only to admin. */
export function readScopeOf(pattern: string): Scope | null {
  const scope = READ_SCOPES.get(groupOf(pattern));
  return scope === undefined ? 'admin' : scope;
}

/** Whether the principal may see changes of the event's resource. */
export function visibleTo(principal: Principal): (event: string) => boolean {
  const allowed = new Map([...READ_SCOPES].map(([group, scope]) => [group, scope === null || may(principal, scope)]));
  return (event) => allowed.get(groupOf(event)) ?? false;
}

function groupOf(event: string): string {
  return event.slice(0, event.indexOf('.'));
}

const PATTERN = /^(\*|[a-z_]+\.(\*|[a-z_]+))$/;

export function isPattern(text: string): boolean {
  return text.length <= 100 && PATTERN.test(text);
}

/** The events that a connection subscribes to. Of the patterns that match an event, the latest counts. */
export interface Subscription {
  add(patterns: string[]): void;
  remove(patterns: string[]): void;
  wants(event: string): boolean;
  /** Whether it wants the event by a pattern that names it: not by `*`, and not by default. */
  names(event: string): boolean;
  /** How many instructions there would be with these. */
  sizeWith(patterns: string[]): number;
}

export function subscription(patterns: string[] | undefined): Subscription {
  let everything = patterns === undefined; // until the client first subscribes
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
    names(event) {
      let wanted = false;
      for (const [pattern, holds] of instructions)
        if (fits(pattern, event) && !(pattern === '*' && holds)) wanted = holds;
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
