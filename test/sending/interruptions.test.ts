// Interrupted sending: the lease is lost, the mail is deleted meanwhile, the service stops or is killed, or the store is
// unavailable. Nothing is lost, and nothing is sent twice automatically.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/errors.ts';
import { countJobs, jobStates, setLease } from '../support/jobs.ts';
import { eventually } from '../support/process.ts';
import { headersOf, startSending } from '../support/sending.ts';
import { startServer, useSending, world } from '../support/sending-world.ts';

useSending();

describe('a mail that is being sent', () => {
  it('whose lease another instance has taken is not completed, and is sent when that lease expires', async () => {
    const { fake, account } = await startServer();
    const reached = fake.pauseAt('data');
    const { id } = await world.send(account);
    await reached;
    await setLease(world.service, id, { holder: 'another' });
    fake.release();
    await eventually(
      () => fake.commands.length,
      () => fake.closed() > 0,
    );
    expect(fake.complete).toEqual([]);
    expect(await world.get(id)).toMatchObject({ status: 'sending' });
    // Without a mark: when the lease of the other instance is over, the mail is tried again and not of unknown outcome.
    expect((await jobStates(world.service)).send).toEqual({ running: 1 });
    await setLease(world.service, id, { until: 1 });
    await world.untilEvent(id, 'email.sent');
    expect(fake.accepted).toHaveLength(1);
  });

  it('at another instance delays the other mails of its account', async () => {
    const { fake, account } = await startServer();
    const reached = fake.pauseAt('data');
    const first = await world.send(account, { subject: 'first' });
    await reached;
    await setLease(world.service, first.id, { holder: 'another', until: Date.now() + 3_600_000 });
    fake.release();
    await eventually(fake.closed, (count) => count > 0);
    const second = await world.send(account, { subject: 'second' });
    await sleep(700); // longer than the sender waits before it checks a lane again
    expect(fake.complete).toEqual([]);
    expect(await world.get(second.id)).toMatchObject({ status: 'queued', send_attempts: 0 });
    await setLease(world.service, first.id, { until: 1 });
    await world.untilEvent(first.id, 'email.sent');
    await world.untilEvent(second.id, 'email.sent');
    expect(fake.accepted.map(({ bytes }) => headersOf(bytes).subject).sort()).toEqual(['first', 'second']);
  });

  it('that is erased is not completed', async () => {
    const { fake, account } = await startServer();
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

  it('that is deleted is still sent, or becomes a draft in the trash if the attempt fails', async () => {
    const { fake, account } = await startServer();
    const reached = fake.pauseAt('data');
    const first = await world.send(account);
    await reached;
    await world.make('DELETE', `/emails/${first.id}`);
    fake.release();
    expect(await world.untilEvent(first.id, 'email.sent')).toMatchObject({
      status: 'sent',
      deleted_at: expect.any(String),
    });
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
    expect(await countJobs(world.service, 'send')).toBe(0);
  });
});

describe('when the service stops', () => {
  it('a mail without a mark is queued again at once, and sent after the next start', async () => {
    const own = await startSending();
    const { fake, account } = await startServer(own);
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

  it('the stop waits for a mail with a mark', async () => {
    const own = await startSending();
    const { fake, account } = await startServer(own);
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

  it('a mail with a mark and no reply has the outcome OUTCOME_UNKNOWN', async () => {
    const own = await startSending();
    const { fake, account } = await startServer(own);
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

/** Makes every write fail from now on; returns, once one has failed, what ends that. */
async function refuseWrites(begin: () => void): Promise<() => void> {
  const { store } = world.service;
  const write = store.write;
  let refused = 0;
  store.write = async () => {
    refused++;
    throw new AppError('SERVICE_UNAVAILABLE', 'unavailable for a test');
  };
  begin();
  await eventually(
    () => refused,
    (count) => count > 0,
  );
  return () => {
    store.write = write;
  };
}

describe('a store that is unavailable', () => {
  it('does not lose the reply of the server', async () => {
    const { fake, account } = await startServer();
    const reached = fake.pauseAt('dot');
    const { id } = await world.send(account);
    await reached;
    const restore = await refuseWrites(() => fake.release());
    restore();
    expect(await world.untilEvent(id, 'email.sent')).toMatchObject({ send_attempts: 1 });
    expect(fake.complete).toHaveLength(1);
  });

  it('when the mark is written prevents the end of the message from being sent', async () => {
    const { fake, account } = await startServer();
    const reached = fake.pauseAt('data');
    const { id } = await world.send(account);
    await reached;
    const restore = await refuseWrites(() => fake.release());
    expect(fake.complete).toEqual([]);
    restore();
    expect(await world.untilEvent(id, 'email.sent')).toMatchObject({ send_attempts: 2 });
    expect(fake.complete).toHaveLength(1);
  });
});

describe('a mail whose sending instance died', () => {
  const claimed = async (marked: boolean) => {
    const { fake, account } = await startServer();
    const reached = fake.pauseAt('data');
    const { id } = await world.send(account);
    await reached;
    // As if another instance had it, whose lease has run out.
    await setLease(world.service, id, { holder: 'dead', until: 1, isMarked: marked });
    return { fake, id };
  };

  it('is retried if it has no mark', async () => {
    const { fake, id } = await claimed(false);
    await world.untilDeferred(id);
    fake.release();
    await world.untilEvent(id, 'email.sent');
    expect(world.eventsOf(id)).toEqual([
      'queued queued',
      'updated sending',
      'updated queued',
      'updated sending',
      'sent sent',
    ]);
    expect(fake.complete).toHaveLength(1);
  });

  it('fails with OUTCOME_UNKNOWN if it has a mark', async () => {
    const { fake, id } = await claimed(true);
    const mail = await world.untilEvent(id, 'email.send_failed');
    expect(mail).toMatchObject({ status: 'failed', send_error: { code: 'OUTCOME_UNKNOWN' } });
    fake.release();
    await eventually(fake.closed, (count) => count > 0);
    expect(fake.complete).toEqual([]);
    expect(await world.get(id)).toEqual(mail);
  });
});
