// What only emails do: sending, cancelling, snoozing, marks and batches. Every row states the status, the body and
// exactly the events.
import { expect } from 'vitest';
import { addAccount } from '../support/accounts.ts';
import { type Scenario, scenarios, type World } from '../support/scenario.ts';

const NOBODY = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10';
const DEFAULT = '018f3c5e-0000-7000-8000-00000000000a';
const OTHER = '018f3c5e-0000-7000-8000-00000000000b';
const OFF = '018f3c5e-0000-7000-8000-00000000000c';
const LATER = '2099-01-01T08:00:00Z';
const STILL_LATER = '2099-02-01T08:00:00Z';
const mail = { from_address: 'ann@example.org', received_at: '2026-02-17T09:00:00Z' };
const letter = { to_addresses: [{ address: 'bob@x.org', name: 'Bob' }], subject: 'Hi', body_plain: 'Hello' };

type Given = NonNullable<Scenario['given']>;
const idOf = (record: object) => (record as { id: string }).id;
const withTime = (status: string) => (status === 'scheduled' ? { status, scheduled_at: LATER } : { status });

/** Creates an email with these members as {id}. */
const anEmail =
  (members: object = {}): Given =>
  async ({ make }) => ({ id: idOf(await make('POST', '/emails', { ...mail, ...members })) });
const aDraft =
  (members: object = {}): Given =>
  async ({ make }) => ({ id: idOf(await make('POST', '/emails/drafts', members)) });

/** After `given`, these requests on its email. */
const after =
  (given: Given, ...steps: [method: string, path: string, body?: unknown][]): Given =>
  async (world) => {
    const names = await given(world);
    for (const [method, path, body] of steps) await world.make(method, `/emails/${names.id}${path}`, body);
    return names;
  };
const inTrash = (given: Given) => after(given, ['DELETE', '']);
const snoozed = (members: object = {}) => after(anEmail(members), ['POST', '/snooze', { until: LATER }]);

/** The stored email has these members. */
const isStored =
  (members: object): Scenario['also'] =>
  async (_answer, { make }, { id }) =>
    expect(await make('GET', `/emails/${id}`)).toMatchObject(members);

/** Every action on one email answers the same where there is no such email. */
const missing = (path: string, body?: object): Scenario[] =>
  [
    ['of a missing email', NOBODY],
    ['with a malformed id', 'no-such-id'],
  ].map(([what, id]) => ({
    name: `${path} ${what} is 404`,
    ask: ['POST', `/emails/${id}/${path}`, body],
    status: 404,
    error: 'NOT_FOUND',
    events: [],
  }));

const SEND_REFUSALS: [what: string, body: unknown, field: string][] = [
  ['without a body', undefined, 'body'],
  ['without recipients', { body_plain: 'x' }, 'to_addresses'],
  ['with no recipient in the list', { ...letter, to_addresses: [] }, 'to_addresses'],
  ['with neither text nor HTML', { to_addresses: ['b@x.org'], subject: 'Hi' }, 'body_plain'],
  ['with empty text alone', { to_addresses: ['b@x.org'], body_plain: '' }, 'body_plain'],
  ['with an address that is none', { ...letter, to_addresses: ['Bob'] }, 'to_addresses[0].address'],
  ['with two addresses in one', { ...letter, cc_addresses: ['a@x.org, b@x.org'] }, 'cc_addresses[0].address'],
  ['with a wrong type', { ...letter, to_addresses: 'b@x.org' }, 'to_addresses'],
  ['with a recipient that is a number', { ...letter, bcc_addresses: [5] }, 'bcc_addresses[0]'],
  ['with an unknown field', { ...letter, boddy_plain: 'x' }, 'boddy_plain'],
  ['with a field of records that it does not take', { ...letter, from_address: 'e@x.org' }, 'from_address'],
  ['with a time that does not exist', { ...letter, scheduled_at: '2026-02-30T10:00:00Z' }, 'scheduled_at'],
  ['with a receipt flag that is text', { ...letter, read_receipt_requested: 'yes' }, 'read_receipt_requested'],
  ['with an attachment that is no file', { ...letter, attachments: [NOBODY] }, 'attachments[0]'],
  ['with a malformed account id', { ...letter, account_id: 'mine' }, 'account_id'],
  ['with a header in the subject', { ...letter, subject: 'Hi\r\nBcc: e@x.org' }, 'subject'],
  ['with a control character in the subject', { ...letter, subject: 'Hi\u0000' }, 'subject'],
  ['with a header in in_reply_to', { ...letter, in_reply_to: '<a@x>\nBcc: e@x.org' }, 'in_reply_to'],
  [
    'with a header in an address',
    { ...letter, to_addresses: [{ address: 'b@x.org\r\nBcc: e@x.org' }] },
    'to_addresses[0].address',
  ],
  [
    'with a header in a name',
    { ...letter, cc_addresses: [{ address: 'b@x.org', name: 'B\r\nBcc: e@x.org' }] },
    'cc_addresses[0].address',
  ],
  [
    'with a header in an address given as text',
    { ...letter, to_addresses: ['B\nBcc: e@x.org <b@x.org>'] },
    'to_addresses[0].address',
  ],
];
const refusedSends = SEND_REFUSALS.map(
  ([what, body, field]): Scenario => ({
    name: `a mail ${what} is not sent`,
    ask: ['POST', '/emails/send', body],
    status: 400,
    error: 'VALIDATION_ERROR',
    field,
    events: [],
  }),
);

