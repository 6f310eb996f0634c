// Which lists are read as slow queries, so that they hold up nobody else: those that no index has in their order, if the
// user has more than a few records. The others read the rows of their page, and no more.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limits } from '../../src/limits.ts';
import { openStore } from '../../src/open-store.ts';
import { list } from '../../src/records/list.ts';
import { type ListOptions, planList } from '../../src/records/list-plan.ts';
import { creatable, create, removeStored } from '../../src/records/records.ts';
import { contact } from '../../src/resources/contact.ts';
import { email } from '../../src/resources/email.ts';
import { event } from '../../src/resources/event.ts';
import type { Resource } from '../../src/resources/resource.ts';
import type { Store } from '../../src/store/port.ts';
import { listQueries } from '../../src/store/tables/list.ts';
import { effortOf } from '../../src/store/tables/lists/indexes.ts';
import { addUser } from '../../src/store/tables/users.ts';
import { query } from '../instances/database.ts';
import { rowsRead } from '../instances/statements.ts';
import { endDatabase, engine, newMigratedDatabase } from '../support/databases.ts';
import { filtersOf, listed, listsOf } from '../support/list-cases.ts';

const OWNER = 1;
const COUNT = limits.recordsAtOnce + 50;
const PAGE = 5;
let place: string;
let store: Store;
let newUser: number;

beforeAll(async () => {
  ({ place } = await newMigratedDatabase());
  store = await openStore({ data: '', database: place });
  newUser = (await addUser(store, 'new'))?.id as number;
  await store.write(OWNER, async (tx) => {
    for (let n = 0; n < COUNT; n++)
      for (const [resource, given] of recordsNumber(n)) {
        const source = n % 4 === 0 ? 'import' : 'local';
        const made = await create(tx, resource, creatable(resource), given, {
          timezone: 'UTC',
          source,
          versions: null,
        });
        if (n % 3 === 0) await removeStored(tx, resource, made);
      }
  });
  if (engine === 'postgres') await query(place, 'analyze');
});
afterAll(async () => {
  await store.close();
  await endDatabase(place);
});

function recordsNumber(n: number): [Resource, Record<string, unknown>][] {
  const time = new Date(Date.UTC(2026, 0, 1 + (n % 60), 8, 0, n % 50)).toISOString();
  const flags = { is_read: n % 2 === 0, is_starred: n % 5 === 0 };
  const isDraft = n % 7 === 0;
  return [
    [
      email,
      {
        from_address: 'a@b.org',
        subject: isDraft ? null : `Mail ${n}`,
        ...flags,
        ...(isDraft ? { status: 'draft' } : { received_at: time }),
      },
    ],
    [event, { title: `Event ${n}`, start_at: time, end_at: time }],
    [contact, { display_name: `Person ${n}`, company: n % 2 === 0 ? null : `Company ${n}` }],
  ];
}

/** Whether a list is read as a slow query, or a part of it. */
async function isSlow(user: number, resource: Resource, options: ListOptions): Promise<boolean> {
  let slow = false;
  const watched: Store = {
    ...store,
    read(of, queries, how) {
      slow ||= how?.slow ?? false;
      return store.read(of, queries, how);
    },
  };
  await list(watched, user, resource, options, 'UTC');
  return slow;
}

it.each(listed.map((resource) => [resource.path, resource] as const))(
  '%s: what an index has in its order is read at once, and anything else as a slow query',
  async (_path, resource) => {
    const sorts = resource.list.sorts.map((sort) => ({ sort }));
    const pairs = resource.list.sorts.flatMap((sort) => filtersOf(resource).map((one) => ({ ...one, sort })));
    const seen = new Set<boolean>();
    for (const options of [...sorts, ...filtersOf(resource), ...pairs]) {
      const { plan } = planList(resource, options, 'UTC', Date.now());
      const slow = effortOf(plan) === 'records';
      seen.add(slow);
      expect([options, await isSlow(OWNER, resource, options)]).toEqual([options, slow]);
      expect([options, await isSlow(newUser, resource, options)]).toEqual([options, false]);
    }
    expect(seen).toEqual(new Set([true, false]));
  },
);

it('a few long records are read as a slow query unless an index has the list in its order', async () => {
  const user = (await addUser(store, 'long'))?.id as number;
  const made = { timezone: 'UTC', source: 'local', versions: null };
  const addContact = (notes: string) =>
    store.write(user, (tx) =>
      create(tx, contact, creatable(contact), { display_name: 'Ann', company: 'Corp', notes }, made),
    );
  await addContact('short');
  expect(await isSlow(user, contact, { company: 'Corp' })).toBe(false);
  const notes = 'x'.repeat(900_000);
  for (let bytes = 0; bytes <= limits.recordBytesAtOnce; bytes += notes.length) await addContact(notes);
  expect(await isSlow(user, contact, { company: 'Corp' })).toBe(true);
  expect(await isSlow(user, contact, {})).toBe(false);
});

it('what many records have in a range of time is counted as a slow query', async () => {
  const options = { from: '2026-01-05T00:00:00Z' };
  expect(await isSlow(OWNER, email, options)).toBe(false);
  await store.write(OWNER, (tx) =>
    tx.run('update emails_tally set n = n + ?2 where user_id = ?1', limits.countedAtOnce),
  );
  expect(await isSlow(OWNER, email, options)).toBe(true);
  expect(await isSlow(OWNER, email, {})).toBe(false);
});

it('what is read at once reads the rows of its page', async () => {
  for (const resource of listed) {
    const quick = listsOf(resource)
      .map((options) => ({
        options,
        plan: planList(resource, { ...options, body: false, limit: PAGE }, 'UTC', Date.now()).plan,
      }))
      .filter(({ plan }) => effortOf(plan) === 'page');
    expect(quick.length).toBeGreaterThan(10);
    for (const { options, plan } of quick) {
      const { page } = listQueries(store.dialect, OWNER, plan);
      // How SQLite reads it is tested in store/sqlite/list-indexes.test.ts.
      if (engine === 'sqlite') expect(await store.read(OWNER, [page])).toHaveLength(1);
      else expect([options, (await rowsRead(place, page, resource.table)) <= 6 * PAGE]).toEqual([options, true]);
    }
  }
});
