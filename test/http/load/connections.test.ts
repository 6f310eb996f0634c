// The number of connections: above it those of whoever has most give way, so that neither one user nor clients without a
// token keep the others from the service.
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createToken } from '../../../src/access/access.ts';
import { boundConnections, type Connections, connectionsFor } from '../../../src/http/load/connections.ts';
import { limits } from '../../../src/limits.ts';
import { addUser, OWNER } from '../../../src/store/tables/users.ts';
import { closeLines, head, type Line, openLine } from '../../support/lines.ts';
import { startTestService } from '../../support/service.ts';

const WELCOME = /welcome/g;

it.each([
  [64, 2000],
  [250, 2000],
  [2000, 9000],
])(
  '--sockets %i leaves room for %i connections: half of them are enough for the sockets of a user',
  (sockets, count) => {
    expect(connectionsFor(sockets)).toBe(count);
    expect(connectionsFor(sockets) / 2).toBeGreaterThan(2 * sockets);
  },
);

describe('connections', () => {
  let close = () => {};
  afterEach(() => {
    closeLines();
    close();
  });

  /** A server where a path names the user, if any: `/1`; `/1/busy` is never answered, `/refused` has a revoked token. */
  async function start(max: number) {
    const server = createServer((request, response) => {
      arrive(request.socket, request.url);
      if (!request.url?.endsWith('/busy')) response.end('welcome');
    });
    server.on('upgrade', (request, socket: Socket) => {
      arrive(socket, request.url);
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\nwelcome');
    });
    const connections: Connections = boundConnections(server, max);
    const arrive = (socket: Socket, url = '/') => {
      connections.requested(socket);
      const user = Number(url.split('/')[1]);
      if (user) connections.accepted(socket, user);
      if (url === '/refused') connections.refused(socket);
    };
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    close = () => server.close();
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const ask = async (path: string, line?: Line, headers: Record<string, string | number> = {}) => {
      const asking = line ?? (await openLine(url));
      const answers = asking.text().match(WELCOME)?.length ?? 0;
      await asking.write(head('content-length' in headers ? 'POST' : 'GET', path, headers));
      if (!path.endsWith('/busy')) await asking.until(new RegExp(`(?:[^]*?welcome){${answers + 1}}`));
      return asking;
    };
    const settled = () => vi.waitFor(() => expect(accepted).toBe(arrived));
    let [accepted, arrived] = [0, 0];
    server.on('request', () => accepted++);
    /** A request that is not answered, once the server has it. */
    const begin = async (path: string, headers: Record<string, string | number> = {}) => {
      arrived = accepted + 1;
      const line = await ask(path, undefined, headers);
      await settled();
      return line;
    };
    return { open: () => openLine(url), ask, begin };
  }

  const isOpen = async (line: Line) => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return !line.socket.destroyed;
  };

  it('of unknown clients give way to new ones, the longest silent first, and those of users stay', async () => {
    const { open, ask } = await start(4);
    const known = await ask('/1');
    const headers = await ask('/');
    await headers.write('GET /'); // the rest does not come
    const silent = await open();
    const lively = await ask('/');
    await ask('/');
    await headers.closed;
    await ask('/', lively);
    await ask('/');
    await silent.closed;
    expect((await ask('/1', known)).text().match(WELCOME)).toHaveLength(2);
    expect(lively.socket.destroyed).toBe(false);
  });

  it('of one user are at most half; above it those without a request give way, the longest silent first', async () => {
    const { ask, begin } = await start(8);
    const busy = await begin('/1/busy');
    const body = await begin('/1/busy', { 'content-length': 10 });
    const [silent, lively] = [await ask('/1'), await ask('/1')];
    await ask('/1', silent);
    const fifth = await ask('/1');
    await lively.closed;
    await begin('/1/busy');
    await silent.closed;
    await begin('/1/busy');
    await fifth.closed;
    expect(await isOpen(body)).toBe(true);
    const newest = await begin('/1/busy');
    await body.closed; // before those whose responses are in progress
    expect(await isOpen(busy)).toBe(true);
    await ask('/1');
    await busy.closed;
    expect(await isOpen(newest)).toBe(true);
  });

  it('of the change feed stay while others of their user can give way', async () => {
    const { ask } = await start(4);
    const feed = await ask('/1', undefined, { connection: 'upgrade', upgrade: 'websocket' });
    const idle = await ask('/1');
    await ask('/1');
    await idle.closed;
    expect(await isOpen(feed)).toBe(true);
  });

  it('of the user with most give way if they are more than all of unknown clients', async () => {
    const { open, ask } = await start(8);
    const many = [await ask('/1'), await ask('/1'), await ask('/1'), await ask('/1')];
    const few = [await ask('/2'), await ask('/2')];
    // In one burst, before any of them has sent a request.
    const fresh = [await open(), await open(), await open()];
    await many[0]?.closed;
    for (const line of fresh) await ask('/3', line);
    for (const line of [...few, ...many.slice(1)]) expect(await isOpen(line)).toBe(true);
  });

  it('that change their user, as those of a proxy do, count for the last one', async () => {
    const { ask } = await start(4);
    const [first, second] = [await ask('/1'), await ask('/1')];
    await ask('/2', first);
    const third = await ask('/1');
    for (const line of [first, second, third]) expect(await isOpen(line)).toBe(true);
  });

  it('whose token is no longer valid are those of unknown clients', async () => {
    const { ask, open } = await start(3);
    const revoked = await ask('/1');
    await ask('/refused', revoked);
    const known = [await ask('/1'), await ask('/2')];
    const fresh = await open();
    await revoked.closed;
    for (const line of [...known, fresh]) expect(await isOpen(line)).toBe(true);
  });

  it('of a user alone are replaced by newer ones of the same user', async () => {
    const { begin, ask } = await start(4);
    for (let number = 0; number < 10; number++) await begin('/1/busy', { 'content-length': 10 });
    expect((await ask('/1')).text()).toContain('welcome');
    expect((await ask('/')).text()).toContain('welcome');
  });
});

