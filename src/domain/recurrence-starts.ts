// The starts that a recurrence rule gives, one after the other, in the time zone of its series: days and times of day as
// they are written on a local calendar, hours and minutes as time passes. Only numbers: see values/time-zone.ts.
import type { Recurrence } from '../resources/recurrence.ts';
import type { TimeZone } from '../values/time-zone.ts';
import { DAY, RuleDays } from './recurrence-days.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The length of the steps of an hourly or minutely rule, before its interval; the others go by the calendar. */
export function unitOf({ freq }: Recurrence): number | undefined {
  return freq === 'hourly' ? HOUR : freq === 'minutely' ? MINUTE : undefined;
}

/**
 * The starts from the first period that can hold one at or after `from` up to the first after `end`, ascending. Before and after
 * that range there may be a few more. NaN stands for a step that gave nothing.
 */
export function startsOf(
  rule: Recurrence,
  start: number,
  zone: TimeZone,
  from: number,
  end: number,
  budget: Steps,
): Generator<number, void> {
  const days = new RuleDays(rule, Math.floor(zone.local(start) / DAY));
  const series = { rule, start, zone, days, budget };
  if (rule.freq === 'hourly') return hourly(series, from, end);
  if (rule.freq === 'minutely') return minutely(series, from, end);
  return byDays(series, from, end);
}

interface Series {
  rule: Recurrence;
  start: number;
  zone: TimeZone;
  days: RuleDays;
  budget: Steps;
}

/** Counts the work, beside one step for each start or NaN. */
export interface Steps {
  spend(steps: number): void;
}

// Daily to yearly rules: the set of a period is each of its days at each time of day.
function* byDays({ rule, start, zone, days, budget }: Series, from: number, end: number): Generator<number, void> {
  const { interval = 1, bysetpos } = rule;
  const times = timesOfDay(rule, zone.local(start));
  const cost = Math.ceil((days.values + (bysetpos?.length ?? 0)) / 2);
  budget.spend(times.length);
  const firstDay = Math.floor(zone.local(from) / DAY) - 1;
  const lastDay = Math.floor(zone.local(end) / DAY);
  // One period earlier: a week that begins in one year may belong to the next.
  const first = Math.max(0, Math.floor((days.periodOf(firstDay) - 1) / interval));
  for (let period = first * interval; days.firstDay(period) <= lastDay; period += interval) {
    budget.spend(cost);
    yield Number.NaN;
    const found = days.of(period);
    const size = found.length * times.length;
    const places = bysetpos && placesOf(bysetpos, size);
    // Without BYSETPOS the days before the range need no look at their times.
    let place = places ? 0 : found.findIndex((day) => day >= firstDay) * times.length;
    if (place < 0) continue;
    for (const last = places ? places.length : size; place < last; place++) {
      const index = places ? (places[place] as number) : place;
      const day = found[Math.floor(index / times.length)] as number;
      yield zone.moment(day * DAY + (times[index % times.length] as number)) ?? Number.NaN;
    }
  }
}

// Hours and minutes pass alike whatever the clocks do, so their steps are equally long. Where the rule excludes a day or an
// hour, it is left at once.
function* hourly({ rule, start, zone, days }: Series, from: number, end: number): Generator<number, void> {
  const { interval = 1, byhour, byminute, bysetpos } = rule;
  const step = interval * HOUR;
  const minutes = byminute ? sorted(byminute) : [minuteOf(zone.local(start))];
  const chosen = bysetpos ? placesOf(bysetpos, minutes.length).map((place) => minutes[place] as number) : minutes;
  const aligned = (moment: number) => start + Math.ceil((moment - start) / step) * step;
  for (let moment = aligned(Math.max(start, from - HOUR)); moment - HOUR <= end; ) {
    const local = zone.local(moment);
    const next = nextAllowed(local, days, byhour, undefined);
    if (next === local) {
      for (const minute of chosen) yield moment + (minute - minuteOf(local)) * MINUTE;
      moment += step;
    } else moment = aligned(Math.min(moment + next - local, zone.changeAfter(moment)));
    yield Number.NaN;
  }
}

function* minutely({ rule, start, zone, days }: Series, from: number, end: number): Generator<number, void> {
  const { interval = 1, byhour, byminute, bysetpos } = rule;
  const step = interval * MINUTE;
  if (bysetpos && placesOf(bysetpos, 1).length === 0) return; // each set has one
  const aligned = (moment: number) => start + Math.ceil((moment - start) / step) * step;
  for (let moment = aligned(Math.max(start, from)); moment <= end; ) {
    const local = zone.local(moment);
    const next = nextAllowed(local, days, byhour, byminute);
    if (next === local) {
      yield moment;
      moment += step;
    } else {
      moment = aligned(Math.min(moment + next - local, zone.changeAfter(moment)));
      yield Number.NaN;
    }
  }
}

/** The local time itself when the rule allows it, else a later one before which it allows none. */
function nextAllowed(local: number, days: RuleDays, byhour?: number[], byminute?: number[]): number {
  const day = Math.floor(local / DAY);
  if (!days.allows(day)) return (day + 1) * DAY;
  const hour = Math.floor(local / HOUR) - day * 24;
  if (byhour && !byhour.includes(hour)) {
    const later = Math.min(...byhour.filter((one) => one > hour), 24);
    return day * DAY + later * HOUR;
  }
  const minute = minuteOf(local);
  if (byminute && !byminute.includes(minute)) {
    const later = Math.min(...byminute.filter((one) => one > minute), 60);
    return (day * 24 + hour) * HOUR + later * MINUTE;
  }
  return local;
}

function minuteOf(local: number): number {
  return Math.floor(local / MINUTE) - 60 * Math.floor(local / HOUR);
}

/** The times of day of a rule, ascending, in milliseconds; the start of the series has what the rule does not say. */
function timesOfDay({ byhour, byminute }: Recurrence, startLocal: number): number[] {
  const time = startLocal - Math.floor(startLocal / DAY) * DAY;
  const hours = byhour ? sorted(byhour) : [Math.floor(time / HOUR)];
  const minutes = byminute ? sorted(byminute) : [minuteOf(time)];
  return hours.flatMap((hour) => minutes.map((minute) => hour * HOUR + minute * MINUTE + (time % MINUTE)));
}

/** Indexes of the places of BYSETPOS in a set, ascending. */
function placesOf(bysetpos: number[], size: number): number[] {
  return sorted(bysetpos.map((place) => (place > 0 ? place - 1 : size + place))).filter(
    (index) => index >= 0 && index < size,
  );
}

function sorted(values: number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}
