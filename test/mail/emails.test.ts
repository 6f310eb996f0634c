// Emails as records: create, get, change, merge custom fields, drafts, delete and restore. Every row states the status,
// the body and exactly the events. What only emails do (sending, snoozing, batches) is in scenarios-email-actions.
import { expect } from 'vitest';
import { addAccount } from '../support/accounts.ts';
import { changesSince, type Scenario, scenarios, type World } from '../support/scenario.ts';

const NOBODY = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10';
const ACCOUNT = '018f3c5e-0000-7000-8000-00000000000a';
const mail = { from_address: 'ann@example.org', received_at: '2026-02-17T09:00:00Z' };
const LATER = '2099-01-01T08:00:00Z';

type Given = NonNullable<Scenario['given']>;
const idOf = (record: object) => (record as { id: string }).id;

/** Creates an email with these members as {id}. */
const anEmail =
  (members: object = {}): Given =>
  async ({ make }) => ({ id: idOf(await make('POST', '/emails', { ...mail, ...members })) });

/** What `given` makes is put into the trash. */
const inTrash =
  (given: Given): Given =>
  async (world) => {
    const names = await given(world);
    await world.make('DELETE', `/emails/${names.id}`);
    return names;
  };

const aDraft =
  (members: object = {}): Given =>
  async ({ make }) => ({ id: idOf(await make('POST', '/emails/drafts', members)) });

/** What the newest message of the feed carries. */
async function newest({ service }: World): Promise<unknown> {
  const { seq } = await changesSince(service, 0, 0);
  return (await changesSince(service, seq - 1, 1)).messages[0]?.data;
}

// biome-ignore format: a table
const empty = {
  id: expect.any(String), message_id: null, thread_id: expect.any(String), subject: null, preview: '', from_address: 'ann@example.org',
  from_name: null, to_addresses: [], cc_addresses: [], bcc_addresses: [], has_attachments: false, attachments: [],
  folder: 'INBOX', is_read: false, is_starred: false, received_at: '2026-02-17T09:00:00Z', account_id: null,
  status: 'received', in_reply_to: null, references: [], labels: [], snoozed_until: null, snoozed_from: null,
  scheduled_at: null, sent_at: null, read_receipt_requested: false, send_attempts: 0, send_error: null, deliveries: [], report: null, authentication: null, list: null,
  custom_fields: null, source: 'local', source_id: null, created_at: expect.any(String), updated_at: expect.any(String),
  deleted_at: null, body_plain: null, body_html: null,
};

const full = {
  message_id: '<full@example.org>',
  thread_id: 'thread of the connector',
  subject: 'The lease',
  from_address: 'ann@example.org',
  from_name: 'Ann Lee',
  to_addresses: [{ address: 'bob@example.org', name: 'Bob' }],
  cc_addresses: [{ address: 'cy@example.org', name: null }],
  bcc_addresses: [],
  has_attachments: true,
  attachments: [{ filename: 'lease.pdf', mime: 'application/pdf', size: 48211, path: '/somewhere/lease.pdf' }],
  folder: 'Projects/Home',
  is_read: true,
  is_starred: true,
  received_at: '2026-02-17T09:00:00.250Z',
  account_id: NOBODY,
  status: 'received',
  in_reply_to: '<before@example.org>',
  references: ['<first@example.org>', '<before@example.org>'],
  labels: ['home', 'urgent'],
  custom_fields: { project: 'garden', deep: { list: [1, 'two', null] } },
  source: 'imap',
  source_id: 'INBOX/77',
  body_plain: 'Hello Bob',
  body_html: '<p>Hello Bob</p>',
};

const attachment = { filename: 'a.txt', mime: null, size: null, path: null };
const STATUS_FOLDERS = {
  received: 'INBOX',
  draft: 'DRAFTS',
  queued: 'OUTBOX',
  scheduled: 'OUTBOX',
  sending: 'OUTBOX',
  sent: 'SENT',
  failed: 'OUTBOX',
};
const withTime = (status: string) => (status === 'scheduled' ? { status, scheduled_at: LATER } : { status });

