// Correspondents of stored mail and contacts are filled by a job; many of them are ranked as few are; and what the tables
// have is what the records say.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fillStore, rowsOfStore } from '../../src/cli/transfer.ts';
import { areCorrespondentsCurrent, fillCorrespondents, renewCorrespondents } from '../../src/correspondents/job.ts';
import { listCorrespondents } from '../../src/correspondents/list.ts';
import { usesOfMail } from '../../src/correspondents/uses.ts';
import { limits } from '../../src/limits.ts';
import { openEngine, openStore } from '../../src/open-store.ts';
import { creatable, create, erase, remove, restore } from '../../src/records/records.ts';
import { contact } from '../../src/resources/contact.ts';
import { asEmail, email } from '../../src/resources/email.ts';
import type { Resource } from '../../src/resources/resource.ts';
import type { Row, Store, Tx } from '../../src/store/port.ts';
import { claimJobs } from '../../src/store/tables/jobs.ts';
import { consistencyProblems } from '../../src/store/transfer/consistency.ts';
import { endDatabase, newDatabase, newMigratedDatabase } from '../support/databases.ts';

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
      'select address, shown, written, received, bulk, last_written_at, mail_name, mail_words, contact_id, contact_words, round(cast(score * 1000 as numeric)) as score from correspondents order by address',
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

describe('many correspondents', () => {
  const lowered = { correspondentsScan: 5, correspondentsMatches: 20 };
  const usual = { correspondentsScan: limits.correspondentsScan, correspondentsMatches: limits.correspondentsMatches };
  beforeAll(() => Object.assign(limits, lowered));
  afterAll(() => Object.assign(limits, usual));

  const addresses = async (q: string, limit: number, visible = ALL) =>
    (await listCorrespondents(store, OWNER, visible, { q, limit })).map(({ address }) => address);

  it('are found beyond those with the best scores, in the same order', async () => {
    for (let index = 0; index < 12; index++) await sent([`w${index}@w.example`], `2026-06-${10 + index}T00:00:00Z`);
    for (let index = 0; index < 4; index++) await got(`no-reply@n${index}.example`);
    await make(contact, { display_name: 'Wanda', emails: [{ address: 'wanda@c.example' }] });
    expect(await addresses('', 3)).toEqual(['w11@w.example', 'w10@w.example', 'w9@w.example']);
    expect(await addresses('w0', 3)).toEqual(['w0@w.example']);
    expect((await addresses('w', 20)).slice(-2)).toEqual(['w0@w.example', 'wanda@c.example']);
    expect((await addresses('example', 20)).slice(-5, -4)).toEqual(['wanda@c.example']);
    expect(await addresses('wan exam', 20)).toEqual(['wanda@c.example']);
    expect(await addresses('', 20, { emails: false, contacts: true })).toEqual(['wanda@c.example']);
  });
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
