// Marks a PostgreSQL database while records are inserted from outside, because that may be interrupted: until it is
// finished, no service starts on the database, and the operation can only be started again.
import { randomUUID } from 'node:crypto';
import { resources, searchedResources } from '../../resources/resources.ts';
import { holdsRecords, StoreProblem } from '../engine/problem.ts';
import type { ReadStore, Store } from '../port.ts';
import { conversationTables } from '../tables/conversations/tables.ts';
import { counterTablesOf } from '../tables/counter-tables.ts';
import { correspondentTables } from '../tables/personal/correspondents.ts';
import { isEmpty, tables } from './tables.ts';

// Derived from the records.
const derivedTables = [
  ...resources.flatMap((resource) => counterTablesOf(resource).map(({ table }) => table)),
  ...conversationTables.map(({ table }) => table),
  ...searchedResources.map(({ table }) => `${table}_search`),
  ...correspondentTables,
  'attachment_texts',
  'notes',
];

export async function unfinishedWork(store: ReadStore): Promise<string | undefined> {
  const [row] = await store.catalogue('select work from unfinished');
  return row && (row.work as string).split(' ', 1)[0];
}

/** Marks the database and removes the remains of an earlier attempt; refuses one with records. Returns the mark. */
export async function beginWork(store: Store, work: string): Promise<string> {
  const all = [...tables.map(({ name }) => name), ...derivedTables];
  const mark = `${work} ${randomUUID()}`;
  await store.administer(async (tx) => {
    tx.run('lock table logs, unfinished in exclusive mode'); // prevents writes between the check and the truncate
    const begun = await tx.get('select work from unfinished');
    if (!begun && !(await isEmpty((sql) => tx.all(sql)))) throw holdsRecords(store.about.location, work);
    tx.run(`truncate ${all.join(', ')}, unfinished`);
    tx.run('insert into unfinished (work, since) values (?1, ?2)', mark, tx.now);
  });
  return mark;
}

/** Removes the mark, unless another operation has started in the meantime. */
export async function endWork(store: Store, mark: string): Promise<void> {
  const ended = await store.administer((tx) =>
    Promise.resolve(tx.count('delete from unfinished where work = ?1', mark)),
  );
  if (ended !== 1)
    throw new StoreProblem(`${store.about.location} is now being filled by another operation; check that one.`);
}
