// What a new start of a series is the new start of: its first occurrence, which is not always where the series begins.
import type { CalendarEvent } from '../../resources/event.ts';
import type { Recurrence } from '../../resources/recurrence.ts';
import type { SeriesStart } from '../rule-starts.ts';
import { openSeries } from './find-occurrence.ts';
import { NamedTimes } from './named-times.ts';
import { daysBetween, startOfSeries } from './series-dates.ts';

/**
 * The first occurrence is later than the start where the rule does not give that. A new time on the day of the start is for
 * all; it does not move them to that day. Several rules count from the start.
 */
export async function movingStart(
  before: CalendarEvent,
  after: CalendarEvent,
  serviceZone: string,
): Promise<SeriesStart> {
  const from = startOfSeries(before, serviceZone);
  const to = startOfSeries(after, serviceZone);
  const { exdates: _exdates, rdates: _rdates, ...recurrence } = before.recurrence as Recurrence;
  if (from.start === to.start || recurrence.rules?.length || recurrence.exrules?.length) return from;
  const start = (await openSeries({ ...before, recurrence }, serviceZone)).nextStart(from.start - 1);
  if (start === undefined || start === from.start) return from;
  const first = { ...from, start, local: new NamedTimes(recurrence, from).localOf(start) };
  return daysBetween(from, to) === 0 && daysBetween(from, first) !== 0 ? from : first;
}
