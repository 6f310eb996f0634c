// The time of a conversation that has a draft and other mail is that of the other mail after the upgrade.
import { expect, it } from 'vitest';
import { openEngine } from '../../../src/open-store.ts';
import { databaseOfSchema } from '../../support/older-stores.ts';

const COUNTS = 'unread, starred, attached';

it('conversations with drafts get the time of their latest other mail, in all their lists', async () => {
  const mail = (number: number, thread: string, status: string, time: number, deleted = 'null') =>
    `insert into emails (user_id, id, handle, seq, doc, source, created_at, updated_at, deleted_at, folder, is_read, is_starred,
      has_attachments, status, thread_id, received_at) values (1, '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d1${number}', 'x${number}', 0,
      '{"preview":null}', 'local', ${time}, 1, ${deleted}, 'INBOX', 1, 0, 0, '${status}', '${thread}',
      ${status === 'received' ? time : 'null'})`;
  const conversation = (id: string, latest: number, mails: number, drafts: number) => [
    `insert into conversations (user_id, id, latest_at, mails, ${COUNTS}, drafts, trashed)
      values (1, '${id}', ${latest}, ${mails}, 0, 0, 0, ${drafts}, 0)`,
    `insert into conversation_lists (user_id, id, list, latest_at, mails, ${COUNTS})
      values (1, '${id}', 'folder INBOX', ${latest}, ${mails}, 0, 0, 0)`,
  ];
  const place = await databaseOfSchema(18, [
    "insert into users (name, created_at) values ('owner', 1)",
    ...[
      mail(1, 'answered', 'received', 10),
      mail(2, 'answered', 'received', 15, '20'),
      mail(3, 'answered', 'draft', 30),
    ],
    ...[mail(4, 'begun', 'draft', 40), mail(5, 'plain', 'received', 50)],
    ...conversation('answered', 30, 2, 1),
    ...conversation('begun', 40, 1, 1),
    ...conversation('plain', 50, 1, 0),
  ]);
  const store = await openEngine(place, { upgrade: true });
  const times = ['conversations', 'conversation_lists'].map((table) => ({
    sql: `select id, latest_at from ${table} where user_id = ?1 order by id`,
    params: [],
  }));
  const expected = [
    { id: 'answered', latest_at: 10 },
    { id: 'begun', latest_at: 40 },
    { id: 'plain', latest_at: 50 },
  ];
  expect(await store.read(1, times)).toEqual([expected, expected]);
  await store.close();
});
