// How the work for an input grows with its size, in processor time of this thread, which a busy machine does not change.
import { processorTime } from './processor.ts';

const FACTOR = 4;
const LEAST = 2; // milliseconds; below them is noise

const ATTEMPTS = 3;
/** A growth that needs no second look. */
const CLEARLY_LINEAR = 6;

/**
 * The cost of four times the size in costs of the size: about 4 where the work is linear, 16 where it is quadratic. The
 * least of some attempts, because the caches of a busy machine and the garbage collector make single ones larger.
 */
export async function growth<T>(size: number, make: (size: number) => T, work: (input: T) => unknown): Promise<number> {
  await costOf(make(size), work); // compiles it
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS && least > CLEARLY_LINEAR; attempt++) {
    const large = await costOf(make(size * FACTOR), work);
    least = Math.min(least, large / Math.max(LEAST, await costOf(make(size), work)));
  }
  return least;
}

/** The least of three runs, in milliseconds. */
export async function costOf<T>(input: T, work: (input: T) => unknown): Promise<number> {
  const costs: number[] = [];
  for (let run = 0; run < 3; run++) {
    const before = process.threadCpuUsage();
    await work(input);
    costs.push(processorTime(before));
  }
  return Math.min(...costs);
}
