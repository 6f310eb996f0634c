// deploy/backup.sh beside a running service: it keeps the newest, copies them elsewhere, and what it made can be put
// back, also when a newer version has changed the data since.
import { execFile } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectRefusal, runProgram, type Served, serve, temporaryFolder } from '../support/process.ts';
import { ask } from '../support/service.ts';

const execute = promisify(execFile);
const folder = temporaryFolder();
const data = join(folder, 'data');
const backups = join(folder, 'backups');
const elsewhere = join(folder, 'elsewhere');
let service: Served;

beforeAll(async () => {
  service = await serve(data, { args: ['--log-level', 'silent'] });
});
afterAll(() => service.stop());

function backup(settings: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH ?? '', DAYBOOK_DATA: data, BACKUP_FOLDER: backups, ...settings };
  return execute('deploy/backup.sh', [], { env });
}

const databases = (of: string) => readdirSync(of).filter((name) => name.endsWith('.db'));

async function addContact(display_name: string): Promise<void> {
  const { status } = await ask(service.url, 'POST', '/contacts', { display_name });
  expect(status).toBe(201);
}

async function contacts(): Promise<string[]> {
  const { body } = await ask(service.url, 'GET', '/contacts?fields=display_name');
  return (body as { data: { display_name: string }[] }).data.map((one) => one.display_name);
}

it('makes a backup with its files while the service runs', async () => {
  await addContact('Ann');
  const form = new FormData();
  form.append('file', new Blob(['The lease']), 'lease.txt');
  expect((await fetch(`${service.url}/api/v1/files`, { method: 'POST', body: form })).status).toBe(201);
  await backup();
  const [name] = databases(backups);
  expect(readdirSync(backups).sort()).toEqual([name, `${name}.files`]);
  expect(statSync(join(backups, name as string)).mode & 0o077).toBe(0);
});

it('keeps the newest, with their files, and leaves other files alone', async () => {
  appendFileSync(join(backups, 'notes.txt'), 'mine');
  const made: string[] = databases(backups);
  for (const _ of [1, 2, 3]) {
    await backup({ BACKUP_KEEP: '2' });
    made.push(...databases(backups).filter((name) => !made.includes(name)));
  }
  expect(made.length).toBe(4);
  const kept = made.slice(-2).flatMap((name) => [name, `${name}.files`]);
  expect(readdirSync(backups).sort()).toEqual([...kept, 'notes.txt'].sort());
});

it('a backup whose name is taken, because another was made in the same second, waits for the next second', async () => {
  const crowded = join(folder, 'crowded');
  mkdirSync(crowded);
  const taken = [0, 1, 2].map((seconds) => {
    const time = new Date(Date.now() + seconds * 1000).toISOString().slice(0, 19).replaceAll(':', '-');
    return `daybook-${time}Z.db`;
  });
  for (const name of taken) appendFileSync(join(crowded, name), '');
  await backup({ BACKUP_FOLDER: crowded });
  expect(databases(crowded).length).toBe(4);
});

it('copies them elsewhere, contents that they share once', async () => {
  await backup({ BACKUP_KEEP: '2', BACKUP_COPY_TO: elsewhere });
  expect(readdirSync(elsewhere)).toEqual(readdirSync(backups));
  const contents = databases(elsewhere).map((name) => {
    const files = join(elsewhere, `${name}.files`);
    const [content] = readdirSync(files, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    return statSync(join(content?.parentPath as string, content?.name as string)).ino;
  });
  expect(new Set(contents).size).toBe(1);
});

it('a setting that is wrong is refused before anything is done', async () => {
  const before = readdirSync(backups);
  await expect(backup({ BACKUP_KEEP: 'all' })).rejects.toMatchObject({ code: 2, stderr: /BACKUP_KEEP=all/ });
  await expect(backup({ BACKUP_FOLDER: '' })).rejects.toThrow(/BACKUP_FOLDER/);
  expect(readdirSync(backups)).toEqual(before);
});

it('a backup that cannot be made or is damaged removes no older one', async () => {
  const before = databases(backups);
  await expect(backup({ BACKUP_KEEP: '1', DAYBOOK_DATA: join(folder, 'nowhere') })).rejects.toThrow();
  const contents = join(data, 'files');
  const moved = join(folder, 'contents');
  mkdirSync(moved);
  await execute('sh', ['-c', `mv "${contents}"/[0-9]* "${moved}"`]); // the file has lost its content
  try {
    await expect(backup({ BACKUP_KEEP: '1' })).rejects.toThrow();
  } finally {
    await execute('sh', ['-c', `mv "${moved}"/* "${contents}"`]);
  }
  expect(databases(backups)).toEqual(expect.arrayContaining(before));
});

it('after a newer version has changed the data, the older one restores a backup and goes on', async () => {
  rmSync(backups, { recursive: true });
  await backup();
  await addContact('Made by the newer version');
  await service.stop();
  const database = new DatabaseSync(join(data, 'daybook.db'));
  database.exec('pragma user_version = 9999');
  database.close();
  expectRefusal(await runProgram(['serve', '--port', '0', '--data', data]), 'newer');
  const [name] = databases(backups);
  expect(await runProgram(['restore', join(backups, name as string), '--data', data])).toMatchObject({ code: 0 });
  service = await serve(data, { args: ['--log-level', 'silent'] });
  expect(await contacts()).toEqual(['Ann']);
});
