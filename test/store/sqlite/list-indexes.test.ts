// Every list of emails, events and contacts that is read on the main thread is read by an index of SQLite that has what
// the list asks for, in its order, and nothing else: its time does not depend on how many records there are.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../../src/open-store.ts';
import { type ListOptions, planList } from '../../../src/records/list-plan.ts';
import { email } from '../../../src/resources/email.ts';
import type { Resource } from '../../../src/resources/resource.ts';
import type { Query, Store } from '../../../src/store/port.ts';
import { listQueries, pageFromEnd } from '../../../src/store/tables/list.ts';
import type { Condition, ListPlan } from '../../../src/store/tables/list-plan.ts';
import { effortOf } from '../../../src/store/tables/lists/indexes.ts';
import { endDatabase, newMigratedDatabase } from '../../support/databases.ts';
import { listed, listsOf } from '../../support/list-cases.ts';

const OWNER = 1;
let place: string;
let store: Store;
const indexes = new Map<string, { columns: string[]; where: string }>();

beforeAll(async () => {
  ({ place } = await newMigratedDatabase());
  store = await openStore({ data: '', database: place });
  const rows = await store.catalogue("select name, sql from sqlite_schema where type = 'index' and sql is not null");
  for (const { name, sql } of rows) {
    const [, columns = '', where = ''] = /\(([^)]*)\)(?:\s+where\s+(.*))?$/s.exec(String(sql)) ?? [];
    indexes.set(String(name), { columns: columns.split(/,\s*/), where });
  }
});
afterAll(async () => {
  await store.close();
  await endDatabase(place);
});

const planOf = (resource: Resource, options: ListOptions) => planList(resource, options, 'UTC', Date.now()).plan;

async function stepsOf({ sql, params }: Query): Promise<string[]> {
  const rows = await store.catalogue(`explain query plan ${sql}`, OWNER, ...params);
  return rows.map(({ detail }) => String(detail));
}

