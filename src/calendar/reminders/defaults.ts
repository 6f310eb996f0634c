// The reminders of a new event that is sent without `reminders`: the default ones of its calendar.
import { isObject } from '../../records/validate.ts';
import { BIRTHDAYS } from '../../resources/calendar.ts';
import { event } from '../../resources/event.ts';
import type { Tx } from '../../store/port.ts';
import { defaultReminders } from '../../store/tables/names/calendars.ts';
import { clean } from '../../values/text.ts';

/** The body of a new event, with the default reminders of its calendar if it has none of its own. */
export async function withDefaultReminders(tx: Tx, body: unknown): Promise<unknown> {
  if (!isObject(body) || body.reminders !== undefined) return body;
  const { calendar_name = event.fields.calendar_name.default } = body;
  if (typeof calendar_name !== 'string') return body;
  const calendar = clean(calendar_name.trim());
  // None can be set for birthdays, but an earlier version may have stored some.
  if (calendar === BIRTHDAYS) return body;
  const text = await defaultReminders(tx, calendar);
  return text === undefined ? body : { ...body, reminders: JSON.parse(text) };
}
