// body=false: lists of emails, /changes and the socket leave out body_plain and body_html, and nothing else.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHub } from '../../src/feed/hub.ts';
import type { Packet } from '../../src/feed/packet.ts';
import { limits } from '../../src/limits.ts';
import type { Query, Store } from '../../src/store/port.ts';
import { type FeedMessage, openFeed } from '../support/feed.ts';
import { changes, contact, make, newest } from '../support/feed-records.ts';
import { startTestService, type TestService } from '../support/service.ts';

const OWNER = 1;
const received = { from_address: 'ann@example.org', received_at: '2026-02-17T09:00:00Z' };

let service: TestService;
/** A mail with a body, one without, and one whose body is loaded on demand. */
const mails: Record<string, unknown>[] = [];
let start = 0;

beforeAll(async () => {
  service = await startTestService();
  start = await newest(service);
  for (const body of [
    { body_plain: 'secret text', body_html: '<p>secret text</p>' },
    {},
    { body_plain: 'secret '.repeat(limits.hugeBytes / 5) },
  ])
    mails.push(await make(service, 'POST', '/emails', { ...received, ...body }));
  await contact(service, 'Ann');
  await make(service, 'DELETE', `/emails/${mails[0]?.id}`);
});
afterAll(() => service.end());

function withoutBody({ body_plain: _plain, body_html: _html, ...rest }: Record<string, unknown>): object {
  return rest;
}

const LIST = '/emails?include_deleted=true&sort=created_at&order=asc';

it('a list of emails with body=false has every field but the bodies', async () => {
  const whole = (await service.ask('GET', LIST)).body as { data: Record<string, unknown>[] };
  const { status, body } = await service.ask('GET', `${LIST}&body=false`);
  expect(status).toBe(200);
  expect(body).toEqual({ ...whole, data: whole.data.map(withoutBody) });
  expect(whole.data[0]).toHaveProperty('body_plain', 'secret text');
});

it('body=true is the default, and body=false is no filter in the summary of a compact list', async () => {
  expect((await service.ask('GET', `${LIST}&body=true`)).text).toBe((await service.ask('GET', LIST)).text);
  const { body } = await service.ask('GET', '/emails?body=false&format=compact');
  expect(body).toMatchObject({ summary: '2 emails' });
});

it('fields works with body=false, unless it names a body', async () => {
  const { body } = await service.ask('GET', `${LIST}&body=false&fields=subject&limit=1`);
  expect(body).toMatchObject({ data: [{ id: mails[0]?.id, subject: null }] });
  const refused = await service.ask('GET', '/emails?body=false&fields=subject,body_html');
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({ error: { code: 'INVALID_QUERY', details: { field: 'body' } } });
});

it.each(['/emails?body=no', '/changes?body=', '/contacts?body=false'])('%s is INVALID_QUERY', async (path) => {
  const { status, body } = await service.ask('GET', path);
  expect([status, body]).toMatchObject([400, { error: { code: 'INVALID_QUERY', details: { field: 'body' } } }]);
});

/** All messages without bodies; with them, a page ends after the large mail. */
async function expected() {
  const data: FeedMessage[] = [];
  for (let more = true; more; ) {
    const page = await changes(service, `?since=${data.at(-1)?.seq ?? start}`);
    data.push(...page.data);
    more = page.meta.has_more;
  }
  expect(data[1]?.data).toHaveProperty('body_plain', null);
  return data.map((one) => ({ ...one, data: withoutBody(one.data) }));
}

it.each(['', '&events=email.*,contact.*'])(
  '/changes%s with body=false has the same messages without bodies',
  async (filter) => {
    const { data } = await changes(service, `?since=${start}&body=false${filter}`);
    expect(data).toEqual(await expected());
    expect(JSON.stringify(data)).not.toContain('"body_plain"');
  },
);

it('a socket with body=false is sent the log and live changes without bodies, another one has them', async () => {
  const log = await expected();
  const short = await openFeed(service.url, `?since=${start}&body=false`);
  const whole = await openFeed(service.url);
  const mail = await make(service, 'POST', '/emails', { ...received, body_plain: 'secret and live' });
  const bare = await make(service, 'POST', '/emails', received);
  await short.until(() => short.changes().length === log.length + 2);
  await whole.until(() => whole.changes().length === 2);
  expect(short.changes().slice(0, -2)).toEqual(log);
  expect(
    short
      .changes()
      .slice(-2)
      .map(({ data }) => data),
  ).toEqual([withoutBody(mail), withoutBody(bare)]);
  expect(whole.changes().map(({ data }) => data)).toEqual([mail, bare]);
  await short.close();
  await whole.close();
});

it('a socket with a wrong body is closed with the reason', async () => {
  const feed = await openFeed(service.url, '?body=never');
  await feed.until(() => feed.messages.length > 0);
  expect(feed.messages[0]).toMatchObject({
    event: 'error',
    code: 'INVALID_QUERY',
    message: expect.stringContaining('body'),
  });
  await feed.close();
});

it('bodies are not read while no listener needs them, and one that joins meanwhile gets them', async () => {
  const statements: string[] = [];
  let onRead = () => {};
  const store: Store = {
    ...service.store,
    read: async (user: number, queries: readonly Query[], options?: object) => {
      statements.push(...queries.map(({ sql }) => sql));
      const rows = await service.store.read(user, queries, options);
      onRead();
      return rows;
    },
  };
  const fail = (error: unknown) => {
    throw error;
  };
  const hub = createHub(store, () => {}, fail);
  const texts = { short: [] as string[], whole: [] as string[] };
  const listener = (bodies: boolean) => ({
    bodies,
    deliver: (packets: Packet[]) =>
      void texts[bodies ? 'whole' : 'short'].push(...packets.map((one) => one.bytes().toString())),
    drop: fail,
  });
  const before = await newest(service);
  hub.join(OWNER, listener(false), before);
  const { id } = await make(service, 'POST', '/emails', { ...received, body_plain: 'secret one' });
  await hub.delivered(OWNER, before + 1);
  expect(texts.short).toEqual([expect.stringContaining(id as string)]);
  expect(statements.filter((sql) => sql.includes('bodies'))).toEqual([]);
  onRead = () => {
    onRead = () => {};
    hub.join(OWNER, listener(true), before + 1);
  };
  await make(service, 'POST', '/emails', { ...received, body_plain: 'secret two' });
  await hub.delivered(OWNER, before + 2);
  expect(texts.whole).toEqual([expect.stringContaining('secret two')]);
  expect(texts.short).toHaveLength(2);
  expect(texts.short.join()).not.toContain('"body_plain"');
});
