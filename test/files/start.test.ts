// Files within a quota, and what a start does with contents that nothing needs.
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBlobs } from '../../src/files/content-store.ts';
import { engine, newDatabase } from '../support/databases.ts';
import { filesOf } from '../support/file-scenarios.ts';
import { digest, form, formType, onDisk, placed, upload } from '../support/files.ts';
import { at, run, temporaryFolder } from '../support/process.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe('a quota', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ filesQuota: '1' });
  });
  afterAll(() => service.end());

  it('refuses an upload that does not fit, with the used and the allowed size, and leaves nothing', async () => {
    const content = 'a'.repeat(700_000);
    await upload(service, { content });
    const over = await service.ask('POST', '/files', form({ content: 'b'.repeat(400_000) }), formType);
    expect([over.status, over.body]).toMatchObject([
      413,
      { error: { code: 'QUOTA_EXCEEDED', details: { used: 700_000, allowed: 1_048_576, size: 400_000 } } },
    ]);
    expect(filesOf(service)).toEqual([placed(digest(content))]);
    // What is there already takes no more room, and what fits is taken.
    const twin = await upload(service, { content });
    const small = await upload(service, { content: 'c'.repeat(300_000) });
    for (const { id } of [twin, small]) await service.ask('DELETE', `/files/${id}`);
    await upload(service, { content: 'd'.repeat(348_576) });
    // A mailbox that is to be imported takes room until then.
    const mailbox = await service.ask('POST', '/imports', form({ content: 'From a\n\nHi\n' }), formType);
    expect([mailbox.status, mailbox.body]).toMatchObject([413, { error: { code: 'QUOTA_EXCEEDED' } }]);
  });
});

describe('a start', () => {
  it('removes incomplete uploads of a killed process', async () => {
    const { place } = await newDatabase();
    const data = temporaryFolder();
    const settings = engine === 'postgres' ? { database: place, data } : { data };
    const first = await startTestService(settings);
    const { id } = await upload(first, { content: 'stays' });
    await first.stop();
    const [old, young] = ['aa', 'bb'].map((name) => join(data, 'files', 'incoming', name)) as [string, string];
    for (const left of [old, young]) writeFileSync(left, 'half');
    const past = new Date(Date.now() - 25 * 3600_000);
    utimesSync(old, past, past);
    const again = await startTestService(settings);
    // Another instance may be receiving the younger one.
    const stays = engine === 'postgres' ? ['incoming/bb'] : [];
    expect(onDisk(join(data, 'files'))).toEqual([placed(digest('stays')), ...stays]);
    expect((await again.ask('GET', `/files/${id}/content`)).text).toBe('stays');
    await again.stop();
  });

  it('removes contents that a killed process stored for a write that was not committed', async () => {
    const data = temporaryFolder();
    const { place } = await newDatabase();
    const settings = engine === 'postgres' ? { database: place, data } : { data };
    const first = await startTestService(settings);
    const there = await upload(first, { content: 'there' });
    expect(readdirSync(join(data, 'files', 'incoming'))).toEqual([]);
    await first.stop();
    const blobs = openBlobs(join(data, 'files'));
    for (const content of ['there', 'never', 'just now'])
      blobs.keep(1, await blobs.receive([Buffer.from(content)], 100));
    expect((await run(['doctor', ...at(data), ...(engine === 'postgres' ? at(place) : [])])).code).toBe(0);
    const past = new Date(Date.now() - 120_000);
    for (const content of ['there', 'never'])
      utimesSync(join(data, 'files', 'incoming', `kept-1-${digest(content)}`), past, past);
    const again = await startTestService(settings);
    expect(onDisk(join(data, 'files'))).toEqual([placed(there.sha256), placed(digest('just now'))].sort());
    expect(readdirSync(join(data, 'files', 'incoming'))).toEqual([`kept-1-${digest('just now')}`]);
    expect((await again.ask('GET', `/files/${there.id}/content`)).text).toBe('there');
    await again.stop();
  });

  if (engine === 'postgres')
    it('leaves the folder of an embedded database alone', async () => {
      const data = temporaryFolder();
      writeFileSync(join(data, 'daybook.db'), '');
      const idle = await startTestService({ database: (await newDatabase()).place, data });
      expect((await idle.ask('POST', '/files', form({}), formType)).status).toBe(503);
      await idle.stop();
      mkdirSync(join(data, 'files', '1'), { recursive: true });
      const other = (await newDatabase()).place;
      await expect(startTestService({ database: other, data })).rejects.toThrow('files of another database');
    });

  if (engine === 'postgres')
    it('refuses the data folder of another database', async () => {
      const data = temporaryFolder();
      const [one, other] = [(await newDatabase()).place, (await newDatabase()).place];
      const first = await startTestService({ database: one, data });
      const idle = await startTestService({ database: other, data });
      await upload(first, {});
      // One that was there before the folder was anyone's does not write into it either.
      expect((await idle.ask('POST', '/files', form({}), formType)).status).toBe(503);
      await idle.stop();
      await expect(startTestService({ database: other, data })).rejects.toThrow('files of another database');
      const second = await startTestService({ database: one, data });
      await upload(second, {});
      await second.stop();
      await first.stop();
      await expect(startTestService({ database: one, data: temporaryFolder() })).rejects.toThrow(
        'does not contain the files',
      );
    });
});
