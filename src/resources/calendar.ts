// Calendars as they are served and set. A calendar is not a record: it exists as soon as an event names it.
import { type Reminder, reminders } from './event.ts';
import { defaulting, type Field, flag, groupName, required, type ValuesOf } from './fields.ts';
import { nameProgress, nameSettings, number } from './name.ts';

/** Where events are that do not name a calendar; it always exists. */
export const DEFAULT_CALENDAR = 'default';

/** The calendar of the birthdays and anniversaries of contacts. */
export const BIRTHDAYS = 'birthdays';

const settings = {
  ...nameSettings,
  default_reminders: defaulting(
    { ...reminders, ...aboutReminders('Reminders of events that are created without `reminders`.') } as Field<
      Reminder[]
    >,
    [],
  ),
  is_visible: defaulting(flag({ about: 'Whether clients show its events. Lists have them in any case.' }), true),
  counts_as_busy: defaulting(flag({ about: 'Whether its events take time in /free-busy and /free-slots.' }), true),
};

/** What a client can set. */
export const calendarInput = {
  name: required(groupName({ about: 'As in calendar_name of events.', example: 'Example calendar' })),
  ...settings,
};

/** A calendar as it is served. */
export const calendarFields = {
  ...calendarInput,
  is_read_only: flag({ about: 'Whether its events are computed, as those of birthdays are.', example: false }),
  total: number('Events in it, without those in the trash.', 12),
  ...nameProgress,
};

export type CalendarInput = ValuesOf<typeof calendarInput>;
export type Calendar = ValuesOf<typeof calendarFields>;

function aboutReminders(description: string): Pick<Field, 'schema' | 'output'> {
  return { schema: { ...reminders.schema, description }, output: { ...reminders.output, description } };
}
