// What one list may spend on finding occurrences. All work is counted in steps, never in time, so that a list is refused
// always or never.
import { faulty } from '../errors.ts';
import { limits } from '../limits.ts';

/** Shared by all series of a list. */
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

  /** How much of it is used up, from 0 to 1. */
  get share(): number {
    return Math.max(this.#spent / this.#steps, this.#found / this.#occurrences);
  }

  spend(steps: number): void {
    this.#spent += steps;
    if (this.#spent > this.#steps) throw tooManySteps(this.#steps);
  }

  find(): void {
    if (++this.#found > this.#occurrences) throw tooMany('occurrences', this.#occurrences);
  }
}

/** For work that is bounded in another way. */
export function unbounded(): Budget {
  return new Budget(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
}

/** Runs work to its end in one go, without its pauses. */
export function finish<T>(work: Generator<undefined, T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

const OUT_OF_STEPS = new Error('out of steps');

/** Bounds a search that goes from one occurrence to the next. */
export class StepLimit {
  #left = limits.recurrenceSearchSteps;

  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw OUT_OF_STEPS;
  }

  /** What the search gives, or undefined if it takes too many steps. */
  within<T>(search: () => T): T | undefined {
    try {
      return search();
    } catch (error) {
      if (error !== OUT_OF_STEPS) throw error;
      return undefined;
    }
  }
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
  const message = `To find the occurrences takes more than ${steps} steps. Ask for a shorter range, or ${FILTERS}.`;
  return faulty('INVALID_QUERY', [{ field: 'expand', constraint: 'steps', message }]);
}
