// The agenda of Today: what is running, over and next, also across midnight and on days of other time zones.
import { expect, test } from 'vitest';
import type { CalendarEvent } from '../../../web/src/data/types.ts';
import { agendaOf } from '../../../web/src/today/agenda.ts';
import { addDays } from '../../../web/src/words/days.ts';

const dayIn = (zone: string) => (time: string | Date) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date(time));
const BERLIN = dayIn('Europe/Berlin');
const NOW = new Date('2026-03-17T09:30:00Z'); // 10:30 in Berlin

function event(title: string, start: string, end: string | null, rest: Partial<CalendarEvent> = {}): CalendarEvent {
  const shared = { id: title, title, start_at: start, end_at: end, all_day: false, status: 'confirmed' };
  return { ...shared, start_date: null, end_date: null, ...rest } as CalendarEvent;
}

function allDay(title: string, from: string, to: string): CalendarEvent {
  return event(title, `${from}T00:00:00Z`, null, { all_day: true, start_date: from, end_date: to });
}

test('events are over, running, next or later', () => {
  const { timed } = agendaOf(
    [
      event('later', '2026-03-17T15:00:00Z', '2026-03-17T16:00:00Z'),
      event('over', '2026-03-17T08:00:00Z', '2026-03-17T09:30:00Z'),
      event('next', '2026-03-17T10:00:00Z', '2026-03-17T11:00:00Z'),
      event('running', '2026-03-17T09:00:00Z', '2026-03-17T11:00:00Z'),
      event('cancelled', '2026-03-17T09:45:00Z', '2026-03-17T10:00:00Z', { status: 'cancelled' }),
    ],
    NOW,
    BERLIN,
  );
  expect(timed.map((item) => [item.event.title, item.state])).toEqual([
    ['over', 'over'],
    ['running', 'running'],
    ['next', 'next'],
    ['later', 'later'],
  ]);
  expect(timed[1]?.progress).toBe(0.25);
});

test('an event of the night is on both days, one that ends at midnight is not', () => {
  const { timed, tomorrow } = agendaOf(
    [
      event('night train', '2026-03-16T21:00:00Z', '2026-03-17T06:00:00Z'),
      event('until midnight', '2026-03-16T21:00:00Z', '2026-03-16T23:00:00Z'),
      event('into tomorrow', '2026-03-17T22:00:00Z', '2026-03-18T02:00:00Z'),
      event('moment', '2026-03-17T12:00:00Z', null),
      event('tomorrow', '2026-03-18T08:00:00Z', '2026-03-18T09:00:00Z'),
    ],
    NOW,
    BERLIN,
  );
  expect(timed.map((item) => item.event.title)).toEqual(['night train', 'moment', 'into tomorrow']);
  expect(tomorrow.map(({ title }) => title)).toEqual(['tomorrow']);
});

test('all-day events are on their dates in every time zone; those of tomorrow are listed first', () => {
  const events = [
    allDay('fair', '2026-03-15', '2026-03-18'),
    allDay('holiday', '2026-03-18', '2026-03-19'),
    event('breakfast', '2026-03-18T06:00:00Z', '2026-03-18T07:00:00Z'),
  ];
  for (const zone of ['Europe/Berlin', 'Pacific/Kiritimati', 'America/Los_Angeles']) {
    const noon = new Date('2026-03-17T11:00:00Z');
    const day = dayIn(zone)(noon);
    const titles = agendaOf(events, noon, dayIn(zone)).allDay.map(({ title }) => title);
    expect([zone, titles]).toEqual([zone, day === '2026-03-18' ? ['holiday'] : ['fair']]);
  }
  expect(agendaOf(events, NOW, BERLIN).tomorrow.map(({ title }) => title)).toEqual(['holiday', 'breakfast']);
});

test('dates are counted across the ends of months', () => {
  expect([addDays('2026-02-28', 1), addDays('2026-03-01', -1), addDays('2024-02-28', 1)]).toEqual([
    '2026-03-01',
    '2026-02-28',
    '2024-02-29',
  ]);
});
