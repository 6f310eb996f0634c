// The invented life that --demo puts into an empty store: enough of everything, believable, repeatable.
import { join } from 'node:path';
import { crc32, inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillDemo } from '../src/demo/fill.ts';
import { demoDay } from '../src/demo/note.ts';
import { people } from '../src/demo/people.ts';
import type { Principal } from '../src/domain/access.ts';
import { changes } from '../src/domain/changes.ts';
import { listKind } from '../src/domain/kind-records.ts';
import type { Given } from '../src/domain/list-parameters.ts';
import { list } from '../src/domain/lists.ts';
import { creatable, create } from '../src/domain/records.ts';
import { openStore } from '../src/open-store.ts';
import { contact } from '../src/resources/contact.ts';
import { email } from '../src/resources/email.ts';
import { event as calendar } from '../src/resources/event.ts';
import { type FileRecord, file } from '../src/resources/file.ts';
import type { Resource } from '../src/resources/resource.ts';
import { type Blobs, openBlobs } from '../src/store/blobs.ts';
import { StoreProblem } from '../src/store/problem.ts';
import type { Store } from '../src/store/store.ts';
import { newMigratedDatabase } from './support/databases.ts';
import { temporaryFolder } from './support/process.ts';

interface Mail {
  id: string;
  thread_id: string;
  message_id: string | null;
  in_reply_to: string | null;
  subject: string;
  from_address: string | null;
  to_addresses: { address: string }[];
  body_plain: string | null;
  body_html: string | null;
  attachments: { filename: string; mime: string; size: number; file_id: string }[];
  has_attachments: boolean;
  folder: string;
  status: string;
  is_read: boolean;
  is_starred: boolean;
  received_at: string | null;
  sent_at: string | null;
  snoozed_until: string | null;
  labels: string[];
  deleted_at: string | null;
}
interface Event {
  title: string;
  start_at: string;
  end_at: string | null;
  all_day: boolean;
  status: string;
  timezone: string | null;
  recurrence: Record<string, unknown> | null;
  calendar_name: string;
  attendees: { email: string; status: string }[];
  reminders: unknown[];
  deleted_at: string | null;
}
interface Contact {
  display_name: string;
  company: string | null;
  phones: { number: string }[];
  emails: { address: string }[];
  addresses: unknown[];
  notes: string | null;
  tags: string[];
  custom_fields: Record<string, unknown> | null;
  deleted_at: string | null;
}
interface Life {
  emails: Mail[];
  events: Event[];
  contacts: Contact[];
}

const OWNER = 1;
const ZONE = 'Europe/Berlin';
const DAY = 86_400_000;
/** A Wednesday evening, so that what happens on that day has happened. */
const NOW = Date.parse('2026-03-11T21:30:00Z');

interface Filled {
  store: Store;
  blobs: Blobs;
  life: Life;
  /** A list as a client would get it. */
  ask<T>(resource: Resource, given: Given): Promise<{ data: T[]; meta: { total: number } }>;
  end(): Promise<void>;
}

/** A store without a service around it, so that no clock but the one given here has a say. */
async function liveFrom(now: number): Promise<Filled> {
  const database = await newMigratedDatabase();
  const store = await openStore({ data: '', database: database.place });
  const blobs = openBlobs(join(temporaryFolder(), 'files'));
  await fillDemo(store, blobs, ZONE, now);
  return {
    store,
    blobs,
    life: await readLife(store),
    ask: async (resource, given) => JSON.parse(await list(store, OWNER, resource, given, ZONE)),
    async end() {
      await store.close();
      await database.end();
    },
  };
}

