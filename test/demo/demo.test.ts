// The invented life that --demo puts into an empty store: enough of everything, believable.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Principal } from '../../src/access/access.ts';
import { readCalendars } from '../../src/calendar/calendars/list.ts';
import { fillDemo } from '../../src/demo/fill.ts';
import { demoDay } from '../../src/demo/note.ts';
import { people } from '../../src/demo/people.ts';
import { changes } from '../../src/feed/changes.ts';
import { openStore } from '../../src/open-store.ts';
import { list } from '../../src/records/list.ts';
import { creatable, create } from '../../src/records/records.ts';
import { contact } from '../../src/resources/contact.ts';
import { email } from '../../src/resources/email.ts';
import { event as calendar } from '../../src/resources/event.ts';
import { type FileRecord, file } from '../../src/resources/file.ts';
import { StoreProblem } from '../../src/store/engine/problem.ts';
import { newMigratedDatabase } from '../support/databases.ts';
import { readPage } from '../support/pages.ts';
import {
  CHECKS,
  type Contact,
  type Event,
  type Filled,
  faultOf,
  type Life,
  liveFrom,
  type Mail,
  NOW,
  OWNER,
  readLife,
  ZONE,
} from './life.ts';

const DAY = 86_400_000;

describe('the life', () => {
  let filled: Filled;
  let life: Life;
  let received: Mail[];
  beforeAll(async () => {
    filled = await liveFrom(NOW);
    life = filled.life;
    received = life.emails.filter((mail) => mail.status === 'received');
  });
  afterAll(() => filled.end());

  it('has about 300 mails, 80 contacts and some 55 events, and a few of each in the trash', () => {
    const count = (records: { deleted_at: string | null }[]) => ({
      there: records.filter((one) => one.deleted_at === null).length,
      deleted: records.filter((one) => one.deleted_at !== null).length,
    });
    expect(count(life.contacts)).toEqual({ there: 80, deleted: 3 });
    expect(count(life.emails)).toEqual({ there: expect.toSatisfy(within(290, 320)), deleted: 3 });
    expect(count(life.events)).toEqual({ there: expect.toSatisfy(within(50, 70)), deleted: 2 });
  });

  it('has mails of every kind: sent, drafts, scheduled, snoozed, starred, spam, archived, HTML, with attachments', () => {
    const of = (fits: (mail: Mail) => boolean) => life.emails.filter(fits).length;
    expect(of((mail) => mail.status === 'sent' && mail.folder === 'SENT')).toBeGreaterThan(60);
    expect(of((mail) => mail.status === 'draft' && mail.folder === 'DRAFTS')).toBeGreaterThan(5);
    expect(of((mail) => mail.status === 'scheduled')).toBe(1);
    expect(of((mail) => mail.snoozed_until !== null)).toBeGreaterThan(2);
    expect(of((mail) => mail.is_starred)).toBeGreaterThan(15);
    expect(of((mail) => mail.folder === 'SPAM')).toBeGreaterThan(2);
    expect(of((mail) => mail.folder === 'ARCHIVE')).toBeGreaterThan(30);
    expect(of((mail) => mail.body_html !== null)).toBeGreaterThan(20);
    expect(of((mail) => mail.attachments.length > 0)).toBeGreaterThan(25);
    expect(new Set(life.emails.flatMap((mail) => mail.labels)).size).toBeGreaterThan(8);
  });

  it('speaks English, German, French and Japanese', async () => {
    for (const word of ['chapter', 'Wohnung', 'légendes', '引っ越し', 'Schlüsselübergabe', 'marée']) {
      const { meta } = await filled.ask(email, { limit: 0, search: word });
      expect({ word, found: meta.total }).toEqual({
        word,
        found: expect.toSatisfy(within(1, 60)),
      });
    }
  });

  it('no mail comes from the future or from long ago; snoozes and the schedule lie ahead', () => {
    for (const mail of life.emails) {
      const at = Date.parse(mail.received_at ?? mail.sent_at ?? new Date(NOW).toISOString());
      expect(at).toBeLessThanOrEqual(NOW);
      expect(at).toBeGreaterThan(NOW - 125 * DAY);
      if (mail.snoozed_until) expect(Date.parse(mail.snoozed_until)).toBeGreaterThan(NOW);
    }
  });

  it('mail has come on nearly every week, up to the last day', () => {
    const weeks = new Set(
      received.map((mail) => Math.floor((NOW - Date.parse(mail.received_at as string)) / (7 * DAY))),
    );
    expect(weeks.size).toBeGreaterThanOrEqual(14);
    expect(received.some((mail) => NOW - Date.parse(mail.received_at as string) < DAY)).toBe(true);
  });

  it('a thread is one talk: an answer follows what it answers, in time and in subject', () => {
    const threads = Map.groupBy(life.emails, (mail) => mail.thread_id);
    const talks = [...threads.values()].filter((mails) => mails.length > 1);
    expect(talks.length).toBeGreaterThan(45);
    for (const mails of talks) {
      const known = new Map(mails.map((mail) => [mail.message_id, mail]));
      const subjects = new Set(mails.map((mail) => mail.subject.replace(/^(Re|AW): /, '')));
      expect([...subjects]).toHaveLength(1);
      const roots = mails.filter((mail) => mail.in_reply_to === null);
      expect(roots).toHaveLength(1);
      for (const mail of mails) {
        if (mail.in_reply_to === null || mail.received_at === null) continue;
        const parent = known.get(mail.in_reply_to);
        expect(parent, `${mail.subject} answers a mail of its thread`).toBeDefined();
        expect(Date.parse(mail.received_at)).toBeGreaterThan(Date.parse(parent?.received_at as string));
      }
    }
  });

  it('what I have answered I have read, and what is unread is mostly new', () => {
    const answered = new Set(life.emails.filter((mail) => mail.status === 'sent').map((mail) => mail.in_reply_to));
    expect(received.filter((mail) => answered.has(mail.message_id) && !mail.is_read)).toEqual([]);
    const unread = received.filter((mail) => !mail.is_read && mail.folder === 'INBOX');
    const fresh = unread.filter((mail) => NOW - Date.parse(mail.received_at as string) < 7 * DAY);
    expect(unread.length).toSatisfy(within(12, 60));
    expect(fresh.length).toBeGreaterThan(unread.length / 2);
  });

  it('nobody writes from work at a weekend', () => {
    const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: ZONE });
    const work = life.emails.filter((mail) => mail.labels.includes('work') && mail.received_at !== null);
    expect(work.length).toBeGreaterThan(30);
    const days = new Set(work.map((mail) => weekday.format(new Date(mail.received_at as string))));
    expect([...days].filter((day) => day === 'Sat' || day === 'Sun')).toEqual([]);
  });

  it('every address is one that can belong to nobody', () => {
    const addresses = [
      ...life.emails.flatMap((mail) => [mail.from_address, ...mail.to_addresses.map((one) => one.address)]),
      ...life.events.flatMap((event) => event.attendees.map((one) => one.email)),
      ...life.contacts.flatMap((contact) => contact.emails.map((one) => one.address)),
    ].filter((address) => address !== null);
    expect(addresses.length).toBeGreaterThan(500);
    expect(addresses.filter((address) => !address.endsWith('.example'))).toEqual([]);
  });

  it('the calendars have single and recurring events, behind and ahead, in every state', () => {
    const has = (fits: (event: Event) => boolean) => life.events.filter(fits).length;
    expect([...new Set(life.events.map((event) => event.calendar_name))].sort()).toEqual([
      'club',
      'default',
      'family',
      'work',
    ]);
    const series = life.events.filter((event) => event.recurrence !== null);
    expect(series.every((event) => event.timezone !== null)).toBe(true);
    for (const part of ['byday', 'exdates', 'count', 'until', 'interval', 'rdates', 'bymonthday'])
      expect(series.some((event) => part in (event.recurrence as object))).toBe(true);
    expect(new Set(series.map((event) => event.timezone)).size).toBeGreaterThanOrEqual(3);
    for (const status of ['confirmed', 'tentative', 'cancelled'])
      expect(has((event) => event.status === status)).toBeGreaterThan(1);
    expect(has((event) => event.all_day)).toBeGreaterThan(7);
    expect(has((event) => event.reminders.length > 0)).toBeGreaterThan(10);
    expect(has((event) => !event.recurrence && Date.parse(event.start_at) > NOW)).toBeGreaterThan(15);
    expect(has((event) => !event.recurrence && Date.parse(event.start_at) < NOW)).toBeGreaterThan(10);
    const answers = new Set(life.events.flatMap((event) => event.attendees.map((one) => one.status)));
    expect([...answers].sort()).toEqual(['accepted', 'declined', 'pending', 'tentative']);
  });

  it('occurrences were moved, changed and cancelled, each of them one that its rule gives; some events take days', async () => {
    const changed = life.events.filter((event) => event.overrides);
    const all = changed.flatMap((event) => Object.values(event.overrides as object) as Record<string, unknown>[]);
    for (const field of ['start_at', 'title', 'location', 'status'])
      expect(all.filter((one) => field in one).length).toBeGreaterThan(0);
    for (const { title, overrides, calendar_name } of changed)
      for (const [id, own] of Object.entries(overrides as Record<string, Record<string, unknown>>)) {
        const at = (own.start_at ?? id) as string;
        const { data } = await filled.ask<Event>(calendar, { expand: true, from: at, to: at, calendar_name });
        expect(data.filter((one) => one.recurrence_id === id)).toEqual([expect.objectContaining({ title, ...own })]);
      }
    const days = ({ start_date, end_date }: Event) => (Date.parse(end_date ?? '') - Date.parse(start_date ?? '')) / DAY;
    expect(life.events.filter((event) => days(event) > 1).length).toBeGreaterThan(4);
  });

  it('every series begins on a day that its own rule gives', async () => {
    const series = life.events.filter((event) => event.recurrence !== null && event.deleted_at === null);
    for (const event of series) {
      const { start_at: at, calendar_name, title } = event;
      const { data } = await filled.ask<Event>(calendar, { expand: true, limit: 500, from: at, to: at, calendar_name });
      const starts = data.filter((one) => one.title === title);
      expect({ title: event.title, starts: starts.length }).toEqual({ title: event.title, starts: 1 });
    }
  });

  it('the calendars have colours and an order, one a default reminder, and birthdays come from contacts', async () => {
    const { known } = await readCalendars(filled.store, 1, true);
    const all = [...known.values()].map(({ calendar }) => calendar);
    expect(all.map(({ name }) => name)).toEqual(['default', 'family', 'work', 'club', 'birthdays']);
    expect(all.every(({ color }) => color !== null)).toBe(true);
    expect(all.find(({ name }) => name === 'work')?.default_reminders).toHaveLength(1);
    expect(all.at(-1)).toMatchObject({ is_read_only: true, total: expect.any(Number) });
    const mother = life.contacts.find(({ display_name }) => display_name === 'Renate Brandt');
    expect(mother?.birthday).toMatch(/^19\d\d-\d\d-\d\d$/);
  });

  it('the move falls on a Saturday, two days after the keys, and the stand-up takes a break', async () => {
    const move = life.events.find((event) => event.title === 'MOVE') as Event;
    const keys = life.events.find((event) => event.title.startsWith('Keys')) as Event;
    expect(new Date(move.start_at).getUTCDay()).toBe(6);
    expect(move.start_at.slice(0, 10)).toBe(dayAfter(keys.start_at, 2));
    const leave = { from: dayAfter(keys.start_at, 0), to: dayAfter(move.start_at, 4) };
    const { data } = await filled.ask<Event>(calendar, { expand: true, limit: 500, calendar_name: 'work', ...leave });
    expect(data.map((one) => one.title)).toContain('Leave: moving house');
    expect(data.map((one) => one.title)).not.toContain('Stand-up');
  });

  it('contacts have companies, phones, addresses, notes, tags and birthdays', () => {
    const has = (fits: (contact: Contact) => boolean) => life.contacts.filter(fits).length;
    expect(has((contact) => contact.company !== null)).toBeGreaterThan(40);
    expect(has((contact) => contact.phones.length > 0)).toBeGreaterThan(60);
    expect(has((contact) => contact.addresses.length > 0)).toBeGreaterThan(15);
    expect(has((contact) => contact.notes !== null)).toBeGreaterThan(30);
    expect(has((contact) => contact.birthday !== null)).toBeGreaterThan(15);
    expect(life.contacts.every((contact) => contact.tags.length > 0)).toBe(true);
  });

  it('everyone who writes as a person stands in the address book', () => {
    const known = new Set(people.map((one) => one.email));
    const talks = life.emails.filter((mail) => mail.status === 'sent').flatMap((mail) => mail.to_addresses);
    expect(talks.map((one) => one.address).filter((address) => !known.has(address))).toEqual([]);
  });

  it('all of it is in the change feed, without a gap', async () => {
    const owner: Principal = { user: OWNER, token: null, scopes: new Set(['admin']) };
    const page = await changes(filled.store, owner, { limit: 1000 });
    const told = readPage<{ seq: number; event: string }>(page).data;
    expect(told.map((one) => one.seq)).toEqual(told.map((_, index) => index + 1));
    const made = (event: string) => told.filter((one) => one.event === event).length;
    expect(made('email.created')).toBe(life.emails.length);
    expect(made('event.created')).toBe(life.events.length);
    expect(made('contact.created')).toBe(life.contacts.length);
    expect(made('email.snoozed')).toBe(life.emails.filter((mail) => mail.snoozed_until !== null).length);
    expect(made('email.deleted') + made('event.deleted') + made('contact.deleted')).toBe(8);
  });

  it('everything that is attached is a file with a content of its kind and size', async () => {
    const attached = life.emails.flatMap((mail) => mail.attachments.map((one) => ({ ...one, mail })));
    expect(attached.length).toBeGreaterThan(35);
    const files = readPage<FileRecord>(await list(filled.store, OWNER, file, { limit: 500 }, ZONE)).data;
    expect(files).toHaveLength(attached.length);
    for (const { filename, mime, size, file_id, mail } of attached) {
      const record = files.find((one) => one.id === file_id) as FileRecord;
      expect(record).toMatchObject({ filename, mime, size, email_id: mail.status === 'received' ? mail.id : null });
      expect(mail.has_attachments).toBe(true);
      const content = Buffer.from(await filled.blobs.readWhole(OWNER, record.sha256));
      expect([filename, content.length]).toEqual([filename, size]);
      expect(size).toSatisfy(within(400, 60_000));
      expect([filename, faultOf(mime, content)]).toEqual([filename, null]);
    }
    expect(new Set(attached.map(({ mime }) => mime))).toEqual(new Set(Object.keys(CHECKS)));
    expect(filled.blobs.kept(0)).toEqual([]);
  });

  it('a store that is a demo already stays as it is', async () => {
    await fillDemo(filled.store, filled.blobs, ZONE, NOW + DAY);
    expect(await readLife(filled.store)).toEqual(life);
    expect(await demoDay(filled.store)).toBe('2026-03-11');
  });

  it('a store that has records of its own is refused, and stays as it was', async () => {
    const database = await newMigratedDatabase();
    const store = await openStore({ data: '', database: database.place });
    const context = { timezone: ZONE, source: 'local', versions: null };
    await store.write(OWNER, (tx) => create(tx, contact, creatable(contact), { display_name: 'Ann' }, context));
    const before = await readLife(store);
    await expect(fillDemo(store, filled.blobs, ZONE, NOW)).rejects.toThrow(StoreProblem);
    await expect(fillDemo(store, filled.blobs, ZONE, NOW)).rejects.toThrow('has records that are not the demo');
    expect([await readLife(store), await demoDay(store)]).toEqual([before, undefined]);
    await store.close();
  });
});

function within(least: number, most: number): (count: number) => boolean {
  return (count) => count >= least && count <= most;
}

function dayAfter(time: string, days: number): string {
  return new Date(Date.parse(time) + days * DAY).toISOString().slice(0, 10);
}
