// What interrupts a live copy of the client, and how it goes on: cut and silent connections, logs that do not continue,
// no WebSocket, and a later start from a snapshot.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createClient, type DaybookError } from '../../client/src/index.ts';
import type { Listener } from '../../client/src/replica/listeners.ts';
import { pruneChanges } from '../../src/store/tables/changes.ts';
import { eventually } from '../support/process.ts';
import { named, replicaWorld, sorted } from '../support/replicas.ts';
import { startTestService } from '../support/service.ts';

const { service, proxy, start, startReady, make, contact, email, list } = replicaWorld();
afterEach(() => {
  vi.useRealTimers();
});

const changesOf = ({ subscribe }: { subscribe(listener: Listener): void }) => {
  const told: string[] = [];
  subscribe((changes) => told.push(...named(changes)));
  return told;
};
const stateOf = (replica: { state: string }, state: string) =>
  eventually(
    () => replica.state,
    (now) => now === state,
  );
const requests = (pattern: RegExp) => proxy().requests.filter((one) => pattern.test(one));

it('a cut connection is resumed from the last change, without reading the lists again', async () => {
  const replica = await startReady({ kinds: ['contacts'] });
  await replica.until((await contact('Ann')).seq);
  const told = changesOf(replica);
  proxy().requests.length = 0;
  proxy().isDown = true;
  proxy().cut();
  const { id, seq } = await contact('Bob');
  const reached = replica.until(seq);
  await stateOf(replica, 'offline');
  expect(replica.error).toMatchObject({ code: 'NETWORK_ERROR' });
  proxy().isDown = false;
  await reached;
  expect(told).toEqual([`contacts/${id}`]);
  expect(requests(/\/contacts/)).toEqual([]);
  expect([replica.state, replica.error]).toEqual(['live', undefined]);
});

it('a connection that is silent is noticed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const replica = await startReady({ kinds: ['contacts'] });
  proxy().isSilent = true;
  const { id, seq } = await contact('Ann');
  vi.advanceTimersByTime(20_000);
  expect(replica.state).toBe('live');
  vi.advanceTimersByTime(20_000);
  await stateOf(replica, 'offline');
  proxy().isSilent = false;
  proxy().cut(); // with the request that waits for an answer
  await replica.until(seq);
  expect(replica.contacts.get(id)).toBeDefined();
});

it('a 404 of a proxy while the service restarts does not end the copy', async () => {
  const replica = await startReady({ kinds: ['contacts'] });
  const other = createServer((_, response) => response.writeHead(404).end()).listen(0, '127.0.0.1');
  await once(other, 'listening');
  proxy().target = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  proxy().cut();
  await eventually(
    () => replica.error,
    (error) => (error as DaybookError | undefined)?.status === 404,
  );
  expect(replica.state).toBe('offline');
  proxy().target = service().url;
  proxy().cut();
  await stateOf(replica, 'live');
  other.close();
});

it('two attempts are at most 5 seconds apart, however long the service was away', async () => {
  vi.useFakeTimers();
  let count = 0;
  const fetch = async () => {
    count++;
    throw new TypeError('fetch failed');
  };
  const replica = createClient({ url: proxy().url, fetch }).replica({ kinds: ['contacts'] });
  await vi.advanceTimersByTimeAsync(120_000);
  const before = count;
  await vi.advanceTimersByTimeAsync(5000);
  expect(count).toBeGreaterThan(before);
  replica.close();
  expect(replica.error?.code).toBe('CLOSED');
});

it('the next attempt waits as long as Retry-After says', async () => {
  vi.useFakeTimers();
  let count = 0;
  const fetch = async () => {
    count++;
    return new Response(null, { status: 503, headers: { 'retry-after': '90' } });
  };
  const replica = createClient({ url: proxy().url, fetch }).replica({ kinds: ['contacts'] });
  await vi.advanceTimersByTimeAsync(89_999);
  expect(count).toBe(1);
  await vi.advanceTimersByTimeAsync(2);
  expect(count).toBe(2);
  replica.close();
});

