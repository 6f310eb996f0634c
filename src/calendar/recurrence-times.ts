// The clock part of a recurrence rule (RFC 5545 section 3.3.10): times of day, and which seconds, minutes and hours the
// rules that repeat by them allow. A local time is the milliseconds that its date and time of day would have in UTC.
import type { Rule } from '../resources/recurrence.ts';
import { ascending, DAY } from './calendar-days.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The steps of the rules that repeat by the clock; the others repeat by the calendar. */
const UNITS: Partial<Record<Rule['freq'], number>> = { secondly: SECOND, minutely: MINUTE, hourly: HOUR };

export function unitOf(freq: Rule['freq']): number | undefined {
  return UNITS[freq];
}

/** The times of a period of this length that a rule gives, in milliseconds from its beginning, ascending. */
export function timesWithin(period: number, rule: Rule, startLocal: number): number[] {
  const time = startLocal - Math.floor(startLocal / DAY) * DAY;
  const values = (list: number[] | undefined, unit: number, count: number) =>
    period > unit ? ascending(list ?? [Math.floor(time / unit) % count]).map((value) => value * unit) : [0];
  const hours = values(rule.byhour, HOUR, 24);
  const minutes = values(rule.byminute, MINUTE, 60);
  const seconds = values(withoutLeap(rule.bysecond), SECOND, 60);
  return hours.flatMap((hour) =>
    minutes.flatMap((minute) => seconds.map((second) => hour + minute + second + (time % SECOND))),
  );
}

/** Which periods of a rule that repeats by the clock the parts for hours, minutes and seconds allow. */
export class AllowedTimes {
  /** At each value the next allowed one, or the number of values if there is none. */
  readonly #hours: number[] | undefined;
  readonly #minutes: number[] | undefined;
  readonly #seconds: number[] | undefined;

  constructor({ byhour, byminute, bysecond }: Rule, unit: number) {
    this.#hours = byhour && nextValues(byhour, 24);
    this.#minutes = unit < HOUR && byminute ? nextValues(byminute, 60) : undefined;
    this.#seconds = unit < MINUTE && bysecond ? nextValues(withoutLeap(bysecond) as number[], 60) : undefined;
  }

  /** Whether every time of day is allowed. */
  get allowsAll(): boolean {
    return (this.#hours ?? this.#minutes ?? this.#seconds) === undefined;
  }

  /** The local time itself when it is allowed, else a later one of the day, or its end, before which none is allowed. */
  next(local: number): number {
    const hour = Math.floor(local / HOUR);
    const day = Math.floor(local / DAY);
    const nextHour = this.#hours ? (this.#hours[hour - 24 * day] as number) + 24 * day : hour;
    if (nextHour > hour) return nextHour * HOUR;
    const minute = Math.floor(local / MINUTE);
    const nextMinute = this.#minutes ? (this.#minutes[minute - 60 * hour] as number) + 60 * hour : minute;
    if (nextMinute > minute) return nextMinute * MINUTE;
    const second = Math.floor(local / SECOND);
    const nextSecond = this.#seconds ? (this.#seconds[second - 60 * minute] as number) + 60 * minute : second;
    return nextSecond > second ? nextSecond * SECOND : local;
  }
}

// A leap second is read as the second before it (RFC 5545 section 3.3.12).
function withoutLeap(seconds: number[] | undefined): number[] | undefined {
  return seconds?.map((second) => Math.min(second, 59));
}

function nextValues(values: number[], count: number): number[] {
  const allowed = new Set(values);
  const next: number[] = [];
  for (let value = count - 1; value >= 0; value--)
    next[value] = allowed.has(value) ? value : (next[value + 1] ?? count);
  return next;
}

/**
 * Whether a rule by the clock that steps so many milliseconds from an origin ever reaches an allowed time of day. The
 * times of day that it reaches are a whole number of `common` apart.
 */
export function isReachable(times: AllowedTimes, step: number, origin: number): boolean {
  if (times.allowsAll) return true;
  const common = commonDivisor(step, DAY);
  const first = ((origin % common) + common) % common;
  const aligned = (time: number) => first + Math.ceil((time - first) / common) * common;
  for (let time = first; time < DAY; ) {
    const next = times.next(time);
    if (next === time) return true;
    time = aligned(next);
  }
  return false;
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}

/** Indexes of the places of BYSETPOS in a set, ascending. */
export function indexesOf(bysetpos: number[], size: number): number[] {
  return ascending(bysetpos.map((place) => (place > 0 ? place - 1 : size + place))).filter(
    (index) => index >= 0 && index < size,
  );
}
