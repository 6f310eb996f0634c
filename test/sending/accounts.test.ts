// Mails and their accounts: a mail that breaks its own connection does not change its account, and a mail whose account
// was removed fails and can be sent from another.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FakeSmtp, startFakeSmtp } from '../support/fake-smtp.ts';
import { digest, placed, upload } from '../support/files.ts';
import { type SendingService, startSending } from '../support/sending.ts';

let world: SendingService;
let fake: FakeSmtp;
beforeAll(async () => {
  world = await startSending();
  fake = await startFakeSmtp();
});
afterAll(async () => {
  await world.end();
  await fake.end();
});

it('a mail whose body breaks the connection at every attempt leaves its account connected, and other mails are sent', async () => {
  const account = await world.addAccount(fake.account);
  fake.misbehave('data', 'reset');
  const { id } = await world.send(account);
  for (const attempts of [1, 2, 3])
    await world.feed.until(() =>
      world.feed
        .changes()
        .some(({ data }) => data.id === id && data.send_attempts === attempts && data.status === 'queued'),
    );
  const told = world.feed.changes().map(({ event }) => event);
  expect(told.filter((event) => event === 'email_account.status_changed')).toHaveLength(1); // when it was added
  fake.behave();
  const other = await world.send(account);
  await world.untilEvent(other.id, 'email.sent');
  await world.untilEvent(id, 'email.sent');
});

it('queued mail of a removed account fails; sent again, it is sent from the default account', async () => {
  const fallback = await world.addAccount(fake.account, { is_default: true, address: 'second@example.org' });
  const away = await startFakeSmtp();
  const account = await world.addAccount(away.account, { address: 'first@example.org' });
  away.misbehave('mail', '451');
  const { id } = await world.send(account);
  await world.untilDeferred(id);
  await world.make('DELETE', `/email-accounts/${account}`);
  const failed = await world.untilEvent(id, 'email.send_failed');
  expect(failed).toMatchObject({ status: 'failed', send_error: { code: 'ACCOUNT_GONE' } });
  await world.make('POST', `/emails/${id}/send`);
  const sent = await world.untilEvent(id, 'email.sent');
  expect(sent).toMatchObject({ account_id: fallback, from_address: 'second@example.org' });
  await away.end();
});

it('a damaged attachment is not sent: the mail fails with ATTACHMENT_GONE', async () => {
  const account = await world.addAccount(fake.account);
  const file = await upload(world.service, { content: 'the whole lease' });
  const place = join(world.service.config.data, 'files', placed(digest('the whole lease')));
  rmSync(place);
  writeFileSync(place, 'the');
  const { id } = await world.send(account, { attachments: [file.id] });
  const failed = await world.untilEvent(id, 'email.send_failed');
  expect(failed.send_error).toMatchObject({ code: 'ATTACHMENT_GONE', message: expect.stringContaining('damaged') });
});

it('a sent mail is marked as read, and its received_at is the time it was sent', async () => {
  const account = await world.addAccount(fake.account);
  const { id } = await world.send(account);
  const sent = await world.untilEvent(id, 'email.sent');
  expect(sent).toMatchObject({ is_read: true, received_at: sent.sent_at });
  expect(sent.sent_at).not.toBeNull();
});

it('RECIPIENTS_REFUSED names every recipient with the reply of the server', async () => {
  const account = await world.addAccount(fake.account);
  fake.misbehave('rcpt', '550');
  const { id } = await world.send(account, { to_addresses: ['bob@example.net', 'cleo@example.net'] });
  const { send_error } = await world.untilEvent(id, 'email.send_failed');
  fake.behave();
  expect(send_error?.code).toBe('RECIPIENTS_REFUSED');
  for (const address of ['bob@example.net', 'cleo@example.net'])
    expect(send_error?.message).toContain(`${address}: 550`);
});
