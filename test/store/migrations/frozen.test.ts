// A migration that was released never changes: databases exist that it has made. Its text and the schema that it makes
// are compared with what was recorded.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../../src/open-store.ts';
import { schemaVersion } from '../../../src/store/migrations/run.ts';
import { engine, newDatabase } from '../../support/databases.ts';
import { schemaText } from '../../support/older-stores.ts';

const folder = join(import.meta.dirname, '../../../src/store/migrations');

/** The SHA-256 of each file. A new migration gets a line; a line that is here stays as it is. */
const RELEASED: Record<string, string> = {
  '0001-foundation.ts': 'cce5b3af1f96fb189e3d4d7d2feaa587bfca80d7e842def430987ad087ad4d65',
  '0002-logs.ts': '34d83d95496bbed90640cb9ca3266af41bd37e5a596a7aa1c6b02db02408d1cd',
  '0003-tallies.ts': '39736a84187645801c73e671a9a04ee62a78f4c07531b020247045943cac508b',
  '0004-mail.ts': '37019156f85926f1c2664ee7c775bcaf1823105523e43c9e66f76fd4528e1460',
  '0005-server-status.ts': '42627a42ad2a4e6bbbf861a774ddf727f11163d849e19daed8b4c4660d45e0e7',
  '0006-erase-scopes.ts': '8632cf7cd4ecaeeee3b2baacdff04e4178a27617e780ba281bda73f8950ee655',
  '0007-delivery.ts': 'aba4af7fc93666ab7c4308f8eb42849abecee6f4951f1665a16ed2e5ed50aa69',
  '0008-company-folded.ts': '1cc1c617c64f6d1193010b8ea73457fcd7050cd23b1ebd172517266ca187e7b7',
  '0009-email-files.ts': '505296bdc74ceabc450dd29fe8dfec6eeb885284b411e7902202ea3553d94011',
  '0010-readable-views.ts': '703535f8c8ba262cb5eacde6198e96e8e547af63de7d74f58ae8f2532f0bc065',
  '0011-mail-facts.ts': '968547c1c1783df0abb22a4bab6863d7f944bef28a5d84fb23c0f9539a5adcaf',
  '0012-kept-answers.ts': '287d7466ce1b758ad6cd8caeb06018c072dd7357eeef2fe0189a36c64d6f4149',
  '0013-record-tables.ts': '4cd63d9e885d5a2a213173715c810ce192d637e42a65c3871a4960a4cf9f6551',
  '0014-calendar.ts': '7b0476c6cf8fb0ca29a1c48742203690fe4b512c2d25bf7d08be9fa2b3d7e0d2',
  '0015-next-jobs.ts': '0bb8907f39f4b01bebb80eeb945f55ffe5674b88b481519973d13d0c63dd3f03',
  '0016-client.ts': '440f77f03b3b8cbdfa955bb8f46a9570f2acf9af90a6821043aebe4e6d3cdb33',
  '0017-conversations.ts': '6c50f9fec2677cd34b934aa22e9ecc7f26e79e64c8870131f6f129da2b6a3e33',
  '0018-webhooks.ts': 'bc2fc0a8807ecae8b710900cbc046c6312382ff09dd13a08db44fc54f900ddb5',
  '0019-drafts-in-conversations.ts': '00b9f22ecd11283612cc9ea0d0a7744f91a977c0b11e7ce847c1c187da96633a',
  '0020-delivery-and-indexes.ts': '5c9d565b5fefdc46165a1708ad676536b88bdad6cee98eb016fea24ad5101b1f',
};

describe('the migrations', () => {
  const files = readdirSync(folder).filter((name) => name !== 'run.ts');

  it('are as they were released; a change of the schema is a new migration', () => {
    const digests = files.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]);
    expect(Object.fromEntries(digests)).toEqual(RELEASED);
  });

  it('are numbered without a gap, one for each version of the schema', () => {
    expect(files.map((name) => Number(/^(\d{4})-[a-z-]+\.ts$/.exec(name)?.[1]))).toEqual(
      Array.from({ length: schemaVersion }, (_, index) => index + 1),
    );
  });

  // With -u it is recorded anew, for a new migration. If it differs without one, what was made by an earlier commit of
  // the same version is not what this one expects: a declaration behind a counter, an index or a view needs a migration.
  it('make the recorded schema', async () => {
    const { place } = await newDatabase();
    await (await openStore({ data: '', database: place })).close();
    await expect(await schemaText(place)).toMatchFileSnapshot(`../../fixtures/schema.${engine}.txt`);
  });
});
