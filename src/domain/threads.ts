// Which thread a mail belongs to: the one it names itself, else that of any mail which has or names one of its
// message ids (RFC 5322 section 3.6.4). So replies to a mail that has not arrived yet already stand together, a parent
// that arrives late joins them, and a mail that links two threads makes them one. Never by subject.
import { type Email, email } from '../resources/email.ts';
import { findQuery, readStored, type Stored } from '../store/rows.ts';
import type { Query, Row, Tx } from '../store/store.ts';
import { dropLinks, emailIdsOfThread, putLinks, threadsNaming } from '../store/thread-links.ts';
import { newId } from '../values/ids.ts';

/** Gives the record its thread; returns the other threads that it has linked to that one. */
export async function resolveThread(tx: Tx, record: Email, before: Email | null): Promise<string[]> {
  const settled = before ? sameIds(parentsOf(record), parentsOf(before)) : record.thread_id !== null;
  if (settled) return [];
  const found = await threadsNaming(tx, messageIdsOf(record), record.id);
  // The oldest thread keeps its id: thread ids made here grow with time.
  const [oldest, ...others] = found.sort();
  record.thread_id = oldest ?? (await threadKept(tx, before)) ?? newId();
  return others;
}

// A draft that turns to another, unknown parent leaves the thread that its old parent gave it, but no other.
async function threadKept(tx: Tx, before: Email | null): Promise<string | null> {
  if (!before?.thread_id) return null;
  const given = await threadsNaming(tx, parentsOf(before), before.id);
  return given.includes(before.thread_id) ? null : before.thread_id;
}

/** The mails of these threads. */
export async function mailsOfThreads(tx: Tx, threads: string[]): Promise<Stored[]> {
  const mails: Stored[] = [];
  for (const thread of threads) {
    for (const id of await emailIdsOfThread(tx, thread)) {
      const query = findQuery(email, id) as Query;
      mails.push(readStored(email, (await tx.get(query.sql, ...query.params)) as Row));
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

/** The message id of a mail and those that it names. */
export function messageIdsOf(record: Email): string[] {
  return [...new Set([record.message_id, ...parentsOf(record)])].filter((id) => id !== null);
}

function parentsOf({ in_reply_to, references }: Email): string[] {
  return [...new Set([in_reply_to, ...references])].filter((id) => id !== null);
}

function sameIds(a: string[], b: string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}
