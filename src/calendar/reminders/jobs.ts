// The job of an event: it is due when the next reminder of the event is, or when the next snooze of one ends.

import { limits } from '../../limits.ts';
import type { AfterSave, EraseHook, SaveHook } from '../../records/effects.ts';
import { inSlices } from '../../records/slices.ts';
import type { CalendarEvent } from '../../resources/event.ts';
import { isTrashed } from '../../resources/resource.ts';
import type { Tx } from '../../store/port.ts';
import { forgetRecord } from '../../store/tables/changes.ts';
import { dropJob, dropJobNotDue, moveJob } from '../../store/tables/jobs.ts';
import { dropRemindersOf, lastStartOf, nextSnooze } from '../../store/tables/reminders.ts';
import { isEqual, SPAN_FIELDS } from '../span.ts';
import { moveSnoozes } from './moved-snoozes.ts';
import type { Detail } from './reminder.ts';
import { ReminderTimes } from './times.ts';

const FIELDS = [...SPAN_FIELDS, 'reminders', 'status', 'deleted_at'];

const nothing: AfterSave = () => [];

/** Moves the job of an event whose reminders may be due at other times. */
export const keepReminderJob: SaveHook = (tx, record, before) => {
  const event = record as unknown as CalendarEvent;
  const known = before?.record as unknown as CalendarEvent | undefined;
  if (!known && !canRemind(event)) return nothing;
  if (before && FIELDS.every((field) => isEqual(before.record[field], record[field]))) return nothing;
  return async () => {
    if (known) await moveSnoozes(tx, known, event);
    // One that cannot remind can still have a snooze: that of a reminder which was taken away since.
    if (!canRemind(event) && !(known && canRemind(known))) return [];
    await putReminderJob(tx, event, known === undefined);
    return [];
  };
};

/** Nothing that reminders have shown of an erased event stays. */
export const eraseReminders: EraseHook = async (tx, record) => {
  dropJob(tx, 'reminder', record.id);
  const emptied = JSON.stringify({ id: record.id, permanent: true });
  for (const detail of await dropRemindersOf(tx, record.id))
    for (const seq of (JSON.parse(detail) as Detail).changes) await forgetRecord(tx, seq, emptied);
};

/** Whether the event, or an occurrence of it, has a reminder. */
function canRemind({ reminders, overrides }: Pick<CalendarEvent, 'reminders' | 'overrides'>): boolean {
  return reminders.length > 0 || Object.values(overrides ?? {}).some((one) => (one.reminders as [])?.length > 0);
}

/** For an event whose columns were computed anew, such as in another time zone. */
export async function renewReminderJob(tx: Tx, event: CalendarEvent): Promise<void> {
  if (canRemind(event)) await putReminderJob(tx, event, false);
}

/** The event and its columns must be stored already. A job that is due stays, so that nothing due is left out. */
export async function putReminderJob(tx: Tx, event: CalendarEvent, isNew: boolean): Promise<void> {
  const isInTrash = isTrashed(event);
  const snooze = isNew || isInTrash ? undefined : await nextSnooze(tx, event.id);
  // The time of a job is also where it begins to look for reminders: an ended snooze must not bring up older ones.
  const again = snooze && Math.max(snooze, tx.now);
  const due = earlier(isInTrash ? undefined : await nextReminder(tx, event), again);
  if (due !== undefined) moveJob(tx, 'reminder', event.id, due);
  else if (!isNew) dropJobNotDue(tx, 'reminder', event.id);
}

// One that was due a moment ago counts: it takes a moment until a request arrives here.
async function nextReminder(tx: Tx, event: CalendarEvent): Promise<number | undefined> {
  const { recurrence, id } = event;
  const lastStart = recurrence?.count === undefined ? null : await lastStartOf(tx, id);
  const times = await inSlices(ReminderTimes.of(event, tx.timezone, lastStart));
  return inSlices(times.next(tx.now - limits.reminderLate));
}

export function earlier(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}
