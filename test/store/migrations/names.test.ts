// A rename of a calendar that was not finished before the upgrade is a task afterwards, and is finished.
import { expect, it } from 'vitest';
import { openEngine } from '../../../src/open-store.ts';
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

it('a snoozed mail returns to the folder that was renamed, whatever escapes its text has', async () => {
  const subjects = ['plain', 'a\u0000b', 'half \ud83d', 'a \\u0000 b', 'a \\\u0000 b', 'a \\\\\u0001 b'];
  const rows = subjects.map((subject, index) => {
    const id = `018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d1${index}`;
    const doc = JSON.stringify({ id, subject, snoozed_from: 'Old "\\u0041"', preview: null }).replaceAll("'", "''");
    return `insert into emails (user_id, id, handle, seq, doc, source, created_at, updated_at, folder, is_read, is_starred,
      has_attachments, status, snoozed_until) values (1, '${id}', 'x', 0, '${doc}', 'local', 1, 1, 'SNOOZED', 0, 0, 0, 'received', 9)`;
  });
  const place = await databaseOfSchema(16, ["insert into users (name, created_at) values ('owner', 1)", ...rows]);
  const store = await openEngine(place, { upgrade: true });
  const [found = []] = await store.read(1, [
    { sql: 'select snoozed_from from emails where user_id = ?1 order by id', params: [] },
  ]);
  expect(found.map(({ snoozed_from }) => snoozed_from)).toEqual(subjects.map(() => 'Old "\\u0041"'));
  await store.close();
});
