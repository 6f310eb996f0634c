// Two instances on one PostgreSQL database: each reminder fires exactly once, also when one of them is killed meanwhile.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serve } from '../support/process.ts';
import { outcome, planned, prepare, runKilled } from '../support/reminder-crashes.ts';
import { MINUTE } from '../support/reminders.ts';
import { ask } from '../support/service.ts';

const BASE = Date.parse('2030-03-04T08:00:00Z');
const REMINDERS = 200;
// All are due in the same minutes, so that both instances have much to do at the same time.
const bodies = planned(
  Array.from({ length: REMINDERS }, (_, index) => 1 + (index % 3)),
  BASE,
).map(({ body }) => ({ ...body, end_at: '2030-03-05T08:00:00Z' }));

it('two services fire 200 reminders that are due at the same time, each once', async () => {
  const service = await prepare(BASE, bodies);
  const { database, folder } = service;
  const preload = `--import=${join(import.meta.dirname, '../support/clock-ahead.mjs')}`;
  const at = BASE + 3 * MINUTE + 30_000;
  const env = { NODE_OPTIONS: preload, TEST_CLOCK_AHEAD: String(at - Date.now()) };
  const args = ['--data', folder, '--log-level', 'error'];
  const both = await Promise.all([1, 2].map(() => serve(database, { args, env })));
  const left = async () => {
    const path = '/reminders?status=pending&from=2030-03-04&to=2030-03-04';
    const { body } = await ask((both[0] as { url: string }).url, 'GET', path);
    return (body as { meta: { total: number } }).meta.total;
  };
  // The limit only ends a wait for what will never come.
  await expect.poll(left, { timeout: 200_000, interval: 250 }).toBe(0);
  await Promise.all(both.map((one) => one.stop()));
  const { fired, missed } = await outcome(service, at + MINUTE);
  expect([fired.length, missed.length]).toEqual([REMINDERS, 0]);
  expect(new Set(fired.map(({ event_id }) => event_id)).size).toBe(REMINDERS);
});

it('one of two is killed: the other fires the rest, when the leases of the dead have run out', async () => {
  const service = await prepare(BASE, bodies);
  const { database, folder: data } = service;
  const at = BASE + 4 * MINUTE;
  await Promise.all([
    runKilled({ data, database, at, kill: { write: 40, moment: 'within' } }),
    runKilled({ data, database, at: at + 2 * MINUTE }), // whose clock is ahead, so that it need not wait
  ]);
  const { fired, missed } = await outcome(service, at + 4 * MINUTE);
  expect([fired.length, missed.length]).toEqual([REMINDERS, 0]);
  expect(new Set(fired.map(({ event_id }) => event_id)).size).toBe(REMINDERS);
});
