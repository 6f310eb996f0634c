// A service that is killed again and again while it mirrors a large mailbox: in the end it has what the server has,
// each message once, and no half of one.
import pg from 'pg';
import { expect, it } from 'vitest';
import { engine, newDatabase } from '../support/databases.ts';
import { eventually, runProgram, serve, temporaryFolder } from '../support/process.ts';
import { ask } from '../support/service.ts';
import { reportOf, untilEqual } from './support/comparison.ts';
import { startDovecot } from './support/dovecot.ts';
import { fillMaildir, openClient, within } from './support/mailbox.ts';
import { addMailAccount } from './support/world.ts';

// Each takes longer on a database server.
const [KILLS, MESSAGES] = engine === 'sqlite' ? [15, 2500] : [6, 1000];

it(`killed ${KILLS} times during a sync, Daybook ends with the mail of the server`, async () => {
  const dovecot = await startDovecot();
  const client = await openClient(dovecot);
  fillMaildir(dovecot, MESSAGES, (index) => ({ subject: `crash ${index}` }));
  const { place } = await newDatabase();
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
  await untilEqual(client, service.url, account);
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
