// Where a request could ask for more than can be held, and where two readings of it could differ.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limits } from '../../src/limits.ts';
import { openFeed } from '../support/feed.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ hostnames: 'books.test' });
});
afterAll(() => service.end());

interface List {
  data: { id: string; seq: number }[];
  meta: { total: number; has_more: boolean; seq: number };
}

it('a page ends early when its records grow too large together, and says that there is more', async () => {
  const body_plain = 'x'.repeat(limits.pageBytes / 2);
  for (let count = 0; count < 4; count++) {
    await service.ask('POST', '/emails', { from_address: 'a@example.org', received_at: '2026-01-01', body_plain });
  }
  const { data, meta } = (await service.ask('GET', '/emails?limit=500')).body as List;
  expect([data.length, meta]).toEqual([2, { total: 4, limit: 500, offset: 0, has_more: true }]);
  const rest = (await service.ask('GET', '/emails?limit=500&offset=2')).body as List;
  expect([rest.data.length, rest.meta.has_more]).toEqual([2, false]);
  expect(((await service.ask('GET', '/emails?limit=500&fields=subject')).body as List).data).toHaveLength(4);
});

it('the change feed gives large changes piece by piece, without a gap', async () => {
  const seen: number[] = [];
  for (let since = 0, more = true; more; since = seen.at(-1) as number) {
    const { data, meta } = (await service.ask('GET', `/changes?since=${since}`)).body as List;
    seen.push(...data.map((one) => one.seq));
    more = since !== meta.seq && data.length > 0;
  }
  expect(seen).toEqual([1, 2, 3, 4]);
});

it('a time that does not exist in the zone of the request is refused, not passed over', async () => {
  const answer = await service.ask('GET', '/events?to=9999-12-31T23:59:59&tz=America/New_York');
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ error: { code: 'INVALID_QUERY', details: { field: 'to' } } });
});

it('a page on another port of a known host is another origin', async () => {
  const from = (origin: string) => service.ask('GET', '/events', undefined, { origin });
  expect((await from('https://books.test')).status).toBe(200);
  expect((await from('http://books.test:3000')).status).toBe(403);
});

it('of the instructions of a feed client the latest holds', async () => {
  const feed = await openFeed(service.url);
  feed.socket.send('{"action":"unsubscribe","events":["*"]}');
  feed.socket.send('{"action":"subscribe","events":["contact.*"]}');
  feed.socket.send('{"action":"unsubscribe","events":["contact.deleted"]}');
  await feed.settled();
  const { body } = await service.ask('POST', '/contacts', { first_name: 'Ann' });
  const { id } = (body as { data: { id: string } }).data;
  await service.ask('POST', '/events', { title: 'Unwanted', start_at: '2026-01-01' });
  await service.ask('DELETE', `/contacts/${id}`);
  await service.ask('POST', `/contacts/${id}/restore`);
  await feed.until((all) => all.some((one) => one.event === 'contact.restored'));
  expect(feed.changes().map((one) => one.event)).toEqual(['contact.created', 'contact.restored']);
  await feed.close();
});

it('numbers in a search are found each by itself or together, however they are punctuated', async () => {
  const contact = { first_name: 'Num', phones: [{ number: '+49305550123' }], notes: 'lives in 24103' };
  await service.ask('POST', '/contacts', contact);
  const total = async (search: string) =>
    ((await service.ask('GET', `/contacts?search=${encodeURIComponent(search)}`)).body as List).meta.total;
  expect(await total('5550123 24103')).toBe(1);
  expect(await total('555‑0123')).toBe(1);
  expect(await total('555_0123')).toBe(1);
  expect(await total('030 555 (0123)')).toBe(0);
  expect(await total('305 550 123')).toBe(1);
  expect(await total('5550123 99999')).toBe(0);
});
