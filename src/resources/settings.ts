// The settings of a user. They are not a record: each user has them, and what was not set has its default. A new
// setting is a line here.
import { limits } from '../limits.ts';
import { Type } from '../values/schema.ts';
import { timezone } from './date-fields.ts';
import {
  choice,
  custom,
  datetime,
  defaulting,
  type Field,
  type FieldContext,
  nullable,
  text,
  type ValuesOf,
} from './fields.ts';
import { readWorkingHours, WORKING_HOURS_FORM } from './working-hours.ts';

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

/** How long a mail is held before it is sent, so that it can be cancelled. */
export function holdSeconds(about: string, example: number | null): Field<number> {
  const schema = { minimum: 0, maximum: limits.holdSeconds, description: about, examples: [example] };
  return { schema: Type.Integer(schema) };
}

const workingHours: Field<string> = {
  ...text(limits.lineChars, {
    min: 1,
    about: 'As in working_hours of /free-slots; null if none were set.',
    example: 'mon-fri 09:00-17:00',
  }),
  read(value: string, field: string, context: FieldContext) {
    if (!readWorkingHours(value)) context.fault(field, 'workingHours', `${field} ${WORKING_HOURS_FORM}`);
    return value;
  },
};

/** What a client can set. */
export const settingsInput = {
  timezone: nullable(
    timezone(
      'The time zone in which clients show times; null is that of the service. Names of Windows are stored as the IANA name.',
    ),
  ),
  week_start: defaulting(choice(WEEKDAYS, 'The first day of a week that is shown.', 'MO'), 'MO'),
  working_hours: nullable(workingHours),
  hold_seconds: defaulting(
    holdSeconds(
      'Mail is sent this many seconds after the request, and can be cancelled until then; 0 sends at once.',
      10,
    ),
    0,
  ),
  signature_position: defaulting(
    choice(
      ['above', 'below'],
      'Where the signature of a reply or forward is: above or below the quoted mail.',
      'above',
    ),
    'above',
  ),
  custom_fields: nullable(custom()),
};

/** The settings as they are served. */
export const settingsFields = {
  ...settingsInput,
  updated_at: nullable(datetime({ about: 'When they were last changed; null if they never were.' })),
};

export type SettingsInput = ValuesOf<typeof settingsInput>;
export type Settings = ValuesOf<typeof settingsFields>;
