// The occurrences of an event without a service: as in service, where a rule with COUNT ends is found once and kept, and
// lists begin at their range. The work is done in one go, without its pauses.
import { Budget, finish, unbounded } from '../../src/calendar/budget.ts';
import { Series, type SeriesInput } from '../../src/calendar/series.ts';
import type { CalendarEvent } from '../../src/resources/event.ts';
import type { Recurrence } from '../../src/resources/recurrence.ts';

export type Recurring = Pick<CalendarEvent, 'start_at' | 'timezone' | 'recurrence'> & { all_day?: boolean };

/** The series as a list has it. */
export function seriesOf(event: Recurring, serviceZone: string): Series {
  const input: SeriesInput = {
    start: Date.parse(event.start_at),
    allDay: event.all_day ?? false,
    zone: event.timezone ?? serviceZone,
    recurrence: event.recurrence as Recurrence,
    lastStart: null,
  };
  return new Series({ ...input, lastStart: finish(new Series(input).countEnd(unbounded())) });
}

export function occurrencesOf(
  event: Recurring,
  from: number,
  before: number,
  serviceZone: string,
  budget: Budget = new Budget(),
): number[] {
  return finish(seriesOf(event, serviceZone).starts(from, before, budget));
}
