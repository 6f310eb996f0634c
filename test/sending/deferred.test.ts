// A recipient that a server defers while it accepts others is retried alone: the others get nothing twice, and the
// record has the delivery status of each.
import { describe, expect, it, onTestFinished } from 'vitest';
import { createMessageReader } from '../../src/protocols/mime/read-message.ts';
import {
  BOB,
  delivery,
  GONE,
  GREY,
  LATER,
  patient,
  sendBoth,
  startDeferringServer,
  untilGrey,
} from '../support/deferred.ts';
import type { FakeSmtp } from '../support/fake-smtp.ts';
import { digest } from '../support/files.ts';
import { bring } from '../support/incoming.ts';
import { ageSendJob, countJobs } from '../support/jobs.ts';
import { eventually } from '../support/process.ts';
import { bounceOf } from '../support/reports.ts';
import { headersOf, startSending } from '../support/sending.ts';
import { useSending, world } from '../support/sending-world.ts';

useSending();

const waiting = delivery(GREY, 'waiting', 'DEFERRED', LATER);

const rcptsOf = (fake: FakeSmtp) =>
  fake.commands.filter((one) => one.startsWith('RCPT')).map((one) => one.slice(9, -1));

describe('a deferred recipient beside an accepted one', () => {
  it('waits while the mail is sent to the other, and receives the same bytes later', async () => {
    const { fake, account, acceptAll } = await startDeferringServer();
    const before = await countJobs(world.service, 'send');
    const { id } = await sendBoth(account, world, { body_html: '<p>Tea?</p>' });
    const sent = await world.untilEvent(id, 'email.sent');
    expect(sent).toMatchObject({
      status: 'sent',
      folder: 'SENT',
      sent_at: expect.any(String),
      send_attempts: 1,
      send_error: null,
      deliveries: [delivery(BOB, 'sent'), waiting],
    });
    await eventually(
      () => world.get(id),
      ({ send_attempts }) => send_attempts >= 3,
    );
    acceptAll();
    const done = await untilGrey(id, 'sent');
    expect(done).toMatchObject({ deliveries: [delivery(BOB, 'sent'), delivery(GREY, 'sent')], send_error: null });
    expect(done).toMatchObject({ status: 'sent', sent_at: sent.sent_at, message_id: sent.message_id });
    expect(fake.accepted.map(({ to }) => to)).toEqual([[BOB], [GREY]]);
    expect(fake.accepted[1]?.bytes.equals(fake.accepted[0]?.bytes as Buffer)).toBe(true);
    expect(headersOf(fake.accepted[1]?.bytes as Buffer)).toMatchObject({ to: expect.stringContaining(BOB) });
    expect(await countJobs(world.service, 'send')).toBe(before);
    const raw = await world.service.ask('GET', `/emails/${id}/raw`);
    expect(digest(raw.text)).toBe(digest(`${fake.accepted[1]?.bytes.toString()}\r\n`));
  });

  it('keeps the delivery report during retries, and is still retried', async () => {
    const reader = createMessageReader();
    onTestFinished(() => reader.close());
    const { account, acceptAll } = await startDeferringServer();
    const { id } = await sendBoth(account);
    const { message_id } = await world.untilEvent(id, 'email.sent');
    await bring(world.service, reader, bounceOf(message_id as string, GREY, 'delayed'));
    const report = { kind: 'delay', action: 'delayed' };
    expect((await world.get(id)).deliveries).toMatchObject([delivery(BOB, 'sent'), { address: GREY, report }]);
    acceptAll();
    expect((await untilGrey(id, 'sent')).deliveries).toMatchObject([
      delivery(BOB, 'sent'),
      { ...delivery(GREY, 'sent'), report },
    ]);
  });

  it('emits email.sent and then one email.updated for each attempt that changes the record', async () => {
    const { account, acceptAll } = await startDeferringServer();
    const { id } = await sendBoth(account);
    await world.untilEvent(id, 'email.sent');
    acceptAll();
    const { send_attempts: last } = await untilGrey(id, 'sent');
    await world.feed.until((all) => all.some(({ data }) => data?.id === id && data.send_attempts === last));
    const told = world.feed.changes().filter(({ data }) => data.id === id);
    const after = told.slice(told.findIndex(({ event }) => event === 'email.sent'));
    expect(new Set(after.slice(1).map(({ event }) => event))).toEqual(new Set(['email.updated']));
    const attempts = after.map(({ data }) => data.send_attempts as number);
    expect(attempts).toEqual(attempts.map((_, index) => index + 1)); // each is another
  });

  it('that is refused later is named in send_error; the mail stays sent', async () => {
    const { fake, account, replyToGrey } = await startDeferringServer();
    const before = await countJobs(world.service, 'send');
    const { id } = await sendBoth(account);
    await world.untilEvent(id, 'email.sent');
    replyToGrey('550 5.1.1 moved away');
    const done = await untilGrey(id, 'refused');
    expect(done).toMatchObject({
      status: 'sent',
      folder: 'SENT',
      deliveries: [delivery(BOB, 'sent'), delivery(GREY, 'refused', 'REFUSED', '550 5.1.1 moved away')],
      send_error: { code: 'PARTLY_REFUSED', message: `Sent, but not to ${GREY} (550 5.1.1 moved away).` },
    });
    expect([await countJobs(world.service, 'send'), fake.accepted.length]).toEqual([before, 1]);
  });

  it('fails after the maximum lifetime, with the last reply of the server', async () => {
    const { account } = await startDeferringServer();
    const { id } = await sendBoth(account);
    await world.untilEvent(id, 'email.sent');
    await ageSendJob(world.service, id, 5);
    const message = `Given up after 5 days. The last reply: ${LATER}`;
    expect(await untilGrey(id, 'refused')).toMatchObject({
      deliveries: [delivery(BOB, 'sent'), delivery(GREY, 'refused', 'DEFERRED', message)],
      send_error: { code: 'PARTLY_REFUSED', message: expect.stringContaining(message) },
    });
  });

  it('beside a refused one: each has its own delivery status', async () => {
    const { fake, account, acceptAll } = await startDeferringServer();
    const { id } = await world.send(account, {
      to_addresses: [GONE],
      cc_addresses: [GREY, BOB],
      bcc_addresses: [GREY],
    });
    const refused = delivery(GONE, 'refused', 'REFUSED', '550 5.1.1 no such person');
    expect(await world.untilEvent(id, 'email.sent')).toMatchObject({
      deliveries: [refused, waiting, delivery(BOB, 'sent')],
      send_error: { code: 'PARTLY_REFUSED', message: `Sent, but not to ${GONE} (550 5.1.1 no such person).` },
    });
    acceptAll();
    expect(await untilGrey(id, 'sent')).toMatchObject({
      deliveries: [refused, delivery(GREY, 'sent'), delivery(BOB, 'sent')],
      send_error: { code: 'PARTLY_REFUSED' },
    });
    expect(rcptsOf(fake).filter((address) => address !== GREY)).toEqual([GONE, BOB]);
  });

  it('has the address of the record, not the encoded address of the envelope', async () => {
    const { fake, account } = await startDeferringServer();
    fake.answer = (command) => (command.includes('xn--mnchen-3ya') ? LATER : undefined);
    const { id } = await world.send(account, { to_addresses: [BOB, 'anna@münchen.example'] });
    expect((await world.untilEvent(id, 'email.sent')).deliveries).toEqual([
      delivery(BOB, 'sent'),
      delivery('anna@münchen.example', 'waiting', 'DEFERRED', LATER),
    ]);
  });

  it('does not allow POST send or cancel on the mail', async () => {
    const { account } = await startDeferringServer();
    const { id } = await sendBoth(account);
    await world.untilEvent(id, 'email.sent');
    const again = await world.service.ask('POST', `/emails/${id}/send`);
    expect(again).toMatchObject({ status: 409, body: { error: { code: 'ALREADY_SENT' } } });
    const cancel = await world.service.ask('POST', `/emails/${id}/cancel`);
    expect(cancel).toMatchObject({ status: 409, body: { error: { code: 'NOT_CANCELLABLE' } } });
  });

  it('does not delay other mails of the account, and the mail can be moved, labelled and marked unread', async () => {
    const { account, acceptAll } = await startDeferringServer();
    const { id } = await sendBoth(account);
    await world.untilEvent(id, 'email.sent');
    const other = await world.send(account);
    await world.untilEvent(other.id, 'email.sent');
    await world.make('PATCH', `/emails/${id}`, { folder: 'Tea', labels: ['grey'], is_read: false });
    acceptAll();
    expect(await untilGrey(id, 'sent')).toMatchObject({ folder: 'Tea', labels: ['grey'], is_read: false });
  });
});

