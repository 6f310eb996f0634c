// A database that an earlier version has written is brought to the newest schema, with everything that is in it. The
// fixtures were made by these versions (test/fixtures).
import { beforeAll, describe, expect, it } from 'vitest';
import { schemaVersion } from '../../../src/store/migrations/run.ts';
import { engine, newDatabase } from '../../support/databases.ts';
import {
  type Definition,
  expectAnswersOf,
  fixtureVersions,
  olderDatabase,
  ownerOf,
  schemaOf,
  schemasOfSteps,
} from '../../support/older-stores.ts';
import { at, run } from '../../support/process.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let fresh: Definition[];
let made: Definition[][];
beforeAll(async () => {
  const { place } = await newDatabase();
  await (await startTestService({ database: place })).stop();
  fresh = await schemaOf(place);
  made = await schemasOfSteps();
});

/** Without what follows from the declarations of a version and is made anew by an upgrade, and without statistics. */
function tablesIn(schema: Definition[] | undefined): Definition[] | undefined {
  return schema?.filter(({ name }) => !/_(view|(tag_|time_)?tally|search\w*|stat1)$/.test(name));
}

it('there is a fixture of every schema version', () => {
  const first = engine === 'sqlite' ? 1 : 2; // the first for PostgreSQL
  expect(fixtureVersions).toEqual(Array.from({ length: schemaVersion - first + 1 }, (_, index) => first + index));
});

describe.each(fixtureVersions)('a database of schema %s', (version) => {
  it('has the tables that the migrations make, is served as it was, and becomes like a new one', async () => {
    const place = await olderDatabase(version);
    expect(tablesIn(await schemaOf(place))).toEqual(tablesIn(made[version]));
    const service = await startTestService({ database: place });
    await expectAnswersOf(service, version, engine);
    await expectWritable(service, version);
    await service.stop();
    const doctor = await run(['doctor', '--data', service.folder, ...at(place)]);
    expect(doctor).toMatchObject({ code: 0, out: expect.stringMatching(/sound\n$/) });
    expect(await schemaOf(place)).toEqual(fresh);
  });
});

const NEW = {
  '/events': { title: 'New', start_at: '2026-02-20T09:00:00Z' },
  '/emails': { from_address: 'new@example.org', received_at: '2026-02-20T09:00:00Z' },
  '/contacts': { display_name: 'New' },
};

/** Every record has the fields of a new one, takes a change, and is found by what migrations have filled. */
async function expectWritable(service: TestService, version: number): Promise<void> {
  const headers = ownerOf(version, engine);
  const ask = (method: string, path: string, body?: object) => service.ask(method, path, body, headers);
  for (const [path, body] of Object.entries(NEW)) {
    const { id: added } = ((await ask('POST', path, body)).body as { data: { id: string } }).data;
    const { data } = (await ask('GET', `${path}?limit=200`)).body as { data: { id: string }[] };
    expect(data.length).toBeGreaterThan(3);
    const fields = Object.keys(data.find(({ id }) => id === added) ?? {}).sort();
    for (const record of data) {
      expect(Object.keys(record).sort()).toEqual(fields);
      const changed = await ask('PATCH', `${path}/${record.id}/custom`, { upgraded: true });
      expect(changed).toMatchObject({ status: 200, body: { data: { custom_fields: { upgraded: true } } } });
    }
  }
  // The filter looks at the whole name since schema 8.
  expect(await ask('GET', '/contacts?company=harbour')).toMatchObject({ body: { meta: { total: 1 } } });
  if (version < 4) return;
  const { data } = (await ask('GET', '/files')).body as { data: { id: string; size: number }[] };
  const attached = data.find(({ size }) => size === 'Row in May.'.length)?.id;
  expect(await ask('DELETE', `/files/${attached}`)).toMatchObject({ body: { error: { code: 'FILE_IN_USE' } } });
}
