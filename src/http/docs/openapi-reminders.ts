// The schema and the example of a reminder for the OpenAPI document. A reminder is not a record: it follows from its event.
import { STATUSES } from '../../calendar/reminders/list.ts';
import { MAIL_OUTCOMES } from '../../calendar/reminders/reminder.ts';
import { limits } from '../../limits.ts';
import { type Json, object } from './openapi-schemas.ts';

const text = { type: 'string' };
const textOrNull = { type: ['string', 'null'] };
const time = { type: 'string', format: 'date-time' };
const timeOrNull = { type: ['string', 'null'], format: 'date-time' };
const dateOrNull = { type: ['string', 'null'], format: 'date' };
const about = (schema: Json, description: string): Json => ({ ...schema, description });

export const reminderSchema: Json = object({
  id: about(
    text,
    'The id of the event or occurrence, and _r with 12 hexadecimal digits. The same reminder keeps it, but when a series is moved or divided it changes with that of the occurrence.',
  ),
  event_id: about(text, 'The event, or the series of the occurrence.'),
  occurrence_id: about(textOrNull, 'The occurrence of a series; null for a single event.'),
  recurrence_id: about(textOrNull, 'The original start of the occurrence, a date if it is all-day.'),
  title: about(text, 'Of the event or occurrence, as are the fields that follow.'),
  location: textOrNull,
  calendar_name: text,
  start_at: about(time, 'When the event or occurrence begins.'),
  end_at: timeOrNull,
  all_day: { type: 'boolean' },
  start_date: dateOrNull,
  end_date: dateOrNull,
  type: about(text, 'As in the event; email also sends a mail.'),
  minutes_before: about({ type: 'integer' }, 'Minutes before the start.'),
  due_at: about(
    time,
    'minutes_before the start; of an all-day event before midnight in its time zone. A snoozed reminder keeps it when its event is moved.',
  ),
  status: about(
    { ...text, enum: STATUSES },
    `missed: the event was over before the reminder could be fired, or more than ${limits.reminderLateMails} mails of the event were late and this one was not among the last of them.`,
  ),
  late: about(
    { type: ['boolean', 'null'] },
    'Whether it was fired more than a minute late, such as after downtime; null until it is fired.',
  ),
  fired_at: about(timeOrNull, 'When it was fired, the last time.'),
  dismissed_at: about(timeOrNull, 'When it was dismissed.'),
  snoozed_until: about(timeOrNull, 'When it will fire again.'),
  email: about(
    { ...textOrNull, enum: [...MAIL_OUTCOMES, null] },
    'Of the type email, when fired: what became of the mail.',
  ),
  email_id: about(textOrNull, 'The mail, if one was queued.'),
});

const EVENT_ID = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10';

export const reminderExample = {
  id: `${EVENT_ID}_20260217T090000Z_r3f9a01c2de55`,
  event_id: EVENT_ID,
  occurrence_id: `${EVENT_ID}_20260217T090000Z`,
  recurrence_id: '2026-02-17T09:00:00Z',
  title: 'Dentist',
  location: '12 Harbour Street',
  calendar_name: 'home',
  start_at: '2026-02-17T09:00:00Z',
  end_at: '2026-02-17T10:00:00Z',
  all_day: false,
  start_date: null,
  end_date: null,
  type: 'notification',
  minutes_before: 30,
  due_at: '2026-02-17T08:30:00Z',
  status: 'fired',
  late: false,
  fired_at: '2026-02-17T08:30:00.012Z',
  dismissed_at: null,
  snoozed_until: null,
  email: null,
  email_id: null,
};
