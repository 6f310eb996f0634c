// What is printed is complete, or it is said that it is not.
import { expect, it, vi } from 'vitest';
import { waitForPrint } from '../../../web/src/conversation/mails/print-waiting.ts';

/** Waits for what is missing at each look; the last number stays. */
async function outcomeOf(missing: number[], given: { hasFailed?: boolean; cancelledAfter?: number } = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  try {
    let looks = 0;
    const waiting = waitForPrint({
      countMissing: () => missing[Math.min(looks++, missing.length - 1)] ?? 0,
      hasFailed: () => given.hasFailed ?? false,
      isCancelled: () => looks >= (given.cancelledAfter ?? Number.POSITIVE_INFINITY),
      timeout: 1000,
    });
    await vi.advanceTimersByTimeAsync(100_000);
    return await waiting;
  } finally {
    vi.useRealTimers();
  }
}

it('is complete when nothing is missing', async () => {
  expect(await outcomeOf([3, 2, 0])).toBe('complete');
});

it('takes as long as it goes on, and not longer', async () => {
  const slow = [5, 4, 3, 2, 1].flatMap((count) => Array.from({ length: 15 }, () => count));
  expect(await outcomeOf([...slow, 0])).toBe('complete');
  expect(await outcomeOf([5, 4])).toBe('incomplete');
});

it('is incomplete if something could not be loaded', async () => {
  expect(await outcomeOf([1, 0], { hasFailed: true })).toBe('incomplete');
});

it('can be cancelled', async () => {
  expect(await outcomeOf([4], { cancelledAfter: 3 })).toBe('cancelled');
});