it('one user with several tokens and slow bodies keeps nobody from the service', async () => {
  const { connections } = limits;
  Object.assign(limits, { connections: 20 });
  const service = await startTestService();
  try {
    const user = (await addUser(service.store, 'other'))?.id as number;
    const other = await tokenOf(user);
    const own = [await tokenOf(OWNER), await tokenOf(OWNER), await tokenOf(OWNER)];
    for (let number = 0; number < 40; number++) {
      const headers = { Authorization: `Bearer ${own[number % own.length]}` };
      const line = await openLine(service.url);
      await line.write(head('GET', '/api/v1/about', headers));
      await line.until(/^HTTP\/1.1 200 /);
      await line.write(`${head('POST', '/api/v1/events', { ...headers, 'Content-Length': 100 })}{`);
    }
    const asked = Array.from({ length: 2 }, async () => [
      await statusOf('GET', '/health'),
      await statusOf('GET', '/docs'),
      await statusOf('POST', '/api/v1/session', {}, JSON.stringify({ token: other })),
      await statusOf('GET', '/api/v1/about', { Authorization: `Bearer ${other}` }),
      await statusOf('GET', '/api/v1/about', { Authorization: `Bearer ${own[0]}` }),
    ]);
    expect(await Promise.all(asked)).toEqual(Array(2).fill([200, 200, 201, 200, 200]));
  } finally {
    Object.assign(limits, { connections });
    closeLines();
    await service.end();
  }

  async function tokenOf(user: number): Promise<string> {
    return (await createToken(service.store, { user, name: 'x', scopes: ['admin'], expiresAt: null })).text;
  }

  /** On a connection of its own. */
  async function statusOf(method: string, path: string, headers = {}, body = ''): Promise<number> {
    const line = await openLine(service.url);
    await line.write(head(method, path, { ...headers, ...(body && { 'Content-Length': body.length }) }) + body);
    return Number((await line.until(/^HTTP\/1.1 \d{3} /)).slice(9, 12));
  }
});
