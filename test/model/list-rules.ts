// What a list shows: which records, in which order, and which page of them.
import { spanOf, takesPlace } from './event-rules.ts';
import { type Fields, type Item, type Kind, kinds, utc } from './kinds.ts';
import { type Outcome, recordsOf, refuse, type World } from './world.ts';

export type Query = [name: string, value: string][];

const PAGE_DEFAULT = 20;
const PAGE_MOST = 500;
const DAY = 86_400_000;

export function list(world: World, kind: Kind, query: Query): Outcome {
  const asked = Object.fromEntries(query);
  if (isReversed(kind, asked)) return refuse(400, 'INVALID_QUERY');
  const rules = kinds[kind];
  const found = recordsOf(world, kind)
    .map(({ record }) => record)
    .filter(
      (record) => isInView(record, asked) && query.every(([name, value]) => fits(kind, record, name, value, asked)),
    )
    .sort(ordering(asked.sort ?? (rules.sorts[0] as string), asked.order ?? rules.order, asked.tz));
  const total = found.length;
  const limit = Math.min(Number(asked.limit ?? PAGE_DEFAULT), PAGE_MOST);
  const offset = Number(asked.offset ?? 0);
  const page = found.slice(offset, offset + limit);
  const data = asked.fields ? page.map((record) => pick(record, ['id', ...(asked.fields as string).split(',')])) : page;
  return {
    status: 200,
    body: { data, meta: { total, limit, offset, has_more: offset + page.length < total } },
    events: [],
  };
}

function isInView({ deleted_at }: Item, asked: Record<string, string>): boolean {
  if (isTrue(asked.only_deleted)) return deleted_at !== null;
  return deleted_at === null || isTrue(asked.include_deleted);
}

/** Whether a record passes one parameter; those that are no filters let everything pass. */
function fits(kind: Kind, record: Item, name: string, value: string, asked: Record<string, string>): boolean {
  switch (name) {
    case 'search':
      return isFound(kind, record, value);
    case 'status':
    case 'calendar_name':
    case 'source':
    case 'folder':
    case 'thread_id':
      return record[name] === value;
    case 'is_read':
    case 'is_starred':
    case 'has_attachments':
      return record[name] === isTrue(value);
    case 'label':
      return (record.labels as string[]).includes(value);
    case 'tag':
      return (record.tags as string[]).includes(value);
    case 'company':
      return fold((record.company as string | null) ?? '').includes(fold(value));
    case 'snoozed':
      return (record.snoozed_until !== null) === isTrue(value);
    case 'date':
    case 'from':
    case 'to':
      return kind === 'event' ? isEventIn(record, name, value, asked) : isInRange(record, kind, name, value, asked);
    default:
      return true;
  }
}

function isReversed(kind: Kind, { date, from, to, tz }: Record<string, string>): boolean {
  if (kinds[kind].range === null || date !== undefined || from === undefined || to === undefined) return false;
  return startOf(from, tz) > startOf(to, tz) + (to.includes('T') ? 0 : DAY - 1);
}

function startOf(value: string, tz: string | undefined): number {
  return Date.parse(utc(value)) - (value.includes('T') ? 0 : offsetOf(tz));
}

/** `date` selects what takes place on the day, from and to what begins. */
function isEventIn(record: Item, name: string, value: string, asked: Record<string, string>): boolean {
  const offset = offsetOf(asked.tz);
  const start = startOf(value, asked.tz);
  if (name === 'date') return takesPlace(record, offset, start, start + DAY);
  return isFrom(spanOf(record, offset).start, name, value, asked);
}

function isInRange(record: Item, kind: Kind, name: string, value: string, asked: Record<string, string>): boolean {
  const time = record[kinds[kind].range as string] as string | null;
  if (name !== 'date' && asked.date !== undefined) return true;
  return time !== null && isFrom(Date.parse(time), name, value, asked);
}

/** `date` wins over from and to; a date alone is that whole day in `tz`. */
function isFrom(at: number, name: string, value: string, asked: Record<string, string>): boolean {
  if (name !== 'date' && asked.date !== undefined) return true;
  const isDay = !value.includes('T');
  const start = startOf(value, asked.tz);
  const end = isDay ? start + DAY - 1 : start;
  return (name === 'to' || at >= start) && (name === 'from' || at <= end);
}

/** Zones without summer time, so that the model need not know more than this. */
function offsetOf(tz = 'UTC'): number {
  return tz === 'Asia/Kolkata' ? 5.5 * 3_600_000 : 0;
}

/** Nulls last in both directions, ties by id in the same direction, text without regard to case and accents. */
function ordering(sort: string, order: string, tz: string | undefined): (a: Item, b: Item) => number {
  const sign = order === 'asc' ? 1 : -1;
  const key = (record: Item): string | number | null => {
    // An all-day event begins at midnight of its date.
    if (sort === 'start_at' && record.start_date) return Date.parse(record.start_date as string) - offsetOf(tz);
    const value = record[sort] as string | null;
    if (value === null) return null;
    return sort.endsWith('_at') ? Date.parse(value) : fold(value);
  };
  return (a, b) => {
    const [x, y] = [key(a), key(b)];
    if (x === null || y === null) return x === y ? sign * compare(a.id, b.id) : x === null ? 1 : -1;
    return sign * (compare(x, y) || compare(a.id, b.id));
  };
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number') return a - (b as number);
  return Buffer.compare(Buffer.from(a), Buffer.from(b as string));
}

/** Every word of the search begins a word of the record; CJK words and telephone numbers are found inside. */
function isFound(kind: Kind, record: Item, search: string): boolean {
  const words = kinds[kind].searched(record).flatMap((text) => wordsOf((text as string | null) ?? ''));
  const numbers = kind === 'contact' ? (record.phones as { number: string }[]).map(({ number }) => digits(number)) : [];
  return wordsOf(search).every((word) => {
    if (/^\p{Script=Han}{2,}$/u.test(word)) return words.some((one) => one.includes(word));
    if (/^\d{4,}$/.test(word) && numbers.some((number) => number.includes(word))) return true;
    return words.some((one) => one.startsWith(word));
  });
}

function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

function digits(text: string): string {
  return text.replaceAll(/\D/g, '');
}

function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

function isTrue(value: string | undefined): boolean {
  return value === 'true' || value === '1';
}

function pick(record: Item, fields: string[]): Fields {
  return Object.fromEntries(fields.map((field) => [field, record[field]]));
}