// biome-ignore format: a table
const creates: Scenario[] = [
  { name: 'an email with the least it needs has every default', ask: ['POST', '/emails', mail], status: 201, events: ['email.created'],
    also: ({ body }) => expect(body).toEqual({ data: empty }) },
  { name: 'an email with every field comes back as sent', ask: ['POST', '/emails', full], status: 201, body: { data: full }, events: ['email.created'] },
  { name: 'the feed carries the whole new email', ask: ['POST', '/emails', { ...mail, body_plain: 'long text' }], status: 201, events: ['email.created'],
    also: async ({ body }, world) => expect(await newest(world)).toEqual((body as { data: object }).data) },
  ...Object.entries(STATUS_FOLDERS).map(([status, folder]): Scenario => ({ name: `without a folder, a ${status} email lies in ${folder}`,
    ask: ['POST', '/emails', { ...mail, ...withTime(status) }], status: 201, body: { data: { status, folder } }, events: ['email.created'] })),
  { name: 'a sender with a name is split into from_address and from_name', ask: ['POST', '/emails', { ...mail, from_address: 'Bob <b@x.org>' }], status: 201, body: { data: { from_address: 'b@x.org', from_name: 'Bob' } }, events: ['email.created'] },
  { name: 'a from_name that is given wins over the one in from_address', ask: ['POST', '/emails', { ...mail, from_address: 'Bob <b@x.org>', from_name: 'Bo' }], status: 201, body: { data: { from_address: 'b@x.org', from_name: 'Bo' } }, events: ['email.created'] },
  ...['<b@x.org>', 'b@x.org ()'].map((from_address): Scenario => ({ name: `from_address ${from_address} is the address alone`, ask: ['POST', '/emails', { ...mail, from_address }], status: 201, body: { data: { from_address: 'b@x.org', from_name: null } }, events: ['email.created'] })),
  ...['"a.b"@x.org', 'MAILER-DAEMON', 'Bob <nowhere>', 'a@x.org, b@x.org'].map((from_address): Scenario => ({ name: `from_address ${from_address} stays as it came`, ask: ['POST', '/emails', { ...mail, from_address }], status: 201, body: { data: { from_address, from_name: null } }, events: ['email.created'] })),
  { name: 'a folder that is given wins over that of the status', ask: ['POST', '/emails', { ...mail, status: 'sent', folder: 'ARCHIVE' }], status: 201, body: { data: { folder: 'ARCHIVE' } }, events: ['email.created'] },
  { name: 'only a received email needs received_at', ask: ['POST', '/emails', { from_address: 'me@example.org', status: 'sent', sent_at: '2026-02-17' }], status: 201, body: { data: { received_at: null, sent_at: '2026-02-17T00:00:00Z' } }, events: ['email.created'] },
  { name: 'a received email without received_at is refused', ask: ['POST', '/emails', { from_address: 'ann@example.org' }], status: 400, error: 'VALIDATION_ERROR', field: 'received_at', events: [] },
  { name: 'a received email with received_at null is refused', ask: ['POST', '/emails', { ...mail, received_at: null }], status: 400, error: 'VALIDATION_ERROR', field: 'received_at', events: [] },
  { name: 'an email without from_address is refused', ask: ['POST', '/emails', { received_at: mail.received_at }], status: 400, error: 'VALIDATION_ERROR', field: 'from_address', events: [] },
  { name: 'a received email with from_address null is refused', ask: ['POST', '/emails', { ...mail, from_address: null }], status: 400, error: 'VALIDATION_ERROR', field: 'from_address', events: [] },
  { name: 'a scheduled email needs scheduled_at', ask: ['POST', '/emails', { ...mail, status: 'scheduled' }], status: 400, error: 'VALIDATION_ERROR', field: 'scheduled_at', events: [] },
  { name: 'scheduled_at belongs to a scheduled email only', ask: ['POST', '/emails', { ...mail, status: 'draft', scheduled_at: LATER }], status: 400, error: 'VALIDATION_ERROR', field: 'scheduled_at', events: [] },
  { name: 'an address item may be text with a name', ask: ['POST', '/emails', { ...mail, to_addresses: ['Bob <b@x.org>', 'c@x.org', '"Smith, Ann" <a@x.org>'] }], status: 201,
    body: { data: { to_addresses: [{ address: 'b@x.org', name: 'Bob' }, { address: 'c@x.org', name: null }, { address: 'a@x.org', name: 'Smith, Ann' }] } }, events: ['email.created'] },
  { name: 'an address item gets name null', ask: ['POST', '/emails', { ...mail, cc_addresses: [{ address: 'b@x.org' }] }], status: 201, body: { data: { cc_addresses: [{ address: 'b@x.org', name: null }] } }, events: ['email.created'] },
  { name: 'has_attachments follows attachments', ask: ['POST', '/emails', { ...mail, attachments: [{ filename: 'a.txt' }] }], status: 201, body: { data: { has_attachments: true, attachments: [attachment] } }, events: ['email.created'] },
  { name: 'has_attachments that is given wins over attachments', ask: ['POST', '/emails', { ...mail, has_attachments: false, attachments: [{ filename: 'a.txt' }] }], status: 201, body: { data: { has_attachments: false } }, events: ['email.created'] },
  { name: 'has_attachments may stand without attachments', ask: ['POST', '/emails', { ...mail, has_attachments: true }], status: 201, body: { data: { has_attachments: true, attachments: [] } }, events: ['email.created'] },
  { name: 'times come back in UTC', ask: ['POST', '/emails', { ...mail, received_at: '2026-02-17T10:30:00+05:30' }], status: 201, body: { data: { received_at: '2026-02-17T05:00:00Z' } }, events: ['email.created'] },
  { name: 'an account id comes back in lower case', ask: ['POST', '/emails', { ...mail, account_id: NOBODY.toUpperCase() }], status: 201, body: { data: { account_id: NOBODY } }, events: ['email.created'] },
  { name: 'a label given twice stands once', ask: ['POST', '/emails', { ...mail, labels: ['a', 'b', 'a'] }], status: 201, body: { data: { labels: ['a', 'b'] } }, events: ['email.created'] },
  { name: 'X-Source names the origin', ask: ['POST', '/emails', mail, { 'x-source': 'gmail' }], status: 201, body: { data: { source: 'gmail' } }, events: ['email.created'] },
  { name: 'the same source and source_id is a conflict that names the record', given: anEmail({ source: 'imap', source_id: 'twice' }), ask: ['POST', '/emails', { ...mail, source: 'imap', source_id: 'twice' }], status: 409, error: 'CONFLICT', body: { error: { details: { id: '{id}' } } }, events: [] },
  { name: 'the same source_id of another source is no conflict', given: anEmail({ source: 'imap', source_id: 'both' }), ask: ['POST', '/emails', { ...mail, source: 'jmap', source_id: 'both' }], status: 201, events: ['email.created'] },
  { name: 'an email without a body is refused', ask: ['POST', '/emails'], status: 400, error: 'VALIDATION_ERROR', field: 'body', events: [] },
  { name: 'a body that is an array is refused', ask: ['POST', '/emails', [mail]], status: 400, error: 'VALIDATION_ERROR', field: 'body', events: [] },
  { name: 'a misspelt field is refused with the name that was meant', ask: ['POST', '/emails', { ...mail, subjct: 'x' }], status: 400, error: 'VALIDATION_ERROR', field: 'subjct', events: [],
    also: ({ text }) => expect(text).toContain('did you mean subject?') },
  ...([['/emails/drafts', 'to_adresses', 'to_addresses'], ['/emails/drafts', 'body', 'body_plain'], ['/emails/send', 'to', 'to_addresses'], ['/emails/send', 'send_at', 'scheduled_at'], ['/emails', 'from', 'from_address'], ['/events', 'start', 'start_at'], ['/events', 'rrule', 'recurrence'], ['/contacts', 'name', 'display_name'], ['/contacts', 'organisation', 'company']] as const).map(([path, field, meant]): Scenario => (
    { name: `${field} in a body of ${path} is refused with ${meant}, which was meant`, ask: ['POST', path, { [field]: 'x' }], status: 400, error: 'VALIDATION_ERROR', field, says: `did you mean ${meant}?`, events: [] })),
  { name: 'every fault of a body is listed', ask: ['POST', '/emails', { ...mail, is_read: 'true', labels: 'x', nonsense: 1 }], status: 400, error: 'VALIDATION_ERROR', events: [],
    body: { error: { details: { errors: [{ field: 'is_read' }, { field: 'labels' }, { field: 'nonsense' }] } } } },
  ...['snoozed_until', 'snoozed_from', 'send_attempts', 'send_error', 'deliveries', 'report', 'authentication', 'list', 'id', 'created_at', 'updated_at', 'deleted_at'].map((field): Scenario => ({
    name: `${field} is set by the service alone`, ask: ['POST', '/emails', { ...mail, [field]: null }], status: 400, error: 'VALIDATION_ERROR', field, events: [] })),
];

