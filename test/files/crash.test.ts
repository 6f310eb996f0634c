// A service that is killed while files come in: what was answered is there, to the byte; what was not leaves nothing
// that could be taken for a fault.
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { engine, newMigratedDatabase } from '../support/databases.ts';
import { digest, type FileData, form, formType } from '../support/files.ts';
import { runProgram, serve, temporaryFolder } from '../support/process.ts';
import { ask } from '../support/service.ts';

describe('kill -9 during uploads', () => {
  it('loses no acknowledged upload and leaves the data sound', async () => {
    const data = temporaryFolder();
    const place = engine === 'postgres' ? (await newMigratedDatabase()).place : data;
    const options = { args: engine === 'postgres' ? ['--data', data] : [] };
    const answered: FileData[] = [];
    for (let round = 0; round < 2; round++) {
      const service = await serve(place, options);
      const enough = Promise.withResolvers<void>();
      const target = answered.length + 10 * (round + 1);
      const client = async () => {
        for (;;) {
          const content = randomBytes(100_000).toString('hex');
          const { status, body } = await ask(service.url, 'POST', '/files', form({ content }), formType);
          expect(status).toBe(201);
          const { data: file } = body as { data: FileData };
          expect(file.sha256).toBe(digest(content));
          answered.push(file);
          if (answered.length >= target) enough.resolve();
        }
      };
      const clients = Array.from({ length: 6 }, () => client().catch(enough.reject));
      await enough.promise;
      const before = answered.length;
      await service.kill();
      await Promise.all(clients);
      expect(before).toBeGreaterThanOrEqual(target);
      const doctor = await runProgram([
        'doctor',
        '--data',
        data,
        ...(engine === 'postgres' ? ['--database', place] : []),
      ]);
      expect(doctor).toMatchObject({ code: 0, err: '' });
    }
    const last = await serve(place, options);
    // Another instance might still be receiving them; only a single service can know that none is.
    if (engine === 'sqlite')
      expect(readdirSync(join(data, 'files', 'incoming')).filter((name) => !name.startsWith('kept-'))).toEqual([]);
    const { body } = await ask(last.url, 'GET', '/files?limit=0');
    expect((body as { meta: { total: number } }).meta.total).toBeGreaterThanOrEqual(answered.length);
    for (const { id, sha256 } of answered)
      expect(digest((await ask(last.url, 'GET', `/files/${id}/content`)).text)).toBe(sha256);
    await last.stop();
  }, 180_000);
});
