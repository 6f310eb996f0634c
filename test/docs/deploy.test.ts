// The files of deploy/ are what the programs they are for accept.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { settings } from '../../src/config.ts';
import { temporaryFolder } from '../support/process.ts';

const read = (file: string) => readFileSync(join('deploy', file), 'utf8');
const files = readdirSync('deploy');

describe('systemd', () => {
  const units = files.filter((file) => /\.(service|timer)$/.test(file));

  it.each(units)('%s is a valid unit', (file) => {
    // With the program where the units expect it.
    const verify = `mount -t tmpfs none /opt && mkdir /opt/daybook && mount --bind . /opt/daybook && exec systemd-analyze verify "deploy/${file}"`;
    const { status, stderr } = spawnSync('unshare', ['--mount', 'sh', '-c', verify], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it.each(['daybook.service', 'daybook@.service'])('%s has little to lose', (file) => {
    const args = ['security', '--offline=yes', '--no-pager', '--threshold=20', `deploy/${file}`];
    expect(spawnSync('systemd-analyze', args, { encoding: 'utf8' })).toMatchObject({ status: 0 });
  });
});

describe('launchd', () => {
  it('the property list is well formed, and each key has a value', () => {
    const list = parseDocument(read('org.daybook.daybook.plist'), { xmlMode: true });
    const names = childrenOf(childrenOf(childrenOf(list, 'plist')[0], 'dict')[0]).map(({ name }) => name);
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((_, index) => index % 2 === 0).every((name) => name === 'key')).toBe(true);
    expect(names.filter((_, index) => index % 2 === 1)).not.toContain('key');
  });
});

describe('Docker', () => {
  const copied = [...read('Dockerfile').matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, names]) =>
    (names as string).split(' '),
  );

  it('what the Dockerfile copies is there, and let in by its ignore file', () => {
    const allowed = read('Dockerfile.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    expect(copied.filter((name) => !existsSync(name))).toEqual([]);
    expect([...new Set(copied)].sort()).toEqual(allowed.sort());
  });

  it('is all that the program needs', () => {
    const image = temporaryFolder();
    const isMade = (path: string) => /(?:^web\/dist|\/node_modules)$/.test(path);
    for (const name of copied) cpSync(name, join(image, name), { recursive: true, filter: (path) => !isMade(path) });
    symlinkSync(join(process.cwd(), 'node_modules'), join(image, 'node_modules'));
    const data = join(image, 'data');
    mkdirSync(data);
    const args = ['token', 'create', '--name', 'first', '--data', data];
    expect(execFileSync(join(image, 'daybook'), args, { encoding: 'utf8', stdio: 'pipe' })).toMatch(/^dbk_/);
    expect(execFileSync(join(image, 'daybook'), ['doctor', '--data', data], { encoding: 'utf8' })).toContain('sound');
    expect(execFileSync(join(image, 'daybook'), ['build-web'], { encoding: 'utf8' })).toBe('the web app is built\n');
  });

  it('the files that compose.yaml names are there', () => {
    const [, dockerfile] = /dockerfile: (\S+)/.exec(read('compose.yaml')) ?? [];
    const [, caddyfile] = /\.\/(\S+):\/etc\/caddy/.exec(read('compose.yaml')) ?? [];
    expect(existsSync(dockerfile as string) && existsSync(join('deploy', caddyfile as string))).toBe(true);
  });
});

describe('settings', () => {
  const known = [...Object.values(settings).map(({ env }) => env), 'DAYBOOK_SECRET_KEY'];
  const own = ['DAYBOOK_NAME', 'DAYBOOK_ADDRESS']; // of Caddyfile and compose.yaml, which do not reach Daybook

  it.each(files)('%s names only settings that exist', (file) => {
    const named = read(file).match(/\bDAYBOOK_[A-Z_]+\b/g) ?? [];
    expect(named.filter((name) => !known.includes(name) && !own.includes(name))).toEqual([]);
  });
});

type Node = { name?: string; children?: Node[] };

function childrenOf(node: unknown, name?: string): Node[] {
  const all = ((node as Node).children ?? []).filter((one) => one.name && !one.name.startsWith('?'));
  return name === undefined ? all : all.filter((one) => one.name === name);
}
