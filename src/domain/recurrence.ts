// The occurrences of a recurring event in a range: its rule expanded in its own time zone, so that a weekly 09:00
// stays 09:00 across daylight saving. All work is counted in steps, never in time, so that a list is refused always or never.
import { faulty } from '../errors.ts';
import { limits } from '../limits.ts';
import type { CalendarEvent } from '../resources/event.ts';
import type { Recurrence } from '../resources/recurrence.ts';
import { isDateAlone, parseTime } from '../values/time.ts';
import { TimeZone } from '../values/time-zone.ts';
import { DAY } from './recurrence-days.ts';
import { startsOf, unitOf } from './recurrence-starts.ts';

/** What of an event its occurrences follow from. */
export type Recurring = Pick<CalendarEvent, 'start_at' | 'end_at' | 'timezone' | 'recurrence'>;

// Steps take about half a microsecond; what takes longer counts as several.
const SERIES_STEPS = 10;
const OFFSET_STEPS = 10; // finding the next offset of a time zone
const DATE_STEPS = 10; // reading a time of exdates or rdates
const BETWEEN_PAUSES = 1000;

/** What one list may spend on finding occurrences, shared by all its series. */
export class Budget {
  readonly #occurrences: number;
  readonly #steps: number;
  #found = 0;
  #spent = 0;

  constructor(occurrences: number = limits.occurrences, steps: number = limits.recurrenceSteps) {
    this.#occurrences = occurrences;
    this.#steps = steps;
  }

  get spent(): number {
    return this.#spent;
  }

  spend(steps: number): void {
    this.#spent += steps;
    if (this.#spent > this.#steps) throw tooManySteps(this.#steps);
  }

  find(): void {
    if (++this.#found > this.#occurrences) throw tooMany('occurrences', this.#occurrences);
  }
}

/**
 * Starts of the occurrences from `from` up to but not including `before`, ascending, in milliseconds. The work pauses at each
 * yield: a single series may take the whole budget.
 */
export function* occurrences(
  event: Recurring,
  from: number,
  before: number,
  serviceZone: string,
  budget: Budget,
): Generator<undefined, number[]> {
  const rule = event.recurrence as Recurrence;
  const name = event.timezone ?? serviceZone;
  const start = Date.parse(event.start_at);
  const zone = new TimeZone(name, start);
  budget.spend(SERIES_STEPS + (rule.exdates?.length ?? 0) + (rule.rdates?.length ?? 0));
  const found = new Set<number>();
  let excluded: ((at: number) => boolean) | undefined;
  const take = (at: number) => {
    if (at < from || at >= before || found.has(at)) return;
    excluded ??= exclusions(rule.exdates ?? [], name, budget);
    if (excluded(at)) return;
    found.add(at);
    budget.find();
  };
  yield* takeStarts(rule, start, zone, name, from, before, budget, take);
  for (const date of rule.rdates ?? []) {
    budget.spend(DATE_STEPS);
    take(momentOf(date, name, start));
  }
  const starts = [...found];
  return rule.rdates ? starts.sort((a, b) => a - b) : starts;
}

function* takeStarts(
  rule: Recurrence,
  start: number,
  zone: TimeZone,
  name: string,
  from: number,
  before: number,
  budget: Budget,
  take: (at: number) => void,
): Generator<undefined, void> {
  const { count, end } = endOf(rule, start, before - 1, name);
  // COUNT counts from the start of the series, so the way to the range must be walked.
  const first = count === undefined ? Math.max(from, start) : start;
  if (first > end) return;
  let counted = 0;
  let moves = 0;
  let pause = budget.spent + BETWEEN_PAUSES;
  for (const at of startsOf(rule, start, zone, first, end, budget)) {
    budget.spend(1 + (zone.moves - moves) * OFFSET_STEPS);
    moves = zone.moves;
    if (at > end) return;
    if (at >= start) {
      take(at);
      if (++counted === count) return;
    }
    if (budget.spent > pause) {
      pause = budget.spent + BETWEEN_PAUSES;
      yield;
    }
  }
}

// The last moment that an occurrence can have. Equal steps without further parts need not be counted one by one.
function endOf(
  rule: Recurrence,
  start: number,
  last: number,
  zone: string,
): { count: number | undefined; end: number } {
  const end = rule.until === undefined ? last : Math.min(last, untilOf(rule.until, zone));
  const { count, interval = 1 } = rule;
  const unit = unitOf(rule);
  if (count === undefined || unit === undefined || Object.keys(rule).some((key) => key.startsWith('by')))
    return { count, end };
  return { count: undefined, end: Math.min(end, start + (count - 1) * interval * unit) };
}

// An exdate without a time of day takes out whatever falls on that day.
function exclusions(exdates: string[], name: string, budget: Budget): (at: number) => boolean {
  const days = new Set<number>();
  const moments = new Set<number>();
  for (const date of exdates) {
    budget.spend(DATE_STEPS);
    if (isDateAlone(date)) days.add(Date.parse(date) / DAY);
    else moments.add(parseTime(date, name) as number);
  }
  if (days.size === 0) return (at) => moments.has(at);
  const zone = new TimeZone(name, 0);
  return (at) => moments.has(at) || days.has(Math.floor(zone.local(at) / DAY));
}

// An rdate without a time of day takes the series' own.
function momentOf(date: string, zone: string, start: number): number {
  if (!isDateAlone(date)) return parseTime(date, zone) as number;
  const plainTime = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(zone).toPlainTime();
  return Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: zone, plainTime }).epochMilliseconds;
}

// UNTIL as a date alone includes that whole day.
function untilOf(until: string, zone: string): number {
  if (!isDateAlone(until)) return parseTime(until, zone) as number;
  return Temporal.PlainDate.from(until).add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds - 1;
}

const FILTERS = 'narrow the list with calendar_name, status or search';

export function tooLong(days: number) {
  const message = `The range is ${days} days long; an expanded list covers at most ${limits.expandDays} days. Ask for a shorter range.`;
  return faulty('INVALID_QUERY', [{ field: 'expand', constraint: 'range', message }]);
}

export function tooMany(what: 'occurrences' | 'single events' | 'series', most: number = limits.occurrences) {
  const shorter = what === 'series' ? 'N' : 'Ask for a shorter range, or n';
  const message = `The list has more than ${most} ${what}, the most that are expanded. ${shorter}${FILTERS.slice(1)}.`;
  return faulty('INVALID_QUERY', [{ field: 'expand', constraint: 'occurrences', message }]);
}

function tooManySteps(steps: number) {
  const message = `To find the occurrences takes more than ${steps} steps. A rule with count is followed from its start, one with until is not: use until in old series, ask for a shorter range, or ${FILTERS}.`;
  return faulty('INVALID_QUERY', [{ field: 'expand', constraint: 'steps', message }]);
}