// biome-ignore format: a table
const WRONG: [field: string, value: unknown, at?: string][] = [
  ['message_id', ''], ['message_id', 7], ['thread_id', ['t']], ['subject', 5], ['from_address', ''],
  ['from_name', {}], ['to_addresses', 'b@x.org'], ['to_addresses', null],
  ['to_addresses', [{ name: 'Bob' }], 'to_addresses[0].address'],
  ['to_addresses', ['ok@x.org', 'Bob <>'], 'to_addresses[1].address'],
  ['cc_addresses', [{ address: 'b@x.org', nick: 'B' }], 'cc_addresses[0].nick'],
  ['bcc_addresses', [5], 'bcc_addresses[0]'], ['body_plain', 1], ['body_html', false], ['has_attachments', 'true'],
  ['attachments', [{ mime: 'text/plain' }], 'attachments[0].filename'],
  ['attachments', [{ filename: 'a', size: -1 }], 'attachments[0].size'],
  ['attachments', ['a.txt'], 'attachments[0]'], ['folder', ''], ['folder', null], ['is_read', 1],
  ['is_starred', null], ['received_at', 1_771_318_800], ['received_at', '2026-02-30'], ['received_at', 'yesterday'],
  ['account_id', 'nope'], ['status', 'archived'], ['status', null], ['in_reply_to', ''],
  ['references', '<a@x.org>'], ['references', [''], 'references[0]'], ['labels', [1], 'labels[0]'],
  ['labels', [''], 'labels[0]'], ['read_receipt_requested', 'no'], ['custom_fields', []], ['custom_fields', 'x'],
  ['source', ''], ['source_id', 4],
];

scenarios('POST /emails', creates);
scenarios(
  'POST /emails refuses',
  WRONG.map(([field, value, at = field]) => ({
    name: `${field} ${JSON.stringify(value)}`,
    ask: ['POST', '/emails', { ...mail, [field]: value }],
    status: 400,
    error: 'VALIDATION_ERROR',
    field: at,
    events: [],
  })),
);

// What goes into a header of an outgoing mail must be one line, or it could smuggle another header in (RFC 5322 2.2).
const SMUGGLED: [field: string, value: unknown, at?: string][] = [
  ['subject', 'Hello\r\nBcc: evil@x.org'],
  ['from_name', 'Ann\nBcc: evil@x.org'],
  ['from_address', 'ann@example.org\r\nBcc: evil@x.org'],
  ['message_id', '<a@x.org>\r\nBcc: evil@x.org'],
  ['in_reply_to', '<a@x.org>\nBcc: evil@x.org'],
  ['references', ['<a@x.org>\rBcc: evil@x.org'], 'references[0]'],
  ['to_addresses', [{ address: 'b@x.org\r\nBcc: evil@x.org' }], 'to_addresses[0].address'],
  ['cc_addresses', [{ address: 'b@x.org', name: 'Bob\r\nBcc: evil@x.org' }], 'cc_addresses[0].address'],
];
scenarios(
  'POST /emails with status queued refuses control characters',
  SMUGGLED.map(([field, value, at = field]) => ({
    name: `in ${field}`,
    ask: ['POST', '/emails', { ...mail, status: 'queued', [field]: value }],
    status: 400,
    error: 'VALIDATION_ERROR',
    field: at,
    events: [],
  })),
);

