// A change that is stored at the very moment a client joins the feed: between the reading of the log and its going
// live. The moment is made certain by a store whose reads of the log come back late.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHub } from '../../src/feed/hub.ts';
import { createFeedMemory } from '../../src/feed/memory.ts';
import { startClient } from '../../src/feed/socket.ts';
import type { Store } from '../../src/store/port.ts';
import { fakeSocket } from '../support/fake-socket.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

/** The real store, whose reads of the log wait until they are let through. */
function slowReader(store: Store): { store: Store; hubs: (() => void)[]; clients: (() => void)[] } {
  const [hubs, clients]: (() => void)[][] = [[], []];
  return {
    store: {
      ...store,
      async read(user, queries, options) {
        const rows = await store.read(user, queries, options);
        const held = queries.length === 1 ? hubs : clients; // a client also asks how far the log goes
        if (queries[0]?.sql.includes('from changes')) await new Promise<void>((resolve) => held?.push(resolve));
        return rows;
      },
    },
    hubs: hubs as (() => void)[],
    clients: clients as (() => void)[],
  };
}

it('a change stored while a client reads the log is sent once', async () => {
  await service.ask('POST', '/contacts', { first_name: 'Ann' });
  const reader = slowReader(service.store);
  const fail = (error: unknown) => {
    throw error;
  };
  const hub = createHub(reader.store, () => {}, fail);
  const { socket, sent } = fakeSocket();
  const principal = { user: 1, token: null, scopes: new Set(['admin']) };
  const parts = { store: reader.store, hub, memory: createFeedMemory(), onError: fail };
  startClient(
    socket,
    principal,
    { since: 0, events: undefined, bodies: true },
    { ...parts, readCounts: async () => ({}) },
  );
  const { hubs, clients } = reader;
  await until(() => hubs.length === 1 && clients.length === 1); // the hub reads because somebody has joined
  await service.ask('POST', '/contacts', { first_name: 'Ann' });
  hub.notify(1);
  hubs.pop()?.();
  await until(() => hubs.length === 1); // the hub has read nothing, and reads again for the change
  hubs.pop()?.();
  await until(() => hub.position(1) === 2); // sent, while the client was still reading earlier changes
  await until(() => {
    clients.pop()?.();
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
