// Keeps snoozed reminders with their event or occurrence when its recurrence id changes: when a series is moved or divided,
// and when a single event becomes a series or a series a single event.
import type { CalendarEvent } from '../../resources/event.ts';
import type { Recurrence } from '../../resources/recurrence.ts';
import type { Tx } from '../../store/port.ts';
import { moveReminder, snoozedOf } from '../../store/tables/reminders.ts';
import { FIRST_TIME } from '../../values/time.ts';
import { openSeries } from '../changes/find-occurrence.ts';
import { reanchor } from '../changes/move-series.ts';
import { movingStart } from '../changes/moving-start.ts';
import { startOfSeries, withDates } from '../changes/series-dates.ts';
import { shiftRules } from '../changes/shift-rule.ts';
import { recurrenceId } from '../occurrence-ids.ts';
import type { SeriesStart } from '../rule-starts.ts';
import { isEqual } from '../span.ts';
import { detailOf, reminderId } from './reminder.ts';

const PLACE_FIELDS = ['id', 'start_at', 'start_date', 'all_day', 'timezone'] as const;

/**
 * `before` has the id that the reminders have until then. Of a series that is divided, `from` is the first original start
 * that goes to `after`. A reminder whose occurrence the change removes keeps its recurrence id.
 */
export async function moveSnoozes(
  tx: Tx,
  before: CalendarEvent,
  after: CalendarEvent,
  from = Number.NEGATIVE_INFINITY,
): Promise<void> {
  const isSameKind = (before.recurrence === null) === (after.recurrence === null);
  if (isSameKind && PLACE_FIELDS.every((name) => before[name] === after[name])) return;
  if (before.recurrence === null && after.recurrence === null) return;
  const rows = (await snoozedOf(tx, before.id)).filter(
    (row) => row.recurrenceId === '' || Date.parse(row.recurrenceId) >= from,
  );
  if (rows.length === 0) return;
  const ids = [...new Set(rows.map((row) => row.recurrenceId))];
  const placeOf = await placesOf(before, after, ids, tx.timezone);
  for (const row of rows) {
    const place = { eventId: after.id, recurrenceId: placeOf(row.recurrenceId) };
    const id = reminderId(after.id, { ...row, ...place });
    if (id !== row.id) await moveReminder(tx, row, { ...row, ...place, id }, mergedDetail);
  }
}

/** The reminder that is replaced is the same one at another time of its event: its log entries stay known. */
function mergedDetail(replaced: string, kept: string): string {
  const detail = detailOf({ detail: kept });
  return JSON.stringify({ ...detail, changes: [...detailOf({ detail: replaced }).changes, ...detail.changes] });
}

/** Returns the recurrence id after the change, for a recurrence id before it. */
async function placesOf(
  before: CalendarEvent,
  after: CalendarEvent,
  ids: string[],
  serviceZone: string,
): Promise<(id: string) => string> {
  if (before.recurrence === null) return placeInSeries(after, serviceZone);
  if (after.recurrence === null) return placeInSingle(before, after, serviceZone);
  return placeInMoved(before, after, ids, serviceZone);
}

/** A single event becomes the first occurrence. */
async function placeInSeries(after: CalendarEvent, serviceZone: string): Promise<(id: string) => string> {
  const { start } = startOfSeries(after, serviceZone);
  const first = (await openSeries(after, serviceZone)).nextStart(start - 1);
  return (id) => (id === '' && first !== undefined ? recurrenceId(first, after.all_day) : id);
}

/** The event that is left of a series is its first occurrence, or the one that starts when the event does. */
async function placeInSingle(
  before: CalendarEvent,
  after: CalendarEvent,
  serviceZone: string,
): Promise<(id: string) => string> {
  const series = await openSeries(before, serviceZone);
  const left = [series.nextStart(FIRST_TIME - 1), startOfSeries(after, serviceZone).start];
  return (id) => (left.includes(Date.parse(id)) && series.has(Date.parse(id)) ? '' : id);
}

async function placeInMoved(
  before: CalendarEvent,
  after: CalendarEvent,
  ids: string[],
  serviceZone: string,
): Promise<(id: string) => string> {
  // By the id of an occurrence it is moved from its start, by its own from its first occurrence.
  const starts = [startOfSeries(before, serviceZone), await movingStart(before, after, serviceZone)];
  const from = starts.find((start) => isMovedFrom(start, before, after, serviceZone));
  const overrides = Object.fromEntries(ids.map((id) => [id, {}]));
  const moved = await reanchor({ ...before, overrides }, after, serviceZone, from !== undefined, from);
  // A series of dates alone begins elsewhere when its first date is removed; the others stay.
  const fixed = after.recurrence?.freq === undefined ? await openSeries(after, serviceZone) : undefined;
  return (id) => {
    const original = Date.parse(id);
    if (id === '' || (before.all_day === after.all_day && fixed?.has(original))) return id;
    return recurrenceId(moved.startOf(original), after.all_day);
  };
}

/** Whether the rule is that of before, moved from this start. */
function isMovedFrom(from: SeriesStart, before: CalendarEvent, after: CalendarEvent, serviceZone: string): boolean {
  const rule = shiftRules(before.recurrence as Recurrence, from, startOfSeries(after, serviceZone), false);
  return rule !== undefined && isEqual(withoutDates(rule), withoutDates(after.recurrence as Recurrence));
}

function withoutDates(recurrence: Recurrence): Recurrence {
  return withDates(recurrence, { exdates: [], rdates: [] });
}
