// Lists for language models: one line for each record, with a short handle, no nulls, no repeated keys and dates as
// people write them. A handle is taken wherever an id is.

import type { Contact } from '../resources/contact.ts';
import { asEmail } from '../resources/email.ts';
import type { Delivery } from '../resources/email-facts.ts';
import type { CalendarEvent } from '../resources/event.ts';
import type { AnyRecord, Resource } from '../resources/resource.ts';
import { handleOf } from '../values/ids.ts';
import { localTime } from '../values/time.ts';
import type { Given } from './list-parameters.ts';

export interface Meta {
  total: number;
  limit: number;
  offset: number;
  has_more: boolean;
}

const LINE_CHARS = 1000;

interface View {
  timezone: string;
  now: number;
}

export function compactList(
  resource: Resource,
  records: AnyRecord[],
  meta: Meta,
  given: Given,
  timezone: string,
  now: number,
) {
  const view = { timezone, now };
  const line = lines[resource.name] as (record: AnyRecord, view: View) => string[];
  return {
    format: 'compact',
    summary: summaryOf(resource, records.length, meta, given),
    // As one line, whatever line breaks a name or a label holds: a record must not look like two.
    lines: records.map((record) => {
      const parts = [`#${handleOf(record.id)}`, ...line(record, view), record.deleted_at ? '(deleted)' : ''];
      return oneLine(parts.filter(Boolean).join(' '), LINE_CHARS);
    }),
    meta,
  };
}

const lines: Record<string, (record: AnyRecord, view: View) => string[]> = {
  event(record, view) {
    const event = record as unknown as CalendarEvent & { recurrence_id?: string };
    return [
      span(event, view),
      oneLine(event.title, 120),
      event.location ? `@ ${oneLine(event.location, 60)}` : '',
      event.calendar_name === 'default' ? '' : `[${event.calendar_name}]`,
      event.status === 'confirmed' ? '' : `(${event.status})`,
      event.recurrence && !event.recurrence_id ? `(repeats ${event.recurrence.freq})` : '',
      event.attendees.length > 0
        ? `with ${event.attendees
            .slice(0, 3)
            .map((one) => one.name ?? one.email)
            .join(', ')}${event.attendees.length > 3 ? ` +${event.attendees.length - 3}` : ''}`
        : '',
    ];
  },
  email(record, view) {
    const mail = asEmail(record);
    const outgoing = mail.status !== 'received';
    const people = outgoing
      ? `to ${
          mail.to_addresses
            .map((one) => one.name ?? one.address)
            .slice(0, 3)
            .join(', ') || 'nobody'
        }`
      : (mail.from_name ?? mail.from_address ?? '');
    const when = mail.received_at ?? mail.sent_at ?? mail.scheduled_at ?? mail.created_at;
    const marks = [
      mail.status === 'received' && !mail.is_read ? 'unread' : '',
      mail.is_starred ? 'starred' : '',
      mail.has_attachments ? 'attachment' : '',
      outgoing ? mail.status : '',
      mail.report?.kind ?? '',
      mail.authentication?.dmarc === 'fail' ? 'dmarc fail' : '',
      ...undelivered(mail.deliveries),
      mail.snoozed_until ? `snoozed until ${shortTime(mail.snoozed_until, view)}` : '',
      ...mail.labels,
    ].filter(Boolean);
    return [
      shortTime(when, view),
      `${oneLine(people, 60)}:`,
      oneLine(mail.subject ?? '(no subject)', 120),
      mail.folder === 'INBOX' ? '' : `[${mail.folder}]`,
      marks.length > 0 ? `(${marks.join(', ')})` : '',
    ];
  },
  contact(record) {
    const contact = record as unknown as Contact;
    const work = [contact.job_title, contact.company].filter((part) => part !== null).join(' at ');
    return [
      [
        contact.display_name,
        oneLine(work, 80),
        ...contact.emails.slice(0, 2).map((one) => one.address),
        ...contact.phones.slice(0, 2).map((one) => one.number),
      ]
        .filter(Boolean)
        .map((part) => oneLine(part, 120))
        .join(', '),
      contact.tags.length > 0 ? `[${contact.tags.join(', ')}]` : '',
    ];
  },
};

