// Assigns mails to conversations (`thread_id`): the one set by the client, else that of any mail that has or refers
// to one of its message ids (RFC 5322 section 3.6.4). Replies to a mail that has not arrived yet are therefore
// together, a parent that arrives late joins them, and a mail that links two conversations merges them, in its own
// transaction. Subjects are not compared.
import { limits } from '../../limits.ts';
import { find } from '../../records/find.ts';
import { createPause } from '../../records/slices.ts';
import { type Email, email } from '../../resources/email.ts';
import type { Tx } from '../../store/port.ts';
import {
  countOfThread,
  dropLinks,
  emailIdsOfThread,
  putLinks,
  threadsNaming,
} from '../../store/tables/message-links.ts';
import type { Stored } from '../../store/tables/records.ts';
import { newId } from '../../values/ids.ts';

/** Sets the thread of the record; returns the other threads that are merged into it. */
export async function resolveThread(tx: Tx, record: Email, before: Email | null): Promise<string[]> {
  const settled = before ? sameIds(parentsOf(record), parentsOf(before)) : record.thread_id !== null;
  if (settled) return [];
  const found = await threadsNaming(tx, messageIdsOf(record), record.id);
  const kept = await remaining(tx, found);
  record.thread_id = kept ?? (await threadKept(tx, before)) ?? newId();
  return found.filter((thread) => thread !== kept);
}

/**
 * The thread that keeps its id when threads are merged: the oldest, since thread ids increase with time. If one is long,
 * the longest: each mail of the others is saved again, and other writes wait for it.
 */
async function remaining(tx: Tx, threads: string[]): Promise<string | undefined> {
  let [kept] = threads.sort();
  if (threads.length < 2) return kept;
  let most: number = limits.longConversation;
  for (const thread of threads) {
    const count = await countOfThread(tx, thread);
    if (count <= most) continue;
    kept = thread;
    most = count;
  }
  return kept;
}

// A draft whose parent is replaced by an unknown one leaves the thread of its old parent, but not a thread set
// otherwise.
async function threadKept(tx: Tx, before: Email | null): Promise<string | null> {
  if (!before?.thread_id) return null;
  const threads = await threadsNaming(tx, parentsOf(before), before.id);
  return threads.includes(before.thread_id) ? null : before.thread_id;
}

/** The mails of these threads. */
export async function mailsOfThreads(tx: Tx, threads: string[]): Promise<Stored[]> {
  const mails: Stored[] = [];
  const pause = createPause();
  for (const thread of threads) {
    for (const id of await emailIdsOfThread(tx, thread)) {
      mails.push(await find(tx, email, id));
      await pause();
    }
  }
  return mails;
}

export function keepLinks(tx: Tx, record: Email, before: Email | null): void {
  const now = messageIdsOf(record);
  const old = before ? messageIdsOf(before) : [];
  if (sameIds(now, old)) return;
  dropLinks(
    tx,
    record.id,
    old.filter((id) => !now.includes(id)),
  );
  putLinks(
    tx,
    record.id,
    now.filter((id) => !old.includes(id)),
  );
}

export function forgetLinks(tx: Tx, record: Email): void {
  dropLinks(tx, record.id, messageIdsOf(record));
}

/** The message id of a mail and those that it refers to. */
export function messageIdsOf(record: Email): string[] {
  return [...new Set([record.message_id, ...parentsOf(record)])].filter((id) => id !== null);
}

function parentsOf({ in_reply_to, references }: Email): string[] {
  return [...new Set([in_reply_to, ...references])].filter((id) => id !== null);
}

function sameIds(a: string[], b: string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}
