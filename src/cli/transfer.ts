// Copies all rows of a store or export into another store, compares them with the source, and rebuilds what is derived
// from them (search index, folded columns).
import { forgetRows } from '../calendar/event-rows.ts';
import { forgetCorrespondents } from '../correspondents/job.ts';
import { AppError } from '../errors.ts';
import { indexAll } from '../records/search-index.ts';
import { StoreProblem } from '../store/engine/problem.ts';
import { keyMaker } from '../store/engine/time-keys.ts';
import type { Row, Snapshot, Store, Tx } from '../store/port.ts';
import { fillConversations } from '../store/tables/conversations/tables.ts';
import { fillCounters } from '../store/tables/counter-tables.ts';
import { createUserTables, resumeNumbers } from '../store/tables/users.ts';
import { differenceOf, newSummer, type Sums } from '../store/transfer/checksums.ts';
import { insertRows, pagesOf, type Table, tables, valuesOf } from '../store/transfer/tables.ts';
import { requireSoundRows } from './row-checks.ts';

export type RowSource = AsyncIterable<{ table: Table; rows: Row[] }>;

/** The current step and its progress. */
export type Report = (step: 'upgrade' | 'copy' | 'index' | 'verify', done: number, total: number) => void;

export async function fillStore(target: Store, source: RowSource, report: Report): Promise<Sums> {
  const expected = newSummer();
  const newKey = keyMaker();
  let problem: StoreProblem | undefined;
  for await (const { table, rows } of source) {
    if (problem) continue; // reads on without storing: a damaged source says so at its end, which is the better reason
    const values = rows.map((row) => valuesOf(table, row));
    for (const one of values) expected.add(table.name, one);
    try {
      requireSoundRows(table, rows);
      await insertPage(target, table, rows, values, newKey);
    } catch (error) {
      if (!(error instanceof StoreProblem)) throw error; // the store is unavailable or full
      problem = error;
    }
  }
  if (problem) throw problem;
  await target.administer(resumeNumbers);
  const sums = expected.sums();
  await target.administer(fillCounters);
  await fillConversations(target);
  await verify(target, sums, report);
  await indexAll(target, (done, total) => report('index', done, total));
  await target.administer((tx) => {
    forgetRows(tx);
    forgetCorrespondents(tx);
  });
  return sums;
}

async function insertPage(
  target: Store,
  table: Table,
  rows: Row[],
  values: ReturnType<typeof valuesOf>[],
  newKey: ReturnType<typeof keyMaker>,
): Promise<void> {
  const insert = async (tx: Tx) => {
    // Keys that one engine treats as different can be equal in the other.
    const { keyedBy } = table;
    if (keyedBy === null) await insertRows(tx, table, values);
    else {
      const keyed = values.map((row, index) => [...row, newKey(rows[index]?.[keyedBy] as number | null)]);
      await insertRows(tx, { name: table.name, columns: [...table.columns, 'key'] }, keyed);
    }
    if (table.name === 'users') for (const row of rows) createUserTables(tx, row.user_id as number);
  };
  await target.administer(insert).catch((error: unknown) => {
    if (error instanceof AppError) throw error;
    throw new StoreProblem(`the rows of ${table.name} cannot be stored: ${(error as Error).message}.`);
  });
}

/** All rows of a store, from one snapshot. */
export async function* rowsOfStore(read: Snapshot, total: number, report: Report): RowSource {
  let done = 0;
  for (const table of tables) {
    for await (const rows of pagesOf(read, table)) {
      yield { table, rows };
      done += rows.length;
      report('copy', done, total);
    }
  }
}

async function verify(target: Store, expected: Sums, report: Report): Promise<void> {
  const total = Object.values(expected).reduce((sum, { rows }) => sum + rows, 0);
  const found = newSummer();
  await target.snapshot(async (read) => {
    for await (const { table, rows } of rowsOfStore(read, total, (_, done) => report('verify', done, total)))
      for (const row of rows) found.add(table.name, valuesOf(table, row));
  });
  const difference = differenceOf(expected, found.sums());
  if (difference) throw new StoreProblem(`the copy differs from the source: ${difference}. Run the command again.`);
}
