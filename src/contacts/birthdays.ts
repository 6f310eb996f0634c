// The calendar of birthdays: the birthdays and anniversaries of contacts as all-day events. They are computed for each
// list and never stored, so they cannot be changed: the contact is.
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import { lookUp } from '../records/find.ts';
import { indexedText } from '../records/indexed-text.ts';
import type { ComputedEntry } from '../records/list.ts';
import { hasTerms } from '../records/search.ts';
import { inSlices } from '../records/slices.ts';
import { BIRTHDAYS } from '../resources/calendar.ts';
import { type Contact, contact } from '../resources/contact.ts';
import { type CalendarEvent, event } from '../resources/event.ts';
import type { AnyRecord } from '../resources/resource.ts';
import type { Row, Store } from '../store/port.ts';
import type { Version } from '../store/tables/etags.ts';
import type { ListPlan } from '../store/tables/list-plan.ts';
import { DAYS_OF_LIFE, type DayOfLife, type DayRow, daysOfLife } from '../store/tables/names/calendars.ts';
import type { ClosedRange } from '../store/tables/overlap.ts';
import { columnValue } from '../store/tables/record-columns.ts';
import { outside } from '../store/tables/record-lookups.ts';
import { DAY, formatDate, formatTime } from '../values/time.ts';

/** A birthday as it is served: an event of which only the contact can be changed. */
type BirthdayEvent = Omit<CalendarEvent, 'overrides'> & {
  contact_id: string;
  /** How many years ago; null if the year is unknown. */
  age: number | null;
  is_read_only: true;
};

/** Whether a list is that of birthdays. */
export function isOfBirthdays({ conditions }: Pick<ListPlan, 'conditions'>): boolean {
  return conditions.some((one) => one.type === 'equals' && one.column === 'calendar_name' && one.value === BIRTHDAYS);
}

/** The birthdays and anniversaries in a range that fit the other filters of a list. */
export async function birthdaysIn(
  store: Store,
  user: number,
  plan: ListPlan,
  { local }: ClosedRange,
): Promise<ComputedEntry[]> {
  if (plan.trash === 'only' || !plan.conditions.every(fits)) return [];
  const dates = datesIn(local.from, local.before);
  const queries = DAYS_OF_LIFE.map((kind) => daysOfLife(store.dialect, kind, dates, limits.occurrences + 1));
  const results = await store.read(user, queries, { slow: true });
  const found = DAYS_OF_LIFE.flatMap((kind, index) => (results[index] as Row[]).map((row) => ({ kind, row })));
  return inSlices(entriesOf(found, plan, local));
}

function* entriesOf(
  found: readonly { kind: DayOfLife; row: Row }[],
  { search, sort }: ListPlan,
  { from, before }: ClosedRange['local'],
): Generator<undefined, ComputedEntry[]> {
  const entries: ComputedEntry[] = [];
  for (const { kind, row } of found) {
    const person = personOf(row as unknown as DayRow);
    for (const date of occurrencesOf(person.day, from, before)) {
      const make = () => birthdayOf(person, kind, date);
      if (search.length > 0 && !hasTerms(indexedText(event, make() as unknown as AnyRecord), search)) continue;
      if (entries.length >= limits.occurrences) throw tooMany();
      const sorted = sort === 'start_at' ? null : columnValue(event.columns[sort] ?? 'time', make()[sort as 'title']);
      entries.push({ id: idOf(person, kind, date), start: date, sorted, make: () => JSON.stringify(make()) });
    }
    yield;
  }
  return entries;
}

function tooMany(): AppError {
  return new AppError(
    'INVALID_QUERY',
    `There are more than ${limits.occurrences} birthdays in this range; ask for a shorter one.`,
  );
}

/** What all birthdays have in common. */
const SAME = { calendar_name: BIRTHDAYS, status: 'confirmed', source: 'contacts' } as const;

function fits(condition: ListPlan['conditions'][number]): boolean {
  if (condition.type !== 'equals') return true;
  return SAME[condition.column as keyof typeof SAME] === condition.value;
}

interface Person {
  id: string;
  name: string;
  /** 1980-05-10 or --05-10. */
  day: string;
  created_at: string;
  updated_at: string;
}

function personOf({ id, day, members, created_at, updated_at }: DayRow): Person {
  const [name] = JSON.parse(members) as [string];
  return { id, name, day, created_at: formatTime(created_at), updated_at: formatTime(updated_at) };
}