const queued = { status: 'queued', folder: 'OUTBOX', send_attempts: 0, send_error: null };
// biome-ignore format: a table
const sends: Scenario[] = [
  { name: 'a mail without account_id goes through the default account', ask: ['POST', '/emails/send', letter], status: 202,
    body: { data: { ...letter, ...queued, account_id: DEFAULT, from_address: 'me@example.org', from_name: 'Me Myself', received_at: null, scheduled_at: null, message_id: expect.stringMatching(/^<[^\s@]+@example\.org>$/) } }, events: ['email.queued'] },
  { name: 'account_id null means the default account', ask: ['POST', '/emails/send', { ...letter, account_id: null }], status: 202, body: { data: { account_id: DEFAULT } }, events: ['email.queued'] },
  { name: 'a mail goes through the account it names', ask: ['POST', '/emails/send', { ...letter, account_id: OTHER.toUpperCase() }], status: 202, body: { data: { account_id: OTHER, from_address: 'work@example.com', from_name: null } }, events: ['email.queued'] },
  { name: 'a mail keeps all it is given', ask: ['POST', '/emails/send', { ...letter, cc_addresses: ['Cy <c@x.org>'], bcc_addresses: [{ address: 'd@x.org' }], body_html: '<p>Hello</p>', in_reply_to: '<a@x.org>', attachments: [], read_receipt_requested: true }], status: 202,
    body: { data: { cc_addresses: [{ address: 'c@x.org', name: 'Cy' }], bcc_addresses: [{ address: 'd@x.org', name: null }], body_html: '<p>Hello</p>', in_reply_to: '<a@x.org>', read_receipt_requested: true } }, events: ['email.queued'] },
  { name: 'HTML alone is enough', ask: ['POST', '/emails/send', { to_addresses: ['b@x.org'], body_html: '<p>x</p>' }], status: 202, body: { data: { subject: null, body_plain: null } }, events: ['email.queued'] },
  { name: 'a mail with scheduled_at waits for it, and has no Message-ID yet', ask: ['POST', '/emails/send', { ...letter, scheduled_at: '2099-01-01T09:00:00+01:00' }], status: 202, body: { data: { status: 'scheduled', folder: 'OUTBOX', scheduled_at: LATER, message_id: null } }, events: ['email.scheduled'],
    jobs: ['queue'] },
  { name: 'scheduled_at null means now', ask: ['POST', '/emails/send', { ...letter, scheduled_at: null }], status: 202, body: { data: queued }, events: ['email.queued'] },
  { name: 'an unknown account is not connected', ask: ['POST', '/emails/send', { ...letter, account_id: NOBODY }], status: 422, error: 'ACCOUNT_NOT_CONNECTED', says: 'There is no email account', events: [] },
  { name: 'a disconnected account does not send', ask: ['POST', '/emails/send', { ...letter, account_id: OFF }], status: 422, error: 'ACCOUNT_NOT_CONNECTED', says: /^No mail can be sent from \S+@\S+ now: its SMTP server has not been tested\. Try it again with POST/, events: [] },
  { name: 'a disconnected account does not take mail for later either', ask: ['POST', '/emails/send', { ...letter, account_id: OFF, scheduled_at: LATER }], status: 422, error: 'ACCOUNT_NOT_CONNECTED', events: [] },
  { name: 'a faulty mail is refused before its account is looked at', ask: ['POST', '/emails/send', { account_id: NOBODY, body_plain: 'x' }], status: 400, error: 'VALIDATION_ERROR', field: 'to_addresses', events: [] },
  ...refusedSends,
];
scenarios('POST /emails/send', sends, async ({ service }: World) => {
  await addAccount(service, { id: DEFAULT, isDefault: true });
  await addAccount(service, { id: OTHER, address: 'work@example.com', fromName: null });
  await addAccount(service, { id: OFF, address: 'off@example.com', status: 'disconnected' });
});
// biome-ignore format: a table
scenarios('POST /emails/send without accounts', [
  { name: 'there is no default account', ask: ['POST', '/emails/send', letter], status: 422, error: 'NO_DEFAULT_ACCOUNT', events: [] },
  { name: 'a named account is not connected', ask: ['POST', '/emails/send', { ...letter, account_id: NOBODY }], status: 422, error: 'ACCOUNT_NOT_CONNECTED', events: [] },
]);
// biome-ignore format: a table
scenarios('POST /emails/send with a default account that is not connected', [
  { name: 'the default account is not connected', ask: ['POST', '/emails/send', letter], status: 422, error: 'ACCOUNT_NOT_CONNECTED', events: [] },
], ({ service }) => addAccount(service, { id: DEFAULT, isDefault: true, status: 'error' }));

