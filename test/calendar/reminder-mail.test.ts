// Reminders of the type email: one mail to oneself through the default account, queued with the reminder; and what the
// reminder says when there is no such account.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeSmtp, startFakeSmtp } from '../support/fake-smtp.ts';
import { eventually } from '../support/process.ts';
import { type Shown, useReminders } from '../support/reminders.ts';
import { headersOf, quick } from '../support/sending.ts';

const world = useReminders({ ...quick, timezone: 'Europe/Berlin' });
let smtp: FakeSmtp;
beforeAll(async () => {
  smtp = await startFakeSmtp();
});
afterAll(() => smtp?.end());

interface Mail {
  id: string;
  status: string;
  subject: string;
  body_plain: string;
  from_address: string;
  to_addresses: { address: string }[];
  source: string;
}

const byMail = (minutes: number, before: number, more: object = {}) =>
  world.talk(minutes, [], { reminders: [{ type: 'email', minutes_before: before }], ...more });

const mailOf = async ({ email_id }: Shown) => (await world.make('GET', `/emails/${email_id}`)) as unknown as Mail;

async function mails(): Promise<Mail[]> {
  const { body } = await world.service.ask('GET', '/emails?limit=500');
  return (body as { data: Mail[] }).data;
}

/** The only reminder that has fired for an event. */
async function only(id: string): Promise<Shown> {
  const fired = await world.fired(id);
  expect(fired).toHaveLength(1);
  return fired[0] as Shown;
}

describe('without a default account', () => {
  it('the reminder fires and says that there is no account', async () => {
    const id = await world.create(byMail(30, 10));
    await world.pass(20);
    expect(await only(id)).toMatchObject({ type: 'email', email: 'no_account', email_id: null, status: 'fired' });
    expect(await world.listed(id)).toMatchObject([{ email: 'no_account', email_id: null }]);
    expect(await mails()).toEqual([]);
  });
});

