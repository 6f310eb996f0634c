// One pass over an account: a scan, then new messages in batches, the inbox first, then what vanished and was not found
// elsewhere. Between batches it handles what cannot wait: changes to push, and new mail in the inbox.
import { limits } from '../limits.ts';
import { emit } from '../records/save.ts';
import { forgetEmptyFolders, putFolderSuccess, putScan } from '../store/tables/imap-folders.ts';
import { hasOlder, type MessageRow } from '../store/tables/imap-messages.ts';
import { applyRemoval } from './apply.ts';
import { type SyncContext, writeInBatches } from './context.ts';
import { fetchNew } from './new-messages.ts';
import { pushDue } from './push.ts';
import { scan } from './scan.ts';

export interface PassOptions {
  /** What to scan first: all folders, or the inbox alone, because the server sent a notification. */
  which: 'all' | 'inbox';
  /** Whether to emit sync.started and sync.completed even if nothing is new. */
  announce: boolean;
  /** Whether the server has sent a notification since the last call. */
  takeNotification(): boolean;
  /** Called with the number of messages that were fetched; with 0 at the end of the pass. */
  onProgress(fetched: number): Promise<void>;
}

export async function pass(
  context: SyncContext,
  { which, announce, takeNotification, onProgress }: PassOptions,
): Promise<void> {
  const events = createEvents(context);
  if (announce) await events.start();
  resume(context);
  await scan(context, which);
  if (await pushDue(context)) await scan(context);
  for (;;) {
    const next = nextFolder(context);
    if (next) {
      await events.start();
      const fetched = await fetchNew(context, next);
      await events.progress(next, fetched);
      if (fetched > 0) await onProgress(fetched);
      if (await pushDue(context)) await scan(context);
      else if (takeNotification()) await scan(context, 'inbox');
    } else if (context.mirror.vanished.all().length === 0 || !(await settleVanished(context, events))) break;
  }
  await settleFolders(context);
  await onProgress(0);
  await events.complete();
}

/** Adds to the todo lists what the last pass left, and what was skipped if its retry is due. */
function resume({ mirror, memory }: SyncContext): void {
  const again = (path: string, uids: Iterable<number>) => {
    const listed = mirror.folders.get(path);
    if (listed) listed.todo = [...new Set([...listed.todo, ...uids])];
    if (listed) listed.settled = false;
  };
  for (const [path, uids] of mirror.later) again(path, uids);
  mirror.later.clear();
  for (const [path, times] of memory.skipped) {
    const due = [...times].filter(([, at]) => at <= Date.now()).map(([uid]) => uid);
    for (const uid of due) times.delete(uid);
    if (times.size === 0) memory.skipped.delete(path);
    again(path, due);
  }
}

function nextFolder({ mirror }: SyncContext): string | undefined {
  for (const [path, { todo }] of mirror.folders) if (todo.length > 0 && path === 'INBOX') return path;
  for (const [path, { todo }] of mirror.folders) if (todo.length > 0) return path;
  return undefined;
}

/**
 * Messages that vanished: a move adds the message to its new folder before it removes it from the old one, so a scan
 * that begins after the message vanished must find it. What it does not find was deleted. Returns false if this cannot
 * be decided, because a folder could not be read: the messages may be there.
 */
async function settleVanished(context: SyncContext, events: PassEvents): Promise<boolean> {
  const { mirror } = context;
  const before = mirror.vanished.all();
  const isWhole = await scan(context);
  if (nextFolder(context)) return true;
  if (!isWhole) return false;
  if (await fetchOlder(context, before)) return true;
  await events.start();
  await writeInBatches(context, before, (tx, row) => applyRemoval(tx, row));
  for (const row of before) mirror.vanished.remove(row);
  return true;
}

/**
 * A vanished message may be among those that are older than `since`, so their envelopes are read. This is rare: such a
 * message is here only if it was fetched before `since` was set.
 */
async function fetchOlder({ store, user, settings, mirror }: SyncContext, lost: MessageRow[]): Promise<boolean> {
  if (settings.since === null) return false;
  const unsought = lost.filter((row) => !mirror.sought.has(row));
  for (const row of unsought) mirror.sought.add(row);
  const folders = [...mirror.folders.values()].filter(({ older }) => older.size > 0);
  const before = Date.parse(settings.since) + 24 * 60 * 60_000; // the server may be in another time zone
  if (folders.length === 0 || !(await hasOlder(store, user, unsought, before))) return false;
  for (const listed of folders) {
    listed.asked = listed.older;
    listed.older = new Set();
    listed.todo.push(...listed.asked);
  }
  return true;
}

/** Stores which folders are complete, and forgets those that no longer exist: their messages have been handled. */
async function settleFolders({ mirror, memory, accountId, write }: SyncContext): Promise<void> {
  const { folders, later, paths, scannedAt, unread } = mirror;
  const lost = new Set(mirror.vanished.all().map(({ path }) => path)); // searched again in the next pass
  const isWhole = (path: string) => ![memory.skipped, later, unread, lost].some((notes) => notes.has(path));
  const whole = [...folders].filter(([path, { settled }]) => !settled && isWhole(path));
  await write(async (tx) => {
    forgetEmptyFolders(tx, accountId, paths);
    for (const [path, { modSeq }] of whole) putFolderSuccess(tx, accountId, path, modSeq);
    putScan(tx, accountId, scannedAt);
  });
  for (const [, listed] of whole) listed.settled = true;
}

interface PassEvents {
  start(): Promise<void>;
  progress(path: string, fetched: number): Promise<void>;
  complete(): Promise<void>;
}

/** Emits the events of a pass; those of progress at most once in `limits.syncProgress`. */
function createEvents({ accountId, mirror, write }: SyncContext): PassEvents {
  let started = false;
  let done = 0;
  let emittedAt = 0;
  const send = (event: string, more: object = {}) =>
    write((tx) => emit(tx, `sync.${event}`, accountId, { account_id: accountId, ...more }));
  return {
    async start() {
      if (started) return;
      started = true;
      await send('started');
    },
    async progress(path, fetched) {
      done += fetched;
      if (Date.now() - emittedAt < limits.syncProgress) return;
      emittedAt = Date.now();
      const left = [...mirror.folders.values()].reduce((sum, { todo }) => sum + todo.length, 0);
      await send('progress', { path, folder: mirror.folders.get(path)?.view.folder ?? path, done, total: done + left });
    },
    async complete() {
      if (started) await send('completed', { done, folders: mirror.folders.size });
    },
  };
}
