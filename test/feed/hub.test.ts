// The hub gives each change to each listener, whatever another listener does. One that throws is dropped, and its
// client can go on by `since`.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { createHub, type Hub, type Listener } from '../../src/feed/hub.ts';
import { createFeedMemory } from '../../src/feed/memory.ts';
import { startClient } from '../../src/feed/socket.ts';
import { fakeSocket } from '../support/fake-socket.ts';
import { eventually } from '../support/process.ts';
import { startTestService, type TestService } from '../support/service.ts';

const OWNER = 1;
let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

/** Stores a change and returns its seq. */
async function change(): Promise<number> {
  await service.ask('POST', '/contacts', { first_name: 'Ann' });
  return newest();
}

async function newest(): Promise<number> {
  return ((await service.ask('GET', '/changes?limit=0')).body as { meta: { seq: number } }).meta.seq;
}

function newHub(): { hub: Hub; errors: unknown[] } {
  const errors: unknown[] = [];
  return {
    hub: createHub(
      service.store,
      () => {},
      (error) => errors.push(error),
    ),
    errors,
  };
}

function keeping(seqs: number[]): Listener {
  return {
    bodies: true,
    deliver: (packets) => void seqs.push(...packets.map(({ seq }) => seq as number)),
    drop: (error) => {
      throw error;
    },
  };
}

it('a listener that throws is dropped, and the others get the page once', async () => {
  const { hub, errors } = newHub();
  const [before, after]: [number[], number[]] = [[], []];
  const failed: unknown[] = [];
  let calls = 0;
  const broken: Listener = {
    bodies: true,
    deliver() {
      calls++;
      throw new Error('broken');
    },
    drop: (error) => void failed.push(error),
  };
  const start = await newest();
  for (const listener of [keeping(before), broken, keeping(after)]) hub.join(OWNER, listener, start);
  const seq = await change();
  await hub.delivered(OWNER, seq);
  expect([before, after]).toEqual([[seq], [seq]]);
  expect(failed).toEqual([new Error('broken')]);
  const next = await change();
  await hub.delivered(OWNER, next);
  expect([before, after, calls]).toEqual([[seq, next], [seq, next], 1]);
  expect(errors).toEqual([]);
});

it('a listener that throws also when it is dropped is reported, and the others get the page', async () => {
  const { hub, errors } = newHub();
  const seqs: number[] = [];
  const start = await newest();
  const broken: Listener = {
    bodies: true,
    deliver() {
      throw new Error('broken');
    },
    drop() {
      throw new Error('not to be dropped');
    },
  };
  for (const listener of [broken, keeping(seqs)]) hub.join(OWNER, listener, start);
  const seq = await change();
  await hub.delivered(OWNER, seq);
  expect(seqs).toEqual([seq]);
  expect(errors).toEqual([new Error('not to be dropped')]);
});

it('the position moves when the listeners have the page', async () => {
  const { hub } = newHub();
  const positions: number[] = [];
  const start = await newest();
  hub.join(OWNER, { ...keeping([]), deliver: () => void positions.push(hub.position(OWNER)) }, start);
  const seq = await change();
  await hub.delivered(OWNER, seq);
  expect(positions).toEqual([start]);
  expect(hub.position(OWNER)).toBe(seq);
});

it('a client whose socket throws is closed, and the other clients get the change', async () => {
  const { hub } = newHub();
  const reported: unknown[] = [];
  const principal = { user: OWNER, token: null, scopes: new Set(['admin']) };
  const parts = {
    store: service.store,
    hub,
    memory: createFeedMemory(),
    onError: (error: unknown) => reported.push(error),
  };
  const start = (socket: WebSocket) =>
    startClient(
      socket,
      principal,
      { since: undefined, events: undefined, bodies: true },
      { ...parts, readCounts: async () => ({}) },
    );
  const broken = fakeSocket((event) => {
    if (event !== 'connected') throw new Error('cannot send');
  });
  const sound = fakeSocket();
  start(broken.socket);
  start(sound.socket);
  await eventually(
    async () => [...broken.sent, ...sound.sent],
    (sent) => sent.length === 2,
  );
  const seq = await change();
  hub.notify(OWNER);
  await eventually(
    async () => sound.sent,
    (sent) => sent.some((one) => one.event === 'contact.created' && one.seq === seq),
  );
  await eventually(
    async () => broken.closed,
    (closed) => closed.length > 0,
  );
  expect(broken.closed).toEqual([1011]);
  expect(sound.closed).toEqual([]);
  expect(reported).toEqual([new Error('cannot send')]);
});
