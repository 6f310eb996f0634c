// Pushes changes of mails to the server: flags, moves, trash, restore and deletion. Each can be repeated, so a process
// that dies at any moment leaves nothing inconsistent: the next scan finds what was done.
import { limits } from '../limits.ts';
import { deleteMessage, makeFolder, moveMessage, setFlag } from '../protocols/imap/change.ts';
import { inFolder } from '../protocols/imap/connection.ts';
import { openFolder, readPresent } from '../protocols/imap/read.ts';
import { lookUp } from '../records/find.ts';
import { asEmail, type Email, email } from '../resources/email.ts';
import type { Tx } from '../store/port.ts';
import { pathOfFolder, putFolder } from '../store/tables/imap-folders.ts';
import { deleteMessageRow, findByEmail, type MessageRow, putMessageRow } from '../store/tables/imap-messages.ts';
import { dropJob } from '../store/tables/jobs.ts';
import { duePushes, postponePush } from '../store/tables/sync-jobs.ts';
import { backOff } from '../values/back-off.ts';
import { renameFolder } from './apply.ts';
import type { SyncContext } from './context.ts';
import { sameState, stateOf, TRASH } from './merge.ts';
import { settlePush } from './push-jobs.ts';
import { errorText, isChosen } from './scan.ts';

/** Pushes what is due. Returns whether a scan is needed because a message was not at its location. */
export async function pushDue(context: SyncContext): Promise<boolean> {
  const { store, user, accountId, connection } = context;
  let isStale = false;
  const tried = new Set<string>();
  for (;;) {
    const due = await duePushes(store, user, accountId, Date.now(), limits.syncBatch);
    if (due.length === 0) return isStale;
    for (const { emailId, attempts } of due) {
      if (tried.has(emailId)) {
        await postpone(context, emailId, attempts, 'it was changed in the meantime'); // else the loop might not end
        continue;
      }
      tried.add(emailId);
      try {
        if (!(await pushOne(context, emailId))) {
          isStale = true;
          await postpone(context, emailId, attempts, 'the message is not where it was');
        }
      } catch (error) {
        if (!connection.usable) throw error; // retried with the next connection
        await postpone(context, emailId, attempts, errorText(error));
      }
    }
  }
}

function postpone({ write }: SyncContext, emailId: string, attempts: number, error: string): Promise<void> {
  const delay = backOff({ base: limits.jobRetry, max: limits.jobRetryLast }, attempts);
  return write(async (tx) => postponePush(tx, emailId, tx.now + delay, error));
}

interface Task {
  row: MessageRow;
  folder: string | null;
  mail: Email | null;
  /** The path of the folder that it should be in, if that folder is known. */
  path: string | undefined;
}

/** Returns false if the message is no longer at its location. */
async function pushOne(context: SyncContext, emailId: string): Promise<boolean> {
  const task = await context.write((tx) => readTask(tx, emailId));
  if (!task) return true;
  const { row, mail } = task;
  const { connection, accountId } = context;
  const wanted = mail && stateOf(mail);
  const path =
    wanted && wanted.folder !== task.folder ? (task.path ?? (await findFolder(context, wanted.folder))) : row.path;
  // The server may have the folder under another name: with its prefix, or INBOX in another case.
  const mailbox = context.mirror.mailboxes.find((one) => one.path === path);
  const landed = wanted && task.path === undefined && path !== row.path ? (mailbox?.folder ?? wanted.folder) : null;
  const done = await inFolder(connection, row.path, false, async () => {
    if (openFolder(connection).uidValidity !== row.uidValidity) return 'gone';
    if (!(await readPresent(connection, [row.uid])).has(row.uid)) return 'gone';
    if (!wanted) return deleteMessage(connection, row.uid).then(() => row);
    if (wanted.seen !== row.seen) await setFlag(connection, row.uid, '\\Seen', wanted.seen);
    if (wanted.flagged !== row.flagged) await setFlag(connection, row.uid, '\\Flagged', wanted.flagged);
    const place = path === row.path ? row : await moveMessage(connection, row.uid, path);
    // Without COPYUID (RFC 4315) the new location is unknown: the next scan matches the message.
    if (!place) return 'moved';
    return { ...row, path, uid: place.uid, uidValidity: place.uidValidity, ...flagsOf(wanted) };
  });
  // A folder that is not synced is not scanned, so the message would not be found again.
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
    // Erased meanwhile: the job stays, and deletes the message at its new location.
    if (current) await settlePush(tx, current);
  });
  return true;
}

function isMirrored({ settings, mirror }: SyncContext, path: string): boolean {
  return isChosen(settings, {
    path,
    isVirtual: mirror.mailboxes.find((mailbox) => mailbox.path === path)?.isVirtual ?? false,
  });
}

function flagsOf({ seen, flagged }: { seen: boolean; flagged: boolean }) {
  return { seen, flagged };
}

/** What to push for a mail; null if both sides agree by now. */
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
  const stored = await lookUp(tx, email, id);
  return stored ? asEmail(stored.record) : null;
}

// The usual names of special-use mailboxes (RFC 6154).
const NAMES: Record<string, string> = {
  SENT: 'Sent',
  DRAFTS: 'Drafts',
  [TRASH]: 'Trash',
  SPAM: 'Junk',
  ARCHIVE: 'Archive',
};

/** The path of the folder at the server, synced or not; it is created where there is none. */
async function findFolder({ connection, mirror }: SyncContext, folder: string): Promise<string> {
  if (folder.toUpperCase() === 'INBOX') return 'INBOX';
  const fitting = mirror.mailboxes.filter((mailbox) => mailbox.folder === folder);
  const there = fitting.find(({ path }) => mirror.paths.includes(path)) ?? fitting.find(({ isVirtual }) => !isVirtual);
  return there?.path ?? makeFolder(connection, NAMES[folder] ?? folder);
}
