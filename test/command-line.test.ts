// The command line as people and scripts meet it: what it explains, what it refuses and how, what it prints, and
// tokens and users beside a running service.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Config, readConfig, settings } from '../src/config.ts';
import { SCOPES } from '../src/domain/access.ts';
import { openStore } from '../src/open-store.ts';
import { eventually, type Finished, run, type Served, serve, temporaryFolder } from './support/process.ts';
import { ask } from './support/service.ts';

/** One clear sentence on stderr, nothing on stdout, exit code 2. */
function expectRefusal({ code, out, err }: Finished, ...words: string[]): void {
  expect(err).toMatch(/^daybook: \S.+\n$/);
  for (const word of words) expect(err).toContain(word);
  expect({ code, out }).toEqual({ code: 2, out: '' });
}

const bearer = (token: string) => ({ authorization: `Bearer ${token.trim()}` });

describe.concurrent('help', () => {
  it('--help names every command', async () => {
    const { code, out } = await run(['--help']);
    expect(code).toBe(0);
    for (const word of ['serve', 'token', 'user', 'backup', 'restore', 'doctor', './daybook serve'])
      expect(out).toContain(word);
  });

  it.each([[['serve', '--help']], [['help', 'serve']]])(
    '%j names every setting, its variable and its default',
    async (args) => {
      const { code, out } = await run(args);
      expect(code).toBe(0);
      const words = out.replaceAll(/\s+/g, ' ');
      for (const { flag, env, takes, about, default: fallback } of Object.values(settings)) {
        expect(words).toContain(`${flag} <${takes.toLowerCase()}>`);
        expect(words).toContain(about);
        const shown = [fallback].flat().join(',');
        expect(words).toContain(shown === '' ? `[${env}]` : `[${env}, default ${shown}]`);
      }
    },
  );

  it.each([
    ['token create', ['--name', '--scopes', '--user', '--expires', ...SCOPES]],
    ['token list', []],
    ['token revoke', ['<id>']],
    ['user add', ['<name>']],
    ['user list', []],
    ['backup', ['<file>']],
    ['restore', ['<file>']],
    ['doctor', ['exit code 1']],
  ])('%s --help names the data folder, the database and its own options', async (command, own) => {
    const { code, out } = await run([...command.split(' '), '--help']);
    expect(code).toBe(0);
    const words = out.replaceAll(/\s+/g, ' ');
    for (const word of [...own, '--data', 'DAYBOOK_DATA', '--database', 'DAYBOOK_DATABASE'])
      expect(words).toContain(word);
  });

  it('--version is the version of the package', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    expect(await run(['--version'])).toMatchObject({ code: 0, out: `${version}\n`, err: '' });
  });

  it('no command at all is answered by the help and exit code 2', async () => {
    const { code, err } = await run([]);
    expect([code, err]).toEqual([2, expect.stringContaining('./daybook serve')]);
  });
});

describe.concurrent('what cannot be understood', () => {
  it.each<[string[], string[]]>([
    [['serv'], ['serv', 'Did you mean serve?']],
    [
      ['token', 'crate'],
      ['crate', 'Did you mean create?'],
    ],
    [
      ['serve', '--prot', '1'],
      ['--prot', 'Did you mean --port?'],
    ],
    [
      ['token', 'create', '--name', 'x', '--scope', 'admin'],
      ['--scope', 'Did you mean --scopes?'],
    ],
    [['serve', 'now'], ['serve']],
    [
      ['serve', '--port'],
      ['--port', 'missing'],
    ],
    [['token', 'create'], ['--name']],
    [['token', 'revoke'], ['id']],
    [['restore'], ['file']],
  ])('%j is refused', async (args, words) => {
    expectRefusal(await run(args), ...words);
  });

  it('a variable that is no setting is refused, with those that are', async () => {
    const known = Object.values(settings).map(({ env }) => env);
    expectRefusal(await run(['serve', '--port', '0'], { DAYBOOK_PROT: '1' }), 'DAYBOOK_PROT', ...known);
  });
});

const aFile = join(temporaryFolder(), 'file');
const BAD: Record<keyof Config, [tried: string, ...others: string[]]> = {
  host: ['nowhere', 'example.org', '127.0.0.1:80', '1.2.3', ''],
  port: ['65536', 'abc', '-1', '1.5', '0x10', ''],
  data: [join(aFile, 'below')],
  database: ['postgres://localhost/daybook', 'postgresql://localhost/daybook'],
  timezone: ['Mars/Olympus', 'nowhere', ''],
  hostnames: ['a b', 'https://example.org', 'a_b'],
  logLevel: ['loud', 'INFO', ''],
  rateLimit: ['-1', 'many', ''],
  keepChanges: ['0', '1.5', '36501', ''],
};

