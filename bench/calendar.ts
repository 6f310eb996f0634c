// A calendar of thousands of series, as an expanded list of a week: the first time, again, and what others wait meanwhile.
import { figuresOf, type MeasuredRound, quantiles } from './figures.ts';
import { drive, type NextRequest, type Round, requestText } from './load.ts';
import { type Bench, oneRound, ROUNDS } from './measure.ts';
import { choosing, read } from './operations.ts';
import type { Special } from './special.ts';

const SERIES = 5_000;
const SINGLES = 20_000;
const FILLING = 50; // connections that create the events
const WEEKS = 8;
const DAY = 86_400_000;
const SINGLE_EVERY = 78 * 60_000;
const FIRST_MONDAY = Date.UTC(2026, 0, 5);

/** Ordinary endless rules. */
const RULES = [
  { freq: 'yearly' },
  { freq: 'weekly' },
  { freq: 'weekly', byday: ['MO', 'WE', 'FR'] },
  { freq: 'monthly', byday: ['2TU'] },
  { freq: 'monthly', bymonthday: [-1] },
  { freq: 'daily' },
];
const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', null];

export const calendar = {
  cold: {
    name: 'week cold',
    about: 'a week expanded for the first time: 5,000 endless series, 20,000 events',
    lanes: 1,
    async run(bench) {
      const { week } = await firstWeek(bench);
      return { ...quantiles(week.latencies), errors: week.errors, memory: bench.daybook.program.memory() };
    },
  },
  besideCold: {
    name: 'health beside week cold',
    about: '/health meanwhile; p99 is the longest',
    lanes: 1,
    async run(bench) {
      const { health } = await firstWeek(bench);
      return { ...quantiles(health.latencies), errors: health.errors };
    },
  },
  warm: {
    name: 'week',
    about: 'the same again, one week after the other',
    lanes: 1,
    async run(bench) {
      await fillCalendar(bench);
      const { program } = bench.daybook;
      const rounds: MeasuredRound[] = [];
      for (let round = 0; round <= ROUNDS; round++) {
        const measured = await oneRound(program, this.lanes, bench.seconds, weeks());
        if (round > 0) rounds.push(measured);
      }
      return figuresOf(rounds, program.memory());
    },
  },
  beside: {
    name: 'health beside week',
    about: '/health while 2 expand weeks',
    lanes: 1,
    async run(bench) {
      await fillCalendar(bench);
      const { program } = bench.daybook;
      const rounds: MeasuredRound[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const expanding = drive(program.port, 2, bench.seconds, weeks());
        rounds.push(await oneRound(program, this.lanes, bench.seconds, () => HEALTH, HEALTH_EVERY));
        (rounds.at(-1) as MeasuredRound).errors += (await expanding).errors;
      }
      return { ...figuresOf(rounds, program.memory()), cpuPerRequest: undefined };
    },
  },
} satisfies Record<string, Special>;

/** Milliseconds between two requests: often enough to meet every delay, and not a load of its own. */
const HEALTH_EVERY = 5;
const HEALTH = { text: requestText('GET', '/health').replace('/api/v1', ''), status: 200 };

let first: Promise<{ week: Round; health: Round }> | undefined;

/** Expands the first week, which can be done once. */
function firstWeek(bench: Bench): Promise<{ week: Round; health: Round }> {
  first ??= expandFirst(bench);
  return first;
}

async function expandFirst(bench: Bench): Promise<{ week: Round; health: Round }> {
  await fillCalendar(bench);
  const { port } = bench.daybook.program;
  let left = 1;
  let isDone = false;
  const [found, health] = await Promise.all([
    drive(port, 1, Number.POSITIVE_INFINITY, () => (left-- > 0 ? week(0) : undefined)).finally(() => {
      isDone = true;
    }),
    drive(port, 1, Number.POSITIVE_INFINITY, () => (isDone ? undefined : HEALTH), HEALTH_EVERY),
  ]);
  return { week: found, health };
}

function week(number: number) {
  const date = (days: number) => new Date(FIRST_MONDAY + (7 * number + days) * DAY).toISOString().slice(0, 10);
  return read(`/events?expand=true&calendar_name=series&limit=100&from=${date(0)}&to=${date(6)}&tz=Europe/Berlin`);
}

function weeks(): NextRequest {
  return choosing(Array.from({ length: WEEKS }, (_, number) => week(number)));
}

let filled = false;

async function fillCalendar({ daybook: { program }, status }: Bench): Promise<void> {
  if (filled) return;
  filled = true;
  status(`storing ${SERIES + SINGLES} events`);
  let next = 0;
  const { errors } = await drive(program.port, FILLING, Number.POSITIVE_INFINITY, () =>
    next < SERIES + SINGLES
      ? { text: requestText('POST', '/events', JSON.stringify(eventNumber(next++))), status: 201 }
      : undefined,
  );
  if (errors > 0) throw new Error(`${errors} events were not stored`);
}

function eventNumber(n: number): object {
  // Series begin in twelve years before the weeks; single events are about every hour from a year before them.
  const start = new Date(
    n < SERIES
      ? Date.UTC(2014 + (n % 12), n % 12, 1 + (n % 28), n % 24, (n * 7) % 60)
      : FIRST_MONDAY + (n - SERIES) * SINGLE_EVERY - 365 * DAY,
  ).toISOString();
  const timezone = ZONES[n % ZONES.length];
  const isDay = n % 5 === 0;
  const when = isDay ? { all_day: true, start_at: start.slice(0, 10) } : { start_at: start };
  const recurrence = n < SERIES ? RULES[n % RULES.length] : null;
  return { title: `Event ${n}`, ...when, timezone, recurrence, calendar_name: 'series' };
}
