// Builds of the web app, with a small project in place of the real one: when one is made, what two at once do, and what
// happens if it fails or cannot be kept.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../../src/limits.ts';
import { openWebApp, type WebApp } from '../../src/web/web-app.ts';
import { temporaryFolder } from '../support/process.ts';

// It copies its page, and fails if the page is empty.
const BUILD = `
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
const page: string = readFileSync('web/src/page.txt', 'utf8');
if (page === '') throw new TypeError('the page is empty');
mkdirSync(process.argv[2] + '/assets');
writeFileSync(process.argv[2] + '/assets/app.js', process.env.NODE_ENV ?? '');
writeFileSync(process.argv[2] + '/index.html', page);
`;

let root: string;
let builds: number;
beforeEach(() => {
  root = temporaryFolder();
  builds = 0;
  for (const folder of ['web/src/ui', 'client/src']) mkdirSync(join(root, folder), { recursive: true });
  write('web/build.ts', BUILD);
  write('web/src/page.txt', 'one');
  write('web/src/ui/button.ts', '');
  write('client/src/index.ts', '');
  write('package-lock.json', '{}');
  write('tsconfig.json', '{}');
});

function write(name: string, text: string): void {
  writeFileSync(join(root, name), text);
}

const open = () => openWebApp(() => builds++, root);
const dist = () => readdirSync(join(root, 'web/dist'));
const pageOf = (webApp: WebApp) => ('files' in webApp ? String(webApp.files.get('/index.html')?.body) : webApp.problem);

describe('a build', () => {
  it('is made once, for production, and found by the next start', async () => {
    const first = await open();
    expect([pageOf(first), builds]).toEqual(['one', 1]);
    expect('files' in first && String(first.files.get('/assets/app.js')?.body)).toBe('production');
    expect([pageOf(await open()), builds]).toEqual(['one', 1]);
  });

  it.each([
    'web/src/ui/button.ts',
    'web/src/new.ts',
    'web/index.html',
    'client/src/index.ts',
    'package-lock.json',
    'tsconfig.json',
  ])('is made again after a change of %s, and the old one is removed', async (name) => {
    await open();
    const [before] = dist();
    write(name, 'changed');
    await open();
    expect(builds).toBe(2);
    expect(dist()).toEqual([expect.not.stringMatching(before as string)]);
  });

  it('is not made again when only its times or what is made from the sources have changed', async () => {
    await open();
    utimesSync(join(root, 'web/src/page.txt'), 1, 1);
    mkdirSync(join(root, 'web/node_modules'));
    write('web/node_modules/x.js', '');
    write('web/dist/x.js', '');
    await open();
    expect(builds).toBe(1);
  });

  it('is made again if it is damaged', async () => {
    await open();
    rmSync(join(root, 'web/dist', dist()[0] as string, 'index.html'));
    expect(pageOf(await open())).toBe('one');
    expect(builds).toBe(2);
    expect(pageOf(await open())).toBe('one');
    expect(builds).toBe(2);
  });

  it('can be read by a service of another user', async () => {
    const mask = process.umask(0o077);
    await open();
    process.umask(mask);
    for (const path of ['web/dist', `web/dist/${dist()[0]}`])
      expect(statSync(join(root, path)).mode & 0o777).toBe(0o755);
  });

  it('of several processes at once appears as one, and each has it', async () => {
    const all = await Promise.all([open(), open(), open()]);
    expect(all.map(pageOf)).toEqual(['one', 'one', 'one']);
    expect(builds).toBe(3);
    expect(dist().length).toBe(1);
    expect(pageOf(await open())).toBe('one');
    expect(builds).toBe(3);
  });

  it('leaves the unfinished one of another process alone, until it must have ended', async () => {
    mkdirSync(join(root, 'web/dist/unfinished-new'), { recursive: true });
    mkdirSync(join(root, 'web/dist/unfinished-old'));
    const long = Date.now() / 1000 - (3 * limits.webBuildTime) / 1000;
    utimesSync(join(root, 'web/dist/unfinished-old'), long, long);
    await open();
    expect(dist().filter((name) => name.startsWith('unfinished'))).toEqual(['unfinished-new']);
  });
});

describe('a build that fails', () => {
  it('is told with its reason, leaves nothing behind, and works once the fault is gone', async () => {
    await open();
    write('web/src/page.txt', '');
    const failed = await open();
    expect(failed).toEqual({ problem: expect.stringContaining('the page is empty') });
    expect(dist().length).toBe(1);
    write('web/src/page.txt', 'two');
    expect(pageOf(await open())).toBe('two');
  });

  it('because there are no sources is told as well', async () => {
    rmSync(join(root, 'web'), { recursive: true });
    expect(await open()).toEqual({ problem: expect.stringContaining('web') });
  });
});

describe('a project that cannot be written', () => {
  it('is built in a temporary folder at each start, and nothing is left there', async () => {
    write('web/dist', 'a file, where the folder would be');
    const own = mkdtempSync(join(tmpdir(), 'web-builds-'));
    const before = process.env.TMPDIR;
    process.env.TMPDIR = own;
    for (const count of [1, 2]) {
      const webApp = await open();
      expect([pageOf(webApp), 'isKept' in webApp && webApp.isKept, builds]).toEqual(['one', false, count]);
    }
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    expect(readdirSync(own)).toEqual([]);
    rmSync(own, { recursive: true });
    expect(readFileSync(join(root, 'web/dist'), 'utf8')).toContain('a file');
  });
});
