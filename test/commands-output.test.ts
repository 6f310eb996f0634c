// What commands print: nothing about a reader that has gone, and a warning where others can open the data.
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { engine, newDatabase } from './support/databases.ts';
import { run, serve, temporaryFolder } from './support/process.ts';

const program = fileURLToPath(new URL('../daybook', import.meta.url));
let folder: string;
/** The options that name the data. */
let here: string[];
beforeAll(async () => {
  folder = join(temporaryFolder(), "ann's data");
  mkdirSync(folder, { mode: 0o700 });
  here = ['--data', folder];
  if (engine === 'postgres') here.push('--database', (await newDatabase()).place);
  expect(await run(['token', 'create', '--name', 'first', ...here])).toMatchObject({ code: 0 });
});

describe('a command whose reader has gone', () => {
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

  it('is not warned of where it is for its owner alone', async () => {
    expect(await doctor()).not.toContain('WARNING');
  });

  it('is told by doctor and by serve, with the chmod that closes it', async () => {
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
