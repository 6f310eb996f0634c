// The command line before it comes to any data: what it explains, and what it refuses and how.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SCOPES } from '../../src/access/access.ts';
import { type Config, readConfig, settings } from '../../src/config.ts';
import { expectRefusal, run, runProgram, temporaryFolder } from '../support/process.ts';

describe.concurrent('help', () => {
  it('--help names every command', async () => {
    const { code, out } = await runProgram(['--help']);
    expect(code).toBe(0);
    for (const word of ['serve', 'token', 'user', 'backup', 'restore', 'doctor', './daybook serve'])
      expect(out).toContain(word);
  });

  it.each([[['serve', '--help']], [['help', 'serve']], [['help', 'serve', '--help']]])(
    '%j names every setting, its variable and its default',
    async (args) => {
      const { code, out } = await run(args);
      expect(code).toBe(0);
      const words = out.replaceAll(/\s+/g, ' ');
      for (const { flag, env, takes, about, default: fallback } of Object.values(settings)) {
        expect(words).toContain(takes === '' ? `${flag} ` : `${flag} <${takes.toLowerCase()}>`);
        expect(words).toContain(about);
        const shown = [fallback].flat().join(',');
        expect(words).toContain(shown === '' ? `[${env}]` : `[${env}, default ${shown}]`);
      }
    },
  );

  it.each([
    ['token create', ['--name', '--scopes', '--user', '--expires', 'write and erase', ...SCOPES]],
    ['token list', ['--all', '90 days']],
    ['token revoke', ['<id>']],
    ['user add', ['<name>']],
    ['user list', []],
    ['account add', ['[address]', '--smtp-host', '--imap-host', '--password-file', '--allow-hosts']],
    ['account list', []],
    ['account test', ['<account>', 'exit code 1', '--allow-hosts']],
    ['account remove', ['<account>']],
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
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(await runProgram(['--version'])).toMatchObject({ code: 0, out: `${version}\n`, err: '' });
  });

  it('no command prints the help and exits with 2', async () => {
    const { code, err } = await runProgram([]);
    expect([code, err]).toEqual([2, expect.stringContaining('./daybook serve')]);
  });
});

describe.concurrent('invalid arguments', () => {
  it.each<[string[], string[]]>([
    [['serv'], ['serv', 'Did you mean serve?']],
    [['toString'], ['unknown command', 'toString']],
    [
      ['help', 'tokn'],
      ['"tokn"', 'did you mean token?'],
    ],
    [
      ['help', 'token', 'nonsense'],
      ['"nonsense"', 'create, list, revoke'],
    ],
    [
      ['help', 'constructor'],
      ['"constructor"', 'serve, token'],
    ],
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

  it('an unknown DAYBOOK_ variable is refused with the list of settings', async () => {
    const known = Object.values(settings).map(({ env }) => env);
    expectRefusal(await runProgram(['serve', '--port', '0'], { DAYBOOK_PROT: '1' }), 'DAYBOOK_PROT', ...known);
  });
});

const aFile = join(temporaryFolder(), 'file');
const BAD: Record<keyof Config, [tried: string, ...others: string[]]> = {
  host: ['nowhere', 'example.org', '127.0.0.1:80', '1.2.3', ''],
  port: ['65536', 'abc', '-1', '1.5', '0x10', ''],
  data: [join(aFile, 'below')],
  database: ['mysql://localhost/daybook', 'postgres://localhost', 'postgresql:///daybook'],
  databaseConnections: ['1', '1001', 'many', ''],
  timezone: ['Mars/Olympus', 'nowhere', ''],
  hostnames: ['a b', 'https://example.org', 'a_b'],
  noWeb: ['maybe', 'TRUE', ''],
  logLevel: ['loud', 'INFO', ''],
  rateLimit: ['-1', 'many', ''],
  sockets: ['0', '-1', '1.5', 'many', ''],
  keepChanges: ['0', '1.5', '36501', ''],
  filesQuota: ['-1', '1.5', 'much', ''],
  allowOrigins: [
    '*',
    'https://*.example',
    'null',
    'app.example',
    'https://app.example/',
    'https://a@app.example',
    'ftp://x',
  ],
  allowHosts: ['mail.lan', '10.0.0.0/33', '1.2.3', '127.0.0.1;10.0.0.1'],
  sendRetryBase: ['0', '-1', '4001', 'soon', ''],
  sendLifetime: ['-1', '366', 'long', ''],
  sendTimeout: ['0', '3601', 'long', ''],
  webhookRetryBase: ['0', '-1', '3601', 'soon', ''],
  syncPoll: ['0', '1.5', '86401', 'often', ''],
};

describe.concurrent('a bad value', () => {
  writeFileSync(aFile, 'not a folder');
  const all = Object.entries(BAD).flatMap(([name, values]) =>
    values.map((value) => [name as keyof Config, value] as const),
  );
  const own = all.filter(([name]) => name !== 'data'); // what a folder is, only the disk can tell

  it.each(own)('of %s is refused, as an option and in the environment: "%s"', (name, value) => {
    const { flag, env } = settings[name];
    const said = JSON.stringify(value);
    expect(() => readConfig({ [name]: value }, {})).toThrow(`${flag} ${said}: `);
    if (value === '') expect(readConfig({}, { [env]: value })[name]).toEqual(settings[name].default);
    else expect(() => readConfig({}, { [env]: value })).toThrow(`${env} ${said}: `);
  });

  it.each<keyof Config>(['port', 'data'])('of %s ends the program', async (name) => {
    const { flag, env } = settings[name];
    const [value] = BAD[name];
    const named = name === 'data' ? dirname(value) : value; // what is in the way of a folder, or the value itself
    const start = ['serve', ...(name === 'data' ? ['--port', '0'] : ['--data', join(temporaryFolder(), 'data')])];
    expectRefusal(await runProgram([...start, flag, value]), ...(name === 'data' ? [] : [flag]), named);
    expectRefusal(await runProgram(start, { [env]: value }), ...(name === 'data' ? [] : [env]), named);
  });

  it('of data includes an empty one, which would mean the current folder', async () => {
    expectRefusal(await run(['serve', '--port', '0', '--data', '']), '--data');
  });
});
