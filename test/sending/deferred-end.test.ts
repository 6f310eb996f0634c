// How the wait of a deferred recipient ends: the mail is deleted, its connection breaks, its lease expires, its account
// is removed, or the service stops. The record says for which recipient the outcome is unknown.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BOB,
  type DeferringServer,
  delivery,
  GREY,
  patient,
  sendBoth,
  startDeferringServer,
  untilGrey,
} from '../support/deferred.ts';
import { countJobs, makeDue, setLease } from '../support/jobs.ts';
import { eventually } from '../support/process.ts';
import { type Mail, type SendingService, startSending } from '../support/sending.ts';

describe('a mail with a deferred recipient', () => {
  let own: SendingService;
  beforeAll(async () => {
    own = await startSending(patient);
  });
  afterAll(() => own.end());

  async function halfSent(): Promise<DeferringServer & { mail: Mail; waiting: number }> {
    const server = await startDeferringServer(own);
    const waiting = await countJobs(own.service, 'send');
    const { id } = await sendBoth(server.account, own);
    return { ...server, mail: await own.untilEvent(id, 'email.sent'), waiting };
  }

  it('is not retried after it is deleted; the restored mail has the delivery status CANCELLED', async () => {
    const { fake, mail, waiting } = await halfSent();
    await own.make('DELETE', `/emails/${mail.id}`);
    expect(await countJobs(own.service, 'send')).toBe(waiting);
    const refused = delivery(GREY, 'refused', 'CANCELLED', 'the mail was deleted before it was sent to this recipient');
    expect(await own.make('POST', `/emails/${mail.id}/restore`)).toMatchObject({
      status: 'sent',
      deliveries: [delivery(BOB, 'sent'), refused],
      send_error: { code: 'PARTLY_REFUSED' },
    });
    expect([await countJobs(own.service, 'send'), fake.accepted.length]).toEqual([waiting, 1]);
  });

  it('is not retried after it is erased', async () => {
    const { mail, waiting } = await halfSent();
    await own.make('DELETE', `/emails/${mail.id}?permanent=true`);
    expect(await countJobs(own.service, 'send')).toBe(waiting);
  });

  it('that is deleted during an attempt is not completed: no server receives it', async () => {
    const { fake, mail, acceptAll } = await halfSent();
    acceptAll();
    const reached = fake.pauseAt('data');
    await makeDue(own.service, 'send', mail.id);
    await reached;
    await own.make('DELETE', `/emails/${mail.id}`);
    fake.release();
    await eventually(fake.closed, (count) => count > 0);
    expect(fake.complete).toHaveLength(1);
    expect((await own.get(mail.id)).deliveries[1]).toMatchObject({ status: 'refused', code: 'CANCELLED' });
  });

  it('that is deleted after the last byte may have been sent has an unknown outcome until the server replies', async () => {
    const { fake, mail, acceptAll } = await halfSent();
    acceptAll();
    const reached = fake.pauseAt('dot');
    await makeDue(own.service, 'send', mail.id);
    await reached;
    await own.make('DELETE', `/emails/${mail.id}`);
    expect(await own.get(mail.id)).toMatchObject({
      deliveries: [delivery(BOB, 'sent'), delivery(GREY, 'unknown', 'OUTCOME_UNKNOWN', expect.any(String))],
      send_error: { code: 'OUTCOME_UNKNOWN' },
    });
    fake.release();
    expect(await untilGrey(mail.id, 'sent', own)).toMatchObject({ send_error: null, deleted_at: expect.any(String) });
  });

  it('whose connection breaks after the end of the message has an unknown outcome and is not retried', async () => {
    const { fake, mail, waiting, acceptAll } = await halfSent();
    acceptAll();
    fake.misbehave('dot', 'reset', { once: true });
    await makeDue(own.service, 'send', mail.id);
    const done = await untilGrey(mail.id, 'unknown', own);
    expect(done).toMatchObject({ status: 'sent', send_attempts: 2, send_error: { code: 'OUTCOME_UNKNOWN' } });
    expect(done.send_error?.message).toMatch(/^Whether it was sent to grey@example\.net .* is not known\.$/);
    expect([await countJobs(own.service, 'send'), fake.complete.length]).toEqual([waiting, 2]);
  });

  it('whose lease expires after the mark has an unknown outcome until the reply of the server arrives', async () => {
    const { fake, mail, acceptAll } = await halfSent();
    acceptAll();
    const reached = fake.pauseAt('dot');
    await makeDue(own.service, 'send', mail.id);
    await reached;
    await setLease(own.service, mail.id, { until: 1 });
    expect(await untilGrey(mail.id, 'unknown', own)).toMatchObject({ status: 'sent', send_attempts: 2 });
    fake.release();
    expect(await untilGrey(mail.id, 'sent', own)).toMatchObject({ send_attempts: 2, send_error: null });
    expect(fake.accepted.map(({ to }) => to)).toEqual([[BOB], [GREY]]);
  });

  it('whose lease expires before the mark is retried', async () => {
    const { fake, mail, acceptAll } = await halfSent();
    acceptAll();
    const reached = fake.pauseAt('data');
    await makeDue(own.service, 'send', mail.id);
    await reached;
    await setLease(own.service, mail.id, { holder: 'dead', until: 1 });
    fake.release();
    await untilGrey(mail.id, 'sent', own);
    expect(fake.complete.map(({ to }) => to)).toEqual([[BOB], [GREY]]);
  });

  it('whose account is removed fails for that recipient with ACCOUNT_GONE', async () => {
    const { account, mail } = await halfSent();
    await own.make('DELETE', `/email-accounts/${account}`);
    expect(await untilGrey(mail.id, 'refused', own)).toMatchObject({
      status: 'sent',
      deliveries: [delivery(BOB, 'sent'), delivery(GREY, 'refused', 'ACCOUNT_GONE', expect.any(String))],
    });
  });

  it('whose stored message is missing fails for that recipient with SOURCE_GONE', async () => {
    const { mail } = await halfSent();
    await own.service.store.write(1, (tx) => tx.run("delete from content_uses where user_id = ?1 and kind = 'raw'"));
    await makeDue(own.service, 'send', mail.id);
    expect((await untilGrey(mail.id, 'refused', own)).deliveries[1]).toMatchObject({ code: 'SOURCE_GONE' });
  });

  it('waits for an unavailable server without a time limit, and is sent when it is available again', async () => {
    const { fake, account, mail, acceptAll } = await halfSent();
    acceptAll();
    fake.misbehave('mail', 'reset', { once: true });
    await makeDue(own.service, 'send', mail.id);
    await eventually(
      () => own.get(mail.id),
      ({ deliveries }) => deliveries[1]?.code === 'CONNECTION_FAILED',
    );
    fake.misbehave('greeting', 'reset');
    await makeDue(own.service, 'send', mail.id);
    await eventually(
      async () => (await own.make('GET', `/email-accounts/${account}`)).status as string,
      (status) => status === 'error',
    );
    fake.behave();
    await own.make('POST', `/email-accounts/${account}/test`);
    expect(await untilGrey(mail.id, 'sent', own)).toMatchObject({ send_error: null });
  });

  it('is released when the service stops, and sent after the next start', async () => {
    const first = await startSending();
    const { fake, account, acceptAll } = await startDeferringServer(first);
    const { id } = await sendBoth(account, first);
    await first.untilEvent(id, 'email.sent');
    const reached = fake.pauseAt('mail');
    await reached;
    await first.feed.close();
    await first.service.stop();
    acceptAll();
    const next = await startSending({ database: first.service.database, data: first.service.folder });
    await untilGrey(id, 'sent', next);
    await sleep(200); // the time of several attempts
    expect(fake.accepted.map(({ to }) => to)).toEqual([[BOB], [GREY]]);
    await next.end();
  });
});
