// GET /about: what the service is, who sees where its data is, and that a backup is remembered.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schemaVersion } from '../../src/store/migrations/run.ts';
import { version } from '../../src/version.ts';
import { upload } from '../support/files.ts';
import { keyOf } from '../support/keys.ts';
import { at, eventually, run, temporaryFolder } from '../support/process.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ hostnames: 'daybook.example.org', timezone: 'Europe/Berlin' });
});
afterAll(() => service.end());

interface About {
  token_required: boolean;
  last_backup_at: string | null;
  details: { database_bytes: number; last_backup: string | null } | null;
}
const about = async (headers: Record<string, string> = {}) =>
  (await service.ask('GET', '/about', undefined, headers)).body['data' as never] as About;

it('without tokens everything is shown: versions, places, sizes', async () => {
  const { size } = await upload(service);
  const { about: store } = service.store;
  expect(await about()).toEqual({
    ...{ version, node_version: process.versions.node, engine: store.engine, engine_version: store.version },
    ...{ schema_version: schemaVersion, timezone: 'Europe/Berlin', started_at: expect.stringMatching(/Z$/) },
    ...{ token_required: false, last_backup_at: null },
    details: {
      ...{ database: store.location, files: expect.stringMatching(/^\//), database_bytes: expect.any(Number) },
      ...{ files_bytes: size, last_backup: null, hostnames: ['daybook.example.org'] },
    },
  });
  expect((await about()).details?.database_bytes).toBeGreaterThan(100_000);
});

it('a backup is remembered with its beginning and its file; the next replaces it', async () => {
  const folder = temporaryFolder();
  for (const name of ['first.db', 'second.db']) {
    const begun = Math.floor(Date.now() / 1000) * 1000;
    const file = join(folder, name);
    expect((await run(['backup', file, ...at(service.database)])).code).toBe(0);
    const { last_backup_at, details } = await about();
    expect(Date.parse(last_backup_at ?? '')).toBeGreaterThanOrEqual(begun);
    expect(Date.parse(last_backup_at ?? '')).toBeLessThanOrEqual(Date.now());
    expect(details?.last_backup).toBe(file);
  }
});

it('a backup that fails is not remembered', async () => {
  const before = await about();
  expect((await run(['backup', '/dev/null/none.db', ...at(service.database)])).code).not.toBe(0);
  expect(await about()).toEqual(before);
});

it('only a token with admin sees places and sizes', async () => {
  const [reader, admin] = [await keyOf(service, ['events:read']), await keyOf(service, ['admin'])];
  await eventually(
    () => service.ask('GET', '/about'),
    ({ status }) => status === 401,
  );
  const seen = await service.ask('GET', '/about', undefined, reader.headers);
  expect(seen.body).toMatchObject({ data: { version, token_required: true, details: null } });
  expect(seen.text).not.toContain(service.folder);
  expect((await about(admin.headers)).details).toMatchObject({ database: service.store.about.location });
});
