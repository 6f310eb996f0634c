// Statements stay prepared: a text that is used often is not pushed out by others, what is kept is bounded on both sides,
// and the number of values in a request does not make new texts.
import type { Socket } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attachFiles } from '../../../src/mail/attachments.ts';
import { openEngine } from '../../../src/open-store.ts';
import { find } from '../../../src/records/find.ts';
import { change, insert, newRecord } from '../../../src/records/records.ts';
import { newValidator } from '../../../src/records/validate.ts';
import { email } from '../../../src/resources/email.ts';
import { event } from '../../../src/resources/event.ts';
import { createCache } from '../../../src/store/engine/statement-cache.ts';
import type { Store } from '../../../src/store/port.ts';
import { control, createPool, send } from '../../../src/store/postgres/client.ts';
import { statementCache } from '../../../src/store/sqlite/statements.ts';
import { stretchQuery } from '../../../src/store/tables/changes.ts';
import { keptSources, knownContents } from '../../../src/store/tables/contents.ts';
import { forgetEmptyFolders } from '../../../src/store/tables/imap-folders.ts';
import { hasOlder, rowsOfFolder, rowsOutside } from '../../../src/store/tables/imap-messages.ts';
import { documentsOf } from '../../../src/store/tables/list.ts';
import { knownOrigins } from '../../../src/store/tables/record-lookups.ts';
import { addOwner } from '../../../src/store/tables/users.ts';
import { insertRows, type Table, tables } from '../../../src/store/transfer/tables.ts';
import { engine, newDatabase } from '../../support/databases.ts';

const USER = 1;
const HOT = 'select seq from logs where user_id = ?1';
let store: Store;

beforeAll(async () => {
  store = await openEngine((await newDatabase()).place, { connections: 1 });
  await addOwner(store);
});
afterAll(() => store.close());

describe('a map of recent entries', () => {
  it('keeps what is used while others come by, and no more than it may', () => {
    const dropped = new Set<string>();
    const recent = createCache<number>(10, (key) => dropped.add(key));
    recent.set('hot', 0);
    for (let count = 1; count <= 1000; count++) {
      recent.set(`cold ${count}`, count);
      expect(recent.get('hot')).toBe(0);
      expect(count - dropped.size).toBeLessThanOrEqual(10);
    }
    expect(dropped.has('hot')).toBe(false);
    expect([recent.get('cold 1'), recent.get('cold 1000')]).toEqual([undefined, 1000]);
  });
});

if (engine === 'postgres')
  it('statements that do not wait for each other leave in one piece', async () => {
    const pool = createPool((await newDatabase()).place, 1);
    const client = await pool.connect();
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    const pieces = await piecesDuring(stream, async () => {
      const sent = [1, 2, 3].map((number) => send(client, 'select ?1::int as n', [number]));
      const answers = await Promise.all([control(client, 'begin'), ...sent, control(client, 'commit')]);
      expect(answers.map(({ rows }) => rows)).toEqual([[], [{ n: 1 }], [{ n: 2 }], [{ n: 3 }], []]);
    });
    expect(pieces).toBe(1);
    client.release();
    await pool.end();
  });

/** How many times the socket hands something to the system. */
async function piecesDuring(stream: Socket, work: () => Promise<void>): Promise<number> {
  const { _write, _writev } = stream;
  let pieces = 0;
  stream._write = (...given) => {
    pieces++;
    return _write.apply(stream, given);
  };
  stream._writev = (...given) => {
    pieces++;
    return _writev?.apply(stream, given);
  };
  await work();
  return pieces;
}

describe('after thousands of distinct statements', () => {
  if (engine === 'postgres')
    it('one that comes later and often is prepared once, and the server keeps a bounded number', async () => {
      const ask = (sql: string) => store.read(USER, [{ sql, params: [] }]);
      for (let count = 0; count < 2500; count++) await ask(`select ${count} as n where ?1 = 1::bigint`);
      const uses = 300;
      for (let count = 0; count < uses; count++) {
        expect(await ask(HOT)).toEqual([[{ seq: 0 }]]);
        await ask(`select ${count} as m where ?1 = 1::bigint`);
        await ask(`select ${count} as o where ?1 = 1::bigint`);
      }
      const found = await store.catalogue(
        'select statement, generic_plans + custom_plans as uses from pg_prepared_statements',
      );
      expect(found.find(({ statement }) => statement === HOT.replace('?', '$'))).toMatchObject({ uses });
      expect(found.length).toBeLessThanOrEqual(401); // with the one that asks
    });
  else
    it('one that is used among them is prepared once', () => {
      const db = new DatabaseSync(':memory:');
      db.exec('create table logs (user_id, seq)');
      let prepared = 0;
      const counting = {
        prepare(sql: string) {
          if (sql === HOT) prepared++;
          return db.prepare(sql);
        },
      };
      const prepare = statementCache(counting as DatabaseSync, 100);
      for (let count = 0; count < 5000; count++) {
        prepare(`select ${count} where ?1 = 1`, USER);
        if (count % 30 === 0) prepare(HOT, USER);
      }
      expect(prepared).toBe(1);
    });
});

