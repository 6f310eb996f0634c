// Brings what was done to a mail here to its server: marks, moves, the trash, the way back, and the end. Each can be
// repeated, so that an end of the process at any moment leaves nothing half: the next look finds what has been done.
import { renameFolder } from '../domain/sync-changes.ts';
import { sameState, stateOf, TRASH } from '../domain/sync-merge.ts';
import { settlePush } from '../domain/sync-pushes.ts';
import { limits } from '../limits.ts';
import { inFolder } from '../mail/imap.ts';
import { deleteMessage, makeFolder, moveMessage, setMark } from '../mail/imap-changing.ts';
import { openFolder, readPresent } from '../mail/imap-reading.ts';
import { asEmail, type Email, email } from '../resources/email.ts';
import { pathOfFolder, putFolder } from '../store/imap-folders.ts';
import { duePushes, postponePush } from '../store/imap-jobs.ts';
import { deleteMessageRow, findByEmail, type MessageRow, putMessageRow } from '../store/imap-rows.ts';
import { dropJob } from '../store/jobs.ts';
import { findQuery, readStored } from '../store/rows.ts';
import type { Query, Tx } from '../store/store.ts';
import type { SyncContext } from './sync-context.ts';
import { isChosen, wordsOf } from './sync-looking.ts';

/** Does what waits for the server. Returns whether the server should be looked at, because something was not there. */
export async function pushDue(context: SyncContext): Promise<boolean> {
  const { store, user, accountId, line } = context;
  let isStale = false;
  const tried = new Set<string>();
  for (;;) {
    const due = await duePushes(store, user, accountId, Date.now(), limits.syncBatch);
    if (due.length === 0) return isStale;
    for (const { emailId, attempts } of due) {
      if (tried.has(emailId)) {
        await postpone(context, emailId, attempts, 'it was changed meanwhile'); // or we would never end
        continue;
      }
      tried.add(emailId);
      try {
        if (!(await pushOne(context, emailId))) {
          isStale = true;
          await postpone(context, emailId, attempts, 'the message is not where it was');
        }
      } catch (error) {
        if (!line.usable) throw error; // when the line is back it is tried again
        await postpone(context, emailId, attempts, wordsOf(error));
      }
    }
  }
}

function postpone({ write }: SyncContext, emailId: string, attempts: number, error: string): Promise<void> {
  const delay = Math.min(limits.jobRetry * 2 ** Math.min(attempts, 10), limits.pushLast);
  return write(async (tx) => postponePush(tx, emailId, tx.now + delay, error));
}

interface Task {
  row: MessageRow;
  folder: string | null;
  mail: Email | null;
  /** Where it should lie, as far as there is such a folder. */
  path: string | undefined;
}

/** Returns false where the message is no longer at its place. */
async function pushOne(context: SyncContext, emailId: string): Promise<boolean> {
  const task = await context.write((tx) => readTask(tx, emailId));
  if (!task) return true;
  const { row, mail } = task;
  const { line, accountId } = context;
  const wanted = mail && stateOf(mail);
  const path =
    wanted && wanted.folder !== task.folder ? (task.path ?? (await findFolder(context, wanted.folder))) : row.path;
  // A server may have the folder by another name: below its prefix, or INBOX in other letters.
  const box = context.mirror.boxes.find((one) => one.path === path);
  const landed = wanted && task.path === undefined && path !== row.path ? (box?.folder ?? wanted.folder) : null;
  const done = await inFolder(line, row.path, false, async () => {
    if (openFolder(line).uidValidity !== row.uidValidity) return 'gone';
    if (!(await readPresent(line, [row.uid])).has(row.uid)) return 'gone';
    if (!wanted) return deleteMessage(line, row.uid).then(() => row);
    if (wanted.seen !== row.seen) await setMark(line, row.uid, '\\Seen', wanted.seen);
    if (wanted.flagged !== row.flagged) await setMark(line, row.uid, '\\Flagged', wanted.flagged);
    const place = path === row.path ? row : await moveMessage(line, row.uid, path);
    // A server that does not tell the new place is looked at: the message is found there by what it is known by.
    if (!place) return 'moved';
    return { ...row, path, uid: place.uid, uidValidity: place.uidValidity, ...marksOf(wanted) };
  });
  // Where nobody looks, nobody will find it.
  if (typeof done === 'string' && isMirrored(context, done === 'gone' ? row.path : path)) return false;
  await context.write(async (tx) => {
    const now = await findByEmail(tx, emailId);
    if (!now || now.row.uid !== row.uid || now.row.path !== row.path) return;
    deleteMessageRow(tx, accountId, row);
    if (!wanted || typeof done === 'string') return dropJob(tx, 'push', emailId);
    putMessageRow(tx, done);
    if (landed !== null) putFolder(tx, accountId, path, landed);
    const name = landed ?? (path === row.path ? task.folder : null);
    if (name !== null && name !== wanted.folder) await renameFolder(tx, emailId, wanted.folder, name);
    const current = await readMail(tx, emailId);
    // Erased meanwhile: the job stays, and deletes it at its new place.
    if (current) await settlePush(tx, current);
  });
  return true;
}

function isMirrored({ settings, mirror }: SyncContext, path: string): boolean {
  return isChosen(settings, { path, isView: mirror.boxes.find((box) => box.path === path)?.isView ?? false });
}

function marksOf({ seen, flagged }: { seen: boolean; flagged: boolean }) {
  return { seen, flagged };
}

/** What there is to do for a mail; nothing where both sides agree by now. */
async function readTask(tx: Tx, emailId: string): Promise<Task | null> {
  const found = await findByEmail(tx, emailId);
  const mail = await readMail(tx, emailId);
  const settled =
    found && mail && found.folder !== null && sameState(stateOf(mail), { ...found.row, folder: found.folder });
  if (!found || settled) {
    dropJob(tx, 'push', emailId);
    return null;
  }
  const path = mail ? await pathOfFolder(tx, found.row.accountId, stateOf(mail).folder) : undefined;
  return { ...found, mail, path };
}

async function readMail(tx: Tx, id: string): Promise<Email | null> {
  const { sql, params } = findQuery(email, id) as Query;
  const row = await tx.get(sql, ...params);
  return row ? asEmail(readStored(email, row).record) : null;
}

// What servers call the folders that have a use.
const NAMES: Record<string, string> = {
  SENT: 'Sent',
  DRAFTS: 'Drafts',
  [TRASH]: 'Trash',
  SPAM: 'Junk',
  ARCHIVE: 'Archive',
};

/** The folder at the server, also one that is not mirrored; a new one where there is none. */
async function findFolder({ line, mirror }: SyncContext, folder: string): Promise<string> {
  if (folder.toUpperCase() === 'INBOX') return 'INBOX';
  const fitting = mirror.boxes.filter((box) => box.folder === folder);
  const there = fitting.find(({ path }) => mirror.paths.includes(path)) ?? fitting.find(({ isView }) => !isView);
  return there?.path ?? makeFolder(line, NAMES[folder] ?? folder);
}
