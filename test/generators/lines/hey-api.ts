// Code as people write it with the client of @hey-api/openapi-ts. A test compiles it in strict mode and runs it against
// a service, whose address is the first argument.
import assert from 'node:assert/strict';
import { equal } from './equal.ts';
import { client } from './generated/client.gen.ts';
import * as api from './generated/sdk.gen.ts';
import type { Change, Email, EmailAccount, EventCreate, EventPatch, WebhookPayload } from './generated/types.gen.ts';

client.setConfig({ baseUrl: process.argv[2] ?? '' });

// Events
const dentist: EventCreate = {
  title: 'Dentist',
  start_at: '2031-02-17T09:00:00Z',
  reminders: [{ minutes_before: 30 }],
};
const made = await api.createEvent({ body: dentist });
assert(made.data);
const event = made.data.data;
equal(event.title, 'Dentist');
equal(event.reminders[0]?.type, 'notification');
equal(event.end_at?.slice(0, 10), '2031-02-17');
const etag: string | null = made.response.headers.get('etag');
const patch: EventPatch = { location: '12 Harbour Street', attendees: [{ email: 'ann@example.org' }] };
const moved = await api.updateEvent({ path: { id: event.id }, headers: { 'If-Match': etag ?? '' }, body: patch });
equal(moved.data?.data.location, '12 Harbour Street');
const [guest] = moved.data?.data.attendees ?? [];
if (guest?.status === 'declined') assert.fail();
equal(guest?.status, 'pending');
await api.mergeEventCustomFields({ path: { id: event.id }, body: { priority: 1, tags: ['a'] } });
const read = await api.getEvent({ path: { id: event.id } });
equal(read.data?.data.custom_fields?.priority, 1);
const day = await api.listEvents({ query: { date: '2031-02-17', sort: 'start_at', order: 'asc' } });
equal(day.data?.data[0]?.title, 'Dentist');
equal(day.data?.meta.total, 1);
const weekly = { freq: 'weekly', byday: ['MO'], count: 3 };
const choir = await api.createEvent({
  body: { title: 'Choir', start_at: '2031-03-03T19:00:00Z', recurrence: weekly },
});
equal(choir.data?.data.recurrence?.freq, 'weekly');
const expanded = await api.listEvents({ query: { expand: true, from: '2031-03-01', to: '2031-03-31' } });
equal(expanded.data?.data.length, 3);
const occurrence = expanded.data?.data[1];
equal(occurrence?.series_id, choir.data?.data.id);
if (occurrence) await api.deleteEvent({ path: { id: occurrence.id }, query: { scope: 'this' } });
const removed = await api.deleteEvent({ path: { id: event.id } });
assert(removed.data?.data.deleted_at !== undefined);
const back = await api.restoreEvent({ path: { id: event.id } });
equal(back.data?.data.deleted_at, null);
const reminders = await api.listReminders({ query: { from: '2031-02-17', to: '2031-02-18' } });
const [reminder] = reminders.data?.data ?? [];
equal(reminder?.status, 'pending');
if (reminder) {
  const snoozed = await api.snoozeReminder({ path: { id: reminder.id }, body: { minutes: 10 } });
  equal(snoozed.data?.data.status, 'snoozed');
  await api.dismissReminder({ path: { id: reminder.id } });
}
const free = await api.getFreeSlots({ query: { date: '2031-02-17', minutes: 60 } });
equal(typeof free.data?.data.slots[0]?.start_local, 'string');
const busy = await api.getFreeBusy({ query: { date: '2031-02-17' } });
for (const span of busy.data?.data.busy ?? []) equal(span.status, 'busy');

// Calendars, labels, settings
const home = await api.createCalendar({ body: { name: 'Home', color: '#336699', is_visible: true } });
equal(home.data?.data.counts_as_busy, true);
const calendars = await api.listCalendars();
const names: string[] = calendars.data?.data.map(({ name }) => name) ?? [];
assert(names.includes('Home'));
const gone = await api.deleteCalendar({ path: { name: 'Home' } });
equal(gone.data?.data.moved_to, null);
await api.createLabel({ body: { name: 'garden' } });
const labels = await api.listLabels({ query: { limit: 10 } });
equal(labels.data?.data[0]?.total, 0);
const set = await api.updateSettings({ body: { week_start: 'SU', timezone: 'Europe/Berlin' } });
equal(set.data?.data.week_start, 'SU');
const settings = await api.getSettings();
const zone: string = settings.data?.data.timezone ?? 'UTC';
equal(zone, 'Europe/Berlin');

// Contacts
const ann = await api.createContact({
  body: {
    display_name: 'Ann',
    emails: [{ address: 'ann@example.org', primary: true }],
    custom_fields: { since: 2020 },
  },
  headers: { 'Idempotency-Key': 'ann' },
});
equal(ann.data?.data.emails[0]?.label, 'other');
const people = await api.listContacts({ query: { search: 'ann', fields: 'id,display_name' } });
equal(
  people.data?.data.map((one) => one.display_name),
  ['Ann'],
);
const known = await api.listCorrespondents({ query: { q: 'ann' } });
equal(known.data?.data[0]?.source, 'contact');

