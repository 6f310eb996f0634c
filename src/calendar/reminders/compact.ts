// Reminders as compact lines: when each is due, or fires again, what it is about and what has become of it. The handle is
// that of the event or occurrence, followed by the rest of the id.
import type { AnswerForm } from '../../records/answer-form.ts';
import {
  type CompactList,
  LINE_CHARS,
  type Meta,
  oneLine,
  shortTime,
  span,
  summaryOf,
  type View,
} from '../../records/compact.ts';
import type { ListOptions } from '../../records/list-plan.ts';
import { handleOf } from '../../values/ids.ts';
import type { Reminder } from './reminder.ts';

const NAMES = { name: 'reminder', path: 'reminders' };

export function compactReminders(
  reminders: readonly Reminder[],
  meta: Meta,
  options: ListOptions,
  timezone: string,
): CompactList {
  const view = { timezone, now: Date.now() };
  const lines = reminders.map((one) => lineOf(one, view));
  return { format: 'compact', summary: summaryOf(NAMES, reminders.length, meta, options), lines, meta };
}

/** One reminder: its line of the list, and when it fires and has fired. */
export const reminderForm: AnswerForm<Reminder> = {
  what: 'reminder',
  key: 'id',
  line: lineOf,
  leftOut: [
    ...['event_id', 'occurrence_id', 'recurrence_id', 'title', 'location', 'calendar_name', 'start_at', 'end_at'],
    ...['all_day', 'start_date', 'end_date', 'type', 'status'],
  ],
};

function lineOf(one: Reminder, view: View): string {
  const parts = [
    `#${handleOf(one.id)}`,
    `${shortTime(one.snoozed_until ?? one.due_at, view)}:`,
    oneLine(one.title, 120),
    `(${span(one, view)})`,
    one.location ? `@ ${oneLine(one.location, 60)}` : '',
    one.calendar_name === 'default' ? '' : `[${one.calendar_name}]`,
    `(${one.status})`,
    one.type === 'notification' ? '' : `by ${one.type}`,
  ];
  return oneLine(parts.filter(Boolean).join(' '), LINE_CHARS);
}
