// Links between mails: which mails refer to which Message-IDs, and which delivery reports are about which mail. They
// are used to find conversations, the mail that another one replies to, and the mail of a report.
import { indexKey } from '../../values/text.ts';
import type { Dialect, Query, Row, Tx } from '../port.ts';

/** The threads of the mails that have or refer to any of these message ids. */
export async function threadsNaming(tx: Tx, messageIds: string[], except: string): Promise<string[]> {
  const threads = new Set<string>();
  for (const messageId of messageIds) {
    // An expression, because SQLite would go through the index of threads, and so through all mails, to have them once each.
    const rows = await tx.all(
      `select distinct e.thread_id || '' as thread_id from thread_links l join emails e on e.user_id = ?1 and e.id = l.id
        where l.user_id = ?1 and l.message_id = ?2 and l.id <> ?3`,
      indexKey(messageId),
      except,
    );
    for (const row of rows) threads.add(await asGiven(tx, row.thread_id as string));
  }
  return [...threads];
}

// The column has the index form; a thread id that is long or contains NUL is complete only in the record.
async function asGiven(tx: Tx, thread: string): Promise<string> {
  if (!thread.includes('\ufffd')) return thread;
  const row = await tx.get('select doc from emails where user_id = ?1 and thread_id = ?2 limit 1', thread);
  return (JSON.parse(row?.doc as string) as { thread_id: string }).thread_id;
}

export async function emailIdsOfThread(tx: Tx, threadId: string): Promise<string[]> {
  // Not ordered by the engine, which would go through all mails in the order of their ids.
  const rows = await tx.all('select id from emails where user_id = ?1 and thread_id = ?2', indexKey(threadId));
  return rows.map((row) => row.id as string).sort();
}

/** How many mails a thread has, those in the trash included. */
export async function countOfThread(tx: Tx, threadId: string): Promise<number> {
  const row = await tx.get(
    'select count(*) as n from emails where user_id = ?1 and thread_id = ?2',
    indexKey(threadId),
  );
  return Number(row?.n);
}

export function putLinks(tx: Tx, id: string, messageIds: string[]): void {
  for (const messageId of messageIds) {
    tx.run(
      'insert into thread_links (user_id, message_id, id) values (?1, ?2, ?3) on conflict do nothing',
      indexKey(messageId),
      id,
    );
  }
}

export function dropLinks(tx: Tx, id: string, messageIds: string[]): void {
  for (const messageId of messageIds) {
    tx.run('delete from thread_links where user_id = ?1 and message_id = ?2 and id = ?3', indexKey(messageId), id);
  }
}

const FEW = 50; // mails that refer to the id; the mail with the id is among the first, except in hostile cases

export function namingQuery(messageId: string): Query {
  return {
    sql: `select e.doc from thread_links l join emails e on e.user_id = ?1 and e.id = l.id
      where l.user_id = ?1 and l.message_id = ?2 order by l.id limit ?3`,
    params: [indexKey(messageId), FEW],
  };
}

/** The Message-IDs that the mail with this id refers to, oldest first; none if there is no such mail. */
export function referencesOf(messageId: string, rows: readonly Row[]): string[] {
  for (const { doc } of rows) {
    const mail = JSON.parse(doc as string) as {
      message_id: string | null;
      references: string[];
      in_reply_to: string | null;
    };
    if (mail.message_id !== messageId) continue;
    return mail.references.length > 0 || mail.in_reply_to === null ? mail.references : [mail.in_reply_to];
  }
  return [];
}

const REPORTS = 1000; // reports read for one mail; they include those of the first recipients
const LINKS = 1000; // mails that refer to one id; the mail with the id is among the first, except in hostile cases
const MAILS = 20; // mails with one message id; more than one only after a repeated import

export function putReportLink(tx: Tx, messageId: string, emailId: string): void {
  tx.run(
    'insert into report_links (user_id, message_id, email_id) values (?1, ?2, ?3) on conflict do nothing',
    indexKey(messageId),
    emailId,
  );
}

export function dropReportLink(tx: Tx, messageId: string, emailId: string): void {
  tx.run(
    'delete from report_links where user_id = ?1 and message_id = ?2 and email_id = ?3',
    indexKey(messageId),
    emailId,
  );
}

/** The reports about this message id, as rows with their doc. */
export async function reportsAbout(tx: Tx, messageId: string): Promise<Row[]> {
  return tx.all(
    `select e.doc from report_links l join emails e on e.user_id = ?1 and e.id = l.email_id
      where l.user_id = ?1 and l.message_id = ?2 order by l.email_id limit ?3`,
    indexKey(messageId),
    REPORTS,
  );
}

/** The ids of mails that were sent, or may have been, with this message id. */
export async function sentMailsNaming(tx: Tx, messageId: string): Promise<string[]> {
  const { sql, params } = sentMailsQuery(tx.dialect, messageId);
  return (await tx.all(sql, ...params)).map(({ id }) => id as string);
}

// The links are read first, then each mail by its id: in the order of the ids of mails, an engine would go through all.
export function sentMailsQuery(dialect: Dialect, messageId: string): Query {
  const links = `(select t.id from thread_links t where t.user_id = ?1 and t.message_id = ?2 order by t.id limit ?3) l`;
  const keys = 'select i.key from emails i where i.user_id = ?1 and i.id = l.id';
  return {
    sql: `select r.id from ${dialect.rowsOfEach(links, 'emails', keys)} where r.status in ('sent', 'failed') limit ?4`,
    params: [indexKey(messageId), LINKS, MAILS],
  };
}
