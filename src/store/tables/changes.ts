// The change log of a user: one row per change, numbered without gaps in commit order by a counter that is incremented
// in the same transaction (`nextSeq` of the port). A row refers to the previous change of the same record, so that
// erasing a record finds and clears all of them without an index.
import { briefContent } from '../engine/large-texts.ts';
import type { Dialect, Query, Row, Tx, Value } from '../port.ts';

export interface Change {
  event: string;
  recordId: string;
  /** The record as JSON, without its body if `body` is set. */
  doc: string;
  body: number | null;
  /** The body that this change replaced; it is deleted with this row, because only older rows refer to it. */
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

/** The range of the log: the valid values of `since`. */
export const reachQuery: Query = { sql: 'select seq, pruned_seq from logs where user_id = ?1', params: [] };

// Each with the content of its body, unless it is huge; or without any content, so that no body is read.
const WHERE = 'where c.user_id = ?1 and c.seq > ?2';
const WITH_BODY = `select c.seq, c.event, c.at, c.doc, c.body, ${briefContent} from changes c
  left join bodies b on b.user_id = ?1 and b.body = c.body ${WHERE}`;
const WITHOUT_BODY = `select c.seq, c.event, c.at, c.doc, c.body from changes c ${WHERE}`;

/** What is read of the log at a time: at most this many changes or bytes, but at least one change. */
export interface ChangesPart {
  limit: number;
  bytes: number;
  /** Whether the bodies of records are read. */
  bodies: boolean;
  /** Whether a huge body is left out, and the message is marked. */
  withoutHuge?: true;
}

function selectChanges(conditions: string, params: Value[], { bytes, bodies }: ChangesPart): Query {
  const sql = `${bodies ? WITH_BODY : WITHOUT_BODY} ${conditions}order by c.seq limit ?3`;
  return { sql, params, bounded: bodies ? ['doc', 'content'] : ['doc'], max: bytes };
}

/** The changes after a seq, oldest first. */
export function changesQuery(since: number, part: ChangesPart): Query {
  return selectChanges('', [since, part.limit], part);
}

/** The event names in a range of the log, from after `since` up to `end`. */
export function eventsQuery(since: number, end: number): Query {
  return {
    sql: 'select distinct event from changes where user_id = ?1 and seq > ?2 and seq <= ?3',
    params: [since, end],
  };
}

/** How many changes of each event are in such a range. */
export function eventCountsQuery(since: number, end: number): Query {
  return {
    sql: 'select event, count(*) as n from changes where user_id = ?1 and seq > ?2 and seq <= ?3 group by event',
    params: [since, end],
  };
}

/** The changes of a range with one of these events. Records and bodies of the others are not read. */
export function stretchQuery(dialect: Dialect, since: number, end: number, events: string[], part: ChangesPart): Query {
  const params = [since, part.limit, end, dialect.list(events)];
  return selectChanges(`and c.seq <= ?4 and c.event ${dialect.in(5)} `, params, part);
}

/** Clears the log entries of an erased record: the changes stay, without their content. */
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

/** Deletes up to `max` changes from before a moment, and the bodies that only they refer to; returns how many. */
export async function pruneChanges(tx: Tx, before: number, max: number): Promise<number> {
  const oldest = await tx.all('select seq, at, replaced from changes where user_id = ?1 order by seq limit ?2', max);
  // Only from the beginning of the log, even if a clock that was set back has written older times further on.
  const young = oldest.findIndex((row) => (row.at as number) >= before);
  const rows = young < 0 ? oldest : oldest.slice(0, young);
  const last = rows.at(-1);
  if (!last) return 0;
  tx.run('delete from changes where user_id = ?1 and seq <= ?2', last.seq as number);
  tx.run('update logs set pruned_seq = ?2 where user_id = ?1', last.seq as number);
  for (const row of rows) dropBody(tx, row.replaced as number | null);
  return rows.length;
}

export function putBody(tx: Tx, body: number, content: string): void {
  tx.run('insert into bodies (user_id, body, content) values (?1, ?2, ?3)', body, content);
}

export function dropBody(tx: Tx, body: number | null): void {
  if (body !== null) tx.run('delete from bodies where user_id = ?1 and body = ?2', body);
}
