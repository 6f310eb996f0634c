// The routes of free and busy times.
import type { Scope } from '../../access/access.ts';
import {
  DEFAULT_MINUTES,
  type FreeBusyOptions,
  type FreeSlotOptions,
  freeBusy,
  freeSlots,
} from '../../calendar/free-busy/free-busy.ts';
import { limits } from '../../limits.ts';
import { event } from '../../resources/event.ts';
import { NAMED_DAYS } from '../../values/days.ts';
import type { Parameter } from './query.ts';
import { type Route, route } from './route.ts';
import { freeBusySchema, freeSlotsSchema } from './schemas/free-busy.ts';

const parameters: Parameter[] = [
  {
    name: 'from',
    type: 'moment',
    about: `Where the range begins, a time or a day; what is before now is included. It is at most ${limits.freeBusyDays} days long.`,
    example: '2026-02-16',
  },
  { name: 'to', type: 'moment', about: 'Where it ends; a day is included.', example: '2026-02-20' },
  {
    name: 'date',
    type: 'day',
    about: `Instead of from and to: ${NAMED_DAYS.join(', ')}, or a date; today when none of them is given.`,
  },
  {
    name: 'tz',
    type: 'timezone',
    about:
      'The time zone of days, working hours and local times, by its IANA or Windows name; the service’s own when not given.',
    example: 'Europe/Berlin',
  },
  {
    name: 'calendars',
    type: 'text',
    maxChars: limits.searchChars * 10,
    about: 'Only these calendars, separated by commas; a comma within a name is written as \\,.',
    example: 'default',
  },
];

const span = {
  start_at: '2026-02-17T08:00:00Z',
  end_at: '2026-02-17T10:30:00Z',
  start_local: '2026-02-17T09:00:00+01:00',
  end_local: '2026-02-17T11:30:00+01:00',
};
const frame = {
  from: '2026-02-15T23:00:00Z',
  to: '2026-02-20T23:00:00Z',
  timezone: 'Europe/Berlin',
  calendars: ['default', 'work'],
};

const reads = { resource: event, scope: 'events:read' as Scope };

export const freeBusyRoutes: Route[] = [
  route('GET /free-busy', 'When the user is busy, as merged spans', reads, {
    parameters,
    shape: 'object',
    schema: freeBusySchema,
    schemaName: 'FreeBusy',
    example: { ...frame, busy: [{ ...span, status: 'busy', all_day: false }], unknown: [] },
    read: ({ store, user, query, context }) => freeBusy(store, user, query as FreeBusyOptions, context.timezone),
  }),
  route('GET /free-slots', 'When the user is free', reads, {
    parameters: [
      ...parameters,
      {
        name: 'minutes',
        type: 'integer',
        minimum: 1,
        default: DEFAULT_MINUTES,
        about: 'How long a slot must be at least.',
      },
      {
        name: 'working_hours',
        type: 'text',
        maxChars: limits.lineChars,
        about:
          'Only within these hours of tz, all hours when not given: days, a space and times. Days are mon, tue, wed, thu, fri, sat and sun, a range of them (mon-fri) or a list (mon,wed), every day when left out; times are ranges such as 09:00-12:30, separated by commas, over midnight too (22:00-06:00). More of both follow after a semicolon: mon-thu 09:00-12:30,13:00-17:00; fri 09:00-13:00.',
        example: 'mon-fri 09:00-17:00',
      },
      { name: 'ignore_tentative', type: 'boolean', default: false, about: 'Tentative events do not take time.' },
      { name: 'ignore_all_day', type: 'boolean', default: false, about: 'All-day events do not take time.' },
      {
        name: 'limit',
        type: 'integer',
        default: limits.pageMax,
        about: `How many slots, the first ones; at most ${limits.pageMax}.`,
      },
    ],
    shape: 'object',
    schema: freeSlotsSchema,
    schemaName: 'FreeSlots',
    example: { ...frame, minutes: 60, slots: [{ ...span, minutes: 150 }], has_more: false, unknown: [] },
    read: ({ store, user, query, context }) => freeSlots(store, user, query as FreeSlotOptions, context.timezone),
  }),
];
