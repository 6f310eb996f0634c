// Which emails have a file attached is known by an index: kept with every change of an email, filled for the emails of
// an older database, and asked without reading the emails.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from '../../../src/open-store.ts';
import { emailFilesSql } from '../../../src/store/tables/email-files.ts';
import { scansOf } from '../../instances/statements.ts';
import { endDatabase, engine } from '../../support/databases.ts';
import { upload } from '../../support/files.ts';
import { databaseOfSchema } from '../../support/older-stores.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

const attached = (...ids: string[]) => ids.map((file_id) => ({ filename: 'a.txt', mime: 'text/plain', file_id }));
const filesOf = async (email: string) =>
  (await service.store.catalogue('select file_id from email_files where email_id = ?1 order by file_id', email)).map(
    (row) => row.file_id,
  );

it('follows the attachments of an email: added, changed, in the trash, and erased', async () => {
  const [one, two, three] = (await Promise.all([1, 2, 3].map(() => upload(service)))).map(({ id }) => id).sort() as [
    string,
    string,
    string,
  ];
  const body = { from_address: 'ann@example.org', subject: 'Files', received_at: '2026-02-17T09:00:00Z' };
  const made = await service.ask('POST', '/emails', { ...body, attachments: attached(one, two, two) });
  const { id } = (made.body as { data: { id: string } }).data;
  expect(await filesOf(id)).toEqual([one, two]);
  await service.ask('DELETE', `/emails/${id}`);
  expect(await filesOf(id)).toEqual([one, two]);
  await service.ask('DELETE', `/emails/${id}?permanent=true`);
  expect(await filesOf(id)).toEqual([]);

  const draft = await service.ask('POST', '/emails/drafts', { attachments: [one, two] });
  const { id: other } = (draft.body as { data: { id: string } }).data;
  await service.ask('PATCH', `/emails/drafts/${other}`, { attachments: [two, three] });
  expect(await filesOf(other)).toEqual([two, three]);
  expect((await service.ask('DELETE', `/files/${one}`)).status).toBe(200);
  expect((await service.ask('DELETE', `/files/${three}`)).body).toMatchObject({
    error: { code: 'FILE_IN_USE', details: { email_id: other }, message: expect.stringContaining('is draft') },
  });
});

it.each(Object.entries(emailFilesSql))('the statement "%s" reads each table by an index', async (_, sql) => {
  const params = ['file', 'email'].slice(0, sql.includes('?3') ? 2 : 1);
  if (engine === 'postgres') {
    const scans = await scansOf(service.database, sql.replaceAll('?', '$'), [1, ...params]);
    expect(scans.find(({ table }) => table === 'email_files')?.condition).toContain('file_id = ');
    for (const { condition } of scans) expect(condition).toMatch(/user_id = .*(\bid = |file_id = )/s);
    return;
  }
  const plan = (await service.store.catalogue(`explain query plan ${sql}`, 1, ...params)).map((row) => row.detail);
  expect(plan[0]).toMatch(/^SEARCH .*\(user_id=\? AND file_id=\?/);
  for (const step of plan.filter((one) => !/^CORRELATED/.test(one as string)))
    expect(step).toMatch(/^SEARCH .*\(user_id=\? AND (file_)?id=\?/);
});

it('an upgrade fills it from the emails that are there, each file once, and from their attachments alone', async () => {
  const docs = [
    { attachments: attached('f1', 'f2', 'f1'), custom_fields: { note: 'any text: \u0000 \ud800' } },
    { attachments: [{ filename: 'a.txt' }], custom_fields: { file_id: 'f3' } },
    { attachments: [], custom_fields: { note: "it's nothing" } },
  ];
  const rows = docs.map(
    (doc, n) => `insert into emails (user_id, id, handle, seq, doc, source, created_at, updated_at, folder, is_read,
        is_starred, has_attachments, status)
      values (1, 'e${n}', 'h${n}', ${n + 1}, '${JSON.stringify(doc).replaceAll("'", "''")}', 'api', 1, 1, 'INBOX', 0, 0, 0, 'received')`,
  );
  const place = await databaseOfSchema(8, rows); // the last without this table
  const store = await openStore({ data: '', database: place }, { upgrade: true });
  const found = await store.catalogue('select user_id, file_id, email_id from email_files order by file_id');
  await store.close();
  await endDatabase(place);
  expect(found).toEqual([
    { user_id: 1, file_id: 'f1', email_id: 'e0' },
    { user_id: 1, file_id: 'f2', email_id: 'e0' },
  ]);
});
