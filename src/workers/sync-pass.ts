// One pass over an account: a look, then what is new in few at a time, the inbox first, then what was lost and not
// found. Between the few there is room for what cannot wait: changes from here, and new mail in the inbox.
import { tellOnly } from '../domain/kind-records.ts';
import { loseMessage } from '../domain/sync-changes.ts';
import { limits } from '../limits.ts';
import { forgetEmptyFolders, putFolderSuccess, putLook } from '../store/imap-folders.ts';
import { hasOlder, type MessageRow } from '../store/imap-rows.ts';
import { pushDue } from './push.ts';
import { bring } from './sync-bringing.ts';
import { type SyncContext, writeInBatches } from './sync-context.ts';
import { look } from './sync-looking.ts';

export interface PassOptions {
  /** What to look at first: all, or the inbox alone, of which the server has told. */
  which: 'all' | 'inbox';
  /** Whether to tell of it even if it finds nothing. */
  telling: boolean;
  /** Whether the server has told of a change since it was last asked. */
  takePoke(): boolean;
  /** So many messages have come; 0 at the end, when all has been looked at. */
  onProgress(brought: number): Promise<void>;
}

export async function pass(context: SyncContext, { which, telling, takePoke, onProgress }: PassOptions): Promise<void> {
  const told = createTeller(context);
  if (telling) await told.start();
  resume(context);
  await look(context, which);
  if (await pushDue(context)) await look(context);
  for (;;) {
    const next = nextFolder(context);
    if (next) {
      await told.start();
      const brought = await bring(context, next);
      await told.progress(next, brought);
      if (brought > 0) await onProgress(brought);
      if (await pushDue(context)) await look(context);
      else if (takePoke()) await look(context, 'inbox');
    } else if (context.mirror.lost.all().length === 0 || !(await settleLost(context, told))) break;
  }
  await settleFolders(context);
  await onProgress(0);
  await told.complete();
}

/** What was left for later is to be done now, and what was skipped if it is time. */
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
 * Messages that were not where they were: whoever moves one puts it to its new place first, so that a look which
 * begins after the loss must find it. What it does not find is gone. Returns false where it must wait, because a
 * folder could not be read: they may lie there.
 */
async function settleLost(context: SyncContext, told: Teller): Promise<boolean> {
  const { mirror } = context;
  const before = mirror.lost.all();
  const isWhole = await look(context);
  if (nextFolder(context)) return true;
  if (!isWhole) return false;
  if (await askOlder(context, before)) return true;
  await told.start();
  await writeInBatches(context, before, (tx, row) => loseMessage(tx, row));
  for (const row of before) mirror.lost.remove(row);
  return true;
}

/**
 * One that would be too old to be fetched may lie among those that are: their heads are read. That is seldom, since
 * such a one is here only if it came before the limit was set.
 */
async function askOlder({ store, user, settings, mirror }: SyncContext, lost: MessageRow[]): Promise<boolean> {
  if (settings.since === null) return false;
  const unsought = lost.filter((row) => !mirror.sought.has(row));
  for (const row of unsought) mirror.sought.add(row);
  const folders = [...mirror.folders.values()].filter(({ older }) => older.size > 0);
  const before = Date.parse(settings.since) + 24 * 60 * 60_000; // a day begins elsewhere at another time
  if (folders.length === 0 || !(await hasOlder(store, user, unsought, before))) return false;
  for (const listed of folders) {
    listed.asked = listed.older;
    listed.older = new Set();
    listed.todo.push(...listed.asked);
  }
  return true;
}

/** Notes the folders that are whole, and forgets those that are gone: what lay in them has been dealt with. */
async function settleFolders({ mirror, memory, accountId, write }: SyncContext): Promise<void> {
  const { folders, later, paths, lookedAt, unread } = mirror;
  const lost = new Set(mirror.lost.all().map(({ path }) => path)); // to be looked for again
  const isWhole = (path: string) => ![memory.skipped, later, unread, lost].some((notes) => notes.has(path));
  const whole = [...folders].filter(([path, { settled }]) => !settled && isWhole(path));
  await write(async (tx) => {
    forgetEmptyFolders(tx, accountId, paths);
    for (const [path, { modSeq }] of whole) putFolderSuccess(tx, accountId, path, modSeq);
    putLook(tx, accountId, lookedAt);
  });
  for (const [, listed] of whole) listed.settled = true;
}

interface Teller {
  start(): Promise<void>;
  progress(path: string, brought: number): Promise<void>;
  complete(): Promise<void>;
}

/** Tells the feed, of progress at most once in a while. */
function createTeller({ accountId, mirror, write }: SyncContext): Teller {
  let started = false;
  let done = 0;
  let toldAt = 0;
  const tell = (event: string, more: object = {}) =>
    write((tx) => tellOnly(tx, `sync.${event}`, accountId, { account_id: accountId, ...more }));
  return {
    async start() {
      if (started) return;
      started = true;
      await tell('started');
    },
    async progress(path, brought) {
      done += brought;
      if (Date.now() - toldAt < limits.syncProgress) return;
      toldAt = Date.now();
      const left = [...mirror.folders.values()].reduce((sum, { todo }) => sum + todo.length, 0);
      await tell('progress', { path, folder: mirror.folders.get(path)?.view.folder ?? path, done, total: done + left });
    },
    async complete() {
      if (started) await tell('completed', { done, folders: mirror.folders.size });
    },
  };
}
