// What a route is: one line of the table in routes.ts, from which the server, the checks and the documentation come.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal, Scope } from '../domain/access.ts';
import type { Given, Parameter } from '../domain/list-parameters.ts';
import type { Context } from '../domain/records.ts';
import type { Tools } from '../domain/tools.ts';
import type { ErrorCode } from '../errors.ts';
import type { Kind } from '../resources/kind.ts';
import type { Fields } from '../resources/kinds.ts';
import type { Resource } from '../resources/resource.ts';
import { tagOf, type Version } from '../store/etags.ts';
import type { Store, Tx } from '../store/store.ts';

/** A request that has been let in and read. */
export interface Call {
  store: Store;
  tools: Tools;
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
type AnswerShape = 'record' | 'list' | 'removed' | 'tally' | 'changes' | 'object' | 'bytes';

export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  summary: string;
  /** The resource it belongs to; null where it belongs to none. */
  resource: Resource | null;
  /** The kind of record it is about, where that is no resource. */
  kind?: Kind;
  /** null: any token will do. */
  scope: Scope | null;
  /** A scope that is needed beside it, and when, for the documentation; the route itself checks it. */
  alsoNeeds?: { scope: Scope; when: string };
  parameters?: Parameter[];
  /** The fields of the body; 'custom' for free keys; absent where there is no body. */
  body?: Fields | 'custom';
  /** The body is a form with the one field `file`: what is said of it. */
  form?: string;
  /** Whether each field of the body may be left out. */
  partial?: true;
  /** A picture that the sandboxed page of a mail may show, which counts as a page of another origin. */
  inMails?: true;
  status: number;
  shape: AnswerShape;
  errors: ErrorCode[];
  /** The event that it emits, for the documentation. */
  emits?: string;
  /** An example of the answer, where its shape is 'object'; the media type, where it is 'bytes'. */
  answers?: unknown;
  /** Exactly one of the four: a read, a write in one transaction, work that is neither (a server is asked), or an
   * exchange that is no JSON (an upload, a download). */
  read?: (call: Call) => Promise<Answer>;
  write?: (tx: Tx, call: Call) => Promise<Answer>;
  /** After a write has committed: work that is no part of it, such as asking a server; gives the answer. */
  follow?: (call: Call, answer: Answer) => Promise<Answer>;
  act?: (call: Call) => Promise<Answer>;
  exchange?: (call: Call, request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

/** The answer that shows a record. */
export function recordAnswer(status: number, stored: Version & { text: string }): Answer {
  return { status, body: `{"data":${stored.text}}`, etag: tagOf(stored) };
}

export function jsonAnswer(status: number, body: string, seq?: number): Answer {
  return { status, body, etag: seq === undefined ? null : tagOf({ seq }) };
}