const ready = { to: 'Bob <b@x.org>', subject: 'Hi', body_plain: 'Hello' };
// biome-ignore format: a table
const drafts: Scenario[] = [
  { name: 'a draft is sent without an account, and waits for one', given: aDraft(ready), ask: ['POST', '/emails/{id}/send'], status: 202, body: { data: { ...queued, id: '{id}', account_id: null, message_id: expect.stringMatching(/^<[^\s@]+@[^\s@]+>$/) } }, events: ['email.queued'], jobs: ['send'] },
  { name: 'send takes an empty object', given: aDraft(ready), ask: ['POST', '/emails/{id}/send', {}], status: 202, body: { data: queued }, events: ['email.queued'] },
  { name: 'send takes no fields', given: aDraft(ready), ask: ['POST', '/emails/{id}/send', { account_id: DEFAULT }], status: 400, error: 'VALIDATION_ERROR', field: 'account_id', events: [] },
  { name: 'a failed mail is sent again with the Message-ID it had', given: anEmail({ status: 'failed', message_id: '<kept@x.org>' }), ask: ['POST', '/emails/{id}/send'], status: 202, body: { data: { ...queued, message_id: '<kept@x.org>' } }, events: ['email.queued'], jobs: ['send'] },
  { name: 'a draft is sent by its handle', given: async (world) => ({ id: ((await aDraft(ready)(world)).id as string).slice(-10) }), ask: ['POST', '/emails/%23{id}/send'], status: 202, body: { data: queued }, events: ['email.queued'] },
  ...['received', 'queued', 'scheduled', 'sending'].map((status): Scenario => ({ name: `a ${status} mail is no draft to send`, given: anEmail(withTime(status)), ask: ['POST', '/emails/{id}/send'], status: 409, error: 'NOT_A_DRAFT', events: [] })),
  { name: 'a sent mail is not sent again', given: anEmail({ status: 'sent' }), ask: ['POST', '/emails/{id}/send'], status: 409, error: 'ALREADY_SENT', events: [] },
  { name: 'a draft in the trash is not sent', given: inTrash(aDraft(ready)), ask: ['POST', '/emails/{id}/send'], status: 409, error: 'ALREADY_DELETED', events: [] },
  { name: 'a draft without a recipient is not sent, and the answer names the request that adds one', given: aDraft({ subject: 'Hi', body_plain: 'Hello' }), ask: ['POST', '/emails/{id}/send'], status: 400, error: 'VALIDATION_ERROR', field: 'to_addresses', says: 'PATCH /emails/drafts/', events: [], jobs: [] },
  { name: 'a draft with nothing in it is not sent', given: aDraft({ to: 'b@x.org' }), ask: ['POST', '/emails/{id}/send'], status: 400, error: 'VALIDATION_ERROR', field: 'body_plain', says: 'empty', events: [] },
  { name: 'a draft that has a subject alone is sent', given: aDraft({ to: 'b@x.org', subject: 'Back at five' }), ask: ['POST', '/emails/{id}/send'], status: 202, body: { data: queued }, events: ['email.queued'] },
  { name: 'a draft that has only blind copies is sent', given: aDraft({ bcc: 'b@x.org', body_plain: 'x' }), ask: ['POST', '/emails/{id}/send'], status: 202, body: { data: queued }, events: ['email.queued'] },
  { name: 'a draft with half an address is not sent', given: aDraft({ ...ready, cc: 'bob@' }), ask: ['POST', '/emails/{id}/send'], status: 400, error: 'VALIDATION_ERROR', field: 'cc_addresses[0].address', events: [] },
  { name: 'a draft with a header in a name is not sent', given: anEmail({ status: 'draft', body_plain: 'x', to_addresses: [{ address: 'b@x.org', name: 'B\r\nBcc: e@x.org' }] }), ask: ['POST', '/emails/{id}/send'], status: 400, error: 'VALIDATION_ERROR', field: 'to_addresses[0].address', events: [] },
  ...([['subject', 'Hi\r\nBcc: e@x.org'], ['from_name', 'Ann\nBcc: e@x.org'], ['in_reply_to', '<a@x>\nBcc: e@x.org'], ['message_id', '<a@x>\r\nBcc: e@x.org']] as const).map(([field, value]): Scenario => ({
    name: `a draft with a header in ${field} is not sent`, given: anEmail({ status: 'draft', to_addresses: ['b@x.org'], body_plain: 'x', [field]: value }), ask: ['POST', '/emails/{id}/send'], status: 400, error: 'VALIDATION_ERROR', field, events: [], jobs: [] })),
  { name: 'sending a snoozed draft ends the snooze', given: after(aDraft(ready), ['POST', '/snooze', { until: LATER }]), ask: ['POST', '/emails/{id}/send'], status: 202, body: { data: { folder: 'OUTBOX', snoozed_until: null, snoozed_from: null } }, events: ['email.queued'], jobs: ['send'] },
  { name: 'a mail created as queued has its send job and its Message-ID fixed', ask: ['POST', '/emails', { ...mail, status: 'queued', to_addresses: ['b@x.org'] }], status: 201, body: { data: { status: 'queued', message_id: expect.stringMatching(/^<.+@.+>$/) } }, events: ['email.created'],
    jobs: ['send'] },
  ...missing('send'),

  { name: 'cancel takes a queued mail back to a draft', given: after(aDraft(ready), ['POST', '/send']), ask: ['POST', '/emails/{id}/cancel'], status: 200, body: { data: { id: '{id}', status: 'draft', folder: 'DRAFTS' } }, events: ['email.updated'], jobs: [] },
  { name: 'cancel takes a scheduled mail back to a draft', given: anEmail(withTime('scheduled')), ask: ['POST', '/emails/{id}/cancel'], status: 200, body: { data: { status: 'draft', folder: 'DRAFTS', scheduled_at: null } }, events: ['email.updated'], jobs: [] },
  { name: 'a cancelled mail can be edited', given: after(aDraft(ready), ['POST', '/send'], ['POST', '/cancel']), ask: ['PATCH', '/emails/drafts/{id}', { subject: 'New' }], status: 200, body: { data: { subject: 'New' } }, events: ['email.updated'] },
  { name: 'a cancelled mail can be sent again, with the Message-ID it had', given: async (world) => { const names = await after(aDraft(ready), ['POST', '/send'])(world); const { message_id } = (await world.make('POST', `/emails/${names.id}/cancel`)) as { message_id?: string }; return { ...names, message: message_id as string }; }, ask: ['POST', '/emails/{id}/send'], status: 202, body: { data: { ...queued, message_id: '{message}' } }, events: ['email.queued'], jobs: ['send'] },
  { name: 'cancelling a snoozed mail ends the snooze', given: snoozed({ status: 'queued' }), ask: ['POST', '/emails/{id}/cancel'], status: 200, body: { data: { folder: 'DRAFTS', snoozed_until: null } }, events: ['email.updated'], jobs: [] },
  ...['received', 'draft', 'sending', 'sent', 'failed'].map((status): Scenario => ({ name: `a ${status} mail cannot be cancelled`, given: anEmail({ status }), ask: ['POST', '/emails/{id}/cancel'], status: 409, error: 'NOT_CANCELLABLE', events: [] })),
  { name: 'a queued mail that was deleted is a draft already', given: inTrash(anEmail({ status: 'queued' })), ask: ['POST', '/emails/{id}/cancel'], status: 409, error: 'NOT_CANCELLABLE', events: [] },
  { name: 'cancel takes no fields', given: anEmail({ status: 'queued' }), ask: ['POST', '/emails/{id}/cancel', { why: 'x' }], status: 400, error: 'VALIDATION_ERROR', field: 'why', events: [] },
  ...missing('cancel'),
];
scenarios('sending and cancelling', drafts);

