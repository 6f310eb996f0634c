// Fetches messages so that one that fails does not block the others: a group that fails is fetched one by one, over the
// next connection where this one broke. What the server has but does not return is reported as missing.
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import { type FolderStatus, inFolder } from '../protocols/imap/connection.ts';
import { openFolder, readPresent } from '../protocols/imap/read.ts';
import { putFolderError } from '../store/tables/imap-folders.ts';
import type { Memory, SyncContext } from './context.ts';
import { errorText } from './scan.ts';

const MAX_LOSSES = 3; // of the connection in a row while one message was fetched; fewer may be chance

/** UIDVALIDITY has changed: the known UIDs mean other messages (RFC 3501 section 2.3.1.1). */
export class UidValidityChanged extends Error {}

/** What to fetch, and where from. */
interface FetchRequest<T> {
  what: 'envelope' | 'source';
  place: Pick<FolderStatus, 'path' | 'uidValidity'>;
  read(uids: number[]): Promise<T[]>;
}

/** Fetches these messages of a folder; those that the server has but does not return are skipped. */
export async function fetchMessages<T extends { uid: number }>(
  context: SyncContext,
  request: FetchRequest<T>,
  uids: number[],
): Promise<T[]> {
  const { memory } = context;
  const suspects = isOf(memory, request) ? uids.filter((uid) => memory.suspect?.uids.includes(uid)) : [];
  const others = uids.filter((uid) => !suspects.includes(uid));
  const found: T[] = [];
  for (const group of [others, ...suspects.map((uid) => [uid])])
    if (group.length > 0) found.push(...(await fetchGroup(context, request, group)));
  if (suspects.length > 0) memory.suspect = null;
  return found;
}

async function fetchGroup<T extends { uid: number }>(
  context: SyncContext,
  request: FetchRequest<T>,
  uids: number[],
): Promise<T[]> {
  const { connection, memory } = context;
  const { what, read } = request;
  const { path, uidValidity } = request.place;
  const [uid] = uids as [number];
  const before = memory.suspect;
  const isSame = isOf(memory, request) && before?.uids.length === 1 && before.uids[0] === uid;
  const losses = isSame ? before.losses : 0;
  if (uids.length === 1 && losses >= MAX_LOSSES) {
    await skip(context, path, uid, 'breaks the connection when it is fetched', limits.checkLast);
    return [];
  }
  try {
    return await inFolder(connection, path, true, async () => {
      if (openFolder(connection).uidValidity !== uidValidity) throw new UidValidityChanged();
      const found = await read(uids);
      const absent = uids.filter((one) => !found.some((other) => other.uid === one));
      const held = absent.length > 0 ? await readPresent(connection, absent) : new Set<number>();
      for (const one of absent) if (held.has(one)) await skip(context, path, one, 'was not returned by the server');
      return found;
    });
  } catch (error) {
    if (error instanceof UidValidityChanged || isStoreError(error)) throw error;
    if (!connection.usable) {
      memory.suspect = { what, path, uids, losses: uids.length === 1 ? losses + 1 : 0 };
      throw error;
    }
    if (uids.length === 1) {
      await skip(context, path, uid, `could not be fetched: ${errorText(error)}`);
      return [];
    }
  }
  const found: T[] = [];
  for (const one of uids) found.push(...(await fetchGroup(context, request, [one])));
  return found;
}

/** An error of the store or of the disk, which is not caused by the message. */
export function isStoreError(error: unknown): boolean {
  return error instanceof AppError && error.status >= 500;
}

function isOf({ suspect }: Memory, { what, place }: Pick<FetchRequest<unknown>, 'what' | 'place'>): boolean {
  return suspect?.what === what && suspect.path === place.path;
}

/** Postpones a message; it stays at the server and is reported as missing. */
export async function skip(context: SyncContext, path: string, uid: number, why: string, wait = context.poll) {
  const { memory, accountId, write } = context;
  const at = Date.now() + wait;
  memory.skipped.set(path, (memory.skipped.get(path) ?? new Map<number, number>()).set(uid, at));
  const words = `the message with UID ${uid} ${why}`;
  const next = Math.min(...(memory.skipped.get(path)?.values() ?? [at]));
  await write(async (tx) => putFolderError(tx, accountId, path, words, next));
}
