// Searches for beginnings of words are rewritten so that FTS5 has less to merge, and find the same.
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { createPrefixReader, nextLetters } from '../../../src/store/sqlite/prefixes.ts';
import { searchTable } from '../../../src/store/sqlite/search.ts';

const db = new DatabaseSync(':memory:');
const TEXTS = [
  'lease',
  'leases old',
  'leasing',
  'lea',
  'release',
  'Leaseö',
  'lease𝕏 house',
  '\ue003leases',
  'old house',
];
db.exec(searchTable('mails'));
for (const [row, text] of TEXTS.entries())
  db.prepare('insert into mails (rowid, words) values (?, ?)').run(row, text.toLowerCase());
const prefixes = createPrefixReader(db);
prefixes.open('mails');
const rowids = (expression: string) =>
  db.prepare('select rowid from mails where mails match ? order by rowid').all(expression);

it.each([
  ['"lease" *', '("lease" OR "leases" * OR "leaseö" * OR "lease𝕏" *)'],
  ['"leas" *', '("leas" OR "lease" * OR "leasi" *)'],
  ['"\ue003leas" *', '("\ue003leas" OR "\ue003lease" *)'],
  ['"missing" *', '("missing")'],
  ['("house" *) AND ("old")', '(("house")) AND ("old")'],
  ['"lea" *', '"lea" *'],
  ['"le" *', '"le" *'],
  ['"old house" *', '"old house" *'],
  ['"leases"', '"leases"'],
])('%s becomes %s', (expression, expected) => {
  const rewritten = prefixes.rewrite('mails', expression) as string;
  expect(rewritten).toBe(expected);
  expect(rowids(rewritten)).toEqual(rowids(expression));
});

it('a beginning that very many letters follow stays as it is', () => {
  const following = Array.from({ length: 50 }, (_, n) => `word${String.fromCodePoint(0x4e00 + n)}`);
  const first = (from: string, end: string) => following.find((word) => word >= from && word < end);
  expect(nextLetters('word', first)).toBeNull();
  expect(nextLetters('words', first)).toEqual([]);
});
