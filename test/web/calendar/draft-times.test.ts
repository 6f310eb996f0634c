// Times of an event that is edited: those that were not changed in the form stay exactly as they were.
import { expect, it } from 'vitest';
import { draftTimes, editedTimes } from '../../../web/src/calendar/editor/draft-times.ts';
import type { EventTimes } from '../../../web/src/calendar/events/event-times.ts';

const BERLIN = 'Europe/Berlin';
const timed = (start_at: string, end_at: string | null): EventTimes => ({ all_day: false, start_at, end_at });
/** The second 02:30 of the night in which the clocks go back. */
const REPEATED = timed('2026-10-25T01:30:00Z', '2026-10-25T02:30:00Z');

it.each([
  ['in the hour that is repeated', REPEATED],
  ['with seconds', timed('2026-06-02T07:00:30Z', '2026-06-02T08:00:30Z')],
  ['without a length', timed('2026-06-02T07:00:30Z', null)],
  ['of whole days', { all_day: true, start_date: '2026-06-02', end_date: '2026-06-04' } as EventTimes],
])('an event %s keeps its times if they were not changed', (_name, times) => {
  expect(editedTimes(draftTimes(times, BERLIN), times, BERLIN)).toEqual(times);
});

it('the start stays when only the end is changed, and the end when only the start is', () => {
  const form = draftTimes(REPEATED, BERLIN);
  expect(editedTimes({ ...form, endMinutes: 240 }, REPEATED, BERLIN)).toEqual({
    ...REPEATED,
    end_at: '2026-10-25T03:00:00Z',
  });
  const late = timed('2026-10-24T23:00:00Z', '2026-10-25T01:30:00Z');
  expect(editedTimes({ ...draftTimes(late, BERLIN), startMinutes: 75 }, late, BERLIN)).toEqual({
    ...late,
    start_at: '2026-10-24T23:15:00Z',
  });
});

it('another time zone or whole days are changes of both', () => {
  const times = timed('2026-06-02T07:00:30Z', '2026-06-02T08:00:00Z');
  const form = draftTimes(times, BERLIN);
  expect(editedTimes({ ...form, zone: 'UTC' }, times, BERLIN)).toEqual(
    timed('2026-06-02T09:00:00Z', '2026-06-02T10:00:00Z'),
  );
  expect(editedTimes({ ...form, allDay: true }, times, BERLIN)).toEqual({
    all_day: true,
    start_date: '2026-06-02',
    end_date: '2026-06-03',
  });
});