// Emails
const received = await api.createEmail({
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
const inbox = await api.listEmails({
  query: { folder: 'INBOX', is_read: false, limit: 20, body: false, status: 'received' },
});
assert(inbox.data);
equal(inbox.data.data[0]?.subject, 'The lease');
equal(inbox.data.meta.has_more, false);
const subjects: (string | null)[] = inbox.data.data.map((one) => one.subject);
equal(subjects, ['The lease']);
const compact = await api.listEmails({ query: { format: 'compact' } });
equal(compact.data?.format, 'compact');
assert.match(compact.data?.lines?.join('\n') ?? '', /The lease/);
const path = { id: mail.id };
const starred = await api.starEmail({ path });
equal(starred.data?.data.is_starred, true);
await api.markEmailRead({ path });
const later = await api.snoozeEmail({ path, body: { until: '2099-01-01T00:00:00Z' } });
equal(later.data?.data.snoozed_from, 'INBOX');
await api.unsnoozeEmail({ path });
const batch = await api.batchEmails({
  body: { ids: [mail.id, 'nobody'], action: 'move', params: { folder: 'ARCHIVE' } },
});
if (batch.data && 'processed' in batch.data) {
  equal(batch.data.processed, 1);
  equal(batch.data.errors[0]?.code, 'NOT_FOUND');
} else assert.fail();
const preview = await api.batchEmails({
  body: { where: { folder: 'ARCHIVE' }, action: 'mark_unread', dry_run: true },
});
if (preview.data && 'matched' in preview.data) equal(preview.data.matched, 1);
const threads = await api.listThreads({ query: { limit: 5 } });
const [conversation] = threads.data?.data ?? [];
equal(conversation?.count, 1);
const thread = await api.getThread({ path: { id: conversation?.id ?? '' } });
equal(thread.data?.data.emails[0]?.id, mail.id);
equal(threads.data?.meta.next, null);
const html = await api.getEmailHtml({ path });
assert.match(html.data ?? '', /lease/);
const draft = await api.createEmailDraft({ body: { to: 'Bob <bob@example.org>', subject: 'Hi' } });
equal(draft.data?.data.status, 'draft');
const edited = await api.updateEmailDraft({
  path: { id: draft.data?.data.id ?? '' },
  body: { body_plain: 'Shall we meet?' },
});
equal(edited.data?.data.body_plain, 'Shall we meet?');
const reply = await api.replyToEmail({ path, body: { body_plain: 'Yes.' } });
equal(reply.data?.data.subject, 'Re: The lease');
const refused = await api.sendEmail({ body: { to_addresses: ['bob@example.org'], body_plain: 'Hi' } });
if (refused.error?.error.code === 'NO_DEFAULT_ACCOUNT') equal(refused.response?.status, 422);
else assert.fail();

// Email accounts
const added = await api.createEmailAccount({
  body: { address: 'bob@example.org', smtp: { host: '127.0.0.1', port: 1, security: 'tls', password: 'x' } },
});
assert(added.data);
const account: EmailAccount = added.data.data;
equal(account.smtp.has_password, true);
equal(account.status, 'error');
const accounts = await api.listEmailAccounts();
equal(accounts.data?.data[0]?.imap, null);
const test = await api.testEmailAccount({ path: { id: account.id } });
equal(test.data?.data.smtp.ok, false);
const sync = await api.getEmailAccountSync({ path: { id: account.id } });
equal(sync.data?.data.state, 'off');

// Files
const file = await api.uploadFile({
  body: { file: new File(['The lease.'], 'lease.bin', { type: 'application/octet-stream' }) },
});
equal(file.data?.data.filename, 'lease.bin');
const content = await api.getFileContent({ path: { id: file.data?.data.id ?? '' } });
equal(await content.data?.text(), 'The lease.');

// Search and the change feed
const found = await api.search({ query: { q: 'lease', kinds: 'emails' } });
const [match] = found.data?.data.emails?.results ?? [];
equal(match?.record.subject, 'The lease');
equal(
  match?.highlights[0]?.parts.some((part) => part.match),
  true,
);
equal(found.data?.data.contacts, undefined);
const feed = await api.listChanges({ query: { since: 0, limit: 1000 } });
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
assert.match(
  onWebhook({ type: first.event, timestamp: first.timestamp, data: first }),
  /^event\.created at .*, seq 1$/,
);
const hook = await api.createWebhook({
  body: { url: 'https://hooks.example.org/a', events: ['email.*'], enabled: false },
});
assert(hook.data);
const secret: string = hook.data.data.secret;
assert.match(secret, /^whsec_/);

// Errors and the service
const missing = await api.getContact({ path: { id: 'nobody' } });
equal(missing.error?.error.code, 'NOT_FOUND');
const wrong = await api.createEvent({ body: { title: '', start_at: 'soon' } });
const faults = wrong.error?.error.details.errors?.map(({ field, constraint }) => `${field}: ${constraint}`);
equal(faults, ['title: minLength', 'start_at: datetime']);
const session = await api.getCurrentSession();
equal(session.data?.data.token_required, false);
const health = await api.getHealth();
equal(health.data?.store.writable, true);
