// A recipient whom a server defers while it takes others is tried again by himself: the others get nothing twice, and
// the record says who has the mail, who waits, who was refused and of whom it is not known.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createMessageReader } from '../src/protocols/mime/read-message.ts';
import type { Delivery } from '../src/resources/email-facts.ts';
import { type FakeSmtp, startFakeSmtp } from './support/fake-smtp.ts';
import { digest } from './support/files.ts';
import { bring } from './support/incoming.ts';
import { eventually } from './support/process.ts';
import { bounceOf } from './support/reports.ts';
import { headersOf, type Mail, type SendingService, startSending } from './support/sending.ts';

const BOB = 'bob@example.net';
const GREY = 'grey@example.net';
const GONE = 'gone@example.net';
const LATER = '451 4.7.1 try later';

let world: SendingService;
beforeAll(async () => {
  world = await startSending();
});
afterAll(() => world.end());

interface Shy {
  fake: FakeSmtp;
  account: string;
  /** From now on everybody is taken. */
  takeAll(): void;
  /** What grey@ is answered from now on. */
  say(reply: string): void;
}

/** A server that takes everybody but grey@, whom it defers, and gone@, whom it refuses. */
async function aShyServer(at: SendingService = world): Promise<Shy> {
  const fake = await startFakeSmtp();
  onTestFinished(() => fake.end());
  const account = await at.addAccount(fake.account);
  let reply: string | undefined = LATER;
  fake.answer = (command) => {
    if (command.startsWith('RCPT') && command.includes(`<${GREY}`)) return reply;
    return command.startsWith('RCPT') && command.includes(`<${GONE}`) ? '550 5.1.1 no such person' : undefined;
  };
  return {
    fake,
    account,
    takeAll() {
      reply = undefined;
    },
    say(text) {
      reply = text;
    },
  };
}

const one = (address: string, status: Delivery['status'], code: string | null = null, message: unknown = null) => ({
  address,
  status,
  code,
  message,
});
const waiting = one(GREY, 'waiting', 'DEFERRED', LATER);
/** The mail once grey@ is in this state. */
const whenGrey = (id: string, status: Delivery['status'], at: SendingService = world) =>
  eventually(
    () => at.get(id),
    ({ deliveries }) => deliveries.find(({ address }) => address === GREY)?.status === status,
  );
const sendBoth = (account: string, at: SendingService = world, more = {}) =>
  at.send(account, { to_addresses: [BOB, `Grey <${GREY}>`], ...more });
const jobOf = async (id: string, at: SendingService = world) => {
  const sql = "select * from jobs where user_id = ?1 and kind = 'send' and record_id = ?2";
  return (await at.service.store.read(1, [{ sql, params: [id] }]))[0]?.[0];
};
/** A later try than any test lasts, so that what one try comes to can be looked at. */
const patient = { sendRetryBase: '3000' };
const dueNow = (id: string, at: SendingService) =>
  at.service.store.write(1, async (tx) => {
    tx.run("update jobs set due_at = ?3 where user_id = ?1 and kind = 'send' and record_id = ?2", id, tx.now);
    tx.wake(tx.now);
  });
const rcptsOf = (fake: FakeSmtp) =>
  fake.commands.filter((one) => one.startsWith('RCPT')).map((one) => one.slice(9, -1));

