// The format of the demo events: data, with days counted from today or from a day of the story.
import { addressOf } from '../people.ts';
import type { Story } from '../story.ts';

/** Days from today; a function if they depend on the story. */
export type Days = number | ((story: Story) => number);

interface Times {
  start_at: string;
  end_at: string;
  all_day?: true;
  timezone?: string;
}

interface Repeats {
  freq: 'daily' | 'weekly' | 'monthly' | 'yearly';
  interval?: number;
  count?: number;
  byday?: string[];
  bymonthday?: number[];
  until?: Days;
  exdates?: Days[];
  rdates?: Days[];
}

/** An occurrence that differs from its series. */
interface Changed {
  /** The day on which the rule gives it. */
  day: Days;
  when?: Entry['when'];
  title?: string;
  description?: string;
  location?: string;
  status?: string;
}

export interface Entry {
  title: string;
  when: (story: Story) => Times;
  repeats?: Repeats;
  /** Of a series in the time zone of the story. */
  changed?: Changed[];
  calendar_name?: string;
  description?: string;
  location?: string;
  status?: string;
  /** Attendees: `lena`, or `lena?` tentative, `lena-` declined, `lena…` not answered. */
  people?: string[];
  /** Minutes before it begins. */
  remind?: number[];
  source?: string;
  custom_fields?: Record<string, unknown>;
  deleted?: true;
}

/** This many days after a day that the texts mention. */
export function dayOf(name: 'move' | 'keys' | 'manuscript' | 'regatta' | 'party' | 'paris', after = 0): Days {
  return (story) => story[name] + after;
}

/** This many days after a day. */
export function after(day: Days, count: number): Days {
  return (story) => daysIn(story, day) + count;
}

/** The first such weekday on or after a day. */
export function on(weekday: number, least: Days): Days {
  return (story) => story.on(weekday, daysIn(story, least));
}

/** From one time of a day to another. */
export function from(day: Days, start: string, end: string): Entry['when'] {
  return (story) => {
    const days = daysIn(story, day);
    return { start_at: story.at(days, start), end_at: story.at(days, end) };
  };
}

/** Whole days; the end is the midnight after the last one. */
export function allDay(day: Days, count = 1): Entry['when'] {
  return (story) => {
    const first = daysIn(story, day);
    return { start_at: story.date(first), end_at: story.date(first + count), all_day: true };
  };
}

/** A time in another zone, as that zone's clocks show it. */
export function abroad(day: Days, time: string, zone: string, minutes: number): Entry['when'] {
  const form = (moment: Temporal.ZonedDateTime) => moment.toString({ timeZoneName: 'never', smallestUnit: 'second' });
  return (story) => {
    const start = Temporal.PlainDateTime.from(story.at(daysIn(story, day), time)).toZonedDateTime(zone);
    return { start_at: form(start), end_at: form(start.add({ minutes })), timezone: zone };
  };
}

/** The request body that creates the event. A series has the time zone of the story, unless it is abroad. */
export function bodyOf({ when, repeats, changed, people, remind, deleted, ...given }: Entry, story: Story) {
  return {
    ...given,
    ...(repeats && { recurrence: recurrenceOf(repeats, story), timezone: story.zone }),
    ...(changed && { overrides: overridesOf(changed, when(story), story) }),
    ...when(story),
    ...(people && { attendees: people.map(attendeeOf) }),
    ...(remind && { reminders: remind.map((minutes_before) => ({ type: 'notification', minutes_before })) }),
  };
}

function recurrenceOf({ until, exdates, rdates, ...rule }: Repeats, story: Story) {
  const dateOf = (days: Days) => story.date(daysIn(story, days));
  return {
    ...rule,
    ...(until !== undefined && { until: dateOf(until) }),
    ...(exdates && { exdates: exdates.map(dateOf) }),
    ...(rdates && { rdates: rdates.map(dateOf) }),
  };
}

function overridesOf(changed: Changed[], { start_at }: Times, story: Story) {
  const moment = (local: string) =>
    Temporal.PlainDateTime.from(local).toZonedDateTime(story.zone).toInstant().toString();
  const entries = changed.map(({ day, when, ...fields }) => {
    const original = start_at.replace(/^[^T]*/, story.date(daysIn(story, day)));
    const times = when?.(story);
    const moved = times && { start_at: moment(times.start_at), end_at: moment(times.end_at) };
    return [moment(original), { ...fields, ...moved }];
  });
  return Object.fromEntries(entries);
}

const STATUSES: Record<string, string> = { '?': 'tentative', '-': 'declined', '…': 'pending' };

function attendeeOf(key: string) {
  const { address, name } = addressOf(key.replace(/[?\-…]$/, ''));
  return { email: address, name, status: STATUSES[key.at(-1) as string] ?? 'accepted' };
}

function daysIn(story: Story, days: Days): number {
  return typeof days === 'number' ? days : days(story);
}
