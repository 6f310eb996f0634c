// Divides a series before one of its occurrences: the part before it ends, and what follows can become a series of its own
// with the same rule, the rest of COUNT, and the exdates, rdates and overrides from there on.
import { faulty } from '../../errors.ts';
import { inSlices } from '../../records/slices.ts';
import type { CalendarEvent } from '../../resources/event.ts';
import { originalTimes } from '../../resources/overrides.ts';
import type { Recurrence, Rule } from '../../resources/recurrence.ts';
import { FIRST_TIME, formatDate, formatTime } from '../../values/time.ts';
import { finish, unbounded } from '../budget.ts';
import { DAY } from '../calendar-days.ts';
import { recurrenceId } from '../occurrence-ids.ts';
import { RuleStarts, type SeriesStart } from '../rule-starts.ts';
import type { Series } from '../series.ts';
import { openSeries, withoutExdates } from './find-occurrence.ts';
import { withoutOverrides } from './occurrence-changes.ts';
import { beginningOf, countBefore } from './rule-beginning.ts';
import {
  checkExdates,
  checkRdates,
  datesOf,
  localDay,
  type SeriesDate,
  startOfSeries,
  withDates,
} from './series-dates.ts';

/** Where a series is divided. */
interface Cut {
  /** The original start of the first occurrence that follows. */
  start: number;
  at: SeriesStart;
  /** With the occurrences that were removed. */
  all: Series;
  zone: string;
}

/** Whether nothing of the series is before the occurrence, so that what follows is all of it. */
export async function isFirst(series: CalendarEvent, start: number, serviceZone: string): Promise<boolean> {
  return (await openSeries(series, serviceZone)).previousStart(start) === undefined;
}

async function cutOf(series: CalendarEvent, start: number, zone: string): Promise<Cut> {
  const all = await openSeries(withoutExdates(series), zone);
  return { start, at: startOfSeries(series, zone), all, zone };
}

/**
 * The changes of a series that ends before an occurrence, and what follows as a series that is not stored. `isReplaced`:
 * what follows will have another rule.
 */
export async function split(
  series: CalendarEvent,
  start: number,
  serviceZone: string,
  isReplaced = false,
): Promise<{ head: Partial<CalendarEvent>; tail: CalendarEvent }> {
  const { rules, exrules } = series.recurrence as Recurrence;
  if (rules?.length || exrules?.length) throw severalRules();
  const cut = await cutOf(series, start, serviceZone);
  return { head: await headOf(series, cut), tail: await tailOf(series, cut, isReplaced) };
}

// What the further rules give depends on the start of the series, which the part that follows does not have.
function severalRules() {
  const message =
    'A series with several rules cannot be split; use scope=this or scope=all, or delete with scope=following and create another.';
  return faulty('INVALID_QUERY', [{ field: 'scope', constraint: 'rules', message }]);
}

/** The changes of a series whose occurrences from one on are removed; for good with their changes and further dates. */
export async function endBefore(
  series: CalendarEvent,
  start: number,
  serviceZone: string,
  isPermanent: boolean,
): Promise<Partial<CalendarEvent>> {
  const cut = await cutOf(series, start, serviceZone);
  const head = await headOf(series, cut);
  if (isPermanent) return head;
  // What was changed in them stays.
  if (head.start_at !== undefined) return { ...head, overrides: series.overrides };
  const { exdates = [], rdates = [] } = series.recurrence as Recurrence;
  const gone = datesOf(rdates, cut.at).filter((date) => !isAddedBefore(date, cut));
  const removed = gone.flatMap(({ moment }) => (moment === undefined ? [] : [recurrenceId(moment, series.all_day)]));
  const dates = { exdates: [...new Set([...exdates, ...removed])], rdates };
  checkExdates(dates.exdates, 'use permanent=true, or change recurrence with PATCH');
  return { recurrence: withDates(head.recurrence as Recurrence, dates) };
}

async function headOf(series: CalendarEvent, cut: Cut): Promise<Partial<CalendarEvent>> {
  const recurrence = series.recurrence as Recurrence;
  const { at, start } = cut;
  const rdates = datesOf(recurrence.rdates, at).filter((date) => isAddedBefore(date, cut));
  const kept = datesOf(recurrence.exdates, at).filter((date) => isRemovedBefore(date, cut) || isOnSameDay(date, cut));
  const dates = { exdates: textsOf(kept), rdates: textsOf(rdates) };
  const overrides = withoutOverrides(series.overrides, (id) => Date.parse(id) >= start);
  const [main, ...rules] = await rulesBefore(recurrence, cut);
  if (main) {
    const { exrules } = recurrence;
    const ended = { ...main, ...(rules.length > 0 && { rules }), ...(exrules && { exrules }) };
    return { recurrence: withDates(ended, dates), overrides };
  }
  // Only single dates are before it, and the first of them is the start of the series then.
  const moments = finish(cut.all.starts(FIRST_TIME, start, unbounded()));
  const ids = moments.map((moment) => recurrenceId(moment, at.allDay));
  const first = ids[0] ?? recurrenceId(at.start, at.allDay);
  const times = moments[0] === at.start ? {} : originalTimes(series, first);
  if (dates.rdates.length === 0 || Object.keys(times).length > 0) dates.rdates = ids.length === 0 ? [first] : ids;
  return { ...times, recurrence: withDates({}, dates), overrides };
}

