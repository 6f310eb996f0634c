// A batch by filter reads what it needs by an index: its matches, those of a few ids whatever the filter is, and the
// records of a deleted name without the log since the deletion.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planWhere, type Where } from '../../../src/mail/batches/where.ts';
import { openStore } from '../../../src/open-store.ts';
import { creatable, create } from '../../../src/records/records.ts';
import { email } from '../../../src/resources/email.ts';
import { event } from '../../../src/resources/event.ts';
import type { Query, Store } from '../../../src/store/port.ts';
import { matchesAfter, matchesAmong, matchesCount } from '../../../src/store/tables/matching-rows.ts';
import { findNamed, findTagged } from '../../../src/store/tables/record-lookups.ts';
import { query } from '../../instances/database.ts';
import { rowsRead } from '../../instances/statements.ts';
import { endDatabase, engine, newMigratedDatabase } from '../../support/databases.ts';

const OWNER = 1;
const MANY = 3000;
const context = { timezone: 'UTC', source: 'local', versions: null };
const rare = { folder: 'Rare', labels: ['rare'], thread_id: 'rare', subject: 'The lease', is_starred: true };

let place: string;
let store: Store;
let ids: string[];

beforeAll(async () => {
  ({ place } = await newMigratedDatabase());
  store = await openStore({ data: '', database: place });
  ids = await store.write(OWNER, async (tx) => {
    const made: string[] = [];
    for (let index = 0; index < 5; index++) {
      const body = { from_address: 'a@b.org', received_at: '2026-06-01T09:00:00Z', ...rare };
      made.push((await create(tx, email, creatable(email), body, context)).record.id);
    }
    return made;
  });
  // Only PostgreSQL plans by how many rows there are.
  if (engine === 'postgres') await query(place, MANY_EMAILS);
});
afterAll(async () => {
  await store.close();
  await endDatabase(place);
});

const columns =
  'doc, source, created_at, updated_at, folder, is_read, is_starred, has_attachments, status, received_at';
const MANY_EMAILS = `insert into emails (user_id, key, id, handle, seq, first_seq, ${columns})
  select 1, 1000 + n, '00000000-0000-7000-8000-' || lpad(n::text, 12, '0'), n::text, 1000 + n, 1000 + n, '{}', 'api', 1, 1, 'INBOX', 0, 0, 0, 'received', n
  from generate_series(1, ${MANY}) n; analyze emails; analyze emails_tags`;

const wheres: [string, Where, RegExp][] = [
  ['a folder', { folder: 'Rare' }, /emails_folder \(user_id=\? AND folder=\?/],
  ['unread mail of a folder', { folder: 'Rare', is_read: false }, /emails_(unread|folder) \(user_id=\? AND folder=\?/],
  ['a label', { label: 'rare' }, /emails_id \(user_id=\? AND id=\?/],
  ['a conversation', { thread_id: 'rare' }, /emails_thread_live \(user_id=\? AND thread_id=\?/],
  ['a search', { search: 'lease' }, /INTEGER PRIMARY KEY \(rowid=\?/],
];
const planOf = (where: Where) => planWhere({ ...where, until_seq: 1_000_000 }, Date.now()).plan;

/** The steps of SQLite that read the records themselves. */
async function steps({ sql, params }: Query, alias = 'r'): Promise<string[]> {
  const rows = await store.catalogue(`explain query plan ${sql}`, OWNER, ...params);
  return rows.map(({ detail }) => detail as string).filter((step) => step.split(' ')[1] === alias);
}

describe.each(wheres)('%s', (_what, where, index) => {
  const plan = planOf(where);

  it.each([
    ['the matches', () => matchesAfter(store.dialect, OWNER, plan, '', 100)],
    ['the count', () => matchesCount(store.dialect, OWNER, plan)],
  ])('%s are read by the index of the filter', async (_query, make) => {
    if (engine === 'postgres') expect(await rowsRead(place, make(), 'emails')).toBeLessThan(20);
    else expect(await steps(make())).toEqual([expect.stringMatching(index)]);
  });

  it('a few ids are read by their keys', async () => {
    const among = matchesAmong(store.dialect, OWNER, plan, ids.slice(0, 2));
    if (engine === 'postgres') expect(await rowsRead(place, among, 'emails')).toBeLessThan(20);
    else {
      expect(await steps(among)).toEqual([expect.stringMatching(/^SEARCH r USING INTEGER PRIMARY KEY \(rowid=\?\)/)]);
      expect(await steps(among, 'i')).toEqual([expect.stringMatching(/emails_id \(user_id=\? AND id=\?\)/)]);
    }
  });
});

it('all mail is read in the order of its ids, a chunk at a time', async () => {
  const chunk = matchesAfter(store.dialect, OWNER, planOf({ all: true }), '', 100);
  if (engine === 'postgres') expect(await rowsRead(place, chunk, 'emails')).toBeLessThan(200);
  else expect(await steps(chunk)).toEqual([expect.stringMatching(/emails_id \(user_id=\? AND id>\?\)/)]);
});

describe('what was created after the deletion of a name', () => {
  const named = { name: 'Rare', until: 1, max: 100 };

  it.each([
    ['events by their calendar', event, { column: 'calendar_name', trash: 'without' as const }],
    ['emails by their folder', email, { column: 'folder', trash: 'without' as const }],
    ['emails by their label', email, null],
  ])('%s: the log since then is not read', async (_what, resource, column) => {
    const sent: Query[] = [];
    await store.write(OWNER, async (tx) => {
      const all = (sql: string, ...params: Query['params']) => {
        sent.push({ sql, params });
        return tx.all(sql, ...params);
      };
      await (column
        ? findNamed({ ...tx, all }, resource, { ...named, ...column })
        : findTagged({ ...tx, all }, resource, named));
    });
    const found = sent[0] as Query;
    if (engine === 'postgres') expect(await rowsRead(place, found, 'changes')).toBeLessThan(5);
    else for (const step of await steps(found, 'c')) expect(step).toMatch(/\(user_id=\? AND seq=\?\)/);
  });
});
