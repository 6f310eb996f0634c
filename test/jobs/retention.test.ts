// What is kept for a time only: old changes and their bodies, old answers under idempotency keys.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepHouse } from '../../src/jobs/housekeeping.ts';
import { openFeed } from '../support/feed.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

const DAY = 24 * 3_600_000;

/** The rows of a table: what is kept though no answer shows it. */
async function rows(sql: string): Promise<number> {
  const [row] = await service.store.catalogue(sql);
  return row?.n as number;
}

/** No request moves time, so the rows are made older. */
async function growOlder(days: number): Promise<void> {
  await service.store.write(1, async (tx) => {
    tx.run('update changes set at = at - ?2 where user_id = ?1', days * DAY);
    tx.run('update idempotency set created_at = created_at - ?2 where user_id = ?1', days * DAY);
  });
}

async function makeDraft(text: string): Promise<string> {
  const { body } = await service.ask('POST', '/emails/drafts', { subject: 'A plan', body_plain: text });
  return (body as { data: { id: string } }).data.id;
}

it('changes older than the retention period are removed, and `since` before them is 410 CURSOR_EXPIRED', async () => {
  const id = await makeDraft('first words');
  await service.ask('PATCH', `/emails/drafts/${id}`, { body_plain: 'second words' });
  await service.ask('POST', `/emails/${id}/star`);
  expect(await rows('select count(*) as n from bodies')).toBe(2);
  await growOlder(91);
  await service.ask('POST', `/emails/${id}/unstar`);
  await keepHouse(service.store, 90);
  expect((await service.ask('GET', '/changes?since=2')).status).toBe(410);
  expect((await service.ask('GET', '/changes?since=3')).body).toMatchObject({ data: [{ seq: 4 }], meta: { seq: 4 } });
  const feed = await openFeed(service.url, '?since=0');
  expect((await feed.closed).code).toBe(4410);
  expect(feed.messages[0]).toMatchObject({ event: 'error', code: 'CURSOR_EXPIRED' });
});

it('a replaced body is removed with the changes that refer to it; the current one stays', async () => {
  expect(await rows('select count(*) as n from bodies')).toBe(1);
  const { body } = await service.ask('GET', '/emails?status=draft');
  expect(body).toMatchObject({ data: [{ body_plain: 'second words' }] });
});

it('erasing a record whose changes are no longer in the log leaves no body behind', async () => {
  const { body } = await service.ask('GET', '/emails?status=draft');
  const { id } = (body as { data: [{ id: string }] }).data[0];
  await growOlder(91);
  await keepHouse(service.store, 90);
  expect((await service.ask('DELETE', `/emails/${id}?permanent=true`)).status).toBe(200);
  expect(await rows('select count(*) as n from bodies')).toBe(0);
});

it('an idempotency key can be used for something else after 24 hours', async () => {
  const key = { 'idempotency-key': 'once' };
  expect((await service.ask('POST', '/contacts', { first_name: 'Ann' }, key)).status).toBe(201);
  expect((await service.ask('POST', '/contacts', { first_name: 'Bea' }, key)).status).toBe(409);
  await growOlder(1);
  expect((await service.ask('POST', '/contacts', { first_name: 'Bea' }, key)).status).toBe(201);
  await growOlder(2);
  await keepHouse(service.store, 90);
  expect(await rows('select count(*) as n from idempotency')).toBe(0);
});

it('an erased record leaves nothing in the answer kept under its idempotency key, and is not made again', async () => {
  const key = { 'idempotency-key': 'erase me' };
  const made = await service.ask('POST', '/contacts', { first_name: 'Unforgotten' }, key);
  const { id } = (made.body as { data: { id: string } }).data;
  await service.ask('DELETE', `/contacts/${id}?permanent=true`);
  const again = await service.ask('POST', '/contacts', { first_name: 'Unforgotten' }, key);
  expect([again.status, again.body]).toEqual([201, { data: { id, permanent: true } }]);
  expect((await service.ask('GET', '/contacts?search=unforgotten')).body).toMatchObject({ meta: { total: 0 } });
});
