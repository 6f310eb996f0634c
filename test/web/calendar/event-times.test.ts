// Times of events that are moved and resized, also over changes of the clocks, and times as people type them.
import { describe, expect, it } from 'vitest';
import { rangeOf, rowOf, stepDate, weekOf } from '../../../web/src/calendar/calendar-days.ts';
import { parseTime } from '../../../web/src/calendar/editor/time-input.ts';
import {
  daysOf,
  type EventTimes,
  momentOf,
  moveTimes,
  resizeTimes,
  stepBetween,
  timesPatch,
} from '../../../web/src/calendar/events/event-times.ts';
import { parseWorkingHours } from '../../../web/src/calendar/working-hours.ts';
import { hueOf } from '../../../web/src/ui/hues.ts';

const BERLIN = 'Europe/Berlin';
const timed = (start_at: string, end_at: string | null): EventTimes => ({ all_day: false, start_at, end_at });

describe('moving', () => {
  it('by a day keeps the local time in the night in which the clocks go forward', () => {
    expect(moveTimes(timed('2026-03-28T09:00:00Z', '2026-03-28T10:00:00Z'), { days: 1 }, BERLIN)).toEqual(
      timed('2026-03-29T08:00:00Z', '2026-03-29T09:00:00Z'),
    );
  });

  it('by a day keeps the local time in the night in which the clocks go back', () => {
    expect(moveTimes(timed('2026-10-24T08:00:00Z', '2026-10-24T09:00:00Z'), { days: 1 }, BERLIN)).toEqual(
      timed('2026-10-25T09:00:00Z', '2026-10-25T10:00:00Z'),
    );
  });

  it('keeps an event at a moment without a length, and all-day events as dates', () => {
    expect(moveTimes(timed('2026-03-10T09:00:00Z', null), { minutes: 15 }, BERLIN)).toEqual(
      timed('2026-03-10T09:15:00Z', null),
    );
    const days: EventTimes = { all_day: true, start_date: '2026-03-28', end_date: '2026-03-30' };
    expect(moveTimes(days, { days: -1 }, BERLIN)).toEqual({
      ...days,
      start_date: '2026-03-27',
      end_date: '2026-03-29',
    });
  });

  it('is measured in local days and minutes', () => {
    const before = timed('2026-03-28T09:00:00Z', '2026-03-28T10:00:00Z');
    const after = moveTimes(before, { days: 2, minutes: 45 }, BERLIN);
    expect(stepBetween(before, after, BERLIN)).toEqual({ days: 2, minutes: 45 });
  });
});

it('an event keeps at least a quarter of an hour, or a day', () => {
  const hour = timed('2026-03-10T09:00:00Z', '2026-03-10T10:00:00Z');
  expect(resizeTimes(hour, { minutes: -90 }, BERLIN)).toEqual({ ...hour, end_at: '2026-03-10T09:15:00Z' });
  const day: EventTimes = { all_day: true, start_date: '2026-03-10', end_date: '2026-03-11' };
  expect(resizeTimes(day, { days: -3 }, BERLIN)).toEqual(day);
});

it('an occurrence is sent without all_day unless it changes', () => {
  const before = timed('2026-03-10T09:00:00Z', '2026-03-10T10:00:00Z');
  expect(timesPatch(before, before)).toEqual({
    start_at: before.all_day ? '' : before.start_at,
    end_at: '2026-03-10T10:00:00Z',
  });
  const day: EventTimes = { all_day: true, start_date: '2026-03-10', end_date: '2026-03-11' };
  expect(timesPatch(before, day)).toEqual(day);
});

it('an event over midnight is on both days, one that ends at midnight is not', () => {
  const event = (start_at: string, end_at: string) =>
    daysOf({ all_day: false, start_at, end_at, start_date: null, end_date: null }, BERLIN);
  expect(event('2026-03-10T21:00:00Z', '2026-03-11T01:00:00Z')).toEqual({ first: '2026-03-10', last: '2026-03-11' });
  expect(event('2026-03-10T21:00:00Z', '2026-03-10T23:00:00Z')).toEqual({ first: '2026-03-10', last: '2026-03-10' });
});

it('a time that the clocks skip is moved forward', () => {
  expect(momentOf('2026-03-29', 150, BERLIN)).toBe('2026-03-29T01:30:00Z');
});

it('views cover whole weeks and steps keep the day', () => {
  expect(weekOf('2026-03-15', 'MO')).toBe('2026-03-09');
  expect(weekOf('2026-03-15', 'SU')).toBe('2026-03-15');
  expect(rangeOf('month', '2026-03-15', 'MO')).toEqual({ from: '2026-02-23', to: '2026-04-05' });
  expect(stepDate('month', '2026-01-31', 1)).toBe('2026-02-28');
});

it('few days begin with the date, wherever it is in the week', () => {
  expect(rangeOf('days', '2026-03-15', 'MO')).toEqual({ from: '2026-03-15', to: '2026-03-17' });
  expect(stepDate('days', '2026-03-15', -1)).toBe('2026-03-12');
});

it('the row of a day is its week in a month, and all days that are shown elsewhere', () => {
  expect(rowOf('month', '2026-03-01', '2026-03-11', 'MO')).toEqual({ from: '2026-03-09', to: '2026-03-15' });
  expect(rowOf('days', '2026-03-15', '2026-03-16', 'MO')).toEqual({ from: '2026-03-15', to: '2026-03-17' });
  expect(rowOf('day', '2026-03-15', '2026-03-15', 'MO')).toEqual({ from: '2026-03-15', to: '2026-03-15' });
});

it.each([
  ['9', 540],
  ['9:30', 570],
  ['930', 570],
  ['14.15', 855],
  ['2pm', 840],
  ['2:30 p.m.', 870],
  ['12am', 0],
  ['12 pm', 720],
  ['noon', 720],
  ['14 Uhr', 840],
  ['24:00', 0],
  ['25', undefined],
  ['9:75', undefined],
  ['13pm', undefined],
  ['soon', undefined],
  ['', undefined],
])('the time %j is understood', (text, minutes) => {
  expect(parseTime(text, { noon: 'noon', midnight: 'midnight' })).toBe(minutes);
});

it('working hours have days, several spans, and can go over midnight', () => {
  expect(parseWorkingHours('mon-wed 09:00-12:30,13:00-17:00; fri 22:00-06:00')).toEqual([
    { daysOfWeek: [1, 2, 3], startTime: '09:00', endTime: '12:30' },
    { daysOfWeek: [1, 2, 3], startTime: '13:00', endTime: '17:00' },
    { daysOfWeek: [5], startTime: '22:00', endTime: '24:00' },
    { daysOfWeek: [6], startTime: '00:00', endTime: '06:00' },
  ]);
  expect(parseWorkingHours('08:00-16:00')[0]?.daysOfWeek).toHaveLength(7);
});

it('colours of other clients become the nearest hue', () => {
  const colors = ['#3366cc', '#c2185b', '#00796b', '#7b1fa2', '#888888'];
  expect(colors.map((color) => hueOf({ name: 'Work', color }))).toEqual(['blue', 'pink', 'teal', 'violet', 'gray']);
});