const FIXED = Object.keys(empty).filter(
  (field) => !['folder', 'is_read', 'is_starred', 'labels', 'custom_fields'].includes(field),
);

/** Every address that takes an id answers the same where there is no such record. */
const missing = (method: string, path: string, body?: object): Scenario[] =>
  [
    ['of a missing email', NOBODY],
    ['with a malformed id', 'no-such-id'],
    ['with a handle of no email', '0123456789'],
  ].map(([what, id]) => ({
    name: `${method} ${path} ${what} is 404`,
    ask: [method, path.replace(':id', id as string), body],
    status: 404,
    error: 'NOT_FOUND',
    events: [],
  }));

const custom = { a: 1, b: { c: 2 } };
// biome-ignore format: a table
const changes: Scenario[] = [
  { name: 'GET answers the whole email', given: anEmail({ subject: 'Here', body_html: '<p>x</p>' }), ask: ['GET', '/emails/{id}'], status: 200, body: { data: { ...mail, id: '{id}', subject: 'Here', body_html: '<p>x</p>' } }, events: [] },
  { name: 'GET takes an id in capitals', given: async (world) => ({ id: ((await anEmail()(world)).id as string).toUpperCase() }), ask: ['GET', '/emails/{id}'], status: 200, events: [] },
  { name: 'GET takes the handle of an email', given: async (world) => ({ id: ((await anEmail({ subject: 'By handle' })(world)).id as string).slice(-10) }), ask: ['GET', '/emails/%23{id}'], status: 200, body: { data: { subject: 'By handle' } }, events: [] },
  { name: 'GET still shows an email in the trash', given: inTrash(anEmail()), ask: ['GET', '/emails/{id}'], status: 200, body: { data: { id: '{id}', deleted_at: expect.any(String) } }, events: [] },
  { name: 'GET of an erased email is 404', given: async (world) => { const names = await anEmail()(world); await world.make('DELETE', `/emails/${names.id}?permanent=true`); return names; }, ask: ['GET', '/emails/{id}'], status: 404, error: 'NOT_FOUND', events: [] },
  ...missing('GET', '/emails/:id'),

  { name: 'PATCH moves to another folder', given: anEmail(), ask: ['PATCH', '/emails/{id}', { folder: 'ARCHIVE' }], status: 200, body: { data: { id: '{id}', folder: 'ARCHIVE' } }, events: ['email.updated'] },
  { name: 'PATCH sets is_read', given: anEmail(), ask: ['PATCH', '/emails/{id}', { is_read: true }], status: 200, body: { data: { is_read: true } }, events: ['email.updated'] },
  { name: 'PATCH sets is_starred', given: anEmail(), ask: ['PATCH', '/emails/{id}', { is_starred: true }], status: 200, body: { data: { is_starred: true } }, events: ['email.updated'] },
  { name: 'PATCH replaces labels whole, each once', given: anEmail({ labels: ['old'] }), ask: ['PATCH', '/emails/{id}', { labels: ['x', 'y', 'x'] }], status: 200, body: { data: { labels: ['x', 'y'] } }, events: ['email.updated'] },
  { name: 'PATCH replaces custom_fields whole', given: anEmail({ custom_fields: custom }), ask: ['PATCH', '/emails/{id}', { custom_fields: { d: 4 } }], status: 200, events: ['email.updated'], also: ({ body }) => expect((body as { data: object }).data).toHaveProperty('custom_fields', { d: 4 }) },
  { name: 'PATCH with null clears custom_fields', given: anEmail({ custom_fields: custom }), ask: ['PATCH', '/emails/{id}', { custom_fields: null }], status: 200, body: { data: { custom_fields: null } }, events: ['email.updated'] },
  { name: 'PATCH of all five fields is one change', given: anEmail({ body_plain: 'stays' }), ask: ['PATCH', '/emails/{id}', { folder: 'F', is_read: true, is_starred: true, labels: ['l'], custom_fields: { k: 1 } }], status: 200, body: { data: { folder: 'F', is_read: true, is_starred: true, labels: ['l'], custom_fields: { k: 1 }, body_plain: 'stays' } }, events: ['email.updated'] },
  { name: 'PATCH to the same values emits email.updated', given: anEmail({ labels: ['l'], custom_fields: custom }), ask: ['PATCH', '/emails/{id}', { folder: 'INBOX', is_read: false, labels: ['l', 'l'], custom_fields: custom }], status: 200, body: { data: { id: '{id}' } }, events: ['email.updated'] },
  { name: 'PATCH with no fields emits email.updated', given: anEmail(), ask: ['PATCH', '/emails/{id}', {}], status: 200, body: { data: { id: '{id}' } }, events: ['email.updated'] },
  { name: 'PATCH without a body is refused', given: anEmail(), ask: ['PATCH', '/emails/{id}'], status: 400, error: 'VALIDATION_ERROR', field: 'body', events: [] },
  { name: 'PATCH reaches an email in the trash, and it stays there', given: inTrash(anEmail()), ask: ['PATCH', '/emails/{id}', { is_read: true }], status: 200, body: { data: { is_read: true, deleted_at: expect.any(String) } }, events: ['email.updated'] },
  { name: 'PATCH refuses an unknown field and changes nothing of the rest', given: anEmail(), ask: ['PATCH', '/emails/{id}', { is_read: true, is_red: true }], status: 400, error: 'VALIDATION_ERROR', field: 'is_red', events: [],
    also: async (_answer, { make }, { id }) => expect(await make('GET', `/emails/${id}`)).toMatchObject({ is_read: false }) },
  ...([['folder', 5], ['folder', null], ['folder', ''], ['is_read', 'true'], ['is_starred', 0], ['labels', 'x'], ['labels', null], ['custom_fields', []]] as const).map(([field, value]): Scenario => ({
    name: `PATCH refuses ${field} ${JSON.stringify(value)}`, given: anEmail(), ask: ['PATCH', '/emails/{id}', { [field]: value }], status: 400, error: 'VALIDATION_ERROR', field, events: [] })),
  ...FIXED.map((field): Scenario => ({ name: `PATCH refuses ${field}, which it cannot change`, given: anEmail(), ask: ['PATCH', '/emails/{id}', { [field]: null }], status: 400, error: 'VALIDATION_ERROR', field,
    body: { error: { details: { errors: [{ field, constraint: 'readOnly' }] } } }, events: [] })),
  ...missing('PATCH', '/emails/:id', { is_read: true }),

  { name: 'custom merges keys and replaces each whole', given: anEmail({ custom_fields: custom }), ask: ['PATCH', '/emails/{id}/custom', { b: { x: 1 }, c: 3 }], status: 200, body: { data: { id: '{id}', custom_fields: { a: 1, b: { x: 1 }, c: 3 } } }, events: ['email.updated'],
    also: ({ body }) => expect((body as { data: { custom_fields: object } }).data.custom_fields).toEqual({ a: 1, b: { x: 1 }, c: 3 }) },
  { name: 'custom removes a key by null', given: anEmail({ custom_fields: custom }), ask: ['PATCH', '/emails/{id}/custom', { b: null, gone: null }], status: 200, events: ['email.updated'], also: ({ body }) => expect((body as { data: object }).data).toHaveProperty('custom_fields', { a: 1 }) },
  { name: 'custom takes the keys inside custom_fields', given: anEmail({ custom_fields: custom }), ask: ['PATCH', '/emails/{id}/custom', { custom_fields: { a: 2 } }], status: 200, body: { data: { custom_fields: { a: 2, b: { c: 2 } } } }, events: ['email.updated'] },
  { name: 'custom takes custom_fields beside other keys as a key', given: anEmail(), ask: ['PATCH', '/emails/{id}/custom', { custom_fields: { a: 2 }, b: 1 }], status: 200, body: { data: { custom_fields: { custom_fields: { a: 2 }, b: 1 } } }, events: ['email.updated'] },
  { name: 'custom fills an email that had none', given: anEmail(), ask: ['PATCH', '/emails/{id}/custom', { a: [1] }], status: 200, body: { data: { custom_fields: { a: [1] } } }, events: ['email.updated'] },
  { name: 'custom with the same values emits email.updated', given: anEmail({ custom_fields: custom }), ask: ['PATCH', '/emails/{id}/custom', { a: 1, gone: null }], status: 200, body: { data: { custom_fields: custom } }, events: ['email.updated'] },
  { name: 'custom with no keys emits email.updated', given: anEmail(), ask: ['PATCH', '/emails/{id}/custom', {}], status: 200, body: { data: { custom_fields: null } }, events: ['email.updated'] },
  { name: 'custom refuses an array', given: anEmail(), ask: ['PATCH', '/emails/{id}/custom', [1]], status: 400, error: 'VALIDATION_ERROR', field: 'body', events: [] },
  { name: 'custom refuses a missing body', given: anEmail(), ask: ['PATCH', '/emails/{id}/custom'], status: 400, error: 'VALIDATION_ERROR', field: 'body', events: [] },
  { name: 'custom refuses what is not JSON', given: anEmail(), ask: ['PATCH', '/emails/{id}/custom', '{"a":'], status: 400, error: 'VALIDATION_ERROR', field: 'body', events: [] },
  { name: 'custom reaches an email in the trash', given: inTrash(anEmail()), ask: ['PATCH', '/emails/{id}/custom', { a: 1 }], status: 200, body: { data: { custom_fields: { a: 1 }, deleted_at: expect.any(String) } }, events: ['email.updated'] },
  ...missing('PATCH', '/emails/:id/custom', { a: 1 }),
];
scenarios('GET and PATCH /emails/:id', changes);

