// When the next job of a kind can be claimed: at its time or after its lease. It is found by an index, however many wait.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { claimJobs, dueJobsSql, type JobKind, nextJobs, nextJobsSql } from '../../../src/store/tables/jobs.ts';
import { remindedEvents } from '../../../src/store/tables/reminders.ts';
import { connect } from '../../instances/database.ts';
import { engine } from '../../support/databases.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

const FAR = 10_000_000_000_000; // nothing runs them
const KINDS: JobKind[] = ['wake', 'rename', 'reminder'];

/** What is next when the user has these jobs: kind, time, and end of the lease. */
async function next(...jobs: [kind: JobKind, dueAt: number, lease?: number][]): Promise<number[]> {
  await service.store.write(1, async (tx) => {
    tx.run('delete from jobs where user_id = ?1');
    for (const [index, [kind, due, lease]] of jobs.entries())
      tx.run(
        `insert into jobs (user_id, kind, record_id, due_at, lease_until, created_at) values (?1, ?2, ?3, ?4, ?5, 0)`,
        kind,
        `r${index}`,
        FAR + due,
        lease === undefined ? null : lease && FAR + lease,
      );
  });
  return (await nextJobs(service.store, KINDS)).map(({ at }) => at - FAR);
}

it('is the first of the kinds that are asked for, a leased one when its lease ends', async () => {
  expect(await next()).toEqual([]);
  expect(await next(['send', 1], ['check', 2, 3])).toEqual([]);
  expect(await next(['reminder', 7], ['reminder', 5], ['wake', 6], ['send', 1], ['send', 2, 3])).toEqual([5]);
  expect(await next(['reminder', 1, 9], ['rename', 8])).toEqual([8]);
  expect(await next(['reminder', 1, 9], ['reminder', 3, 4], ['rename', 8])).toEqual([4]);
  expect(await next(['reminder', 5, 2], ['rename', 8])).toEqual([5]);
  expect(await next(['reminder', 5, 0], ['rename', 8])).toEqual([5]); // a lease that has ended for good
});

it('is found without reading the jobs that wait, and the events with reminders in the order of their jobs', async () => {
  const many = (kind: JobKind, from: number) =>
    Array.from({ length: 600 }, (_, n): [JobKind, number] => [kind, from + n]);
  await next(...many('send', 0), ...many('reminder', 1000), ['rename', 1, 2]);
  const { sql, params } = remindedEvents(service.store.dialect, ['id'], FAR + 1010, { dueAt: 0, id: '' }, 10);
  const statements: [string, unknown[]][] = [
    [nextJobsSql(KINDS), KINDS],
    [sql, [1, ...params]],
    [dueJobsSql(KINDS), [1, FAR + 2000, 10, ...KINDS]],
  ];
  if (engine === 'postgres') {
    for (const [text, values] of statements) expect(await rowsRead(text, values)).toBeLessThan(50);
    return;
  }
  const indexes = statements.map(async ([text, values]) => {
    const steps = await service.store.catalogue(`explain query plan ${text}`, ...(values as string[]));
    return steps.flatMap(({ detail }) => /INDEX (jobs\w*)/.exec(detail as string)?.[1] ?? []);
  });
  expect(await Promise.all(indexes)).toEqual([
    [...KINDS.map(() => 'jobs_next'), 'jobs_leased'],
    ['jobs_next'],
    KINDS.map(() => 'jobs_next'),
  ]);
});

it('is claimed with those of other kinds in the order of their times, without those of a lease', async () => {
  await next(['wake', 5], ['rename', 4], ['send', 1], ['reminder', 6], ['reminder', 3], ['wake', 2, FAR]);
  const claimed = await service.store.write(1, (tx) => {
    const later = Object.assign(Object.create(tx), { now: FAR + 10 }) as typeof tx;
    return claimJobs(later, KINDS, 'test', 60_000, 3);
  });
  expect(claimed.map(({ kind, dueAt, attempts }) => [kind, dueAt - FAR, attempts])).toEqual([
    ['reminder', 3, 1],
    ['rename', 4, 1],
    ['wake', 5, 1],
  ]);
});

/** How many jobs PostgreSQL reads for a statement. */
async function rowsRead(text: string, values: unknown[]): Promise<number> {
  const client = await connect(service.database);
  try {
    await client.query('analyze jobs');
    const { rows } = await client.query(`explain (analyze, format json) ${text.replaceAll('?', '$')}`, values);
    return sum((rows[0] as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN'][0].Plan);
  } finally {
    await client.end();
  }
}

interface Plan {
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

function sum(plan: Plan): number {
  const own = plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0);
  return (plan.Plans ?? []).reduce((total, one) => total + sum(one), own);
}