const asleep = { folder: 'SNOOZED', snoozed_from: 'INBOX', snoozed_until: LATER };
const awake = { snoozed_until: null, snoozed_from: null };
// biome-ignore format: a table
const snoozes: Scenario[] = [
  { name: 'snooze hides an email until a time', given: anEmail(), ask: ['POST', '/emails/{id}/snooze', { until: '2099-01-01T10:00:00+02:00' }], status: 200, body: { data: { id: '{id}', ...asleep } }, events: ['email.snoozed'], jobs: ['wake'] },
  { name: 'snooze takes a date alone as its midnight', given: anEmail(), ask: ['POST', '/emails/{id}/snooze', { until: '2099-01-01' }], status: 200, body: { data: { snoozed_until: '2099-01-01T00:00:00Z' } }, events: ['email.snoozed'] },
  { name: 'snooze remembers the folder it came from', given: anEmail({ folder: 'Projects' }), ask: ['POST', '/emails/{id}/snooze', { until: LATER }], status: 200, body: { data: { folder: 'SNOOZED', snoozed_from: 'Projects' } }, events: ['email.snoozed'] },
  { name: 'snoozing again moves the time and keeps the first folder', given: snoozed(), ask: ['POST', '/emails/{id}/snooze', { until: STILL_LATER }], status: 200, body: { data: { ...asleep, snoozed_until: STILL_LATER } }, events: ['email.snoozed'], jobs: ['wake'] },
  { name: 'snoozing again until the same time emits email.snoozed', given: snoozed(), ask: ['POST', '/emails/{id}/snooze', { until: LATER }], status: 200, body: { data: asleep }, events: ['email.snoozed'], jobs: ['wake'] },
  { name: 'an email in the trash is not snoozed', given: inTrash(anEmail()), ask: ['POST', '/emails/{id}/snooze', { until: LATER }], status: 409, error: 'ALREADY_DELETED', events: [] },
  { name: 'snooze needs a body', given: anEmail(), ask: ['POST', '/emails/{id}/snooze'], status: 400, error: 'VALIDATION_ERROR', field: 'body', events: [] },
  ...([[{}, 'until'], [{ until: null }, 'until'], [{ until: 5 }, 'until'], [{ until: 'tomorrow' }, 'until'], [{ until: '2099-02-30' }, 'until'], [{ until: LATER, folder: 'X' }, 'folder']] as const).map(([body, field]): Scenario => ({
    name: `snooze refuses ${JSON.stringify(body)}`, given: anEmail(), ask: ['POST', '/emails/{id}/snooze', body], status: 400, error: 'VALIDATION_ERROR', field, events: [] })),
  ...missing('snooze', { until: LATER }),
  { name: 'moving a snoozed email ends the snooze', given: snoozed(), ask: ['PATCH', '/emails/{id}', { folder: 'ARCHIVE' }], status: 200, body: { data: { folder: 'ARCHIVE', ...awake } }, events: ['email.updated'], jobs: [] },
  { name: 'moving a snoozed email to where it came from ends the snooze', given: snoozed(), ask: ['PATCH', '/emails/{id}', { folder: 'INBOX' }], status: 200, body: { data: { folder: 'INBOX', ...awake } }, events: ['email.updated'], jobs: [] },
  { name: 'an email is not moved to SNOOZED without a time', given: anEmail(), ask: ['PATCH', '/emails/{id}', { folder: 'snoozed' }], status: 400, error: 'VALIDATION_ERROR', field: 'folder', says: 'POST /emails/', events: [], also: isStored({ folder: 'INBOX' }) },
  { name: 'nor by a batch', given: anEmail(), ask: ['POST', '/emails/batch', { ids: ['{id}'], action: 'move', params: { folder: 'SNOOZED' } }], status: 200, body: { processed: 0, failed: 1, errors: [{ code: 'VALIDATION_ERROR' }] }, events: [] },
  ...[['inbox', 'INBOX'], ['Trash', 'TRASH'], ['Archive', 'Archive'], ['inbox/Roses', 'inbox/Roses']].map(([given, folder]): Scenario => (
    { name: `a move to ${given} is one to ${folder}`, given: anEmail({ folder: 'Garden' }), ask: ['PATCH', '/emails/{id}', { folder: given }], status: 200, body: { data: { folder } }, events: ['email.updated'] })),
  { name: 'a batch knows our own folders in any letter case', given: anEmail(), ask: ['POST', '/emails/batch', { ids: ['{id}'], action: 'move', params: { folder: 'spam' } }], status: 200, body: { processed: 1 }, events: ['email.updated'], also: isStored({ folder: 'SPAM' }) },
  { name: 'so does a create', ask: ['POST', '/emails', { ...mail, folder: 'sent' }], status: 201, body: { data: { folder: 'SENT' } }, events: ['email.created'] },
  { name: 'moving a snoozed email to where it is does not wake it', given: snoozed(), ask: ['PATCH', '/emails/{id}', { folder: 'SNOOZED' }], status: 200, body: { data: asleep }, events: ['email.updated'], jobs: ['wake'] },
  { name: 'reading a snoozed email does not wake it', given: snoozed(), ask: ['POST', '/emails/{id}/read'], status: 200, body: { data: { ...asleep, is_read: true } }, events: ['email.updated'], jobs: ['wake'] },
  { name: 'unsnooze brings an email back at once', given: snoozed({ folder: 'Projects' }), ask: ['POST', '/emails/{id}/unsnooze'], status: 200, body: { data: { id: '{id}', folder: 'Projects', ...awake } }, events: ['email.unsnoozed'], jobs: [] },
  { name: 'unsnooze after snoozing twice gives the first folder', given: after(snoozed(), ['POST', '/snooze', { until: STILL_LATER }]), ask: ['POST', '/emails/{id}/unsnooze'], status: 200, body: { data: { folder: 'INBOX', ...awake } }, events: ['email.unsnoozed'] },
  { name: 'unsnooze of an email that is not snoozed is 409', given: anEmail(), ask: ['POST', '/emails/{id}/unsnooze'], status: 409, error: 'NOT_SNOOZED', events: [] },
  { name: 'a second unsnooze is 409', given: after(snoozed(), ['POST', '/unsnooze']), ask: ['POST', '/emails/{id}/unsnooze'], status: 409, error: 'NOT_SNOOZED', events: [] },
  { name: 'an email that was moved is no longer snoozed', given: after(snoozed(), ['PATCH', '', { folder: 'ARCHIVE' }]), ask: ['POST', '/emails/{id}/unsnooze'], status: 409, error: 'NOT_SNOOZED', events: [] },
  { name: 'an email that only lies in SNOOZED is not snoozed', given: anEmail({ folder: 'SNOOZED' }), ask: ['POST', '/emails/{id}/unsnooze'], status: 409, error: 'NOT_SNOOZED', events: [] },
  { name: 'unsnooze takes no fields', given: snoozed(), ask: ['POST', '/emails/{id}/unsnooze', { until: LATER }], status: 400, error: 'VALIDATION_ERROR', field: 'until', events: [] },
  ...missing('unsnooze'),
];
scenarios('snoozing', snoozes);