describe('a recipient who is deferred beside one who is accepted', () => {
  it('waits while the mail is sent, and gets the same bytes later, by himself', async () => {
    const { fake, account, takeAll } = await aShyServer();
    const { id } = await sendBoth(account, world, { body_html: '<p>Tea?</p>' });
    const sent = await world.told(id, 'email.sent');
    expect(sent).toMatchObject({
      status: 'sent',
      folder: 'SENT',
      sent_at: expect.any(String),
      send_attempts: 1,
      send_error: null,
      deliveries: [one(BOB, 'sent'), waiting],
    });
    await eventually(
      () => world.get(id),
      ({ send_attempts }) => send_attempts >= 3,
    );
    takeAll();
    const done = await whenGrey(id, 'sent');
    expect(done).toMatchObject({ deliveries: [one(BOB, 'sent'), one(GREY, 'sent')], send_error: null });
    expect(done).toMatchObject({ status: 'sent', sent_at: sent.sent_at, message_id: sent.message_id });
    expect(fake.accepted.map(({ to }) => to)).toEqual([[BOB], [GREY]]);
    expect(fake.accepted[1]?.bytes.equals(fake.accepted[0]?.bytes as Buffer)).toBe(true);
    expect(headersOf(fake.accepted[1]?.bytes as Buffer)).toMatchObject({ to: expect.stringContaining(BOB) });
    expect(await jobOf(id)).toBeUndefined();
    const raw = await world.service.ask('GET', `/emails/${id}/raw`);
    expect(digest(raw.text)).toBe(digest(`${fake.accepted[1]?.bytes.toString()}\r\n`));
  });

  it('keeps what a report says of him while he is tried again, and is tried all the same', async () => {
    const reader = createMessageReader();
    onTestFinished(() => reader.close());
    const { account, takeAll } = await aShyServer();
    const { id } = await sendBoth(account);
    const { message_id } = await world.told(id, 'email.sent');
    await bring(world.service, reader, bounceOf(message_id as string, GREY, 'delayed'));
    const report = { kind: 'delay', action: 'delayed' };
    expect((await world.get(id)).deliveries).toMatchObject([one(BOB, 'sent'), { address: GREY, report }]);
    takeAll();
    expect((await whenGrey(id, 'sent')).deliveries).toMatchObject([one(BOB, 'sent'), { ...one(GREY, 'sent'), report }]);
  });

  it('is told with email.sent and then email.updated, one for each try that shows something', async () => {
    const { account, takeAll } = await aShyServer();
    const { id } = await sendBoth(account);
    await world.told(id, 'email.sent');
    takeAll();
    const { send_attempts: last } = await whenGrey(id, 'sent');
    await world.feed.until((all) => all.some(({ data }) => data?.id === id && data.send_attempts === last));
    const told = world.feed.changes().filter(({ data }) => data.id === id);
    const after = told.slice(told.findIndex(({ event }) => event === 'email.sent'));
    expect(new Set(after.slice(1).map(({ event }) => event))).toEqual(new Set(['email.updated']));
    const attempts = after.map(({ data }) => data.send_attempts as number);
    expect(attempts).toEqual(attempts.map((_, index) => index + 1)); // each is another
  });

  it('may be refused at last: then the others still have it, and send_error names him', async () => {
    const { fake, account, say } = await aShyServer();
    const { id } = await sendBoth(account);
    await world.told(id, 'email.sent');
    say('550 5.1.1 moved away');
    const done = await whenGrey(id, 'refused');
    expect(done).toMatchObject({
      status: 'sent',
      folder: 'SENT',
      deliveries: [one(BOB, 'sent'), one(GREY, 'refused', 'REFUSED', '550 5.1.1 moved away')],
      send_error: { code: 'PARTLY_REFUSED', message: `Sent, but not to ${GREY} (550 5.1.1 moved away).` },
    });
    expect([await jobOf(id), fake.accepted.length]).toEqual([undefined, 1]);
  });

  it('is given up after the lifetime, in the last words of the server', async () => {
    const { account } = await aShyServer();
    const { id } = await sendBoth(account);
    await world.told(id, 'email.sent');
    const sql =
      "update jobs set created_at = created_at - 5 * 86400000 where user_id = ?1 and kind = 'send' and record_id = ?2";
    await world.service.store.write(1, (tx) => tx.run(sql, id));
    const message = `Given up after 5 days. The last answer: ${LATER}`;
    expect(await whenGrey(id, 'refused')).toMatchObject({
      deliveries: [one(BOB, 'sent'), one(GREY, 'refused', 'DEFERRED', message)],
      send_error: { code: 'PARTLY_REFUSED', message: expect.stringContaining(message) },
    });
  });

  it('stands beside one who is refused at once', async () => {
    const { fake, account, takeAll } = await aShyServer();
    const { id } = await world.send(account, {
      to_addresses: [GONE],
      cc_addresses: [GREY, BOB],
      bcc_addresses: [GREY],
    });
    const refused = one(GONE, 'refused', 'REFUSED', '550 5.1.1 no such person');
    expect(await world.told(id, 'email.sent')).toMatchObject({
      deliveries: [refused, waiting, one(BOB, 'sent')],
      send_error: { code: 'PARTLY_REFUSED', message: `Sent, but not to ${GONE} (550 5.1.1 no such person).` },
    });
    takeAll();
    expect(await whenGrey(id, 'sent')).toMatchObject({
      deliveries: [refused, one(GREY, 'sent'), one(BOB, 'sent')],
      send_error: { code: 'PARTLY_REFUSED' },
    });
    expect(rcptsOf(fake).filter((address) => address !== GREY)).toEqual([GONE, BOB]);
  });

  it('is named as the mail names him, whatever the server is told', async () => {
    const { fake, account } = await aShyServer();
    fake.answer = (command) => (command.includes('xn--mnchen-3ya') ? LATER : undefined);
    const { id } = await world.send(account, { to_addresses: [BOB, 'anna@münchen.example'] });
    expect((await world.told(id, 'email.sent')).deliveries).toEqual([
      one(BOB, 'sent'),
      one('anna@münchen.example', 'waiting', 'DEFERRED', LATER),
    ]);
  });

  it('is not sent to by hand, and his mail is not cancelled', async () => {
    const { account } = await aShyServer();
    const { id } = await sendBoth(account);
    await world.told(id, 'email.sent');
    const again = await world.service.ask('POST', `/emails/${id}/send`);
    expect(again).toMatchObject({ status: 409, body: { error: { code: 'ALREADY_SENT' } } });
    const cancel = await world.service.ask('POST', `/emails/${id}/cancel`);
    expect(cancel).toMatchObject({ status: 409, body: { error: { code: 'NOT_CANCELLABLE' } } });
  });

  it('does not keep others of the account waiting, and his mail can be read, moved and labelled meanwhile', async () => {
    const { account, takeAll } = await aShyServer();
    const { id } = await sendBoth(account);
    await world.told(id, 'email.sent');
    const other = await world.send(account);
    await world.told(other.id, 'email.sent');
    await world.make('PATCH', `/emails/${id}`, { folder: 'Tea', labels: ['grey'], is_read: false });
    takeAll();
    expect(await whenGrey(id, 'sent')).toMatchObject({ folder: 'Tea', labels: ['grey'], is_read: false });
  });
});

