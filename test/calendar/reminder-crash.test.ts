// kill -9 while reminders are due: 200 reminders, 20 kills, each reminder is fired exactly once or listed as missed. The
// same for a clock that jumps between the starts of the service. DAYBOOK_TEST_SEED chooses other moments.
import { expect, it } from 'vitest';
import { outcome, planned, prepare, runKilled } from '../support/reminder-crashes.ts';
import type { Plan } from '../support/reminder-process.ts';
import { MINUTE } from '../support/reminders.ts';
import { seed } from '../support/seed.ts';

const BASE = Date.parse('2030-03-04T08:00:00Z');
const MOMENTS = ['before', 'within', 'after'] as const;

/** The same numbers from 0 up to 1 in every run with the same seed (mulberry32). */
function random(state: number): () => number {
  let at = state;
  return () => {
    at = (at + 0x6d2b79f5) | 0;
    let mixed = Math.imul(at ^ (at >>> 15), 1 | at);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

it('200 reminders and 20 kills: each is fired exactly once, or missed because its event is over', async () => {
  const next = random(seed);
  const [REMINDERS, KILLS, STEP] = [200, 20, 3]; // minutes between two starts, in which the leases of the dead run out
  const events = planned(
    Array.from({ length: REMINDERS }, () => 1 + Math.floor(next() * KILLS * STEP)),
    BASE,
  );
  const service = await prepare(
    BASE,
    events.map(({ body }) => body),
  );
  for (let round = 1; round <= KILLS; round++) {
    const kill: Plan['kill'] = {
      write: 1 + Math.floor(next() * 16),
      moment: MOMENTS[Math.floor(next() * MOMENTS.length)] as (typeof MOMENTS)[number],
    };
    await runKilled({ data: service.folder, database: service.database, at: BASE + round * STEP * MINUTE, kill });
  }
  const { fired, missed } = await outcome(service, BASE + (KILLS + 1) * STEP * MINUTE);
  expect(new Set([...fired, ...missed].map(({ event_id }) => event_id)).size).toBe(REMINDERS);
  expect(fired.length + missed.length).toBe(REMINDERS);
  // Otherwise the kills have hit nothing, or everything was over.
  for (const some of [fired, missed, fired.filter(({ late }) => late)]) expect(some.length).toBeGreaterThan(10);
});

it('a clock that jumps ahead, back and ahead again: each is fired once or missed, none early', async () => {
  const events = planned([5, 10, 15, 200, 205, 2000], BASE);
  const service = await prepare(
    BASE,
    events.map(({ body }) => body),
  );
  const { folder: data, database } = service;
  for (const minutes of [12, 3, 202, 20, 4]) await runKilled({ data, database, at: BASE + minutes * MINUTE });
  const { fired, missed } = await outcome(service, BASE + 206 * MINUTE);
  const minutesOf = (all: typeof fired) => all.map(({ due_at }) => (Date.parse(due_at) - BASE) / MINUTE);
  expect([minutesOf(fired), minutesOf(missed)]).toEqual([
    [10, 200, 205],
    [5, 15],
  ]);
});
