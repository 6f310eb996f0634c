// What a PATCH of an occurrence changes: one occurrence, as an override of its series, or the whole series, by as much as
// the occurrence is changed.
import { limits } from '../../limits.ts';
import { type CalendarEvent, occurrenceFields } from '../../resources/event.ts';
import type { EventTimes } from '../../resources/event-times.ts';
import type { FieldContext } from '../../resources/fields.ts';
import { type Overrides, originalTimes } from '../../resources/overrides.ts';
import { formatDate, formatTime } from '../../values/time.ts';
import { recurrenceId } from '../occurrence-ids.ts';
import { occurrenceOf } from '../occurrences.ts';
import { reanchor } from './move-series.ts';
import { startOfSeries } from './series-dates.ts';
import { CANNOT_MOVE, shiftRules } from './shift-rule.ts';
import {
  type Given,
  hasSame,
  isOnlySwitched,
  seriesTimes,
  switchedTimes,
  TIMES,
  type TimesForAll,
  targetTimes,
  timesForAll,
} from './times-for-all.ts';

/** The overrides of a series after one of its occurrences is changed. Only what differs from the series is kept. */
export function overridesWith(
  series: CalendarEvent,
  id: string,
  given: Given,
  context: FieldContext,
): Overrides | null {
  const override: Overrides[string] = { ...series.overrides?.[id] };
  for (const name of occurrenceFields.filter((one) => one in given && !TIMES.includes(one as never))) {
    if (isEqual(given[name], series[name as keyof CalendarEvent])) delete override[name];
    else override[name] = given[name];
  }
  if (TIMES.some((name) => name in given)) {
    const times = targetTimes(series, id, given, context);
    Object.assign(override, { start_at: undefined, end_at: undefined, start_date: undefined, end_date: undefined });
    const withoutTimes = { ...series, overrides: null };
    if (!hasSame(times, originalTimes(series, id), 'start')) assignTimes(override, times, 'start');
    const kept = occurrenceOf({ ...withoutTimes, overrides: { [id]: defined(override) } }, id);
    if (!hasSame(times, kept, 'end')) assignTimes(override, times, 'end');
  }
  return withOverride(series.overrides, id, defined(override), context);
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function assignTimes(override: Overrides[string], times: EventTimes, which: 'start' | 'end'): void {
  Object.assign(override, { [`${which}_at`]: times[`${which}_at`] });
  if (times.all_day) Object.assign(override, { [`${which}_date`]: times[`${which}_date`] });
}

function defined(override: Overrides[string]): Overrides[string] {
  return Object.fromEntries(Object.entries(override).filter(([, value]) => value !== undefined));
}

function withOverride(
  overrides: Overrides | null,
  id: string,
  override: Overrides[string],
  context: FieldContext,
): Overrides | null {
  const { [id]: _, ...others } = overrides ?? {};
  const all = Object.keys(override).length === 0 ? others : { ...others, [id]: override };
  const count = Object.keys(all).length;
  if (count > limits.overrides)
    context.fault('overrides', 'maxProperties', `A series can have at most ${limits.overrides} changed occurrences.`);
  if (JSON.stringify(all).length > limits.overrideChars) {
    const message = `The changed occurrences of a series must take at most ${limits.overrideChars} characters as JSON.`;
    context.fault('overrides', 'maxSize', message);
  }
  return count === 0 ? null : all;
}

/** The overrides of a series without those of some occurrences. */
export function withoutOverrides(overrides: Overrides | null, isGone: (id: string) => boolean): Overrides | null {
  const left = Object.entries(overrides ?? {}).filter(([id]) => !isGone(id));
  return left.length === 0 ? null : Object.fromEntries(left);
}

/**
 * The series after a change of all its occurrences that was given for one of them, and the recurrence id that this one
 * then has. Another start or end moves every occurrence by as much, in local time.
 */
export async function changeAll(
  series: CalendarEvent,
  id: string,
  given: Given,
  context: FieldContext,
  serviceZone: string,
): Promise<{ record: CalendarEvent; id: string }> {
  const { start_at: _start, end_at: _end, start_date: _first, end_date: _last, ...others } = given;
  const changed: CalendarEvent = { ...series, ...others };
  const change = timesForAll(series, id, given, context);
  const dropped = changed.recurrence && withoutFields(series, id, Object.keys(others), change);
  if (!change.isMoved) return { record: { ...changed, overrides: dropped }, id };
  const moving = isOnlySwitched(series, given)
    ? switchedTimes(changed, series, context)
    : seriesTimes(series, change, serviceZone, context);
  if (!moving) return { record: changed, id };
  Object.assign(changed, moving);
  if (changed.recurrence === null) return { record: { ...changed, overrides: dropped }, id };
  if (given.recurrence === undefined) {
    const from = startOfSeries(series, serviceZone);
    const rule = shiftRules(changed.recurrence, from, startOfSeries(changed, serviceZone), dropped !== null);
    if (!rule) context.fault('start_at', 'rule', CANNOT_MOVE);
    else changed.recurrence = rule;
  }
  const known = { ...series, overrides: dropped };
  const moved = await reanchor(known, changed, serviceZone, given.recurrence === undefined);
  const { recurrence, overrides } = moved;
  const start = moved.startOf(Date.parse(id));
  return { record: { ...changed, recurrence, overrides }, id: recurrenceId(start, changed.all_day) };
}

/** A single event in place of an occurrence, as it is shown and then changed. */
export function singleFrom(series: CalendarEvent, id: string, given: Given, context: FieldContext): CalendarEvent {
  const { series_id: _series, recurrence_id: _recurrence, ...shown } = occurrenceOf(series, id);
  const times = targetTimes(series, id, given, context);
  return { ...shown, ...given, ...times, id: series.id, recurrence: null, overrides: null };
}

// What is given for all occurrences holds for the one that it was given for, too.
function withoutFields(
  { overrides }: CalendarEvent,
  id: string,
  fields: string[],
  { displaced, dropsEnd, longerBy, to }: TimesForAll,
): Overrides | null {
  const own = overrides?.[id];
  if (!own) return overrides;
  const gone = new Set([...fields, ...(dropsEnd ? ['end_at', 'end_date'] : [])]);
  const kept = displaced === null ? own : movedBack(own, displaced);
  const left = Object.fromEntries(Object.entries(kept).filter(([name]) => !gone.has(name)));
  if (longerBy !== null) assignTimes(left, to, 'end');
  const rest = withoutOverrides(overrides, (one) => one === id);
  return Object.keys(left).length === 0 ? rest : { ...rest, [id]: left };
}

/** Without a start of its own, and with an end of its own as far from the start of the rule as it was from its own. */
function movedBack({ start_at: _at, start_date: _date, ...own }: Overrides[string], by: number): Overrides[string] {
  if (own.end_at) own.end_at = formatTime(Date.parse(own.end_at) - by);
  if (own.end_date) own.end_date = formatDate(Date.parse(own.end_date) - by);
  return own;
}
