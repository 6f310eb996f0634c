// Two instances on one PostgreSQL database share one queue: each mail is accepted exactly once. Also when one
// of them is killed in the middle; then only what it had marked is left to a person.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { query } from '../instances/database.ts';
import { make } from '../instances/instances.ts';
import { newDatabase } from '../support/databases.ts';
import { type FakeSmtp, startFakeSmtp } from '../support/fake-smtp.ts';
import { countJobs } from '../support/jobs.ts';
import { type Served, serve, temporaryFolder } from '../support/process.ts';
import { headersOf, quick } from '../support/sending.ts';
import { ask, type TestService } from '../support/service.ts';

const ACCOUNTS = 30; // more than one instance sends through at a time

// The deadline is generous: it only ends a wait that cannot succeed.
async function eventually<T>(read: () => Promise<T> | T, fits: (value: T) => boolean): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (!fits(await read())) {
    if (Date.now() > deadline) throw new Error('the condition was not met in time');
    await sleep(100);
  }
}

interface Queue {
  place: string;
  fake: FakeSmtp;
  start(): Promise<Served>;
}

/** A queue of mails that no instance has begun to send. */
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

// In the rows: an account in error keeps the mail in the queue, and no check may find its server well before the test.
async function setStatus(place: string, from: string, to: string): Promise<void> {
  const sql = `update accounts set status = '${to}', doc = replace(doc, '"status":"${from}"', '"status":"${to}"')`;
  await query(place, sql);
  await query(place, "delete from jobs where kind = 'check'");
}

interface Outcome {
  message_id: string;
  status: string;
  send_error: { code: string } | null;
}

/** The state of every mail once none waits any more, by its Message-ID, as this instance reports it. */
async function whenDone({ url }: Served): Promise<Map<string, string>> {
  const service: Pick<TestService, 'ask'> = { ask: (...given) => ask(url, ...given) };
  await eventually(
    () => countJobs(service, 'send'),
    (count) => count === 0,
  );
  const states = new Map<string, string>();
  for (let offset = 0; ; offset += 500) {
    const path = `/emails?limit=500&offset=${offset}&fields=message_id,status,send_error`;
    const { data, meta } = (await service.ask('GET', path)).body as { data: Outcome[]; meta: { has_more: boolean } };
    for (const { message_id, status, send_error } of data) states.set(message_id, send_error?.code ?? status);
    if (!meta.has_more) return states;
  }
}

function acceptedIds({ fake }: Queue): string[] {
  return fake.accepted.map(({ bytes }) => headersOf(bytes)['message-id'] as string).sort();
}

it('two instances that send at the same time deliver each of 300 mails exactly once', async () => {
  const queue = await aQueue(300);
  const served = (await Promise.all([queue.start(), queue.start()])) as [Served, Served];
  const states = await whenDone(served[0]);
  expect(new Set(states.values())).toEqual(new Set(['sent']));
  expect(acceptedIds(queue)).toEqual([...states.keys()].sort());
  expect(queue.fake.complete).toHaveLength(300);
  for (const one of served) expect((await one.stop()).code).toBe(0);
});

it('when one of two instances is killed, the other sends the rest, and nothing is sent twice', async () => {
  const queue = await aQueue(150);
  const [victim, other] = (await Promise.all([queue.start(), queue.start()])) as [Served, Served];
  await eventually(
    () => queue.fake.accepted.length,
    (count) => count >= 50,
  );
  await victim.kill();
  // The leases of the dead run out now and not in a minute. Behind the lock that every write takes first.
  await query(
    queue.place,
    'select seq from logs where user_id = 1 for update; update jobs set lease_until = 1 where lease_until is not null',
  );
  const states = await whenDone(other);
  const accepted = acceptedIds(queue);
  expect(new Set(accepted).size).toBe(accepted.length);
  expect(queue.fake.complete.length).toBeLessThanOrEqual(150);
  const sent = [...states].filter(([, state]) => state === 'sent').map(([id]) => id);
  const unknown = [...states].filter(([, state]) => state === 'OUTCOME_UNKNOWN').map(([id]) => id);
  expect(sent.length + unknown.length).toBe(150);
  expect(sent.filter((id) => !accepted.includes(id))).toEqual([]);
  expect(unknown.length).toBeLessThanOrEqual(ACCOUNTS);
  expect((await other.stop()).code).toBe(0);
});
