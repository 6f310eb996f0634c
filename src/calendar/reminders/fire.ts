// Fires what is due of an event in one transaction: the row of each reminder, its entry in the feed, its mail, and the job
// for the next one. The row is unique, so a reminder fires once, however often the job is tried and by whom.
import { limits } from '../../limits.ts';
import { lookUp } from '../../records/find.ts';
import { emit } from '../../records/save.ts';
import { inSlices } from '../../records/slices.ts';
import { type CalendarEvent, event } from '../../resources/event.ts';
import { isTrashed } from '../../resources/resource.ts';
import type { Store, Tx } from '../../store/port.ts';
import { type Job, putJob, settleJob } from '../../store/tables/jobs.ts';
import {
  addReminder,
  endedSnoozes,
  lastStartOf,
  nextSnooze,
  type ReminderRow,
  updateReminder,
} from '../../store/tables/reminders.ts';
import { earlier } from './jobs.ts';
import { queueReminderMail } from './mail.ts';
import { detailOf, EMAIL, pendingRow, served, withEvent } from './reminder.ts';
import { type DueReminder, type EventOrOccurrence, ReminderTimes } from './times.ts';

export async function fireReminders(store: Store, job: Job, holder: string): Promise<void> {
  await store.write(job.user, async (tx) => {
    if (!(await settleJob(tx, job, holder))) return;
    const stored = await lookUp<CalendarEvent>(tx, event, job.recordId);
    if (!stored || isTrashed(stored.record)) return;
    const times = await inSlices(ReminderTimes.of(stored.record, tx.timezone, await lastStartOf(tx, job.recordId)));
    for (const row of await endedSnoozes(tx, job.recordId)) await fireAgain(tx, times, row);
    const next = await fireDue(tx, times, job);
    const due = earlier(next, await nextSnooze(tx, job.recordId));
    if (due !== undefined) putJob(tx, 'reminder', job.recordId, due);
  });
}

/** Fires what has become due since the job was; returns when the next is due, in the past if much is left. */
async function fireDue(tx: Tx, times: ReminderTimes, { recordId, dueAt }: Job): Promise<number | undefined> {
  let count = 0;
  const next = (from: number) => inSlices(times.next(from));
  let due = await next(catchUpFrom(times, dueAt, tx.now));
  for (; due !== undefined && due <= tx.now && count < limits.reminderBatch; due = await next(due + 1))
    for (const one of times.dueAt(due)) {
      await fire(tx, times, recordId, one);
      count++;
    }
  return due;
}

/** After a long time, such as in a restored backup: what would be kept in the list, and what is not over yet. */
function catchUpFrom(times: ReminderTimes, dueAt: number, now: number): number {
  return Math.max(dueAt, Math.min(now - limits.remindersKept, times.firstNotOver(now)));
}

async function fire(tx: Tx, times: ReminderTimes, eventId: string, reminder: DueReminder): Promise<void> {
  const late = tx.now - reminder.dueAt > limits.reminderLate;
  const isOver = late && times.endOf(reminder.recurrenceId) <= tx.now;
  const isMissed = isOver || (late && reminder.type === EMAIL && (await hasLaterMails(times, reminder, tx.now)));
  if (isMissed && tx.now - reminder.dueAt > limits.remindersKept) return;
  const about = times.shown(reminder.recurrenceId);
  const pending = pendingRow(eventId, reminder, about);
  const row: ReminderRow = isMissed
    ? { ...pending, status: 'missed' }
    : { ...pending, status: 'fired', firedAt: tx.now, late };
  if (!(await addReminder(tx, row)) || isMissed) return;
  await announce(tx, 'event.reminder', await withMail(tx, row, about));
}

/** Of a series that had many mails to send meanwhile, the last late ones of what is not over are sent. */
async function hasLaterMails(times: ReminderTimes, { dueAt }: DueReminder, now: number): Promise<boolean> {
  const most = limits.reminderLateMails;
  const only = { type: EMAIL, notOverAt: now };
  return (await inSlices(times.within(dueAt + 1, now - limits.reminderLate, most, only))).length >= most;
}

/** Queues the mail of a reminder of the type `email`, unless it was queued before: a snooze sends it once, too. */
async function withMail(tx: Tx, row: ReminderRow, about: EventOrOccurrence): Promise<ReminderRow> {
  const detail = detailOf(row);
  if (row.type !== EMAIL || detail.mail !== null) return row;
  const { outcome, id } = await queueReminderMail(tx, about, row);
  return { ...row, emailId: id, detail: JSON.stringify({ ...detail, mail: outcome }) };
}

/** The snooze of a reminder has ended. It fires even if the event is over: a person asked for this time. */
async function fireAgain(tx: Tx, times: ReminderTimes, row: ReminderRow): Promise<void> {
  const { recurrenceId, snoozedUntil } = row;
  const late = tx.now - (snoozedUntil as number) > limits.reminderLate;
  const known = { ...row, snoozedUntil: null };
  if (!times.exists(recurrenceId)) updateReminder(tx, { ...known, status: 'dismissed', dismissedAt: tx.now });
  else {
    const about = times.shown(recurrenceId);
    const fired: ReminderRow = { ...withEvent(known, about), status: 'fired', firedAt: tx.now, late };
    await announce(tx, 'event.reminder', await withMail(tx, fired, about));
  }
}

/** Adds the reminder to the feed, and stores its state with the place of the entry. */
export async function announce(tx: Tx, name: string, row: ReminderRow): Promise<ReminderRow> {
  const detail = detailOf(row);
  const seq = await emit(tx, name, row.id, served(row), detail.changes.at(-1));
  const changes = [...detail.changes.slice(0, -1), seq]; // the entry refers to the one before
  const saved = { ...row, detail: JSON.stringify({ ...detail, changes }) };
  updateReminder(tx, saved);
  return saved;
}