const NOT_DRAFTS = ['received', 'queued', 'scheduled', 'sending', 'sent', 'failed'];
// biome-ignore format: a table
const drafts: Scenario[] = [
  { name: 'a draft of nothing is from nobody', ask: ['POST', '/emails/drafts', {}], status: 201, events: ['email.created'],
    also: ({ body }) => expect(body).toEqual({ data: { ...empty, status: 'draft', folder: 'DRAFTS', is_read: true, from_address: null, received_at: null } }) },
  { name: 'a draft needs no body', ask: ['POST', '/emails/drafts'], status: 201, body: { data: { status: 'draft' } }, events: ['email.created'] },
  { name: 'a draft reads address lists as people type them', ask: ['POST', '/emails/drafts', { to: 'Bob <b@x.org>, c@y.org', cc: '"Smith, Ann" <a@x.org>; d@x.org', bcc: 'e@x.org (Eve)' }], status: 201,
    body: { data: { to_addresses: [{ address: 'b@x.org', name: 'Bob' }, { address: 'c@y.org', name: null }], cc_addresses: [{ address: 'a@x.org', name: 'Smith, Ann' }, { address: 'd@x.org', name: null }], bcc_addresses: [{ address: 'e@x.org', name: 'Eve' }] } }, events: ['email.created'] },
  { name: 'a draft takes its recipients as lists too', ask: ['POST', '/emails/drafts', { to_addresses: [{ address: 'b@x.org', name: 'Bob' }, 'Cy <c@x.org>'], cc_addresses: null, bcc: 'd@x.org' }], status: 201, body: { data: { to_addresses: [{ address: 'b@x.org', name: 'Bob' }, { address: 'c@x.org', name: 'Cy' }], cc_addresses: [], bcc_addresses: [{ address: 'd@x.org', name: null }] } }, events: ['email.created'] },
  { name: 'a draft does not take one list twice', ask: ['POST', '/emails/drafts', { to: 'b@x.org', to_addresses: [], cc: null, cc_addresses: ['c@x.org'] }], status: 400, error: 'VALIDATION_ERROR', field: 'to_addresses', faults: ['to_addresses', 'cc_addresses'], says: 'send only one of the two', events: [] },
  { name: 'a draft keeps its content', ask: ['POST', '/emails/drafts', { subject: 'Plan', body_plain: 'text', body_html: '<p>text</p>', attachments: [], in_reply_to: '<a@x.org>' }], status: 201, body: { data: { subject: 'Plan', body_plain: 'text', body_html: '<p>text</p>', in_reply_to: '<a@x.org>' } }, events: ['email.created'] },
  { name: 'a name with a comma that nobody has quoted is one recipient of a draft', ask: ['POST', '/emails/drafts', { to: 'Lee, Ann <ann@x.org>', cc: '"a.b"@x.org' }], status: 201,
    body: { data: { to_addresses: [{ address: 'ann@x.org', name: 'Lee, Ann' }], cc_addresses: [{ address: '"a.b"@x.org', name: null }] } }, events: ['email.created'] },
  ...['Lee', 'Lee, bob@x.org', 'Bob, Carol, Ann <ann@x.org>', 'Bob <b@x.org> work'].map((to): Scenario => ({
    name: `a word without an @ is no recipient of a draft: ${to}`, ask: ['POST', '/emails/drafts', { to }], status: 400, error: 'VALIDATION_ERROR', field: 'to', says: '"Lee, Ann" <ann@example.org>', events: [] })),
  { name: 'a draft may hold half an address', ask: ['POST', '/emails/drafts', { to: 'bob@' }], status: 201, body: { data: { to_addresses: [{ address: 'bob@', name: null }] } }, events: ['email.created'] },
  { name: 'a draft takes null for what it has not', ask: ['POST', '/emails/drafts', { account_id: null, to: null, subject: null, body_plain: null, in_reply_to: null }], status: 201, body: { data: { to_addresses: [], subject: null } }, events: ['email.created'] },
  ...([['subject', 'a\r\nBcc: e@x.org'], ['subject', 'a\u0000b'], ['in_reply_to', '<a@x.org>\nX: y'], ['to', 'b@x.org\r\nBcc: e@x.org'], ['cc', 'Bob\u0007 <b@x.org>'], ['to', ['b@x.org']], ['bcc', 5], ['body_html', {}], ['account_id', 'mine'], ['attachments', 'x'], ['in_reply_to', '']] as const).map(([field, value]): Scenario => ({
    name: `a draft is refused with ${field} ${JSON.stringify(value)}`, ask: ['POST', '/emails/drafts', { [field]: value }], status: 400, error: 'VALIDATION_ERROR', field, events: [] })),
  { name: 'a draft is refused with an attachment that is no file', ask: ['POST', '/emails/drafts', { attachments: [NOBODY] }], status: 400, error: 'VALIDATION_ERROR', field: 'attachments[0]', events: [] },
  ...['to_addresses', 'status', 'labels', 'tto'].map((field): Scenario => ({ name: `a draft has no field ${field}`, ask: ['POST', '/emails/drafts', { [field]: 'x' }], status: 400, error: 'VALIDATION_ERROR', field, events: [] })),

  { name: 'a draft can be edited, and what is not given stays', given: aDraft({ to: 'b@x.org', subject: 'Plan', body_plain: 'one' }), ask: ['PATCH', '/emails/drafts/{id}', { body_plain: 'two', cc: 'c@x.org' }], status: 200,
    body: { data: { id: '{id}', subject: 'Plan', body_plain: 'two', to_addresses: [{ address: 'b@x.org' }], cc_addresses: [{ address: 'c@x.org' }], status: 'draft' } }, events: ['email.updated'] },
  { name: 'a draft made by POST /emails can be edited', given: anEmail({ status: 'draft' }), ask: ['PATCH', '/emails/drafts/{id}', { subject: 'New' }], status: 200, body: { data: { subject: 'New', from_address: 'ann@example.org' } }, events: ['email.updated'] },
  { name: 'null clears parts of a draft', given: aDraft({ to: 'b@x.org', subject: 'Plan', body_plain: 'one' }), ask: ['PATCH', '/emails/drafts/{id}', { to: null, subject: null, body_plain: null }], status: 200, body: { data: { to_addresses: [], subject: null, body_plain: null } }, events: ['email.updated'] },
  { name: 'an edit to the same values emits email.updated', given: aDraft({ to: 'Bob <b@x.org>', subject: 'Plan' }), ask: ['PATCH', '/emails/drafts/{id}', { to: 'Bob   <b@x.org>', subject: 'Plan' }], status: 200, body: { data: { subject: 'Plan' } }, events: ['email.updated'] },
  { name: 'a draft that was moved keeps its folder when edited', given: async (world) => { const names = await aDraft()(world); await world.make('PATCH', `/emails/${names.id}`, { folder: 'LATER' }); return names; }, ask: ['PATCH', '/emails/drafts/{id}', { subject: 'x' }], status: 200, body: { data: { folder: 'LATER', subject: 'x' } }, events: ['email.updated'] },
  { name: 'a draft in the trash can be edited, and stays there', given: inTrash(aDraft()), ask: ['PATCH', '/emails/drafts/{id}', { subject: 'x' }], status: 200, body: { data: { subject: 'x', deleted_at: expect.any(String) } }, events: ['email.updated'] },
  { name: 'an edit without a body is refused', given: aDraft(), ask: ['PATCH', '/emails/drafts/{id}'], status: 400, error: 'VALIDATION_ERROR', field: 'body', events: [] },
  { name: 'an edit refuses a line break in the subject', given: aDraft(), ask: ['PATCH', '/emails/drafts/{id}', { subject: 'a\nb' }], status: 400, error: 'VALIDATION_ERROR', field: 'subject', events: [] },
  { name: 'an edit refuses a wrong type', given: aDraft(), ask: ['PATCH', '/emails/drafts/{id}', { to: [] }], status: 400, error: 'VALIDATION_ERROR', field: 'to', events: [] },
  { name: 'an edit refuses an unknown field', given: aDraft(), ask: ['PATCH', '/emails/drafts/{id}', { is_read: true }], status: 400, error: 'VALIDATION_ERROR', field: 'is_read', events: [] },
  ...NOT_DRAFTS.map((status): Scenario => ({ name: `a ${status} email is no draft to edit`, given: anEmail(withTime(status)), ask: ['PATCH', '/emails/drafts/{id}', { subject: 'x' }], status: 409, error: 'NOT_A_DRAFT', events: [] })),
  ...missing('PATCH', '/emails/drafts/:id', { subject: 'x' }),
];
scenarios('drafts', drafts);

