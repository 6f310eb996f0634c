// The queue of mails that wait to be sent: in order for each account, and accounts do not wait for each other.
import { describe, expect, it } from 'vitest';
import { startFakeSmtp } from '../support/fake-smtp.ts';
import { countJobs } from '../support/jobs.ts';
import { eventually } from '../support/process.ts';
import { headersOf, startSending } from '../support/sending.ts';
import { account, sent, smtp, useSendingAccount, world } from '../support/sending-world.ts';
import { type Letter, startSmtp } from '../support/smtp.ts';

useSendingAccount();

describe('the queue', () => {
  it('keeps its order for each account', async () => {
    const fake = await startFakeSmtp();
    const own = await world.addAccount(fake.account);
    const reached = fake.pauseAt('mail');
    const first = await world.send(own, { subject: 'held' });
    await reached;
    const mails = [];
    for (let count = 0; count < 12; count++) mails.push(await world.send(own, { subject: `number ${count}` }));
    await fake.end(); // the first is retried, later than the others
    const again = await startFakeSmtp();
    await world.make('PATCH', `/email-accounts/${own}`, { smtp: { ...again.account } });
    for (const { id } of [first, ...mails]) await world.untilEvent(id, 'email.sent');
    const subjects = again.accepted.map(({ bytes }) => headersOf(bytes).subject);
    expect(subjects.filter((subject) => subject !== 'held')).toEqual(mails.map((_, count) => `number ${count}`));
    expect(subjects).toHaveLength(13);
    await again.end();
  });

  it('of one account is not delayed by the slow server of another', async () => {
    const slow = await startFakeSmtp();
    const slowAccount = await world.addAccount(slow.account);
    const reached = slow.pauseAt('mail');
    const stuck = await world.send(slowAccount);
    await reached;
    const { mail } = await sent();
    expect(mail.status).toBe('sent');
    expect((await world.get(stuck.id)).status).toBe('sending');
    await slow.end();
    await cancelled(stuck.id);
  });

  it('gets a scheduled mail at its time, and sends it at once', async () => {
    const at = Math.ceil((Date.now() + 300) / 1000) * 1000;
    const { mail } = await sent({ scheduled_at: new Date(at).toISOString() });
    expect(world.eventsOf(mail.id)).toEqual(['scheduled scheduled', 'queued queued', 'updated sending', 'sent sent']);
    const late = Date.parse(mail.sent_at as string) - at;
    expect(late).toBeGreaterThanOrEqual(0);
    expect(late).toBeLessThan(5000); // within a second on an idle machine
  });

  it('lets a waiting mail be cancelled, but not one that is being sent', async () => {
    const fake = await startFakeSmtp();
    const own = await world.addAccount(fake.account);
    const reached = fake.pauseAt('mail');
    const first = await world.send(own);
    await reached;
    const second = await world.send(own);
    expect((await world.service.ask('POST', `/emails/${first.id}/cancel`)).body).toMatchObject({
      error: { code: 'NOT_CANCELLABLE' },
    });
    expect(await world.make('POST', `/emails/${second.id}/cancel`)).toMatchObject({ status: 'draft' });
    await fake.end();
    await cancelled(first.id);
    expect(await countJobs(world.service, 'send')).toBe(0);
  });

  it('never sends a mail that was created with the status sending', async () => {
    const values = {
      status: 'sending',
      from_address: 'ann@example.org',
      to_addresses: ['bob@example.net'],
      account_id: account,
    };
    const mail = await world.make('POST', '/emails', values);
    await world.make('POST', `/emails/${mail.id}/star`);
    expect(await countJobs(world.service, 'send')).toBe(0);
    const before = smtp.letters.length;
    await sent();
    expect(smtp.letters).toHaveLength(before + 1);
    expect((await world.get(mail.id)).status).toBe('sending');
  });
});

describe('a mail without an account', () => {
  it('waits until there is a default account, and is sent through it with its sender', async () => {
    const own = await startSending();
    const draft = await own.make('POST', '/emails/drafts', { to: 'bob@example.net', body_plain: 'x' });
    expect(await own.make('POST', `/emails/${draft.id}/send`)).toMatchObject({ account_id: null, from_address: null });
    const server = await startSmtp();
    const id = await own.addAccount(server.account);
    const mail = await own.untilEvent(draft.id, 'email.sent');
    expect(mail).toMatchObject({ account_id: id, from_address: 'ann@example.org', from_name: 'Ann Lee' });
    expect(mail.message_id).toMatch(/@example\.org>$/);
    expect(server.letters).toHaveLength(1);
    expect(headersOf((server.letters[0] as Letter).bytes).from).toBe('Ann Lee <ann@example.org>');
    await own.end();
    await server.end();
  });
});

/** Cancels a mail between two of its attempts. */
async function cancelled(id: string): Promise<void> {
  await eventually(
    () => world.service.ask('POST', `/emails/${id}/cancel`),
    ({ status }) => status === 200,
  );
}
