// Which content is used by whom: a file, or a mail as it came or was sent. A content is there once for each user, as long as
// anything uses it; when the last use goes, a job takes its bytes off the disk.
import type { Blobs, Received } from './blobs.ts';
import { putJob } from './jobs.ts';
import type { Query, Row, Store, Tx } from './store.ts';

export type ContentKind = 'file' | 'raw';

export interface Content {
  sha256: string;
  size: number;
}

/** Notes that the owner uses the content, and no other any more. The bytes must be kept in the same transaction. */
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

/** Ends the use, if there is one; the last one leaves a job that removes the bytes. */
export async function dropUse(tx: Tx, kind: ContentKind, ownerId: string): Promise<void> {
  const content = await contentOf(tx, kind, ownerId);
  if (!content) return;
  tx.run('delete from content_uses where user_id = ?1 and kind = ?2 and owner_id = ?3', kind, ownerId);
  if (!(await isUsed(tx, content.sha256))) putJob(tx, 'unlink', content.sha256, tx.now);
}

/** What the owner uses. */
export async function contentOf(tx: Tx, kind: ContentKind, ownerId: string): Promise<Content | undefined> {
  const { sql, params } = contentQuery(kind, ownerId);
  return readContent(await tx.get(sql, ...params));
}

/** The same for who only reads. */
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

/** Takes the content off the list unless something uses it; returns whether its bytes may go. */
export async function removeUnused(tx: Tx, sha256: string): Promise<boolean> {
  if (await isUsed(tx, sha256)) return false;
  tx.run('delete from contents where user_id = ?1 and sha256 = ?2', sha256);
  return true;
}

/** The bytes that the user's files take, each content once; and whether this one is among them. */
export async function filesUsage(tx: Tx, sha256: string): Promise<{ used: number; known: boolean }> {
  const row = await tx.get(
    `select cast(coalesce(sum(c.size), 0) as bigint) as used, coalesce(max(case when c.sha256 = ?2 then 1 else 0 end), 0) as known
      from contents c where c.user_id = ?1
      and exists (select 1 from content_uses u where u.user_id = ?1 and u.sha256 = c.sha256 and u.kind = 'file')`,
    sha256,
  );
  return { used: Number(row?.used ?? 0), known: row?.known === 1 };
}

/** After a write that failed: what it has kept on disk goes, unless a row names it. */
export async function abandon(store: Store, blobs: Blobs, user: number, received: Received): Promise<void> {
  blobs.discard(received);
  if (blobs.has(user, received.sha256)) await removeUnknown(store, blobs, user, received.sha256);
  blobs.settle(user, received.sha256);
}

/** Takes the bytes off the disk if no row names them: in a transaction, so that no upload is putting them there. */
export async function removeUnknown(store: Store, blobs: Blobs, user: number, sha256: string): Promise<void> {
  await store.write(user, async (tx) => {
    const row = await tx.get('select 1 as known from contents where user_id = ?1 and sha256 = ?2', sha256);
    if (!row) blobs.remove(user, sha256);
  });
}

/** Those of the contents that rows name. */
export async function knownContents(store: Store, user: number, contents: string[]): Promise<Set<string>> {
  const { lists } = store;
  const sql = `select sha256 from contents where user_id = ?1 and sha256 ${lists.in(2)}`;
  const [rows = []] = await store.read(user, [{ sql, params: [lists.of(contents)] }]);
  return new Set(rows.map(({ sha256 }) => sha256 as string));
}

/** Those of the contents that are the source of a mail. */
export async function keptSources(store: Store, user: number, contents: string[]): Promise<Set<string>> {
  if (contents.length === 0) return new Set();
  const { lists } = store;
  const sql = `select distinct sha256 from content_uses where user_id = ?1 and kind = 'raw' and sha256 ${lists.in(2)}`;
  const [rows = []] = await store.read(user, [{ sql, params: [lists.of(contents)] }]);
  return new Set(rows.map(({ sha256 }) => sha256 as string));
}
