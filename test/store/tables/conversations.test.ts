// Conversations are read by indexes, however many mails and conversations there are, and whatever the engine knows of
// its tables: SQLite has no statistics of them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../../src/open-store.ts';
import { planList } from '../../../src/records/list-plan.ts';
import { creatable, create } from '../../../src/records/records.ts';
import { email } from '../../../src/resources/email.ts';
import type { Query, Store } from '../../../src/store/port.ts';
import { contentQueries, mailIdsOf, type Selected } from '../../../src/store/tables/conversations/contents.ts';
import { readLatest } from '../../../src/store/tables/conversations/latest.ts';
import { placesQuery, totalQueries } from '../../../src/store/tables/conversations/list.ts';
import { conversationTables, fillConversations } from '../../../src/store/tables/conversations/tables.ts';
import { listQueries } from '../../../src/store/tables/list.ts';
import { emailIdsOfThread } from '../../../src/store/tables/message-links.ts';
import { query } from '../../instances/database.ts';
import { rowsRead } from '../../instances/statements.ts';
import { endDatabase, engine, newMigratedDatabase } from '../../support/databases.ts';

const OWNER = 1;
const MANY = 3000;
const context = { timezone: 'UTC', source: 'local', versions: null };
const rare = { folder: 'INBOX', labels: ['rare'], thread_id: 'rare', is_starred: true };

let place: string;
let store: Store;

beforeAll(async () => {
  ({ place } = await newMigratedDatabase());
  store = await openStore({ data: '', database: place });
  await store.write(OWNER, async (tx) => {
    for (const is_read of [true, false]) {
      const body = { from_address: 'a@b.org', received_at: '2020-06-01T09:00:00Z', is_read, ...rare };
      await create(tx, email, creatable(email), body, context);
    }
  });
  // Only PostgreSQL plans by how many rows there are.
  if (engine === 'postgres') await query(place, MANY_ROWS);
});
afterAll(async () => {
  await store.close();
  await endDatabase(place);
});

const columns =
  'doc, source, created_at, updated_at, folder, is_read, is_starred, has_attachments, status, received_at, thread_id';
const counts = 'latest_at, mails, unread, starred, attached';
const MANY_ROWS = `insert into emails (user_id, key, id, handle, seq, first_seq, ${columns})
    select 1, 1000 + n, '00000000-0000-7000-8000-' || lpad(n::text, 12, '0'), n::text, 1000 + n, 1000 + n, '{}', 'api', 1, 1, 'INBOX', 1, 0, 0, 'received', 1700000000000 + n, 't' || n / 3
    from generate_series(1, ${MANY}) n;
  insert into conversations (user_id, id, ${counts}, drafts, trashed)
    select 1, 't' || n, 1700000000000 + n, 3, 0, 0, 0, 0, 0 from generate_series(1, ${MANY}) n;
  insert into conversation_lists (user_id, id, list, ${counts})
    select 1, 't' || n, 'folder INBOX', 1700000000000 + n, 3, 0, 0, 0 from generate_series(1, ${MANY}) n;
  analyze emails; analyze conversations; analyze conversation_lists`;

/** How SQLite reads the rows with an alias. */
async function steps({ sql, params }: Query, alias: string): Promise<string[]> {
  const rows = await store.catalogue(`explain query plan ${sql}`, OWNER, ...params);
  const found = rows.map(({ detail }) => detail as string).filter((step) => step.split(' ')[1] === alias);
  return found.map((step) => step.replace(/^SEARCH \w+ USING (COVERING )?(INDEX )?/, ''));
}

const planOf = (filters: object) => planList(email, { ...filters, body: false }, 'UTC', Date.now()).plan;

