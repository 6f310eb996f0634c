// Previews of an earlier Daybook are computed again by the rules of this one.
import { expect, it } from 'vitest';
import { databaseOfSchema } from '../../support/older-stores.ts';
import { eventually } from '../../support/process.ts';
import { startTestService } from '../../support/service.ts';

const id = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10';
const TEXT = 'Yes.\n\n2016-10-24 15:36 GMT+02:00 Ann Lee <ann@example.org>:\n> Will you come?';
const quoted = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", "''")}'`;
const doc = {
  id,
  subject: 'x',
  attachments: [],
  to_addresses: [],
  cc_addresses: [],
  bcc_addresses: [],
  labels: [],
  status: 'received',
  preview: 'Yes. 2016-10-24 15:36 GMT+02:00 Ann Lee <ann@example.org>:',
};

it('a preview with what introduces a quote loses it after the upgrade', async () => {
  const content = quoted({ body_plain: TEXT, body_html: null }).slice(2, -2);
  const place = await databaseOfSchema(19, [
    "insert into users (name, created_at) values ('owner', 1)",
    'insert into logs (user_id, seq, pruned_seq) values (1, 0, 0)',
    `insert into bodies (user_id, body, content) values (1, 7, '${content}')`,
    `insert into emails (user_id, id, handle, seq, body, doc, source, created_at, updated_at, folder, is_read, is_starred,
      has_attachments, status, thread_id) values (1, '${id}', 'x', 0, 7, ${quoted(doc)}, 'local', 1, 1, 'INBOX', 1, 0, 0, 'received', 't')`,
    // As it was left by an upgrade that had not finished.
    `insert into jobs (user_id, kind, record_id, due_at, created_at) values (1, 'preview', '{"after":"${id}","done":1,"total":1}', 9000000000000, 0)`,
  ]);
  const service = await startTestService({ database: place });
  const preview = await eventually(
    async () => ((await service.ask('GET', `/emails/${id}`)).body as { data: { preview: string } }).data.preview,
    (found) => found !== doc.preview,
  );
  expect(preview).toBe('Yes.');
  // The job of before has gone, too.
  await eventually(
    async () => (await service.ask('GET', '/metrics')).text,
    (text) => !text.includes('daybook_jobs{kind="preview"'),
  );
  await service.end();
});
