// Folders, labels and tags. A name exists as soon as a record carries it; the table has only what was set for one. Counts
// come from the counters, which change in the transaction of the records.
import { limits } from '../../../limits.ts';
import type { Resource } from '../../../resources/resource.ts';
import type { Dialect, Query, Tx } from '../../port.ts';

export interface NameRow {
  name: string;
  /** Of its last change. */
  seq: number;
  color: string | null;
  position: number | null;
}

/** The query for what was set for the names of a kind. */
export function settingsQuery(kind: string): Query {
  return {
    sql: 'select name, seq, color, position from names where user_id = ?1 and kind = ?2 limit ?3',
    params: [kind, limits.names],
  };
}

const LIVE = 'sum(case when trashed = 0 then n else 0 end) as live';
const UNREAD = 'sum(case when trashed = 0 and is_read = 0 then n else 0 end) as unread';
const TRASHED = 'sum(case when trashed = 1 then n else 0 end) as trashed';

/** The queries for the counts of names: of all, at most `most` rows, or of some names, which that bound may have cut off. */
export interface NameCounts {
  most(): number;
  all(): Query;
  some(dialect: Dialect, names: readonly string[]): Query;
}

/** `group` has the sql with {where} for a condition of its own. */
function countsBy(column: string, group: string, rowsOfName: number): NameCounts {
  const most = () => rowsOfName * limits.names;
  return {
    most,
    all: () => ({ sql: `${group.replace('{where}', '')} limit ?2`, params: [most()] }),
    some: (dialect, names) => ({
      sql: group.replace('{where}', `and ${column} ${dialect.in(2)}`),
      params: [dialect.list(names)],
    }),
  };
}

/**
 * The folders, several rows for each: how many mails they have, how many are unread, and how many in the trash. Grouped by
 * the beginning of the key, so that nothing is sorted.
 */
export const folderCounts = countsBy(
  'folder',
  `select folder as name, case when trashed = 0 then sum(n) else 0 end as live,
      case when trashed = 1 then sum(n) else 0 end as trashed,
      case when trashed = 0 and is_read = 0 then sum(n) else 0 end as unread
    from emails_tally where user_id = ?1 {where} group by trashed, folder, is_read having sum(n) > 0`,
  4,
);

/** The query for the folders of each account. */
export const accountFolderCounts: Query = {
  sql: `select folder as name, account_id, ${LIVE}, ${UNREAD}
    from emails_tally where user_id = ?1 group by folder, account_id having sum(n) > 0 order by folder limit ?2`,
  params: [limits.names],
};

/** The tags of a resource, with those that are unread if it has such records. */
export function tagCounts({ table, list }: Resource): NameCounts {
  const unread = list.countedByTag?.includes('is_read') ? `, ${UNREAD}` : '';
  const sql = `select tag as name, ${LIVE}, ${TRASHED}${unread} from ${table}_tag_tally
    where user_id = ?1 {where} group by tag having sum(n) > 0 order by tag`;
  return countsBy('tag', sql, 1);
}

/** The query for the folders that mail servers have. */
export const serverFolders: Query = {
  sql: 'select distinct folder as name, account_id from imap_folders where user_id = ?1 limit ?2',
  params: [limits.names],
};

/** How many mails return to this folder when their snooze ends. */
export async function countSnoozed(tx: Tx, folder: string): Promise<number> {
  const row = await tx.get('select count(*) as n from emails where user_id = ?1 and snoozed_from = ?2', folder);
  return Number(row?.n);
}

export function putName(tx: Tx, kind: string, { name, seq, color, position }: NameRow): void {
  tx.run(
    `insert into names (user_id, kind, name, seq, color, position, created_at, updated_at)
      values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)
      on conflict (user_id, kind, name) do update set seq = excluded.seq, color = excluded.color,
        position = excluded.position, updated_at = excluded.updated_at`,
    kind,
    name,
    seq,
    color,
    position,
    tx.timestamp,
  );
}

export function dropName(tx: Tx, kind: string, name: string): void {
  tx.run('delete from names where user_id = ?1 and kind = ?2 and name = ?3', kind, name);
}