describe('recipients of which none is accepted', () => {
  it('are retried together when they are deferred: the mail is queued', async () => {
    const { fake, account, acceptAll } = await startDeferringServer();
    const { id } = await world.send(account, { to_addresses: [GREY] });
    expect(await world.untilDeferred(id)).toMatchObject({
      status: 'queued',
      send_error: { code: 'DEFERRED', message: LATER },
      deliveries: [waiting],
    });
    acceptAll();
    expect(await world.untilEvent(id, 'email.sent')).toMatchObject({
      deliveries: [delivery(GREY, 'sent')],
      send_error: null,
    });
    expect(fake.accepted).toHaveLength(1);
  });

  it('are retried without the refused ones', async () => {
    const { fake, account, acceptAll } = await startDeferringServer();
    const { id } = await world.send(account, { to_addresses: [GONE, GREY] });
    const refused = delivery(GONE, 'refused', 'REFUSED', '550 5.1.1 no such person');
    expect(await world.untilDeferred(id)).toMatchObject({ deliveries: [refused, waiting] });
    acceptAll();
    expect(await world.untilEvent(id, 'email.sent')).toMatchObject({
      deliveries: [refused, delivery(GREY, 'sent')],
      send_error: { code: 'PARTLY_REFUSED' },
    });
    expect(rcptsOf(fake).filter((address) => address === GONE)).toHaveLength(1);
  });

  it('are all refused: the mail fails; sent again, it is tried for all of them', async () => {
    const { fake, account } = await startDeferringServer();
    const { id } = await world.send(account, { to_addresses: [GONE] });
    expect(await world.untilEvent(id, 'email.send_failed')).toMatchObject({
      status: 'failed',
      send_error: { code: 'RECIPIENTS_REFUSED' },
      deliveries: [delivery(GONE, 'refused', 'REFUSED', '550 5.1.1 no such person')],
    });
    fake.answer = () => undefined;
    expect(await world.make('POST', `/emails/${id}/send`)).toMatchObject({ status: 'queued', deliveries: [] });
    expect(await world.untilEvent(id, 'email.sent')).toMatchObject({ deliveries: [delivery(GONE, 'sent')] });
  });

  it('have no delivery status after the mail is cancelled', async () => {
    const own = await startSending(patient);
    onTestFinished(() => own.end());
    const { account } = await startDeferringServer(own);
    const { id } = await own.send(account, { to_addresses: [GREY] });
    await own.untilDeferred(id);
    expect(await own.make('POST', `/emails/${id}/cancel`)).toMatchObject({ status: 'draft', deliveries: [] });
  });
});
