// The state of the model of series. A series is the list of its occurrences, made once by walking every day from its start
// (test/support/recurrence-model.ts). Later changes move, change, remove and divide these occurrences one by one: the model
// never looks at a rule again, so it cannot make the mistakes that a changed rule can have.
import type { Rule } from '../../src/resources/recurrence.ts';
import { modelStarts } from '../support/recurrence-model.ts';

export const DAY = 86_400_000;
/** Endless series are walked up to here; lists ask for what is long before. */
const HORIZON = Date.UTC(2028, 0, 1);

/** What an occurrence has of its own. Times are local, as the milliseconds that they would have in UTC. */
interface Own {
  title?: string;
  location?: string | null;
  status?: string;
  start?: number;
  end?: number;
}

export interface Slot {
  /** The original start, a local time. */
  original: number;
  /** Given by a date instead of the rule. */
  isExtra: boolean;
  isRemoved: boolean;
  own: Own;
}

export interface Series {
  id: string;
  isDeleted: boolean;
  /** Whether it does not repeat any more. */
  isSingle: boolean;
  allDay: boolean;
  zone: string;
  /** In milliseconds. */
  length: number;
  title: string;
  location: string | null;
  status: string;
  /** The part of the month or year that the rule gives, which limits how far it can be moved. */
  unit: 'day' | 'day of month' | 'numbered weekday';
  /** In the order of their original starts. */
  slots: Slot[];
}

export interface SeriesBody {
  title: string;
  location: string | null;
  status: string;
  allDay: boolean;
  zone: string;
  /** The start, and further dates, as local times. */
  start: number;
  extras: number[];
  length: number;
  rule: Rule;
}

export function newSeries(id: string, body: SeriesBody): Series {
  const { rule, start, allDay, extras, zone, length, title, location, status } = body;
  const ofRule = modelStarts({ rule, start, before: HORIZON, allDay, shown: (local) => local });
  const slot = (original: number, isExtra: boolean): Slot => ({ original, isExtra, isRemoved: false, own: {} });
  const added = extras.filter((one) => !ofRule.includes(one)).map((one) => slot(one, true));
  const isInMonth = rule.freq === 'monthly' || rule.freq === 'yearly';
  return {
    ...{ id, isDeleted: false, isSingle: false, allDay, zone, length, title, location, status },
    unit: !isInMonth ? 'day' : rule.byday ? 'numbered weekday' : 'day of month',
    slots: [...ofRule.map((one) => slot(one, false)), ...added].sort((a, b) => a.original - b.original),
  };
}

/** The moment of a local time; a date is its midnight in UTC. */
export function momentOf({ zone, allDay }: Pick<Series, 'zone' | 'allDay'>, local: number): number {
  if (allDay || zone === 'UTC') return local;
  const written = new Date(local).toISOString().slice(0, -1);
  return Temporal.PlainDateTime.from(written).toZonedDateTime(zone).epochMilliseconds;
}

export function localOf({ zone, allDay }: Pick<Series, 'zone' | 'allDay'>, moment: number): number {
  if (allDay || zone === 'UTC') return moment;
  const written = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone).toPlainDateTime();
  return Date.parse(`${written.toString()}Z`);
}

/** From when to when an occurrence is: moments, or dates as midnight in UTC. */
export function spanOf(series: Series, { original, own }: Slot): { start: number; end: number } {
  const start = momentOf(series, own.start ?? original);
  return { start, end: own.end === undefined ? start + series.length : momentOf(series, own.end) };
}

const utc = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z');
const date = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Times as they are sent and served. */
export function timesOf({ allDay }: Series, { start, end }: { start: number; end: number }): Record<string, string> {
  return allDay ? { start_date: date(start), end_date: date(end) } : { start_at: utc(start), end_at: utc(end) };
}

/** The original start as it is written. */
export function recurrenceIdOf(series: Series, { original }: Slot): string {
  return series.allDay ? date(original) : utc(momentOf(series, original));
}

export function idOf(series: Series, slot: Slot): string {
  return `${series.id}_${recurrenceIdOf(series, slot).replaceAll(/[-:]/g, '')}`;
}

/** The members of an occurrence that the model knows. */
export function shownAs(series: Series, slot: Slot): Record<string, unknown> {
  const { title, location, status } = { ...series, ...slot.own };
  const names = series.isSingle
    ? { id: series.id }
    : { id: idOf(series, slot), series_id: series.id, recurrence_id: recurrenceIdOf(series, slot) };
  return { ...names, title, location, status, ...timesOf(series, spanOf(series, slot)) };
}

export interface ListQuery {
  /** Days, the last one included. */
  from: number;
  to: number;
  /** In hours: a zone without summer time. */
  offset: number;
  search: string | null;
  status: string | null;
  order: 'asc' | 'desc';
}

/** What an expanded list has, in its order. */
export function expanded(all: Series[], query: ListQuery): Record<string, unknown>[] {
  const shift = query.offset * 3_600_000;
  const found = all.flatMap((series) => {
    if (series.isDeleted) return [];
    return series.slots.flatMap((slot) => {
      const { title, status } = { ...series, ...slot.own };
      const isMeant =
        (query.status === null || status === query.status) &&
        (query.search === null || title.toLowerCase().startsWith(query.search));
      const { start, end } = spanOf(series, slot);
      // Dates are compared with days, moments with where these begin and end in the zone.
      const day = series.allDay ? 0 : shift;
      const isThere = start < query.to + DAY - day && Math.max(end, start + 1) > query.from - day;
      if (slot.isRemoved || !isMeant || !isThere) return [];
      return [{ series, slot, at: start - (series.allDay ? shift : 0) }];
    });
  });
  const sign = query.order === 'asc' ? 1 : -1;
  const order = (a: (typeof found)[number], b: (typeof found)[number]) =>
    a.at - b.at || compare(a.series.id, b.series.id) || a.slot.original - b.slot.original;
  return found.sort((a, b) => sign * order(a, b)).map(({ series, slot }) => shownAs(series, slot));
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
