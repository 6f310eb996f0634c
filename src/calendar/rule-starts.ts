// The moments of one recurrence rule in the time zone of its series, with its end: UNTIL, or what COUNT comes to.
import { limits } from '../limits.ts';
import type { Rule } from '../resources/recurrence.ts';
import { END_OF_TIME, FIRST_TIME, hasOffset, isDateAlone, isWritable, parseTime } from '../values/time.ts';
import type { TimeZone } from '../values/time-zone.ts';
import { DAY } from './calendar-days.ts';
import { RecurrenceRule, type Steps } from './recurrence-rule.ts';

/** What the rules of a series share. */
export interface SeriesStart {
  start: number;
  /** The start as a local time. */
  local: number;
  /** Of an all-day series UTC, so that its days are the same everywhere. */
  zone: TimeZone;
  allDay: boolean;
}

const BETWEEN_PAUSES = 1000;
const HOUR = 3_600_000;

export class RuleStarts {
  readonly #series: SeriesStart;
  readonly #rule: RecurrenceRule;
  readonly #count: number | undefined;
  /** The last moment that an occurrence can have; of a rule with COUNT undefined until it was looked for. */
  #end: number | undefined;
  /** Whether the end of COUNT was not found. */
  isCut = false;

  constructor(rule: Rule, series: SeriesStart, lastStart: number | null) {
    this.#series = series;
    this.#rule = new RecurrenceRule(rule, series.local, series.allDay);
    this.#count = rule.count;
    if (rule.until !== undefined) this.#end = untilOf(rule.until, series);
    else if (rule.count === undefined) this.#end = END_OF_TIME;
    else this.#end = lastStart ?? undefined;
  }

  get isEndless(): boolean {
    return this.#end === END_OF_TIME;
  }

  /** Gives each start of the range to `take`, ascending. Pauses at each yield. */
  *between(
    from: number,
    before: number,
    budget: Steps & { spent: number },
    take: (start: number) => void,
  ): Generator<undefined, void> {
    const end = yield* this.findEnd(budget);
    let pause = budget.spent + BETWEEN_PAUSES;
    for (const starts of this.#walk(from, Math.min(before, end + 1), budget)) {
      for (const start of starts) take(start);
      if (budget.spent > pause) {
        pause = budget.spent + BETWEEN_PAUSES;
        yield;
      }
    }
  }

  /** The last start of the rule; undefined if it has none, null if it is endless. */
  *last(budget: Steps & { spent: number }): Generator<undefined, number | null | undefined> {
    const end = yield* this.findEnd(budget);
    return this.isEndless ? null : this.before(end + 1, budget);
  }

  /** The first start of the rule; undefined if it has none, or if to find it takes too many steps. */
  *first(budget: Steps & { spent: number }): Generator<undefined, number | undefined> {
    const end = yield* this.findEnd(budget);
    const most = budget.spent + limits.recurrenceSearchSteps;
    let pause = budget.spent + BETWEEN_PAUSES;
    for (const [start] of this.#walk(this.#series.start, end + 1, budget)) {
      if (start !== undefined) return start;
      if (budget.spent > most) return undefined;
      if (budget.spent > pause) {
        pause = budget.spent + BETWEEN_PAUSES;
        yield;
      }
    }
    return undefined;
  }

  /** The first start after a moment. COUNT must have been looked for. */
  after(moment: number, steps: Steps): number | undefined {
    for (const [start] of this.#walk(moment + 1, (this.#end ?? FIRST_TIME) + 1, steps))
      if (start !== undefined) return start;
    return undefined;
  }

  /** The last start before a moment: looked for in windows that double in length, from the moment back. */
  before(moment: number, steps: Steps): number | undefined {
    const { start } = this.#series;
    let high = Math.min(moment, (this.#end ?? FIRST_TIME) + 1);
    for (let length = HOUR; high > start; length *= 2) {
      let last: number | undefined;
      for (const starts of this.#walk(high - length, high, steps)) last = starts.at(-1) ?? last;
      if (last !== undefined) return last;
      high -= length;
    }
    return undefined;
  }

  /**
   * The last moment that an occurrence can have. COUNT counts from the start of the series, so the way must be walked,
   * once.
   */
  *findEnd(budget: Steps & { spent: number }): Generator<undefined, number> {
    if (this.#end !== undefined) return this.#end;
    let left = this.#count ?? 0;
    let last = FIRST_TIME - 1;
    const most = budget.spent + limits.recurrenceCountSteps;
    let pause = budget.spent + BETWEEN_PAUSES;
    for (const starts of this.#walk(this.#series.start, END_OF_TIME, budget)) {
      const counted = starts.slice(0, left);
      last = counted.at(-1) ?? last;
      left -= counted.length;
      if (left === 0) break;
      if (budget.spent > most) {
        this.isCut = true;
        break;
      }
      if (budget.spent > pause) {
        pause = budget.spent + BETWEEN_PAUSES;
        yield;
      }
    }
    this.#end = last;
    return last;
  }

  /** Starts from `from` up to but not including `before`, ascending: those of one period after the other, which may be none. */
  *#walk(from: number, before: number, steps: Steps): Generator<number[], void> {
    const { start, local: startLocal, zone } = this.#series;
    const first = Math.max(from, start);
    const end = Math.min(before, END_OF_TIME);
    if (first >= end) return;
    const isWithin = (moment: number) => moment >= first && moment < end;
    const skipped: number[] = [];
    let done = 0; // of those that are skipped
    for (const locals of this.#rule.starts(zone.skipped(first) ?? zone.local(first), zone.localEnd(end), steps)) {
      const starts: number[] = [];
      for (const local of locals) {
        // A start that comes twice may be meant the second time.
        const moment = local === startLocal ? start : zone.moment(local);
        if (moment === undefined) {
          // It counts from before the gap, so times after the gap may come before it, or be the same.
          skipped.push(zone.momentOf(local));
          continue;
        }
        for (; done < skipped.length && (skipped[done] as number) <= moment; done++) {
          const earlier = skipped[done] as number;
          if (earlier < moment && isWithin(earlier)) starts.push(earlier);
        }
        if (isWithin(moment)) starts.push(moment);
      }
      yield starts;
    }
    yield skipped.slice(done).filter(isWithin);
  }
}

/** The last moment that UNTIL allows: as a date alone it includes that day. One after the year 9999 is the end of it. */
export function untilOf(until: string, { zone, allDay }: SeriesStart): number {
  const local = parseTime(until, 'UTC');
  if (local === undefined) return END_OF_TIME; // stored before it was checked
  if (allDay) return Date.parse(until.slice(0, 10));
  if (isDateAlone(until)) return Math.min(zone.momentOf(local + DAY), END_OF_TIME) - 1;
  return Math.min(hasOffset(until) ? local : zone.momentOf(local), END_OF_TIME - 1);
}

/** The moment of an exdate or rdate with a time; undefined if it is outside of the years that a time can have. */
export function momentOf(text: string, { zone }: SeriesStart): number | undefined {
  const local = parseTime(text, 'UTC');
  if (local === undefined) return undefined;
  const moment = hasOffset(text) ? local : zone.momentOf(local);
  return isWritable(moment) ? moment : undefined;
}

/** The day of a date alone, counted from 1970-01-01; of an all-day series the written date of any time. */
export function dayOf(text: string, { allDay }: SeriesStart): number | undefined {
  if (!allDay && !isDateAlone(text)) return undefined;
  const local = parseTime(text.slice(0, 10), 'UTC');
  return local === undefined ? undefined : local / DAY;
}
