// The occurrences of a recurring event in a range: its rule expanded in its own time zone, so that a weekly 09:00
// stays 09:00 across daylight saving. Bounded in steps, whatever the rule asks for.
import { RRuleTemporal } from 'rrule-temporal';
import { AppError, faulty } from '../errors.ts';
import { limits } from '../limits.ts';
import type { CalendarEvent } from '../resources/event.ts';
import type { Recurrence } from '../resources/recurrence.ts';
import { isDateAlone, parseTime } from '../values/time.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** What of an event its occurrences follow from. */
export type Recurring = Pick<CalendarEvent, 'start_at' | 'end_at' | 'timezone' | 'recurrence'>;

/** What one list may spend on finding occurrences, shared by all its series. */
export interface Budget {
  occurrences: number;
  steps: number;
  /** When to give up, by the clock of performance.now(). */
  until: number;
}

export function newBudget(): Budget {
  return {
    occurrences: limits.occurrences,
    steps: limits.recurrenceSteps,
    until: performance.now() + limits.recurrenceTime,
  };
}

/** Starts of the occurrences from `from` up to but not including `before`, ascending, in milliseconds. */
export function occurrences(
  event: Recurring,
  from: number,
  before: number,
  serviceZone: string,
  budget: Budget,
): number[] {
  const rule = event.recurrence as Recurrence;
  const zone = event.timezone ?? serviceZone;
  const start = zoned(Date.parse(event.start_at), zone);
  const excluded = exclusions(rule.exdates ?? [], zone);
  const starts = new Set<number>();
  const take = (at: number) => {
    if (at < from || at >= before || starts.has(at) || excluded(at)) return;
    starts.add(at);
    if (--budget.occurrences < 0) throw tooWide();
  };
  const options = ruleOptions(rule, start, zone, before);
  if (options) {
    try {
      const series = new RRuleTemporal(options);
      if (rule.count === undefined) {
        const end = Math.min(before, options.until.epochMilliseconds + 1);
        jump(series, rule, Math.max(from, start.epochMilliseconds), end, zone, budget, take);
      } else walk(series, before, budget, take);
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw tooWide(); // the library's own budgets
    }
  }
  for (const date of rule.rdates ?? []) take(momentOf(date, zone, start));
  return [...starts].sort((a, b) => a - b);
}

// COUNT counts from the start of the series, so the way to the range must be walked.
function walk(series: RRuleTemporal, before: number, budget: Budget, take: (at: number) => void): void {
  series.all((date) => {
    spend(budget, 1);
    const at = date.epochMilliseconds;
    if (at < before) take(at);
    return at < before;
  });
}

/** Takes steps from the budget; throws where these or the time have run out. */
export function spend(budget: Budget, steps: number): void {
  budget.steps -= steps;
  if (budget.steps < 0 || performance.now() > budget.until) throw tooWide();
}

// Without COUNT the library can begin at the range. It is asked window by window, none of which can hold more
// occurrences than the list may: the finest rule has one a minute, a rule by days one a day.
function jump(
  series: RRuleTemporal,
  rule: Recurrence,
  from: number,
  before: number,
  zone: string,
  budget: Budget,
  take: (at: number) => void,
): void {
  const fine = rule.freq === 'hourly' || rule.freq === 'minutely' || rule.byhour || rule.byminute;
  const size = limits.occurrences * (fine ? MINUTE : DAY);
  for (let start = from; start < before; start += size) {
    const found = series.between(zoned(start, zone), zoned(Math.min(start + size, before) - 1, zone), true);
    spend(budget, found.length + 50); // a window has its price even when it is empty
    for (const date of found) take(date.epochMilliseconds);
  }
}

function ruleOptions(rule: Recurrence, dtstart: Temporal.ZonedDateTime, tzid: string, before: number) {
  const until = rule.until === undefined ? before - 1 : Math.min(before - 1, endOf(rule.until, tzid));
  if (until < dtstart.epochMilliseconds) return undefined;
  // UNTIL keeps the library from walking on for ever, also after a COUNT that is never reached.
  const end = { until: zoned(until, tzid), ...(rule.count !== undefined && { count: rule.count }) };
  return {
    freq: rule.freq.toUpperCase() as 'DAILY',
    interval: rule.interval ?? 1,
    dtstart,
    tzid,
    includeDtstart: false,
    cache: false,
    maxIterations: limits.recurrenceSteps,
    maxCandidateEvaluations: limits.recurrenceSteps * 2,
    ...end,
    ...(rule.byday && { byDay: rule.byday }),
    ...(rule.bymonthday && { byMonthDay: rule.bymonthday }),
    ...(rule.bymonth && { byMonth: rule.bymonth }),
    ...(rule.byyearday && { byYearDay: rule.byyearday }),
    ...(rule.byweekno && { byWeekNo: rule.byweekno }),
    ...(rule.byhour && { byHour: rule.byhour }),
    ...(rule.byminute && { byMinute: rule.byminute }),
    ...(rule.bysetpos && { bySetPos: rule.bysetpos }),
    ...(rule.wkst && { wkst: rule.wkst }),
  };
}

// An exdate without a time of day takes out whatever falls on that day.
function exclusions(exdates: string[], zone: string): (at: number) => boolean {
  const days = new Set(exdates.filter(isDateAlone));
  const moments = new Set(exdates.filter((date) => !isDateAlone(date)).map((date) => parseTime(date, zone)));
  return (at) => moments.has(at) || (days.size > 0 && days.has(zoned(at, zone).toPlainDate().toString()));
}

// An rdate without a time of day takes the series' own.
function momentOf(date: string, zone: string, start: Temporal.ZonedDateTime): number {
  if (!isDateAlone(date)) return parseTime(date, zone) as number;
  return Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: zone, plainTime: start.toPlainTime() })
    .epochMilliseconds;
}

// UNTIL as a date alone includes that whole day.
function endOf(until: string, zone: string): number {
  if (!isDateAlone(until)) return parseTime(until, zone) as number;
  return Temporal.PlainDate.from(until).add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds - 1;
}

function zoned(ms: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
}

export function tooWide(): AppError {
  const message = `The range is longer than ${limits.expandDays} days or holds more than ${limits.occurrences} occurrences, or they are too hard to find; ask for a shorter range.`;
  return faulty('INVALID_QUERY', [{ field: 'expand', constraint: 'range', message }]);
}