const marks = {
  read: { is_read: true },
  unread: { is_read: false },
  star: { is_starred: true },
  unstar: { is_starred: false },
};
const opposite = (set: object) => Object.fromEntries(Object.entries(set).map(([name, on]) => [name, !on]));
// biome-ignore format: a table
scenarios('marks', Object.entries(marks).flatMap(([mark, set]): Scenario[] => [
  { name: `${mark} sets its mark`, given: anEmail(opposite(set)), ask: ['POST', `/emails/{id}/${mark}`], status: 200, body: { data: { id: '{id}', ...set } }, events: ['email.updated'] },
  { name: `${mark} on an email that is so emits email.updated`, given: anEmail(set), ask: ['POST', `/emails/{id}/${mark}`, {}], status: 200, body: { data: set }, events: ['email.updated'] },
  { name: `${mark} reaches an email in the trash`, given: inTrash(anEmail(opposite(set))), ask: ['POST', `/emails/{id}/${mark}`], status: 200, body: { data: { ...set, deleted_at: expect.any(String) } }, events: ['email.updated'] },
  { name: `${mark} takes no fields`, given: anEmail(opposite(set)), ask: ['POST', `/emails/{id}/${mark}`, set], status: 400, error: 'VALIDATION_ERROR', events: [], also: isStored(opposite(set)) },
  ...missing(mark),
]));

