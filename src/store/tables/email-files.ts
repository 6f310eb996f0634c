// The attachments of emails. A row stays while its email has the attachment, even after the file was deleted.
import { openStatuses } from '../../resources/email.ts';
import type { Tx } from '../port.ts';

export const emailFilesSql = {
  any: 'select email_id from email_files where user_id = ?1 and file_id = ?2 limit 1',
  // A mail's status by its id, for each of the few mails with the file: in a join an engine may begin with all mails.
  open: `select id, status from (
      select f.email_id as id, (select e.status from emails e where e.user_id = ?1 and e.id = f.email_id) as status
      from email_files f where f.user_id = ?1 and f.file_id = ?2 and f.email_id <> ?3
    ) attached where status in (${openStatuses.map((status) => `'${status}'`).join(', ')}) limit 1`,
};

export async function isAttached(tx: Tx, fileId: string): Promise<boolean> {
  return (await tx.get(emailFilesSql.any, fileId)) !== undefined;
}

/** An unsent or failed email with this file attached, other than `except`. */
export async function openEmailWith(
  tx: Tx,
  fileId: string,
  except = '',
): Promise<{ id: string; status: string } | undefined> {
  const row = await tx.get(emailFilesSql.open, fileId, except);
  return row && { id: row.id as string, status: row.status as string };
}

/** Replaces the attachments of an email. */
export function putEmailFiles(tx: Tx, emailId: string, now: ReadonlySet<string>, before: ReadonlySet<string>): void {
  for (const id of before.difference(now))
    tx.run('delete from email_files where user_id = ?1 and file_id = ?2 and email_id = ?3', id, emailId);
  for (const id of now.difference(before))
    tx.run('insert into email_files (user_id, file_id, email_id) values (?1, ?2, ?3)', id, emailId);
}
