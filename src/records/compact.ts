// Compact lists for language models: one line per record with a short handle, without nulls and repeated keys, and with
// readable dates. A handle is accepted wherever an id is.
import { type Contact, contact } from '../resources/contact.ts';
import { asEmail, email } from '../resources/email.ts';
import type { Delivery } from '../resources/email-facts.ts';
import { type CalendarEvent, event } from '../resources/event.ts';
import type { AnyRecord, Resource } from '../resources/resource.ts';
import { handleOf } from '../values/ids.ts';
import { DAY, localTime } from '../values/time.ts';
import type { ListOptions } from './list-plan.ts';
import type { InvalidOperator } from './query/query.ts';

export interface Meta {
  total: number;
  limit: number;
  offset: number;
  has_more: boolean;
  /** Operators of `q` that were searched as text. */
  invalid_operators?: InvalidOperator[];
}

export interface CompactList {
  format: 'compact';
  /** How many there are, and of what: "3 events (today)". */
  summary: string;
  lines: string[];
  meta: Meta;
}

export const LINE_CHARS = 1000;

export interface View {
  timezone: string;
  now: number;
}

export function compactList(
  resource: Resource,
  records: AnyRecord[],
  meta: Meta,
  options: ListOptions,
  timezone: string,
  now: number,
): CompactList {
  const view = { timezone, now };
  return {
    format: 'compact',
    summary: summaryOf(resource, records.length, meta, options),
    lines: records.map((record) => compactLine(resource, record, view)),
    meta,
  };
}

/** A record in one line. Line breaks in names and labels are removed: a record must not look like two. */
export function compactLine(resource: Resource, record: AnyRecord, view: View): string {
  const line = lines.get(resource) ?? firstField(resource);
  const parts = [`#${handleOf(record.id)}`, ...line(record, view), record.deleted_at ? '(deleted)' : ''];
  return oneLine(parts.filter(Boolean).join(' '), LINE_CHARS);
}

function firstField({ fields }: Resource): (record: AnyRecord) => string[] {
  const name = Object.keys(fields)[0] as string;
  return (record) => [oneLine(String(record[name]), 120)];
}

const lines = new Map<Resource, (record: AnyRecord, view: View) => string[]>([
  [event, eventLine],
  [email, emailLine],
  [contact, contactLine],
]);

function eventLine(record: AnyRecord, view: View): string[] {
  const event = record as unknown as CalendarEvent & { recurrence_id?: string };
  return [
    span(event, view),
    oneLine(event.title, 120),
    event.location ? `@ ${oneLine(event.location, 60)}` : '',
    event.calendar_name === 'default' ? '' : `[${event.calendar_name}]`,
    event.status === 'confirmed' ? '' : `(${event.status})`,
    event.recurrence && !event.recurrence_id ? `(repeats ${event.recurrence.freq ?? 'on further dates'})` : '',
    event.attendees.length > 0
      ? `with ${event.attendees
          .slice(0, 3)
          .map((one) => one.name ?? one.email)
          .join(', ')}${event.attendees.length > 3 ? ` +${event.attendees.length - 3}` : ''}`
      : '',
  ];
}

function emailLine(record: AnyRecord, view: View): string[] {
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
}

function contactLine(record: AnyRecord): string[] {
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
}

/** The recipients that a sent mail did not reach: "refused by bob@x.org +2". */
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

// "3 events (today)", or "20 of 87 emails (INBOX, unread)" if there are more than the page has.
export function summaryOf(
  resource: Pick<Resource, 'name' | 'path'>,
  shown: number,
  { total }: Pick<Meta, 'total'>,
  options: ListOptions,
): string {
  const noun = total === 1 ? resource.name : resource.path;
  const count = shown < total ? `${shown} of ${total} ${noun}` : `${total} ${noun}`;
  const about = Object.entries(options).flatMap(([name, value]) => wordsOf(name, value));
  return about.length > 0 ? `${count} (${about.join(', ')})` : count;
}

function wordsOf(name: string, value: ListOptions[string]): string[] {
  if (
    value === undefined ||
    ['limit', 'offset', 'sort', 'order', 'format', 'tz', 'expand', 'fields', 'body', 'query_timezone'].includes(name)
  )
    return [];
  if (name === 'is_read') return [value ? 'read' : 'unread'];
  if (name === 'include_deleted') return value ? ['with deleted'] : [];
  if (typeof value === 'boolean')
    return [
      value
        ? name.replace(/^(is|only)_/, '').replaceAll('_', ' ')
        : `not ${name.replace(/^(is|only)_/, '').replaceAll('_', ' ')}`,
    ];
  if (name === 'search' || name === 'q') return [`search ${JSON.stringify(value)}`];
  if (name === 'from' || name === 'to') return [`${name} ${value}`];
  return [value].flat().map((one) => String(one).replaceAll('_', ' '));
}

export function span(
  event: Pick<CalendarEvent, 'start_at' | 'end_at' | 'start_date' | 'end_date'>,
  view: View,
): string {
  if (event.start_date !== null && event.end_date !== null)
    return `${dates(Date.parse(event.start_date), Date.parse(event.end_date) - DAY, view)} all day`;
  const start = shortTime(event.start_at, view);
  if (event.end_at === null) return start;
  const sameDay = shortDay(event.start_at, view) === shortDay(event.end_at, view);
  return `${start}–${sameDay ? clock(event.end_at, view) : shortTime(event.end_at, view)}`;
}

export function shortTime(time: string, view: View): string {
  return `${shortDay(time, view)} ${clock(time, view)}`;
}

function clock(time: string, view: View): string {
  const local = localTime(Date.parse(time), view.timezone);
  return `${String(local.getUTCHours()).padStart(2, '0')}:${String(local.getUTCMinutes()).padStart(2, '0')}`;
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** From one date to another, both included: "Thu 12 Nov", "12–19 Nov", "28 Nov–3 Dec". */
function dates(first: number, last: number, view: View): string {
  if (first >= last) return dayOf(new Date(first), view);
  const [start, end] = [new Date(first), new Date(last)];
  const sameYear = start.getUTCFullYear() === end.getUTCFullYear();
  const isThisYear = sameYear && end.getUTCFullYear() === localTime(view.now, view.timezone).getUTCFullYear();
  const month = (day: Date) => `${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]}`;
  const year = (day: Date) => (isThisYear ? '' : ` ${day.getUTCFullYear()}`);
  const sameMonth = sameYear && start.getUTCMonth() === end.getUTCMonth();
  const begin = sameMonth ? `${start.getUTCDate()}` : `${month(start)}${sameYear ? '' : year(start)}`;
  return `${begin}–${month(end)}${year(end)}`;
}

function shortDay(time: string, view: View): string {
  return dayOf(localTime(Date.parse(time), view.timezone), view);
}

function dayOf(day: Date, { timezone, now }: View): string {
  const today = localTime(now, timezone);
  const distance = Math.floor(day.getTime() / DAY) - Math.floor(today.getTime() / DAY);
  if (distance === 0) return 'today';
  if (distance === 1) return 'tomorrow';
  if (distance === -1) return 'yesterday';
  const date = `${WEEKDAYS[day.getUTCDay()]} ${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]}`;
  return day.getUTCFullYear() === today.getUTCFullYear() ? date : `${date} ${day.getUTCFullYear()}`;
}

const LOOKED_AT = 10_000; // characters of a text at least: far more than a line of a list shows

export function oneLine(text: string, chars: number): string {
  const line = text
    .slice(0, Math.max(LOOKED_AT, 2 * chars))
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > chars ? `${line.slice(0, chars - 1)}…` : line;
}
