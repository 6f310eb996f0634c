// A record for language models: its line of a compact list, and one line for each further field that has a value. A text
// of several lines becomes one, so that no content looks like another field.
import { limits } from '../limits.ts';
import { contact } from '../resources/contact.ts';
import { asEmail, email } from '../resources/email.ts';
import { event } from '../resources/event.ts';
import { type AnyRecord, asideOf, type Resource } from '../resources/resource.ts';
import { visibleText } from '../values/html-text.ts';
import { compactLine, oneLine, shortTime, type View } from './compact.ts';

export interface CompactRecord {
  format: 'compact';
  /** What it is: "1 email". */
  summary: string;
  lines: string[];
}

/** Fields that the first line shows, and those that are of use only to programs. */
const LEFT_OUT = new Map<Resource, readonly string[]>([
  [
    event,
    'title location start_at end_at start_date end_date all_day calendar_name status attendees recurrence_id'.split(
      ' ',
    ),
  ],
  [
    email,
    'message_id subject preview from_name folder is_read is_starred has_attachments received_at status in_reply_to references labels send_attempts deliveries report'.split(
      ' ',
    ),
  ],
  [contact, 'display_name first_name last_name company job_title tags avatar_path'.split(' ')],
]);
const NEVER = ['id', 'source_id', 'created_at', 'updated_at', 'deleted_at'];

export function compactRecord(resource: Resource, record: AnyRecord, timezone: string, now: number): CompactRecord {
  const view = { timezone, now };
  const hidden = [...NEVER, ...(LEFT_OUT.get(resource) ?? []), ...asideOf(resource)];
  const details = detailLines(record, [...hidden, ...(record.source === 'local' ? ['source'] : [])], view);
  const text = texts.get(resource)?.(record) ?? '';
  return {
    format: 'compact',
    summary: `1 ${resource.name.replaceAll('_', ' ')}`,
    lines: [compactLine(resource, record, view), ...details, ...(text === '' ? [] : [`text: ${text}`])],
  };
}

/** A line for each further field that has a value. */
export function detailLines(values: object, hidden: readonly string[], view: View): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const shown = hidden.includes(name) ? '' : shownValue(value, view);
    return shown === '' ? [] : [`${name}: ${shown}`];
  });
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Empty if there is nothing to show. */
function shownValue(value: unknown, view: View): string {
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'string') return TIME.test(value) ? shortTime(value, view) : oneLine(value, limits.compactChars);
  if (Array.isArray(value)) return oneLine(value.map(itemOf).filter(Boolean).join(', '), limits.compactChars);
  if (typeof value === 'object') return Object.keys(value).length === 0 ? '' : itemOf(value);
  return String(value);
}

/** An address as it is written in mail; another object as JSON without its nulls. */
function itemOf(item: unknown): string {
  if (typeof item !== 'object' || item === null) return String(item);
  const { address, name, ...rest } = item as Record<string, unknown>;
  if (typeof address === 'string' && Object.keys(rest).length === 0)
    return typeof name === 'string' ? `${name} <${address}>` : address;
  return oneLine(
    JSON.stringify(item, (_key, value) => (value === null ? undefined : value)),
    limits.compactChars,
  );
}

/** What the record says, which follows its fields. */
const texts = new Map<Resource, (record: AnyRecord) => string>([[email, mailText]]);

function mailText(record: AnyRecord): string {
  const { body_plain, body_html } = asEmail(record);
  const text = body_plain?.trim()
    ? body_plain
    : visibleText((body_html ?? '').slice(0, limits.previewHtmlChars), limits.compactChars);
  return oneLine(text, limits.compactChars);
}
