// Puts all records of one store or export into another store: the rows as they are, compared row by row with where they
// came from, and then what is made of them (the search index, folded columns) by the rules of today.
import { AppError } from '../errors.ts';
import { resources } from '../resources/all.ts';
import { differenceOf, newSummer, type Sums } from '../store/checksums.ts';
import { StoreProblem } from '../store/problem.ts';
import type { Row, Snapshot, Store, Tx } from '../store/store.ts';
import { insertRows, pagesOf, type Table, tables, valuesOf } from '../store/tables.ts';
import { tallyFills } from '../store/tally-fills.ts';
import { keyMaker } from '../store/time-keys.ts';
import { requireSoundRows } from './row-checks.ts';
import { indexAll } from './search-index.ts';

export type RowSource = AsyncIterable<{ table: Table; rows: Row[] }>;

/** What is being done, and how far it is. */
export type Report = (step: 'upgrade' | 'copy' | 'index' | 'verify', done: number, total: number) => void;

export async function fillStore(target: Store, source: RowSource, report: Report): Promise<Sums> {
  const expected = newSummer();
  const newKey = keyMaker();
  for await (const { table, rows } of source) {
    const values = rows.map((row) => valuesOf(table, row));
    for (const one of values) expected.add(table.name, one);
    requireSoundRows(table, rows);
    const insert = async (tx: Tx) => {
      // Keys are the store's own: one engine's may stand twice in the other.
      const { keyedBy } = table;
      if (keyedBy === null) await insertRows(tx, table, values);
      else {
        const keyed = values.map((row, index) => [...row, newKey(rows[index]?.[keyedBy] as number | null)]);
        await insertRows(tx, { name: table.name, columns: [...table.columns, 'key'] }, keyed);
      }
      if (table.name === 'users') for (const row of rows) await target.addUser(tx, row.user_id as number);
    };
    await target.administer(insert).catch((error: unknown) => {
      if (error instanceof AppError) throw error; // the store is away or full
      throw new StoreProblem(`the rows of ${table.name} cannot be stored: ${(error as Error).message}.`);
    });
  }
  await target.administer(async (tx) => target.resumeNumbers(tx));
  const sums = expected.sums();
  await target.administer(async (tx) => {
    for (const sql of resources.flatMap(tallyFills)) tx.run(sql);
  });
  await verify(target, sums, report);
  await indexAll(target, (done, total) => report('index', done, total));
  return sums;
}

/** All rows of a store, one moment of it. */
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
  if (difference) throw new StoreProblem(`the copy is not the same: ${difference}. Run it again.`);
}
