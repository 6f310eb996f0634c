// Series as their occurrences, and the order of a list that was not ordered by the store.
import type { CalendarEvent } from '../resources/event.ts';
import type { Resource } from '../resources/resource.ts';
import { columnValue } from '../store/rows.ts';
import { formatTime, isWritable } from '../values/time.ts';
import { newBudget, occurrences } from './recurrence.ts';

export type Occurrence = CalendarEvent & { recurrence_id?: string };

export function expandSeries(series: CalendarEvent[], from: number, before: number, serviceZone: string): Occurrence[] {
  const budget = newBudget();
  return series.flatMap((event) => {
    const length = event.end_at === null ? null : Date.parse(event.end_at) - Date.parse(event.start_at);
    return occurrences(event, from, before, serviceZone, budget).map((start) => {
      const at = formatTime(start);
      return {
        ...event,
        start_at: at,
        end_at: length !== null && isWritable(start + length) ? formatTime(start + length) : null,
        recurrence_id: at,
      };
    });
  });
}

/** The order of every list: nulls last, ties by id and then by start, text by its folded form. */
export function orderRecords(
  events: Occurrence[],
  sort: string,
  order: 'asc' | 'desc',
  resource: Resource,
): Occurrence[] {
  const kind = resource.columns[sort] ?? 'time';
  const direction = order === 'asc' ? 1 : -1;
  const keyed = events.map((event) => ({
    event,
    key: columnValue(kind, event[sort as keyof Occurrence]),
    start: Date.parse(event.start_at),
  }));
  keyed.sort((a, b) => direction * (compare(a.key, b.key) || compare(a.event.id, b.event.id) || a.start - b.start));
  return keyed.map(({ event }) => event);
}

// By code points, as both engines compare text.
function compare(a: unknown, b: unknown): number {
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return (a as number) < (b as number) ? -1 : (a as number) > (b as number) ? 1 : 0;
}
