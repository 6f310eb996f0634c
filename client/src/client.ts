// The client: calls by path, and for each kind of record an object with its calls, built from the table of endpoints.
import { endpoints } from './endpoints.ts';
import { DaybookError } from './errors.ts';
import { all, pages } from './pages.ts';
import { createReplica, type Replica, type ReplicaOptions, type Selection } from './replica/replica.ts';
import { type Query, Transport, type TransportOptions } from './transport.ts';
import type { Answered, Call, CallOptions, Endpoint, Lists, PathOf, Requested, Update } from './types.ts';

/** Calls by path, with the answer as the service sends it. */
export interface Calls {
  get<P extends PathOf<'get'>>(path: P, ...request: Requested<'get', P>): Promise<Answered<'get', P>>;
  post<P extends PathOf<'post'>>(path: P, ...request: Requested<'post', P>): Promise<Answered<'post', P>>;
  patch<P extends PathOf<'patch'>>(path: P, ...request: Requested<'patch', P>): Promise<Answered<'patch', P>>;
  delete<P extends PathOf<'delete'>>(path: P, ...request: Requested<'delete', P>): Promise<Answered<'delete', P>>;
}

type Group<G> = { [K in Exclude<keyof G, 'update'>]: Call<G[K] & string> } & (G extends {
  update: infer E extends string;
}
  ? { update: Update<E> }
  : unknown) &
  (G extends { list: infer E extends string } ? Lists<E> : unknown) &
  // What has a trash can also be deleted permanently.
  (G extends { restore: string; remove: infer E extends string } ? { erase: Call<E> } : unknown);

type Groups = {
  [K in keyof typeof endpoints]: (typeof endpoints)[K] extends string
    ? Call<(typeof endpoints)[K]>
    : Group<(typeof endpoints)[K]>;
};

interface Uploads {
  files: {
    /** Stores a file; `name` is not needed for a File. */
    upload(content: Blob, name?: string, options?: CallOptions): Promise<FileRecord>;
  };
  imports: {
    /** Starts an import of mail from a file; returns its task. */
    upload(content: Blob, name?: string, options?: CallOptions & ImportOptions): Promise<Task>;
  };
}
type FileRecord = Awaited<ReturnType<Groups['files']['get']>>;
type Task = Awaited<ReturnType<Groups['tasks']['get']>>;
interface ImportOptions {
  query?: { folder?: string; account_id?: string };
}

interface Copies {
  /** Starts a live copy of records. */
  replica<const S extends Selection>(options: ReplicaOptions<S>): Replica<S>;
}

export type Client = Transport & Calls & Groups & Uploads & Copies;

type AnyCall = (...parameters: unknown[]) => Promise<object>;

interface AnyRequest extends CallOptions {
  path?: Record<string, string>;
  query?: Query;
  body?: unknown;
}

const MOST_UPDATES = 10;
const UPLOAD_TIMEOUT = 600_000;

const etags = new WeakMap<object, string>();

/** The ETag of a record that a call returned; the records of lists have none. */
export function etagOf(record: object): string | undefined {
  return etags.get(record);
}

export function createClient(options?: TransportOptions): Client {
  const transport = new Transport(options);
  const members: Record<string, unknown> = {
    replica: (options: ReplicaOptions<Selection>) => createReplica(transport, options),
  };
  for (const method of ['get', 'post', 'patch', 'delete'])
    members[method] = (path: string, request?: AnyRequest) => send(transport, method.toUpperCase(), path, request);
  for (const [name, entry] of Object.entries(endpoints))
    members[name] = typeof entry === 'string' ? callOf(transport, entry) : groupOf(transport, name, entry);
  return Object.assign(transport, members as unknown as Calls & Groups & Uploads & Copies);
}

