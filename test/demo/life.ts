// The invented life of the demo as it is stored, read for tests.
import { join } from 'node:path';
import { crc32, inflateSync } from 'node:zlib';
import { expandedPage } from '../../src/calendar/expansion.ts';
import { fillDemo } from '../../src/demo/fill.ts';
import { type Blobs, openBlobs } from '../../src/files/content-store.ts';
import { openStore } from '../../src/open-store.ts';
import { list } from '../../src/records/list.ts';
import type { ListOptions } from '../../src/records/list-plan.ts';
import { contact } from '../../src/resources/contact.ts';
import { email } from '../../src/resources/email.ts';
import { event as calendar } from '../../src/resources/event.ts';
import type { Resource } from '../../src/resources/resource.ts';
import type { Store } from '../../src/store/port.ts';
import { newMigratedDatabase } from '../support/databases.ts';
import { readPage } from '../support/pages.ts';
import { temporaryFolder } from '../support/process.ts';

export interface Mail {
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
export interface Event {
  title: string;
  start_at: string;
  end_at: string | null;
  all_day: boolean;
  status: string;
  timezone: string | null;
  recurrence: Record<string, unknown> | null;
  overrides?: Record<string, Record<string, unknown>> | null;
  recurrence_id?: string;
  start_date: string | null;
  end_date: string | null;
  calendar_name: string;
  attendees: { email: string; status: string }[];
  reminders: unknown[];
  deleted_at: string | null;
}
export interface Contact {
  display_name: string;
  company: string | null;
  phones: { number: string }[];
  emails: { address: string }[];
  addresses: unknown[];
  notes: string | null;
  tags: string[];
  birthday: string | null;
  custom_fields: Record<string, unknown> | null;
  deleted_at: string | null;
}
export interface Life {
  emails: Mail[];
  events: Event[];
  contacts: Contact[];
}

export const OWNER = 1;
export const ZONE = 'Europe/Berlin';

/** A Wednesday evening, so that what happens on that day has happened. */
export const NOW = Date.parse('2026-03-11T21:30:00Z');

export interface Filled {
  store: Store;
  blobs: Blobs;
  life: Life;
  /** A list as a client would get it. */
  ask<T>(resource: Resource, given: ListOptions): Promise<{ data: T[]; meta: { total: number } }>;
  end(): Promise<void>;
}

/** A store without a service around it, so that no clock but the one given here has a say. */
export async function liveFrom(now: number): Promise<Filled> {
  const database = await newMigratedDatabase();
  const store = await openStore({ data: '', database: database.place });
  const blobs = openBlobs(join(temporaryFolder(), 'files'));
  await fillDemo(store, blobs, ZONE, now);
  return {
    store,
    blobs,
    life: await readLife(store),
    ask: async (resource, given) => readPage(await list(store, OWNER, resource, given, ZONE, expandedPage)),
    async end() {
      await store.close();
      await database.end();
    },
  };
}

export async function readLife(store: Store): Promise<Life> {
  const all = async <T>(resource: Resource) =>
    readPage<T>(await list(store, OWNER, resource, { limit: 500, include_deleted: true }, ZONE)).data;
  return { emails: await all(email), events: await all(calendar), contacts: await all(contact) };
}

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** What is wrong with a content of this media type; null where a program could open it. */
export const CHECKS: Record<string, (content: Buffer) => string | null> = {
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

export function faultOf(mime: string, content: Buffer): string | null {
  return CHECKS[mime]?.(content) ?? (CHECKS[mime] ? null : 'an unknown media type');
}
