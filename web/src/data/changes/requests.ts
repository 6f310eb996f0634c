// One request of a change: what can be stored of it, and how it is sent.
import { DaybookError, type Query } from 'daybook-client';
import { daybook } from '../client.ts';
import { type ListChange, patchList } from '../live/list-change.ts';
import { checkConnection } from '../live/live.ts';

export interface Request {
  method: 'POST' | 'PATCH' | 'DELETE';
  /** Below /api/v1. */
  path: string;
  body?: unknown;
  query?: Query;
  /** The ETag that the record must have. */
  ifMatch?: string;
  /** Instead of a body: the record is read when it is sent, so that what others have changed in the list stays. */
  listChange?: ListChange;
  /**
   * Only if the record is in the trash when it is sent, which can be long after the person has asked for it; else the
   * error is NOT_DELETED. Records of lists have no ETag that would say so.
   */
  onlyInTrash?: true;
  /** Codes of errors after which nothing is left to do: another client has made the change already. */
  doneIf?: readonly string[];
}

export interface Result {
  body: unknown;
  etag: string | undefined;
}

/** How often a request is repeated after an internal error of the service, and how long it waits before. */
const INTERNAL_RETRIES = 2;
const INTERNAL_PAUSE = 300;
/** An answer that takes longer is a reason to ask whether the connection is alive. */
const SLOW = 5000;
const READ_TIMEOUT = 10_000;
/** Too many requests, or a service that starts. */
const TEMPORARY = [429, 502, 503, 504];

/** Makes the request; with the same key it is made once, however often it is sent. */
export async function sendRequest(request: Request, key: string): Promise<Result> {
  const { method, path, body, query, ifMatch, listChange, onlyInTrash, doneIf } = request;
  const headers = { 'idempotency-key': key, ...(ifMatch && { 'if-match': ifMatch }) };
  const slow = setTimeout(checkConnection, SLOW);
  try {
    for (let tries = 0; ; tries++)
      try {
        if (onlyInTrash && (await isRestored(path))) throw restored();
        const answer = listChange
          ? await patchList(path, listChange)
          : await daybook.request(method, path, { body, query, headers, retries: onlyInTrash ? 0 : 1 }); // else without a check
        return { body: answer.body, etag: answer.headers.get('etag')?.replace('W/', '') };
      } catch (error) {
        if (error instanceof DaybookError && doneIf?.includes(error.code)) return { body: undefined, etag: undefined };
        if (!(error instanceof DaybookError) || error.status !== 500 || tries >= INTERNAL_RETRIES) throw error;
        await new Promise((resolve) => setTimeout(resolve, INTERNAL_PAUSE * 2 ** tries));
      }
  } finally {
    clearTimeout(slow);
  }
}

/** Whether the service has answered that it does not make the request, so that repeating it is useless. */
export function isRefusal(error: unknown): boolean {
  return error instanceof DaybookError && error.status !== 0 && !TEMPORARY.includes(error.status);
}

/** Mails in the trash are found by their id, other records are not. */
async function isRestored(path: string): Promise<boolean> {
  try {
    const found = await daybook.request('GET', path, {
      query: { fields: 'deleted_at' },
      retries: 1,
      timeout: READ_TIMEOUT,
    });
    return (found.body as { data: { deleted_at: string | null } }).data.deleted_at === null;
  } catch (error) {
    if (error instanceof DaybookError && error.code === 'NOT_FOUND') return false;
    throw error;
  }
}

function restored(): DaybookError {
  return new DaybookError('NOT_DELETED', 'The record is not in the trash any more.', { status: 409 });
}