describe('the lists are read again, and the difference is told,', () => {
  it('if the log no longer has the next change', async () => {
    const [ann, bob, eve] = [await contact('Ann'), await contact('Bob'), await contact('Eve')];
    const replica = await startReady({ kinds: ['contacts'] });
    proxy().isDown = true;
    proxy().cut();
    await make('PATCH', `/contacts/${ann.id}`, { notes: 'Likes tea.' });
    await make('DELETE', `/contacts/${bob.id}`);
    const dan = await contact('Dan');
    await service().store.write(1, (tx) => pruneChanges(tx, Number.POSITIVE_INFINITY, 1000));
    const told = changesOf(replica);
    proxy().isDown = false;
    await replica.until();
    expect(told.sort()).toEqual([ann, bob, dan].map(({ id }) => `contacts/${id}`).sort());
    expect(sorted(replica.contacts.values())).toEqual(sorted(await list('/contacts')));
    expect(replica.contacts.get(eve.id)).toBeDefined();
  });

  it('if the log is another one, shorter or longer', async () => {
    const replica = await startReady({ kinds: ['contacts'] });
    await replica.until((await contact('Ann')).seq);
    const names = () => replica.contacts.values().map(({ display_name }) => display_name);
    const [shorter, longer] = [await startTestService(), await startTestService()];
    const add = (to: typeof shorter, name: string) => to.ask('POST', '/contacts', { display_name: name });
    await add(shorter, 'First');
    proxy().target = shorter.url;
    proxy().cut();
    await eventually(names, (all) => all.join() === 'First');
    expect(replica.seq).toBe(1);
    await add(shorter, 'Second');
    await replica.until(2);
    for (const name of ['Dan', 'Eve', 'Fay', 'Guy']) await add(longer, name);
    proxy().target = longer.url;
    proxy().cut();
    await replica.until(4);
    expect(names().sort()).toEqual(['Dan', 'Eve', 'Fay', 'Guy']);
    await shorter.end();
    await longer.end();
  });
});

it('without a WebSocket the feed is polled, counts included, until there is one', async () => {
  proxy().refusesSockets = true;
  const replica = await startReady({ kinds: ['contacts', 'tags'] });
  const ann = await contact('Ann', { tags: ['polled'] });
  await replica.until(ann.seq);
  expect(replica.contacts.get(ann.id)).toBeDefined();
  expect(replica.tags.get('polled')?.total).toBe(1);
  proxy().refusesSockets = false;
  proxy().requests.length = 0;
  await eventually(
    () => requests(/\/ws\?/).length,
    (count) => count > 0,
  );
  const bob = await contact('Bob');
  await replica.until(bob.seq);
  expect(replica.contacts.get(bob.id)).toBeDefined();
});

describe('a snapshot', () => {
  it('is continued by another replica, which has its records at once and reads no list', async () => {
    const kinds = { contacts: {}, inbox: { kind: 'emails', folder: 'Kept', newest: 2 } } as const;
    for (const day of [1, 2, 3]) await email(`2026-03-0${day}`, { folder: 'Kept' });
    const first = await startReady({ kinds });
    const snapshot = JSON.parse(JSON.stringify(first.snapshot()));
    first.close();
    const { id } = await contact('Bob');
    proxy().requests.length = 0;
    const second = start({ kinds, from: snapshot });
    expect([second.contacts.size, second.inbox.size, second.seq]).toEqual([first.contacts.size, 2, first.seq]);
    await second.until();
    expect(second.contacts.get(id)).toBeDefined();
    await second.until((await email('2026-03-01', { folder: 'Kept' })).seq); // older than the newest two
    expect(sorted(second.inbox.values())).toEqual(sorted(await list('/emails?folder=Kept&limit=2')));
    expect(requests(/\/(contacts|emails)/)).toEqual([]);
  });

  it('is not continued if the log has a change that should have come before it', async () => {
    const first = await startReady({ kinds: ['contacts'] });
    await first.until((await contact('Ann')).seq);
    const snapshot = first.snapshot() as NonNullable<ReturnType<typeof first.snapshot>>;
    const { id, seq } = await contact('Bob'); // what followed in the former log, changes of mail alone, was lost
    const second = start({ kinds: ['contacts'], from: { ...snapshot, place: { ...snapshot.place, seq } } });
    await second.until((await email('2026-03-01')).seq);
    expect(second.contacts.get(id)).toBeDefined();
  });

  it('of another address is not used', async () => {
    const first = await startReady({ kinds: ['contacts'] });
    const from = first.snapshot();
    const second = createClient({ url: service().url }).replica({ kinds: ['contacts'], from });
    expect([first.contacts.size > 0, second.contacts.size]).toEqual([true, 0]);
    second.close();
  });

  it('of other kinds, of another user or of another version is not used', async () => {
    const first = await startReady({ kinds: ['contacts'] });
    const snapshot = first.snapshot();
    const second = start({ kinds: ['contacts', 'emails'], from: snapshot });
    expect(second.contacts.size).toBe(0);
    second.close();
    for (const other of [{ user: 'bob' }, { version: '0' }]) {
      const from = { ...snapshot, owner: { ...snapshot?.owner, ...other } } as typeof snapshot;
      proxy().requests.length = 0;
      const third = start({ kinds: ['contacts'], from });
      await third.ready;
      expect(requests(/\/contacts/).length).toBe(1);
    }
  });
});