describe.concurrent('a bad value', () => {
  writeFileSync(aFile, 'not a folder');
  const tried = Object.entries(BAD).map(([name, [value]]) => [name as keyof Config, value] as const);
  const start = (name: keyof Config) => {
    const own = name === 'data' ? [] : ['--data', join(temporaryFolder(), 'data')];
    return ['serve', ...own, ...(name === 'port' ? [] : ['--port', '0'])];
  };

  it.each(tried)('of %s on the line is refused: %s', async (name, value) => {
    const { flag } = settings[name];
    expectRefusal(await run([...start(name), flag, value]), ...(name === 'data' ? [] : [flag]), value);
  });

  it.each(tried)('of %s in the environment is refused: %s', async (name, value) => {
    const { env } = settings[name];
    expectRefusal(await run(start(name), { [env]: value }), ...(name === 'data' ? [] : [env]), value);
  });

  const others = Object.entries(BAD).flatMap(([name, [, ...values]]) => values.map((value) => [name, value] as const));
  it.each(others)('of %s is refused also when it is "%s"', (name, value) => {
    expect(() => readConfig({ [name]: value }, {})).toThrow(settings[name as keyof Config].flag);
  });

  it('of data is also none at all, which would put the database wherever one stands', async () => {
    expectRefusal(await run(['serve', '--port', '0', '--data', '']), '--data');
  });
});

describe.concurrent('what cannot be had', () => {
  it('a port in use is refused, with its number', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => holder.on('listening', resolve));
    const { port } = holder.address() as { port: number };
    expectRefusal(
      await run(['serve', '--port', String(port), '--data', temporaryFolder()]),
      `127.0.0.1:${port}`,
      'in use',
      '--port',
    );
    holder.close();
  });

  it('a host that others can reach is refused without a token, with the command that makes one', async () => {
    const data = temporaryFolder();
    expectRefusal(
      await run(['serve', '--port', '0', '--data', data, '--host', '0.0.0.0']),
      '--host 0.0.0.0',
      './daybook token create --name',
    );
  });

  it.each<string[]>([['token', 'create', '--name', 'x'], ['restore', 'some-backup.db'], ['doctor']])(
    '%s %s with a folder below a file is refused',
    async (...command) => {
      const file = join(temporaryFolder(), 'file');
      writeFileSync(file, '');
      expectRefusal(
        await run([...command.filter(Boolean), '--data', join(file, 'data')]),
        file.split('/').at(-2) as string,
      );
    },
  );

  const onDatabase = [
    ['serve', '--port', '0'],
    ['token', 'list'],
    ['doctor'],
    ['backup', join(temporaryFolder(), 'copy.db')],
  ];
  it.each(onDatabase)('%s on a database of a newer Daybook is refused, and leaves it alone', async (...command) => {
    const file = join(temporaryFolder(), 'daybook.db');
    await (await openStore(file)).close();
    const db = new DatabaseSync(file);
    db.exec('pragma user_version = 4711');
    db.close();
    const before = readFileSync(file);
    expectRefusal(await run([...command, '--database', file]), '4711');
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it.each(onDatabase)('%s on a file that is no database is refused, with its name', async (...command) => {
    const file = join(temporaryFolder(), 'daybook.db');
    writeFileSync(file, 'This is a letter, and no database at all. '.repeat(200));
    expectRefusal(await run([...command, '--database', file]), file);
    expect(readFileSync(file, 'utf8')).toMatch(/^This is a letter/);
  });

  it.each<string[]>([['doctor'], ['backup', join(temporaryFolder(), 'copy.db')]])(
    '%s without a database is refused, and makes none',
    async (...command) => {
      const data = temporaryFolder();
      expectRefusal(await run([...command, '--data', data]), 'daybook.db', 'does not exist');
      expect(existsSync(join(data, 'daybook.db'))).toBe(false);
    },
  );
});

