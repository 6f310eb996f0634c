// Moves what a series has on single occurrences when the series itself moves: exdates, rdates and overrides stay with the
// occurrences that they were made for. A move is a shift of the local time, so that it is the same before and after a
// change of the clocks, and from one time zone to another.
import { faulty } from '../../errors.ts';
import type { AfterSave, SaveHook } from '../../records/effects.ts';
import { inSlices } from '../../records/slices.ts';
import type { CalendarEvent } from '../../resources/event.ts';
import type { Overrides } from '../../resources/overrides.ts';
import type { Recurrence } from '../../resources/recurrence.ts';
import { formatDate, hasOffset, isWritable } from '../../values/time.ts';
import { finish, unbounded } from '../budget.ts';
import { DAY } from '../calendar-days.ts';
import { recurrenceId } from '../occurrence-ids.ts';
import type { SeriesStart } from '../rule-starts.ts';
import type { Series } from '../series.ts';
import { openSeries, withoutExdates } from './find-occurrence.ts';
import { movedOverride } from './moved-override.ts';
import { movingStart } from './moving-start.ts';
import { NumberedMove } from './numbered-weekday.ts';
import { Originals } from './originals.ts';
import { countsFromYear } from './rule-beginning.ts';
import { datesOf, daysBetween, type SeriesDate, startOfSeries, timeText, withDates } from './series-dates.ts';
import { CANNOT_MOVE, shiftRules } from './shift-rule.ts';

const nothing: AfterSave = () => [];

/** Records that are saved with their exdates, rdates and overrides where they belong. */
const anchored = new WeakSet<object>();

export function asAnchored<R extends object>(record: R): R {
  anchored.add(record);
  return record;
}

export function isAnchored(record: object): boolean {
  return anchored.has(record);
}

/**
 * Moves them, and the rule, with a series whose start or time zone a request changes, unless the request gives them anew.
 * A field that is not given has the same value as before, not only an equal one.
 */
export const keepAnchors: SaveHook = async (tx, record, before) => {
  if (isAnchored(record)) return nothing;
  const event = record as unknown as CalendarEvent;
  const known = before?.record as unknown as CalendarEvent | undefined;
  if (!known || !event.recurrence || !known.recurrence || !isMoved(known, event, tx.timezone)) return nothing;
  const isWhole = event.recurrence === known.recurrence;
  const from = isWhole ? await movingStart(known, event, tx.timezone) : undefined;
  const keepsOverrides = isSame(known.overrides, event.overrides);
  if (from) event.recurrence = movedRules(known, from, event, tx.timezone, keepsOverrides);
  const moved = await reanchor(known, event, tx.timezone, isWhole, from);
  event.recurrence = moved.recurrence;
  if (keepsOverrides) {
    event.overrides = moved.overrides;
    asAnchored(record);
  }
  return nothing;
};

