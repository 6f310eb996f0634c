// The entries of the search index are written in slices, so that a transaction with many does not delay other requests.
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limits } from '../../../src/limits.ts';
import { searchTable, writeEntries } from '../../../src/store/sqlite/search.ts';

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
