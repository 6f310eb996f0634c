// A service that is killed again and again while it mirrors a large mailbox: in the end it has what the server has,
// each message once, and no half of one.
import { createHash } from 'node:crypto';
import pg from 'pg';
import { expect, it } from 'vitest';
import { newDatabase } from '../support/databases.ts';
import { openFeed } from '../support/feed.ts';
import { eventually, runProgram, serve, temporaryFolder } from '../support/process.ts';
import { ask } from '../support/service.ts';
import { reportOf, untilEqual } from './support/comparison.ts';
import { startDovecot } from './support/dovecot.ts';
import { deliver, fillMaildir, openClient, within } from './support/mailbox.ts';
import { addMailAccount } from './support/world.ts';

const KILLS = 20;

it(`killed ${KILLS} times during a sync, it ends with what the server has`, { timeout: 300_000 }, async () => {
  const dovecot = await startDovecot();
  const client = await openClient(dovecot);
  fillMaildir(dovecot, 2500, (index) => ({ subject: `crash ${index}` }));
  const { place, engine } = await newDatabase();
  const folder = temporaryFolder();
  const start = () =>
    serve(place, {
      args: [
        '--allow-hosts',
        '127.0.0.0/8',
        '--sync-poll',
        '1',
        '--log-level',
        'silent',
        ...(engine === 'postgres' ? ['--data', folder] : []),
      ],
    });
  let service = await start();
  const account = await addMailAccount((...given) => ask(service.url, ...given), dovecot);
  let held = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const count = async () =>
      (await reportOf(service.url, account)).folders.reduce((sum, { daybook }) => sum + daybook, 0);
    // At another place in its work each time: some way into the batch after the next.
    held = await eventually(count, (now) => now > held);
    await new Promise((resolve) => setTimeout(resolve, (kill * 37) % 150));
    await service.kill();
    if (kill % 5 === 2)
      await within(client, 'INBOX', async () => {
        const uids = (await client.search({ all: true }, { uid: true })) || [];
        await client.messageDelete(String(uids[kill]), { uid: true });
        await client.messageMove(String(uids.at(-kill)), 'Archive', { uid: true });
        await client.messageFlagsAdd(String(uids.at(-kill - 1)), ['\\Flagged'], { uid: true });
      });
    if (engine === 'postgres') await endLeases(place);
    service = await start();
  }
  await untilEqual(client, service.url, account, 120_000);
  await service.stop();
  const { code, out } = await runProgram([
    'doctor',
    ...(engine === 'postgres' ? ['--database', place, '--data', folder] : ['--database', place]),
  ]);
  expect([code, out]).toEqual([0, expect.any(String)]);
});

// On a server another instance takes over when the lease has run out; the test does not wait for that.
async function endLeases(place: string): Promise<void> {
  const client = new pg.Client({ connectionString: place });
  await client.connect();
  await client.query("update jobs set lease_until = 0 where kind = 'sync'");
  await client.end();
}

it('a mailbox of 5,000 messages comes whole, the newest first, and tells how far it is', {
  timeout: 300_000,
}, async () => {
  const dovecot = await startDovecot();
  fillMaildir(dovecot, 5000, (index) => ({ subject: `large ${index}`, text: filler(index) }));
  const { place, engine } = await newDatabase();
  const more = engine === 'postgres' ? ['--data', temporaryFolder()] : [];
  const service = await serve(place, { args: ['--allow-hosts', '127.0.0.0/8', '--log-level', 'silent', ...more] });
  const feed = await openFeed(service.url, '?events=sync.*');
  const account = await addMailAccount((...given) => ask(service.url, ...given), dovecot);
  await eventually(
    () => reportOf(service.url, account),
    ({ folders }) => folders.some(({ daybook }) => daybook > 0),
  );
  const { body } = await ask(service.url, 'GET', '/emails?limit=1');
  expect((body as { data: { subject: string }[] }).data[0]?.subject).toBe('large 4999');
  // New mail does not wait until the old is here.
  await deliver(dovecot, { subject: 'in between' });
  await untilEqual(await openClient(dovecot), service.url, account, 200_000);
  await eventually(
    () => feed.changes().map(({ event }) => event),
    (events) => events.includes('sync.completed'),
  );
  const progress = feed.changes().filter(({ event }) => event === 'sync.progress');
  expect(progress.length).toBeGreaterThan(2);
  for (const [index, { data, timestamp }] of progress.entries()) {
    expect(data).toMatchObject({
      account_id: account,
      folder: 'INBOX',
      done: expect.any(Number),
      total: expect.any(Number),
    });
    const next = progress[index + 1];
    if (next) expect(Date.parse(next.timestamp) - Date.parse(timestamp)).toBeGreaterThanOrEqual(900);
  }
  await feed.close();
  await service.stop();
});

function filler(index: number): string {
  return Array.from({ length: 20 }, (_, line) => createHash('sha1').update(`${index} ${line}`).digest('hex')).join(
    '\r\n',
  );
}