describe('what a list shows', () => {
  const content = () => contentQueries(store.dialect, ['rare', 't7']);

  it('mails are looked up from their conversations', async () => {
    const [, , mails] = content();
    if (engine === 'postgres') {
      expect(await rowsRead(place, mails, 'emails')).toBeLessThan(40);
      expect(await rowsRead(place, mails, 'conversations')).toBeLessThan(10);
      return;
    }
    const byId = 'PRIMARY KEY (user_id=? AND id=?)';
    expect(await steps(mails, 'c')).toEqual([byId, byId]);
    expect(await steps(mails, 'r')).toEqual([
      'emails_thread_live (user_id=? AND thread_id=?)',
      'INTEGER PRIMARY KEY (rowid=?)',
    ]);
    const found = ['received_at>?', 'received_at>?', 'received_at=?', 'received_at=?'];
    expect(await steps(mails, 'm')).toEqual(
      ['emails_thread_live', 'emails_thread'].flatMap((index) =>
        found.map((received) => `${index} (user_id=? AND thread_id=? AND ${received})`),
      ),
    );
  });

  it('folders and labels are those of these conversations', async () => {
    const [, lists] = content();
    if (engine === 'postgres') expect(await rowsRead(place, lists, 'conversation_lists')).toBeLessThan(20);
    else
      expect(new Set(await steps(lists, 'l'))).toEqual(
        new Set(['PRIMARY KEY (user_id=? AND id=? AND list>? AND list<?)']),
      );
  });

  it('many labels of one leave the folders and labels of another', async () => {
    await store.write(OWNER, (tx) => {
      for (let n = 0; n < 500; n++)
        tx.run(
          `insert into conversation_lists (user_id, id, list, ${counts}) values (?1, 'a', ?2, 1, 1, 0, 0, 0)`,
          `label ${1000 + n}`,
        );
      tx.run(
        `insert into conversations (user_id, id, ${counts}, drafts, trashed) values (?1, 'a', 1, 1, 0, 0, 0, 0, 0)`,
      );
    });
    const [, lists] = contentQueries(store.dialect, ['a', 'rare']);
    const [rows = []] = await store.read(OWNER, [lists]);
    expect(rows.filter(({ id }) => id === 'a').map(({ list }) => list)).toEqual(
      Array.from({ length: 200 }, (_, n) => `label ${1000 + n}`),
    );
    const others = rows.filter(({ id }) => id === 'rare').map(({ list }) => list);
    expect(others.sort()).toEqual(['folder INBOX', 'label rare']);
  });
});

describe('the mails of a conversation', () => {
  it.each<[Selected, string]>([
    ['live', 'emails_thread_live'],
    ['received', 'emails_thread_live'],
    ['trashed', 'emails_thread'],
  ])('%s ones are found by its index', async (selected, index) => {
    const ids = mailIdsOf('rare', selected, 501);
    if (engine === 'postgres') expect(await rowsRead(place, ids, 'emails')).toBeLessThan(10);
    else expect(await steps(ids, 'r')).toEqual([`${index} (user_id=? AND thread_id=?)`]);
  });

  it('those that a merge moves are found by its index, in the order of their ids', async () => {
    const sent: Query[] = [];
    const ids = await store.write(OWNER, (tx) => {
      const all = (sql: string, ...params: Query['params']) => {
        sent.push({ sql, params });
        return tx.all(sql, ...params);
      };
      return emailIdsOfThread({ ...tx, all }, 'rare');
    });
    expect(ids).toEqual([...ids].sort());
    expect(ids).toHaveLength(2);
    if (engine === 'postgres') expect(await rowsRead(place, sent[0] as Query, 'emails')).toBeLessThan(10);
    else expect(await steps(sent[0] as Query, 'emails')).toEqual(['emails_thread (user_id=? AND thread_id=?)']);
  });
});

const slice = { order: 'desc' as const, max: 51, skipped: 0 };
const listed = (property: string) => `conversation_lists_${property} (user_id=? AND list=?)`;

describe.each<[string, object, string]>([
  ['all', {}, 'conversations_latest (user_id=?)'],
  ['unread', { is_read: false }, 'conversations_unread (user_id=?)'],
  ['starred', { is_starred: true }, 'conversations_starred (user_id=?)'],
  ['with an attachment', { has_attachments: true }, 'conversations_attached (user_id=?)'],
  ['in the trash', { only_deleted: true }, 'conversations_trashed (user_id=?)'],
  ['with those in the trash', { include_deleted: true }, 'conversations_all (user_id=?)'],
  ['of a folder', { folder: 'INBOX' }, listed('latest')],
  ['unread of a folder', { folder: 'INBOX', is_read: false }, listed('unread')],
  ['starred of a folder', { folder: 'INBOX', is_starred: true }, listed('starred')],
  ['with an attachment of a folder', { folder: 'INBOX', has_attachments: true }, listed('attached')],
  ['starred with a label', { label: 'rare', is_starred: true }, listed('starred')],
])('a list of those %s', (_what, filters, index) => {
  it('is read in the order of its own index, from any place', async () => {
    const plan = planOf(filters);
    const first = placesQuery(store.dialect, OWNER, plan, slice, false);
    const from = { place: { latest_at: 1_800_000_000_000, id: 'x' }, isIncluded: false };
    const second = placesQuery(store.dialect, OWNER, plan, { ...slice, from }, false);
    if (engine === 'postgres') {
      for (const one of [first, second]) expect(await readOf(one)).toBeLessThan(60);
      return;
    }
    expect(await steps(first, 'c')).toEqual([index]);
    expect(await steps(second, 'c')).toEqual([expect.stringContaining(`${index.slice(0, -1)} AND `)]);
    const all = await store.catalogue(`explain query plan ${first.sql}`, OWNER, ...first.params);
    expect(all.filter(({ detail }) => /TEMP B-TREE/.test(detail as string))).toEqual([]);
  });

  it('has a total that is stored', async () => {
    const { conversations } = totalQueries(store.dialect, OWNER, planOf(filters));
    if (engine === 'postgres') expect(await readOf(conversations)).toBe(0);
    else expect(await steps(conversations, 'conversation_tally')).toHaveLength(1);
  });
});

