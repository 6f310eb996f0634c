// The entries of the search index are written in slices, so that a transaction with many does not delay other requests.
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limits } from '../../../src/limits.ts';
import { createMerging } from '../../../src/store/sqlite/merging.ts';
import { leaveMerging, searchTable, writeEntries } from '../../../src/store/sqlite/search.ts';
import { newMigratedDatabase } from '../../support/databases.ts';
import { databaseOfSchema } from '../../support/older-stores.ts';
import { startTestService } from '../../support/service.ts';

const usual = limits.slice;
beforeAll(() => Object.assign(limits, { slice: 0 }));
afterAll(() => Object.assign(limits, { slice: usual }));

it('other work is done between two entries of a transaction', async () => {
  const db = new DatabaseSync(':memory:');
  db.exec(searchTable('mails_search'));
  const entries = ['one', 'two', 'three'].map((text, index) => ({ table: 'mails_search', key: index + 1, text }));
  const seen: number[] = [];
  const look = () => {
    const { n } = db.prepare('select count(*) as n from mails_search_docsize').get() as { n: number };
    seen.push(n);
    if (n < entries.length) setImmediate(look);
  };
  setImmediate(look);
  await writeEntries(entries, (sql) => db.prepare(sql));
  expect(seen).toEqual(expect.arrayContaining([1, 2]));
  db.close();
});

/** The parts of the index. */
function segmentsIn(db: DatabaseSync): number {
  return (db.prepare('select count(distinct segid) as n from mails_search_idx').get() as { n: number }).n;
}

it('an index is merged in small steps, and other work is done between them', async () => {
  const db = new DatabaseSync(':memory:');
  db.exec(`${searchTable('mails_search')}; ${leaveMerging('mails_search')}`);
  const merge = createMerging();
  let turns = 0;
  const steps: number[] = [];
  const prepare = (sql: string) => {
    if (sql.includes("'merge'")) steps.push(turns);
    return db.prepare(sql);
  };
  const text = (seed: number) =>
    Array.from({ length: 6000 }, (_, at) => `w${(seed * 7919 + at * 31) % 50_000}`).join(' ');
  let isOver = false;
  const count = () => void (++turns && !isOver && setImmediate(count));
  setImmediate(count);
  for (let key = 1; key <= 12; key++) {
    const entries = [{ table: 'mails_search', key, text: text(key) }];
    db.exec('begin');
    await writeEntries(entries, prepare);
    await merge(entries, prepare);
    db.exec('commit');
  }
  isOver = true;
  expect(steps.length).toBeGreaterThan(3);
  expect(new Set(steps).size).toBe(steps.length);
  expect(segmentsIn(db)).toBeLessThan(8);
  db.close();
});

it.each([
  ['a new database', async () => (await newMigratedDatabase()).place],
  ['an upgraded one', () => databaseOfSchema(16, ["insert into users (name, created_at) values ('owner', 1)"])],
])('%s leaves merging to these steps', async (_, make) => {
  const place = await make();
  await (await startTestService({ database: place })).stop();
  const db = new DatabaseSync(place, { readOnly: true });
  const found = ['emails', 'events', 'contacts'].map((table) =>
    db.prepare(`select v from ${table}_search_1_config where k = 'automerge'`).get(),
  );
  expect(found).toEqual([{ v: 0 }, { v: 0 }, { v: 0 }]);
  db.close();
});
