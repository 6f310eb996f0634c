// Calendars. A calendar exists as soon as an event names it, and `default` always; what was set for one is in a table.
// The calendar `birthdays` exists while a contact has a birthday or an anniversary.
import { AppError } from '../../errors.ts';
import { inListOrder, noSuchName } from '../../records/names/list.ts';
import { type NameTask, tasksOf, tasksQuery } from '../../records/names/rename.ts';
import { inSlices } from '../../records/slices.ts';
import { BIRTHDAYS, type Calendar, DEFAULT_CALENDAR } from '../../resources/calendar.ts';
import type { Query, Row, Store, Tx } from '../../store/port.ts';
import { contentTag, type Version } from '../../store/tables/etags.ts';
import { birthdaysQuery, type CalendarRow, settingsQuery, totalsQuery } from '../../store/tables/names/calendars.ts';
import { readIn } from '../../store/tables/record-lookups.ts';
import { clean } from '../../values/text.ts';

/** The field of events that has the name. */
export const CALENDAR_FIELD = 'calendar_name';

/** A calendar, and what is known of it besides. */
export interface KnownCalendar {
  calendar: Calendar;
  /** The seq of its last change; 0 if nothing was set. */
  seq: number;
  /** Events that have its name, those in the trash included. */
  stored: number;
}

export interface Calendars {
  /** By name, in the order of the list. */
  known: Map<string, KnownCalendar>;
  /** Calendars that are still being renamed or emptied. */
  tasks: NameTask[];
}

const QUERIES: readonly Query[] = [settingsQuery, totalsQuery, tasksQuery, birthdaysQuery];

/** `withBirthdays`: whether the reader may know what contacts have. */
export async function readCalendars(store: Store, user: number, withBirthdays: boolean): Promise<Calendars> {
  return inSlices(calendarsOf(await store.read(user, QUERIES), withBirthdays));
}

/** The same in a transaction. */
export async function calendarsIn(tx: Tx, withBirthdays: boolean): Promise<Calendars> {
  return inSlices(calendarsOf(await readIn(tx, QUERIES), withBirthdays));
}

/** A calendar as a response has it. */
export function servedCalendar({ calendar, seq }: KnownCalendar): Version & { text: string } {
  const text = JSON.stringify(calendar);
  return { text, seq, etag: contentTag(seq, text) };
}

export function findCalendar({ known }: Calendars, name: string): KnownCalendar {
  const found = known.get(clean(name)) ?? known.get(clean(name.trim()));
  if (found) return found;
  throw new AppError('NOT_FOUND', noSuchName('calendar', name, [...known.keys()]));
}

interface Counts {
  live: number;
  stored: number;
}

/** There can be thousands of calendars, so it pauses between them. */
function* calendarsOf(
  [rows = [], totals = [], running = [], birthdays = []]: Row[][],
  withBirthdays: boolean,
): Generator<undefined, Calendars> {
  const settings = new Map((rows as unknown as CalendarRow[]).map((row) => [row.name, row]));
  const counts = new Map(totals.map((row) => [row.name as string, countsOf(row)]));
  const tasks = tasksOf(running, 'calendar');
  const computed = withBirthdays ? Number(birthdays[0]?.total) : 0;
  const named = [...counts].filter(([, { live }]) => live > 0).map(([name]) => name);
  const names = new Set([DEFAULT_CALENDAR, ...settings.keys(), ...named, ...tasks.flatMap(({ to }) => to ?? [])]);
  for (const { from } of tasks) names.delete(from); // shown under its new name, or deleted
  if (computed > 0) names.add(BIRTHDAYS);
  else if (!named.includes(BIRTHDAYS)) names.delete(BIRTHDAYS);
  const knownCalendar = (name: string): KnownCalendar => {
    const row = settings.get(name);
    const { live, stored } = counts.get(name) ?? NONE;
    const coming = tasks.flatMap(({ from, to }) => (to === name ? (counts.get(from) ?? []) : []));
    const sum = (member: keyof Counts) => coming.reduce((all, one) => all + one[member], 0);
    const total = live + sum('live') + (name === BIRTHDAYS ? computed : 0);
    const is_read_only = name === BIRTHDAYS && computed > 0;
    const task_id = tasks.find(({ to }) => to === name)?.row.id ?? null;
    const calendar = { ...settingsOf(name, row), is_read_only, total, pending: sum('stored'), task_id };
    return { calendar, seq: row?.seq ?? 0, stored };
  };
  const all: KnownCalendar[] = [];
  for (const name of names) {
    all.push(knownCalendar(name));
    yield;
  }
  const sorted = yield* inListOrder(all, ({ calendar }) => calendar);
  return { known: new Map(sorted.map((one) => [one.calendar.name, one])), tasks };
}

const NONE: Counts = { live: 0, stored: 0 };

function countsOf({ live, trashed }: Row): Counts {
  return { live: Number(live), stored: Number(live) + Number(trashed) };
}

function settingsOf(name: string, row: CalendarRow | undefined) {
  return {
    name,
    color: row?.color ?? null,
    order: row?.position ?? null,
    default_reminders:
      row?.default_reminders && name !== BIRTHDAYS ? (JSON.parse(row.default_reminders) as never[]) : [],
    is_visible: row?.is_visible !== 0,
    counts_as_busy: row?.counts_as_busy !== 0 && name !== BIRTHDAYS,
  };
}
