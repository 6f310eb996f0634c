// A change that is stored at the very moment a client joins the feed: between the reading of the log and its going
// live. The moment is made certain by a store whose reads of the log come back late.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHub } from '../src/feed/hub.ts';
import { createFeedMemory } from '../src/feed/memory.ts';
import { startClient } from '../src/feed/socket.ts';
import type { Store } from '../src/store/store.ts';
import { fakeSocket } from './support/fake-socket.ts';
import { startTestService, type TestService } from './support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

/** The real store, whose reads of the log wait until they are let through. */
function slowReader(store: Store): { store: Store; held: (() => void)[] } {
  const held: (() => void)[] = [];
  return {
    store: {
      ...store,
      async read(user, queries, options) {
        const rows = await store.read(user, queries, options);
        if (queries[0]?.sql.includes('from changes')) await new Promise<void>((resolve) => held.push(resolve));
        return rows;
      },
    },
    held,
  };
}

it('a change stored while the client reads the log is told once', async () => {
  await service.ask('POST', '/contacts', { first_name: 'Ann' });
  const reader = slowReader(service.store);
  const fail = (error: unknown) => {
    throw error;
  };
  const hub = createHub(reader.store, () => {}, fail);
  const { socket, sent } = fakeSocket();
  const principal = { user: 1, token: null, scopes: new Set(['admin']) };
  const parts = { store: reader.store, hub, memory: createFeedMemory(), onError: fail };
  startClient(socket, principal, { since: 0, events: undefined }, parts);
  await until(() => reader.held.length === 2); // the hub's reading, because somebody has joined, and the client's own
  await service.ask('POST', '/contacts', { first_name: 'Ann' });
  hub.ring(1);
  const [hubs, clients] = reader.held.splice(0) as [() => void, () => void];
  hubs();
  await until(() => reader.held.length === 1); // the hub has read nothing, and reads again for the change
  reader.held.pop()?.();
  await until(() => hub.position(1) === 2); // told, while the client was still reading what was before it
  clients();
  await until(() => {
    reader.held.pop()?.();
    return sent.length === 3;
  });
  expect(sent.map(({ event, seq }) => [event, seq])).toEqual([
    ['connected', 1],
    ['contact.created', 1],
    ['contact.created', 2],
  ]);
});

async function until(holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error('this did not come about');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
