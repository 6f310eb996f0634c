// Calendar events.
import { limits } from '../limits.ts';
import { Type } from '../values/schema.ts';
import { formatTime, isWritable } from '../values/time.ts';
import { choice, custom, datetime, defaulting, flag, items, nullable, required, text, timezone } from './kinds.ts';
import { recurrence } from './recurrence.ts';
import { declare, type RecordOf } from './resource.ts';

interface Reminder {
  type: string;
  minutes_before: number;
}

interface Attendee {
  email: string;
  name: string | null;
  status: 'accepted' | 'declined' | 'tentative' | 'pending';
}

const reminder = {
  type: Type.String({ minLength: 1, maxLength: limits.shortChars, default: 'notification' }),
  minutes_before: Type.Integer({ minimum: 0, maximum: limits.reminderMinutes }),
};

const attendee = {
  email: Type.String({ minLength: 1, maxLength: limits.lineChars }),
  name: { type: ['string', 'null'], maxLength: limits.nameChars, default: null },
  status: { type: 'string', enum: ['accepted', 'declined', 'tentative', 'pending'], default: 'pending' },
};

const STATUSES = ['confirmed', 'tentative', 'cancelled'] as const;
const HOUR = 3_600_000;

const fields = {
  title: required(text(limits.nameChars, { min: 1, example: 'Dentist' })),
  description: nullable(text(limits.noteChars, { example: 'Bring the insurance card.' })),
  location: nullable(text(limits.nameChars, { example: '12 Harbour Street' })),
  start_at: required(datetime({ about: 'When it begins.' })),
  end_at: nullable(
    datetime({
      about: 'When it ends; one hour after start_at when not given and not all_day.',
      example: '2026-02-17T10:00:00Z',
    }),
  ),
  all_day: defaulting(flag(), false),
  timezone: nullable(timezone()),
  recurrence: nullable(recurrence()),
  status: defaulting(choice(STATUSES), 'confirmed'),
  calendar_name: defaulting(text(limits.shortChars, { min: 1, example: 'home' }), 'default'),
  reminders: defaulting(
    items<Reminder>(reminder, ['minutes_before'], limits.reminders, {
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

export type CalendarEvent = RecordOf<typeof fields>;

export const event = declare({
  name: 'event',
  path: 'events',
  fields,
  patchable: [
    'title',
    'description',
    'location',
    'start_at',
    'end_at',
    'all_day',
    'timezone',
    'recurrence',
    'status',
    'calendar_name',
    'reminders',
    'attendees',
    'custom_fields',
  ],
  tags: null,
  columns: { start_at: 'time', title: 'key', calendar_name: 'exact', status: 'exact', recurrence: 'present' },
  list: {
    sorts: ['start_at', 'created_at', 'updated_at', 'title'],
    order: 'asc',
    range: 'start_at',
    filters: {
      calendar_name: { kind: 'equals', column: 'calendar_name', about: 'Only this calendar.' },
      status: { kind: 'equals', column: 'status', values: STATUSES, about: 'Only events in this state.' },
      source: { kind: 'equals', column: 'source', about: 'Only events of this origin.' },
    },
    tallied: ['calendar_name', 'status', 'source'],
  },
  search: { words: ['title', 'description'], html: [], digits: [] },
  trashReadable: false,
  settle(record, given, isNew, reading) {
    const start = Date.parse(record.start_at);
    const end = start + HOUR;
    if (isNew && given.end_at === undefined && !record.all_day && isWritable(end)) record.end_at = formatTime(end);
    if (record.end_at !== null && Date.parse(record.end_at) < start) {
      reading.fault('end_at', 'order', `end_at (${record.end_at}) must not be before start_at (${record.start_at}).`);
    }
  },
});
