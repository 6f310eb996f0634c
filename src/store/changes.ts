// The user's change log: one row for each change, numbered without gaps in commit order by a counter that is
// raised in the same transaction (`nextSeq` of the port). A row points at the change before it of the same record, so that erasing a record
// can find and empty all of them without an index.
import type { Lists, Query, Row, Tx } from './store.ts';

export interface Change {
  event: string;
  recordId: string;
  /** The record as JSON, without its body when `body` says where that is. */
  doc: string;
  body: number | null;
  /** The body that this change put out of use; it goes when this row goes, for only older rows name it. */
  replaced: number | null;
  /** The seq of the record's change before this one. */
  previous: number | null;
}

export function appendChange(tx: Tx, seq: number, change: Change): void {
  tx.run(
    'insert into changes (user_id, seq, event, at, record_id, previous, body, replaced, doc) values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)',
    seq,
    change.event,
    tx.timestamp,
    change.recordId,
    change.previous,
    change.body,
    change.replaced,
    change.doc,
  );
}

/** Where the log begins and ends: what `since` may be. */
export const reachQuery: Query = { sql: 'select seq, pruned_seq from logs where user_id = ?1', params: [] };

// Each with its body's content.
const CHANGES = `select c.seq, c.event, c.at, c.doc, c.body, b.content from changes c
  left join bodies b on b.user_id = ?1 and b.body = c.body where c.user_id = ?1 and c.seq > ?2`;
const TEXTS = ['doc', 'content'];

/** The changes after a seq, oldest first. */
export function changesQuery(since: number, limit: number, most: number): Query {
  return { sql: `${CHANGES} order by c.seq limit ?3`, params: [since, limit], bounded: TEXTS, most };
}

/** The names of the events in a stretch of the log, from after `since` up to `end`. */
export function eventsQuery(since: number, end: number): Query {
  return {
    sql: 'select distinct event from changes where user_id = ?1 and seq > ?2 and seq <= ?3',
    params: [since, end],
  };
}

/** The changes of a stretch that have one of these events. Of the others, neither record nor body is read. */
export function stretchQuery(
  lists: Lists,
  since: number,
  end: number,
  events: string[],
  limit: number,
  most: number,
): Query {
  return {
    sql: `${CHANGES} and c.seq <= ?4 and c.event ${lists.in(5)} order by c.seq limit ?3`,
    params: [since, limit, end, lists.of(events)],
    bounded: TEXTS,
    most,
  };
}

/** Empties what the log tells of a record that is being erased: the changes stay, their content goes. */
export async function forgetRecord(tx: Tx, lastSeq: number, emptied: string): Promise<void> {
  for (let seq: number | null = lastSeq; seq !== null; ) {
    const row: Row | undefined = await tx.get(
      'select previous, body, replaced from changes where user_id = ?1 and seq = ?2',
      seq,
    );
    if (!row) return;
    tx.run('update changes set doc = ?3, body = null, replaced = null where user_id = ?1 and seq = ?2', seq, emptied);
    dropBody(tx, row.body as number | null);
    dropBody(tx, row.replaced as number | null);
    seq = row.previous as number | null;
  }
}

/** Drops up to `most` changes made before a moment, with the bodies that only they still name; returns how many. */
export async function pruneChanges(tx: Tx, before: number, most: number): Promise<number> {
  const oldest = await tx.all('select seq, at, replaced from changes where user_id = ?1 order by seq limit ?2', most);
  // From the front of the log only, whatever a clock that was set back has written further on.
  const young = oldest.findIndex((row) => (row.at as number) >= before);
  const rows = young < 0 ? oldest : oldest.slice(0, young);
  const last = rows.at(-1);
  if (!last) return 0;
  tx.run('delete from changes where user_id = ?1 and seq <= ?2', last.seq as number);
  tx.run('update logs set pruned_seq = ?2 where user_id = ?1', last.seq as number);
  for (const row of rows) dropBody(tx, row.replaced as number | null);
  return rows.length;
}

export function dropBody(tx: Tx, body: number | null): void {
  if (body !== null) tx.run('delete from bodies where user_id = ?1 and body = ?2', body);
}
