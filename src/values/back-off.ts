// The one computation of retry delays: each delay is a multiple of the one before, up to a limit, with optional jitter
// so that many clients that failed together do not come back together.

export interface BackOff {
  /** The first delay. */
  base: number;
  /** Factor from each delay to the next; default 2. */
  factor?: number;
  /** The maximum delay. */
  max: number;
  /** The fraction of a delay by which it varies at random in both directions, 0 to 1; default 0. */
  jitter?: number;
}

/**
 * The delay before a retry, in the unit of `base`, rounded. `retry` is 0 for the first retry. `random` is from 0 to 1.
 */
export function backOff({ base, factor = 2, max, jitter = 0 }: BackOff, retry: number, random = Math.random()): number {
  const delay = Math.min(base * factor ** retry, max);
  return Math.min(Math.round(delay * (1 - jitter + 2 * jitter * random)), max);
}
