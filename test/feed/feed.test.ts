// The change feed: what is replayed and what is live follow each other without a gap or a double, whatever happens to
// the client, the service or the token in between.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createToken, type Scope } from '../../src/access/access.ts';
import { limits } from '../../src/limits.ts';
import { revokeToken } from '../../src/store/tables/users.ts';
import { type FeedMessage, openFeed, type TestFeed } from '../support/feed.ts';
import { changes, contact, email, make, newest, seqs, told } from '../support/feed-records.ts';
import { eventually } from '../support/process.ts';
import { startTestService, type TestService } from '../support/service.ts';

const upTo = (feed: TestFeed, seq: number) => feed.until(() => (feed.changes().at(-1)?.seq ?? 0) >= seq);
const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + 1 + index);

describe('replay and live', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.end());

  it('the first message is the greeting with the newest seq', async () => {
    await contact(service);
    const feed = await openFeed(service.url);
    await feed.settled();
    expect(feed.messages[0]).toEqual({ event: 'connected', seq: 1, timestamp: expect.stringMatching(/^\d{4}-.*Z$/) });
    expect(feed.changes()).toEqual([]);
    await feed.close();
  });

  it('a change has the full record, its time and its seq; a deletion has what remains of it', async () => {
    const feed = await openFeed(service.url);
    const made = await email(service, 'with a body');
    const trashed = await make(service, 'DELETE', `/emails/${made.id}`);
    await make(service, 'DELETE', `/emails/${made.id}?permanent=true`);
    await feed.until(() => feed.changes().length === 3);
    const [created, deleted, erased] = feed.changes();
    expect(created).toMatchObject({ event: 'email.created', data: made, seq: (feed.messages[0]?.seq ?? 0) + 1 });
    expect(created?.data).toEqual(made);
    expect(deleted).toMatchObject({ event: 'email.deleted', data: { id: made.id, deleted_at: trashed.deleted_at } });
    expect(erased).toMatchObject({ event: 'email.deleted', data: { id: made.id, permanent: true } });
    for (const { timestamp } of feed.changes())
      expect(new Date(timestamp).toISOString().slice(0, 19)).toBe(timestamp.slice(0, 19));
    await feed.close();
  });

  it('clients that connect at any time during writes get every change once, in order', async () => {
    const start = await newest(service);
    const writers = Array.from({ length: 5 }, async (_, writer) => {
      for (let round = 0; round < 40; round++) {
        const { id } = round % 3 === 0 ? await email(service) : await contact(service, `w${writer} r${round}`);
        if (round % 3 !== 0) await make(service, 'PATCH', `/contacts/${id}`, { notes: `note ${round}` });
      }
    });
    const joining = Array.from({ length: 12 }, async (_, client) => {
      const at = start + client * 20;
      await eventually(
        () => newest(service),
        (seq) => seq >= at,
      );
      const since = client % 3 === 0 ? undefined : client % 3 === 1 ? start : at;
      return { since, feed: await openFeed(service.url, since === undefined ? '' : `?since=${since}`) };
    });
    await Promise.all(writers);
    const clients = await Promise.all(joining);
    const end = await newest(service);
    expect(end).toBeGreaterThan(start + 200);
    const all = (await changes(service, `?since=${start}&limit=1000`)).data;
    for (const { since, feed } of clients) {
      const from = since ?? (feed.messages[0]?.seq as number);
      if (from < end) await upTo(feed, end);
      await feed.settled();
      expect(seqs(feed)).toEqual(range(from, end));
      expect(feed.changes()).toEqual(all.filter(({ seq }) => seq > from));
      await feed.close();
    }
  });

  it('polling the log by pages gives the same messages', async () => {
    const end = await newest(service);
    const pages: FeedMessage[] = [];
    for (let more = true; more; ) {
      const page = await changes(service, `?since=${pages.at(-1)?.seq ?? 0}&limit=37`);
      expect(page.meta.seq).toBe(end);
      pages.push(...page.data);
      more = page.meta.has_more;
    }
    const feed = await openFeed(service.url, '?since=0');
    await upTo(feed, end);
    expect(feed.changes()).toEqual(pages);
    expect(pages.map(({ seq }) => seq)).toEqual(range(0, end));
    await feed.close();
  });

  it('a restart loses nothing, and closes sockets with 1001', async () => {
    let here = await startTestService();
    await contact(here);
    const before = await openFeed(here.url);
    await contact(here);
    await upTo(before, 2);
    await here.stop();
    expect((await before.closed).code).toBe(1001);
    here = await startTestService({ database: here.database });
    await contact(here);
    const after = await openFeed(here.url, '?since=1');
    await contact(here);
    await upTo(after, 4);
    expect(seqs(after)).toEqual([2, 3, 4]);
    await after.close();
    await here.end();
  });

  it('/ws is the same feed', async () => {
    const socket = new WebSocket(`${service.url.replace('http', 'ws')}/ws?since=0&events=contact.created`);
    const first: string[] = [];
    await new Promise<void>((resolve, reject) => {
      socket.on('error', reject);
      socket.on('message', (data) => {
        first.push(JSON.parse(data.toString()).event);
        if (first.length === 2) resolve();
      });
    });
    expect(first.slice(0, 2)).toEqual(['connected', 'contact.created']);
    socket.terminate();
  });
});

