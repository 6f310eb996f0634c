// Types of calls, taken from the OpenAPI document of the service: what a path accepts and what it returns.
import type { paths } from './generated/openapi.ts';

type Verb = 'get' | 'post' | 'patch' | 'delete';

/** The operation of `GET /emails/{id}`. */
type Operation<V extends Verb, P extends string> = `/api/v1${P}` extends keyof paths
  ? paths[`/api/v1${P}`][V & keyof paths[`/api/v1${P}`]]
  : never;

/** The paths that have an operation with this method, below /api/v1. */
export type PathOf<V extends Verb> = {
  [K in keyof paths]: K extends `/api/v1${infer P}` ? (paths[K][V] extends object ? P : never) : never;
}[keyof paths];

type Parameters<O, Place extends string> = O extends { parameters: infer All }
  ? Place extends keyof All
    ? NonNullable<All[Place]>
    : never
  : never;

/** Parameters with several values can be given as a list. */
type Listable = 'fields' | 'kinds' | 'events' | 'calendars';
type WithLists<Q> = { [K in keyof Q]: K extends Listable ? Q[K] | readonly string[] : Q[K] };

type QueryOf<O> = WithLists<Parameters<O, 'query'>>;

type BodyOf<O> = O extends { requestBody?: infer Body }
  ? NonNullable<Body> extends { content: { 'application/json': infer Json } }
    ? Json
    : never
  : never;

/** The JSON of the successful answers. */
type AnswerOf<O> = O extends { responses: infer All }
  ? {
      [Status in keyof All]: Status extends 200 | 201 | 202
        ? All[Status] extends { content: { 'application/json': infer Json } }
          ? Json
          : never
        : never;
    }[keyof All]
  : never;

/** What every call accepts besides its input. */
export interface CallOptions {
  /** Only if the record is unchanged: a record that this client has returned, or its ETag. */
  ifMatch?: object | string | undefined;
  /** Default: a new one for each call. */
  idempotencyKey?: string | undefined;
  /** Ends the call, its retries included. */
  signal?: AbortSignal | undefined;
  /** How many milliseconds one attempt may take. */
  timeout?: number | undefined;
  /** How many times it is repeated after a temporary failure. */
  retries?: number | undefined;
  headers?: Record<string, string> | undefined;
}

/** `GET /emails/{id}`; STREAM is a GET whose answer is not JSON. */
export type Endpoint = `${Uppercase<Verb> | 'STREAM'} /${string}`;

type OperationOf<E extends string> = E extends `STREAM ${infer P}`
  ? Operation<'get', P>
  : E extends `${infer V} ${infer P}`
    ? Operation<Lowercase<V> & Verb, P>
    : never;

/** The answer without its envelope: the record of `{data}`, but a page of a list with its `meta`. */
type ResultOf<E extends string> = E extends `STREAM ${string}` ? Response : Unwrapped<AnswerOf<OperationOf<E>>>;
type Unwrapped<A> = A extends { format: 'compact' }
  ? never
  : A extends { data: infer Data }
    ? A extends { meta: object }
      ? A
      : Data
    : A;

/** The body, or the query of a request without a body. */
type InputOf<E extends string> = E extends `${'POST' | 'PATCH'} ${string}`
  ? BodyOf<OperationOf<E>>
  : [QueryOf<OperationOf<E>>] extends [never]
    ? never
    : Omit<QueryOf<OperationOf<E>>, 'format'>;

/** Requests with a body can have a query as well, such as the scope of a change to a series. */
type OptionsOf<E extends string> = CallOptions &
  (E extends `PATCH ${string}` ? Optional<{ query: QueryOf<OperationOf<E>> }> : unknown);

type Arguments<I, O> = [I] extends [never]
  ? [input?: undefined, options?: O]
  : object extends I
    ? [input?: I, options?: O]
    : [input: I, options?: O];

type WithId<E extends string, Rest extends unknown[]> = E extends `${string}{${string}` ? [id: string, ...Rest] : Rest;

/** The function that calls an endpoint: the id or name of its path first, then body or query, then options. */
export type Call<E extends string> = (
  ...parameters: WithId<E, Arguments<InputOf<E>, OptionsOf<E>>>
) => Promise<ResultOf<E>>;

/** Changes fields, either given ones or those that a function returns for the current record. */
export type Update<E extends string> = (
  ...parameters: WithId<E, [changes: Changes<ResultOf<E>, InputOf<E>>, options?: OptionsOf<E>]>
) => Promise<ResultOf<E>>;
type Changes<Stored, Patch> = Patch | ((current: Stored) => Patch | undefined | Promise<Patch | undefined>);

export interface Lists<E extends string> {
  /** Every record of the list; `limit` is the number of records per request. */
  all(...parameters: Arguments<InputOf<E>, CallOptions>): AsyncGenerator<ItemOf<E>, void, undefined>;
  /** The same in pages. */
  pages(...parameters: Arguments<InputOf<E>, CallOptions>): AsyncGenerator<ItemOf<E>[], void, undefined>;
}

/** What the iterators of a list yield. */
type ItemOf<E extends string> = ResultOf<E> extends { data: readonly (infer Item)[] } ? Item : never;

/** The options of a call by path: `get('/emails/{id}', { path: { id }, query: { fields: 'subject' } })`. */
type Request<V extends Verb, P extends string> = Optional<{
  path: Parameters<Operation<V, P>, 'path'>;
  query: QueryOf<Operation<V, P>>;
  body: BodyOf<Operation<V, P>>;
}> &
  CallOptions;

/** Leaves out what the operation does not have; what has no required member is optional. */
type Optional<T> = { [K in keyof T as [T[K]] extends [never] ? never : object extends T[K] ? K : never]?: T[K] } & {
  [K in keyof T as [T[K]] extends [never] ? never : object extends T[K] ? never : K]: T[K];
};

/** The options may be left out if none is required. */
export type Requested<V extends Verb, P extends string> =
  object extends Request<V, P> ? [request?: Request<V, P>] : [request: Request<V, P>];

export type Answered<V extends Verb, P extends string> = AnswerOf<Operation<V, P>>;
