// Which reminders Today shows: also those that fired on earlier days.
import { expect, it } from 'vitest';
import type { Reminder } from '../../../web/src/data/types.ts';
import { isStillDue, whenOf } from '../../../web/src/today/due-reminders.ts';
import { formatDay, formatDayTime, formatTime } from '../../../web/src/words/format.ts';

const NOW = new Date('2026-03-17T09:30:00Z');
const ZONE = 'Europe/Berlin';

function reminder(due: string, start: string, rest: Partial<Reminder> = {}): Reminder {
  const times = { due_at: due, start_at: start, end_at: null, all_day: false, end_date: null, snoozed_until: null };
  return { ...times, status: 'fired', ...rest } as Reminder;
}

it.each([
  ['of today', reminder('2026-03-17T08:00:00Z', '2026-03-17T08:15:00Z'), true],
  ['of the days before, also of what is over', reminder('2026-03-13T08:00:00Z', '2026-03-13T08:15:00Z'), true],
  ['of an event that is over for long', reminder('2026-03-02T08:00:00Z', '2026-03-02T08:15:00Z'), false],
  ['of an event to come, however early', reminder('2026-02-10T08:00:00Z', '2026-03-20T08:00:00Z'), true],
  [
    'of an event that is not over',
    reminder('2026-02-10T08:00:00Z', '2026-03-01T08:00:00Z', { end_at: '2026-03-30T08:00:00Z' }),
    true,
  ],
  [
    'of the last of whole days',
    reminder('2026-02-10T08:00:00Z', '2026-03-15T00:00:00Z', { all_day: true, end_date: '2026-03-18' }),
    true,
  ],
  [
    'of whole days that are over',
    reminder('2026-02-10T08:00:00Z', '2026-03-15T00:00:00Z', { all_day: true, end_date: '2026-03-17' }),
    false,
  ],
  [
    'that was repeated yesterday',
    reminder('2026-02-10T08:00:00Z', '2026-02-10T09:00:00Z', { snoozed_until: '2026-03-16T08:00:00Z' }),
    true,
  ],
])('a reminder %s', (_name, one, isShown) => {
  expect(isStillDue(one, NOW, ZONE)).toBe(isShown);
});

it.each([
  ['of today has the time', {}, formatTime('2026-03-17T08:15:00Z')],
  ['of another day has the day too', { start_at: '2026-03-13T08:15:00Z' }, formatDayTime('2026-03-13T08:15:00Z')],
  ['of today and all day says so', { all_day: true, start_date: '2026-03-17' }, 'All day'],
  ['of another whole day has the day', { all_day: true, start_date: '2026-03-13' }, formatDay('2026-03-13', 'UTC')],
])('the event of a reminder %s', (_name, rest, said) => {
  const one = reminder('2026-03-17T08:00:00Z', '2026-03-17T08:15:00Z', rest);
  expect(whenOf(one, NOW, 'All day')).toBe(said);
});
