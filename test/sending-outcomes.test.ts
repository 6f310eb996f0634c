// What becomes of a mail that is not simply taken: tried again with growing delays, given up in the server's own words,
// sent to those whom the server takes, or left to a person where nobody can know. Never sent twice by itself.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { retryDelay } from '../src/domain/settling.ts';
import { AppError } from '../src/errors.ts';
import { type FakeSmtp, startFakeSmtp } from './support/fake-smtp.ts';
import { eventually } from './support/process.ts';
import { headersOf, type SendingService, startSending } from './support/sending.ts';
import { startSmtp } from './support/smtp.ts';

let world: SendingService;
beforeAll(async () => {
  world = await startSending();
});
afterAll(() => world.end());

/** A server of its own for a test, and the account for it. */
async function aServer(at: SendingService = world): Promise<{ fake: FakeSmtp; account: string }> {
  const fake = await startFakeSmtp();
  onTestFinished(() => fake.end());
  return { fake, account: await at.addAccount(fake.account) };
}

async function jobOf(id: string, at: SendingService = world): Promise<Record<string, unknown> | undefined> {
  const sql = "select * from jobs where user_id = ?1 and kind = 'send' and record_id = ?2";
  return (await at.service.store.read(1, [{ sql, params: [id] }]))[0]?.[0];
}

describe('a temporary fault', () => {
  it('puts the mail back into the queue, says why, and it goes out at the next try', async () => {
    const { fake, account } = await aServer();
    fake.misbehave('mail', '451', { once: true });
    const { id } = await world.send(account);
    const mail = await world.told(id, 'email.sent');
    expect(world.story(id)).toEqual([
      'queued queued',
      'updated sending',
      'updated queued',
      'updated sending',
      'sent sent',
    ]);
    expect(await world.putOff(id)).toMatchObject({
      send_error: { code: 'DEFERRED', message: '451 4.0.0 not like this' },
    });
    expect(mail).toMatchObject({ send_attempts: 2, send_error: null });
    expect(fake.accepted).toHaveLength(1);
  });

  it('leaves the Message-ID, the Date and the place in the story of the mail as they were', async () => {
    const { fake, account } = await aServer();
    fake.misbehave('dot', '451', { once: true });
    const { id } = await world.send(account, { body_html: '<p>Tea?</p>' });
    const queued = Date.now();
    await world.told(id, 'email.sent');
    const [first, second] = fake.complete.map(({ bytes }) => headersOf(bytes));
    expect(fake.complete).toHaveLength(2);
    expect(second).toMatchObject({ 'message-id': first?.['message-id'], date: first?.date });
    expect(Date.parse(first?.date as string)).toBeLessThanOrEqual(queued);
  });

  it('is waited for 30 s × 2^n ± 20 %, at most 4,000 s', () => {
    expect([1, 2, 3, 4].map((attempt) => retryDelay(attempt, 30_000, 0.5))).toEqual([30_000, 60_000, 120_000, 240_000]);
    expect([0, 1].map((chance) => retryDelay(3, 30_000, chance))).toEqual([96_000, 144_000]);
    expect(retryDelay(60, 30_000, 1)).toBe(4_000_000);
  });

  it('lasting longer than the lifetime ends as failed, in the last words of the server', async () => {
    const { fake, account } = await aServer();
    fake.misbehave('rcpt', '451');
    const { id } = await world.send(account);
    await world.putOff(id);
    const sql =
      "update jobs set created_at = created_at - 5 * 86400000 where user_id = ?1 and kind = 'send' and record_id = ?2";
    await world.service.store.write(1, (tx) => tx.run(sql, id));
    const mail = await world.told(id, 'email.send_failed');
    expect(mail).toMatchObject({ status: 'failed', folder: 'OUTBOX', send_error: { code: 'DEFERRED' } });
    expect(mail.send_error?.message).toBe('Given up after 5 days. The last answer: 451 4.0.0 not like this');
    expect(mail.send_attempts).toBeGreaterThan(1);
    expect(await jobOf(id)).toBeUndefined();
  });

  it('in the connection marks the account from the second time on, and the mail waits for it to come back', async () => {
    const { fake, account } = await aServer();
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
    expect(await world.told(id, 'email.sent')).toMatchObject({ send_attempts: 3 });
  });
});

