// Many correspondents are found and ranked as few are, without reading all of them.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { listCorrespondents } from '../../src/correspondents/list.ts';
import { limits } from '../../src/limits.ts';
import { openStore } from '../../src/open-store.ts';
import { creatable, create } from '../../src/records/records.ts';
import { contact } from '../../src/resources/contact.ts';
import { email } from '../../src/resources/email.ts';
import type { Resource } from '../../src/resources/resource.ts';
import type { Query, Store } from '../../src/store/port.ts';
import {
  addWord,
  contactsQuery,
  matchingQuery,
  putCorrespondent,
} from '../../src/store/tables/personal/correspondents.ts';
import { connect } from '../instances/database.ts';
import { endDatabase, engine, newMigratedDatabase } from '../support/databases.ts';

const context = { timezone: 'UTC', source: 'local', versions: null };
const OWNER = 1;
const ALL = { emails: true, contacts: true };
const MAIL = { emails: true, contacts: false };
const CONTACTS = { emails: false, contacts: true };

const usual = limits.correspondentsScan;
beforeAll(() => Object.assign(limits, { correspondentsScan: 5 }));
afterAll(() => Object.assign(limits, { correspondentsScan: usual }));

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

const make = (resource: Resource, ...bodies: object[]) =>
  store.write(OWNER, async (tx) => {
    for (const body of bodies) await create(tx, resource, creatable(resource), body, context);
  });
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const sent = (address: string, sent_at: string, name: string | null = null) =>
  make(email, { from_address: 'me@own.example', to_addresses: [{ address, name }], status: 'sent', sent_at });
const got = (...addresses: string[]) =>
  make(email, ...addresses.map((from_address) => ({ from_address, received_at: '2026-06-01T09:00:00Z' })));
const contacts = (...people: [name: string, address: string][]) =>
  make(contact, ...people.map(([display_name, address]) => ({ display_name, emails: [{ address }] })));

const addresses = async (q: string, limit: number, visible = ALL) =>
  (await listCorrespondents(store, OWNER, visible, { q, limit })).map(({ address }) => address);

it('those beyond the best scores are found, in the same order', async () => {
  for (const index of numbers(12)) await sent(`w${index}@w.example`, `2026-06-${10 + index}T00:00:00Z`);
  await got(...numbers(4).map((index) => `no-reply@n${index}.example`));
  await contacts(['Wanda', 'wanda@c.example']);
  expect(await addresses('', 3)).toEqual(['w11@w.example', 'w10@w.example', 'w9@w.example']);
  expect(await addresses('w0', 3)).toEqual(['w0@w.example']);
  expect((await addresses('w', 20)).slice(-2)).toEqual(['w0@w.example', 'wanda@c.example']);
  expect((await addresses('example', 20)).slice(-5, -4)).toEqual(['wanda@c.example']);
  expect((await addresses('example', 20, MAIL)).slice(-5, -4)).toEqual(['w0@w.example']);
  expect(await addresses('wan exam', 20)).toEqual(['wanda@c.example']);
  expect(await addresses('wan', 20, MAIL)).toEqual([]);
  expect(await addresses('', 20, CONTACTS)).toEqual(['wanda@c.example']);
});

it('a contact without mail comes before any number of programs', async () => {
  await contacts(['Zoe', 'zoe@z.example']);
  await got(...numbers(12).map((index) => `no-reply@z${index}.example`));
  expect((await addresses('z', 2))[0]).toBe('zoe@z.example');
});

it('without mail the choice and the order depend on contacts alone', async () => {
  const people = numbers(12).map((index): [string, string] => [
    `Pat ${String.fromCharCode(65 + index)}`,
    `p${index}@c.example`,
  ]);
  await contacts(...people.toReversed());
  const byName = people.map(([, address]) => address);
  const lists = async () => [
    await addresses('', 3, CONTACTS),
    await addresses('pat', 20, CONTACTS),
    await addresses('pat l', 3, CONTACTS),
  ];
  const before = await lists();
  expect(before).toEqual([byName.slice(0, 3), byName, ['p11@c.example']]);
  for (const index of numbers(8)) await sent(`p${index + 4}@c.example`, '2026-06-01T00:00:00Z', 'Zed');
  for (const index of numbers(8)) await sent(`pat${index}@w.example`, '2026-06-01T00:00:00Z', 'Pat L');
  expect(await lists()).toEqual(before);
  expect(await addresses('zed', 3, CONTACTS)).toEqual([]);
});

it('a letter of a pattern stands for itself', async () => {
  await contacts(...numbers(8).map((index): [string, string] => [`Ann ${index}`, `a${index}@c.example`]), [
    'Zed',
    'a_x@c.example',
  ]);
  expect(await addresses('a_x', 3)).toEqual(['a_x@c.example']);
  expect(await addresses('a%x', 3)).toEqual(await addresses('a x', 3));
});

it('they are found by the words or in the order of an index, whatever the engine knows of the tables', async () => {
  await store.write(OWNER, (tx) => {
    for (const index of numbers(600)) {
      const address = `p${index}@c.example`;
      const mail = { shown: address, ...{ written: 1, received: 0, bulk: 0, score: index }, last_written_at: 0 };
      const name = { mail_name: null, name_at: null, mail_words: `pat p${index}` };
      const contact = { contact_id: 'c', contact_name: 'Pat', contact_order: `pat ${index}`, contact_shown: address };
      putCorrespondent(tx, { address, ...mail, ...name, ...contact, contact_words: `pat p${index}` });
      for (const word of ['pat', `p${index}`]) addWord(tx, word, address);
    }
  });
  const matching = [ALL, MAIL, CONTACTS].map((visible) => matchingQuery({ terms: ['p599', 'pat'], ...visible }, 10));
  if (engine === 'postgres') {
    for (const query of [...matching, contactsQuery(10)]) expect(await rowsRead(query)).toBeLessThan(60);
    return;
  }
  const steps = async ({ sql, params }: Query) => {
    const plan = await store.catalogue(`explain query plan ${sql}`, OWNER, ...params);
    return plan
      .map(({ detail }) => detail as string)
      .filter((detail) => detail.startsWith('SEARCH') || detail.startsWith('SCAN'));
  };
  for (const query of matching)
    expect(await steps(query)).toEqual([
      'SEARCH correspondents USING PRIMARY KEY (user_id=? AND address=?)',
      'SEARCH w USING PRIMARY KEY (user_id=? AND word>? AND word<?)',
    ]);
  expect(await steps(contactsQuery(10))).toEqual([
    'SEARCH correspondents USING INDEX correspondents_order (user_id=?)',
  ]);
});

/** How many rows PostgreSQL reads for a query. */
async function rowsRead({ sql, params }: Query): Promise<number> {
  const client = await connect(place);
  try {
    await client.query('analyze correspondents, correspondent_words');
    const text = `explain (analyze, format json) ${sql.replaceAll('?', '$')}`;
    const { rows } = await client.query(text, [OWNER, ...params]);
    return sum((rows[0] as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN'][0].Plan);
  } finally {
    await client.end();
  }
}

interface Plan {
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

function sum(plan: Plan): number {
  const own = plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0);
  return (plan.Plans ?? []).reduce((total, one) => total + sum(one), own);
}
