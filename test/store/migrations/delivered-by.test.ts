// Of mail that an earlier version stored, what is at a mail server is known to have come from there; nothing is assumed of
// other mail, because any token that may write mail could have stored it.
import { expect, it } from 'vitest';
import { openEngine } from '../../../src/open-store.ts';
import { databaseOfSchema } from '../../support/older-stores.ts';

it('only received mail that is at a mail server and has its source counts as delivered by an account', async () => {
  const id = (number: number) => `018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d1${number}`;
  const mail = (number: number, source: string, status: string) =>
    `insert into emails (user_id, id, handle, seq, doc, source, created_at, updated_at, folder, is_read, is_starred,
      has_attachments, status, thread_id, received_at) values (1, '${id(number)}', 'x${number}', 0, '{"preview":null}',
      '${source}', 1, 1, 'INBOX', 1, 0, 0, '${status}', 't${number}', 1)`;
  const atServer = (number: number) =>
    `insert into imap_messages (user_id, account_id, path, uid_validity, uid, email_id, identity, size, seen, flagged)
      values (1, 'a', 'INBOX', 1, ${number}, '${id(number)}', 'x', 1, 0, 0)`;
  const withSource = (number: number) =>
    `insert into content_uses (user_id, kind, owner_id, sha256) values (1, 'raw', '${id(number)}', '${'0'.repeat(64)}')`;
  const place = await databaseOfSchema(19, [
    "insert into users (name, created_at) values ('owner', 1)",
    ...[mail(1, 'imap', 'received'), atServer(1), withSource(1)],
    ...[mail(2, 'imap', 'received'), withSource(2)],
    ...[mail(3, 'imap', 'received'), atServer(3)],
    ...[mail(4, 'import', 'received'), atServer(4), withSource(4)],
    ...[mail(5, 'imap', 'sent'), atServer(5), withSource(5)],
    mail(6, 'local', 'received'),
  ]);
  const store = await openEngine(place, { upgrade: true });
  const [rows] = await store.read(1, [
    { sql: 'select delivered_by from emails where user_id = ?1 order by id', params: [] },
  ]);
  expect(rows?.map((row) => row.delivered_by)).toEqual(['account', 'other', 'other', 'other', 'other', 'other']);
  await store.close();
});
