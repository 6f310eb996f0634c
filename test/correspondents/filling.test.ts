// Correspondents of stored mail and contacts are filled by a job, and what the tables have is what the records say.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fillStore, rowsOfStore } from '../../src/cli/transfer.ts';
import {
  areCorrespondentsCurrent,
  fillCorrespondents,
  forgetCorrespondents,
  renewCorrespondents,
} from '../../src/correspondents/job.ts';
import { listCorrespondents } from '../../src/correspondents/list.ts';
import { usesOfMail } from '../../src/correspondents/uses.ts';
import { limits } from '../../src/limits.ts';
import { openEngine, openStore } from '../../src/open-store.ts';
import { creatable, create, erase, remove, restore } from '../../src/records/records.ts';
import { contact } from '../../src/resources/contact.ts';
import { asEmail, email } from '../../src/resources/email.ts';
import type { Resource } from '../../src/resources/resource.ts';
import type { Row, Store, Tx } from '../../src/store/port.ts';
import { claimJobs, putJob } from '../../src/store/tables/jobs.ts';
import {
  addUse,
  type Correspondent,
  findCorrespondents,
  putCorrespondent,
} from '../../src/store/tables/personal/correspondents.ts';
import { consistencyProblems } from '../../src/store/transfer/consistency.ts';
import { endDatabase, engine, newDatabase, newMigratedDatabase } from '../support/databases.ts';

const context = { timezone: 'UTC', source: 'local', versions: null };
const OWNER = 1;
const ALL = { emails: true, contacts: true };

let place: string;
let store: Store;
beforeEach(async () => {
  ({ place } = await newMigratedDatabase());
  store = await openStore({ data: '', database: place });
});
afterEach(async () => {
  await store.close();
  await endDatabase(place);
});

const write = <T>(work: (tx: Tx) => Promise<T>) => store.write(OWNER, work);
const make = (resource: Resource, body: object) =>
  write(async (tx) => (await create(tx, resource, creatable(resource), body, context)).record);

const sent = (to: string[], sent_at = '2026-06-01T09:00:00Z') =>
  make(email, { from_address: 'me@own.example', to_addresses: to, status: 'sent', sent_at });
const got = (from_address: string) => make(email, { from_address, received_at: '2026-06-01T09:00:00Z' });

async function tables(): Promise<Row[][]> {
  const read = (sql: string) => store.catalogue(sql);
  return [
    await read('select * from correspondent_uses order by address, kind, at, record_id'),
    await read(
      'select address, shown, written, received, bulk, last_written_at, mail_name, mail_words, contact_id, contact_order, contact_shown, contact_words, round(cast(score * 1000 as numeric)) as score from correspondents order by address',
    ),
    await read('select * from correspondent_words order by word, address'),
  ];
}

async function runJobs(): Promise<number> {
  const jobs = await write((tx) => claimJobs(tx, ['correspondents'], 'test', 60_000, 10));
  for (const job of jobs) await fillCorrespondents(store, job, 'test');
  return jobs.length;
}

describe('the job', () => {
  const usual = limits.correspondentsBatch;
  beforeAll(() => Object.assign(limits, { correspondentsBatch: 2 }));
  afterAll(() => Object.assign(limits, { correspondentsBatch: usual }));

  it('counts stored records once, also those that change while it runs', async () => {
    const mails: { id: string }[] = [];
    for (let index = 0; index < 5; index++) mails.push(await sent([`a${index}@w.example`, 'b@w.example']));
    await got('a1@w.example');
    await make(contact, { display_name: 'Bea', emails: [{ address: 'b@w.example' }] });
    const before = await tables();
    expect(await areCorrespondentsCurrent(store)).toBe(false);
    await renewCorrespondents(store);
    expect(await areCorrespondentsCurrent(store)).toBe(true);
    expect(await tables()).toEqual([[], [], []]);
    await runJobs();
    await write((tx) => remove(tx, email, mails[4]?.id as string, context)); // not counted yet
    await write((tx) => remove(tx, email, mails[0]?.id as string, context));
    await runJobs();
    const late = await sent(['late@w.example']);
    while ((await runJobs()) > 0);
    expect(
      (await listCorrespondents(store, OWNER, ALL, { limit: 100 })).map(({ address, written_count }) => [
        address,
        written_count,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['b@w.example', 3],
        ['late@w.example', 1],
        ['a1@w.example', 1],
      ]),
    );
    expect(await consistencyProblems(store)).toEqual([]);
    await write((tx) => erase(tx, email, late.id, context));
    const restored = [mails[0], mails[4]];
    for (const mail of restored) await write((tx) => restore(tx, email, mail?.id as string));
    expect(await tables()).toEqual(before);
  });
});

