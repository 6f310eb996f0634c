// Running the service from the command line: how it greets, what keeps it from starting, and tokens and users beside it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '../../src/access/access.ts';
import { newDatabase, newMigratedDatabase } from '../support/databases.ts';
import {
  at,
  eventually,
  expectRefusal,
  run,
  runProgram,
  type Served,
  serve,
  temporaryFolder,
  withFolders,
} from '../support/process.ts';
import { ask } from '../support/service.ts';

const program = fileURLToPath(new URL('../../daybook', import.meta.url));
const bearer = (token: string) => ({ authorization: `Bearer ${token.trim()}` });

describe('start-up', () => {
  it('prints where it listens, whether a token is needed, and what to try', async () => {
    const { place } = await newDatabase();
    const service = await serve(place);
    expect(service.out()).toContain(`listens at ${service.url}\n`);
    expect(service.out()).toMatch(/no token needed.*token create --name/);
    const tried = /curl (\S+)$/m.exec(service.out())?.[1] as string;
    expect((await fetch(tried)).status).toBe(200);
    expect((await ask(service.url, 'GET', '/docs')).status).toBe(200);
    await run(['token', 'create', '--name', 'x', ...at(place)]);
    await service.stop();
    const again = await serve(place);
    expect(again.out()).toMatch(/a token is required/);
    expect(again.out()).toContain(`curl ${again.url}/api/v1/emails -H "Authorization: Bearer $TOKEN"`);
    await again.kill();
  });

  it('in a terminal nothing is printed before the greeting', async () => {
    const { place } = await newDatabase();
    const words = [program, ...withFolders(['serve', '--port', '0', '--no-web', ...at(place)])].map(
      (word) => `'${word}'`,
    );
    const child = spawn('script', ['-qec', words.join(' '), '/dev/null'], { cwd: temporaryFolder() });
    let seen = '';
    child.stdout.on('data', (piece: Buffer) => {
      const isGreeted = seen.includes('Ctrl-C');
      seen += piece.toString();
      if (!isGreeted && seen.includes('Ctrl-C')) child.stdin.write('\x03');
    });
    await once(child, 'close');
    expect(seen.split('\r\n')[0]).toMatch(/^Daybook \S+ listens at http:/);
  });

  it('doctor shows the version of the time zone database', async () => {
    const { place } = await newMigratedDatabase();
    const { out } = await run(['doctor', ...at(place)]);
    expect(process.versions.tz).toMatch(/^20\d\d[a-z]$/);
    expect(out).toContain(`time zones ${process.versions.tz}\n`);
  });

  it('a port in use is refused, with its number', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => holder.on('listening', resolve));
    const { port } = holder.address() as { port: number };
    expectRefusal(
      await runProgram(['serve', '--port', String(port), ...at((await newMigratedDatabase()).place)]),
      `127.0.0.1:${port}`,
      'in use',
      '--port',
    );
    holder.close();
  });

  it('a host that others can reach is refused without a token, with the command that makes one', async () => {
    const { place } = await newMigratedDatabase();
    expectRefusal(
      await run(['serve', '--port', '0', ...at(place), '--host', '0.0.0.0']),
      '--host 0.0.0.0',
      './daybook token create --name',
    );
  });
});