describe('with a default account', () => {
  beforeAll(async () => {
    const account = { address: 'ann@example.org', from_name: 'Ann Lee', smtp: smtp.account, is_default: true };
    expect(await world.make('POST', '/email-accounts', account)).toMatchObject({ status: 'connected' });
  });

  it('one mail to oneself is sent, with what the reminder is about', async () => {
    const title = 'Board\r\nBcc: eve@example.org';
    const more = { title, location: 'Hall 3', timezone: 'America/New_York', calendar_name: 'work' };
    const id = await world.create(byMail(90, 60, more));
    await world.pass(30);
    const fired = await only(id);
    expect(fired).toMatchObject({ email: 'queued', late: false });
    const mail = await eventually(
      () => mailOf(fired),
      ({ status }) => status === 'sent',
    );
    expect(mail).toMatchObject({
      subject: 'Reminder: Board Bcc: eve@example.org',
      from_address: 'ann@example.org',
      to_addresses: [{ address: 'ann@example.org', name: 'Ann Lee' }],
    });
    for (const line of ['Hall 3', 'Calendar: work', '(America/New_York)', '1 hour before it begins'])
      expect(mail.body_plain).toContain(line);
    expect(smtp.accepted.map(({ from, to }) => [from, to])).toEqual([['ann@example.org', ['ann@example.org']]]);
    const headers = headersOf(smtp.accepted[0]?.bytes as Buffer);
    expect(headers.subject).toBe('Reminder: Board Bcc: eve@example.org');
    expect(headers.bcc).toBeUndefined();
    await world.pass(120);
    expect(await mails()).toHaveLength(1);
  });

  it('one mail is sent for an occurrence that is snoozed, before or after it has fired', async () => {
    const before = (await mails()).length;
    const early = await world.create(byMail(30, 10));
    const [pending] = await world.listed(early);
    await world.make('POST', `/reminders/${pending?.id}/snooze`, { minutes: 25 });
    await world.pass(20);
    expect(await world.fired(early)).toEqual([]);
    await world.pass(5);
    const first = await only(early);
    expect(first).toMatchObject({ email: 'queued', snoozed_until: null });
    for (const minutes of [2, 2]) {
      await world.make('POST', `/reminders/${first.id}/snooze`, { minutes });
      await world.pass(minutes);
    }
    const all = await world.fired(early);
    expect(all.map(({ email_id }) => email_id)).toEqual([first.email_id, first.email_id, first.email_id]);
    expect(await mails()).toHaveLength(before + 1);
  });

  it('no mail is sent for what was dismissed, missed or deleted', async () => {
    const before = (await mails()).length;
    const dismissed = await world.create(byMail(30, 10));
    await world.make('POST', `/reminders/${(await world.listed(dismissed))[0]?.id}/dismiss`);
    const missed = await world.create(byMail(30, 10, { end_at: world.inMinutes(40) }));
    const deleted = await world.create(byMail(30, 10));
    await world.make('DELETE', `/events/${deleted}`);
    await world.pass(120);
    expect(await world.listed(missed)).toMatchObject([{ status: 'missed', email: null, email_id: null }]);
    expect(await mails()).toHaveLength(before);
  });

  it('the mail of an all-day event names its days, and a late one is sent late', async () => {
    const day = world.inMinutes(3 * 1440).slice(0, 10);
    const end = world.inMinutes(5 * 1440).slice(0, 10);
    const id = await world.create({
      title: 'Fair',
      all_day: true,
      start_date: day,
      end_date: end,
      reminders: [{ type: 'email', minutes_before: 2880 }],
    });
    await world.pass(4 * 1440);
    const fired = await only(id);
    expect(fired).toMatchObject({ late: true, email: 'queued' });
    const { body_plain } = await mailOf(fired);
    const long = (date: string, plus = 0) =>
      new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' }).format(Date.parse(date) + plus);
    expect(body_plain).toContain(long(day));
    expect(body_plain).toContain(long(day, 86_400_000));
    expect(body_plain).not.toContain(long(end));
    expect(body_plain).toContain('2 days before it begins');
  });

  it('a series of every minute sends the last 10 mails late, and lists the others as missed', async () => {
    const before = (await mails()).length;
    const recurrence = { freq: 'minutely', count: 200 };
    const id = await world.create(byMail(1, 0, { end_at: world.inMinutes(2000), recurrence }));
    await world.pass(300);
    const fired = await world.fired(id);
    expect(fired.map(({ late, email }) => [late, email])).toEqual(Array(10).fill([true, 'queued']));
    expect(fired.at(-1)?.due_at).toBe(world.inMinutes(-100));
    expect(await mails()).toHaveLength(before + 10);
    expect(await world.listed(id, '&status=missed')).toHaveLength(190);
    await world.make('DELETE', `/events/${id}?permanent=true`);
  });

  it('late mails are counted without those of what is over: the others are sent', async () => {
    const before = (await mails()).length;
    const reminders = [60, 0].map((minutes_before) => ({ type: 'email', minutes_before }));
    const recurrence = { freq: 'minutely', interval: 10, count: 40 };
    const id = await world.create(byMail(75, 0, { end_at: world.inMinutes(76), recurrence, reminders }));
    await world.pass(200);
    const dues = [-55, -45, -35, -25, -15, -5].map((minutes) => world.inMinutes(minutes));
    expect(await world.dues(id)).toEqual(dues);
    expect(await mails()).toHaveLength(before + 6);
    await world.make('DELETE', `/events/${id}?permanent=true`);
  });

  it('late mails are counted without those that are not late', async () => {
    const id = await world.create(
      byMail(1, 0, { end_at: world.inMinutes(2000), recurrence: { freq: 'minutely', count: 200 } }),
    );
    await world.pass(100);
    const late = (await world.fired(id)).map((one) => one.late);
    expect(late).toEqual([...Array(10).fill(true), false, false]);
    await world.make('DELETE', `/events/${id}?permanent=true`);
  });

  it('a mail whose outcome is unknown is left to a person: the reminder does not send another', async () => {
    const before = (await eventually(mails, (all) => all.every(({ status }) => status === 'sent'))).length;
    smtp.misbehave('dot', 'reset', { once: true });
    const id = await world.create(byMail(30, 10));
    await world.pass(20);
    const fired = await only(id);
    const mail = await eventually(
      () => mailOf(fired),
      ({ status }) => status === 'failed',
    );
    expect(mail).toMatchObject({ send_error: { code: 'OUTCOME_UNKNOWN' } });
    await world.make('POST', `/reminders/${fired.id}/snooze`, { minutes: 1 });
    await world.pass(5);
    expect(await world.fired(id)).toHaveLength(2);
    expect(await mails()).toHaveLength(before + 1);
  });
});