describe('recipients of whom none is accepted', () => {
  it('are tried again together when they are deferred: the mail is queued', async () => {
    const { fake, account, takeAll } = await aShyServer();
    const { id } = await world.send(account, { to_addresses: [GREY] });
    expect(await world.putOff(id)).toMatchObject({
      status: 'queued',
      send_error: { code: 'DEFERRED', message: LATER },
      deliveries: [waiting],
    });
    takeAll();
    expect(await world.told(id, 'email.sent')).toMatchObject({ deliveries: [one(GREY, 'sent')], send_error: null });
    expect(fake.accepted).toHaveLength(1);
  });

  it('are tried again without those who were refused', async () => {
    const { fake, account, takeAll } = await aShyServer();
    const { id } = await world.send(account, { to_addresses: [GONE, GREY] });
    const refused = one(GONE, 'refused', 'REFUSED', '550 5.1.1 no such person');
    expect(await world.putOff(id)).toMatchObject({ deliveries: [refused, waiting] });
    takeAll();
    expect(await world.told(id, 'email.sent')).toMatchObject({
      deliveries: [refused, one(GREY, 'sent')],
      send_error: { code: 'PARTLY_REFUSED' },
    });
    expect(rcptsOf(fake).filter((address) => address === GONE)).toHaveLength(1);
  });

  it('are all refused: the mail fails, and sent again it is tried for all', async () => {
    const { fake, account } = await aShyServer();
    const { id } = await world.send(account, { to_addresses: [GONE] });
    expect(await world.told(id, 'email.send_failed')).toMatchObject({
      status: 'failed',
      send_error: { code: 'RECIPIENTS_REFUSED' },
      deliveries: [one(GONE, 'refused', 'REFUSED', '550 5.1.1 no such person')],
    });
    fake.answer = () => undefined;
    expect(await world.make('POST', `/emails/${id}/send`)).toMatchObject({ status: 'queued', deliveries: [] });
    expect(await world.told(id, 'email.sent')).toMatchObject({ deliveries: [one(GONE, 'sent')] });
  });

  it('are forgotten when the mail is cancelled', async () => {
    const own = await startSending(patient);
    onTestFinished(() => own.end());
    const { account } = await aShyServer(own);
    const { id } = await own.send(account, { to_addresses: [GREY] });
    await own.putOff(id);
    expect(await own.make('POST', `/emails/${id}/cancel`)).toMatchObject({ status: 'draft', deliveries: [] });
  });
});

