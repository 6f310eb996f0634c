// Uses of contents by files and by mail sources. A content is stored once per user while anything uses it; when the
// last use ends, a job removes its bytes from the disk.
import type { Query, ReadStore, Row, Store, Tx } from '../port.ts';
import { putJob } from './jobs.ts';

/** Of a file, of the source of a mail, or of an import that reads it. */
export type ContentKind = 'file' | 'raw' | 'import';

export interface Content {
  sha256: string;
  size: number;
}

/** Stores that the owner uses this content only. The bytes must be kept in the same transaction. */
export async function useContent(tx: Tx, kind: ContentKind, ownerId: string, content: Content): Promise<void> {
  const before = await contentOf(tx, kind, ownerId);
  if (before?.sha256 === content.sha256) return;
  if (before) await dropUse(tx, kind, ownerId);
  tx.run(
    'insert into contents (user_id, sha256, size) values (?1, ?2, ?3) on conflict (user_id, sha256) do nothing',
    content.sha256,
    content.size,
  );
  tx.run(
    'insert into content_uses (user_id, kind, owner_id, sha256) values (?1, ?2, ?3, ?4)',
    kind,
    ownerId,
    content.sha256,
  );
}

/** Ends the use, if there is one; after the last use a job removes the bytes. */
export async function dropUse(tx: Tx, kind: ContentKind, ownerId: string): Promise<void> {
  const content = await contentOf(tx, kind, ownerId);
  if (!content) return;
  tx.run('delete from content_uses where user_id = ?1 and kind = ?2 and owner_id = ?3', kind, ownerId);
  if (!(await isUsed(tx, content.sha256))) putJob(tx, 'unlink', content.sha256, tx.now);
}

/** The content of the owner. */
export async function contentOf(tx: Tx, kind: ContentKind, ownerId: string): Promise<Content | undefined> {
  const { sql, params } = contentQuery(kind, ownerId);
  return readContent(await tx.get(sql, ...params));
}

/** The same outside a transaction. */
export async function getContent(
  store: Store,
  user: number,
  kind: ContentKind,
  ownerId: string,
): Promise<Content | undefined> {
  const [rows = []] = await store.read(user, [contentQuery(kind, ownerId)]);
  return readContent(rows[0]);
}

function contentQuery(kind: ContentKind, ownerId: string): Query {
  return {
    sql: `select c.sha256, c.size from content_uses u join contents c on c.user_id = ?1 and c.sha256 = u.sha256
      where u.user_id = ?1 and u.kind = ?2 and u.owner_id = ?3`,
    params: [kind, ownerId],
  };
}

function readContent(row: Row | undefined): Content | undefined {
  return row && { sha256: row.sha256 as string, size: row.size as number };
}

async function isUsed(tx: Tx, sha256: string): Promise<boolean> {
  return Boolean(await tx.get('select 1 as used from content_uses where user_id = ?1 and sha256 = ?2 limit 1', sha256));
}

/** Deletes the row of the content unless something uses it; returns whether its bytes may be removed. */
export async function removeUnused(tx: Tx, sha256: string): Promise<boolean> {
  if (await isUsed(tx, sha256)) return false;
  tx.run('delete from contents where user_id = ?1 and sha256 = ?2', sha256);
  return true;
}

/** The total size of the user's files and of those that wait to be imported, each content counted once; and whether this one is included. */
export async function filesUsage(tx: Tx, sha256: string): Promise<{ used: number; known: boolean }> {
  const row = await tx.get(
    `select cast(coalesce(sum(c.size), 0) as bigint) as used, coalesce(max(case when c.sha256 = ?2 then 1 else 0 end), 0) as known
      from contents c where c.user_id = ?1
      and exists (select 1 from content_uses u where u.user_id = ?1 and u.sha256 = c.sha256 and u.kind in ('file', 'import'))`,
    sha256,
  );
  return { used: Number(row?.used ?? 0), known: row?.known === 1 };
}

/** The size of all contents of a user: of files, attachments and sources of mails. */
export async function contentBytes(store: ReadStore, user: number): Promise<number> {
  const sql = 'select cast(coalesce(sum(size), 0) as bigint) as bytes from contents where user_id = ?1';
  const [rows = []] = await store.read(user, [{ sql, params: [] }], { slow: true });
  return Number(rows[0]?.bytes ?? 0);
}

/** Whether a row refers to the content. */
export async function isKnown(tx: Tx, sha256: string): Promise<boolean> {
  return (await tx.get('select 1 as known from contents where user_id = ?1 and sha256 = ?2', sha256)) !== undefined;
}

/** The contents that rows refer to. */
export async function knownContents(store: Store, user: number, contents: string[]): Promise<Set<string>> {
  const { dialect } = store;
  const sql = `select sha256 from contents where user_id = ?1 and sha256 ${dialect.in(2)}`;
  const [rows = []] = await store.read(user, [{ sql, params: [dialect.list(contents)] }]);
  return new Set(rows.map(({ sha256 }) => sha256 as string));
}

/** The contents that are the source of a mail. */
export async function keptSources(store: Store, user: number, contents: string[]): Promise<Set<string>> {
  if (contents.length === 0) return new Set();
  const { dialect } = store;
  const sql = `select distinct sha256 from content_uses where user_id = ?1 and kind = 'raw' and sha256 ${dialect.in(2)}`;
  const [rows = []] = await store.read(user, [{ sql, params: [dialect.list(contents)] }]);
  return new Set(rows.map(({ sha256 }) => sha256 as string));
}

/** Whether any user has a content. */
export async function hasContents(store: ReadStore): Promise<boolean> {
  return (await store.catalogue('select 1 as found from contents limit 1')).length > 0;
}

/** Whether a row refers to the content, for a reader of all users. */
export async function isListed(store: ReadStore, user: number, sha256: string): Promise<boolean> {
  const sql = 'select 1 as found from contents where user_id = ?1 and sha256 = ?2';
  return (await store.catalogue(sql, user, sha256)).length > 0;
}

/** How many files and mails lack their content. */
export async function countMissingContents(store: ReadStore): Promise<number> {
  const [row] = await store.catalogue(
    `select (select count(*) from content_uses u where not exists (select 1 from contents c where c.user_id = u.user_id and c.sha256 = u.sha256))
      + (select count(*) from files f where not exists (select 1 from content_uses u where u.user_id = f.user_id and u.kind = 'file' and u.owner_id = f.id)) as n`,
  );
  return row?.n as number;
}
