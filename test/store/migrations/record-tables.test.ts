// Accounts and files of an earlier Daybook, whose tables had columns of their own, are records like the others after the
// upgrade to schema 13: every column is what a record that is stored today would have.
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../../src/open-store.ts';
import { account } from '../../../src/resources/account.ts';
import { file } from '../../../src/resources/file.ts';
import type { AnyRecord } from '../../../src/resources/resource.ts';
import { keyRange } from '../../../src/store/engine/time-keys.ts';
import { query } from '../../instances/database.ts';
import { engine } from '../../support/databases.ts';
import { databaseOfSchema, olderDatabase, ownerOf } from '../../support/older-stores.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { problemsOf } from '../../support/soundness.ts';

const SCHEMA = 11; // of the fixture; both tables are the same in schema 12
const TABLES = ['accounts', 'files'] as const;
const RESOURCES = { accounts: account, files: file };
type Table = (typeof TABLES)[number];

interface Row {
  key: number;
  user_id: number;
  id: string;
  doc: string;
  created_at: number;
  [column: string]: unknown;
}

const NUMBERS = /^(key|user_id|seq|\w+_at|is_default|trashed|n)$/;

async function rowsOf(place: string, sql: string): Promise<Row[]> {
  if (engine === 'postgres') return (await query<Row>(place, sql)).map(withNumbers);
  const db = new DatabaseSync(place, { readOnly: true });
  const rows = db.prepare(sql).all() as unknown as Row[];
  db.close();
  return rows.map((row) => ({ ...row }));
}

// The driver of PostgreSQL gives a bigint as a text.
function withNumbers(row: Row): Row {
  const values = Object.entries(row).map(([name, value]) => [
    name,
    NUMBERS.test(name) && value !== null ? Number(value) : value,
  ]);
  return Object.fromEntries(values);
}

const all = (place: string, table: string) => rowsOf(place, `select * from ${table} order by user_id, id`);

async function expectRecords(place: string, table: Table, before: Row[]): Promise<void> {
  const after = await all(place, table);
  expect(after).toHaveLength(before.length);
  for (const [index, row] of after.entries()) {
    const doc = JSON.parse(row.doc) as { id: string; updated_at: string };
    expect(row).toMatchObject(before[index] as Row); // what it had, with the text and the secrets
    expect(row).toMatchObject({
      id: doc.id,
      handle: doc.id.slice(-10),
      updated_at: Date.parse(doc.updated_at),
      body: null,
      source: null,
      source_id: null,
      deleted_at: null,
    });
    expectKeyOfTime(table, row);
  }
  const keys = after.map(({ key, user_id }) => (engine === 'postgres' ? `${user_id} ${key}` : key));
  expect(new Set(keys).size).toBe(after.length);
  const counted = new Map<number, number>();
  for (const { user_id } of after) counted.set(user_id, (counted.get(user_id) ?? 0) + 1);
  expect(await rowsOf(place, `select * from ${table}_tally where n <> 0 order by user_id`)).toEqual(
    [...counted].map(([user_id, n]) => ({ user_id, trashed: 0, n })),
  );
}

function expectKeyOfTime(table: Table, { id, key, created_at }: Row): void {
  const record = { created_at: new Date(created_at).toISOString() } as AnyRecord;
  const [least = 0, greatest = 0] = keyRange(RESOURCES[table], record);
  expect([id, key >= least && key <= greatest, key]).toEqual([id, true, key]);
}

/** Upgrades without serving, which would test the accounts and so change them. */
async function upgrade(place: string): Promise<void> {
  await (await openStore({ data: '', database: place }, { upgrade: true })).close();
}

describe(`the accounts and files of schema ${SCHEMA}`, () => {
  let place: string;
  let before: Record<Table, Row[]>;
  beforeAll(async () => {
    place = await olderDatabase(SCHEMA);
    before = { accounts: await all(place, 'accounts'), files: await all(place, 'files') };
    await upgrade(place);
  });

  it.each(TABLES)('%s have the columns of a record, their passwords and their counters', async (table) => {
    expect(before[table].length).toBeGreaterThan(2);
    if (table === 'accounts') expect(before.accounts.filter(({ secrets }) => secrets)).toHaveLength(3);
    await expectRecords(place, table, before[table]);
  });

  it('fit the other tables', async () => {
    expect(await problemsOf(place)).toEqual([]);
  });

  describe('served', () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startTestService({ database: place });
    });
    afterAll(() => service.stop());

    it('are found by their handles, and new ones come first with keys of the same kind', async () => {
      const headers = ownerOf(SCHEMA, engine);
      for (const { id, user_id } of before.files) {
        if (user_id !== 1) continue;
        const { body } = await service.ask('GET', `/files/${id.slice(-10)}`, undefined, headers);
        expect(body).toMatchObject({ data: { id } });
      }
      const account = { name: 'New', address: 'new@example.test', smtp: { host: '127.0.0.1', port: 1 } };
      const { data } = (await service.ask('POST', '/email-accounts', account, headers)).body as { data: Row };
      const added = await service.ask('GET', '/email-accounts', undefined, headers);
      expect(added.body).toMatchObject({ data: [{ id: data.id }, {}, {}, {}], meta: { total: 4 } });
      for (const row of await all(place, 'accounts')) expectKeyOfTime('accounts', row);
    });
  });
});

describe('accounts and files of any time, of two users', () => {
  const id = (number: number) => `018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d${10 + number}`;
  // Two in one second, across the beginning of 1970, and before and after the seconds that a key can hold.
  const TIMES = [1_771_318_800_123, 1_771_318_800_999, 1, -1, -1001, -1000, -3e12, 5e12];
  const rows = [1, 2].flatMap((user) =>
    TIMES.map((time, index) => {
      const updated_at = new Date(time + 86_400_007).toISOString();
      const doc = JSON.stringify({ id: id(index), name: '"updated_at":"2001-01-01T00:00:00Z"', updated_at });
      return { user, time, index, doc };
    }),
  );

  it('get keys that are unique and of their time, and the time of their last change', async () => {
    const place = await databaseOfSchema(12, [
      ...[1, 2].map((user) => `insert into users (name, created_at) values ('user${user}', 1)`),
      ...rows.map(
        ({ user, time, index, doc }) =>
          `insert into accounts (user_id, id, seq, created_at, doc, secrets, address, is_default, status)
            values (${user}, '${id(index)}', 1, ${time}, '${doc}', 'sealed ${user} ${index}', 'a@b.test', 0, 'error')`,
      ),
      ...rows.map(
        ({ user, time, index, doc }) =>
          `insert into files (user_id, id, seq, created_at, doc) values (${user}, '${id(index)}', 1, ${time}, '${doc}')`,
      ),
    ]);
    const before = { accounts: await all(place, 'accounts'), files: await all(place, 'files') };
    await upgrade(place);
    for (const table of TABLES) await expectRecords(place, table, before[table]);
  });
});
