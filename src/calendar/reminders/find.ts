// Finds a reminder by its id or handle, with its event: from its row, or computed if nothing has happened to it yet.
import { AppError } from '../../errors.ts';
import { lookUp } from '../../records/find.ts';
import { inSlices } from '../../records/slices.ts';
import { type CalendarEvent, event } from '../../resources/event.ts';
import { isTrashed } from '../../resources/resource.ts';
import type { Store } from '../../store/port.ts';
import { outside, type Source } from '../../store/tables/record-lookups.ts';
import { findReminder, lastStartOf, type ReminderRow, reminderJobAt } from '../../store/tables/reminders.ts';
import {
  pendingRow,
  readReminderId,
  refreshed,
  reminderId,
  type ServedReminder,
  servedOne,
  wholeId,
} from './reminder.ts';
import { ReminderTimes } from './times.ts';

export interface FoundReminder {
  /** One that is snoozed shows its event as it is now. */
  row: ReminderRow;
  isStored: boolean;
  about: CalendarEvent;
  times: ReminderTimes;
}

/** Throws NOT_FOUND if there is none, or if its event is in the trash. */
export async function findOne(source: Source, id: string, serviceZone: string): Promise<FoundReminder> {
  const named = readReminderId(id);
  const about = named && (await lookUp<CalendarEvent>(source, event, named.event))?.record;
  if (!named || !about) throw missing(id);
  if (isTrashed(about)) throw missing(id, 'its event is in the trash');
  const times = await inSlices(ReminderTimes.of(about, serviceZone, await lastStartOf(source, about.id)));
  const whole = wholeId(about.id, named);
  const known = await findReminder(source, whole);
  const present = { about, times };
  if (known) return { ...present, row: refreshed(known, times), isStored: true };
  const one = times.ofOccurrence(named.recurrenceId).find((reminder) => reminderId(about.id, reminder) === whole);
  if (!one) throw missing(id);
  return { ...present, row: pendingRow(about.id, one, times.shown(one.recurrenceId)), isStored: false };
}

/** The reminder as the list has it. */
export async function getReminder(
  store: Store,
  user: number,
  id: string,
  serviceZone: string,
): Promise<ServedReminder> {
  const source = outside(store, user);
  const { row, isStored, about, times } = await findOne(source, id, serviceZone);
  if (row.status === 'snoozed' && !times.exists(row.recurrenceId)) throw notTakingPlace(id);
  // The job of an event is at its next reminder: one before it does not fire any more.
  if (!isStored && ((await reminderJobAt(source, about.id)) ?? Number.POSITIVE_INFINITY) > row.dueAt) throw missing(id);
  return servedOne(row);
}

export function notTakingPlace(id: string): AppError {
  return missing(id, 'its event or occurrence was cancelled or removed');
}

function missing(id: string, why = 'GET /reminders lists those there are'): AppError {
  return new AppError('NOT_FOUND', `There is no reminder ${JSON.stringify(id.slice(0, 100))}; ${why}.`);
}