async function readLife(store: Store): Promise<Life> {
  const all = async (resource: Resource) =>
    JSON.parse(await list(store, OWNER, resource, { limit: 500, include_deleted: true }, ZONE)).data;
  return { emails: await all(email), events: await all(calendar), contacts: await all(contact) };
}

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

  it('has about 300 mails, 80 contacts and some 70 events, and a few of each in the trash', () => {
    const count = (records: { deleted_at: string | null }[]) => ({
      there: records.filter((one) => one.deleted_at === null).length,
      deleted: records.filter((one) => one.deleted_at !== null).length,
    });
    expect(count(life.contacts)).toEqual({ there: 80, deleted: 3 });
    expect(count(life.emails)).toEqual({ there: expect.toSatisfy(within(290, 320)), deleted: 3 });
    expect(count(life.events)).toEqual({ there: expect.toSatisfy(within(60, 90)), deleted: 2 });
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
    expect(has((event) => event.all_day)).toBeGreaterThan(10);
    expect(has((event) => event.reminders.length > 0)).toBeGreaterThan(10);
    expect(has((event) => !event.recurrence && Date.parse(event.start_at) > NOW)).toBeGreaterThan(15);
    expect(has((event) => !event.recurrence && Date.parse(event.start_at) < NOW)).toBeGreaterThan(10);
    const answers = new Set(life.events.flatMap((event) => event.attendees.map((one) => one.status)));
    expect([...answers].sort()).toEqual(['accepted', 'declined', 'pending', 'tentative']);
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
    expect(has((contact) => contact.custom_fields?.birthday !== undefined)).toBeGreaterThan(15);
    expect(life.contacts.every((contact) => contact.tags.length > 0)).toBe(true);
  });

  it('everyone who writes as a person stands in the address book', () => {
    const known = new Set(people.map((one) => one.email));
    const talks = life.emails.filter((mail) => mail.status === 'sent').flatMap((mail) => mail.to_addresses);
    expect(talks.map((one) => one.address).filter((address) => !known.has(address))).toEqual([]);
  });

  it('all of it is in the change feed, without a gap', async () => {
    const owner: Principal = { user: OWNER, token: null, scopes: new Set(['admin']) };
    const told: { seq: number; event: string }[] = JSON.parse(await changes(filled.store, owner, { limit: 1000 })).data;
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
    const files = JSON.parse(await listKind(filled.store, OWNER, file, { limit: 500 })).data as FileRecord[];
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

describe('on other days', () => {
  it('two runs on the same day give the same life', async () => {
    const [first, second] = [await liveFrom(NOW), await liveFrom(NOW)];
    expect(comparable(second.life)).toEqual(comparable(first.life));
    await Promise.all([first.end(), second.end()]);
  });

  it('later on a day the life is the same, with what has come since', async () => {
    const [morning, evening] = [await liveFrom(NOW - 14 * 3_600_000), await liveFrom(NOW)];
    const ids = (life: Life) => life.emails.map((mail) => mail.message_id);
    const early = new Set(ids(morning.life));
    const since = evening.life.emails.filter((mail) => mail.received_at !== null && !early.has(mail.message_id));
    expect(ids(morning.life).filter((id) => !ids(evening.life).includes(id))).toEqual([]);
    expect(since.length).toBeGreaterThan(0);
    expect(since.every((mail) => Date.parse(mail.received_at as string) > NOW - 14 * 3_600_000)).toBe(true);
    await Promise.all([morning.end(), evening.end()]);
  });

  // A leap day, the last day of a year, the days around the change of the clocks, every weekday, just after midnight.
  it.each([
    '2028-02-29T09:00:00Z',
    '2026-12-31T23:30:00Z',
    '2026-03-29T01:30:00Z',
    '2026-10-25T00:30:00Z',
    '2026-06-01T22:05:00Z',
    '2026-06-02T12:00:00Z',
    '2026-06-04T12:00:00Z',
    '2026-06-05T12:00:00Z',
    '2026-06-06T12:00:00Z',
  ])('at %s the life can be filled in, and nothing in it has yet to come', async (moment) => {
    const now = Date.parse(moment);
    const { life, end } = await liveFrom(now);
    expect(life.contacts).toHaveLength(83);
    expect(life.emails.length).toBeGreaterThan(290);
    expect(life.emails.filter((mail) => Date.parse(mail.received_at ?? '2000-01-01') > now)).toEqual([]);
    expect(life.emails.filter((mail) => mail.snoozed_until && Date.parse(mail.snoozed_until) <= now)).toEqual([]);
    await end();
  });
});

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** What is wrong with a content of this media type; null where a program could open it. */
const CHECKS: Record<string, (content: Buffer) => string | null> = {
  'application/pdf'(content) {
    const text = content.toString('latin1');
    const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
    if (!text.startsWith('%PDF-1.4\n') || text.slice(table, table + 4) !== 'xref') return 'no table of objects';
    const places = [...text.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, place]) => Number(place));
    if (places.some((place, index) => !text.startsWith(`${index + 1} 0 obj\n`, place))) return 'a wrong place';
    const lengths = [...text.matchAll(/\/Length (\d+) >>\nstream\n/g)];
    const isWhole = lengths.every((one) => text.startsWith('\nendstream', one.index + one[0].length + Number(one[1])));
    return isWhole && lengths.length > 0 ? null : 'a stream of another length';
  },
  'image/png'(content) {
    if (content.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') return 'no PNG';
    const names: string[] = [];
    const parts: Buffer[] = [];
    for (let at = 8; at < content.length; ) {
      const length = content.readUInt32BE(at);
      const name = content.toString('latin1', at + 4, at + 8);
      if (crc32(content.subarray(at + 4, at + 8 + length)) !== content.readUInt32BE(at + 8 + length))
        return 'a wrong sum';
      if (name === 'IDAT') parts.push(content.subarray(at + 8, at + 8 + length));
      names.push(name);
      at += 12 + length;
    }
    const pixels = inflateSync(Buffer.concat(parts)).length;
    const [width, height] = [content.readUInt32BE(16), content.readUInt32BE(20)];
    return names.join() === 'IHDR,IDAT,IEND' && pixels === (width * 4 + 1) * height ? null : 'pixels are missing';
  },
  [WORD](content) {
    const end = content.length - 22;
    if (content.readUInt32LE(end) !== 0x06054b50) return 'no archive';
    const names: string[] = [];
    for (let at = content.readUInt32LE(end + 16); at < end; ) {
      const [length, place] = [content.readUInt16LE(at + 28), content.readUInt32LE(at + 42)];
      const name = content.toString('utf8', at + 46, at + 46 + length);
      const size = content.readUInt32LE(at + 20);
      const body = content.subarray(place + 30 + length, place + 30 + length + size);
      if (crc32(body) !== content.readUInt32LE(at + 16) || !/^<\?xml .*>$/s.test(body.toString()))
        return `a wrong ${name}`;
      names.push(name);
      at += 46 + length;
    }
    return names.join() === '[Content_Types].xml,_rels/.rels,word/document.xml' ? null : names.join();
  },
  'text/csv'(content) {
    const rows = content.toString().trimEnd().split('\n');
    return rows.length === 97 && rows.every((row) => row.split(',').length === 4) ? null : 'ragged rows';
  },
};

function faultOf(mime: string, content: Buffer): string | null {
  return CHECKS[mime]?.(content) ?? (CHECKS[mime] ? null : 'an unknown media type');
}

/** A life without what is made anew each time: ids, and the time of the filling. */
function comparable(life: Life): unknown {
  const changing = ['id', 'file_id', 'thread_id', 'created_at', 'updated_at', 'deleted_at'];
  return JSON.parse(JSON.stringify(life, (key, value) => (changing.includes(key) ? undefined : value)));
}

function within(least: number, most: number): (count: number) => boolean {
  return (count) => count >= least && count <= most;
}

function dayAfter(time: string, days: number): string {
  return new Date(Date.parse(time) + days * DAY).toISOString().slice(0, 10);
}
