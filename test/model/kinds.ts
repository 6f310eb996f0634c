// The three kinds of record as the specification's tables give them: fields with their defaults, what may be updated,
// what lists sort by, what search covers, and the one form in which values are returned.
export type Kind = 'event' | 'email' | 'contact';
export type Fields = Record<string, unknown>;
export type Item = Fields & {
  id: string;
  source: string;
  source_id: string | null;
  updated_at: string;
  deleted_at: string | null;
};

interface KindRules {
  path: string;
  defaults: Fields;
  updatable: string[];
  sorts: string[];
  order: 'asc' | 'desc';
  /** The datetime that from, to and date compare. */
  range: string | null;
  /** The texts that search covers. */
  searched(record: Fields): unknown[];
  /** Whether a record in the trash is hidden from get-by-id and from changes. */
  hiddenInTrash: boolean;
}

const origin = { source: 'local', source_id: null };

const eventDefaults = {
  title: null,
  description: null,
  location: null,
  start_at: null,
  end_at: null,
  all_day: false,
  start_date: null,
  end_date: null,
  timezone: null,
  recurrence: null,
  overrides: null,
  status: 'confirmed',
  transparency: 'opaque',
  calendar_name: 'default',
  reminders: [],
  attendees: [],
  custom_fields: null,
};

const contactDefaults = {
  display_name: null,
  first_name: null,
  last_name: null,
  emails: [],
  phones: [],
  company: null,
  job_title: null,
  addresses: [],
  birthday: null,
  anniversary: null,
  notes: null,
  avatar_path: null,
  tags: [],
  custom_fields: null,
};

const emailDefaults = {
  message_id: null,
  thread_id: null,
  subject: null,
  from_address: null,
  from_name: null,
  to_addresses: [],
  cc_addresses: [],
  bcc_addresses: [],
  body_plain: null,
  body_html: null,
  has_attachments: false,
  attachments: [],
  folder: null,
  is_read: false,
  is_starred: false,
  received_at: null,
  account_id: null,
  status: 'received',
  in_reply_to: null,
  references: [],
  labels: [],
  custom_fields: null,
  snoozed_until: null,
  snoozed_from: null,
  scheduled_at: null,
  sent_at: null,
  read_receipt_requested: false,
  send_attempts: 0,
  send_error: null,
  deliveries: [],
  report: null,
  authentication: null,
  list: null,
};

const all = (list: unknown, member: string) => (list as Fields[]).map((item) => item[member]);

export const kinds: Record<Kind, KindRules> = {
  event: {
    path: 'events',
    defaults: { ...eventDefaults, ...origin },
    updatable: Object.keys(eventDefaults),
    sorts: ['start_at', 'created_at', 'updated_at', 'title'],
    order: 'asc',
    range: 'start_at',
    searched: ({ title, description }) => [title, description],
    hiddenInTrash: true,
  },
  email: {
    path: 'emails',
    defaults: { ...emailDefaults, ...origin },
    updatable: ['folder', 'is_read', 'is_starred', 'labels', 'custom_fields'],
    sorts: ['received_at', 'created_at', 'subject'],
    order: 'desc',
    range: 'received_at',
    searched: ({ subject, from_address, from_name, body_plain, body_html }) => [
      subject,
      from_address,
      from_name,
      body_plain,
      (body_html as string | null)?.replaceAll(/<[^>]*>/g, ''),
    ],
    hiddenInTrash: false,
  },
  contact: {
    path: 'contacts',
    defaults: { ...contactDefaults, ...origin },
    updatable: Object.keys(contactDefaults),
    sorts: ['display_name', 'created_at', 'updated_at', 'company'],
    order: 'asc',
    range: null,
    searched: ({ display_name, first_name, last_name, emails, phones, company, notes }) => [
      display_name,
      first_name,
      last_name,
      ...all(emails, 'address'),
      ...all(phones, 'number'),
      company,
      notes,
    ],
    hiddenInTrash: true,
  },
};

/** What the members of nested items are when they are not given. */
const itemDefaults: Record<string, Fields> = {
  reminders: { type: 'notification', minutes_before: 0 },
  attendees: { email: '', name: null, status: 'pending' },
  emails: { address: '', label: 'other', primary: false },
  phones: { number: '', label: 'other', primary: false },
  to_addresses: { address: '', name: null },
  cc_addresses: { address: '', name: null },
  bcc_addresses: { address: '', name: null },
};

/** The given values in the form in which they come back. */
export function normal(given: Fields): Fields {
  return Object.fromEntries(Object.entries(given).map(([field, value]) => [field, normalValue(field, value)]));
}

function normalValue(field: string, value: unknown): unknown {
  if (value === null) return null;
  if (field.endsWith('_at')) return utc(value as string);
  if (field in itemDefaults) return (value as Fields[]).map((item) => ({ ...itemDefaults[field], ...item }));
  if (field !== 'recurrence') return value;
  const { freq, byday, ...rest } = value as { freq: string; byday?: string[] };
  return { freq: freq.toLowerCase(), ...(byday && { byday: byday.map((day) => day.toUpperCase()) }), ...rest };
}

/** A datetime in UTC; without an offset it is read in the service's zone, which is UTC here. */
export function utc(text: string): string {
  const isLocal = text.includes('T') && !/(Z|[+-]\d\d:\d\d)$/.test(text);
  return new Date(isLocal ? `${text}Z` : text).toISOString().replace('.000Z', 'Z');
}