const done = (processed: number, failed = 0) => ({ processed, failed });
const both =
  (...members: object[]): Given =>
  async (world) => {
    const ids = await Promise.all(members.map(async (one) => (await anEmail(one)(world)).id as string));
    return { id: ids[0] as string, two: ids[1] as string, handle: (ids[0] as string).slice(-10) };
  };
const all = ['{id}', '{two}'];
const [updated, deleted, restored, asleepEvent] = ['email.updated', 'email.deleted', 'email.restored', 'email.snoozed'];
const batch = (action: unknown, ids: unknown = all, params?: unknown): Scenario['ask'] => [
  'POST',
  '/emails/batch',
  { ids, action, ...(params !== undefined && { params }) },
];
const refusedBatch = (name: string, ask: Scenario['ask'], field: string): Scenario => ({
  name,
  given: both({}, {}),
  ask,
  status: 400,
  error: 'VALIDATION_ERROR',
  field,
  events: [],
});
// biome-ignore format: a table
const batches: Scenario[] = [
  { name: 'the tally stands bare', given: both({}, {}), ask: batch('mark_read'), status: 200, events: [updated, updated], also: ({ body }) => expect(body).toEqual({ processed: 2, failed: 0, errors: [] }) },
  { name: 'mark_read emits an event for each email, also for one that is read', given: both({}, { is_read: true }), ask: batch('mark_read'), status: 200, body: done(2), events: [updated, updated], also: isStored({ is_read: true }) },
  { name: 'mark_unread, also where it is so', given: both({ is_read: true }, {}), ask: batch('mark_unread'), status: 200, body: done(2), events: [updated, updated], also: isStored({ is_read: false }) },
  { name: 'star, also where it is so', given: both({}, { is_starred: true }), ask: batch('star'), status: 200, body: done(2), events: [updated, updated], also: isStored({ is_starred: true }) },
  { name: 'unstar, also where it is so', given: both({ is_starred: true }, {}), ask: batch('unstar'), status: 200, body: done(2), events: [updated, updated], also: isStored({ is_starred: false }) },
  { name: 'move, also where it is so', given: both({}, { folder: 'ARCHIVE' }), ask: batch('move', all, { folder: 'ARCHIVE' }), status: 200, body: done(2), events: [updated, updated], also: isStored({ folder: 'ARCHIVE' }) },
  { name: 'move ends a snooze', given: snoozed(), ask: batch('move', ['{id}'], { folder: 'ARCHIVE' }), status: 200, body: done(1), events: [updated], also: isStored({ folder: 'ARCHIVE', ...awake }) },
  { name: 'add_label, also where it is so', given: both({ labels: ['a'] }, { labels: ['b'] }), ask: batch('add_label', all, { label: 'b' }), status: 200, body: done(2), events: [updated, updated], also: isStored({ labels: ['a', 'b'] }) },
  { name: 'remove_label, also where it is so', given: both({ labels: ['a', 'b'] }, { labels: ['a'] }), ask: batch('remove_label', all, { label: 'b' }), status: 200, body: done(2), events: [updated, updated], also: isStored({ labels: ['a'] }) },
  { name: 'add_label without the white space around it', given: both({ labels: [' b', 'b '] }, {}), ask: batch('add_label', all, { label: '\tb ' }), status: 200, body: done(2), events: [updated, updated], also: isStored({ labels: ['b'] }) },
  { name: 'delete', given: both({}, {}), ask: batch('delete'), status: 200, body: done(2), events: [deleted, deleted], also: isStored({ deleted_at: expect.any(String) }) },
  { name: 'delete takes a queued email back to a draft', given: anEmail({ status: 'queued' }), ask: batch('delete', ['{id}']), status: 200, body: done(1), events: [deleted], also: isStored({ status: 'draft', folder: 'DRAFTS' }) },
  { name: 'delete fails for what is deleted', given: async (world) => { const names = await both({}, {})(world); await world.make('DELETE', `/emails/${names.id}`); return names; }, ask: batch('delete'), status: 200, body: { ...done(1, 1), errors: [{ id: '{id}', code: 'ALREADY_DELETED', message: expect.any(String) }] }, events: [deleted] },
  { name: 'restore, and it fails for what is not deleted', given: async (world) => { const names = await both({}, {})(world); await world.make('DELETE', `/emails/${names.id}`); return names; }, ask: batch('restore'), status: 200, body: { ...done(1, 1), errors: [{ id: '{two}', code: 'NOT_DELETED' }] }, events: [restored], also: isStored({ deleted_at: null }) },
  { name: 'snooze, each from its own folder', given: both({ folder: 'Projects' }, {}), ask: batch('snooze', all, { until: LATER }), status: 200, body: done(2), events: [asleepEvent, asleepEvent], also: isStored({ ...asleep, snoozed_from: 'Projects' }) },
  { name: 'snooze fails for what is deleted', given: async (world) => { const names = await both({}, {})(world); await world.make('DELETE', `/emails/${names.two}`); return names; }, ask: batch('snooze', all, { until: LATER }), status: 200, body: { ...done(1, 1), errors: [{ id: '{two}', code: 'ALREADY_DELETED' }] }, events: [asleepEvent] },
  { name: 'an email in the trash can be marked', given: inTrash(anEmail()), ask: batch('mark_read', ['{id}']), status: 200, body: done(1), events: [updated], also: isStored({ is_read: true }) },
  { name: 'a repeated id counts once', given: both({}, {}), ask: batch('star', ['{id}', '{two}', '{id}', '{id}']), status: 200, body: done(2), events: [updated, updated] },
  { name: 'an id, its capitals and its handle are one email', given: async (world) => { const names = await both({}, {})(world); return { ...names, capitals: (names.id as string).toUpperCase() }; }, ask: batch('delete', ['{handle}', '{id}', '{capitals}', '#{handle}']), status: 200, body: done(1), events: [deleted] },
  { name: 'a handle is taken for an id', given: both({}, {}), ask: batch('star', ['#{handle}']), status: 200, body: done(1), events: [updated], also: isStored({ is_starred: true }) },
  { name: 'unknown and malformed ids fail and hinder no other', given: both({}, {}), ask: batch('mark_read', [NOBODY, '{id}', 'nonsense', '', '{two}', NOBODY]), status: 200, events: [updated, updated], also: ({ body }) => expect(body).toEqual({ ...done(2, 3), errors: [NOBODY, 'nonsense', ''].map((id) => ({ id, code: 'NOT_FOUND', message: expect.stringMatching(/.{10}/) })) }) },
  { name: 'a label too many fails for its email alone', given: both({ labels: Array.from({ length: 200 }, (_, n) => `l${n}`) }, {}), ask: batch('add_label', all, { label: 'more' }), status: 200, body: { ...done(1, 1), errors: [{ id: '{id}', code: 'VALIDATION_ERROR' }] }, events: [updated] },
  { name: 'a hundred ids are taken', given: both({}, {}), ask: batch('mark_read', [...Array.from({ length: 99 }, (_, n) => `none-${n}`), '{id}']), status: 200, body: done(1, 99), events: [updated] },
  { name: 'params null is as good as none where none are needed', given: both({}, {}), ask: batch('star', all, null), status: 200, body: done(2), events: [updated, updated] },
  refusedBatch('more than a hundred ids are refused', batch('mark_read', Array.from({ length: 101 }, () => NOBODY)), 'ids'),
  refusedBatch('a batch of no ids is refused', batch('mark_read', []), 'ids'),
  refusedBatch('ids that are no texts are refused', batch('mark_read', [5]), 'ids[0]'),
  refusedBatch('ids that are no list are refused', batch('mark_read', '{id}'), 'ids'),
  refusedBatch('a batch without ids is refused', ['POST', '/emails/batch', { action: 'star' }], 'ids'),
  refusedBatch('a batch without an action is refused', ['POST', '/emails/batch', { ids: all }], 'action'),
  refusedBatch('an unknown action is refused', batch('archive'), 'action'),
  refusedBatch('an action of every object is refused', batch('constructor'), 'action'),
  refusedBatch('a batch without a body is refused', ['POST', '/emails/batch'], 'body'),
  refusedBatch('an unknown field is refused', ['POST', '/emails/batch', { ids: all, action: 'star', folder: 'X' }], 'folder'),
  refusedBatch('params that are no object are refused', batch('star', all, 'X'), 'params'),
  ...([['move', 'folder'], ['add_label', 'label'], ['remove_label', 'label'], ['snooze', 'until']] as const).flatMap(([action, name]): Scenario[] => [
    refusedBatch(`${action} without params is refused`, batch(action), `params.${name}`),
    refusedBatch(`${action} with params of a wrong type is refused`, batch(action, all, { [name]: 5 }), `params.${name}`),
    refusedBatch(`${action} with an empty ${name} is refused`, batch(action, all, { [name]: '' }), `params.${name}`),
    refusedBatch(`${action} with an unknown param is refused`, batch(action, all, { [name]: LATER, more: 1 }), 'params.more'),
  ]),
  { ...refusedBatch('the message names the place of a param', batch('move'), 'params.folder'), body: { error: { message: 'params.folder is required.' } } },
  refusedBatch('an action without params refuses them', batch('delete', all, { permanent: true }), 'params.permanent'),
];
scenarios('POST /emails/batch', batches);
