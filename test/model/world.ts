// The state of the model: every record, the ids of erased records, the log of events, and the responses that an
// Idempotency-Key replays. A rule changes the state and returns the response and the events that the service must give.
import { type Fields, type Item, type Kind, kinds } from './kinds.ts';

export interface Kept {
  kind: Kind;
  /** The step that made it. */
  step: number;
  record: Item;
  /** Its ETag, once seen since its last change. */
  etag: string | undefined;
  /** ETags of its former versions. */
  stale: string[];
}

export interface Told {
  event: string;
  data: Fields;
}

export interface KeptAnswer {
  step: number;
  path: string;
  body: unknown;
  key: string;
  status: number;
  text: string;
}

export interface World {
  /** The step that is being done. */
  step: number;
  records: Map<string, Kept>;
  gone: { kind: Kind; id: string; step: number }[];
  log: Told[];
  answers: KeptAnswer[];
  /** Names for which something was set, by list: they exist without records. */
  names: Record<'folders' | 'labels' | 'tags' | 'calendars', Set<string>>;
  /** Ids of records that belong to another user. */
  strangers: Record<Kind, string>;
}

/** Values that only the service can make, as its answer and its feed show them. */
export interface Made {
  /** When the change was made. */
  now: string;
  /** `data` of the answer. */
  data: Fields;
}

export interface Outcome {
  status: number;
  /** The code of the error, and members that its details must have. */
  error?: string;
  details?: Fields;
  /** The whole body, where there is no error. */
  body?: unknown;
  /** The body byte for byte instead, when a request is repeated under its Idempotency-Key. */
  text?: string;
  /** Events of records before `events`, in any order. */
  leaders?: Told[];
  /** Exactly the events emitted, in order. */
  events: Told[];
  /** Events of mails that follow into another thread: emitted after `events`, in any order. */
  followers?: Told[];
  /** The record that the answer shows, whose ETag it carries. */
  shown?: Kept;
}

export function newWorld(strangers: World['strangers']): World {
  return { step: 0, records: new Map(), gone: [], log: [], answers: [], names: newNames(), strangers };
}

function newNames(): World['names'] {
  return { folders: new Set(), labels: new Set(), tags: new Set(), calendars: new Set() };
}

export function recordsOf(world: World, kind: Kind): Kept[] {
  return [...world.records.values()].filter((kept) => kept.kind === kind);
}

/** The record that an id, or a handle made of its last ten hex digits, names. */
export function find(world: World, kind: Kind, name: string): Kept | undefined {
  return recordsOf(world, kind).find(({ record: { id } }) => name === id || name === `#${id.slice(-10)}`);
}

/** The same, for those from whom the trash hides events and contacts. */
export function findVisible(world: World, kind: Kind, name: string): Kept | undefined {
  const kept = find(world, kind, name);
  return kept && kept.record.deleted_at !== null && kinds[kind].hiddenInTrash ? undefined : kept;
}

export function refuse(status: number, error: string, details?: Fields): Outcome {
  return { status, error, events: [], ...(details && { details }) };
}

export function missing(): Outcome {
  return refuse(404, 'NOT_FOUND');
}

/** The answer that shows a record; nothing has changed. */
export function show(kept: Kept, status = 200): Outcome {
  return { status, body: { data: kept.record }, events: [], shown: kept };
}

/** The id that the service made, if it is a new UUIDv7. */
export function freshId(world: World, { data: { id } }: Made): string {
  const isFresh = typeof id === 'string' && !world.records.has(id) && !world.gone.some((one) => one.id === id);
  return isFresh && /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)
    ? id
    : 'a new UUIDv7';
}
