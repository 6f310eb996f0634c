// Code as people write it with openapi-fetch and the types of openapi-typescript. A test compiles it in strict mode and
// runs it against a service, whose address is the first argument.
import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import { equal } from './equal.ts';
import type { Change, Email, EventCreate, EventPatch, paths, WebhookPayload } from './generated/openapi.ts';

const api = createClient<paths>({ baseUrl: process.argv[2] ?? '' });

// Events
const dentist: EventCreate = {
  title: 'Dentist',
  start_at: '2031-02-17T09:00:00Z',
  reminders: [{ minutes_before: 30 }],
};
const made = await api.POST('/api/v1/events', { body: dentist });
assert(made.data);
const event = made.data.data;
equal(event.title, 'Dentist');
equal(event.reminders[0]?.type, 'notification');
equal(event.end_at?.slice(0, 10), '2031-02-17');
const etag: string | null = made.response.headers.get('etag');
const patch: EventPatch = { location: '12 Harbour Street', attendees: [{ email: 'ann@example.org' }] };
const moved = await api.PATCH('/api/v1/events/{id}', {
  params: { path: { id: event.id }, header: { 'If-Match': etag ?? '' } },
  body: patch,
});
equal(moved.data?.data.location, '12 Harbour Street');
const [guest] = moved.data?.data.attendees ?? [];
if (guest?.status === 'declined') assert.fail();
equal(guest?.status, 'pending');
await api.PATCH('/api/v1/events/{id}/custom', {
  params: { path: { id: event.id } },
  body: { priority: 1, tags: ['a'] },
});
const read = await api.GET('/api/v1/events/{id}', { params: { path: { id: event.id } } });
equal(read.data?.data.custom_fields?.priority, 1);
const day = await api.GET('/api/v1/events', {
  params: { query: { date: '2031-02-17', sort: 'start_at', order: 'asc' } },
});
equal(day.data?.data[0]?.title, 'Dentist');
equal(day.data?.meta.total, 1);
const choir = await api.POST('/api/v1/events', {
  body: { title: 'Choir', start_at: '2031-03-03T19:00:00Z', recurrence: { freq: 'weekly', byday: ['MO'], count: 3 } },
});
equal(choir.data?.data.recurrence?.freq, 'weekly');
const expanded = await api.GET('/api/v1/events', {
  params: { query: { expand: true, from: '2031-03-01', to: '2031-03-31', calendar_name: 'default' } },
});
equal(expanded.data?.data.length, 3);
const occurrence = expanded.data?.data[1];
equal(occurrence?.series_id, choir.data?.data.id);
if (occurrence)
  await api.DELETE('/api/v1/events/{id}', { params: { path: { id: occurrence.id }, query: { scope: 'this' } } });
const removed = await api.DELETE('/api/v1/events/{id}', { params: { path: { id: event.id } } });
assert(removed.data?.data.deleted_at !== undefined);
const back = await api.POST('/api/v1/events/{id}/restore', { params: { path: { id: event.id } } });
equal(back.data?.data.deleted_at, null);
const reminders = await api.GET('/api/v1/reminders', { params: { query: { from: '2031-02-17', to: '2031-02-18' } } });
const [reminder] = reminders.data?.data ?? [];
equal(reminder?.status, 'pending');
if (reminder) {
  const path = { id: reminder.id };
  const snoozed = await api.POST('/api/v1/reminders/{id}/snooze', { params: { path }, body: { minutes: 10 } });
  equal(snoozed.data?.data.status, 'snoozed');
  await api.POST('/api/v1/reminders/{id}/dismiss', { params: { path } });
}
const free = await api.GET('/api/v1/free-slots', { params: { query: { date: '2031-02-17', minutes: 60 } } });
equal(typeof free.data?.data.slots[0]?.start_local, 'string');
const busy = await api.GET('/api/v1/free-busy', { params: { query: { date: '2031-02-17' } } });
for (const span of busy.data?.data.busy ?? []) equal(span.status, 'busy');

// Calendars, labels, settings
const home = await api.POST('/api/v1/calendars', { body: { name: 'Home', color: '#336699', is_visible: true } });
equal(home.data?.data.counts_as_busy, true);
const calendars = await api.GET('/api/v1/calendars');
const names: string[] = calendars.data?.data.map(({ name }) => name) ?? [];
assert(names.includes('Home'));
const gone = await api.DELETE('/api/v1/calendars/{name}', { params: { path: { name: 'Home' } } });
equal(gone.data?.data.moved_to, null);
await api.POST('/api/v1/labels', { body: { name: 'garden' } });
const labels = await api.GET('/api/v1/labels', { params: { query: { limit: 10 } } });
equal(labels.data?.data[0]?.total, 0);
const set = await api.PATCH('/api/v1/settings', { body: { week_start: 'SU', timezone: 'Europe/Berlin' } });
equal(set.data?.data.week_start, 'SU');
const settings = await api.GET('/api/v1/settings');
const zone: string = settings.data?.data.timezone ?? 'UTC';
equal(zone, 'Europe/Berlin');

