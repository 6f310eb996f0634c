// A reminder as it is served, in lists and in the feed: what it is, what has become of it, and what it is about.
import { hash } from 'node:crypto';
import { contentTag, type Version } from '../../store/tables/etags.ts';
import type { ReminderRow } from '../../store/tables/reminders.ts';
import { formatTime } from '../../values/time.ts';
import { occurrenceId, readOccurrenceId, recurrenceId } from '../occurrence-ids.ts';
import type { DueReminder, EventOrOccurrence, ReminderTimes } from './times.ts';

const SHOWN = [
  ...(['title', 'location', 'calendar_name', 'start_at', 'end_at', 'all_day', 'start_date', 'end_date'] as const),
];

type Shown = Pick<EventOrOccurrence, (typeof SHOWN)[number]>;

/** What has become of the mail of a reminder of the type `email`. */
export const MAIL_OUTCOMES = ['queued', 'no_account', 'failed'] as const;
export type MailOutcome = (typeof MAIL_OUTCOMES)[number];

/** What the column `detail` holds. */
export interface Detail {
  shown: Shown;
  mail: MailOutcome | null;
  /** The seq of the last log entry that shows the reminder; each refers to the one before. */
  changes: number[];
}

export const EMAIL = 'email';

/** The id of a reminder: that of the event or occurrence, and a digest of the rest. The same reminder has the same id. */
export function reminderId(eventId: string, { recurrenceId, type, minutesBefore, dueAt }: DueReminder): string {
  const about = recurrenceId === '' ? eventId : occurrenceId(eventId, recurrenceId);
  return `${about}_r${hash('sha256', JSON.stringify([type, minutesBefore, dueAt]), 'hex').slice(0, DIGITS)}`;
}

const DIGITS = 12;
const ID = /^(.+)_(r[0-9a-f]{12})$/i;

/** What the id or the handle of a reminder names. */
interface NamedReminder {
  /** The id or the handle of the event. */
  event: string;
  /** Empty for a single event. */
  recurrenceId: string;
  /** The digest. */
  rest: string;
}

/** Undefined for another text. */
export function readReminderId(id: string): NamedReminder | undefined {
  const [, about, rest = ''] = ID.exec(id) ?? [];
  if (about === undefined) return undefined;
  const named = readOccurrenceId(about);
  if (!named) return { event: about, recurrenceId: '', rest: rest.toLowerCase() };
  const { series, start, isDate } = named;
  if (start === undefined) return undefined;
  return { event: series, recurrenceId: recurrenceId(start, isDate), rest: rest.toLowerCase() };
}

/** The id of the reminder that was named, once its event is known. */
export function wholeId(eventId: string, { recurrenceId, rest }: NamedReminder): string {
  return `${recurrenceId === '' ? eventId : occurrenceId(eventId, recurrenceId)}_${rest}`;
}

function shownOf(event: EventOrOccurrence): Shown {
  return Object.fromEntries(SHOWN.map((name) => [name, event[name]])) as Shown;
}

/** A reminder that nothing has happened to yet. */
export function pendingRow(eventId: string, reminder: DueReminder, about: EventOrOccurrence): ReminderRow {
  const detail: Detail = { shown: shownOf(about), mail: null, changes: [] };
  return {
    id: reminderId(eventId, reminder),
    eventId,
    ...reminder,
    status: 'pending',
    firedAt: null,
    late: null,
    dismissedAt: null,
    snoozedUntil: null,
    emailId: null,
    detail: JSON.stringify(detail),
  };
}

/** The row with what it shows of the event as it is now. */
export function withEvent(row: ReminderRow, about: EventOrOccurrence): ReminderRow {
  return { ...row, detail: JSON.stringify({ ...detailOf(row), shown: shownOf(about) }) };
}

/** The event of a snoozed reminder may have been changed since: it is shown as it is now, as it will be when it fires. */
export function refreshed(row: ReminderRow, times: ReminderTimes): ReminderRow {
  const { status, recurrenceId } = row;
  return status === 'snoozed' && times.exists(recurrenceId) ? withEvent(row, times.shown(recurrenceId)) : row;
}

export function detailOf({ detail }: Pick<ReminderRow, 'detail'>): Detail {
  return JSON.parse(detail) as Detail;
}

export type Reminder = ReturnType<typeof served>;

/** A reminder as it is served. */
export function served(row: ReminderRow) {
  const { shown, mail } = detailOf(row);
  return {
    id: row.id,
    event_id: row.eventId,
    occurrence_id: row.recurrenceId === '' ? null : occurrenceId(row.eventId, row.recurrenceId),
    recurrence_id: row.recurrenceId === '' ? null : row.recurrenceId,
    ...shown,
    type: row.type,
    minutes_before: row.minutesBefore,
    due_at: formatTime(row.dueAt),
    status: row.status,
    late: row.late,
    fired_at: timeOf(row.firedAt),
    dismissed_at: timeOf(row.dismissedAt),
    snoozed_until: timeOf(row.snoozedUntil),
    email: mail,
    email_id: row.emailId,
  };
}

/** A single reminder as a response has it. It is erased from the stored responses with its event. */
export function servedOne(row: ReminderRow): Version & { text: string; record: { id: string } } {
  const text = JSON.stringify(served(row));
  const seq = detailOf(row).changes.at(-1) ?? 0;
  return { text, seq, etag: contentTag(seq, text), record: { id: row.eventId } };
}

export type ServedReminder = ReturnType<typeof servedOne>;

/** The names of what is served. */
export const REMINDER_FIELDS: readonly (keyof Reminder)[] = [
  ...(['id', 'event_id', 'occurrence_id', 'recurrence_id', ...SHOWN, 'type', 'minutes_before', 'due_at'] as const),
  ...(['status', 'late', 'fired_at', 'dismissed_at', 'snoozed_until', 'email', 'email_id'] as const),
];

function timeOf(ms: number | null): string | null {
  return ms === null ? null : formatTime(ms);
}