/** Whom a mail that was sent has not reached: "refused by bob@x.org +2". */
function undelivered(deliveries: Delivery[]): string[] {
  const words = {
    refused: 'refused by',
    waiting: 'waits for',
    unknown: 'perhaps not received by',
    bounce: 'bounced for',
    delay: 'delayed for',
  } as const;
  return Object.entries(words).flatMap(([state, word]) => {
    const [first, ...others] = deliveries.filter(({ status, report }) => status === state || report?.kind === state);
    return first ? [`${word} ${oneLine(first.address, 60)}${others.length > 0 ? ` +${others.length}` : ''}`] : [];
  });
}

// "3 events (today)", or "20 of 87 emails (INBOX, unread)" where the page is not all.
function summaryOf(resource: Resource, shown: number, { total }: Meta, given: Given): string {
  const noun = total === 1 ? resource.name : resource.path;
  const count = shown < total ? `${shown} of ${total} ${noun}` : `${total} ${noun}`;
  const about = Object.entries(given).flatMap(([name, value]) => wordsOf(name, value));
  return about.length > 0 ? `${count} (${about.join(', ')})` : count;
}

function wordsOf(name: string, value: Given[string]): string[] {
  if (value === undefined || ['limit', 'offset', 'sort', 'order', 'format', 'tz', 'expand', 'fields'].includes(name))
    return [];
  if (name === 'is_read') return [value ? 'read' : 'unread'];
  if (name === 'include_deleted') return value ? ['with deleted'] : [];
  if (typeof value === 'boolean')
    return [
      value
        ? name.replace(/^(is|only)_/, '').replaceAll('_', ' ')
        : `not ${name.replace(/^(is|only)_/, '').replaceAll('_', ' ')}`,
    ];
  if (name === 'search') return [`search ${JSON.stringify(value)}`];
  if (name === 'from' || name === 'to') return [`${name} ${value}`];
  return [value].flat().map((one) => String(one).replaceAll('_', ' '));
}

function span(event: CalendarEvent, view: View): string {
  if (event.all_day) return `${shortDay(event.start_at, view)} all day`;
  const start = shortTime(event.start_at, view);
  if (event.end_at === null) return start;
  const sameDay = shortDay(event.start_at, view) === shortDay(event.end_at, view);
  return `${start}–${sameDay ? clock(event.end_at, view) : shortTime(event.end_at, view)}`;
}

function shortTime(time: string, view: View): string {
  return `${shortDay(time, view)} ${clock(time, view)}`;
}

function clock(time: string, view: View): string {
  const local = localTime(Date.parse(time), view.timezone);
  return `${String(local.getUTCHours()).padStart(2, '0')}:${String(local.getUTCMinutes()).padStart(2, '0')}`;
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DAY = 86_400_000;

function shortDay(time: string, { timezone, now }: View): string {
  const day = localTime(Date.parse(time), timezone);
  const today = localTime(now, timezone);
  const distance = Math.floor(day.getTime() / DAY) - Math.floor(today.getTime() / DAY);
  if (distance === 0) return 'today';
  if (distance === 1) return 'tomorrow';
  if (distance === -1) return 'yesterday';
  const date = `${WEEKDAYS[day.getUTCDay()]} ${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]}`;
  return day.getUTCFullYear() === today.getUTCFullYear() ? date : `${date} ${day.getUTCFullYear()}`;
}

const LOOKED_AT = 10_000; // characters of a text: far more than a line shows, whatever blanks it has

function oneLine(text: string, chars: number): string {
  const line = text.slice(0, LOOKED_AT).replace(/\s+/g, ' ').trim();
  return line.length > chars ? `${line.slice(0, chars - 1)}…` : line;
}
