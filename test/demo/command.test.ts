// serve --demo: invented records in a folder of their own, whatever the environment names; started again as they are, and
// gone with the command that the greeting shows. Tried on a copy of the program, whose folder is not a person's.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { at, expectRefusal, run, type Served, serve, temporaryFolder } from '../support/process.ts';
import { ask } from '../support/service.ts';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
let copy: string;
let own: string;
let filled: string; // a copy of a folder with the demo
beforeAll(async () => {
  copy = temporaryFolder();
  for (const name of ['daybook', 'package.json', 'src'])
    cpSync(join(checkout, name), join(copy, name), { recursive: true });
  symlinkSync(join(checkout, 'node_modules'), join(copy, 'node_modules'));
  own = join(temporaryFolder(), 'own');
  const real = await serve(own);
  await ask(real.url, 'POST', '/contacts', { display_name: 'Somebody real' });
  await real.stop();
});

function startDemo(args: string[] = []): Promise<Served> {
  return serve('', {
    program: join(copy, 'daybook'),
    args: ['--demo', '--log-level', 'silent', ...args],
    env: { DAYBOOK_DATA: own },
  });
}

const total = async ({ url }: Served, path: string) =>
  ((await ask(url, 'GET', `${path}${path.includes('?') ? '&' : '?'}limit=0`)).body as { meta: { total: number } }).meta
    .total;

describe('serve --demo', () => {
  it('fills a folder of its own, says so, and leaves the records that the environment names alone', async () => {
    const before = readFileSync(join(own, 'daybook.db'));
    const served = await startDemo();
    const greeting = served.out();
    expect(greeting).toContain(
      `  demo    these are sample records, created on ${new Date().toISOString().slice(0, 10)}`,
    );
    expect(greeting).toContain(`  data    ${join(copy, 'demo', 'daybook.db')}\n`);
    expect(greeting).toContain(`  remove  rm -r ${join(copy, 'demo')} `);
    expect(greeting).toContain('  yours   ./daybook serve ');
    expect(await total(served, '/emails')).toBeGreaterThan(290);
    expect((await served.stop()).code).toBe(0);
    expect(readFileSync(join(own, 'daybook.db')).equals(before)).toBe(true);
    expect(readdirSync(own)).not.toContain('files');
    expect(existsSync(join(copy, 'data'))).toBe(false);
  });

  it('is served again as it is, attachments can be downloaded, and the command of the greeting removes it', async () => {
    const served = await startDemo();
    await ask(served.url, 'POST', '/contacts', { display_name: 'Added by hand' });
    await served.stop();
    const again = await startDemo();
    expect(await total(again, '/contacts?search=hand')).toBeGreaterThan(0);
    const { data } = (await ask(again.url, 'GET', '/emails?has_attachments=true&limit=100')).body as {
      data: { attachments: { file_id: string; size: number; mime: string }[] }[];
    };
    const attached = data.flatMap((mail) => mail.attachments);
    expect(attached.length).toBeGreaterThan(30);
    for (const { file_id, size, mime } of attached) {
      const answer = await fetch(`${again.url}/api/v1/files/${file_id}/content`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, mime]);
      expect((await answer.bytes()).length).toBe(size);
    }
    await again.stop();
    const [, removal] = /^ {2}remove {2}(.*?) {3}/m.exec(again.out()) ?? [];
    execFileSync('sh', ['-c', removal as string]);
    expect(existsSync(join(copy, 'demo'))).toBe(false);
  });

  it('uses the folder that the command line names, and removes no more than it has put there', async () => {
    const folder = join(temporaryFolder(), "a person's folder");
    const served = await startDemo(['--data', folder]);
    expect(served.out()).toContain(`  data    ${join(folder, 'daybook.db')}\n`);
    await served.stop();
    filled = join(temporaryFolder(), 'demo');
    cpSync(folder, filled, { recursive: true });
    cpSync(join(checkout, 'package.json'), join(folder, 'other.json'));
    const [, removal] = /^ {2}remove {2}(.*?) {3}/m.exec(served.out()) ?? [];
    execFileSync('sh', ['-c', removal as string]);
    expect(readdirSync(folder).filter((name) => !name.endsWith('.lock'))).toEqual(['other.json']);
  });

  it('refuses a place that has records of its own', async () => {
    const before = readFileSync(join(own, 'daybook.db'));
    expectRefusal(await run(['serve', '--demo', '--port', '0', ...at(own)]), 'has records that are not the demo');
    expect(readFileSync(join(own, 'daybook.db')).equals(before)).toBe(true);
  });

  it('is told by a start without --demo too', async () => {
    const plain = await serve(filled);
    expect(plain.out()).toMatch(/^ {2}demo {4}it was filled with sample records on \d{4}-\d\d-\d\d$/m);
    expect(plain.out()).not.toContain('remove');
    await plain.stop();
  });
});
