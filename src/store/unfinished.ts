// Work that puts records into a PostgreSQL database from outside and may be interrupted: while it goes on the
// database says so, is served by nobody, and the work can only be begun anew.
import { randomUUID } from 'node:crypto';
import { resources } from '../resources/all.ts';
import { holdsRecords, StoreProblem } from './problem.ts';
import type { ReadStore, Store } from './store.ts';
import { isEmpty, tables } from './tables.ts';
import { tallyCounts } from './tally-fills.ts';

// What is made again from the records.
const derivedTables = [
  ...resources.flatMap((resource) => tallyCounts(resource).map(({ table }) => table)),
  ...resources.map(({ path }) => `${path}_search`),
  'notes',
];

export async function unfinishedWork(store: ReadStore): Promise<string | undefined> {
  const [row] = await store.catalogue('select work from unfinished');
  return row && (row.work as string).split(' ', 1)[0];
}

/** Marks the database and takes out what an earlier try has left; refuses one with records. Returns the mark. */
export async function beginWork(store: Store, work: string): Promise<string> {
  const all = [...tables.map(({ name }) => name), ...derivedTables];
  const mark = `${work} ${randomUUID()}`;
  await store.administer(async (tx) => {
    tx.run('lock table logs, unfinished in exclusive mode'); // nobody writes between the look and the truncate
    const begun = await tx.get('select work from unfinished');
    if (!begun && !(await isEmpty((sql) => tx.all(sql)))) throw holdsRecords(store.about.location, work);
    tx.run(`truncate ${all.join(', ')}, unfinished`);
    tx.run('insert into unfinished (work, since) values (?1, ?2)', mark, tx.now);
  });
  return mark;
}

/** Takes the mark off, unless other work has begun here meanwhile. */
export async function endWork(store: Store, mark: string): Promise<void> {
  const ended = await store.administer((tx) =>
    Promise.resolve(tx.count('delete from unfinished where work = ?1', mark)),
  );
  if (ended !== 1) throw new StoreProblem(`${store.about.location} was taken by other work meanwhile; look at that.`);
}
