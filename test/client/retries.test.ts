// Requests of the client that fail on the way: they are repeated, and what they change is changed once.
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type Client, createClient, DaybookError } from '../../client/src/index.ts';
import { addAccount } from '../support/accounts.ts';
import { type Fault, type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let proxy: FaultyProxy;
let client: Client;
beforeAll(async () => {
  service = await startTestService();
  await addAccount(service, { id: '01900000-0000-7000-8000-000000000001', isDefault: true });
  proxy = await startFaultyProxy(service.url);
  client = createClient({ url: proxy.url, retryDelay: 1 });
});
beforeEach(() => {
  proxy.faults.length = 0;
  proxy.requests.length = 0;
});
afterAll(async () => {
  await proxy.end();
  await service.end();
});

const busy: Fault = { status: 503, headers: { 'retry-after': '0' } };
const mail = { to_addresses: [{ address: 'bob@example.org', name: null }], body_plain: 'Hello' };
const events = async (since: number) => (await client.changes({ since, limit: 500 })).data.map(({ event }) => event);
const newest = async () => (await client.changes({ limit: 0 })).meta.seq;
const turn = () => new Promise((resume) => setImmediate(resume));
const errorOf = (promise: Promise<unknown>): Promise<DaybookError> =>
  promise.then(
    () => expect.unreachable('the call must fail'),
    (error: unknown) => error as DaybookError,
  );

it.each<[string, Fault[]]>([
  ['the answer was lost', ['lost']],
  ['the answer was cut', ['cut']],
  ['the answer was short', ['short']],
  ['the answer was lost, cut and refused in turn', ['lost', 'cut', busy, 'lost']],
])('a mail is queued once although %s', async (_, faults) => {
  const since = await newest();
  proxy.faults.push(...faults);
  proxy.requests.length = 0;
  const { id, status } = await client.emails.send(mail);
  expect(status).toBe('queued');
  expect(proxy.requests).toHaveLength(faults.length + 1);
  expect(new Set(proxy.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  expect(await events(since)).toEqual(['email.queued']);
  expect((await client.emails.get(id)).status).toBe('queued');
});

it('every request that changes something has a key of its own, and no other has one', async () => {
  const { id } = await client.contacts.create({ display_name: 'Ann' });
  await client.contacts.update(id, { notes: 'x' });
  await client.contacts.get(id);
  await client.contacts.remove(id);
  const keys = proxy.requests.map(({ headers }) => headers['idempotency-key']);
  expect(keys.map((key) => key?.length)).toEqual([32, 32, undefined, 32]);
  expect(new Set(keys).size).toBe(4);
});

it('a change with ifMatch whose answer was lost succeeds, and is made once', async () => {
  const made = await client.contacts.create({ display_name: 'Ann' });
  const since = await newest();
  proxy.faults.push('lost', 'cut');
  const changed = await client.contacts.update(made.id, { notes: 'x' }, { ifMatch: made });
  expect(changed.notes).toBe('x');
  proxy.faults.push('lost');
  await client.contacts.remove(made.id, {}, { ifMatch: changed });
  proxy.faults.push('cut');
  expect(await client.contacts.erase(made.id)).toEqual({ id: made.id, deleted: true });
  expect(await events(since)).toEqual(['contact.updated', 'contact.deleted', 'contact.deleted']);
});

it('an upload whose answer was lost is stored once', async () => {
  const since = await newest();
  proxy.faults.push('lost');
  const file = await client.files.upload(new Blob(['lease']), 'lease.txt');
  expect(await (await client.files.download(file.id)).text()).toBe('lease');
  expect(await events(since)).toEqual(['file.created']);
});

it.each([429, 502, 503, 504])('%i is repeated', async (status) => {
  proxy.faults.push({ status }, { status });
  expect((await client.session.get()).user).toBe('owner');
  expect(proxy.requests).toHaveLength(3);
});

it.each([400, 404, 500])('%i is not repeated', async (status) => {
  proxy.faults.push({ status, body: '<h1>no JSON</h1>' });
  expect(await errorOf(client.session.get())).toMatchObject({ status, code: `HTTP_${status}`, details: {} });
  expect(proxy.requests).toHaveLength(1);
});

it('after the last attempt the error is thrown', async () => {
  proxy.faults.push(
    ...Array<Fault>(3).fill({ ...busy, body: '{"error":{"code":"SERVICE_UNAVAILABLE","message":"m"}}' }),
  );
  const error = await errorOf(createClient({ url: proxy.url, retryDelay: 1, retries: 2 }).session.get());
  expect(error).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE', message: 'm', retryAfter: 0 });
  expect(proxy.requests).toHaveLength(3);
});

it('a call can have its own number of retries', async () => {
  proxy.faults.push(busy);
  expect(await errorOf(client.session.get(undefined, { retries: 0 }))).toMatchObject({ status: 503 });
  expect(proxy.requests).toHaveLength(1);
});

it.each([
  ['in seconds', () => '7'],
  ['as a date', () => new Date(Date.now() + 7000).toUTCString()],
])('the next attempt waits as long as Retry-After says, %s', async (_, text) => {
  vi.useFakeTimers({ now: new Date('2026-02-17T12:00:00Z') });
  try {
    let count = 0;
    const fetch = async () => {
      count++;
      return count > 1
        ? Response.json({ data: {} })
        : new Response(null, { status: 429, headers: { 'retry-after': text() } });
    };
    const asked = createClient({ url: proxy.url, retryDelay: 1, fetch }).session.get();
    await vi.advanceTimersByTimeAsync(6999);
    expect(count).toBe(1);
    await vi.advanceTimersByTimeAsync(2);
    expect(count).toBe(2);
    await asked;
  } finally {
    vi.useRealTimers();
  }
});

it('a longer Retry-After than two minutes is left to the caller', async () => {
  proxy.faults.push({ status: 429, headers: { 'retry-after': '121' } });
  expect(await errorOf(client.session.get())).toMatchObject({ status: 429, retryAfter: 121_000 });
});

it('an attempt may take 30 s, and is then repeated', async () => {
  vi.useFakeTimers();
  try {
    let count = 0;
    const fetch: typeof globalThis.fetch = (_, init) => {
      count++;
      if (count > 2) return Promise.resolve(Response.json({ data: { user: 'owner' } }));
      return new Promise((__, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('late'))));
    };
    const asked = createClient({ url: proxy.url, retryDelay: 1, fetch }).session.get();
    await vi.advanceTimersByTimeAsync(29_999);
    expect(count).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([await asked, count]).toEqual([{ user: 'owner' }, 3]);
  } finally {
    vi.useRealTimers();
  }
});

it('an attempt that takes too long is in the end a TIMEOUT', async () => {
  proxy.faults.push('late');
  const error = await errorOf(createClient({ url: proxy.url, retries: 0, timeout: 50 }).session.get());
  expect(error).toMatchObject({ status: 0, code: 'TIMEOUT' });
});

it('a timeout of Infinity is none', async () => {
  const patient = createClient({ url: proxy.url, retries: 0, timeout: Number.POSITIVE_INFINITY });
  expect((await patient.session.get()).user).toBe('owner');
});

it('a service that cannot be reached is a NETWORK_ERROR with its address and its cause', async () => {
  const closed = await startFaultyProxy(service.url);
  await closed.end();
  const gone = createClient({ url: closed.url, retryDelay: 1, retries: 1 });
  const error = await errorOf(gone.session.get());
  expect(error).toBeInstanceOf(DaybookError);
  expect(error).toMatchObject({ status: 0, code: 'NETWORK_ERROR', cause: expect.any(Error) });
  expect(error.message).toContain(`GET ${closed.url}/api/v1/session failed: `);
  expect(error.message).toContain('ECONNREFUSED');
});

it('a signal ends a call while it waits for the answer, and while it waits for the next attempt', async () => {
  const controller = new AbortController();
  proxy.faults.push('late');
  const asked = client.session.get(undefined, { signal: controller.signal });
  while (proxy.faults.length > 0) await turn();
  controller.abort(new Error('enough'));
  await expect(asked).rejects.toThrow('enough');
  const second = new AbortController();
  proxy.faults.push({ status: 503, headers: { 'retry-after': '100' } });
  const waiting = client.session.get(undefined, { signal: second.signal });
  while (proxy.faults.length > 0) await turn();
  second.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  const before = AbortSignal.abort(new Error('before'));
  await expect(client.session.get(undefined, { signal: before })).rejects.toThrow('before');
});

it('the error of the service has its code, message, details and request id', async () => {
  const error = await errorOf(client.contacts.create({ display_name: 7 as never }));
  expect(error).toMatchObject({
    name: 'DaybookError',
    status: 400,
    code: 'VALIDATION_ERROR',
    details: { field: 'display_name' },
  });
  expect(error.message).toContain('display_name');
  expect(error.requestId).toMatch(/./);
});
