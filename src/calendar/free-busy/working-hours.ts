// The times that working hours are in a range.
import type { Hours, WorkingHours } from '../../resources/working-hours.ts';
import type { TimeZone } from '../../values/time-zone.ts';
import { DAY, weekdayOf } from '../calendar-days.ts';
import { merged, type Span } from './spans.ts';

/** When these hours are, from one moment to another, in a time zone. */
export function workingTimes(hours: WorkingHours, { start, end }: Span, zone: TimeZone): Span[] {
  const found: Span[] = [];
  // The hours of the day before can reach into the range.
  for (let day = Math.floor(zone.local(start) / DAY) - 1; day * DAY < zone.localEnd(end); day++) {
    for (const time of hours[weekdayOf(day)] as Hours[]) {
      const from = Math.max(start, zone.momentOf(day * DAY + time.start));
      const before = Math.min(end, zone.momentOf(day * DAY + time.end));
      if (from < before) found.push({ start: from, end: before });
    }
  }
  return merged(found);
}
