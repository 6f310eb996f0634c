// The outcomes of a mail that is not accepted at once: retried with growing delays, failed with the server's reply, sent
// to the recipients that the server accepts, or left to a user if the outcome is unknown. Never sent twice automatically.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { retryDelay } from '../../src/sending/settle.ts';
import { ageSendJob, countJobs } from '../support/jobs.ts';
import { eventually } from '../support/process.ts';
import { headersOf } from '../support/sending.ts';
import { startServer, useSending, world } from '../support/sending-world.ts';
import { startSmtp } from '../support/smtp.ts';

useSending();

describe('a temporary failure', () => {
  it('queues the mail again with the reason, and the next attempt sends it', async () => {
    const { fake, account } = await startServer();
    fake.misbehave('mail', '451', { once: true });
    const { id } = await world.send(account);
    const mail = await world.untilEvent(id, 'email.sent');
    expect(world.eventsOf(id)).toEqual([
      'queued queued',
      'updated sending',
      'updated queued',
      'updated sending',
      'sent sent',
    ]);
    expect(await world.untilDeferred(id)).toMatchObject({
      send_error: { code: 'DEFERRED', message: '451 4.0.0 not like this' },
    });
    expect(mail).toMatchObject({ send_attempts: 2, send_error: null });
    expect(fake.accepted).toHaveLength(1);
  });

  it('keeps the Message-ID and the Date of the mail', async () => {
    const { fake, account } = await startServer();
    fake.misbehave('dot', '451', { once: true });
    const { id } = await world.send(account, { body_html: '<p>Tea?</p>' });
    const queued = Date.now();
    await world.untilEvent(id, 'email.sent');
    const [first, second] = fake.complete.map(({ bytes }) => headersOf(bytes));
    expect(fake.complete).toHaveLength(2);
    expect(second).toMatchObject({ 'message-id': first?.['message-id'], date: first?.date });
    expect(Date.parse(first?.date as string)).toBeLessThanOrEqual(queued);
  });

  it('is retried after 30 s × 2^n ± 20 %, at most 4,000 s', () => {
    expect([1, 2, 3, 4].map((attempt) => retryDelay(attempt, 30_000, 0.5))).toEqual([30_000, 60_000, 120_000, 240_000]);
    expect([0, 1].map((chance) => retryDelay(3, 30_000, chance))).toEqual([96_000, 144_000]);
    expect(retryDelay(60, 30_000, 1)).toBe(4_000_000);
  });

  it('that lasts longer than the maximum lifetime fails the mail with the last reply of the server', async () => {
    const { fake, account } = await startServer();
    fake.misbehave('rcpt', '451');
    const { id } = await world.send(account);
    await world.untilDeferred(id);
    await ageSendJob(world.service, id, 5);
    const mail = await world.untilEvent(id, 'email.send_failed');
    expect(mail).toMatchObject({ status: 'failed', folder: 'OUTBOX', send_error: { code: 'DEFERRED' } });
    expect(mail.send_error?.message).toBe('Given up after 5 days. The last reply: 451 4.0.0 not like this');
    expect(mail.send_attempts).toBeGreaterThan(1);
    expect(await countJobs(world.service, 'send')).toBe(0);
  });

  it('of the connection sets the account to error at the second attempt, and the mail waits until it is connected', async () => {
    const { fake, account } = await startServer();
    fake.misbehave('greeting', 'reset');
    const { id } = await world.send(account);
    const status = async () => (await world.make('GET', `/email-accounts/${account}`)).status as string;
    await eventually(status, (now) => now === 'error');
    expect(await world.get(id)).toMatchObject({
      status: 'queued',
      send_attempts: 2,
      send_error: { code: 'CONNECTION_FAILED' },
    });
    fake.behave();
    await world.make('POST', `/email-accounts/${account}/test`);
    expect(await world.untilEvent(id, 'email.sent')).toMatchObject({ send_attempts: 3 });
  });
});

describe('a wrong password', () => {
  it('sets the account to error, and its mail waits until the password is corrected', async () => {
    const smtp = await startSmtp();
    onTestFinished(() => smtp.end());
    const account = await world.addAccount(smtp.account);
    smtp.setPassword('another');
    const { id } = await world.send(account);
    expect(await world.untilDeferred(id)).toMatchObject({ send_error: { code: 'AUTH_FAILED' } });
    const told = await world.make('GET', `/email-accounts/${account}`);
    expect(told).toMatchObject({ status: 'error', status_detail: expect.stringContaining('5.7.8') });
    expect(JSON.stringify([told, await world.get(id)])).not.toContain('correct horse');
    await sleep(300); // the time of several tries
    expect((await world.get(id)).send_attempts).toBe(1);
    await world.make('PATCH', `/email-accounts/${account}`, { smtp: { ...smtp.account, password: 'another' } });
    await world.untilEvent(id, 'email.sent');
    expect(smtp.letters).toHaveLength(1);
  });
});