describe('a wrong password', () => {
  it('is the fault of the account: it turns to error, and its mail waits until it is put right', async () => {
    const smtp = await startSmtp();
    onTestFinished(() => smtp.end());
    const account = await world.addAccount(smtp.account);
    smtp.setPassword('another');
    const { id } = await world.send(account);
    expect(await world.putOff(id)).toMatchObject({ send_error: { code: 'AUTH_FAILED' } });
    const told = await world.make('GET', `/email-accounts/${account}`);
    expect(told).toMatchObject({ status: 'error', status_detail: expect.stringContaining('5.7.8') });
    expect(JSON.stringify([told, await world.get(id)])).not.toContain('correct horse');
    await sleep(300); // the time of several tries
    expect((await world.get(id)).send_attempts).toBe(1);
    await world.make('PATCH', `/email-accounts/${account}`, { smtp: { ...smtp.account, password: 'another' } });
    await world.told(id, 'email.sent');
    expect(smtp.letters).toHaveLength(1);
  });
});

describe('a password that cannot be read', () => {
  it('is told at the account, and the mail waits', async () => {
    const { fake, account } = await aServer();
    const sql = `update accounts set secrets = '{"smtp":"v1:00000000:a:b:c"}' where user_id = ?1 and id = ?2`;
    await world.service.store.write(1, (tx) => tx.run(sql, account));
    const { id } = await world.send(account);
    expect(await world.putOff(id)).toMatchObject({ send_error: { code: 'AUTH_FAILED' } });
    const told = await world.make('GET', `/email-accounts/${account}`);
    expect(told).toMatchObject({ status: 'error', status_detail: expect.stringContaining('enter it again') });
    await world.make('PATCH', `/email-accounts/${account}`, { smtp: fake.account });
    await world.told(id, 'email.sent');
  });
});

describe('a refusal', () => {
  it('fails the mail at once; a person can send it again, and it keeps its Message-ID', async () => {
    const { fake, account } = await aServer();
    fake.misbehave('data', '550', { once: true });
    const { id, message_id } = await world.send(account);
    const failed = await world.told(id, 'email.send_failed');
    expect(failed).toMatchObject({
      send_attempts: 1,
      send_error: { code: 'REFUSED', message: '550 5.0.0 not like this' },
    });
    await world.make('POST', `/emails/${id}/send`);
    expect(await world.told(id, 'email.sent')).toMatchObject({ message_id, send_attempts: 1, send_error: null });
  });

  it('of some recipients sends the mail to the others and names those who got none', async () => {
    const { fake, account } = await aServer();
    fake.answer = (command) => (command.includes('<gone@') ? '550 5.1.1 no such person' : undefined);
    const { id } = await world.send(account, {
      to_addresses: ['bob@example.net', 'gone@example.net'],
      bcc_addresses: ['cleo@example.net'],
    });
    const mail = await world.told(id, 'email.sent');
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

  it('of a mail that is larger than the server says it takes needs no try', async () => {
    const smtp = await startSmtp({ options: { size: 10_000 } });
    onTestFinished(() => smtp.end());
    const account = await world.addAccount(smtp.account);
    const { id } = await world.send(account, { body_plain: 'x'.repeat(20_000) });
    expect((await world.told(id, 'email.send_failed')).send_error?.code).toBe('TOO_LARGE');
  });
});

describe('a mail that is no message', () => {
  it('has no recipients', async () => {
    await aServer();
    const mail = { status: 'queued', from_address: 'ann@example.org', body_plain: 'x' };
    const { id } = await world.make('POST', '/emails', mail);
    expect((await world.told(id, 'email.send_failed')).send_error?.code).toBe('NO_RECIPIENTS');
  });

  it('names an attachment that is not stored', async () => {
    const { account, fake } = await aServer();
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
    const { send_error } = await world.told(id, 'email.send_failed');
    expect(send_error).toEqual({ code: 'ATTACHMENT_GONE', message: expect.stringContaining('"lease.pdf"') });
    expect(fake.complete).toEqual([]);
  });
});

describe('an unknown outcome', () => {
  it('is told as such, and only a person sends the mail again', async () => {
    const { fake, account } = await aServer();
    fake.misbehave('dot', 'reset', { once: true });
    const { id } = await world.send(account);
    const mail = await world.told(id, 'email.send_failed');
    expect(mail.send_error).toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      message: expect.stringContaining('only if it did not arrive'),
    });
    await sleep(300); // the time of several tries
    expect(fake.complete).toHaveLength(1);
    await world.make('POST', `/emails/${id}/send`);
    await world.told(id, 'email.sent');
    expect(fake.accepted).toHaveLength(1);
  });

  it('is not guessed from an answer that comes before the end of the message', async () => {
    const { fake, account } = await aServer();
    fake.answer = (command) =>
      command === 'DATA' && fake.commands.filter((one) => one === 'DATA').length === 1
        ? '354 go\r\n250 yes yes'
        : undefined;
    const { id } = await world.send(account);
    expect((await world.putOff(id)).send_error?.code).toBe('PROTOCOL_ERROR');
    await world.told(id, 'email.sent');
    expect(fake.accepted).toHaveLength(1);
  });
});

