// The first sync of a large mailbox: complete, newest first, with progress on the feed.
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { engine, newDatabase } from '../support/databases.ts';
import { openFeed } from '../support/feed.ts';
import { eventually, serve, temporaryFolder } from '../support/process.ts';
import { ask } from '../support/service.ts';
import { reportOf, untilEqual } from './support/comparison.ts';
import { startDovecot } from './support/dovecot.ts';
import { deliver, fillMaildir, openClient } from './support/mailbox.ts';
import { addMailAccount } from './support/world.ts';

const MESSAGES = engine === 'sqlite' ? 3000 : 1000; // each takes longer on a database server

it('a large mailbox is synced completely, newest first, and the feed reports progress', async () => {
  const dovecot = await startDovecot();
  fillMaildir(dovecot, MESSAGES, (index) => ({ subject: `large ${index}`, text: filler(index) }));
  const { place } = await newDatabase();
  const more = engine === 'postgres' ? ['--data', temporaryFolder()] : [];
  const service = await serve(place, { args: ['--allow-hosts', '127.0.0.0/8', '--log-level', 'silent', ...more] });
  const feed = await openFeed(service.url, '?events=sync.*');
  const account = await addMailAccount((...given) => ask(service.url, ...given), dovecot);
  await eventually(
    () => reportOf(service.url, account),
    ({ folders }) => folders.some(({ daybook }) => daybook > 0),
  );
  const { body } = await ask(service.url, 'GET', '/emails?limit=1');
  expect((body as { data: { subject: string }[] }).data[0]?.subject).toBe(`large ${MESSAGES - 1}`);
  // New mail does not wait until the old is here.
  await deliver(dovecot, { subject: 'in between' });
  await untilEqual(await openClient(dovecot), service.url, account);
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
