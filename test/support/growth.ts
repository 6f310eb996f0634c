// How the work for an input grows with its size, in processor time of this thread, which a busy machine does not change.
import { processorTime } from './processor.ts';

const FACTOR = 4;
const LEAST = 2; // milliseconds; below them is noise

/** The cost of four times the size in costs of the size: about 4 where the work is linear, 16 where it is quadratic. */
export async function growth<T>(size: number, make: (size: number) => T, work: (input: T) => unknown): Promise<number> {
  await costOf(make(size), work); // compiles it
  return (await costOf(make(size * FACTOR), work)) / Math.max(LEAST, await costOf(make(size), work));
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