function groupOf(transport: Transport, name: string, entries: Record<string, Endpoint>): Record<string, unknown> {
  const calls = Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, callOf(transport, entry)]));
  const { list, get, update, remove, restore } = calls;
  return {
    ...calls,
    ...(list && { all: all.bind(null, list as never), pages: pages.bind(null, list as never) }),
    ...(get && update && { update: updater(get, update) }),
    ...(remove && restore && { erase: eraser(remove) }),
    ...(/^(files|imports)$/.test(name) && { upload: uploader(transport, `/${name}`) }),
  };
}

/** A call of the table: the id of its path, body or query, options. */
function callOf(transport: Transport, endpoint: Endpoint): AnyCall {
  const [method, path] = endpoint.split(' ') as [string, string];
  const parameter = /\{(\w+)\}/.exec(path)?.[1];
  return async (...rest) => {
    const values = parameter ? { path: { [parameter]: rest.shift() } } : {};
    const [input, options] = rest as [object?, CallOptions?];
    const isBody = method[0] === 'P';
    const request = { ...(isBody ? { body: input } : { query: input }), ...options, ...values } as AnyRequest;
    if (method === 'STREAM') return transport.response('GET', fill(path, request), request);
    const answer = await send(transport, method, path, request);
    return 'data' in answer && !('meta' in answer) ? (answer.data as object) : answer;
  };
}

async function send(transport: Transport, method: string, path: string, request: AnyRequest = {}): Promise<object> {
  const { ifMatch, idempotencyKey, ...rest } = request;
  const headers = { ...rest.headers };
  if (ifMatch) headers['if-match'] = tagOf(ifMatch);
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey;
  const answer = await transport.request<{ data?: object }>(method, fill(path, request), { ...rest, headers });
  const { body, status } = answer;
  // Only if the caller has sent If-None-Match.
  if (status === 304) throw new DaybookError('NOT_MODIFIED', 'The record is unchanged.', { status });
  // A proxy that compresses makes tags weak, and If-Match needs a strong one.
  const tag = answer.headers.get('etag')?.replace('W/', '');
  if (tag) etags.set(body.data ?? body, tag);
  return body;
}

function tagOf(record: object | string): string {
  const tag = typeof record === 'string' ? record : etags.get(record);
  if (!tag)
    throw new TypeError('ifMatch must be an ETag or a record of get, create or update; those of lists have no ETag.');
  return tag;
}

function fill(path: string, { path: values = {} }: AnyRequest): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (!value || typeof value !== 'string')
      throw new TypeError(`The ${name} of ${path} must be a string that is not empty.`);
    if (/^\.\.?$/.test(value)) throw new TypeError(`"${value}" cannot be the ${name} of a URL, which would lose it.`);
    return encodeURIComponent(value);
  });
}

/** With a function: reads, changes, and does it again if the record was changed meanwhile. */
function updater(get: AnyCall, update: AnyCall): AnyCall {
  return async (...parameters) => {
    const at = parameters.findIndex((one) => typeof one === 'function');
    if (at < 0) return update(...parameters);
    const [id, change, options] = [
      parameters.slice(0, at),
      parameters[at] as (current: object) => unknown,
      parameters[at + 1] as CallOptions | undefined,
    ];
    for (let count = 1; ; count++) {
      const current = await get(...id, undefined, { signal: options?.signal });
      const changes = await change(current);
      if (changes === undefined) return current;
      try {
        return await update(...id, changes, { ...options, ifMatch: current });
      } catch (error) {
        if (count >= MOST_UPDATES || (error as DaybookError).code !== 'PRECONDITION_FAILED') throw error;
      }
    }
  };
}

function eraser(remove: AnyCall): AnyCall {
  return (id, query, options) => remove(id, { ...(query as object), permanent: true }, options);
}

function uploader(transport: Transport, path: string) {
  return async (content: Blob, name?: string, options: CallOptions = {}) => {
    const form = new FormData();
    form.append('file', content, name ?? (content as File).name ?? 'file');
    const body = { body: form, timeout: UPLOAD_TIMEOUT, ...options };
    return ((await send(transport, 'POST', path, body)) as { data: object }).data;
  };
}
