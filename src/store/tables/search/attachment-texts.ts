// The texts of the attachments of emails, which search finds. They are derived from the files: neither exported nor
// copied, and read again where they are missing.
import type { Dialect, Query, Store, Tx } from '../../port.ts';

const TEXTS = 'select texts from attachment_texts where user_id = ?1 and email_id = ?2';

/** Undefined if they were not read yet. */
export async function attachmentTexts(tx: Tx, emailId: string): Promise<string[] | undefined> {
  const row = await tx.get(TEXTS, emailId);
  return row && (JSON.parse(row.texts as string) as string[]);
}

/** Of the stored texts, without reading them; 0 if there are none. */
export async function bytesOfTexts(tx: Tx, emailId: string): Promise<number> {
  const sql = 'select octet_length(texts) as bytes from attachment_texts where user_id = ?1 and email_id = ?2';
  return ((await tx.get(sql, emailId))?.bytes ?? 0) as number;
}

/** The query for the `texts` of emails, by `email_id`, each as a JSON array. */
export function attachmentTextsQuery(dialect: Dialect, ids: readonly string[]): Query {
  const sql = `select email_id, texts from attachment_texts where user_id = ?1 and email_id ${dialect.in(2)}`;
  return { sql, params: [dialect.list(ids)] };
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

/** Has the texts read that are missing, as after a copy to another database: by one job, which goes through the mails. */
export function readMissingTexts(tx: Tx): void {
  tx.run("delete from jobs where user_id = ?1 and kind = 'extract_all'");
  tx.run(
    `insert into jobs (user_id, kind, record_id, due_at, created_at)
      select user_id, 'extract_all', '{"after":"","done":0,"total":' || count(*) || '}', 0, 0
      from emails where user_id = ?1 and has_attachments = 1 group by user_id`,
  );
  tx.wake(tx.now);
}

/** The mails after an id that are looked at for the next one with texts to read. */
export interface MailsPassed {
  /** The first that has attachments whose texts are missing. */
  found: string | undefined;
  /** The id of the last that was looked at; undefined after all. */
  last: string | undefined;
  /** How many of them have attachments. */
  attached: number;
}

const PASSED = 500; // mails that are looked at in one query

export async function nextMailToRead(store: Store, user: number, after: string): Promise<MailsPassed> {
  const sql = `select e.id, e.has_attachments as attached, t.email_id as known from emails e
    left join attachment_texts t on t.user_id = ?1 and t.email_id = e.id
    where e.user_id = ?1 and e.id > ?2 order by e.id limit ${PASSED}`;
  const [rows = []] = await store.read(user, [{ sql, params: [after] }], { slow: true });
  const at = rows.findIndex(({ attached, known }) => attached === 1 && known === null);
  const passed = at < 0 ? rows : rows.slice(0, at + 1);
  const id = passed.at(-1)?.id as string | undefined;
  return {
    found: at < 0 ? undefined : id,
    last: id,
    attached: passed.filter(({ attached }) => attached === 1).length,
  };
}
