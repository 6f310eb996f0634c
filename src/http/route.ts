// What a route is: one line of the table in routes.ts, from which the server, the checks and the documentation come.
import type { Principal, Scope } from '../domain/access.ts';
import type { Given, Parameter } from '../domain/list-parameters.ts';
import type { Context } from '../domain/records.ts';
import type { ErrorCode } from '../errors.ts';
import type { Fields } from '../resources/kinds.ts';
import type { Resource } from '../resources/resource.ts';
import type { Stored } from '../store/rows.ts';
import type { Store, Tx } from '../store/store.ts';

/** A request that has been let in and read. */
export interface Call {
  store: Store;
  principal: Principal;
  params: Record<string, string>;
  given: Given;
  body: unknown;
  context: Context;
}

export interface Answer {
  status: number;
  body: string;
  etag: string | null;
}

/** What the answer holds, for the documentation. */
type AnswerShape = 'record' | 'list' | 'removed' | 'tally' | 'changes';

export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  summary: string;
  /** The resource it belongs to; null for the feed. */
  resource: Resource | null;
  /** null: any token will do. */
  scope: Scope | null;
  parameters?: Parameter[];
  /** The fields of the body; 'custom' for free keys; absent where there is no body. */
  body?: Fields | 'custom';
  /** Whether each field of the body may be left out. */
  partial?: true;
  status: number;
  shape: AnswerShape;
  errors: ErrorCode[];
  /** The event that it emits, for the documentation. */
  emits?: string;
  read?: (call: Call) => Promise<Answer>;
  write?: (tx: Tx, call: Call) => Promise<Answer>;
}

function etagOf(seq: number): string {
  return `"${seq}"`;
}

/** The answer that shows a record. */
export function recordAnswer(status: number, { text, seq }: Pick<Stored, 'text' | 'seq'>): Answer {
  return { status, body: `{"data":${text}}`, etag: etagOf(seq) };
}

export function jsonAnswer(status: number, body: string, seq?: number): Answer {
  return { status, body, etag: seq === undefined ? null : etagOf(seq) };
}
