// What the clock does to emails, by the real clock: snoozed ones wake and scheduled ones join the queue, at their time
// and never before, once, also across a restart; what was called off in time does not happen.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addAccount } from '../support/accounts.ts';
import { newDatabase } from '../support/databases.ts';
import { type FeedMessage, openFeed, type TestFeed } from '../support/feed.ts';
import { jobKinds, jobStates } from '../support/jobs.ts';
import { changesSince } from '../support/scenario.ts';
import { startTestService, type TestService } from '../support/service.ts';

interface Mail {
  id: string;
  folder: string;
  status: string;
  message_id: string | null;
  snoozed_until: string | null;
}

const HOUR = 3_600_000;
const WITNESS_DELAY = 100; // how much later the mail is due that shows that the time of the others has passed
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const letter = { to_addresses: ['Bob <b@x.org>'], subject: 'Hi', body_plain: 'Hello' };

async function start(database?: string): Promise<TestService> {
  return startTestService(database === undefined ? {} : { database });
}

async function ask(service: TestService, method: string, path: string, body?: object): Promise<Mail> {
  const answer = await service.ask(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path} gave ${answer.status}: ${answer.text}`);
  return (answer.body as { data: Mail }).data;
}

const anEmail = (service: TestService, members: object = {}) =>
  ask(service, 'POST', '/emails', { from_address: 'a@x.org', received_at: '2026-02-17T09:00:00Z', ...members });
const get = (service: TestService, { id }: Mail) => ask(service, 'GET', `/emails/${id}`);
const snooze = (service: TestService, { id }: Mail, until: string) =>
  ask(service, 'POST', `/emails/${id}/snooze`, { until });
const schedule = (service: TestService, scheduled_at: string) =>
  ask(service, 'POST', '/emails/send', { ...letter, scheduled_at });

/** All that has happened to an email, in order. */
async function storyOf(service: TestService, { id }: Mail): Promise<string> {
  const { messages } = await changesSince(service, 0, 1000);
  return messages
    .filter((one) => one.data.id === id)
    .map((one) => one.event.replace('email.', ''))
    .join(' ');
}

/** The work, done before the moment it is given; on a machine too busy for that, all of it again with more time. */
async function inTime<T>(work: (at: string) => Promise<T>): Promise<T> {
  for (let lead = 400; ; lead *= 2) {
    const at = inMs(lead);
    const inTime = () => Date.now() < Date.parse(at);
    const result = await work(at).catch((error) => {
      if (inTime()) throw error;
    });
    if (result !== undefined && inTime()) return result;
    await sleep(2 * WITNESS_DELAY); // so that no job of this attempt is still waiting when the next one counts jobs
  }
}

let service: TestService;
let feed: TestFeed;
const heard = async ({ id }: Mail, event: string) => {
  const fits = (one: { event: string; data?: { id?: unknown } }) => one.event === event && one.data?.id === id;
  await feed.until((all) => all.some(fits));
  return feed.messages.find(fits) as TestFeed['messages'][number];
};
beforeAll(async () => {
  service = await start();
  await addAccount(service, { id: '018f3c5e-0000-7000-8000-00000000000a', isDefault: true });
  feed = await openFeed(service.url);
});
afterAll(async () => {
  await feed.close();
  await service.end();
});

describe('a snoozed email', () => {
  it('returns to its folder at its time, not before, and emits email.unsnoozed', async () => {
    const before = await jobKinds(service);
    const mail = await anEmail(service, { folder: 'Projects' });
    const until = inMs(300);
    await snooze(service, mail, until);
    const told = await heard(mail, 'email.unsnoozed');
    expect(Date.parse(told.timestamp)).toBeGreaterThanOrEqual(Date.parse(until));
    expect(told.data).toMatchObject({ folder: 'Projects', snoozed_until: null, snoozed_from: null });
    expect(await get(service, mail)).toEqual(told.data);
    expect(await storyOf(service, mail)).toBe('created snoozed unsnoozed');
    expect(await jobKinds(service)).toEqual(before);
  });

  it('wakes at once when its time has passed', async () => {
    const mail = await anEmail(service);
    expect(await snooze(service, mail, '2001-01-01')).toMatchObject({ folder: 'SNOOZED', snoozed_from: 'INBOX' });
    await heard(mail, 'email.unsnoozed');
    expect(await get(service, mail)).toMatchObject({ folder: 'INBOX', snoozed_until: null });
    expect(await storyOf(service, mail)).toBe('created snoozed unsnoozed');
  });

  it('wakes earlier when it is snoozed again until an earlier time', async () => {
    const mail = await anEmail(service, { folder: 'First' });
    await snooze(service, mail, inMs(HOUR));
    await snooze(service, mail, inMs(200));
    expect((await heard(mail, 'email.unsnoozed')).data).toMatchObject({ folder: 'First', snoozed_until: null });
    expect(await storyOf(service, mail)).toBe('created snoozed snoozed unsnoozed');
  });

  it('can be snoozed again after it has woken', async () => {
    const mail = await anEmail(service);
    await snooze(service, mail, inMs(-1));
    await heard(mail, 'email.unsnoozed');
    await snooze(service, mail, inMs(-1));
    await feed.until(
      (all) => all.filter((one) => one.event === 'email.unsnoozed' && one.data.id === mail.id).length === 2,
    );
    expect(await storyOf(service, mail)).toBe('created snoozed unsnoozed snoozed unsnoozed');
  });

  it('wakes in the order of the times', async () => {
    const { late, early } = await inTime(async (at) => {
      const [late, early] = [await anEmail(service), await anEmail(service)];
      await snooze(service, late, new Date(Date.parse(at) + WITNESS_DELAY).toISOString());
      await snooze(service, early, at);
      return { late, early };
    });
    const [second, first] = [await heard(late, 'email.unsnoozed'), await heard(early, 'email.unsnoozed')];
    expect(first.seq).toBeLessThan(second.seq);
  });

  it('does not wake once it was moved, woken by hand, snoozed for longer or erased', async () => {
    const { before, moved, woken, longer, erased, witness } = await inTime(async (at) => {
      const before = await jobKinds(service);
      const mails = await Promise.all([1, 2, 3, 4, 5].map(() => anEmail(service)));
      const [moved, woken, longer, erased, witness] = mails as [Mail, Mail, Mail, Mail, Mail];
      await Promise.all([moved, woken, longer, erased].map((mail) => snooze(service, mail, at)));
      await snooze(service, witness, new Date(Date.parse(at) + WITNESS_DELAY).toISOString());
      await ask(service, 'PATCH', `/emails/${moved.id}`, { folder: 'ARCHIVE' });
      await ask(service, 'POST', `/emails/${woken.id}/unsnooze`);
      await snooze(service, longer, inMs(HOUR));
      await ask(service, 'DELETE', `/emails/${erased.id}?permanent=true`);
      return { before, moved, woken, longer, erased, witness };
    });
    await heard(witness, 'email.unsnoozed');
    expect(await storyOf(service, moved)).toBe('created snoozed updated');
    expect(await get(service, moved)).toMatchObject({ folder: 'ARCHIVE' });
    expect(await storyOf(service, woken)).toBe('created snoozed unsnoozed');
    expect(await storyOf(service, longer)).toBe('created snoozed snoozed');
    expect(await get(service, longer)).toMatchObject({ folder: 'SNOOZED' });
    expect(await storyOf(service, erased)).toBe('created snoozed deleted');
    expect(await jobKinds(service)).toEqual([...before, 'wake'].sort()); // of the one that is snoozed for longer
  });

  it('wakes together with all others of the same time, each once', async () => {
    const many = 120; // more than the clock takes up at once
    const mails = await Promise.all(Array.from({ length: many }, () => anEmail(service)));
    const until = inMs(500);
    for (const part of [mails.slice(0, 100), mails.slice(100)]) {
      const ids = part.map(({ id }) => id);
      const answer = await service.ask('POST', '/emails/batch', { ids, action: 'snooze', params: { until } });
      expect(answer.body).toEqual({ processed: ids.length, failed: 0, errors: [] });
    }
    const ids = new Set(mails.map(({ id }) => id));
    const wakings = () =>
      feed.messages.filter((one) => one.event === 'email.unsnoozed' && ids.has(String(one.data.id)));
    await feed.until(() => wakings().length >= many);
    await feed.settled();
    expect(new Set(wakings().map((one) => one.data.id)).size).toBe(many);
    expect(wakings()).toHaveLength(many);
  });
});

describe('a scheduled email', () => {
  it('joins the queue at its time, not before, with its Message-ID fixed', async () => {
    const before = await jobKinds(service);
    const at = inMs(300);
    const mail = await schedule(service, at);
    expect(mail).toMatchObject({ status: 'scheduled', message_id: null });
    const told = await heard(mail, 'email.queued');
    expect(Date.parse(told.timestamp)).toBeGreaterThanOrEqual(Date.parse(at));
    expect(told.data).toMatchObject({ status: 'queued', folder: 'OUTBOX' });
    expect(told.data.message_id).toMatch(/^<[^\s@]+@example\.org>$/);
    expect((await get(service, mail)).message_id).toBe(told.data.message_id);
    expect(await storyOf(service, mail)).toBe('scheduled queued');
    expect(await jobKinds(service)).toEqual([...before, 'send'].sort());
  });

  it('joins the queue at once when its time has passed', async () => {
    const mail = await schedule(service, '2001-01-01T08:00:00Z');
    await heard(mail, 'email.queued');
    expect(await storyOf(service, mail)).toBe('scheduled queued');
  });

  it('made by POST /emails joins the queue too', async () => {
    const mail = await anEmail(service, {
      status: 'scheduled',
      scheduled_at: inMs(100),
      from_address: 'me@example.org',
      to_addresses: ['b@x.org'],
    });
    expect((await heard(mail, 'email.queued')).data).toMatchObject({ status: 'queued' });
    expect(await storyOf(service, mail)).toBe('created queued');
  });

  it('stays scheduled when it is moved, and joins the queue all the same', async () => {
    const mail = await inTime(async (at) => {
      const made = await schedule(service, at);
      await ask(service, 'PATCH', `/emails/${made.id}`, { folder: 'LATER' });
      return made;
    });
    expect((await heard(mail, 'email.queued')).data).toMatchObject({ status: 'queued', folder: 'OUTBOX' });
    expect(await storyOf(service, mail)).toBe('scheduled updated queued');
  });

  it('does not join the queue once it was cancelled, deleted or erased', async () => {
    const { before, cancelled, deleted, erased, witness } = await inTime(async (at) => {
      const before = await jobKinds(service);
      const cancelled = await schedule(service, at);
      const deleted = await schedule(service, at);
      const erased = await schedule(service, at);
      const witness = await schedule(service, new Date(Date.parse(at) + WITNESS_DELAY).toISOString());
      await ask(service, 'POST', `/emails/${cancelled.id}/cancel`);
      await ask(service, 'DELETE', `/emails/${deleted.id}`);
      await ask(service, 'POST', `/emails/${deleted.id}/restore`);
      await ask(service, 'DELETE', `/emails/${erased.id}?permanent=true`);
      return { before, cancelled, deleted, erased, witness };
    });
    await heard(witness, 'email.queued');
    expect(await storyOf(service, cancelled)).toBe('scheduled updated');
    expect(await storyOf(service, deleted)).toBe('scheduled deleted restored');
    expect(await storyOf(service, erased)).toBe('scheduled deleted');
    for (const mail of [cancelled, deleted])
      expect(await get(service, mail)).toMatchObject({ status: 'draft', message_id: null });
    expect(await jobKinds(service)).toEqual([...before, 'send'].sort()); // of the one that has joined the queue
  });
});

describe('a queued email', () => {
  const aQueued = async () => {
    const draft = await ask(service, 'POST', '/emails/drafts', { to: 'b@x.org', body_plain: 'x' });
    return ask(service, 'POST', `/emails/${draft.id}/send`);
  };

  it('has one send job, due at once, which other changes leave alone', async () => {
    const due = (await jobStates(service)).send?.due ?? 0;
    const mail = await aQueued();
    expect((await jobStates(service)).send).toEqual({ due: due + 1 });
    await ask(service, 'POST', `/emails/${mail.id}/star`);
    await ask(service, 'PATCH', `/emails/${mail.id}/custom`, { a: 1 });
    expect((await jobStates(service)).send).toEqual({ due: due + 1 });
  });

  it.each([
    ['cancelled', 'POST', '/cancel'],
    ['deleted', 'DELETE', ''],
    ['erased', 'DELETE', '?permanent=true'],
  ])('has no job once it is %s', async (_how, method, path) => {
    const before = await jobKinds(service);
    const mail = await aQueued();
    await ask(service, method, `/emails/${mail.id}${path}`);
    expect(await jobKinds(service)).toEqual(before);
  });

  it('has its job again when it is sent again after a cancel', async () => {
    const before = await jobKinds(service);
    const mail = await aQueued();
    await ask(service, 'POST', `/emails/${mail.id}/cancel`);
    await ask(service, 'POST', `/emails/${mail.id}/send`);
    expect(await jobKinds(service)).toEqual([...before, 'send'].sort());
  });
});

describe('after a restart on the same data', () => {
  it('jobs that were due meanwhile run once', async () => {
    const { place } = await newDatabase();
    const { asleep, waiting, at } = await inTime(async (at) => {
      const first = await start(place);
      const asleep = await anEmail(first, { folder: 'Projects' });
      const waiting = await anEmail(first, { status: 'scheduled', scheduled_at: at });
      await snooze(first, asleep, at);
      await first.stop();
      return { asleep, waiting, at };
    });
    await new Promise((resolve) => setTimeout(resolve, Date.parse(at) - Date.now() + 50));
    const second = await start(place);
    const again = await openFeed(second.url, '?since=0');
    const told = (all: FeedMessage[], { id }: Mail, event: string) =>
      all.some((one) => one.event === event && one.data.id === id);
    await again.until((all) => told(all, asleep, 'email.unsnoozed') && told(all, waiting, 'email.queued'));
    expect(await storyOf(second, asleep)).toBe('created snoozed unsnoozed');
    expect(await get(second, asleep)).toMatchObject({ folder: 'Projects', snoozed_until: null });
    expect(await storyOf(second, waiting)).toBe('created queued');
    expect(await get(second, waiting)).toMatchObject({
      status: 'queued',
      message_id: expect.stringMatching(/^<.+@.+>$/),
    });
    await again.close();
    await second.end();
  });

  it('jobs that are not due yet run at their time, and a queued email still has its job', async () => {
    const first = await start();
    const [asleep, queued] = [
      await anEmail(first),
      await anEmail(first, { status: 'queued', to_addresses: ['b@x.org'] }),
    ];
    const until = inMs(700);
    await snooze(first, asleep, until);
    await first.stop();
    const second = await start(first.database);
    const again = await openFeed(second.url, '?since=0');
    await again.until((all) => all.some((one) => one.event === 'email.unsnoozed'));
    const told = again.messages.find((one) => one.event === 'email.unsnoozed');
    expect(Date.parse(String(told?.timestamp))).toBeGreaterThanOrEqual(Date.parse(until));
    expect(await storyOf(second, asleep)).toBe('created snoozed unsnoozed');
    expect(await jobKinds(second)).toEqual(['send']);
    await ask(second, 'POST', `/emails/${queued.id}/cancel`);
    expect(await jobKinds(second)).toEqual([]);
    await again.close();
    await second.end();
  });
});