// Contacts
const ann = await api.POST('/api/v1/contacts', {
  body: {
    display_name: 'Ann',
    emails: [{ address: 'ann@example.org', primary: true }],
    custom_fields: { since: 2020 },
  },
  params: { header: { 'Idempotency-Key': 'ann' } },
});
equal(ann.data?.data.emails[0]?.label, 'other');
const people = await api.GET('/api/v1/contacts', { params: { query: { search: 'ann', fields: 'id,display_name' } } });
equal(
  people.data?.data.map((one) => one.display_name),
  ['Ann'],
);
const known = await api.GET('/api/v1/correspondents', { params: { query: { q: 'ann' } } });
equal(known.data?.data[0]?.source, 'contact');

// Emails
const received = await api.POST('/api/v1/emails', {
  body: {
    from_address: 'Ann <ann@example.org>',
    to_addresses: ['bob@example.org', { address: 'cyd@example.org', name: 'Cyd' }],
    subject: 'The lease',
    body_plain: 'Hello Bob, the lease is attached.',
    received_at: '2031-02-17T08:00:00Z',
    labels: ['garden'],
  },
});
assert(received.data);
const mail: Email = received.data.data;
equal(mail.to_addresses[1]?.name, 'Cyd');
const inbox = await api.GET('/api/v1/emails', {
  params: { query: { folder: 'INBOX', is_read: false, limit: 20, body: false, status: 'received' } },
});
assert(inbox.data);
equal(inbox.data.data[0]?.subject, 'The lease');
equal(inbox.data.meta.has_more, false);
const subjects: (string | null)[] = inbox.data.data.map((one) => one.subject);
equal(subjects, ['The lease']);
const compact = await api.GET('/api/v1/emails', { params: { query: { format: 'compact' } } });
equal(compact.data?.format, 'compact');
assert.match(compact.data?.lines?.join('\n') ?? '', /The lease/);
const id = mail.id;
const starred = await api.POST('/api/v1/emails/{id}/star', { params: { path: { id } } });
equal(starred.data?.data.is_starred, true);
await api.POST('/api/v1/emails/{id}/read', { params: { path: { id } } });
const later = await api.POST('/api/v1/emails/{id}/snooze', {
  params: { path: { id } },
  body: { until: '2099-01-01T00:00:00Z' },
});
equal(later.data?.data.snoozed_from, 'INBOX');
await api.POST('/api/v1/emails/{id}/unsnooze', { params: { path: { id } } });
const batch = await api.POST('/api/v1/emails/batch', {
  body: { ids: [id, 'nobody'], action: 'move', params: { folder: 'ARCHIVE' } },
});
if (batch.data && 'processed' in batch.data) {
  equal(batch.data.processed, 1);
  equal(batch.data.errors[0]?.code, 'NOT_FOUND');
} else assert.fail();
const preview = await api.POST('/api/v1/emails/batch', {
  body: { where: { folder: 'ARCHIVE' }, action: 'mark_unread', dry_run: true },
});
if (preview.data && 'matched' in preview.data) equal(preview.data.matched, 1);
const threads = await api.GET('/api/v1/threads', { params: { query: { limit: 5 } } });
const [conversation] = threads.data?.data ?? [];
equal(conversation?.count, 1);
const thread = await api.GET('/api/v1/threads/{id}', { params: { path: { id: conversation?.id ?? '' } } });
equal(thread.data?.data.emails[0]?.id, id);
equal(threads.data?.meta.next, null);
const html = await api.GET('/api/v1/emails/{id}/html', { params: { path: { id } }, parseAs: 'text' });
assert.match(html.data ?? '', /lease/);
const draft = await api.POST('/api/v1/emails/drafts', { body: { to: 'Bob <bob@example.org>', subject: 'Hi' } });
equal(draft.data?.data.status, 'draft');
const edited = await api.PATCH('/api/v1/emails/drafts/{id}', {
  params: { path: { id: draft.data?.data.id ?? '' } },
  body: { body_plain: 'Shall we meet?' },
});
equal(edited.data?.data.body_plain, 'Shall we meet?');
const reply = await api.POST('/api/v1/emails/{id}/reply', { params: { path: { id } }, body: { body_plain: 'Yes.' } });
equal(reply.data?.data.subject, 'Re: The lease');
const refused = await api.POST('/api/v1/emails/send', {
  body: { to_addresses: ['bob@example.org'], body_plain: 'Hi' },
});
if (refused.error?.error.code === 'NO_DEFAULT_ACCOUNT') equal(refused.response.status, 422);
else assert.fail();

