// counts.updated: the counts of folders, labels, calendars and tags, at most ten times a second, for sockets that name
// it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limits } from '../../src/limits.ts';
import { type FeedMessage, openFeed } from '../support/feed.ts';
import { keyOf } from '../support/keys.ts';
import { startTestService, type TestService } from '../support/service.ts';

const usual = limits.countsInterval;
let service: TestService;
beforeAll(async () => {
  Object.assign(limits, { countsInterval: 300 });
  service = await startTestService();
});
afterAll(async () => {
  Object.assign(limits, { countsInterval: usual });
  await service.end();
});

const counts = (messages: FeedMessage[]) => messages.filter(({ event }) => event === 'counts.updated');
const mail = (more: object) =>
  service.ask('POST', '/emails', { from_address: 'a@b.org', received_at: '2026-06-01', ...more });

it('all counts come first, then only those that have changed, and none in the log', async () => {
  const feed = await openFeed(service.url, '?events=counts.updated');
  await feed.until((messages) => counts(messages).length === 1);
  expect(counts(feed.messages)[0]).toMatchObject({
    data: { folders: [{ name: 'INBOX', total: 0, unread: 0 }, {}, {}, {}, {}, {}, {}, {}], labels: [], tags: [] },
  });
  const made = await mail({ labels: ['home'], folder: 'Plans' });
  await feed.until((messages) => counts(messages).length === 2);
  const [, second] = counts(feed.messages);
  expect(second?.data).toEqual({
    folders: [{ name: 'Plans', total: 1, unread: 1 }],
    labels: [{ name: 'home', total: 1, unread: 1 }],
  });
  expect(second).not.toHaveProperty('seq');
  await service.ask('DELETE', `/emails/${(made.body as { data: { id: string } }).data.id}`);
  await feed.until((messages) => counts(messages).length === 3);
  expect(counts(feed.messages)[2]?.data).toEqual({
    folders: [{ name: 'Plans', total: 0, unread: 0 }],
    labels: [{ name: 'home', total: 0, unread: 0 }],
  });
  await feed.close();
  const { data } = (await service.ask('GET', '/changes')).body as { data: { event: string }[] };
  expect(data.map(({ event }) => event)).toEqual(['email.created', 'email.deleted']);
});

it('many changes in a row make few messages, and the last one has the counts of the end', async () => {
  const feed = await openFeed(service.url, '?events=counts.*');
  await feed.until((messages) => counts(messages).length === 1);
  for (let index = 0; index < 20; index++) await mail({ folder: 'Many' });
  const last = () => counts(feed.messages).at(-1)?.data.folders;
  await feed.until(() => JSON.stringify(last()) === '[{"name":"Many","total":20,"unread":20}]');
  const times = counts(feed.messages).map(({ timestamp }) => Date.parse(timestamp));
  for (const [index, time] of times.entries())
    if (index > 0) expect(time - (times[index - 1] as number)).toBeGreaterThan(250);
  await feed.close();
});

it('a socket that does not name it receives none, and a subscription begins and ends it', async () => {
  const [everything, star] = [await openFeed(service.url), await openFeed(service.url, '?events=*')];
  const feed = await openFeed(service.url, '?events=contact.*');
  feed.socket.send('{"action": "subscribe", "events": ["counts.updated"]}');
  await feed.until((messages) => counts(messages).length === 1);
  feed.socket.send('{"action": "unsubscribe", "events": ["counts.updated"]}');
  await feed.settled();
  await mail({ folder: 'Quiet' });
  const watch = await openFeed(service.url, '?events=counts.updated');
  await watch.until((messages) => counts(messages).length === 1);
  for (const one of [everything, star, feed, watch]) {
    await one.settled();
    expect(counts(one.messages)).toHaveLength(one === feed || one === watch ? 1 : 0);
    await one.close();
  }
});

it('a token receives the lists that it may read', async () => {
  const { headers } = await keyOf(service, ['contacts:read']);
  const feed = await openFeed(service.url, '?events=counts.updated', headers);
  await feed.until((messages) => counts(messages).length === 1);
  expect(counts(feed.messages)[0]?.data).toEqual({ tags: [] });
  await feed.close();
});
