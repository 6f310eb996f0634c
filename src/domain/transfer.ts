// Puts all records of one store or export into another store: the rows as they are, the search index anew from the
// records, and at the end a comparison of both sides row by row.
import { resources } from '../resources/all.ts';
import type { Resource } from '../resources/resource.ts';
import { differenceOf, newSummer, type Sums } from '../store/checksums.ts';
import { StoreProblem } from '../store/problem.ts';
import { readText, textOf } from '../store/rows.ts';
import type { ReadStore, Row, Snapshot, Store, Tx } from '../store/store.ts';
import { insertRows, pagesOf, type Table, tables, valuesOf } from '../store/tables.ts';
import { indexedText } from './search.ts';

export type RowSource = AsyncIterable<{ table: Table; rows: Row[] }>;

/** What is being done, and how far it is. */
export type Report = (step: 'copy' | 'index' | 'verify', done: number, total: number) => void;

export async function fillStore(target: Store, source: RowSource, report: Report): Promise<Sums> {
  const expected = newSummer();
  for await (const { table, rows } of source) {
    const values = rows.map((row) => valuesOf(table, row));
    for (const one of values) expected.add(table.name, one);
    await target.administer(async (tx) => {
      await insertRows(tx, table, values);
      if (table.name === 'users') for (const row of rows) await target.addUser(tx, row.user_id as number);
    });
  }
  await target.administer(async (tx) => target.resumeNumbers(tx));
  const sums = expected.sums();
  await indexAll(target, sums, report);
  await verify(target, sums, report);
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

async function indexAll(target: Store, sums: Sums, report: Report): Promise<void> {
  const total = resources.reduce((sum, { path }) => sum + (sums[path]?.rows ?? 0), 0);
  let done = 0;
  for (const { user_id: user } of await target.catalogue('select user_id from users order by user_id')) {
    for (const resource of resources) {
      for await (const rows of recordsOf(target, user as number, resource)) {
        await target.write(user as number, (tx) => indexRows(tx, resource, rows));
        done += rows.length;
        report('index', done, total);
      }
    }
  }
}

async function indexRows(tx: Tx, resource: Resource, rows: Row[]): Promise<void> {
  for (const row of rows) {
    const { words, digits } = indexedText(resource, JSON.parse(readText(resource, row)));
    await tx.search.put(resource.path, row.key as number, words, digits);
  }
}

async function* recordsOf(target: ReadStore, user: number, resource: Resource): AsyncGenerator<Row[]> {
  const { columns, from } = textOf(resource);
  const sql = `select r.key, r.id, ${columns} from ${from} where r.user_id = ?1 and r.id > ?2 order by r.id limit 200`;
  for (let last = ''; ; ) {
    const [rows = []] = await target.read(user, [{ sql, params: [last], bounded: ['doc', 'content'] }]);
    if (rows.length === 0) return;
    yield rows;
    last = rows.at(-1)?.id as string;
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
