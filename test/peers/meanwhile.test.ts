// A mailbox that does not keep still while it is synced: messages are expunged, moved and marked between the look and
// the fetch, and folders come and go.
import type { ImapFlow } from 'imapflow';
import { expect, it } from 'vitest';
import { eventually } from '../support/process.ts';
import { reportOf, untilEqual } from './support/comparison.ts';
import { startDovecot } from './support/dovecot.ts';
import { fillMaildir, messageText, openClient, within } from './support/mailbox.ts';
import { addMailAccount, mailsNamed, startDaybook } from './support/world.ts';

const COUNT = 600;

it('changes of a mailbox during its first sync are in the result', async () => {
  const dovecot = await startDovecot();
  const client = await openClient(dovecot);
  fillMaildir(dovecot, COUNT, (index) => ({ subject: `restless ${index}` }));
  const service = await startDaybook();
  const account = await addMailAccount(service.ask, dovecot);
  await eventually(
    () => reportOf(service.url, account),
    ({ folders }) => folders.some(({ daybook }) => daybook > 0),
  );
  const all = await within(client, 'INBOX', async () => (await client.search({ all: true }, { uid: true })) || []);
  const every = (nth: number) => all.filter((_, index) => index % 10 === nth).join(',');
  await disturb(client, every);
  await untilEqual(client, service.url, account);
  const { body } = await service.ask('GET', `/emails?account_id=${account}&include_deleted=true&limit=0`);
  // Those that were expunged came before or never came; nothing came twice.
  expect((body as { meta: { total: number } }).meta.total).toBeLessThanOrEqual(COUNT + 1);
  expect(await mailsNamed(service.ask, 'in a new folder')).toHaveLength(1);
});

async function disturb(client: ImapFlow, every: (nth: number) => string): Promise<void> {
  const options = { uid: true };
  await within(client, 'INBOX', async () => {
    await client.messageDelete(every(0), options);
    await client.messageMove(every(1), 'Archive', options);
    await client.messageFlagsAdd(every(2), ['\\Flagged'], options);
  });
  await client.mailboxCreate('New');
  await client.append('New', messageText({ subject: 'in a new folder' }));
  await within(client, 'INBOX', async () => {
    await client.messageMove(every(3), 'New', options);
    await client.messageDelete(every(4), options);
  });
  await client.mailboxRename('New', 'Newer');
}