describe('tokens and users beside a running service', () => {
  let place: string;
  let service: Served;
  let first: string;
  const daybook = (...args: string[]) => run([...args, ...at(place)]);
  /** The same in a process of its own. */
  const program = (...args: string[]) => runProgram([...args, ...at(place)]);
  const create = async (...args: string[]) => (await daybook('token', 'create', '--name', 'test', ...args)).out.trim();
  const idOf = (token: string) => token.slice(4, 16);
  const status = async (token: string, path = '/contacts') =>
    (await ask(service.url, 'GET', path, undefined, bearer(token))).status;
  beforeAll(async () => {
    ({ place } = await newMigratedDatabase());
    service = await serve(place);
  });
  afterAll(() => service.kill());

  it('token list without tokens prints how to create one to standard error', async () => {
    expect(await program('token', 'list')).toMatchObject({
      code: 0,
      out: '',
      err: expect.stringContaining('./daybook token create'),
    });
  });

  it('token create prints only the token; it is valid within about a second, and required from then on', async () => {
    const { code, out, err } = await program('token', 'create', '--name', 'My phone');
    expect(out).toMatch(/^dbk_[0-9a-f]{12}_[\w-]{43}\n$/);
    first = out.trim();
    expect([code, err]).toEqual([0, expect.stringContaining(idOf(first))]);
    expect(err).not.toContain(first);
    await eventually(
      () => status(first),
      (got) => got === 200,
    );
    await eventually(
      async () => (await ask(service.url, 'GET', '/contacts')).status,
      (got) => got === 401,
    );
  });

  it('without --scopes a token has every scope but admin', async () => {
    for (const path of ['/events', '/emails', '/contacts', '/changes']) expect(await status(first, path)).toBe(200);
    expect(await status(first, '/metrics')).toBe(403);
  });

  it('--scopes grants exactly those, whatever the spacing', async () => {
    const some = await create('--scopes', ' contacts:read, events:read,events:read');
    await eventually(
      () => status(some),
      (got) => got === 200,
    );
    expect([await status(some, '/events'), await status(some, '/emails')]).toEqual([200, 403]);
    const admin = await create('--scopes', 'admin');
    await eventually(
      () => status(admin, '/metrics'),
      (got) => got === 200,
    );
  });

  it('token list prints id, user, name, state and scopes, and never the secret', async () => {
    const timed = await Promise.all(['30m', '12h', '90d', '8w', '1y'].map((span) => create('--expires', span)));
    const { code, out, err } = await daybook('token', 'list');
    expect([code, err]).toEqual([0, '']);
    const lines = out.trim().split('\n');
    expect(lines.find((line) => line.startsWith(idOf(first)))).toMatch(/ owner {2}"My phone" {2}valid {2}events:read,/);
    expect(lines.find((line) => line.startsWith(idOf(timed[4] as string)))).toMatch(/ until \d{4}-\d\d-\d\dT/);
    expect(lines).toHaveLength(8);
    for (const token of [first, ...timed]) expect(out).not.toContain(token.slice(17));
    expect(out).not.toContain('dbk_');
  });

  it('token revoke ends a token within about a second, once', async () => {
    const short = await create();
    await eventually(
      () => status(short),
      (got) => got === 200,
    );
    expect(await daybook('token', 'revoke', idOf(short))).toMatchObject({ code: 0, out: `revoked ${idOf(short)}\n` });
    await eventually(
      () => status(short),
      (got) => got === 401,
    );
    expect((await daybook('token', 'list', '--all')).out).toMatch(
      new RegExp(`^${idOf(short)} .* revoked \\d{4}-`, 'm'),
    );
    expectRefusal(await daybook('token', 'revoke', idOf(short)), idOf(short), 'token list');
    expect(await status(first)).toBe(200);
  });

  it('token list hides revoked and expired tokens, says how many, and shows them with --all', async () => {
    const revoked = await create('--expires', '1h');
    await daybook('token', 'revoke', idOf(revoked));
    const [shown, all] = [await daybook('token', 'list'), await daybook('token', 'list', '--all')];
    expect(shown.out).toContain(idOf(first));
    expect(shown.out).not.toContain(idOf(revoked));
    expect(shown.out).not.toContain('revoked');
    const hidden = all.out.trim().split('\n').length - shown.out.trim().split('\n').length;
    expect(shown.err).toBe(`${hidden} revoked or expired tokens are not shown; add --all.\n`);
    expect(all).toMatchObject({ out: expect.stringContaining(idOf(revoked)), err: '' });
  });

  it('a token without --scopes can erase; one with write alone cannot, and an erase scope without write prints a warning', async () => {
    const erase = async (token: string) => {
      const made = await ask(service.url, 'POST', '/events', { title: 'Tea', start_at: '2026-02-17' }, bearer(first));
      const { id } = (made.body as { data: { id: string } }).data;
      return (await ask(service.url, 'DELETE', `/events/${id}?permanent=true`, undefined, bearer(token))).status;
    };
    const writer = await create('--scopes', 'events:read,events:write');
    await eventually(
      () => status(writer, '/events'),
      (got) => got === 200,
    );
    expect([await erase(first), await erase(writer)]).toEqual([200, 403]);
    const { code, err } = await daybook('token', 'create', '--name', 'x', '--scopes', 'emails:read,emails:erase');
    expect([code, err]).toEqual([0, expect.stringContaining('emails:erase has no effect without emails:write.')]);
  });

  it('user add and a token for the user give access to the records of that user only', async () => {
    expect(await program('user', 'add', 'bob')).toMatchObject({
      code: 0,
      out: 'added bob\n',
      err: expect.stringContaining('--user bob'),
    });
    const { out } = await program('user', 'list');
    expect(out).toMatch(/^owner {2}user 1, since \S+Z\nbob {2}user 2, since \S+Z\n$/);
    await ask(service.url, 'POST', '/contacts', { first_name: 'Ann' }, bearer(first));
    const bobs = await create('--user', 'bob');
    await eventually(
      () => status(bobs),
      (got) => got === 200,
    );
    expect((await ask(service.url, 'GET', '/contacts', undefined, bearer(bobs))).body).toMatchObject({
      meta: { total: 0 },
    });
    expect((await ask(service.url, 'GET', '/contacts', undefined, bearer(first))).body).toMatchObject({
      meta: { total: 1 },
    });
    const made = await ask(service.url, 'POST', '/contacts', { first_name: 'Cy' }, bearer(bobs));
    expect(made.status).toBe(201);
    expect((await ask(service.url, 'GET', '/contacts?search=cy', undefined, bearer(bobs))).body).toMatchObject({
      meta: { total: 1 },
    });
  });

  it.concurrent.each<[string[], string[]]>([
    [
      ['token', 'create', '--name', 'x', '--scopes', 'email:read'],
      ['email:read', 'did you mean emails:read?', ...SCOPES],
    ],
    [
      ['token', 'create', '--name', 'x', '--scopes', 'emails:read,contact:erase'],
      ['contact:erase', 'did you mean contacts:erase?'],
    ],
    [
      ['token', 'create', '--name', 'x', '--scopes', 'accounts:erase'],
      ['accounts:erase', 'did you mean accounts:'],
    ],
    [['token', 'create', '--name', 'x', '--scopes', ','], ['--scopes']],
    [
      ['token', 'create', '--name', 'x', '--user', 'nobody'],
      ['nobody', './daybook user add'],
    ],
    [
      ['token', 'create', '--name', 'x', '--expires', 'soon'],
      ['--expires', 'soon', '90d'],
    ],
    [['token', 'create', '--name', 'x', '--expires', '0d'], ['--expires']],
    [['token', 'create', '--name', ' '], ['--name']],
    [
      ['token', 'revoke', 'ffffffffffff'],
      ['ffffffffffff', './daybook token list'],
    ],
    [['user', 'add', 'owner'], ['owner']],
    [['user', 'add', 'No Body'], ['No Body']],
  ])('%j is refused', async (args, words) => {
    expectRefusal(await daybook(...args), ...words);
  });
});