describe('a mail under way', () => {
  it('whose lease another has taken is not ended: no server can have it from us', async () => {
    const { fake, account } = await aServer();
    const reached = fake.pauseAt('data');
    const { id } = await world.send(account);
    await reached;
    await world.service.store.write(1, (tx) =>
      tx.run("update jobs set lease_holder = 'another' where user_id = ?1 and record_id = ?2", id),
    );
    fake.release();
    await eventually(
      () => fake.commands.length,
      () => fake.closed() > 0,
    );
    expect(fake.complete).toEqual([]);
    expect(await world.get(id)).toMatchObject({ status: 'sending' });
    expect(await jobOf(id)).toMatchObject({ lease_holder: 'another', marked_at: null });
  });

  it('at another instance keeps the others of its account waiting', async () => {
    const { fake, account } = await aServer();
    const reached = fake.pauseAt('data');
    const first = await world.send(account, { subject: 'first' });
    await reached;
    const lease = (until: number) =>
      world.service.store.write(1, (tx) => {
        const sql = "update jobs set lease_holder = 'another', lease_until = ?3 where user_id = ?1 and record_id = ?2";
        tx.run(sql, first.id, until);
        tx.wake(tx.now);
      });
    await lease(Date.now() + 3_600_000);
    fake.release();
    await eventually(fake.closed, (count) => count > 0);
    const second = await world.send(account, { subject: 'second' });
    await sleep(700); // longer than the sender leaves a lane alone
    expect(fake.complete).toEqual([]);
    expect(await world.get(second.id)).toMatchObject({ status: 'queued', send_attempts: 0 });
    await lease(1);
    await world.told(first.id, 'email.sent');
    await world.told(second.id, 'email.sent');
    expect(fake.accepted.map(({ bytes }) => headersOf(bytes).subject).sort()).toEqual(['first', 'second']);
  });

  it('that is erased is not ended either', async () => {
    const { fake, account } = await aServer();
    const reached = fake.pauseAt('data');
    const { id } = await world.send(account);
    await reached;
    await world.make('DELETE', `/emails/${id}?permanent=true`);
    fake.release();
    await eventually(
      () => fake.commands.length,
      () => fake.closed() > 0,
    );
    expect(fake.complete).toEqual([]);
  });

  it('that is deleted goes out all the same, or becomes a draft in the trash where it cannot', async () => {
    const { fake, account } = await aServer();
    const reached = fake.pauseAt('data');
    const first = await world.send(account);
    await reached;
    await world.make('DELETE', `/emails/${first.id}`);
    fake.release();
    expect(await world.told(first.id, 'email.sent')).toMatchObject({ status: 'sent', deleted_at: expect.any(String) });
    fake.misbehave('dot', '451');
    const again = fake.pauseAt('data');
    const second = await world.send(account);
    await again;
    await world.make('DELETE', `/emails/${second.id}`);
    fake.release();
    const state = await eventually(
      () => world.get(second.id),
      ({ status }) => status !== 'sending',
    );
    expect(state).toMatchObject({ status: 'draft', folder: 'DRAFTS', deleted_at: expect.any(String) });
    expect(await jobOf(second.id)).toBeUndefined();
  });
});

