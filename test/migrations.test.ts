// A database that an earlier Daybook wrote is brought to the newest schema, with everything that is in it.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { openStore } from '../src/open-store.ts';
import { sqliteDialect } from '../src/store/dialect.ts';
import { foundation } from '../src/store/migrations/001-foundation.ts';
import { schemaVersion } from '../src/store/migrations/all.ts';
import { temporaryFolder } from './support/process.ts';
import { startTestService } from './support/service.ts';

const LONG = `${'<a@long.example>'.repeat(60)}`;

function writeFirstSchema(file: string): void {
  const db = new DatabaseSync(file);
  db.exec(foundation(sqliteDialect));
  for (const path of ['events', 'emails', 'contacts'])
    db.exec(
      `create virtual table ${path}_search_1 using fts5(words, digits, content='', contentless_delete=1, tokenize='ascii')`,
    );
  const record = { id: '01a1e03e-8f8e-7000-9341-a966e30f84b3', subject: 'kept', source_id: LONG, thread_id: LONG };
  db.exec("insert into users (user_id, name, seq, pruned_seq, created_at) values (1, 'owner', 7, 2, 5)");
  db.prepare(
    `insert into emails (user_id, id, handle, seq, doc, source, source_id, created_at, updated_at, folder, is_read,
      is_starred, has_attachments, thread_id, status) values (1, ?, 'x', 7, ?, 'test', ?, 1, 1, 'INBOX', 0, 0, 0, ?, 'received')`,
  ).run(record.id, JSON.stringify(record), LONG, LONG);
  db.exec('pragma user_version = 1');
  db.close();
}

it('the first schema becomes the newest, its counters and long keys go with it', async () => {
  const folder = temporaryFolder();
  writeFirstSchema(join(folder, 'daybook.db'));
  const service = await startTestService({ data: folder });
  const { body } = await service.ask('GET', `/emails?thread_id=${encodeURIComponent(LONG)}`);
  expect(body).toMatchObject({ data: [{ subject: 'kept', thread_id: LONG }], meta: { total: 1 } });
  const again = await service.ask('POST', '/emails', {
    from_address: 'ann@example.org',
    received_at: '2026-02-17',
    source: 'test',
    source_id: LONG,
  });
  expect(again.body).toMatchObject({ error: { code: 'CONFLICT' } });
  expect(await service.store.catalogue('select seq, pruned_seq from logs')).toEqual([{ seq: 7, pruned_seq: 2 }]);
  await service.end();
});

it('a newest schema is left as it is', async () => {
  const file = join(temporaryFolder(), 'daybook.db');
  for (let start = 0; start < 2; start++) await (await openStore(file)).close();
  const db = new DatabaseSync(file);
  expect(db.prepare('pragma user_version').get()).toEqual({ user_version: schemaVersion });
  db.close();
});
