// Retry delays: growth, limit and jitter.
import { describe, expect, it } from 'vitest';
import { backOff } from '../../src/values/back-off.ts';

describe('the delay before a retry', () => {
  it('is the base at first, doubles with each retry, and stops at the limit', () => {
    const rule = { base: 1000, max: 10_000 };
    expect([0, 1, 2, 3, 4, 5].map((retry) => backOff(rule, retry))).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000]);
  });

  it('grows by another factor where one is given', () => {
    expect([0, 1, 2, 3].map((retry) => backOff({ base: 1, factor: 3, max: 20 }, retry))).toEqual([1, 3, 9, 20]);
  });

  it('is the limit after any number of retries', () => {
    for (const retry of [100, 1023, 5000, Number.MAX_SAFE_INTEGER])
      expect(backOff({ base: 1000, max: 60_000 }, retry)).toBe(60_000);
  });

  it('varies by the jitter in both directions', () => {
    const rule = { base: 100, max: 1000, jitter: 0.2 };
    expect([0, 0.5, 1].map((random) => backOff(rule, 1, random))).toEqual([160, 200, 240]);
  });

  it('still varies at the limit, and never exceeds it', () => {
    const rule = { base: 100, max: 1000, jitter: 0.5 };
    expect([0, 0.25, 0.5, 1].map((random) => backOff(rule, 50, random))).toEqual([500, 750, 1000, 1000]);
  });
});