/** What is wrong with how SQLite reads a page of one of the two halves of a table. */
async function faultsOf(plan: ListPlan, query: Query): Promise<string[]> {
  const steps = await stepsOf(query);
  const [, name = ''] =
    /^SEARCH r USING (?:COVERING )?INDEX (\w+) \(user_id=\?/.exec(steps.find((s) => / r /.test(s)) ?? '') ?? [];
  const index = indexes.get(name);
  if (!index) return [`no index: ${steps.join(' | ')}`];
  const sorted = index.columns.indexOf(plan.sort);
  const first = index.columns.slice(1, sorted);
  const faults = plan.conditions
    .filter((condition) => !isCovered(condition, plan.sort, first, index.where))
    .map((condition) => `${name} does not have ${JSON.stringify(condition)}`);
  if (sorted < 0 || index.columns[sorted + 1] !== 'id') faults.push(`${name} is not in the order of the list`);
  if (!index.where.includes(plan.trash === 'only' ? 'deleted_at is not null' : 'deleted_at is null'))
    faults.push(`${name} has the trash and the others`);
  if (plan.offset === 0 && steps.some((step) => step.includes('TEMP B-TREE'))) faults.push(steps.join(' | '));
  return faults;
}

function isCovered(condition: Condition, sort: string, first: string[], where: string): boolean {
  switch (condition.type) {
    case 'from':
    case 'before':
      return condition.column === sort;
    case 'equals':
      return first.includes(condition.column) || where.includes(`${condition.column} = ${condition.value}`);
    case 'present':
      return condition.value && where.includes(`${condition.column} is not null`);
    default:
      return false;
  }
}

describe.each(listed.map((resource) => [resource.path, resource] as const))('of the lists of %s', (_name, resource) => {
  const lists = listsOf(resource).map((options) => ({ options, plan: planOf(resource, { ...options, body: false }) }));
  const quick = lists.filter(({ plan }) => effortOf(plan) !== 'records');

  it('each that counts as quick is read by an index that has nothing else', async () => {
    const wrong: string[] = [];
    for (const { options, plan } of quick) {
      const halves = plan.trash === 'with' ? (['without', 'only'] as const) : [plan.trash];
      for (const trash of halves) {
        const half = { ...plan, trash };
        const queries = [
          listQueries(store.dialect, OWNER, half).page,
          listQueries(store.dialect, OWNER, { ...half, offset: 500 }).page,
        ];
        for (const query of queries)
          for (const fault of await faultsOf(half, query)) wrong.push(`${JSON.stringify(options)}: ${fault}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('one with the trash is made of as many rows of both halves as the page needs', async () => {
    const both = quick.filter(({ plan }) => plan.trash === 'with');
    expect(both.length).toBeGreaterThan(0);
    for (const { plan } of both) {
      for (const query of [listQueries(store.dialect, OWNER, plan).page, pageFromEnd(store.dialect, OWNER, plan, 9)]) {
        const steps = await stepsOf(query);
        const read = steps.filter((step) => /^SEARCH r USING (COVERING )?INDEX/.test(step));
        expect(read).toHaveLength(2);
        expect(query.sql.match(/ limit \?/g)).toHaveLength(3);
      }
    }
  });

  it('each sort alone is quick, in both orders, with and without the trash', () => {
    const filters = ['sort', 'order', 'include_deleted'];
    const alone = lists.filter(({ options }) => Object.keys(options).every((name) => filters.includes(name)));
    expect(alone).toHaveLength(resource.list.sorts.length * 2 * 2);
    const isIndexed = (sort: string) => resource.list.indexes?.some((one) => one.sort === sort && one.trashed);
    for (const { plan } of alone)
      expect([plan.sort, plan.trash, effortOf(plan)]).toEqual([
        plan.sort,
        plan.trash,
        plan.trash === 'without' || isIndexed(plan.sort) ? 'page' : 'records',
      ]);
  });

  it('each index of the declaration is used by one', async () => {
    const used = new Set<string>();
    for (const { plan } of quick.filter((one) => one.plan.trash !== 'with'))
      for (const step of await stepsOf(listQueries(store.dialect, OWNER, plan).page))
        used.add(/INDEX (\w+)/.exec(step)?.[1] ?? '');
    expect(used.size).toBe(resource.list.indexes?.length);
  });
});

it('no list with the trash goes through all records to sort them', async () => {
  for (const resource of listed) {
    for (const options of listsOf(resource).filter((one) => one.include_deleted)) {
      const { page } = listQueries(store.dialect, OWNER, planOf(resource, { ...options, body: false }));
      const steps = (await stepsOf(page)).filter((step) => / r USING /.test(step) && !step.includes('rowid'));
      expect([options, steps.length, steps.some((step) => step.includes('_handle '))]).toEqual([options, 2, false]);
    }
  }
});

it('few mails that no index has in the order of the list are found by an index of the others, or by their label', async () => {
  const cases: [ListOptions, RegExp][] = [
    [{ status: 'draft', sort: 'created_at' }, /INDEX emails_status \(user_id=\? AND status=\?\)/],
    [{ folder: 'Rare', sort: 'subject' }, /INDEX emails_folder \(user_id=\? AND folder=\?\)/],
    [{ is_starred: true, sort: 'subject' }, /INDEX emails_starred \(user_id=\?\)/],
    [{ folder: 'Rare', sort: 'subject', include_deleted: true }, /INDEX emails_folder \(user_id=\? AND folder=\?\)/],
    [{ label: ['rare'] }, /INDEX emails_id \(user_id=\? AND id=\?\)/],
    [{ label: ['rare'], sort: 'subject' }, /INDEX emails_id \(user_id=\? AND id=\?\)/],
  ];
  for (const [options, index] of cases) {
    const { few } = listQueries(store.dialect, OWNER, planOf(email, { ...options, body: false }));
    const steps = await stepsOf(few as Query);
    expect(steps.find((step) => / r USING .*INDEX/.test(step) && !step.includes('rowid'))).toMatch(index);
  }
});
