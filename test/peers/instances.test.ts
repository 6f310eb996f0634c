// Several instances on one database: one of them holds an account at a time, a change made at another reaches the
// server all the same, and whoever goes is followed by the next.
import pg from 'pg';
import { expect, it } from 'vitest';
import { newDatabase } from '../support/databases.ts';
import { eventually, type Served, serve, temporaryFolder } from '../support/process.ts';
import { ask, type TestService } from '../support/service.ts';
import { reportOf, untilEqual } from './support/comparison.ts';
import { startDovecot } from './support/dovecot.ts';
import { deliver, fillMaildir, openClient } from './support/mailbox.ts';
import { addMailAccount, mailNamed, mailsNamed } from './support/world.ts';

it('of two instances one mirrors an account; the other follows when it goes', { timeout: 180_000 }, async () => {
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
  await untilEqual(client, first.url, account, 60_000);
  const [holder, ...others] = await holders(place);
  expect([typeof holder, others]).toEqual(['string', []]);

  for (const [index, one] of instances.entries()) {
    const { id } = await mailNamed(asks(one), `shared ${index}`);
    await ask(one.url, 'PATCH', `/emails/${id}`, { folder: 'ARCHIVE', is_starred: true });
  }
  await untilEqual(client, second.url, account);

  // Whoever goes with good manners gives the account back, and another has it long before the lease would be over.
  await first.stop();
  await arrives('after the first', second);
  const third = await start();
  await second.stop();
  await arrives('after the second', third);

  // One that dies keeps it until its lease is over.
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

async function holders(place: string): Promise<string[]> {
  const rows = await query(place, "select lease_holder from jobs where kind = 'sync' and lease_holder is not null");
  return rows.map((row) => row.lease_holder as string);
}

async function query(place: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: place });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}
