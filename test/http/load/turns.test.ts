// Busy connections share the event loop with new ones: a turn ends after a while, and requests keep their order.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addTurns, type Turns } from '../../../src/http/load/turns.ts';
import { limits } from '../../../src/limits.ts';

const BUSY = 60;
let turns: Turns;
const events: string[] = [];
/** Each request takes the processor a quarter of a turn, but for those that are named. */
const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  const end = performance.now() + limits.turn / 4;
  while (!['/health', '/quick'].includes(request.url as string) && performance.now() < end);
  events.push(request.url as string);
  if (!request.url?.startsWith('/long')) return response.end('done');
  while (performance.now() < end + limits.turn);
  turns.run(() => {
    events.push(`${request.url} rest`);
    response.end('done');
  });
});
const sockets: Socket[] = [];

beforeAll(async () => {
  turns = addTurns(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

async function open(): Promise<{ ask(path: string): Promise<void> }> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  await new Promise((resolve) => socket.once('connect', resolve));
  return {
    ask: (path) =>
      new Promise((resolve) => {
        socket.once('data', () => resolve());
        socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
      }),
  };
}

it('connections that come beside busy ones are served before all of these have had their requests', async () => {
  const busy = await Promise.all(Array.from({ length: BUSY }, open));
  await Promise.all(busy.map((one) => one.ask('/warm')));
  events.length = 0;
  const asked = busy.map((one, index) => one.ask(`/busy/${index}`));
  const fresh = Array.from({ length: 5 }, async () => (await open()).ask('/health'));
  await Promise.all([...asked, ...fresh]);
  // Five connections in one turn of the loop each would come after all sixty, if a turn served all that is there.
  expect(events.lastIndexOf('/health')).toBeLessThan(BUSY);
  expect(events.filter((url) => url.startsWith('/busy')).sort()).toEqual(
    Array.from({ length: BUSY }, (_, index) => `/busy/${index}`).sort(),
  );
});

it('requests on one connection are answered in their order', async () => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  events.length = 0;
  const paths = Array.from({ length: 20 }, (_, index) => `/piped/${index}`);
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
  let answers = 0;
  await new Promise<void>((resolve) => {
    socket.on('data', (data) => {
      answers += data.toString().split('done').length - 1;
      if (answers === paths.length) resolve();
    });
  });
  expect(events).toEqual(paths);
});

it('of a connection with many requests no more are read until they are few, and all are answered', async () => {
  const busy = await open();
  const first = busy.ask('/long/first'); // so that the others wait
  const many = 3 * limits.pipelined;
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  let answers = 0;
  const answered = new Promise<void>((resolve, reject) => {
    socket.on('close', reject).on('data', (data) => {
      answers += data.toString().split('done').length - 1;
      if (answers === many) resolve();
    });
  });
  socket.write(`GET /quick HTTP/1.1\r\nHost: x\r\nX-Padding: ${'x'.repeat(150)}\r\n\r\n`.repeat(many));
  await Promise.all([first, answered]);
  expect(answers).toBe(many);
});

it('what is left of a request that has begun waits for a turn with time, and goes before new requests', async () => {
  const connections = await Promise.all([open(), open(), open()]);
  events.length = 0;
  await Promise.all(connections.map((one, index) => one.ask(`/long/${index}`)));
  expect(events.filter((one) => one.endsWith('rest'))).toHaveLength(3);
  expect(events.map((one) => one.replace('/long/', ''))).toEqual(
    ['0', '1', '2'].flatMap((index) => [index, `${index} rest`]),
  );
});

it('connections have their turns one after the other, and one that asks without end is closed', async () => {
  const [busy, , modest] = [await open(), await open(), await open()];
  const greedy = sockets
    .at(-2)
    ?.resume()
    .on('error', () => {}) as Socket;
  const ask = (count: number) => greedy.write('GET /greedy HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(count));
  events.length = 0;
  const first = busy.ask('/long/busy'); // so that the others wait
  ask(32);
  await Promise.all([first, modest.ask('/modest')]);
  expect(events.indexOf('/modest')).toBeLessThan(16);
  const closed = new Promise((resolve) => greedy.once('close', resolve)); // perhaps after a reset
  const again = busy.ask('/long/again');
  ask(10 * limits.pipelined);
  await Promise.all([again, closed]);
  await modest.ask('/still');
});
