// Calendar events.
import { limits } from '../limits.ts';
import { Type } from '../values/schema.ts';
import { date, timezone } from './date-fields.ts';
import { settleTimes } from './event-times.ts';
import {
  choice,
  custom,
  datetime,
  defaulting,
  type Field,
  flag,
  groupName,
  items,
  nullable,
  required,
  text,
} from './fields.ts';
import { overrides, settleOverrides } from './overrides.ts';
import { recurrence } from './recurrence.ts';
import { declare, type RecordOf } from './resource.ts';

export interface Reminder {
  type: string;
  minutes_before: number;
}

interface Attendee {
  email: string;
  name: string | null;
  status: 'accepted' | 'declined' | 'tentative' | 'pending';
}

const reminder = {
  type: Type.String({
    minLength: 1,
    maxLength: limits.shortChars,
    default: 'notification',
    description: 'For the client that shows it; email also sends a mail to the default account.',
  }),
  minutes_before: Type.Integer({
    minimum: 0,
    maximum: limits.reminderMinutes,
    description: 'Minutes before the start; of an all-day event before midnight of its first day.',
  }),
};

const attendee = {
  email: Type.String({ minLength: 1, maxLength: limits.lineChars }),
  name: { type: ['string', 'null'], maxLength: limits.nameChars, default: null },
  status: { type: 'string', enum: ['accepted', 'declined', 'tentative', 'pending'], default: 'pending' },
};

const STATUSES = ['confirmed', 'tentative', 'cancelled'] as const;
const TRANSPARENCIES = ['opaque', 'transparent'] as const;

const EVENT_ZONE = 'of the event, or else of the service';

/** What an occurrence can have of its own. */
const ownOfOccurrence = {
  title: text(limits.nameChars, { min: 1, example: 'Dentist' }),
  description: nullable(text(limits.noteChars, { example: 'Bring the insurance card.' })),
  location: nullable(text(limits.nameChars, { example: '12 Harbour Street' })),
  start_at: {
    ...datetime({
      about:
        'When it begins; a PATCH without an end keeps the length. Of an all-day event the written date counts, whatever its offset.',
      zone: EVENT_ZONE,
    }),
    requiredUnless: { field: 'start_date', about: 'of an all-day event' },
  } as Field<string>,
  end_at: nullable(
    datetime({
      about:
        'When it ends; null: no length. A new event without the field takes one hour, or one day if all_day. Of an all-day event a date or a midnight is the day after the last one; the day of another time is included.',
      example: '2026-02-17T10:00:00Z',
      zone: EVENT_ZONE,
    }),
  ),
  start_date: nullable(date('The first day of an all-day event, the same in every time zone; null otherwise.', null)),
  end_date: nullable(date('The day after the last day of an all-day event, as in iCalendar; null otherwise.', null)),
  status: defaulting(choice(STATUSES, 'cancelled: takes no time and reminds of nothing.'), 'confirmed'),
  transparency: defaulting(
    choice(TRANSPARENCIES, 'opaque: takes time; transparent: does not, as a birthday.'),
    'opaque',
  ),
  reminders: defaulting(
    items<Reminder>(reminder, ['minutes_before'], limits.reminders, {
      about: 'When to remind. Without the field a new event has the default reminders of its calendar; [] is none.',
      example: [{ type: 'notification', minutes_before: 30 }],
    }),
    [],
  ),
  attendees: defaulting(
    items<Attendee>(attendee, ['email'], limits.attendees, {
      example: [{ email: 'ann@example.org', name: 'Ann Lee', status: 'pending' }],
    }),
    [],
  ),
  custom_fields: nullable(custom()),
};

/** The fields that can differ from those of the series in one occurrence. */
export const occurrenceFields: readonly string[] = Object.keys(ownOfOccurrence);

const { title, description, location, start_at, end_at, start_date, end_date, status, transparency } = ownOfOccurrence;
const { attendees, custom_fields } = ownOfOccurrence;
export const { reminders } = ownOfOccurrence;

const fields = {
  title: required(title),
  description,
  location,
  start_at,
  end_at,
  all_day: defaulting(flag({ about: 'Whether it is on dates, the same in every time zone.' }), false),
  start_date,
  end_date,
  timezone: nullable(timezone()),
  recurrence: nullable(recurrence()),
  overrides: nullable(overrides(ownOfOccurrence)),
  status,
  transparency,
  calendar_name: defaulting(
    groupName({ about: 'The calendar; it exists as soon as an event names it.', example: 'home' }),
    'default',
  ),
  reminders,
  attendees,
  custom_fields,
};

export type CalendarEvent = RecordOf<typeof fields>;

export const event = declare({
  name: 'event',
  path: 'events',
  fields,
  listFields: {
    series_id: text(36, { about: 'Of an occurrence: the id of its series.' }),
    recurrence_id: text(32, {
      about: 'Of an occurrence: its original start, a date if it is all-day.',
      example: '2026-02-17T09:00:00Z',
    }),
    contact_id: text(36, { about: 'Of a birthday or an anniversary: the id of the contact.' }),
    age: nullable({
      schema: Type.Integer({ description: 'Of a birthday or an anniversary: how many years; null if unknown.' }),
    } as Field<number>),
    is_read_only: flag({ about: 'true for a birthday or an anniversary, which are changed in the contact.' }),
  },
  listOmits: ['overrides'],
  columns: {
    start_at: 'time',
    title: 'key',
    calendar_name: 'exact',
    status: 'exact',
    recurrence: 'present',
    all_day: 'flag',
    first_at: 'number',
    last_at: 'number',
    long: 'number',
    last_start: 'number',
  },
  columnSources: { start_at: ({ start_date, start_at }) => start_date ?? start_at },
  list: {
    sorts: ['start_at', 'created_at', 'updated_at', 'title'],
    order: 'asc',
    range: 'start_at',
    onDates: 'all_day',
    filters: {
      calendar_name: {
        type: 'equals',
        column: 'calendar_name',
        read: (name) => name.trim(),
        about: 'Only this calendar.',
      },
      status: { type: 'equals', column: 'status', values: STATUSES, about: 'Only events in this state.' },
      source: { type: 'equals', column: 'source', about: 'Only events of this origin.' },
    },
    counted: ['calendar_name', 'status', 'source'],
    usual: { status: 'confirmed', source: 'local' },
    indexes: [
      { sort: 'start_at' },
      { sort: 'start_at', equals: ['calendar_name'] },
      { sort: 'start_at', equals: ['status'] },
      { sort: 'start_at', equals: ['source'] },
      { sort: 'start_at', trashed: true },
      { sort: 'created_at' },
      { sort: 'updated_at' },
      { sort: 'title' },
    ],
  },
  search: {
    words: ['title', 'description', 'overrides.title', 'overrides.description'],
    html: [],
    digits: [],
    further: ['location', 'overrides.location', 'attendees.name', 'attendees.email'],
  },
  actions: ['reminder', 'reminder_snoozed', 'reminder_dismissed', 'task_updated'],
  zoneField: 'timezone',
  settle(record, given, _isNew, context, before) {
    settleTimes(record, given, context, before);
    if (record.start_at !== undefined) settleOverrides(record, given, context);
  },
});