describe('start-up', () => {
  it('says where it listens, where the data is, whether a token is needed, and what to try', async () => {
    const data = temporaryFolder();
    const service = await serve(data);
    expect(service.out()).toContain(`listens at ${service.url}\n`);
    expect(service.out()).toContain(join(data, 'daybook.db'));
    expect(service.out()).toMatch(/no token needed.*token create --name/);
    const tried = /curl (\S+)$/m.exec(service.out())?.[1] as string;
    expect((await fetch(tried)).status).toBe(200);
    expect((await ask(service.url, 'GET', '/docs')).status).toBe(200);
    expectRefusal(await run(['serve', '--port', '0', '--data', data]), 'another Daybook', 'daybook.db');
    await run(['token', 'create', '--name', 'x', '--data', data]);
    await service.stop();
    const again = await serve(data);
    expect(again.out()).toMatch(/a token is required/);
    expect(again.out()).toContain(`curl ${again.url}/api/v1/emails -H "Authorization: Bearer $TOKEN"`);
    await again.kill();
  });

  it('takes settings from the environment, and the line before it', async () => {
    const data = temporaryFolder();
    const file = join(data, 'elsewhere.db');
    const env = {
      DAYBOOK_DATABASE: file,
      DAYBOOK_TIMEZONE: 'Asia/Tokyo',
      DAYBOOK_PORT: '1',
      DAYBOOK_LOG_LEVEL: 'silent',
    };
    const service = await serve(data, { env, args: ['--timezone', 'Europe/Berlin'] });
    const made = await ask(service.url, 'POST', '/events', { title: 'Dentist', start_at: '2026-02-17T09:00:00' });
    expect(made.body).toMatchObject({ data: { start_at: '2026-02-17T08:00:00Z' } });
    expect([existsSync(file), existsSync(join(data, 'daybook.db'))]).toEqual([true, false]);
    expect(service.err()).toBe('');
    await service.kill();
  });
});

describe('tokens and users beside a running service', () => {
  const data = temporaryFolder();
  let service: Served;
  let first: string;
  const daybook = (...args: string[]) => run([...args, '--data', data]);
  const create = async (...args: string[]) => (await daybook('token', 'create', '--name', 'test', ...args)).out.trim();
  const idOf = (token: string) => token.slice(4, 16);
  const status = async (token: string, path = '/contacts') =>
    (await ask(service.url, 'GET', path, undefined, bearer(token))).status;
  beforeAll(async () => {
    service = await serve(data);
  });
  afterAll(() => service.kill());

  it('token list of a service without tokens says how to make one, apart from what a script reads', async () => {
    expect(await daybook('token', 'list')).toMatchObject({
      code: 0,
      out: '',
      err: expect.stringContaining('./daybook token create'),
    });
  });

  it('token create prints the token alone; it is in force within a second or so, and from then on needed', async () => {
    const { code, out, err } = await daybook('token', 'create', '--name', 'My phone');
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

  it('without --scopes a token may do everything but administer', async () => {
    for (const path of ['/events', '/emails', '/contacts', '/changes']) expect(await status(first, path)).toBe(200);
    expect(await status(first, '/metrics')).toBe(403);
  });

  it('--scopes gives just those, however they are spaced', async () => {
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

  it('token list tells id, user, name, state and scopes of each, and never the secret', async () => {
    const timed = await Promise.all(['30m', '12h', '90d', '8w', '1y'].map((span) => create('--expires', span)));
    const { code, out, err } = await daybook('token', 'list');
    expect([code, err]).toEqual([0, '']);
    const lines = out.trim().split('\n');
    expect(lines.find((line) => line.startsWith(idOf(first)))).toMatch(
      / owner {2}"My phone" {2}in force {2}events:read,/,
    );
    expect(lines.find((line) => line.startsWith(idOf(timed[4] as string)))).toMatch(/ until \d{4}-\d\d-\d\dT/);
    expect(lines).toHaveLength(8);
    for (const token of [first, ...timed]) expect(out).not.toContain(token.slice(17));
    expect(out).not.toContain('dbk_');
  });

  it('token revoke ends a token within a second or so, once', async () => {
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
    expect((await daybook('token', 'list')).out).toMatch(new RegExp(`^${idOf(short)} .* revoked \\d{4}-`, 'm'));
    expectRefusal(await daybook('token', 'revoke', idOf(short)), idOf(short), 'token list');
    expect(await status(first)).toBe(200);
  });

  it('user add and a token for the user open records that are theirs alone', async () => {
    expect(await daybook('user', 'add', 'bob')).toMatchObject({
      code: 0,
      out: 'added bob\n',
      err: expect.stringContaining('--user bob'),
    });
    const { out } = await daybook('user', 'list');
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

  it.each<[string[], string[]]>([
    [
      ['token', 'create', '--name', 'x', '--scopes', 'email:read'],
      ['email:read', 'did you mean emails:read?'],
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