describe('a password that cannot be read', () => {
  it('sets the account to error, and the mail waits', async () => {
    const { fake, account } = await startServer();
    const sql = `update accounts set secrets = '{"smtp":"v1:00000000:a:b:c"}' where user_id = ?1 and id = ?2`;
    await world.service.store.write(1, (tx) => tx.run(sql, account));
    const { id } = await world.send(account);
    expect(await world.untilDeferred(id)).toMatchObject({ send_error: { code: 'AUTH_FAILED' } });
    const told = await world.make('GET', `/email-accounts/${account}`);
    expect(told).toMatchObject({ status: 'error', status_detail: expect.stringContaining('enter it again') });
    await world.make('PATCH', `/email-accounts/${account}`, { smtp: fake.account });
    await world.untilEvent(id, 'email.sent');
  });
});

describe('a permanent refusal', () => {
  it('fails the mail at once; sent again by a user, it keeps its Message-ID', async () => {
    const { fake, account } = await startServer();
    fake.misbehave('data', '550', { once: true });
    const { id, message_id } = await world.send(account);
    const failed = await world.untilEvent(id, 'email.send_failed');
    expect(failed).toMatchObject({
      send_attempts: 1,
      send_error: { code: 'REFUSED', message: '550 5.0.0 not like this' },
    });
    await world.make('POST', `/emails/${id}/send`);
    expect(await world.untilEvent(id, 'email.sent')).toMatchObject({ message_id, send_attempts: 1, send_error: null });
  });

  it('of some recipients sends the mail to the others and names the refused ones', async () => {
    const { fake, account } = await startServer();
    fake.answer = (command) => (command.includes('<gone@') ? '550 5.1.1 no such person' : undefined);
    const { id } = await world.send(account, {
      to_addresses: ['bob@example.net', 'gone@example.net'],
      bcc_addresses: ['cleo@example.net'],
    });
    const mail = await world.untilEvent(id, 'email.sent');
    expect(mail).toMatchObject({ status: 'sent', folder: 'SENT', send_error: { code: 'PARTLY_REFUSED' } });
    expect(mail.send_error?.message).toBe('Sent, but not to gone@example.net (550 5.1.1 no such person).');
    expect(fake.accepted).toMatchObject([{ to: ['bob@example.net', 'cleo@example.net'] }]);
    expect(mail.deliveries).toEqual([
      { address: 'bob@example.net', status: 'sent', code: null, message: null },
      { address: 'gone@example.net', status: 'refused', code: 'REFUSED', message: '550 5.1.1 no such person' },
      { address: 'cleo@example.net', status: 'sent', code: null, message: null },
    ]);
    const compact = await world.service.ask('GET', '/emails?format=compact&status=sent&limit=1');
    expect((compact.body as { lines: string[] }).lines).toEqual([
      expect.stringMatching(/ \[SENT\] \(sent, refused by gone@example\.net\)$/),
    ]);
  });

  it('of a mail larger than the SIZE of the server needs no attempt', async () => {
    const smtp = await startSmtp({ options: { size: 10_000 } });
    onTestFinished(() => smtp.end());
    const account = await world.addAccount(smtp.account);
    const { id } = await world.send(account, { body_plain: 'x'.repeat(20_000) });
    expect((await world.untilEvent(id, 'email.send_failed')).send_error?.code).toBe('TOO_LARGE');
  });
});

describe('a mail from which no message can be built', () => {
  it('because it has no recipients fails with NO_RECIPIENTS', async () => {
    await startServer();
    const mail = { status: 'queued', from_address: 'ann@example.org', body_plain: 'x' };
    const { id } = await world.make('POST', '/emails', mail);
    expect((await world.untilEvent(id, 'email.send_failed')).send_error?.code).toBe('NO_RECIPIENTS');
  });

  it('because an attachment is not stored fails with ATTACHMENT_GONE', async () => {
    const { account, fake } = await startServer();
    const values = {
      status: 'queued',
      from_address: 'ann@example.org',
      to_addresses: ['bob@example.net'],
      account_id: account,
    };
    const { id } = await world.make('POST', '/emails', {
      ...values,
      attachments: [{ filename: 'lease.pdf', path: '/etc/passwd' }],
    });
    const { send_error } = await world.untilEvent(id, 'email.send_failed');
    expect(send_error).toEqual({ code: 'ATTACHMENT_GONE', message: expect.stringContaining('"lease.pdf"') });
    expect(fake.complete).toEqual([]);
  });
});

describe('an unknown outcome', () => {
  it('fails the mail with OUTCOME_UNKNOWN, and only a user sends it again', async () => {
    const { fake, account } = await startServer();
    fake.misbehave('dot', 'reset', { once: true });
    const { id } = await world.send(account);
    const mail = await world.untilEvent(id, 'email.send_failed');
    expect(mail.send_error).toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      message: expect.stringContaining('only if it did not arrive'),
    });
    await sleep(300); // the time of several tries
    expect(fake.complete).toHaveLength(1);
    await world.make('POST', `/emails/${id}/send`);
    await world.untilEvent(id, 'email.sent');
    expect(fake.accepted).toHaveLength(1);
  });

  it('is not derived from a reply that arrives before the end of the message', async () => {
    const { fake, account } = await startServer();
    fake.answer = (command) =>
      command === 'DATA' && fake.commands.filter((one) => one === 'DATA').length === 1
        ? '354 go\r\n250 yes yes'
        : undefined;
    const { id } = await world.send(account);
    expect((await world.untilDeferred(id)).send_error?.code).toBe('PROTOCOL_ERROR');
    await world.untilEvent(id, 'email.sent');
    expect(fake.accepted).toHaveLength(1);
  });
});
