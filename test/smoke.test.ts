import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFeed } from './support/feed.ts';
import { startTestService, type TestService } from './support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

it('a created contact is told on the feed and can be read', async () => {
  const feed = await openFeed(service.url);
  const made = await service.ask('POST', '/contacts', { first_name: 'Ann' });
  expect(made.status).toBe(201);
  await feed.until((all) => all.length === 2);
  expect(feed.messages.map((one) => one.event)).toEqual(['connected', 'contact.created']);
  await feed.close();
});
