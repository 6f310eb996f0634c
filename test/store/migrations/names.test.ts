// A rename of a calendar that was not finished before the upgrade is a task afterwards, and is finished.
import { expect, it } from 'vitest';
import { databaseOfSchema } from '../../support/older-stores.ts';
import { eventually } from '../../support/process.ts';
import { startTestService } from '../../support/service.ts';

it('a rename that was only a job becomes a task, and is finished', async () => {
  const change = JSON.stringify({ field: 'calendar_name', from: 'old', to: 'new' });
  const place = await databaseOfSchema(15, [
    "insert into users (name, created_at) values ('owner', 1)",
    'insert into logs (user_id, seq, pruned_seq) values (1, 0, 0)',
    `insert into jobs (user_id, kind, record_id, due_at, created_at) values (1, 'rename', '${change}', 1, 1)`,
  ]);
  const service = await startTestService({ database: place });
  const tasks = async () =>
    ((await service.ask('GET', '/tasks')).body as { data: { id: string; state: string }[] }).data;
  const [task] = await eventually(tasks, ([one]) => one?.state === 'done');
  expect(task).toMatchObject({
    kind: 'calendar.rename',
    resource: 'event',
    params: { from: 'old', to: 'new' },
    error: null,
  });
  expect((await service.ask('GET', `/tasks/${task?.id}`)).status).toBe(200);
  await service.end();
});
