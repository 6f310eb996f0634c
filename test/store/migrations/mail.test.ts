// What an earlier Daybook stored: accounts with one status for both of their servers get one for each, and emails that
// do not speak of their recipients say that nothing is known of them.
import { expect, it } from 'vitest';
import { databaseOfSchema } from '../../support/older-stores.ts';
import { startTestService } from '../../support/service.ts';

const SCHEMA = 4; // the last with one status
const CHECKED = '2026-02-17T09:00:00Z';
const server = (port: number) => ({
  host: 'mail.example.org',
  port,
  security: 'tls',
  user: 'ann "the\\second"',
  has_password: true,
  tls_ca: '-----BEGIN…\n-----END…\n',
});

interface Old {
  id: string;
  imap: boolean;
  status: string;
  detail: string | null;
}

function docOf({ id, imap, status, detail }: Old) {
  return {
    id,
    name: 'The "status":"error", so to speak',
    address: 'ann@example.org',
    from_name: null,
    is_default: false,
    smtp: server(465),
    imap: imap ? server(993) : null,
    sync: { enabled: false, folders: null, since: null },
    status,
    status_detail: detail,
    last_checked_at: CHECKED,
    created_at: CHECKED,
    updated_at: CHECKED,
  };
}

const id = (number: number) => `018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d1${number}`;
const OLD: Old[] = [
  { id: id(0), imap: true, status: 'connected', detail: null },
  { id: id(1), imap: false, status: 'error', detail: 'SMTP: it is "away".' },
  { id: id(2), imap: true, status: 'error', detail: 'SMTP: away.' },
  { id: id(3), imap: true, status: 'error', detail: 'IMAP: away.' },
  { id: id(4), imap: true, status: 'error', detail: 'SMTP: away. IMAP: away.' },
  { id: id(5), imap: true, status: 'disconnected', detail: null },
];
const health = (status: string, status_detail: string | null) => ({
  status,
  status_detail,
  last_checked_at: CHECKED,
});
const EXPECTED = [
  [health('connected', null), health('connected', null)],
  [health('error', OLD[1]?.detail ?? ''), null],
  [health('error', 'SMTP: away.'), health('connected', null)],
  [health('connected', null), health('error', 'IMAP: away.')],
  [health('error', 'SMTP: away. IMAP: away.'), health('error', 'SMTP: away. IMAP: away.')],
  [health('disconnected', null), health('disconnected', null)],
];

const quoted = (value: unknown) => `'${String(value).replaceAll("'", "''")}'`;
const ROWS = [
  "insert into users (user_id, name, created_at) values (1, 'owner', 5)",
  'insert into logs (user_id, seq, pruned_seq) values (1, 0, 0)',
  ...OLD.map(
    (old) =>
      `insert into accounts (user_id, id, seq, created_at, doc, address, is_default, status)
        values (1, '${old.id}', 0, 5, ${quoted(JSON.stringify(docOf(old)))}, 'ann@example.org', 0, '${old.status}')`,
  ),
  `insert into jobs (user_id, kind, record_id, due_at, created_at) values (1, 'check', '${id(3)}', 9000000000000, 5)`,
  `insert into emails (user_id, id, handle, seq, doc, source, created_at, updated_at, folder, is_read, is_starred,
      has_attachments, thread_id, status)
    values (1, '${id(0)}', 'x', 0, '{"id":"${id(0)}","subject":"a \\"}","status":"sent","attachments":[]}', 'local', 5, 5, 'SENT', 1, 0, 0, 't', 'sent')`,
];

it('is brought to the newest schema: a status for each server, empty deliveries for each email', async () => {
  const place = await databaseOfSchema(SCHEMA, ROWS);
  const service = await startTestService({ database: place });
  const { data } = (await service.ask('GET', '/email-accounts?limit=100')).body as {
    data: ReturnType<typeof docOf>[];
  };
  const found = data.sort((one, other) => (one.id < other.id ? -1 : 1));
  found.forEach((account, index) => {
    const old = docOf(OLD[index] as Old);
    const [smtp, imap] = EXPECTED[index] as [ReturnType<typeof health>, ReturnType<typeof health> | null];
    expect(account).toEqual({
      ...old,
      ...smtp,
      authserv_id: null,
      smtp: { ...old.smtp, ...smtp },
      imap: old.imap && { ...old.imap, ...imap },
    });
  });
  expect(found).toHaveLength(OLD.length);
  const [rows = [], jobs] = await service.store.read(1, [
    { sql: 'select id, status from accounts where user_id = ?1 order by id', params: [] },
    { sql: 'select kind, record_id from jobs where user_id = ?1 and kind like ?2 order by kind', params: ['check%'] },
  ]);
  expect(rows.map(({ status }) => status)).toEqual(found.map(({ status }) => status));
  expect(jobs).toEqual([
    { kind: 'check', record_id: id(3) },
    { kind: 'check_imap', record_id: id(3) },
  ]);
  const mail = await service.ask('GET', `/emails/${id(0)}`);
  expect(mail.body).toMatchObject({
    data: { subject: 'a "}', status: 'sent', deliveries: [], report: null, authentication: null, list: null },
  });
  await service.end();
});

// Schema 10: `delivery`, which step 7 put at the end of a record, and a later change in the order of the fields.
const MINE = { a: 1, delivery: [2], deliveries: [3] };
const GREY = { address: 'g@x.org', status: 'waiting', code: 'DEFERRED', message: 'say ,"delivery":[]}' };
const MAILS = [
  { id: id(1), send_error: null, delivery: [GREY], custom_fields: MINE, deleted_at: null },
  {
    id: id(2),
    send_error: { code: 'X', message: ',"delivery":[' },
    delivery: [],
    custom_fields: null,
    deleted_at: null,
  },
  { id: id(3), send_error: null, custom_fields: MINE, deleted_at: null, delivery: [] },
];

it('deliveries have their new name, whatever else in a record is called like them', async () => {
  const values = "'local', 5, 5, 'SENT', 1, 0, 0, 't', 'sent'";
  const rows = MAILS.map(
    (
      mail,
    ) => `insert into emails (user_id, id, handle, seq, doc, source, created_at, updated_at, folder, is_read, is_starred,
      has_attachments, thread_id, status) values (1, '${mail.id}', '${mail.id}', 0, ${quoted(JSON.stringify({ status: 'sent', attachments: [], ...mail }))}, ${values})`,
  );
  const place = await databaseOfSchema(10, [...ROWS.slice(0, 2), ...rows]);
  const service = await startTestService({ database: place });
  for (const { delivery, ...mail } of MAILS) {
    const { data } = (await service.ask('GET', `/emails/${mail.id}`)).body as { data: object };
    expect(data).toMatchObject({ ...mail, deliveries: delivery, report: null, authentication: null, list: null });
    expect(data).not.toHaveProperty('delivery');
  }
  await service.end();
});
