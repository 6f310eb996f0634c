// The checks of a soak test, from the samples that were taken during the run.
export interface Sample {
  minute: number;
  /** Mebibytes. */
  memory: number;
  descriptors: number;
}

export interface Check {
  what: string;
  found: number | string;
  holds: boolean;
}

/** Mebibytes a minute that the memory may grow after the warm-up. */
const MOST_GROWTH = 0.1;
/** Minutes from which on growth can be distinguished from garbage collection. */
const JUDGED = 20;
/** Mebibytes that the service may have at any time. */
const MOST_MEMORY = 512;
/** Descriptors that the median may move; clients come and go. */
const MOST_DESCRIPTORS = 10;

export function checksOf(samples: Sample[], minutes: number): Check[] {
  const warm = samples.filter(({ minute }) => minute > minutes / 3);
  const growth = slopeOf(lowest(warm));
  const half = Math.floor(warm.length / 2);
  const moved = medianOf(warm.slice(half)) - medianOf(warm.slice(0, half));
  const most = Math.max(...samples.map(({ memory }) => memory));
  const isJudged = minutes >= JUDGED;
  const bound = (value: number) => (isJudged ? ` (below ${value})` : ' (too short to judge)');
  const [grows, large] = [growth >= MOST_GROWTH, most >= MOST_MEMORY];
  return [
    {
      what: `growth of memory, MiB a minute${bound(MOST_GROWTH)}`,
      found: growth.toFixed(3),
      holds: !isJudged || !grows,
    },
    { what: `most memory, MiB${bound(MOST_MEMORY)}`, found: most.toFixed(0), holds: !isJudged || !large },
    {
      what: `change of descriptors from first to second half (within ${MOST_DESCRIPTORS})`,
      found: moved,
      holds: Math.abs(moved) <= MOST_DESCRIPTORS,
    },
  ];
}

// The minimum of a minute is the memory after garbage collection: variations above it are not growth.
function lowest(samples: Sample[]): Sample[] {
  const byMinute = new Map<number, Sample>();
  for (const one of samples) {
    const minute = Math.floor(one.minute);
    if (one.memory < (byMinute.get(minute)?.memory ?? Number.POSITIVE_INFINITY)) byMinute.set(minute, one);
  }
  return [...byMinute.values()];
}

/** Least squares: mebibytes a minute. */
function slopeOf(samples: Sample[]): number {
  const mean = (pick: (one: Sample) => number) => samples.reduce((sum, one) => sum + pick(one), 0) / samples.length;
  const [time, memory] = [mean(({ minute }) => minute), mean((one) => one.memory)];
  const spread = mean(({ minute }) => (minute - time) ** 2);
  return spread === 0 ? 0 : mean((one) => (one.minute - time) * (one.memory - memory)) / spread;
}

function medianOf(samples: Sample[]): number {
  const sorted = samples.map(({ descriptors }) => descriptors).sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

export function tableOf(checks: Check[]): string {
  const rows = checks.map(({ what, found, holds }) => `| ${what} | ${found} | ${holds ? 'yes' : 'NO'} |`);
  return ['| check | result | passed |', '| --- | ---: | --- |', ...rows].join('\n');
}