const FEW_DAYS = 60;

/** The months and days that a short range has; null for a long one. 29 February is on the 28th where it is missing. */
function datesIn(from: number, before: number): string[] | null {
  if (before - from > FEW_DAYS * DAY) return null;
  const dates = new Set<string>();
  for (let day = Math.floor(from / DAY) * DAY; day < before; day += DAY) dates.add(formatDate(day).slice(5));
  if (dates.has('02-28')) dates.add('02-29');
  return [...dates];
}

/** The dates in a range on which the day comes round, not before the first time, as midnight UTC. */
function occurrencesOf(day: string, from: number, before: number): number[] {
  const [, year, month, date] = /^(\d{4}|-)-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (month === undefined || date === undefined) return []; // written by a foreign program
  const first = Math.max(year === '-' ? 1 : Number(year), new Date(from - DAY).getUTCFullYear());
  const last = Math.min(9999, new Date(before).getUTCFullYear());
  const found: number[] = [];
  for (let at = first; at <= last; at++) {
    const there = dateIn(at, month, date);
    if (there < before && there + DAY > from) found.push(there);
  }
  return found;
}

function dateIn(year: number, month: string, date: string): number {
  const isMissing = month === '02' && date === '29' && new Date(Date.UTC(year, 2, 0)).getUTCDate() === 28;
  return Date.parse(`${String(year).padStart(4, '0')}-${month}-${isMissing ? '28' : date}T00:00:00Z`);
}

/** `<contact>_birthday_20260510`. */
function idOf({ id }: Person, kind: DayOfLife, date: number): string {
  return `${id}_${kind}_${formatDate(date).replaceAll('-', '')}`;
}

const TITLES: Record<DayOfLife, string> = { birthday: 'Birthday', anniversary: 'Anniversary' };

function birthdayOf(person: Person, kind: DayOfLife, date: number): BirthdayEvent {
  const start_date = formatDate(date);
  const age = person.day.startsWith('-') ? null : Number(start_date.slice(0, 4)) - Number(person.day.slice(0, 4));
  return {
    id: idOf(person, kind, date),
    title: `${TITLES[kind]}: ${person.name}${age ? ` (${age})` : ''}`,
    description: null,
    location: null,
    start_at: formatTime(date),
    end_at: null,
    all_day: true,
    start_date,
    end_date: formatDate(date + DAY),
    timezone: null,
    recurrence: null,
    status: SAME.status,
    transparency: 'transparent',
    calendar_name: SAME.calendar_name,
    reminders: [],
    attendees: [],
    custom_fields: null,
    source: SAME.source,
    source_id: null,
    created_at: person.created_at,
    updated_at: person.updated_at,
    deleted_at: null,
    contact_id: person.id,
    age,
    is_read_only: true,
  };
}

const ID = /^(.+)_(birthday|anniversary)_(\d{4})(\d\d)(\d\d)$/i;

/** Whether an id is that of a birthday: `<contact>_birthday_20260510`. */
export function isBirthdayId(id: string): boolean {
  return ID.test(id);
}

/** Throws if the id is that of a birthday, which cannot be changed. */
export function refuseBirthday(id: string): void {
  const [, contactId, kind] = ID.exec(id) ?? [];
  if (contactId === undefined || kind === undefined) return;
  const message = `This is computed from a contact and cannot be changed here; change ${kind.toLowerCase()} with PATCH /contacts/${contactId.replace('#', '')}.`;
  throw new AppError('READ_ONLY', message, { contact_id: contactId });
}

export async function getBirthday(store: Store, user: number, id: string): Promise<Version & { text: string }> {
  const [, contactId = '', name = '', ...date] = ID.exec(id) ?? [];
  const stored = await lookUp<Contact>(outside(store, user), contact, contactId);
  const kind = name.toLowerCase() as DayOfLife;
  const day = stored?.record.deleted_at === null ? stored.record[kind] : null;
  const at = Date.parse(`${date.join('-')}T00:00:00Z`);
  if (!stored || !day || !occurrencesOf(day, at, at + DAY).includes(at))
    throw new AppError('NOT_FOUND', `There is no event ${JSON.stringify(id.slice(0, 100))}.`);
  const { id: whole, display_name, created_at, updated_at } = stored.record;
  const person = { id: whole, name: display_name, day, created_at, updated_at };
  return { text: JSON.stringify(birthdayOf(person, kind, at)), seq: stored.seq };
}