describe('when the service stops', () => {
  it('a mail that has no mark yet goes back into the queue at once, and is sent after the next start', async () => {
    const own = await startSending();
    const { fake, account } = await aServer(own);
    const reached = fake.pauseAt('mail');
    const { id } = await own.send(account);
    await reached;
    await own.feed.close();
    await own.service.stop();
    expect(fake.complete).toEqual([]);
    const next = await startSending({ database: own.service.database, data: own.service.folder });
    await eventually(
      () => next.get(id),
      ({ status }) => status === 'sent',
    );
    expect(fake.accepted).toHaveLength(1);
    await next.end();
  });

  it('a mail that has its mark is waited for', async () => {
    const own = await startSending();
    const { fake, account } = await aServer(own);
    const reached = fake.pauseAt('dot');
    const { id } = await own.send(account);
    await reached;
    await own.feed.close();
    const stopped = own.service.stop();
    await sleep(100);
    fake.release();
    await stopped;
    const next = await startSending({ database: own.service.database, data: own.service.folder });
    expect(await next.get(id)).toMatchObject({ status: 'sent', send_attempts: 1 });
    expect(fake.complete).toHaveLength(1);
    await next.end();
  });

  it('a mail that has its mark and gets no answer is of unknown outcome', async () => {
    const own = await startSending();
    const { fake, account } = await aServer(own);
    const reached = fake.pauseAt('dot');
    const { id } = await own.send(account);
    await reached;
    await own.feed.close();
    await own.service.stop();
    const next = await startSending({ database: own.service.database, data: own.service.folder });
    expect(await next.get(id)).toMatchObject({ status: 'failed', send_error: { code: 'OUTCOME_UNKNOWN' } });
    expect(fake.complete).toHaveLength(1);
    await next.end();
  });
});

describe('a store that is away', () => {
  it('does not make the service forget what a server has said', async () => {
    const { fake, account } = await aServer();
    const reached = fake.pauseAt('dot');
    const { id } = await world.send(account);
    await reached;
    const { store } = world.service;
    const write = store.write;
    let refused = 0;
    store.write = async () => {
      refused++;
      throw new AppError('SERVICE_UNAVAILABLE', 'away for a test');
    };
    fake.release();
    await eventually(
      () => refused,
      (count) => count > 0,
    );
    store.write = write;
    expect(await world.told(id, 'email.sent')).toMatchObject({ send_attempts: 1 });
    expect(fake.complete).toHaveLength(1);
  });

  it('at the moment of the mark keeps the end of the message back', async () => {
    const { fake, account } = await aServer();
    const reached = fake.pauseAt('data');
    const { id } = await world.send(account);
    await reached;
    const { store } = world.service;
    const write = store.write;
    let refused = 0;
    store.write = async () => {
      refused++;
      throw new AppError('SERVICE_UNAVAILABLE', 'away for a test');
    };
    fake.release();
    await eventually(
      () => refused,
      (count) => count > 0,
    );
    expect(fake.complete).toEqual([]);
    store.write = write;
    expect(await world.told(id, 'email.sent')).toMatchObject({ send_attempts: 2 });
    expect(fake.complete).toHaveLength(1);
  });
});

describe('a mail whose sender died', () => {
  const claimed = async (marked: boolean) => {
    const { fake, account } = await aServer();
    const reached = fake.pauseAt('data');
    const { id } = await world.send(account);
    await reached;
    // As if another instance had it, whose lease has run out.
    const sql = `update jobs set lease_holder = 'dead', lease_until = 1, marked_at = ${marked ? 1 : 'null'} where user_id = ?1 and record_id = ?2`;
    await world.service.store.write(1, (tx) => {
      tx.run(sql, id);
      tx.wake(tx.now);
    });
    return { fake, id };
  };

  it('is tried again without a mark', async () => {
    const { fake, id } = await claimed(false);
    await world.putOff(id);
    fake.release();
    await world.told(id, 'email.sent');
    expect(world.story(id)).toEqual([
      'queued queued',
      'updated sending',
      'updated queued',
      'updated sending',
      'sent sent',
    ]);
    expect(fake.complete).toHaveLength(1);
  });

  it('is left to a person with one', async () => {
    const { fake, id } = await claimed(true);
    const mail = await world.told(id, 'email.send_failed');
    expect(mail).toMatchObject({ status: 'failed', send_error: { code: 'OUTCOME_UNKNOWN' } });
    fake.release();
    await eventually(fake.closed, (count) => count > 0);
    expect(fake.complete).toEqual([]);
    expect(await world.get(id)).toEqual(mail);
  });
});
