// How fast this processor is at the moment. Even the processor time of the same work differs from machine to machine,
// and on one machine with what its neighbours do; so a limit in milliseconds is for a processor of a fixed speed.

const RUNS = 3;
const STEPS = 1_000_000;
const REFERENCE = 3.4; // milliseconds that the steps take on a core of an Intel Xeon at 2.5 GHz that nothing else uses

const words = new Uint32Array(16_384);

/** The processor time of this thread since `before`, in milliseconds. */
export function processorTime(before?: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** How many times slower this processor is now than the one of the reference: 1 if it is as fast or faster. */
export function slowness(): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS; run++) {
    const before = process.threadCpuUsage();
    mix();
    least = Math.min(least, processorTime(before));
  }
  return Math.max(1, least / REFERENCE);
}

// Reads and writes that stay in the cache and allocate nothing, so that no garbage collection falls into it.
function mix(): void {
  let value = 1;
  for (let step = 0; step < STEPS; step++) {
    const place = value & 16_383;
    value = (Math.imul(value, 1_664_525) + (words[place] as number) + 1_013_904_223) >>> 0;
    words[place] = value;
  }
}
