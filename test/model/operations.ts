// The operations that sequences are made of, as plain data.
import type { Fields, Kind } from './kinds.ts';
import type { Query } from './list-rules.ts';
import type { NameList } from './name-rules.ts';

/**
 * How a record is named: the first of those there are that was made at step `since` or later, else the first of all;
 * one that exists nowhere stands in for none. With `fit` it is one that the operation is meant for, if there is one.
 * Because steps keep their numbers, a sequence can be made shorter and the rest still means the same records.
 */
export interface Target {
  as: 'fit' | 'id' | 'handle' | 'erased' | 'stranger' | 'other kind' | 'unknown' | 'malformed';
  since: number;
}

/** What If-Match says. */
export type Version = 'unsaid' | 'any' | 'current' | 'stale' | 'foreign';

type Aimed = { target: Target };
type Guarded = Aimed & { version: Version };
/** `once`: sent with an Idempotency-Key. */
type Once = { once: boolean };

/** A request that must be refused whatever the world is like. */
export interface Wrong {
  method: string;
  path: string;
  body?: unknown;
  status: number;
  error: string;
}

export type GuardedOperation =
  | ({ do: 'patch' | 'custom'; kind: Kind; body: Fields } & Guarded)
  | ({ do: 'remove' | 'erase'; kind: Kind } & Guarded)
  | ({ do: 'edit draft'; content: Fields } & Guarded);

export type AimedOperation =
  | GuardedOperation
  | ({ do: 'get'; kind: Kind; isCached: boolean } & Aimed)
  | ({ do: 'restore'; kind: Kind } & Aimed & Once)
  | ({ do: 'mark'; flag: 'read' | 'unread' | 'star' | 'unstar' } & Aimed & Once)
  | ({ do: 'snooze'; until: string } & Aimed & Once)
  | ({ do: 'unsnooze' | 'send' | 'cancel' } & Aimed & Once)
  | ({ do: 'wrong patch'; kind: Kind; body: Fields } & Aimed);

export type Operation =
  | AimedOperation
  | ({ do: 'create'; kind: Kind; body: Fields; xSource?: string } & Once)
  | { do: 'list'; kind: Kind; query: Query }
  | ({ do: 'draft'; content: Fields } & Once)
  | { do: 'send new'; account: string | null }
  | ({ do: 'batch'; targets: Target[]; action: string; params: Fields } & Once)
  | NameOperation
  | Repeat
  | ({ do: 'wrong' } & Wrong);

type NameOperation =
  | { do: 'names'; list: NameList }
  | { do: 'rename'; list: NameList; from: string; to: string }
  | { do: 'remove name'; list: NameList; from: string; to: string | null };

/** One of the requests that were sent with an Idempotency-Key again, as it was or with another body. */
export interface Repeat {
  do: 'repeat';
  since: number;
  isAltered: boolean;
}

export function kindOf(operation: Operation): Kind {
  return 'kind' in operation ? operation.kind : 'email';
}