async function readOf(one: Query): Promise<number> {
  return (await rowsRead(place, one, 'conversations')) + (await rowsRead(place, one, 'conversation_lists'));
}

it('another total is counted from the index of its conditions', async () => {
  const plan = planOf({ folder: 'INBOX', is_read: false, is_starred: true });
  const { conversations } = totalQueries(store.dialect, OWNER, plan);
  if (engine === 'postgres') expect(await rowsRead(place, conversations, 'emails')).toBeLessThan(10);
  else expect(await steps(conversations, 'r')).toEqual(['emails_unread (user_id=? AND folder=?)']);
});

it.each([
  ['without the trash', {}, 2],
  ['in the trash', { only_deleted: true }, 0],
  ['with the trash', { include_deleted: true }, 2],
])('how many mails a conversation has %s is stored', async (_what, filters, total) => {
  const counted = listQueries(store.dialect, OWNER, planOf({ ...filters, thread_id: 'rare' })).total;
  expect((await store.read(OWNER, [counted]))[0]).toEqual([{ total }]);
  if (engine === 'postgres') expect(await rowsRead(place, counted, 'conversations')).toBeLessThan(2);
  else expect(await steps(counted, 'conversations')).toEqual(['PRIMARY KEY (user_id=? AND id=?)']);
});

describe('the latest mail', () => {
  it('is looked up among those outside the trash when the latest goes there', async () => {
    const sent: Query[] = [];
    await store.write(OWNER, async (tx) => {
      const get = (sql: string, ...params: Query['params']) => {
        sent.push({ sql, params });
        return tx.get(sql, ...params);
      };
      await readLatest({ ...tx, get }, 'rare', 'mails');
    });
    if (engine === 'postgres') expect(await rowsRead(place, sent[0] as Query, 'emails')).toBeLessThan(10);
    else
      expect(await steps(sent[0] as Query, 'r')).toEqual(
        ['received_at>?', 'received_at=?'].map((one) => `emails_thread_live (user_id=? AND thread_id=? AND ${one})`),
      );
  });
});

it('the tables are filled in ranges of conversations, with the same counts', async () => {
  const tables = conversationTables.map(({ table, columns }) => `select ${columns.join(', ')} from ${table}`);
  const rows = () => Promise.all(tables.map((sql) => store.catalogue(`${sql} order by 1, 2, 3, 4, 5`)));
  const filled = async (mailsAtOnce: number) => {
    await store.administer((tx) => {
      for (const { table } of conversationTables) tx.run(`delete from ${table}`);
    });
    await fillConversations(store, mailsAtOnce);
    return rows();
  };
  await store.write(OWNER, async (tx) => {
    for (const thread_id of ['b', 'b', 'b', 'c', 'd'])
      await create(
        tx,
        email,
        creatable(email),
        { from_address: 'a@b.org', received_at: '2020-06-02', thread_id },
        context,
      );
  });
  const whole = await filled(1_000_000);
  expect(whole[0]?.filter(({ id }) => ['b', 'c', 'd', 'rare'].includes(id as string))).toHaveLength(4);
  const [small, smallest] = [engine === 'postgres' ? 1000 : 2, engine === 'postgres' ? 700 : 1];
  expect(await filled(small)).toEqual(whole);
  expect(await filled(smallest)).toEqual(whole);
});
