// What a person does with a reminder: dismiss it, or be reminded again later. Both are possible before it is due.
import { faulty } from '../../errors.ts';
import { limits } from '../../limits.ts';
import type { Context } from '../../records/records.ts';
import { newValidator, validateFields } from '../../records/validate.ts';
import type { CalendarEvent } from '../../resources/event.ts';
import { datetime } from '../../resources/fields.ts';
import type { Tx } from '../../store/port.ts';
import { addReminder, type ReminderRow } from '../../store/tables/reminders.ts';
import { Type } from '../../values/schema.ts';
import { findOne, notTakingPlace } from './find.ts';
import { announce } from './fire.ts';
import { putReminderJob } from './jobs.ts';
import { type ServedReminder, servedOne, withEvent } from './reminder.ts';

export const snoozeFields = {
  until: datetime({ about: 'When to remind again; a time that has passed reminds at once.' }),
  minutes: {
    schema: Type.Integer({
      minimum: 1,
      maximum: limits.reminderMinutes,
      description: 'Or in how many minutes from now.',
      examples: [10],
    }),
  },
};

export async function dismissReminder(tx: Tx, id: string): Promise<ServedReminder> {
  const { row } = await take(tx, id);
  const dismissed = { ...row, status: 'dismissed' as const, dismissedAt: tx.now, snoozedUntil: null };
  return servedOne(await announce(tx, 'event.reminder_dismissed', dismissed));
}

export async function snoozeReminder(tx: Tx, id: string, body: unknown, context: Context): Promise<ServedReminder> {
  const until = readUntil(tx, body, context);
  const { row, about } = await take(tx, id);
  const snoozed = { ...row, status: 'snoozed' as const, dismissedAt: null, snoozedUntil: until };
  const saved = await announce(tx, 'event.reminder_snoozed', snoozed);
  await putReminderJob(tx, about, false);
  return servedOne(saved);
}

function readUntil(tx: Tx, body: unknown, context: Context): number {
  const validator = newValidator(context.timezone);
  const given = validateFields(snoozeFields as never, body, validator, { partial: true });
  validator.finish();
  const { until, minutes } = given as { until?: string; minutes?: number };
  if ((until === undefined) === (minutes === undefined)) {
    const message = 'Send either until, such as 2026-02-17T09:00:00Z, or minutes, such as 10.';
    throw faulty('VALIDATION_ERROR', [{ field: 'until', constraint: 'required', message }]);
  }
  return until === undefined ? tx.now + (minutes as number) * 60_000 : Math.max(tx.now, Date.parse(until));
}

/** The reminder with its event as it is now. One that is still to come gets a row. */
async function take(tx: Tx, id: string): Promise<{ row: ReminderRow; about: CalendarEvent }> {
  const { row, isStored, about, times } = await findOne(tx, id, tx.timezone);
  if (!times.exists(row.recurrenceId)) throw notTakingPlace(id);
  if (!isStored) await addReminder(tx, row);
  return { row: withEvent(row, times.shown(row.recurrenceId)), about };
}
