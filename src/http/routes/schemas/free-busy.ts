// The schemas of free and busy times, for the OpenAPI document.
import { type Schema, Type } from '../../../values/schema.ts';

const moment = (description: string) => Type.String({ format: 'date-time', description });

const object = (properties: Record<string, Schema>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

const span = {
  start_at: moment('Where it begins, in UTC.'),
  end_at: moment('Where it ends, in UTC; the end does not belong to it.'),
  start_local: moment('The beginning as the clocks of the time zone show it, with its offset.'),
  end_local: moment('The end as the clocks of the time zone show it, with its offset.'),
};

const frame = {
  from: moment('Where the range begins.'),
  to: moment('Where the range ends.'),
  timezone: Type.String({ description: 'The time zone of days, working hours and local times (IANA).' }),
  calendars: Type.Array(Type.String(), {
    description:
      'The calendars of the request, also those that take no time; without calendars, those that count as busy.',
  }),
};

const textOrNull = (description: string): Schema => ({ type: ['string', 'null'], description });

const unknown = Type.Array(
  object({
    ...span,
    reason: Type.String({ description: 'Why it could not be computed.' }),
    event_id: textOrNull('The series because of which it could not; null if there are too many events.'),
    title: textOrNull('Of the series.'),
    calendar_name: textOrNull('Of the series.'),
  }),
  { description: 'What could not be computed; it is neither busy nor free.' },
);

export const freeBusySchema = object({
  ...frame,
  busy: Type.Array(
    object({
      ...span,
      status: Type.String({ enum: ['busy', 'tentative'], description: 'tentative: only tentative events are there.' }),
      all_day: Type.Boolean({ description: 'Whether it consists of whole days.' }),
    }),
    { description: 'By their beginning. Events of the same kind that overlap or touch are one span.' },
  ),
  unknown,
});

export const freeSlotsSchema = object({
  ...frame,
  minutes: Type.Integer({ description: 'How long a slot must be at least.' }),
  slots: Type.Array(object({ ...span, minutes: Type.Integer({ description: 'How long it is, rounded down.' }) }), {
    description: 'By their beginning.',
  }),
  has_more: Type.Boolean({ description: 'Whether there are more slots than limit.' }),
  unknown,
});