describe('a mail whose recipients wait', () => {
  let own: SendingService;
  beforeAll(async () => {
    own = await startSending(patient);
  });
  afterAll(() => own.end());

  async function halfSent(): Promise<Shy & { mail: Mail }> {
    const shy = await aShyServer(own);
    const { id } = await sendBoth(shy.account, own);
    return { ...shy, mail: await own.told(id, 'email.sent') };
  }

  it('is not tried again once it is deleted; restored, it says so', async () => {
    const { fake, mail } = await halfSent();
    await own.make('DELETE', `/emails/${mail.id}`);
    expect(await jobOf(mail.id, own)).toBeUndefined();
    const refused = one(GREY, 'refused', 'CANCELLED', 'the mail was deleted before it was sent to this recipient');
    expect(await own.make('POST', `/emails/${mail.id}/restore`)).toMatchObject({
      status: 'sent',
      deliveries: [one(BOB, 'sent'), refused],
      send_error: { code: 'PARTLY_REFUSED' },
    });
    expect([await jobOf(mail.id, own), fake.accepted.length]).toEqual([undefined, 1]);
  });

  it('is not tried again once it is erased', async () => {
    const { mail } = await halfSent();
    await own.make('DELETE', `/emails/${mail.id}?permanent=true`);
    expect(await jobOf(mail.id, own)).toBeUndefined();
  });

  it('that is deleted while a try is under way is not ended: no server can have it from us', async () => {
    const { fake, mail, takeAll } = await halfSent();
    takeAll();
    const reached = fake.pauseAt('data');
    await dueNow(mail.id, own);
    await reached;
    await own.make('DELETE', `/emails/${mail.id}`);
    fake.release();
    await eventually(fake.closed, (count) => count > 0);
    expect(fake.complete).toHaveLength(1);
    expect((await own.get(mail.id)).deliveries[1]).toMatchObject({ status: 'refused', code: 'CANCELLED' });
  });

  it('that is deleted when the last byte may have left is unknown until the server has answered', async () => {
    const { fake, mail, takeAll } = await halfSent();
    takeAll();
    const reached = fake.pauseAt('dot');
    await dueNow(mail.id, own);
    await reached;
    await own.make('DELETE', `/emails/${mail.id}`);
    expect(await own.get(mail.id)).toMatchObject({
      deliveries: [one(BOB, 'sent'), one(GREY, 'unknown', 'OUTCOME_UNKNOWN', expect.any(String))],
      send_error: { code: 'OUTCOME_UNKNOWN' },
    });
    fake.release();
    expect(await whenGrey(mail.id, 'sent', own)).toMatchObject({ send_error: null, deleted_at: expect.any(String) });
  });

  it('whose line breaks after the end of the message: he is unknown, and never tried again by itself', async () => {
    const { fake, mail, takeAll } = await halfSent();
    takeAll();
    fake.misbehave('dot', 'reset', { once: true });
    await dueNow(mail.id, own);
    const done = await whenGrey(mail.id, 'unknown', own);
    expect(done).toMatchObject({ status: 'sent', send_attempts: 2, send_error: { code: 'OUTCOME_UNKNOWN' } });
    expect(done.send_error?.message).toMatch(/^Whether it was sent to grey@example\.net .* is not known\.$/);
    expect([await jobOf(mail.id, own), fake.complete.length]).toEqual([undefined, 2]);
  });

  it('whose lease ran out after the mark is unknown, until the answer of the server comes after all', async () => {
    const { fake, mail, takeAll } = await halfSent();
    takeAll();
    const reached = fake.pauseAt('dot');
    await dueNow(mail.id, own);
    await reached;
    await own.service.store.write(1, async (tx) => {
      tx.run("update jobs set lease_until = 1 where user_id = ?1 and kind = 'send' and record_id = ?2", mail.id);
      tx.wake(tx.now);
    });
    expect(await whenGrey(mail.id, 'unknown', own)).toMatchObject({ status: 'sent', send_attempts: 2 });
    fake.release();
    expect(await whenGrey(mail.id, 'sent', own)).toMatchObject({ send_attempts: 2, send_error: null });
    expect(fake.accepted.map(({ to }) => to)).toEqual([[BOB], [GREY]]);
  });

  it('whose lease ran out before the mark is tried again', async () => {
    const { fake, mail, takeAll } = await halfSent();
    takeAll();
    const reached = fake.pauseAt('data');
    await dueNow(mail.id, own);
    await reached;
    await own.service.store.write(1, async (tx) => {
      const sql = "update jobs set lease_until = 1, lease_holder = 'dead' where user_id = ?1 and record_id = ?2";
      tx.run(sql, mail.id);
      tx.wake(tx.now);
    });
    fake.release();
    await whenGrey(mail.id, 'sent', own);
    expect(fake.complete.map(({ to }) => to)).toEqual([[BOB], [GREY]]);
  });

  it('whose account is removed is given up, and says so', async () => {
    const { account, mail } = await halfSent();
    await own.make('DELETE', `/email-accounts/${account}`);
    expect(await whenGrey(mail.id, 'refused', own)).toMatchObject({
      status: 'sent',
      deliveries: [one(BOB, 'sent'), one(GREY, 'refused', 'ACCOUNT_GONE', expect.any(String))],
    });
  });

  it('whose stored message is gone is given up, and says so', async () => {
    const { mail } = await halfSent();
    await own.service.store.write(1, (tx) => tx.run("delete from content_uses where user_id = ?1 and kind = 'raw'"));
    await dueNow(mail.id, own);
    expect((await whenGrey(mail.id, 'refused', own)).deliveries[1]).toMatchObject({ code: 'SOURCE_GONE' });
  });

  it('waits for its server without an end, and is sent when it is back', async () => {
    const { fake, account, mail, takeAll } = await halfSent();
    takeAll();
    fake.misbehave('mail', 'reset', { once: true });
    await dueNow(mail.id, own);
    await eventually(
      () => own.get(mail.id),
      ({ deliveries }) => deliveries[1]?.code === 'CONNECTION_FAILED',
    );
    fake.misbehave('greeting', 'reset');
    await dueNow(mail.id, own);
    await eventually(
      async () => (await own.make('GET', `/email-accounts/${account}`)).status as string,
      (status) => status === 'error',
    );
    fake.behave();
    await own.make('POST', `/email-accounts/${account}/test`);
    expect(await whenGrey(mail.id, 'sent', own)).toMatchObject({ send_error: null });
  });

  it('is given back when the service stops, and sent after the next start', async () => {
    const first = await startSending();
    const { fake, account, takeAll } = await aShyServer(first);
    const { id } = await sendBoth(account, first);
    await first.told(id, 'email.sent');
    const reached = fake.pauseAt('mail');
    await reached;
    await first.feed.close();
    await first.service.stop();
    takeAll();
    const next = await startSending({ database: first.service.database, data: first.service.folder });
    await whenGrey(id, 'sent', next);
    await sleep(200); // the time of several tries
    expect(fake.accepted.map(({ to }) => to)).toEqual([[BOB], [GREY]]);
    await next.end();
  });
});
