// A database that an earlier version has written is brought to the newest schema, with everything that is in it. The
// fixtures were made by these versions (test/fixtures/stores).
import { describe, expect, it } from 'vitest';
import { engine, newDatabase } from './support/databases.ts';
import { expectAnswersOf, olderDatabase, olderVersions, schemaOf } from './support/older-stores.ts';
import { startTestService } from './support/service.ts';
import { problemsOf } from './support/soundness.ts';

describe.each(olderVersions)('a database of schema %s', (version) => {
  it('is served as it was, is sound, and has the schema of a new one', async () => {
    const place = await olderDatabase(version);
    const service = await startTestService({ database: place });
    await expectAnswersOf(service, version, engine);
    await service.stop();
    expect(await problemsOf(place)).toEqual([]);
    const other = await newDatabase();
    await (await startTestService({ database: other.place })).stop();
    const [fresh, upgraded] = [await schemaOf(other.place), await schemaOf(place)];
    expect(upgraded).toEqual(fresh);
  });
});