// biome-ignore format: a table
scenarios('drafts where there is a default account', [
  { name: 'a draft is from the default account', ask: ['POST', '/emails/drafts', {}], status: 201, body: { data: { account_id: ACCOUNT, from_address: 'me@example.org', from_name: 'Me Myself' } }, events: ['email.created'] },
  { name: 'a draft is from the account it names', ask: ['POST', '/emails/drafts', { account_id: ACCOUNT.replace(/a$/, 'b') }], status: 201, body: { data: { from_address: 'off@example.org', from_name: null } }, events: ['email.created'] },
  { name: 'another account changes whom a draft is from', given: aDraft(), ask: ['PATCH', '/emails/drafts/{id}', { account_id: ACCOUNT.replace(/a$/, 'b') }], status: 200, body: { data: { from_address: 'off@example.org' } }, events: ['email.updated'] },
  { name: 'an edit without account_id leaves the sender alone', given: aDraft({ account_id: ACCOUNT.replace(/a$/, 'b') }), ask: ['PATCH', '/emails/drafts/{id}', { subject: 'x' }], status: 200, body: { data: { from_address: 'off@example.org', subject: 'x' } }, events: ['email.updated'] },
], async ({ service }: World) => {
  await addAccount(service, { id: ACCOUNT, isDefault: true });
  await addAccount(service, { id: ACCOUNT.replace(/a$/, 'b'), address: 'off@example.org', fromName: null, status: 'disconnected' });
});

