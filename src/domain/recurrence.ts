// The occurrences of a recurring event in a range: its rule expanded in its own time zone, so that a weekly 09:00
// stays 09:00 across daylight saving. Bounded in steps, whatever the rule asks for.
import { RRuleTemporal } from 'rrule-temporal';
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import type { CalendarEvent } from '../resources/event.ts';
import type { Recurrence } from '../resources/recurrence.ts';
import { isDateAlone, parseTime } from '../values/time.ts';

/** Starts of the occurrences from `from` up to but not including `before`, ascending, in milliseconds. */
export function occurrences(
  event: CalendarEvent,
  from: number,
  before: number,
  serviceZone: string,
  most: number,
): number[] {
  const rule = event.recurrence as Recurrence;
  const zone = event.timezone ?? serviceZone;
  const start = zoned(Date.parse(event.start_at), zone);
  const excluded = (rule.exdates ?? []).map((date) => matcher(date, zone));
  const starts: number[] = [];
  let steps = 0;
  const take = (at: number) => {
    if (at >= from && at < before && !excluded.some((matches) => matches(at))) starts.push(at);
  };
  // Not asked for a range but walked from the start, because COUNT counts from there.
  const options = ruleOptions(rule, start, zone, before);
  if (options) {
    try {
      new RRuleTemporal(options).all((date, _index) => {
        if (++steps > limits.recurrenceSteps || starts.length > most) throw tooWide();
        const at = date.epochMilliseconds;
        if (at >= before) return false;
        take(at);
        return true;
      });
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw tooWide();
    }
  }
  for (const date of rule.rdates ?? []) take(momentOf(date, zone, start));
  return [...new Set(starts)].sort((a, b) => a - b);
}

function ruleOptions(rule: Recurrence, dtstart: Temporal.ZonedDateTime, tzid: string, before: number) {
  const until = rule.until === undefined ? before - 1 : Math.min(before - 1, endOf(rule.until, tzid));
  if (until < dtstart.epochMilliseconds) return undefined;
  // With COUNT the walk ends by itself; otherwise UNTIL keeps the library from walking on for ever.
  const end = rule.count === undefined ? { until: zoned(until, tzid) } : { count: rule.count };
  return {
    freq: rule.freq.toUpperCase() as 'DAILY',
    interval: rule.interval ?? 1,
    dtstart,
    tzid,
    includeDtstart: false,
    cache: false,
    maxIterations: limits.recurrenceSteps,
    maxCandidateEvaluations: limits.recurrenceSteps * 10,
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
function matcher(date: string, zone: string): (at: number) => boolean {
  if (!isDateAlone(date)) {
    const moment = parseTime(date, zone);
    return (at) => at === moment;
  }
  return (at) => zoned(at, zone).toPlainDate().toString() === date;
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

function tooWide(): AppError {
  const message = `The range holds too many occurrences (more than ${limits.occurrences}, or too many steps to find them); ask for a shorter one.`;
  return new AppError('INVALID_QUERY', message, { field: 'expand' });
}
