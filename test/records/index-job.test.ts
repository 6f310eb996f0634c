// After an upgrade a job adds to the index what the earlier version did not index, while requests are served.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limits } from '../../src/limits.ts';
import { indexJob, logIndex } from '../../src/records/index-job.ts';
import { indexAll } from '../../src/records/search-index.ts';
import { type IndexTask, type Job, putJob } from '../../src/store/tables/jobs.ts';
import { eventually, run } from '../support/process.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

const totals = async (words: string) => {
  const { body } = await service.ask('GET', `/search?q=${words}&kinds=emails`);
  return (body as { data: { emails: { total: number } } }).data.emails.total;
};

it('is dropped when everything is indexed, as after a restore of a backup that was upgraded', async () => {
  await hold({ table: 'emails', after: '', done: 0, total: 5 });
  expect(await jobs()).toBe(1);
  await indexAll(service.store, () => {});
  expect(await jobs()).toBe(0);
});

it('indexes batch by batch, goes on where it was, and reports its progress', async () => {
  const count = limits.indexBatch + 3;
  for (let n = 0; n < count; n++)
    await service.ask('POST', '/emails', {
      from_address: 'a@x.org',
      subject: 'main',
      to_addresses: ['kiel@x.org'],
      received_at: '2026-02-17',
    });
  // As the earlier version has left it.
  await service.store.write(1, async (tx) => {
    for (const { key } of await tx.all('select key from emails where user_id = ?1'))
      tx.search.put('emails', key as number, 'main', '', false);
  });
  expect([await totals('main'), await totals('kiel')]).toEqual([count, 0]);
  const task: IndexTask = { table: 'emails', after: '', done: 0, total: count };
  await hold(task);
  expect((await service.ask('GET', '/metrics')).text).toContain(`daybook_index_remaining ${count}`);
  const { out } = await run(['doctor', '--data', service.folder, '--database', service.database]);
  expect(out).toMatch(new RegExp(`^search index +0 of ${count} records; serve adds the others$`, 'm'));
  const reports: IndexTask[] = [];
  const index = indexJob((_user, report) => void reports.push(report));
  await index(service.store, jobOf(task), 'another');
  expect([reports, await totals('kiel')]).toEqual([[], 0]);
  await index(service.store, jobOf(task), 'gone');
  expect(reports).toMatchObject([{ table: 'emails', done: limits.indexBatch, total: count }]);
  expect(await totals('main')).toBe(count);
  // The service does the rest.
  await eventually(jobs, (left) => left === 0);
  expect(await totals('kiel')).toBe(count);
});

it('a batch ends before its records are too large, and has at least one', async () => {
  const body_plain = 'x '.repeat(limits.indexBatchBytes / 3);
  const mail = { from_address: 'a@x.org', body_plain, received_at: '2026-02-17' };
  const { id } = ((await service.ask('POST', '/emails', mail)).body as { data: { id: string } }).data;
  for (let n = 0; n < 2; n++) await service.ask('POST', '/emails', mail);
  const task: IndexTask = { table: 'emails', after: id.replace(/.$/, ''), done: 0, total: 3 };
  await hold(task);
  const reports: IndexTask[] = [];
  await indexJob((_user, report) => void reports.push(report))(service.store, jobOf(task), 'gone');
  expect(reports).toMatchObject([{ done: 1 }]);
  await eventually(jobs, (left) => left === 0);
});

it('the log has the progress from time to time, and the end', () => {
  const logged: object[] = [];
  const log = logIndex((figures) => void logged.push(figures));
  for (const done of [10, 20, 30]) log(1, { table: 'events', after: 'x', done, total: 30 });
  expect(logged).toEqual([
    { user: 1, table: 'events', done: 10, total: 30 },
    { user: 1, events: 30 },
  ]);
});

const jobOf = (task: IndexTask): Job => ({
  user: 1,
  kind: 'index',
  recordId: JSON.stringify(task),
  dueAt: 0,
  attempts: 1,
});

/** The job, held by nobody that is alive; it is due for others in ten minutes. */
function hold(task: IndexTask): Promise<void> {
  return service.store.write(1, (tx) => {
    putJob(tx, 'index', JSON.stringify(task), Date.now());
    tx.run(
      "update jobs set lease_until = ?2, lease_holder = 'gone' where user_id = ?1 and kind = 'index'",
      Date.now() + 600_000,
    );
  });
}

async function jobs() {
  const [rows] = await service.store.read(1, [
    { sql: "select record_id from jobs where user_id = ?1 and kind = 'index'", params: [] },
  ]);
  return rows?.length;
}