/** The rules that give something before the cut, ended there. One that is over by then stays as it is. */
async function rulesBefore(recurrence: Recurrence, cut: Cut): Promise<Rule[]> {
  const { rules = [], exrules: _exrules, exdates: _exdates, rdates: _rdates, ...main } = recurrence;
  const until = untilBefore(cut);
  const ended: Rule[] = [];
  for (const rule of [...(main.freq === undefined ? [] : [main as Rule]), ...rules]) {
    const starts = new RuleStarts(rule, cut.at, null);
    const first = await inSlices(starts.first(unbounded()));
    if (first === undefined || first >= cut.start) continue;
    const end = await inSlices(starts.findEnd(unbounded()));
    const { count: _, ...rest } = rule;
    ended.push(end < cut.start ? rule : { ...rest, until });
  }
  return ended;
}

/** The day before, so that the series can be moved to another time of day; a moment if more of that day comes before. */
function untilBefore({ start, at, all }: Cut): string {
  const day = localDay(start, at);
  const sameDay = at.allDay ? [] : finish(all.starts(at.zone.momentOf(day * DAY), start, unbounded()));
  return sameDay.length > 0 ? formatTime(start - 1000) : formatDate((day - 1) * DAY);
}

async function tailOf(series: CalendarEvent, cut: Cut, isReplaced: boolean): Promise<CalendarEvent> {
  const { start, at } = cut;
  const recurrence = series.recurrence as Recurrence;
  const { exdates: _exdates, rdates: _rdates, ...rule } = recurrence;
  const main = rule.freq === undefined ? undefined : await mainPart(series, rule, cut, isReplaced);
  const begun = main?.begun;
  // A further date cannot begin a rule: that would move the rule to its day and time.
  const begin = begun?.start ?? start;
  const rdates = datesOf(recurrence.rdates, at).filter((date) => !isAddedBefore(date, cut));
  const exdates = datesOf(recurrence.exdates, at).filter((date) => !isRemovedBefore(date, cut));
  const added = rdates.flatMap(({ moment }) => (moment === undefined ? [] : [recurrenceId(moment, at.allDay)]));
  const moments = [...new Set([...(main?.rdates ?? []), ...added])];
  checkRdates(moments);
  if (!begun && moments.length === 0) moments.push(recurrenceId(start, at.allDay));
  return {
    ...series,
    ...originalTimes(series, recurrenceId(begin, at.allDay)),
    recurrence: withDates(begun?.rule ?? {}, { exdates: textsOf(exdates), rdates: moments }),
    overrides: withoutOverrides(series.overrides, (id) => Date.parse(id) < start),
  };
}

/** The rule from an occurrence on; undefined if it has ended before. `rdates` are its occurrences before its start there. */
interface MainPart {
  begun: { rule: Recurrence; start: number } | undefined;
  rdates: string[];
}

async function mainPart(series: CalendarEvent, rule: Recurrence, cut: Cut, isReplaced: boolean): Promise<MainPart> {
  const { start, at, zone } = cut;
  const alone = await openSeries({ ...series, recurrence: rule }, zone);
  const next = alone.nextStart(start - 1);
  if (next === undefined) return { begun: undefined, rdates: [] };
  const { start: begin, rdates } = await beginningOf(alone, rule, at, next, isReplaced);
  if (begin === undefined) return { begun: undefined, rdates };
  if (rule.count === undefined) return { begun: { rule, start: begin }, rdates };
  return { begun: { rule: { ...rule, count: rule.count - (await countBefore(alone, begin)) }, start: begin }, rdates };
}

function isAddedBefore({ moment }: SeriesDate, { start }: Cut): boolean {
  return moment === undefined || moment < start;
}

/** An exdate without a time takes out a day, and both parts can have occurrences on that of the cut. */
function isRemovedBefore({ day, moment }: SeriesDate, { start, at }: Cut): boolean {
  if (day !== undefined && !at.allDay) return day < localDay(start, at);
  return moment === undefined || moment < start;
}

function isOnSameDay({ day }: SeriesDate, { start, at }: Cut): boolean {
  return !at.allDay && day === localDay(start, at);
}

function textsOf(dates: SeriesDate[]): string[] {
  return dates.map(({ text }) => text);
}
