// Fetches messages so that one that cannot be had does not hold up the others: what fails together is fetched one by
// one, also over the next line where this one broke. What the server has and does not give is told as missing.
import { limits } from '../limits.ts';
import { type FolderView, inFolder } from '../mail/imap.ts';
import { openFolder, readPresent } from '../mail/imap-reading.ts';
import { putFolderError } from '../store/imap-folders.ts';
import type { Memory, SyncContext } from './sync-context.ts';
import { wordsOf } from './sync-looking.ts';

const MOST_LOSSES = 3; // of the line in a row over one message; fewer may be chance

/** The folder has another life by now: its numbers mean other messages. */
export class OtherLife extends Error {}

/** What is read of which messages. */
interface Reading<T> {
  what: 'head' | 'source';
  place: Pick<FolderView, 'path' | 'uidValidity'>;
  read(uids: number[]): Promise<T[]>;
}

/** Reads these of the folder; what the server has but does not give is skipped. */
export async function fetchThem<T extends { uid: number }>(
  context: SyncContext,
  reading: Reading<T>,
  uids: number[],
): Promise<T[]> {
  const { memory } = context;
  const doubted = isOf(memory, reading) ? uids.filter((uid) => memory.doubt?.uids.includes(uid)) : [];
  const others = uids.filter((uid) => !doubted.includes(uid));
  const found: T[] = [];
  for (const group of [others, ...doubted.map((uid) => [uid])])
    if (group.length > 0) found.push(...(await fetchGroup(context, reading, group)));
  if (doubted.length > 0) memory.doubt = null;
  return found;
}

async function fetchGroup<T extends { uid: number }>(
  context: SyncContext,
  reading: Reading<T>,
  uids: number[],
): Promise<T[]> {
  const { line, memory } = context;
  const { what, read } = reading;
  const { path, uidValidity } = reading.place;
  const [uid] = uids as [number];
  const before = memory.doubt;
  const isSame = isOf(memory, reading) && before?.uids.length === 1 && before.uids[0] === uid;
  const losses = isSame ? before.losses : 0;
  if (uids.length === 1 && losses >= MOST_LOSSES) {
    await skip(context, path, uid, 'breaks the connection when it is fetched', limits.checkLast);
    return [];
  }
  try {
    return await inFolder(line, path, true, async () => {
      if (openFolder(line).uidValidity !== uidValidity) throw new OtherLife();
      const found = await read(uids);
      const absent = uids.filter((one) => !found.some((other) => other.uid === one));
      const held = absent.length > 0 ? await readPresent(line, absent) : new Set<number>();
      for (const one of absent) if (held.has(one)) await skip(context, path, one, 'was not given by the server');
      return found;
    });
  } catch (error) {
    if (error instanceof OtherLife) throw error;
    if (!line.usable) {
      memory.doubt = { what, path, uids, losses: uids.length === 1 ? losses + 1 : 0 };
      throw error;
    }
    if (uids.length === 1) {
      await skip(context, path, uid, `could not be fetched: ${wordsOf(error)}`);
      return [];
    }
  }
  const found: T[] = [];
  for (const one of uids) found.push(...(await fetchGroup(context, reading, [one])));
  return found;
}

function isOf({ doubt }: Memory, { what, place }: Pick<Reading<unknown>, 'what' | 'place'>): boolean {
  return doubt?.what === what && doubt.path === place.path;
}

/** Leaves a message for later; it stays at the server, and is told as missing. */
export async function skip(context: SyncContext, path: string, uid: number, why: string, wait = context.poll) {
  const { memory, accountId, write } = context;
  const at = Date.now() + wait;
  memory.skipped.set(path, (memory.skipped.get(path) ?? new Map<number, number>()).set(uid, at));
  const words = `the message with UID ${uid} ${why}`;
  const next = Math.min(...(memory.skipped.get(path)?.values() ?? [at]));
  await write(async (tx) => putFolderError(tx, accountId, path, words, next));
}
