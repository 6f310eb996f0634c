// The texts of the attachments of emails, which search finds. They are derived from the files: neither exported nor
// copied, and read again where they are missing.
import type { Query, Tx } from '../../port.ts';

const TEXTS = 'select texts from attachment_texts where user_id = ?1 and email_id = ?2';

/** Empty if they were not read yet. */
export async function attachmentTexts(tx: Tx, emailId: string): Promise<string[]> {
  const row = await tx.get(TEXTS, emailId);
  return row ? (JSON.parse(row.texts as string) as string[]) : [];
}

/** The query for the `texts` of an email, as a JSON array. */
export function attachmentTextsQuery(emailId: string): Query {
  return { sql: TEXTS, params: [emailId] };
}

export function putAttachmentTexts(tx: Tx, emailId: string, texts: readonly string[]): void {
  tx.run(
    `insert into attachment_texts (user_id, email_id, texts) values (?1, ?2, ?3)
      on conflict (user_id, email_id) do update set texts = excluded.texts`,
    emailId,
    JSON.stringify(texts),
  );
}

export function dropAttachmentTexts(tx: Tx, emailId: string): void {
  tx.run('delete from attachment_texts where user_id = ?1 and email_id = ?2', emailId);
}

/** Adds a job for each mail with attachments whose texts are missing, as after a copy to another database. */
export function readMissingTexts(tx: Tx): void {
  tx.run(
    `insert into jobs (user_id, kind, record_id, due_at, created_at)
      select e.user_id, 'extract', e.id, 0, 0 from emails e where e.user_id = ?1 and e.has_attachments = 1
        and not exists (select 1 from attachment_texts t where t.user_id = ?1 and t.email_id = e.id)
      on conflict (user_id, kind, record_id) do nothing`,
  );
  tx.wake(tx.now);
}
