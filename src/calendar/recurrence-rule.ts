// One recurrence rule as local times, period by period. Everything goes by the local calendar and clock, hours and
// minutes too: a rule for every second hour stays at even hours when daylight saving begins. Only numbers.
import type { Rule } from '../resources/recurrence.ts';
import { DAY } from './calendar-days.ts';
import { RuleDays } from './recurrence-days.ts';
import { AllowedTimes, indexesOf, isReachable, timesWithin, unitOf } from './recurrence-times.ts';

/** Counts the work. */
export interface Steps {
  spend(steps: number): void;
}

export class RecurrenceRule {
  readonly #rule: Rule;
  readonly #start: number;
  readonly #interval: number;
  readonly #days: RuleDays;
  /** Times within a day, or within a period of a rule that repeats by the clock. */
  readonly #times: number[];
  /** Of a rule that repeats by the clock. */
  readonly #unit: number | undefined;
  readonly #allowed: AllowedTimes | undefined;
  readonly #isEmpty: boolean;

  /** `startLocal` is the start of the series; the times of day of an all-day series are left out. */
  constructor(given: Rule, startLocal: number, allDay: boolean) {
    const rule = allDay ? withoutTimes(given) : given;
    this.#rule = rule;
    this.#start = startLocal;
    this.#interval = Math.max(1, Math.floor(rule.interval ?? 1)); // a stored one may be anything
    this.#days = new RuleDays(rule, Math.floor(startLocal / DAY));
    this.#unit = unitOf(rule.freq);
    this.#times = timesWithin(this.#unit ?? DAY, rule, startLocal);
    this.#allowed = this.#unit === undefined ? undefined : new AllowedTimes(rule, this.#unit);
    this.#isEmpty =
      this.#times.length === 0 ||
      (this.#allowed !== undefined &&
        !isReachable(this.#allowed, this.#interval * (this.#unit as number), this.#origin));
  }

  /**
   * The local times from `from`, or from the start of the series, up to but not including `before`, ascending: those of
   * one period after the other, which may be none. The work begins at the range, wherever the series started.
   */
  starts(from: number, before: number, steps: Steps): Generator<readonly number[], void> {
    const first = Math.max(from, this.#start);
    if (this.#isEmpty || first >= before) return nothing();
    if (this.#unit !== undefined) return this.#byClock(this.#unit, first, before, steps);
    return this.#rule.bysetpos ? this.#bySets(first, before, steps) : this.#byDays(first, before, steps);
  }

  // Daily to yearly rules: each day of a period at each time of day.
  *#byDays(from: number, before: number, steps: Steps): Generator<readonly number[], void> {
    const firstDay = Math.floor(from / DAY);
    const lastDay = Math.floor((before - 1) / DAY);
    for (let period = this.#aligned(firstDay); this.#days.firstDay(period) <= lastDay; ) {
      const days = this.#days.of(period);
      const found: number[] = [];
      for (const day of days) {
        if (day < firstDay || day > lastDay) continue;
        for (const time of this.#times) {
          const local = day * DAY + time;
          if (local >= from && local < before) found.push(local);
        }
      }
      steps.spend(this.#days.steps + found.length + 1);
      yield found;
      const isSparse = days.length === 0 && this.#rule.freq === 'daily';
      period = isSparse ? this.#aligned(this.#days.dayAfter(this.#days.firstDay(period))) : period + this.#interval;
    }
  }

  // The same with BYSETPOS, which counts in the whole set of a period.
  *#bySets(from: number, before: number, steps: Steps): Generator<readonly number[], void> {
    const { bysetpos = [] } = this.#rule;
    const times = this.#times;
    const lastDay = Math.floor((before - 1) / DAY);
    let size = 0;
    let indexes: number[] = [];
    for (
      let period = this.#aligned(Math.floor(from / DAY));
      this.#days.firstDay(period) <= lastDay;
      period += this.#interval
    ) {
      const days = this.#days.of(period);
      if (size !== days.length * times.length) {
        size = days.length * times.length;
        indexes = indexesOf(bysetpos, size);
      }
      const found: number[] = [];
      for (const index of indexes) {
        const local =
          (days[Math.floor(index / times.length)] as number) * DAY + (times[index % times.length] as number);
        if (local >= from && local < before) found.push(local);
      }
      steps.spend(this.#days.steps + Math.ceil(bysetpos.length / 2) + found.length + 1);
      yield found;
    }
  }

  // Hourly, minutely and secondly rules: days and times that the rule does not allow are left at once.
  *#byClock(unit: number, from: number, before: number, steps: Steps): Generator<readonly number[], void> {
    const { bysetpos } = this.#rule;
    const step = unit * this.#interval;
    const aligned = (local: number) => this.#origin + Math.ceil((local - this.#origin) / step) * step;
    const times = bysetpos
      ? indexesOf(bysetpos, this.#times.length).map((index) => this.#times[index] as number)
      : this.#times;
    if (times.length === 0) return;
    let allowedDay = Number.NaN;
    for (let period = aligned(Math.floor(from / unit) * unit); period < before; ) {
      const day = Math.floor(period / DAY);
      if (day !== allowedDay && !this.#days.allows(day)) {
        period = aligned(this.#days.dayAfter(day) * DAY);
        steps.spend(1);
        yield NONE;
        continue;
      }
      allowedDay = day;
      const next = (this.#allowed as AllowedTimes).next(period);
      if (next > period) {
        period = aligned(next);
        steps.spend(1);
        yield NONE;
        continue;
      }
      const found = times.map((time) => period + time).filter((local) => local >= from && local < before);
      steps.spend(found.length);
      yield found;
      period += step;
    }
  }

  /** The beginning of the period of the start, for a rule that repeats by the clock. */
  get #origin(): number {
    const unit = this.#unit as number;
    return Math.floor(this.#start / unit) * unit;
  }

  /** The first period of the rule that can give the day or a later one. */
  #aligned(day: number): number {
    return Math.max(
      this.#days.firstPeriod(this.#interval),
      Math.ceil(this.#days.periodOf(day) / this.#interval) * this.#interval,
    );
  }
}

const NONE: readonly number[] = [];

function* nothing(): Generator<readonly number[], void> {}

// RFC 5545 section 3.3.10: they must be ignored where the start is a date. Sub-daily rules are not allowed either; one
// that is stored gives each day that it allows.
function withoutTimes({ byhour: _hours, byminute: _minutes, bysecond: _seconds, ...rule }: Rule): Rule {
  return unitOf(rule.freq) === undefined ? rule : { ...rule, freq: 'daily', interval: 1 };
}
