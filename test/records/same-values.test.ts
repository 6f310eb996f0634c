// Every mutating request that succeeds emits its event, also when the record already has the values it gives: the
// event carries the record as answered, and updated_at and the ETag move.
import { expect } from 'vitest';
import { contact, event, idOf } from '../support/records.ts';
import { changesSince, type Scenario, scenarios, type World } from '../support/scenario.ts';
import type { Answered } from '../support/service.ts';

const UNTIL = '2099-01-01T08:00:00Z';
const custom = { a: 1, b: { c: [2] } };
const mail = { from_address: 'ann@example.org', received_at: '2026-02-17T09:00:00Z', body_plain: 'Hello' };
const draft = { to: 'Bob <bob@x.org>', subject: 'Plan', body_plain: 'Hello' };

/** A record as {id}, and the {etag} it has before the request. */
function made(path: string, body: object, action?: [path: string, body?: object]): Scenario['given'] {
  return async ({ service, make }) => {
    const id = idOf(await make('POST', path, body));
    if (action) await make('POST', `${path}/${id}${action[0]}`, action[1]);
    return { id, etag: await etagOf(service, path.replace('/drafts', ''), id) };
  };
}

async function etagOf(service: World['service'], path: string, id: string): Promise<string> {
  return (await service.ask('GET', `${path}/${id}`)).headers.get('etag') as string;
}

/** The event has the record of the response, changed at that moment, with a new ETag. */
async function isNewVersion(answer: Answered, { service }: World, names: Record<string, string>): Promise<void> {
  const { data } = answer.body as { data: { updated_at: string } };
  const { seq } = await changesSince(service, 0, 0);
  const [last] = (await changesSince(service, seq - 1, 1)).messages;
  expect(last).toMatchObject({ data, timestamp: data.updated_at });
  expect(answer.headers.get('etag')).not.toBe(names.etag);
}

const anEvent = made('/events', { ...event.least, custom_fields: custom });
const aContact = made('/contacts', { ...contact.least, custom_fields: custom });
const anEmail = made('/emails', { ...mail, labels: ['home'], custom_fields: custom });
const aDraft = made('/emails/drafts', draft);
const asleep = made('/emails', mail, ['/snooze', { until: UNTIL }]);
// No address of its own network is allowed, so its test ends at once.
const anAccount = made('/email-accounts', {
  name: 'Home',
  address: 'ann@example.org',
  smtp: { host: '127.0.0.1', port: 1, security: 'none' },
});

const requests: [what: string, given: Scenario['given'], ask: Scenario['ask'], emits: string][] = [
  ['PATCH of an event', anEvent, ['PATCH', '/events/{id}', event.least], 'event.updated'],
  ['PATCH of an event with no fields', anEvent, ['PATCH', '/events/{id}', {}], 'event.updated'],
  ['custom of an event', anEvent, ['PATCH', '/events/{id}/custom', { a: 1 }], 'event.updated'],
  ['PATCH of a contact', aContact, ['PATCH', '/contacts/{id}', contact.least], 'contact.updated'],
  ['PATCH of a contact with no fields', aContact, ['PATCH', '/contacts/{id}', {}], 'contact.updated'],
  ['custom of a contact', aContact, ['PATCH', '/contacts/{id}/custom', custom], 'contact.updated'],
  ['PATCH of an email', anEmail, ['PATCH', '/emails/{id}', { folder: 'INBOX', labels: ['home'] }], 'email.updated'],
  ['PATCH of an email with no fields', anEmail, ['PATCH', '/emails/{id}', {}], 'email.updated'],
  ['custom of an email', anEmail, ['PATCH', '/emails/{id}/custom', { b: custom.b }], 'email.updated'],
  ['unread', anEmail, ['POST', '/emails/{id}/unread'], 'email.updated'],
  ['unstar', anEmail, ['POST', '/emails/{id}/unstar'], 'email.updated'],
  ['read', made('/emails', { ...mail, is_read: true }), ['POST', '/emails/{id}/read'], 'email.updated'],
  ['star', made('/emails', { ...mail, is_starred: true }), ['POST', '/emails/{id}/star'], 'email.updated'],
  ['snooze until the same time', asleep, ['POST', '/emails/{id}/snooze', { until: UNTIL }], 'email.snoozed'],
  ['PATCH of a draft', aDraft, ['PATCH', '/emails/drafts/{id}', draft], 'email.updated'],
  ['PATCH of a draft with no fields', aDraft, ['PATCH', '/emails/drafts/{id}', {}], 'email.updated'],
  ['PATCH of an account', anAccount, ['PATCH', '/email-accounts/{id}', { name: 'Home' }], 'email_account.updated'],
  ['PATCH of an account with no fields', anAccount, ['PATCH', '/email-accounts/{id}', {}], 'email_account.updated'],
];

scenarios(
  'a request that gives a record the values it has',
  requests.map(([what, given, ask, emits]) => ({
    name: `${what} emits ${emits}, with a new version`,
    ...(given && { given }),
    ask,
    status: 200,
    events: [emits],
    also: isNewVersion,
  })),
);

const actions: [action: string, params?: object][] = [
  ['mark_unread'],
  ['unstar'],
  ['move', { folder: 'INBOX' }],
  ['add_label', { label: 'home' }],
  ['remove_label', { label: 'none' }],
];

scenarios(
  'a batch that gives emails the values they have',
  actions.map(([action, params]) => ({
    name: `${action} emits an event for each email, with a new version`,
    given: async (world) => {
      const [one, two] = [await anEmail?.(world), await anEmail?.(world)];
      return { ...(one as Record<string, string>), two: two?.id as string };
    },
    ask: ['POST', '/emails/batch', { ids: ['{id}', '{two}'], action, ...(params && { params }) }],
    status: 200,
    body: { processed: 2, failed: 0 },
    events: ['email.updated', 'email.updated'],
    also: async (_answer, { service }, { id, etag }) => {
      const { headers, body } = await service.ask('GET', `/emails/${id}`);
      expect(headers.get('etag')).not.toBe(etag);
      const { seq } = await changesSince(service, 0, 0);
      const [first] = (await changesSince(service, seq - 2, 1)).messages;
      const { data } = body as { data: { updated_at: string } };
      expect(first).toMatchObject({ data, timestamp: data.updated_at });
    },
  })),
);
