// Several instances on one database: one of them syncs an account at a time, a change made at another reaches the server
// too, and when an instance stops the next one takes over.
import { expect, it } from 'vitest';
import { query } from '../instances/database.ts';
import { newDatabase } from '../support/databases.ts';
import { jobStates } from '../support/jobs.ts';
import { eventually, type Served, serve, temporaryFolder } from '../support/process.ts';
import { ask, type TestService } from '../support/service.ts';
import { reportOf, untilEqual } from './support/comparison.ts';
import { startDovecot } from './support/dovecot.ts';
import { deliver, fillMaildir, openClient } from './support/mailbox.ts';
import { addMailAccount, mailNamed, mailsNamed } from './support/world.ts';

it('one of two instances mirrors an account; the other takes over when it stops', async () => {
  const dovecot = await startDovecot();
  const client = await openClient(dovecot);
  fillMaildir(dovecot, 300, (index) => ({ subject: `shared ${index}` }));
  const { place } = await newDatabase();
  const data = temporaryFolder();
  const args = ['--data', data, '--allow-hosts', '127.0.0.0/8', '--sync-poll', '1', '--log-level', 'silent'];
  const start = () => serve(place, { args });
  const asks =
    (one: Served): TestService['ask'] =>
    (...given) =>
      ask(one.url, ...given);
  const instances = [await start(), await start()] as [Served, Served];
  const account = await addMailAccount(asks(instances[0]), dovecot);
  const [first, second] = instances;
  await untilEqual(client, first.url, account);
  expect((await jobStates({ ask: asks(first) })).sync).toEqual({ running: 1 });

  for (const [index, one] of instances.entries()) {
    const { id } = await mailNamed(asks(one), `shared ${index}`);
    await ask(one.url, 'PATCH', `/emails/${id}`, { folder: 'ARCHIVE', is_starred: true });
  }
  await untilEqual(client, second.url, account);

  // An instance that stops releases the account, and another leases it long before the lease would expire.
  await first.stop();
  await arrives('after the first', second);
  const third = await start();
  await second.stop();
  await arrives('after the second', third);

  // One that is killed keeps it until its lease expires.
  const fourth = await start();
  await third.kill();
  await query(place, "update jobs set lease_until = 0 where kind = 'sync'");
  await ask(fourth.url, 'POST', `/email-accounts/${account}/sync`);
  await arrives('after the third', fourth);
  await untilEqual(client, fourth.url, account);
  expect((await reportOf(fourth.url, account)).state).toBe('live');

  async function arrives(subject: string, one: Served): Promise<void> {
    await deliver(dovecot, { subject });
    await eventually(
      () => mailsNamed(asks(one), subject),
      (found) => found.length === 1,
    );
  }
});