/** The distinct texts that are prepared or sent during the work. */
async function textsDuring(work: () => Promise<void>): Promise<Set<string>> {
  const texts = new Set<string>();
  const query = pg.Client.prototype.query;
  const prepare = DatabaseSync.prototype.prepare;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | { text: string }];
    texts.add(typeof first === 'string' ? first : first.text);
    return Reflect.apply(query, this, args);
  } as typeof query;
  DatabaseSync.prototype.prepare = function (this: DatabaseSync, ...args: [string]) {
    texts.add(args[0]);
    return Reflect.apply(prepare, this, args);
  };
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
    DatabaseSync.prototype.prepare = prepare;
  }
  return texts;
}

const id = (count: number) => `018f3c5e-7a44-7c1b-9d0e-${String(count).padStart(12, '0')}`;

/** Everything that takes a list of values, with a list of this length. */
async function useLists(count: number): Promise<void> {
  const texts = Array.from({ length: count }, (_, index) => `value ${index} "\\'{}`);
  const numbers = texts.map((_, index) => index);
  const ids = numbers.map(id);
  await knownOrigins(store, USER, email, 'import', texts);
  await knownContents(store, USER, texts);
  await keptSources(store, USER, texts);
  await rowsOfFolder(store, USER, 'account', 'INBOX', 1, numbers);
  await rowsOutside(store, USER, 'account', texts);
  await hasOlder(
    store,
    USER,
    ids.map((emailId) => ({ emailId }) as never),
    0,
  );
  await store.read(USER, [
    stretchQuery(store.dialect, 0, 10, texts, { limit: 5, bytes: 1000, bodies: true }),
    documentsOf(store.dialect, event, numbers),
  ]);
  await store.write(USER, async (tx) => {
    forgetEmptyFolders(tx, 'account', texts);
    await attachFiles(tx, ids, 'files', newValidator('UTC'));
  });
  const made = await store.write(USER, (tx) =>
    insert(tx, email, newRecord(tx, email, { from_address: 'a@b.org', folder: 'INBOX', labels: texts }, 'test')),
  );
  await store.write(USER, async (tx) => {
    const found = await find(tx, email, made.record.id);
    return change(tx, email, found, { labels: texts.slice(1) });
  });
  const logs = tables.find(({ name }) => name === 'logs') as Table;
  const rows = numbers.map((index) => [count * 1000 + index, 0, 0]);
  await store.administer((tx) => insertRows(tx, logs, rows));
}

describe('the number of values', () => {
  it('makes no new statements: a few serve lists of any length', async () => {
    const first = await textsDuring(async () => {
      for (let count = 1; count <= 23; count++) await useLists(count);
      await useLists(123);
    });
    expect(first.size).toBeGreaterThan(10);
    const later = await textsDuring(async () => {
      for (const count of [31, 48, 77, 100, 199]) await useLists(count);
    });
    expect([...later].filter((text) => !first.has(text) && !/^(begin|commit)/.test(text))).toEqual([]);
  });

  it('leaves the answer the same: lists of texts that engines quote differently, and of none', async () => {
    const strange = ['', ' ', ',', '{}', '{"a"}', '"', "'", '\\', '\\"', 'NULL', 'null', 'ü東', 'a\nb', '\u{1f600}'];
    const { dialect } = store;
    await store.administer(async (tx) => {
      for (const [index, path] of strange.entries())
        tx.run(
          'insert into imap_folders (user_id, account_id, path, folder) values (?1, ?2, ?3, ?4)',
          USER,
          'x',
          path,
          String(index),
        );
    });
    const found = async (condition: string, values: string[]) => {
      const sql = `select path from imap_folders where user_id = ?1 and account_id = 'x' and path ${condition} order by path`;
      const [rows = []] = await store.read(USER, [{ sql, params: [dialect.list(values)] }]);
      return rows.map(({ path }) => path);
    };
    expect((await found(dialect.in(2), strange)).length).toBe(strange.length);
    for (const one of strange) {
      expect(await found(dialect.in(2), [one])).toEqual([one]);
      expect((await found(dialect.notIn(2), [one])).includes(one)).toBe(false);
    }
    expect(await found(dialect.in(2), [])).toEqual([]);
    expect((await found(dialect.notIn(2), [])).length).toBe(strange.length);
  });
});
