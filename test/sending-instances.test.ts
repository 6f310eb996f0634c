// Two instances on one PostgreSQL database share one queue: each of 1,000 mails is accepted exactly once. Also when one
// of them is killed in the middle; then only what it had marked is left to a person.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { connect, query } from './instances/database.ts';
import { make } from './instances/instances.ts';
import { newDatabase } from './support/databases.ts';
import { type FakeSmtp, startFakeSmtp } from './support/fake-smtp.ts';
import { type Served, serve, temporaryFolder } from './support/process.ts';
import { headersOf, quick } from './support/sending.ts';

const ACCOUNTS = 30; // more than one instance sends through at a time

// The deadline is generous: it only ends a wait for what will never come.
async function eventually<T>(look: () => Promise<T> | T, fits: (seen: T) => boolean): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (!fits(await look())) {
    if (Date.now() > deadline) throw new Error('this did not come about');
    await sleep(100);
  }
}

interface Queue {
  place: string;
  fake: FakeSmtp;
  start(): Promise<Served>;
}

/** A queue of mails that nobody has begun to send. */
async function aQueue(mails: number): Promise<Queue> {
  const { place } = await newDatabase();
  const fake = await startFakeSmtp();
  onTestFinished(() => fake.end());
  const args = ['--data', temporaryFolder(), '--allow-hosts', quick.allowHosts, '--log-level', 'error'];
  const start = () => serve(place, { args });
  const first = await start();
  const accounts: string[] = [];
  for (let count = 0; count < ACCOUNTS; count++)
    accounts.push(
      (await make(first.url, 'POST', '/email-accounts', { address: 'ann@example.org', smtp: fake.account })).id,
    );
  await setStatus(place, 'connected', 'error');
  const one = { status: 'queued', from_address: 'ann@example.org', to_addresses: ['bob@example.net'], body_plain: 'x' };
  const queue = async (_: unknown, writer: number) => {
    for (let count = writer; count < mails; count += 10)
      await make(first.url, 'POST', '/emails', { ...one, account_id: accounts[count % ACCOUNTS] as string });
  };
  await Promise.all(Array.from({ length: 10 }, queue));
  await first.stop();
  await setStatus(place, 'error', 'connected');
  expect(fake.complete).toEqual([]);
  return { place, fake, start };
}

async function setStatus(place: string, from: string, to: string): Promise<void> {
  const sql = `update accounts set status = '${to}', doc = replace(doc, '"status":"${from}"', '"status":"${to}"')`;
  await query(place, sql);
  await query(place, "delete from jobs where kind = 'check'");
}

/** The state of every mail once none waits any more, by its Message-ID. */
async function whenDone({ place }: Queue): Promise<Map<string, string>> {
  const database = await connect(place); // one for all looks: to connect costs more than to ask
  await eventually(
    () => database.query<{ n: number }>("select count(*)::int as n from jobs where kind = 'send'"),
    ({ rows: [row] }) => row?.n === 0,
  );
  await database.end();
  const rows = await query<{ doc: string }>(place, 'select doc from emails');
  const mails = rows.map(
    ({ doc }) => JSON.parse(doc) as { message_id: string; status: string; send_error: { code: string } | null },
  );
  return new Map(mails.map(({ message_id, status, send_error }) => [message_id, send_error?.code ?? status]));
}

function acceptedIds({ fake }: Queue): string[] {
  return fake.accepted.map(({ bytes }) => headersOf(bytes)['message-id'] as string).sort();
}

it('each of 1,000 mails is accepted exactly once by two instances that send at the same time', async () => {
  const queue = await aQueue(1000);
  const served = await Promise.all([queue.start(), queue.start()]);
  const states = await whenDone(queue);
  expect(new Set(states.values())).toEqual(new Set(['sent']));
  expect(acceptedIds(queue)).toEqual([...states.keys()].sort());
  expect(queue.fake.complete).toHaveLength(1000);
  for (const one of served) expect((await one.stop()).code).toBe(0);
}, 180_000);

it('one that is killed in the middle leaves the rest to the other, and nothing is sent twice', async () => {
  const queue = await aQueue(300);
  const [victim, other] = (await Promise.all([queue.start(), queue.start()])) as [Served, Served];
  await eventually(
    () => queue.fake.accepted.length,
    (count) => count >= 100,
  );
  await victim.kill();
  // The leases of the dead run out now and not in a minute. Behind the lock that every write takes first.
  await query(
    queue.place,
    'select seq from logs where user_id = 1 for update; update jobs set lease_until = 1 where lease_until is not null',
  );
  const states = await whenDone(queue);
  const accepted = acceptedIds(queue);
  expect(new Set(accepted).size).toBe(accepted.length);
  expect(queue.fake.complete.length).toBeLessThanOrEqual(300);
  const sent = [...states].filter(([, state]) => state === 'sent').map(([id]) => id);
  const unknown = [...states].filter(([, state]) => state === 'OUTCOME_UNKNOWN').map(([id]) => id);
  expect(sent.length + unknown.length).toBe(300);
  expect(sent.filter((id) => !accepted.includes(id))).toEqual([]);
  expect(unknown.length).toBeLessThanOrEqual(ACCOUNTS);
  expect((await other.stop()).code).toBe(0);
}, 180_000);
