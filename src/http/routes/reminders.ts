// The routes of reminders: what is due in a range, and what a person does with a reminder.
import type { Scope } from '../../access/access.ts';
import { dismissReminder, snoozeFields, snoozeReminder } from '../../calendar/reminders/actions.ts';
import { reminderForm } from '../../calendar/reminders/compact.ts';
import { getReminder } from '../../calendar/reminders/find.ts';
import { listReminders, type ReminderListOptions, STATUSES } from '../../calendar/reminders/list.ts';
import { REMINDER_FIELDS } from '../../calendar/reminders/reminder.ts';
import { limits } from '../../limits.ts';
import { event } from '../../resources/event.ts';
import { NAMED_DAYS } from '../../values/days.ts';
import { pageParameters } from './list-parameters.ts';
import type { Parameter } from './query.ts';
import { found, readsAnswer } from './records.ts';
import { type Route, route } from './route.ts';

const reads = { resource: event, scope: 'events:read' as Scope };
const writes = { resource: event, scope: 'events:write' as Scope };

const parameters: Parameter[] = [
  {
    name: 'from',
    type: 'moment',
    about:
      'Reminders that are due at this time or day or later, snoozed ones by when they fire again; the last 24 hours when not given.',
    example: '2026-02-01',
  },
  {
    name: 'to',
    type: 'moment',
    about: `Up to this time or day; eight days after from when not given. The range has at most ${limits.reminderDays} days.`,
    example: '2026-02-28',
  },
  {
    name: 'date',
    type: 'day',
    about: `Instead of from and to: ${NAMED_DAYS.join(', ')}, or a date.`,
    example: 'today',
  },
  { name: 'status', type: 'choice', values: STATUSES, about: 'Only reminders in this state.' },
  {
    name: 'event_id',
    type: 'id',
    about: 'Only reminders of this event, or of the occurrences of this series, by its id or handle.',
  },
  ...pageParameters,
  { name: 'fields', type: 'fields', about: 'Only these fields, separated by commas, and id.', example: 'title,due_at' },
  {
    name: 'format',
    type: 'choice',
    values: ['json', 'compact'],
    default: 'json',
    about: 'compact: one short line for each reminder, for language models.',
  },
  {
    name: 'tz',
    type: 'timezone',
    about: 'The time zone of days in this request (IANA); the service’s own when not given.',
    example: 'Europe/Berlin',
  },
];

export const reminderRoutes: Route[] = [
  route('GET /reminders', 'List reminders: to come, fired, missed, snoozed and dismissed', reads, {
    parameters,
    fields: REMINDER_FIELDS,
    shape: 'reminders',
    errors: ['AMBIGUOUS_ID'],
    read: ({ store, user, query, context }) =>
      listReminders(store, user, query as ReminderListOptions, context.timezone),
  }),
  route('GET /reminders/:id', 'Get a reminder', reads, {
    shape: 'reminder',
    fields: REMINDER_FIELDS,
    errors: found,
    ...readsAnswer(reminderForm, ({ store, user, id, context }) => getReminder(store, user, id, context.timezone)),
  }),
  route('POST /reminders/:id/dismiss', 'Dismiss a reminder', writes, {
    shape: 'reminder',
    errors: found,
    emits: ['event.reminder_dismissed'],
    write: (tx, { id }) => dismissReminder(tx, id),
  }),
  route('POST /reminders/:id/snooze', 'Be reminded again later', writes, {
    body: snoozeFields,
    partial: true,
    oneOf: { minutes: [], until: [] },
    shape: 'reminder',
    errors: found,
    emits: ['event.reminder_snoozed', { event: 'event.reminder', when: 'again, when the snooze ends' }],
    write: (tx, { id, body, context }) => snoozeReminder(tx, id, body, context),
  }),
];
