// Places that the service may not write: a start names the path and what helps; an upload is refused in order.
import { chmodSync, chownSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { engine, newDatabase } from '../support/databases.ts';
import { eventually, type ServeOptions, serve, temporaryFolder } from '../support/process.ts';
import { ask } from '../support/service.ts';

// Root may write everything, so a test that runs as root starts the service as nobody.
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const asNobody: ServeOptions = isRoot
  ? { before: `exec setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups "$0" "$@"` }
  : {};

/** A folder that the service owns. */
function ownFolder(): string {
  const folder = temporaryFolder();
  give(folder);
  return folder;
}

function give(path: string): void {
  if (isRoot) chownSync(path, NOBODY, NOBODY);
}

function forbid(path: string, mode: number): string {
  if (isRoot) chownSync(path, 0, 0);
  chmodSync(path, mode);
  return path;
}

if (engine === 'sqlite')
  describe('a start without permission names the path and what helps', () => {
    let database: string;
    beforeAll(async () => {
      const folder = temporaryFolder();
      database = join(folder, 'daybook.db');
      await (await serve(folder)).stop();
    });

    it.each<[string, (folder: string) => string]>([
      ['the folder', (folder) => forbid(folder, 0o555)],
      [
        'the database',
        (folder) => {
          const file = join(folder, 'daybook.db');
          copyFileSync(database, file);
          return forbid(file, 0o444);
        },
      ],
      [
        'the lock',
        (folder) => {
          const file = join(folder, 'daybook.db.lock');
          writeFileSync(file, '');
          return forbid(file, 0o444);
        },
      ],
      ['a folder above', (folder) => forbid(folder, 0o555)],
    ])('when it may not write %s', async (which, prepare) => {
      const folder = ownFolder();
      const path = prepare(folder);
      const place = which === 'a folder above' ? join(folder, 'deeper') : folder;
      const error = await serve(place, asNobody).then(() => 'it started', String);
      expect(error).toMatch(/daybook: /);
      expect(error).toContain(path);
      expect(error).toMatch(which === 'a folder above' ? /cannot be written/ : /user id \d+\); give it .*chown/);
      chmodSync(folder, 0o755);
    });
  });

describe('an upload without permission', () => {
  it('is 503 with a reason, the log names the path, and it works once the folder may be written', async () => {
    const data = ownFolder();
    const { place } = await newDatabase();
    const args = engine === 'postgres' ? ['--database', place] : [];
    const files = join(data, 'files');
    mkdirSync(files);
    forbid(files, 0o555);
    const service = await serve(data, { ...asNobody, args });
    const upload = () => {
      const form = new FormData();
      form.append('file', new Blob(['one']), 'one.txt');
      return fetch(`${service.url}/api/v1/files`, { method: 'POST', body: form });
    };
    const refused = await upload();
    expect([refused.status, await refused.json()]).toMatchObject([
      503,
      { error: { code: 'SERVICE_UNAVAILABLE', message: expect.stringContaining('cannot be written to the disk') } },
    ]);
    const id = refused.headers.get('x-request-id');
    const [line] = await eventually(
      () => service.log().filter((one) => one.request_id === id && one.err),
      (found) => found.length > 0,
    );
    expect(line).toMatchObject({ err: { message: expect.stringContaining(files) } });
    expect((await ask(service.url, 'GET', '/health')).status).toBe(200);
    chmodSync(files, 0o755);
    give(files);
    expect((await upload()).status).toBe(201);
    await service.stop();
  });
});
