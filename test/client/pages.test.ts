// Iteration over a list that changes meanwhile: no record that stays is lost, and none comes twice.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createClient } from '../../client/src/index.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let client: Client;
beforeAll(async () => {
  service = await startTestService();
  client = createClient({ url: service.url });
});
afterAll(() => service.end());

/** A source of its own for each test, so that its list has its contacts alone. */
async function people(source: string, count: number): Promise<string[]> {
  const numbers = Array.from({ length: count }, (_, index) => String(100 + index));
  const made = await Promise.all(numbers.map((number) => add(source, number)));
  return made.map(({ id }) => id);
}

const add = (source: string, name: string) => client.contacts.create({ display_name: name, source });

type AfterEach = (count: number, id: string) => Promise<unknown>;

async function idsOf(records: AsyncIterable<{ id: string }>, afterEach?: AfterEach) {
  const found: string[] = [];
  for await (const { id } of records) {
    found.push(id);
    await afterEach?.(found.length, id);
  }
  return found;
}

it('every record once, in order, whatever the size of the pages', async () => {
  const ids = await people('plain', 12);
  for (const limit of [1, 2, 5, 11, 12, 13, 500])
    expect(await idsOf(client.contacts.all({ source: 'plain', limit }))).toEqual(ids);
});

it('a page has as many records as asked for, and none more than the list', async () => {
  await people('pages', 10);
  const sizes: number[] = [];
  for await (const page of client.contacts.pages({ source: 'pages', limit: 4 })) sizes.push(page.length);
  expect(sizes).toEqual([4, 4, 2]);
});

it('an empty list has no page, and an offset is where it begins', async () => {
  expect(await idsOf(client.contacts.all({ source: 'nobody' }))).toEqual([]);
  const ids = await people('offset', 6);
  expect(await idsOf(client.contacts.all({ source: 'offset', offset: 4, limit: 2 }))).toEqual(ids.slice(4));
});

it('records that are added before the place of the iteration double none', async () => {
  const ids = await people('added', 20);
  const found = await idsOf(client.contacts.all({ source: 'added', limit: 5 }), (count) =>
    Promise.all([add('added', `000 ${count}`), add('added', `001 ${count}`)]),
  );
  expect(found).toEqual(ids);
});

it('records that are added after it come too', async () => {
  const ids = await people('after', 6);
  const found = await idsOf(client.contacts.all({ source: 'after', limit: 3 }), async (count) => {
    if (count === 1) ids.push((await add('after', '900')).id);
  });
  expect(found).toEqual(ids);
});

it('records that are deleted before the place of the iteration hide none of those that stay', async () => {
  const ids = await people('deleted', 30);
  const gone: string[] = [];
  const found = await idsOf(client.contacts.all({ source: 'deleted', limit: 5 }), async (count) => {
    if (count % 5 !== 0) return;
    for (const id of ids.slice(count - 4, count)) gone.push((await client.contacts.remove(id)).id);
  });
  expect(gone.length).toBe(24);
  expect(found).toEqual(ids);
});

it('an iteration advances while a record before its place is deleted during each request', async () => {
  const ids = await people('oldest', 120);
  let requests = 0;
  const deleting = createClient({
    url: service.url,
    async fetch(...request) {
      await client.contacts.remove(ids[requests++] as string);
      return fetch(...request);
    },
  });
  const found = await idsOf(deleting.contacts.all({ source: 'oldest', limit: 20 }));
  expect(found).toEqual(ids.slice(1));
  expect(requests).toBeLessThan(40);
});

it('an iteration goes on when everything that it has returned is deleted', async () => {
  const ids = await people('emptied', 12);
  const found = await idsOf(client.contacts.all({ source: 'emptied', limit: 4 }), async (count) => {
    if (count % 4 === 0) await Promise.all(ids.slice(count - 4, count).map((id) => client.contacts.remove(id)));
  });
  expect(found).toEqual(ids);
});

describe('a record that was returned and moves to a later place hides none', () => {
  it('of those around its new place', async () => {
    const ids = await people('moved', 12);
    const found = await idsOf(client.contacts.all({ source: 'moved', limit: 4 }), async (count) => {
      if (count === 4) await client.contacts.update(ids[1] as string, { display_name: '107 moved' });
    });
    expect(found.toSorted()).toEqual(ids.toSorted());
  });

  it.each([3, 20])('of those that it passes, if each moves by %i places', async (places) => {
    const source = `moved by ${places}`;
    const ids = await people(source, 40);
    const found = await idsOf(client.contacts.all({ source, limit: 8 }), (_, id) =>
      client.contacts.update(id, { display_name: `${100 + ids.indexOf(id) + places} moved` }),
    );
    expect(found.toSorted()).toEqual(ids.toSorted());
  });
});

it('names are iterated too', async () => {
  for (let number = 100; number < 107; number++) await client.labels.create({ name: `label ${number}` });
  const names: string[] = [];
  for await (const { name } of client.labels.all({ limit: 2 })) names.push(name);
  expect(names).toEqual(['100', '101', '102', '103', '104', '105', '106'].map((number) => `label ${number}`));
});

it('an iteration that is left asks for no further page', async () => {
  await people('left', 6);
  let count = 0;
  const counting = createClient({
    url: service.url,
    fetch: (...request) => {
      count++;
      return fetch(...request);
    },
  });
  for await (const _ of counting.contacts.all({ source: 'left', limit: 2 })) break;
  expect(count).toBe(1);
});

it('records that are too large for one page together', async () => {
  const mail = { from_address: 'ann@example.org', received_at: '2026-03-01', folder: 'Large' };
  const ids: string[] = [];
  for (const size of [2_100_000, 2_100_000, 10, 2_100_000, 10])
    ids.push((await client.emails.create({ ...mail, body_plain: 'x'.repeat(size) })).id);
  const query = { folder: 'Large', sort: 'created_at', order: 'asc' } as const;
  expect(await idsOf(client.emails.all(query))).toEqual(ids);
});
