// The bodies that create, PATCH and drafts are sent with: valid for the service, except that an event may be made to end
// before it begins and a contact to have no name.
import fc from 'fast-check';
import { type Fields, type Kind, kinds } from './kinds.ts';
import { address, customFields, farMoment, folder, free, html, messageId, moment, sortable, tags } from './values.ts';

type Field = fc.Arbitrary<unknown>;

const maybe = (field: Field) => fc.option(field, { freq: 3 });
const few = (item: Field) => fc.array(item, { maxLength: 2 });
const origin = {
  source: fc.constantFrom('local', 'sync'),
  source_id: fc.constantFrom(null, null, '1', '2'),
};

const eventFields: Record<string, Field> = {
  title: sortable,
  description: maybe(free),
  location: maybe(free),
  start_at: moment,
  end_at: fc.oneof(fc.constantFrom(null, '2026-05-01', '2026-02-17T09:00:00Z')),
  all_day: fc.boolean(),
  timezone: fc.constantFrom(null, 'Europe/Berlin'),
  recurrence: fc.constantFrom(
    null,
    { freq: 'WEEKLY', byday: ['mo', 'FR'], until: '2026-04-30' },
    { freq: 'daily', interval: 2, count: 5 },
  ),
  status: fc.constantFrom('confirmed', 'tentative', 'cancelled'),
  transparency: fc.constantFrom('opaque', 'transparent'),
  calendar_name: fc.constantFrom('default', 'home', 'Büro'),
  reminders: few(fc.constantFrom({ minutes_before: 0 }, { type: 'email', minutes_before: 525600 })),
  attendees: few(fc.constantFrom({ email: 'ann@example.org' }, { email: 'b@x.org', name: 'Bob', status: 'accepted' })),
  custom_fields: maybe(customFields),
};

const contactFields: Record<string, Field> = {
  display_name: sortable,
  first_name: maybe(fc.constantFrom('Zoë', 'Ann')),
  last_name: maybe(fc.constantFrom('Lee', 'Ålund')),
  emails: fc.constantFrom(
    [],
    [{ address: 'ann@example.org' }],
    [
      { address: 'zoe@example.net', label: 'work', primary: true },
      { address: 'z@x.org', primary: false },
    ],
  ),
  phones: fc.constantFrom(
    [],
    [{ number: '+49 (30) 555-0123', primary: true }],
    [{ number: '040/7777', label: 'home' }],
  ),
  company: fc.constantFrom(null, 'Harbour Press', 'harbour foods', '100% Wool', 'Wool_en', ''),
  job_title: maybe(free),
  addresses: fc.constantFrom(
    [],
    [{ street: '1 Kai', city: 'Kiel', state: null, postal_code: '24103', country: 'DE', label: 'work' }],
  ),
  notes: maybe(free),
  birthday: maybe(fc.constantFrom('1980-05-10', '--02-29')),
  avatar_path: maybe(fc.constantFrom('/etc/passwd', '../a b.png')),
  tags,
  custom_fields: maybe(customFields),
};

const incoming: Record<string, Field> = {
  message_id: maybe(messageId),
  subject: maybe(sortable),
  from_address: fc.constantFrom('ann@example.org', 'zoe@example.net'),
  from_name: maybe(fc.constantFrom('Zoë Ålund', 'Ann')),
  to_addresses: few(fc.oneof(address, fc.constant({ address: 'me@example.org' }))),
  cc_addresses: few(address),
  body_plain: maybe(free),
  body_html: maybe(html),
  has_attachments: fc.boolean(),
  attachments: few(fc.constant({ filename: 'ß.pdf', mime: 'application/pdf', size: 1, path: null })),
  folder,
  is_read: fc.boolean(),
  is_starred: fc.boolean(),
  received_at: moment,
  in_reply_to: fc.option(messageId, { freq: 1 }),
  references: fc.oneof(fc.constant([]), fc.uniqueArray(messageId, { maxLength: 2 })),
  labels: tags,
  custom_fields: maybe(customFields),
  ...origin,
};
const outgoing = { ...incoming, bcc_addresses: few(address) };
// What has been given a thread is neither edited nor sent later.
const received = { ...incoming, thread_id: fc.option(fc.constantFrom('T1', 'T2'), { freq: 1 }) };

const emailBody = fc.oneof(
  { weight: 6, arbitrary: some(received, ['from_address', 'received_at']) },
  { weight: 1, arbitrary: withStatus(fc.constantFrom('draft', 'failed'), outgoing) },
  { weight: 1, arbitrary: withStatus(fc.constantFrom('queued', 'sending'), outgoing) },
  {
    weight: 1,
    arbitrary: withStatus(fc.constant('scheduled'), { ...outgoing, scheduled_at: farMoment }, 'scheduled_at'),
  },
  { weight: 1, arbitrary: withStatus(fc.constant('sent'), { ...received, sent_at: moment }) },
);

export const createBody: Record<Kind, fc.Arbitrary<Fields>> = {
  event: some({ ...eventFields, ...origin }, ['title', 'start_at']),
  email: emailBody,
  contact: fc.oneof(
    { weight: 3, arbitrary: some({ ...contactFields, ...origin }, ['display_name']) },
    { weight: 1, arbitrary: some({ ...contactFields, ...origin }, ['first_name']) },
  ),
};

export const patchBody: Record<Kind, fc.Arbitrary<Fields>> = {
  event: changesTo('event', eventFields),
  email: changesTo('email', incoming),
  contact: changesTo('contact', contactFields),
};

/** Recipients are lists here and become text as people type it when they are sent. */
export const draftContent = some(
  {
    to: fc.option(few(address)),
    cc: fc.option(few(address)),
    bcc: fc.option(few(address)),
    subject: maybe(sortable),
    body_plain: maybe(free),
    body_html: maybe(html),
    in_reply_to: maybe(messageId),
  },
  [],
);

/** A body of these fields and some others. */
function some(fields: Record<string, Field>, required: string[]): fc.Arbitrary<Fields> {
  return fc.record(fields, { requiredKeys: required, noNullPrototype: true }) as fc.Arbitrary<Fields>;
}

function withStatus(status: Field, fields: Record<string, Field>, ...required: string[]): fc.Arbitrary<Fields> {
  return some({ ...fields, status }, ['from_address', 'status', ...required]);
}

/** A few of the fields that may be updated. */
function changesTo(kind: Kind, fields: Record<string, Field>): fc.Arbitrary<Fields> {
  const one = (name: string) => (fields[name] as Field).map((value): Fields => ({ [name]: value }));
  const any = fc.oneof(...kinds[kind].updatable.filter((name) => name in fields).map(one));
  return fc.array(any, { maxLength: 3 }).map((parts) => Object.assign({}, ...parts) as Fields);
}