function movedRules(
  before: CalendarEvent,
  from: SeriesStart,
  after: CalendarEvent,
  serviceZone: string,
  keepsOverrides: boolean,
): Recurrence {
  const recurrence = before.recurrence as Recurrence;
  const to = startOfSeries(after, serviceZone);
  const rule = shiftRules(recurrence, from, to, keepsOverrides && before.overrides !== null);
  if (!rule || !countsFromYear(recurrence, startOfSeries(before, serviceZone), to.local))
    throw faulty('VALIDATION_ERROR', [{ field: 'start_at', constraint: 'rule', message: CANNOT_MOVE }]);
  return rule;
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Whether its occurrences have other original starts because it begins at another time or is in another zone. */
function isMoved(before: CalendarEvent, after: CalendarEvent, serviceZone: string): boolean {
  const from = startOfSeries(before, serviceZone);
  const to = startOfSeries(after, serviceZone);
  const isOtherZone = !after.all_day && (before.timezone ?? serviceZone) !== (after.timezone ?? serviceZone);
  return from.start !== to.start || from.allDay !== to.allDay || isOtherZone;
}

/** What moves with a series, and where an occurrence goes. */
export interface Moved {
  recurrence: NonNullable<CalendarEvent['recurrence']>;
  overrides: Overrides | null;
  /** The original start that an occurrence has now. */
  startOf(original: number): number;
}

/**
 * `after` is the moved series with the rule that it has then; exdates and rdates that are not those of `before` stay.
 * `isWhole`: the rule was moved with the start, from `place`.
 */
export async function reanchor(
  before: CalendarEvent,
  after: CalendarEvent,
  serviceZone: string,
  isWhole = false,
  place?: SeriesStart,
): Promise<Moved> {
  const start = startOfSeries(before, serviceZone);
  const from = place ?? start;
  const to = startOfSeries(after, serviceZone);
  const { recurrence } = after as { recurrence: Moved['recurrence'] };
  const known = before.recurrence as Moved['recurrence'];
  const isKept = (list: 'exdates' | 'rdates') => isSame(known[list] ?? [], recurrence[list] ?? []);
  const added = datesOf(known.rdates, start);
  const rdates = isKept('rdates') ? added.map((date) => shiftDate(date, from, to)) : (recurrence.rdates ?? []);
  const rule = withDates(recurrence, { exdates: [], rdates });
  const all = await openSeries({ ...after, recurrence: rule }, serviceZone);
  const removed = datesOf(known.exdates, start);
  const originals = new Originals(before, start, added);
  if (!isWhole) originals.series = await openSeries(withoutExdates(before), serviceZone);
  const numbered = isWhole ? NumberedMove.between(known, recurrence, from, to) : undefined;
  const moving = { from, to, all, originals, after, numbered };
  const move = new Move(moving, isWhole ? undefined : namedBy(known, recurrence));
  const exdates = isKept('exdates') ? await inSlices(move.exdates(removed)) : (recurrence.exdates ?? []);
  return {
    recurrence: withDates(recurrence, { exdates, rdates }),
    overrides: before.overrides === null ? null : await inSlices(move.overrides(before.overrides)),
    startOf: (original) => move.start(original),
  };
}

type Named = 'days' | 'times';

const PARTS = {
  days: ['byday', 'bymonthday', 'byyearday', 'byweekno'],
  times: ['byhour', 'byminute', 'bysecond'],
} as const;

/** What a rule names itself, before and after: its occurrences do not follow the start in that. */
function namedBy(before: Recurrence, after: Recurrence): Named[] {
  const rulesOf = ({ rules = [], ...main }: Recurrence) => [main, ...rules];
  const partsOf = (recurrence: Recurrence, named: Named) =>
    rulesOf(recurrence).map((rule) => PARTS[named].map((part) => rule[part] ?? null));
  return (['days', 'times'] as const).filter((named) => {
    const parts = partsOf(after, named);
    return parts.flat().some((part) => part !== null) && isSame(parts, partsOf(before, named));
  });
}

// A further date is an occurrence by itself, so it always moves as far as the series.
function shiftDate({ text, day, moment, local }: SeriesDate, from: SeriesStart, to: SeriesStart): string {
  if (day !== undefined && !from.allDay) return dateOrText(day + daysBetween(from, to), text);
  if (moment === undefined) return text;
  const moved = targetOf(local ?? from.zone.local(moment), to, shiftBetween(from, to));
  if (!isWritable(moved.start)) return text;
  return isKeptText(text, moved.start === moment, from, to) ? text : textOf(moved, to);
}

// A time without an offset is another moment in another time zone.
function isKeptText(text: string, isSameMoment: boolean, from: SeriesStart, to: SeriesStart): boolean {
  return isSameMoment && from.allDay === to.allDay && hasOffset(text);
}

function textOf({ local, start }: Target, to: SeriesStart): string {
  return to.allDay ? recurrenceId(start, true) : timeText(local, to);
}

/** Whole days where the series becomes all-day: each occurrence is then on its own day, whatever its time was. */
function shiftBetween(from: SeriesStart, to: SeriesStart): number {
  return to.allDay ? daysBetween(from, to) * DAY : to.local - from.local;
}

function dateOrText(day: number, text: string): string {
  return isWritable(day * DAY) ? formatDate(day * DAY) : text;
}

/** Where an occurrence goes: the local time that the rule names, and its moment. They differ where the clocks skip it. */
interface Target {
  local: number;
  start: number;
}

function targetOf(local: number, to: SeriesStart, shift: number): Target {
  const moved = to.allDay ? Math.floor((local + shift) / DAY) * DAY : local + shift;
  return { local: moved, start: to.zone.momentOf(moved) };
}

interface Moving {
  from: SeriesStart;
  to: SeriesStart;
  /** The moved series with the occurrences that were removed. */
  all: Series;
  originals: Originals;
  after: CalendarEvent;
  /** Where the days of the rule do not all move by as much. */
  numbered: NumberedMove | undefined;
}

class Move {
  readonly #moving: Moving;
  /** Whether the rule was not moved with the series. */
  readonly #isOtherRule: boolean;
  /** How far an occurrence can have gone, the likeliest first. */
  readonly #shifts: number[];
  readonly #dayShifts: number[];

  constructor(moving: Moving, named: Named[] | undefined) {
    this.#moving = moving;
    this.#isOtherRule = named !== undefined;
    const days = daysBetween(moving.from, moving.to);
    const time = shiftBetween(moving.from, moving.to) - days * DAY;
    const likeliest = { days: named?.includes('days') ? 0 : days, time: named?.includes('times') ? 0 : time };
    this.#shifts = [likeliest.days * DAY + likeliest.time, days * DAY + time, time, 0];
    this.#dayShifts = named ? [likeliest.days, days, 0] : [days];
  }

  start(original: number): number {
    return this.#target(original, this.#moving.originals.localOf(original))?.start ?? original;
  }

  /**
   * An occurrence moves as far as the series. Where the rule still names its day or its time, it keeps that. What was not
   * an occurrence must not become one that it was not meant for.
   */
  #target(original: number, local: number): Target | undefined {
    const { all, originals, to } = this.#moving;
    const moved = this.#shiftsOf(original, local)
      .map((shift) => targetOf(local, to, shift))
      .filter(({ start }) => isWritable(start));
    const isFound = this.#isOtherRule && originals.has(original);
    return (isFound ? moved.find(({ start }) => all.has(start)) : undefined) ?? moved[0];
  }

  #shiftsOf(original: number, local: number): number[] {
    const { from, to, numbered, originals } = this.#moving;
    const days = originals.isAdded(original) ? undefined : numbered?.daysFrom(Math.floor(local / DAY));
    if (days === undefined) return this.#shifts;
    return [shiftBetween(from, to) + (days - daysBetween(from, to)) * DAY];
  }

  /** Pauses at each yield, as do the overrides. */
  *exdates(dates: readonly SeriesDate[]): Generator<undefined, string[]> {
    const moved: string[] = [];
    for (const date of dates) {
      moved.push(this.#exdate(date));
      yield;
    }
    return moved;
  }

  #exdate({ text, day, moment, local }: SeriesDate): string {
    const { from, to, originals } = this.#moving;
    if (day === undefined || from.allDay) {
      if (moment === undefined) return text;
      const moved = this.#target(moment, local ?? originals.localOf(moment));
      if (!moved || isKeptText(text, moved.start === moment, from, to)) return text;
      return textOf(moved, to);
    }
    const days = this.#moving.numbered?.daysFrom(day);
    const moved = (days === undefined ? this.#dayShifts : [days]).map((shift) => day + shift);
    return dateOrText(moved.find((one) => this.#hasOn(one)) ?? (moved[0] as number), text);
  }

  #hasOn(day: number): boolean {
    const { all, to } = this.#moving;
    const [from, before] = [day, day + 1].map((one) => to.zone.momentOf(one * DAY)) as [number, number];
    return finish(all.starts(from, before, unbounded())).length > 0;
  }

  *overrides(overrides: Overrides): Generator<undefined, Overrides | null> {
    const { from, to, after, originals } = this.#moving;
    const moved: Overrides = {};
    for (const [id, override] of Object.entries(overrides)) {
      const original = Date.parse(id);
      const local = originals.localOf(original);
      const target = this.#target(original, local) ?? { local, start: original };
      const changed = movedOverride(override, { from, to, after, local, target: target.local });
      const key = recurrenceId(target.start, to.allDay);
      // Of two that would come to the same occurrence neither is lost.
      if (Object.keys(changed).length > 0) moved[key in moved ? id : key] = changed;
      yield;
    }
    return Object.keys(moved).length === 0 ? null : moved;
  }
}
