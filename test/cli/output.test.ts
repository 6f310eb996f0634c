// What commands print: nothing about a reader that has gone, and a warning where others can open the data.
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { run, serve, temporaryFolder } from '../support/process.ts';

const program = fileURLToPath(new URL('../../daybook', import.meta.url));
let folder: string;
/** The options that name the data. */
let here: string[];
beforeAll(async () => {
  folder = join(temporaryFolder(), "ann's data");
  mkdirSync(folder, { mode: 0o700 });
  here = ['--data', folder];
  expect(await run(['token', 'create', '--name', 'first', ...here])).toMatchObject({ code: 0 });
});

describe('a command whose output is closed', () => {
  it.each(['token list --all', 'user list', 'account list', 'doctor', 'token create --name x', '--help', '--version'])(
    '%s ends quietly with its own exit code',
    async (words) => {
      const args = [...words.split(' '), ...(words.startsWith('--') ? [] : here)];
      // The pipe is closed long before the program writes to it.
      const piped = '{ sleep 0.2; "$0" "$@" 2>&1 >&3; echo "code $?"; } 3>&1 >&2 | head -c 0';
      const { stderr } = await promisify(execFile)('/bin/bash', ['-c', piped, program, ...args]);
      const said = stderr.split('\n').filter((line) => !/^(This is token|There are no|Give them)/.test(line));
      expect(said).toEqual(['code 0', '']);
    },
  );
});

describe('data that other accounts of the machine can open', () => {
  const key = () => join(folder, 'secret.key');
  const doctor = async () => (await run(['doctor', ...here])).out;

  it('causes no warning if only its owner can open it', async () => {
    expect(await doctor()).not.toContain('WARNING');
  });

  it('is reported by doctor and by serve, with the chmod that fixes it', async () => {
    writeFileSync(key(), `${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')}\n`);
    chmodSync(key(), 0o640);
    chmodSync(folder, 0o755);
    const closing = /chmod go-rwx .+/.exec(await doctor())?.[0] as string;
    expect(closing).toContain(`ann'\\''s data/secret.key'`);
    const service = await serve('', { args: here });
    expect(service.out()).toContain(closing);
    await service.stop();
    await promisify(execFile)('/bin/sh', ['-c', closing]);
    expect([folder, key()].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600]);
    expect(await doctor()).not.toContain('WARNING');
  });
});

describe('a command that is printed for the next step', () => {
  /** The words that a shell makes of the command after this text. */
  async function wordsAfter(text: string, out: string): Promise<string[]> {
    const command = out.slice(out.indexOf(text) + text.length).split('\n')[0] as string;
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', `printf '%s\\n' ${command}`]);
    return stdout.trimEnd().split('\n');
  }

  it('by backup names its file as one word, whatever characters the path has', async () => {
    const target = join(folder, `monday's "copy" $HOME.db`);
    const { code, out } = await run(['backup', target, ...here]);
    expect(code).toBe(0);
    expect((await wordsAfter('with: ', out)).slice(0, 3)).toEqual(['./daybook', 'restore', target]);
  });

  it('by move names its folder as one word', async () => {
    const target = join(folder, 'a "new" place', 'daybook.db');
    const { code, out, err } = await run(['move', '--from', folder, '--to', target, '--from-data', folder]);
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(await wordsAfter('with: ', out)).toEqual(['./daybook', 'serve', '--data', join(folder, 'a "new" place')]);
  });

  it('by account add for a second account names the address as one word', async () => {
    const add = ['account', 'add', "o'neil@example.org", '--no-login', '--smtp-host', '127.0.0.1', '--smtp-port', '9'];
    await run([...add, ...here]);
    const { code, err } = await run([...add, ...here]);
    expect(code).toBe(2);
    const words = await wordsAfter('remove it with: ', err);
    expect(words.slice(0, 4)).toEqual(['./daybook', 'account', 'remove', "o'neil@example.org"]);
  });
});