// Email accounts
const account = await api.POST('/api/v1/email-accounts', {
  body: { address: 'bob@example.org', smtp: { host: '127.0.0.1', port: 1, security: 'tls', password: 'x' } },
});
equal(account.data?.data.smtp.has_password, true);
equal(account.data?.data.status, 'error');
const accounts = await api.GET('/api/v1/email-accounts');
equal(accounts.data?.data[0]?.imap, null);
const test = await api.POST('/api/v1/email-accounts/{id}/test', {
  params: { path: { id: account.data?.data.id ?? '' } },
});
equal(test.data?.data.smtp.ok, false);
const sync = await api.GET('/api/v1/email-accounts/{id}/sync', {
  params: { path: { id: account.data?.data.id ?? '' } },
});
equal(sync.data?.data.state, 'off');

// Files
const file = await api.POST('/api/v1/files', {
  body: { file: new File(['The lease.'], 'lease.txt', { type: 'text/plain' }) },
  bodySerializer(body) {
    const form = new FormData();
    if (body.file instanceof Blob) form.append('file', body.file, 'lease.txt');
    return form;
  },
});
equal(file.data?.data.filename, 'lease.txt');
const content = await api.GET('/api/v1/files/{id}/content', {
  params: { path: { id: file.data?.data.id ?? '' } },
  parseAs: 'text',
});
equal(content.data, 'The lease.');

// Search and the change feed
const found = await api.GET('/api/v1/search', { params: { query: { q: 'lease', kinds: 'emails' } } });
const [match] = found.data?.data.emails?.results ?? [];
equal(match?.record.subject, 'The lease');
equal(
  match?.highlights[0]?.parts.some((part) => part.match),
  true,
);
equal(found.data?.data.contacts, undefined);
const feed = await api.GET('/api/v1/changes', { params: { query: { since: 0, limit: 1000 } } });
assert(feed.data);
const changes: Change[] = feed.data.data;
const titles = changes.flatMap((change) => {
  if (change.event === 'event.created' && 'title' in change.data) return [change.data.title];
  if (change.event === 'settings.updated') equal(change.data.week_start, 'SU');
  if (change.event === 'calendar.deleted') equal(change.data.name, 'Home');
  return [];
});
equal(titles, ['Dentist', 'Choir']);
equal(changes.at(-1)?.seq, feed.data.meta.seq);

/** What a receiver of webhooks does. */
function onWebhook({ type, timestamp, data: change }: WebhookPayload): string {
  if (type === 'email.sent' && change.data && 'subject' in change.data) return `sent: ${change.data.subject}`;
  if (type === 'event.reminder' && change.data && 'due_at' in change.data) return change.data.title;
  if (type === 'contact.deleted' && change.data) return `deleted: ${change.data.id}`;
  if (type === 'webhook.test') return change.message;
  if (type === 'changes.expired') return `lists are read again, up to ${change.seq}`;
  return `${type} at ${timestamp}, seq ${change.seq}`;
}
const [first] = changes;
assert(first?.event === 'event.created');
const delivered: WebhookPayload = { type: first.event, timestamp: first.timestamp, data: first };
assert.match(onWebhook(delivered), /^event\.created at .*, seq 1$/);
const hook = await api.POST('/api/v1/webhooks', {
  body: { url: 'https://hooks.example.org/a', events: ['email.*'], enabled: false },
});
assert(hook.data);
const secret: string = hook.data.data.secret;
assert.match(secret, /^whsec_/);

// Errors and the service
const missing = await api.GET('/api/v1/contacts/{id}', { params: { path: { id: 'nobody' } } });
equal(missing.error?.error.code, 'NOT_FOUND');
const wrong = await api.POST('/api/v1/events', { body: { title: '', start_at: 'soon' } });
const faults = wrong.error?.error.details.errors?.map(({ field, constraint }) => `${field}: ${constraint}`);
equal(faults, ['title: minLength', 'start_at: datetime']);
const session = await api.GET('/api/v1/session');
equal(session.data?.data.token_required, false);
const health = await api.GET('/health');
equal(health.data?.store.writable, true);