it('a transaction of the job is limited by the addresses and the size of its records, but has at least one', async () => {
  for (let index = 0; index < 4; index++) await sent([`a${index}@w.example`, `b${index}@w.example`]);
  const transactions = async (lowered: Partial<Record<keyof typeof limits, number>>) => {
    const usual = { ...limits };
    Object.assign(limits, lowered);
    try {
      await store.administer(forgetCorrespondents);
      await renewCorrespondents(store);
      let n = 0;
      while ((await runJobs()) > 0) n += 1;
      expect((await tables())[0]).toHaveLength(8);
      return n;
    } finally {
      Object.assign(limits, usual);
    }
  };
  const few = await transactions({}); // the batch, and one for the end of each source
  expect(await transactions({ correspondentsBatchUses: 1 })).toBe(few + 3);
  expect(await transactions({ correspondentsBatchUses: 5 })).toBe(few + 1);
  expect(await transactions({ correspondentsBatchBytes: 1 })).toBe(few + 3);
});

describe('instances that start together', () => {
  it('clear what is there once: the later one leaves what the earlier one counted', async () => {
    await sent(['a@w.example']);
    await renewCorrespondents(store);
    while ((await runJobs()) > 0);
    const counted = await tables();
    await renewCorrespondents(store);
    expect(await tables()).toEqual(counted);
    expect(await runJobs()).toBe(0);
  });

  it('wait for a write that has read what they delete', async () => {
    await sent(['a@w.example']);
    const address = 'a@w.example';
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    const { promise: hasRead, resolve: read } = Promise.withResolvers<void>();
    const open = write(async (tx) => {
      await addUse(tx, { address, kind: 'written', at: 0, recordId: 'r', name: null, shown: address, words: null });
      const row = (await findCorrespondents(tx, [address])).get(address) as Correspondent;
      read();
      await isReleased;
      putCorrespondent(tx, { ...row, written: row.written + 1 });
    });
    await hasRead;
    let isRenewed = false;
    const renewed = renewCorrespondents(store).then(() => {
      isRenewed = true;
    });
    if (engine === 'postgres') while (!isRenewed && !(await isLockAwaited()));
    release();
    await Promise.all([open, renewed]);
    while ((await runJobs()) > 0);
    expect(await consistencyProblems(store)).toEqual([]);
    expect(await listCorrespondents(store, OWNER, ALL, {})).toMatchObject([{ address, written_count: 1 }]);
  });

  async function isLockAwaited(): Promise<boolean> {
    const sql = `select 1 as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return (await store.catalogue(sql)).length > 0;
  }
});

it('jobs of a restored backup do not run beside the new ones', async () => {
  await sent(['a@w.example']);
  await write(async (tx) => putJob(tx, 'correspondents', '{"source":1,"after":""}', tx.now));
  await renewCorrespondents(store);
  expect(await runJobs()).toBe(1);
});

it('mail of lists and programs, and reports, are bulk', async () => {
  const record = asEmail(await got('ann@x.example'));
  const kind = (values: object) => usesOfMail({ ...record, ...values })[0]?.kind;
  expect(kind({})).toBe('received');
  expect(kind({ list: { id: 'x', unsubscribe: null, unsubscribed_at: null } })).toBe('bulk');
  expect(kind({ report: { kind: 'bounce', recipients: [], original_message_id: null } })).toBe('bulk');
  for (const local of [
    'no-reply',
    'noreply',
    'do-not-reply',
    'donotreply',
    'shop.noreply',
    'noreply+17',
    'mailer-daemon',
  ])
    expect([local, kind({ from_address: `${local}@x.example` })]).toEqual([local, 'bulk']);
  for (const local of ['reply', 'nora', 'renoreplya'])
    expect([local, kind({ from_address: `${local}@x.example` })]).toEqual([local, 'received']);
});

it('the check finds sums that are not those of the uses', async () => {
  await sent(['a@w.example']);
  expect(await consistencyProblems(store)).toEqual([]);
  await write(async (tx) => tx.run('update correspondents set written = 2 where user_id = ?1'));
  expect(await consistencyProblems(store)).toEqual([expect.stringContaining('correspondents')]);
});

it('records that are copied to another store are counted when it is served', async () => {
  await sent(['a@w.example']);
  const { place: other } = await newDatabase();
  const target = await openEngine(other);
  await renewCorrespondents(target); // it was served before, without records
  await store.snapshot((read) =>
    fillStore(
      target,
      rowsOfStore(read, 1, () => {}),
      () => {},
    ),
  );
  expect(await areCorrespondentsCurrent(target)).toBe(false);
  await target.close();
  await endDatabase(other);
});
