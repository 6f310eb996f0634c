// Which delivery reports are about which message id; and the mails that were sent with it.
import { indexKey } from '../values/text.ts';
import type { Row, Tx } from './store.ts';

const REPORTS = 1000; // about one mail that are looked at; those of the first recipients are among them
const MAILS = 20; // with one message id; more than one only where a mail was imported again

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

/** The ids of mails that were sent, or may have been, and name this message id. */
export async function sentMailsNaming(tx: Tx, messageId: string): Promise<string[]> {
  const rows = await tx.all(
    `select e.id from thread_links l join emails e on e.user_id = ?1 and e.id = l.id
      where l.user_id = ?1 and l.message_id = ?2 and e.status in ('sent', 'failed') order by e.id limit ?3`,
    indexKey(messageId),
    MAILS,
  );
  return rows.map(({ id }) => id as string);
}