describe('large changes', () => {
  const LARGE = 'x'.repeat(4 * 1024 * 1024);
  // What the kernel holds for a connection, up to some 40 MiB here, comes on top of what the service holds.
  const COUNT = 16;
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.end());

  it('a client that stops reading is closed with 4408 and resumes with since, while another gets everything', async () => {
    const slow = await openFeed(service.url);
    const other = await openFeed(service.url);
    slow.socket.pause();
    for (let made = 0; made < COUNT; made++) await email(service, LARGE);
    await upTo(other, COUNT);
    // After ten seconds the service waits no longer for a reader that does not read, and drops what waits for it.
    await eventually(
      async () => (await service.ask('GET', '/metrics')).text,
      (text) => text.includes('daybook_feed_waiting_bytes 0\n'),
    );
    slow.socket.resume();
    expect((await slow.closed).code).toBe(4408);
    const last = slow.changes().at(-1)?.seq ?? 0;
    expect(seqs(slow)).toEqual(range(0, last));
    expect(last).toBeLessThan(COUNT);
    const again = await openFeed(service.url, `?since=${last}`);
    await contact(service);
    await Promise.race([upTo(again, COUNT + 1), again.closed]);
    expect(seqs(again)).toEqual(range(last, COUNT + 1));
    await Promise.all([again.close(), other.close()]);
  });

  it('a replay larger than the buffer reaches a client that reads', async () => {
    const feed = await openFeed(service.url, '?since=0');
    const end = await newest(service);
    await Promise.race([upTo(feed, end), feed.closed]);
    expect(seqs(feed)).toEqual(range(0, end));
    await feed.close();
  });

  it('one change larger than the buffer reaches a client that reads', async () => {
    const feed = await openFeed(service.url);
    await email(service, 'x'.repeat(limits.socketBufferBytes + LARGE.length));
    await contact(service);
    const end = await newest(service);
    await Promise.race([upTo(feed, end), feed.closed]);
    expect(seqs(feed)).toEqual([end - 1, end]);
    await feed.close();
  });
});

describe('tokens', () => {
  let service: TestService;
  let full: { id: string; text: string };
  const token = (scopes: Scope[]) => createToken(service.store, { user: 1, name: 'test', scopes, expiresAt: null });
  const bearer = (text: string) => ({ authorization: `Bearer ${text}` });

  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.end());

  it('the first token closes the sockets without one with 4401', async () => {
    const feed = await openFeed(service.url);
    full = await token(['admin']);
    expect((await feed.closed).code).toBe(4401);
  });

  it.each([
    ['no token', '', {}],
    ['an unknown token', '', bearer('dbk_000000000000_nobody')],
    ['an unknown token in the address', '?token=dbk_000000000000_nobody', {}],
    ['another kind of authorization', '', { authorization: 'Basic b3duZXI6' }],
  ])('%s is closed with 4401 and gets nothing', async (_, query, headers) => {
    const feed = await openFeed(service.url, query, headers as Record<string, string>);
    expect((await feed.closed).code).toBe(4401);
    expect(feed.messages).toEqual([]);
  });

  it('a token is accepted in the header, or in ?token= for clients that cannot set headers', async () => {
    for (const feed of [
      await openFeed(service.url, '', bearer(full.text)),
      await openFeed(service.url, `?token=${full.text}`),
    ]) {
      await feed.settled();
      expect(feed.messages[0]?.event).toBe('connected');
      await feed.close();
    }
  });

  it('a token gets only what its scopes may read, so its seq has gaps', async () => {
    const some = await token(['contacts:read', 'events:write', 'emails:send']);
    const write = (path: string, body: object) => service.ask('POST', path, body, bearer(full.text));
    const live = await openFeed(service.url, '?since=0&events=*', bearer(some.text));
    await write('/contacts', { first_name: 'Ann' });
    await write('/events', { title: 'Dentist', start_at: '2026-02-17T09:00:00Z' });
    await write('/emails/drafts', { subject: 'Secret' });
    await write('/contacts', { first_name: 'Bob' });
    await upTo(live, 4);
    const replayed = await openFeed(service.url, '?since=0', bearer(some.text));
    await upTo(replayed, 4);
    for (const feed of [live, replayed]) {
      expect(seqs(feed)).toEqual([1, 4]);
      expect(told(feed)).toEqual(['contact.created', 'contact.created']);
      await feed.close();
    }
    const polled = await changes(service, '?since=0&limit=1', bearer(some.text));
    expect([polled.data.map(({ seq }) => seq), polled.meta]).toEqual([[1], { seq: 4, has_more: true }]);
    expect((await changes(service, '', bearer(some.text))).data.map(({ seq }) => seq)).toEqual([1, 4]);
  });

  it('a token without a read scope gets nothing but the newest seq', async () => {
    const blind = await token(['emails:send']);
    expect(await changes(service, '', bearer(blind.text))).toEqual({ data: [], meta: { seq: 4, has_more: false } });
  });

  it('revoking a token closes its open sockets with 4401, and only those', async () => {
    const short = await token(['contacts:read']);
    const its = await openFeed(service.url, '', bearer(short.text));
    const other = await openFeed(service.url, '', bearer(full.text));
    await its.settled();
    await revokeToken(service.store, short.id);
    expect((await its.closed).code).toBe(4401);
    await other.settled();
    await other.close();
  });

  it('a token that expires closes its open sockets with 4401', async () => {
    const soon = Date.now() + 1500;
    const { text } = await createToken(service.store, { user: 1, name: 'soon', scopes: ['admin'], expiresAt: soon });
    const feed = await openFeed(service.url, '', bearer(text));
    expect((await feed.closed).code).toBe(4401);
    expect(Date.now()).toBeGreaterThanOrEqual(soon);
  });
});