const snoozed =
  (members: object): Given =>
  async (world) => {
    const names = await anEmail(members)(world);
    await world.make('POST', `/emails/${names.id}/snooze`, { until: LATER });
    return names;
  };
// biome-ignore format: a table
const deletes: Scenario[] = [
  { name: 'DELETE puts an email into the trash', given: anEmail(), ask: ['DELETE', '/emails/{id}'], status: 200, events: ['email.deleted'], also: async (answer, world, names) => {
    expect(answer.body).toEqual({ data: { id: names.id, deleted_at: expect.any(String) } });
    expect(await newest(world)).toEqual({ id: names.id, deleted_at: expect.any(String) });
  } },
  { name: 'permanent=false is a soft delete', given: anEmail(), ask: ['DELETE', '/emails/{id}?permanent=false'], status: 200, body: { data: { deleted_at: expect.any(String) } }, events: ['email.deleted'] },
  { name: 'a second soft delete is 409', given: inTrash(anEmail()), ask: ['DELETE', '/emails/{id}'], status: 409, error: 'ALREADY_DELETED', events: [] },
  { name: 'permanent=true erases an email', given: anEmail(), ask: ['DELETE', '/emails/{id}?permanent=true'], status: 200, events: ['email.deleted'], also: async (answer, world, names) => {
    expect(answer.body).toEqual({ data: { id: names.id, deleted: true } });
    expect(await newest(world)).toEqual({ id: names.id, permanent: true });
    expect((await world.service.ask('GET', `/emails/${names.id}`)).status).toBe(404);
  } },
  { name: 'permanent=1 erases an email in the trash', given: inTrash(anEmail()), ask: ['DELETE', '/emails/{id}?permanent=1'], status: 200, body: { data: { id: '{id}', deleted: true } }, events: ['email.deleted'] },
  { name: 'a permanent that is no boolean is refused', given: anEmail(), ask: ['DELETE', '/emails/{id}?permanent=yes'], status: 400, error: 'INVALID_QUERY', field: 'permanent', events: [] },
  { name: 'an unknown parameter is refused, and nothing deleted', given: anEmail(), ask: ['DELETE', '/emails/{id}?permanant=true'], status: 400, error: 'INVALID_QUERY', field: 'permanant', events: [] },
  { name: 'an erased email leaves nothing of its text in the feed', given: anEmail({ subject: 'very secret', body_plain: 'more secret' }), ask: ['DELETE', '/emails/{id}?permanent=true'], status: 200, events: ['email.deleted'],
    also: async (_answer, { service }) => { const { messages } = await changesSince(service, 0, 1000); expect(JSON.stringify(messages)).not.toContain('secret'); expect(messages.length).toBeGreaterThan(10); } },
  ...missing('DELETE', '/emails/:id'),
  ...missing('DELETE', '/emails/:id?permanent=true'),

  { name: 'restore takes an email out of the trash', given: inTrash(anEmail({ folder: 'ARCHIVE' })), ask: ['POST', '/emails/{id}/restore'], status: 200, body: { data: { id: '{id}', deleted_at: null, folder: 'ARCHIVE' } }, events: ['email.restored'] },
  { name: 'restoring what is not deleted is 409', given: anEmail(), ask: ['POST', '/emails/{id}/restore'], status: 409, error: 'NOT_DELETED', events: [] },
  { name: 'restore takes no fields', given: inTrash(anEmail()), ask: ['POST', '/emails/{id}/restore', { folder: 'INBOX' }], status: 400, error: 'VALIDATION_ERROR', field: 'folder', events: [] },
  { name: 'an erased email cannot be restored', given: async (world) => { const names = await anEmail()(world); await world.make('DELETE', `/emails/${names.id}?permanent=true`); return names; }, ask: ['POST', '/emails/{id}/restore'], status: 404, error: 'NOT_FOUND', events: [] },
  ...missing('POST', '/emails/:id/restore'),

  ...['queued', 'scheduled'].flatMap((status): Scenario[] => [
    { name: `deleting a ${status} email takes it back to a draft`, given: anEmail(withTime(status)), ask: ['DELETE', '/emails/{id}'], status: 200, events: ['email.deleted'],
      also: async (_answer, { make }, { id }) => expect(await make('GET', `/emails/${id}`)).toMatchObject({ status: 'draft', folder: 'DRAFTS', scheduled_at: null }) },
    { name: `restoring a deleted ${status} email gives a draft that is not sent`, given: inTrash(anEmail(withTime(status))), ask: ['POST', '/emails/{id}/restore'], status: 200, body: { data: { status: 'draft', folder: 'DRAFTS', scheduled_at: null } }, events: ['email.restored'],
      jobs: [] },
  ]),
  ...['received', 'draft', 'sending', 'sent', 'failed'].map((status): Scenario => ({ name: `a ${status} email comes back from the trash as it went`, given: inTrash(anEmail({ status })), ask: ['POST', '/emails/{id}/restore'], status: 200, body: { data: { status, folder: STATUS_FOLDERS[status as 'sent'] } }, events: ['email.restored'] })),
  { name: 'a snoozed email comes back from the trash snoozed', given: inTrash(snoozed({})), ask: ['POST', '/emails/{id}/restore'], status: 200, body: { data: { folder: 'SNOOZED', snoozed_from: 'INBOX', snoozed_until: LATER } }, events: ['email.restored'] },
  { name: 'deleting a snoozed queued email ends the snooze, for it has moved to the drafts', given: snoozed({ status: 'queued' }), ask: ['DELETE', '/emails/{id}'], status: 200, events: ['email.deleted'],
    also: async (_answer, { make }, { id }) => expect(await make('GET', `/emails/${id}`)).toMatchObject({ status: 'draft', folder: 'DRAFTS', snoozed_until: null, snoozed_from: null }) },
];
scenarios('DELETE and restore', deletes);
