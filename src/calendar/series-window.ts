// The starts of a series around the ranges that were asked for: a calendar is looked at week by week, and the next week is
// then a part of what is known, or near it.
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import { DAY } from '../values/time.ts';
import { Budget } from './budget.ts';
import type { Series } from './series.ts';

/** Longer ranges are expanded as they are. */
const LONGEST = 45 * DAY;
/** So far beyond a range the next one may be. */
const AHEAD = 35 * DAY;
const NEAR = 60 * DAY;
/** How far beyond the first range windows reach, in turn: a list then has to widen only some of thousands of them. */
const FIRST_AHEAD = [0, 7, 14, 21, 28, 35, 42, 49].map((days) => days * DAY);
let turn = 0;

const HIT_STEPS = 2;

export class SeriesWindow {
  readonly #series: Series;
  #from = 0;
  #before = 0;
  #starts: number[] = [];
  /** Whether its starts are too many to be kept. */
  #isDense = false;

  constructor(series: Series) {
    this.#series = series;
  }

  /** The starts in a range if they are known or cheap to find; undefined if the series must be expanded. */
  starts(from: number, before: number, budget: Budget): readonly number[] | undefined {
    if (this.#isDense || before - from > LONGEST) return undefined;
    if (from < this.#from || before > this.#before) this.#reach(from, before);
    if (this.#isDense) return undefined;
    budget.spend(HIT_STEPS);
    const starts = this.#starts;
    let first = 0;
    while (first < starts.length && (starts[first] as number) < from) first++;
    let end = first;
    while (end < starts.length && (starts[end] as number) < before) end++;
    for (let count = end - first; count > 0; count--) budget.find();
    return first === 0 && end === starts.length ? starts : starts.slice(first, end);
  }

  // It grows with some room, and begins anew where it would become too long or where the range is far away.
  #reach(from: number, before: number): void {
    const isFirst = this.#from === this.#before;
    const isNear = from > this.#from - NEAR && before < this.#before + NEAR;
    if (isFirst || !isNear || this.#starts.length > limits.windowStarts) {
      const ahead = FIRST_AHEAD[turn++ % FIRST_AHEAD.length] as number;
      this.#starts = this.#find(from, before + ahead);
      this.#from = from;
      this.#before = before + ahead;
      return;
    }
    if (before > this.#before) {
      this.#starts = [...this.#starts, ...this.#find(this.#before, before + AHEAD)];
      this.#before = before + AHEAD;
    }
    if (from < this.#from) {
      this.#starts = [...this.#find(from - AHEAD, this.#from), ...this.#starts];
      this.#from = from - AHEAD;
    }
  }

  #find(from: number, before: number): number[] {
    try {
      const work = this.#series.starts(from, before, new Budget(limits.windowStarts, limits.windowSteps));
      for (;;) {
        const { done, value } = work.next();
        if (done) return value;
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.#isDense = true;
      return [];
    }
  }
}
