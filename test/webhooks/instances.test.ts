// Three instances on one PostgreSQL database: one delivers to a webhook at a time, and when it is killed, another takes
// over; nothing is missing and nothing is out of order.
import { expect, it, onTestFinished } from 'vitest';
import { limits } from '../../src/limits.ts';
import { query } from '../instances/database.ts';
import { make } from '../instances/instances.ts';
import { newMigratedDatabase } from '../support/databases.ts';
import { type Served, serve, temporaryFolder } from '../support/process.ts';
import { expectDeliveredDespiteKills, firstSeqs, startReceiverProcesses } from '../support/receiver-processes.ts';

const CHANGES = 100;

/** How many messages this instance has delivered. */
async function delivered({ url }: Served): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^daybook_webhook_seconds_count\{result="accepted"\} (\d+)/m.exec(text)?.[1] ?? 0);
}

function threeInstances(place: string, ...more: string[]): Promise<Served[]> {
  const args = ['--data', temporaryFolder(), '--allow-hosts', '127.0.0.1', '--log-level', 'error', ...more];
  return Promise.all([1, 2, 3].map(() => serve(place, { args })));
}

it('of three instances one delivers at a time, and another takes over when it is killed', async () => {
  const { place } = await newMigratedDatabase();
  const instances = await threeInstances(place);
  const receiver = await startReceiverProcesses(20);
  onTestFinished(() => receiver.end());
  const [first] = instances as [Served];
  const { id } = await make(first.url, 'POST', '/webhooks', { url: receiver.url, events: ['*'] });
  let left = instances;
  const write = async (count: number) => {
    for (let done = 0; done < count; done++) {
      const { url } = left[done % left.length] as Served;
      await make(url, 'POST', '/contacts', { display_name: `c${done}` });
    }
  };
  await Promise.all(Array.from({ length: 5 }, () => write(CHANGES / 5)));
  const before = await Promise.all(left.map(delivered));
  const known = receiver.received().length;
  await receiver.until(({ length }) => length > known + 3);
  const now = await Promise.all(left.map(delivered));
  const holder = left.find((_, index) => (now[index] as number) > (before[index] as number)) as Served;
  await holder.kill();
  left = left.filter((one) => one !== holder);
  // As if its lease had expired: the next commit finds the webhook free.
  const held = await query<{ lease_until: string | null }>(place, 'select lease_until from webhook_progress');
  expect(Number(held[0]?.lease_until ?? 0)).toBeLessThanOrEqual(Date.now() + limits.webhookLease);
  await query(place, `update webhook_progress set lease_until = 0 where id = '${id}'`);
  await write(1);
  await receiver.until((lines) => firstSeqs(lines).length > CHANGES);
  const lines = receiver.received();
  expect(firstSeqs(lines)).toEqual(Array.from({ length: CHANGES + 1 }, (_, index) => index + 2));
  expect(lines.filter(({ isAlone }) => !isAlone)).toEqual([]);
});

it('a receiver that is killed 50 times gets all changes of three instances, in order, from one at a time', async () => {
  const { place } = await newMigratedDatabase();
  const instances = await threeInstances(place, '--webhook-retry-base', '0.005');
  const receiver = await startReceiverProcesses();
  onTestFinished(() => receiver.end());
  const urlOf = (number: number) => (instances[number % instances.length] as Served).url;
  await make(urlOf(0), 'POST', '/webhooks', { url: receiver.url, events: ['*'] });
  await expectDeliveredDespiteKills(receiver, async (number) => {
    await make(urlOf(number), 'POST', '/contacts', { display_name: `c${number}` });
  });
});
