// On PostgreSQL, a long transaction of one user does not delay the webhooks of another.
import { expect, it, onTestFinished } from 'vitest';
import { connect, query } from '../instances/database.ts';
import { hookAt } from '../support/hooks.ts';
import { startTestService } from '../support/service.ts';
import { newUser } from '../support/user-asks.ts';
import { waitUntil } from '../support/wait-until.ts';
import { startReceiver } from '../support/webhook-receiver.ts';

it('a user whose log is locked does not delay the webhooks of another', async () => {
  const service = await startTestService({ allowHosts: '127.0.0.1' });
  onTestFinished(() => service.end());
  const receiver = await startReceiver();
  onTestFinished(() => receiver.end());
  const [one, other] = [await newUser(service, 'one'), await newUser(service, 'other')];
  const { id } = await hookAt(one, receiver.url, { enabled: false });
  const hook = await hookAt(other, receiver.url, {});
  await one.ask('POST', '/contacts', { display_name: 'a' });

  const client = await connect(service.database);
  onTestFinished(() => client.end());
  await client.query('begin');
  await client.query('select seq from logs where user_id = $1 for update', [one.user]);
  await query(
    service.database,
    `update webhooks set enabled = 1, doc = replace(doc, '"enabled":false', '"enabled":true') where id = '${id}'`,
  );
  await other.ask('PATCH', `/webhooks/${hook.id}`, { description: 'wakes the worker' });
  await waitUntil(
    () => query<{ n: string }>(service.database, LOCKED),
    ([row]) => Number(row?.n) > 0,
  );
  await other.ask('POST', '/contacts', { display_name: 'b' });
  await receiver.until(({ length }) => length === 1);
  expect(receiver.received[0]?.data.data?.display_name).toBe('b');
  await client.query('rollback');
  await receiver.until(({ length }) => length === 2);
});

/** Transactions that wait for a lock in this database. */
const LOCKED = `select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
