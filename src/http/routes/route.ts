// The definition of a route. The server, the checks and the documentation are generated from the route table.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal, Scope } from '../../access/access.ts';
import type { ErrorCode } from '../../errors.ts';
import type { Context } from '../../records/records.ts';
import type { Fields } from '../../resources/fields.ts';
import type { Resource } from '../../resources/resource.ts';
import type { Store, Tx } from '../../store/port.ts';
import type { Source } from '../../store/tables/record-lookups.ts';
import type { Schema } from '../../values/schema.ts';
import type { Shape, Values } from '../responses.ts';
import type { Services } from '../services.ts';
import type { Parameter, QueryValues } from './query.ts';

export const BASE = '/api/v1';

/** A request that has been admitted and parsed. */
export interface Call {
  store: Store;
  services: Services;
  principal: Principal;
  /** The user whose records it accesses: the user of the principal. */
  user: number;
  /** The id or the name in the path; empty if the path has none. */
  id: string;
  query: QueryValues;
  body: unknown;
  context: Context;
}

/** An event that a route emits; `when` describes the condition. */
export type Emitted = string | { event: string; when: string };

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** The description of a route, and the scope that it requires. */
interface Area {
  resource?: Resource;
  /** null: any token is sufficient. */
  scope: Scope | null;
}

interface Options {
  /** A second required scope, and when, for the documentation; the handler checks it. */
  alsoNeeds?: { scope: Scope; when: string };
  parameters?: Parameter[];
  /** What a parameter `fields` may name, if the response does not have records of the resource. */
  fields?: readonly string[];
  /** The fields of the body; 'custom' for free keys; absent without a body. */
  body?: Fields | 'custom';
  /** The description of the field `file`, for a body that is a form with this one field. */
  form?: string;
  /** Whether each field of the body is optional. */
  partial?: true;
  /** Fields of the body of which exactly one is required, each with those that only go with it; the first is the example. */
  oneOf?: Record<string, string[]>;
  /** The body contains a password. */
  hasSecrets?: true;
  /** The response contains one: it is sealed where it is stored for an Idempotency-Key. */
  returnsSecret?: true;
  /** Who sends the request is known by the field `token` of its body. */
  tokenInBody?: true;
  /** The token may be in the query, for clients that cannot set headers. */
  tokenInQuery?: true;
  /** An image that the sandboxed page of a mail may show; such a page counts as cross-origin. */
  inMails?: true;
  /** Default: 200. */
  status?: number;
  /** A create that returns 200 if the record exists already. */
  mayExist?: true;
  /** Headers of the response besides those of every route, and what they say. */
  headers?: Record<string, string>;
  /** What the documentation says besides the summary. */
  notes?: string;
  /** The errors besides those of every route. */
  errors?: ErrorCode[];
  emits?: Emitted[];
  /** What the response has instead of records of the resource: the name of its schema, and its fields. */
  answer?: { name: string; fields: Fields };
  /** An example of the response, if its shape is 'object'; its schema and the name of it, or of the items of a list. */
  example?: unknown;
  schema?: Schema;
  schemaName?: string;
  /** A record in the response has these optional fields too; the name of its schema, and the fields. */
  with?: { name: string; fields: readonly string[] };
  /** The media type of the response, if its shape is 'bytes'. */
  mediaType?: string;
}

interface Permitting {
  /**
   * Throws if the scopes of the principal are not enough for this request, besides the scope of the route. Called before
   * a response that is stored for the Idempotency-Key is looked up, so the records it concerns may be gone.
   */
  permit?(call: Call, records: Source): void | Promise<void>;
}

/** Returns a value, which becomes the JSON response. */
type JsonHandler<V> =
  /** Reads. */
  | { read: (call: Call) => Promise<V> }
  /**
   * Writes in one transaction. `prepare` does long work before it, such as sanitizing HTML in a thread; `afterCommit` does
   * what cannot be rolled back, such as a call to another server.
   */
  | (Permitting & {
      prepare?(call: Call): Promise<unknown>;
      write: (tx: Tx, call: Call, prepared: unknown) => Promise<V>;
      afterCommit?(call: Call, saved: V): Promise<V>;
    })
  /** Does work that is neither, such as a call to another server first. */
  | (Permitting & { call: (call: Call) => Promise<V> });

/** Sends a response that is not JSON, or reads a request that is not. */
type RawHandler = { raw: (call: Call, request: FastifyRequest, reply: FastifyReply) => Promise<void> };

type WithHandler<Common> =
  | { [S in Shape]: Common & { shape: S } & JsonHandler<Values[S]> }[Shape]
  | (Common & { shape: 'record' | 'object' | 'bytes' } & RawHandler);

type Facts = Area & Options & { method: Method; path: string; summary: string; status: number; errors: ErrorCode[] };

export type Route = WithHandler<Facts>;

type JsonRoute = Exclude<Route, RawHandler>;
/** A route that changes something. */
export type ChangingRoute = Exclude<JsonRoute, { read: unknown }>;

/** `request` is the method and the path, below /api/v1. */
export function route(
  request: `${Method} /${string}`,
  summary: string,
  area: Area,
  options: WithHandler<Options>,
): Route {
  const [method, path] = request.split(' ') as [Method, string];
  return { method, path, summary, status: 200, errors: [], ...area, ...options } as Route;
}
