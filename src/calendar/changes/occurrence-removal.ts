// Removes occurrences from their series by the id of one, and restores them. Each function returns undefined for an id that
// does not name an occurrence.
import { AppError } from '../../errors.ts';
import { type Context, checkVersion, erase, remove } from '../../records/records.ts';
import { type CalendarEvent, event } from '../../resources/event.ts';
import type { Recurrence } from '../../resources/recurrence.ts';
import type { Tx } from '../../store/port.ts';
import { formatTime } from '../../values/time.ts';
import { finish, unbounded } from '../budget.ts';
import { DAY } from '../calendar-days.ts';
import { occurrenceId, readOccurrenceId, recurrenceId } from '../occurrence-ids.ts';
import { type FoundOccurrence, findOccurrence, findPresent, openSeries, withoutExdates } from './find-occurrence.ts';
import { namedBy, type OccurrenceScope, type ServedOccurrence, served, update } from './occurrence-actions.ts';
import { withoutOverrides } from './occurrence-changes.ts';
import { checkExdates, datesOf, localDay, startOfSeries, withDates } from './series-dates.ts';
import { endBefore, isFirst } from './split.ts';

export interface Removed {
  id: string;
  seq: number;
  deleted_at?: string | null;
}

/** Removes occurrences from their series; `isPermanent`: with the changes that they had. */
export async function removeOccurrence(
  tx: Tx,
  id: string,
  scope: OccurrenceScope | undefined,
  isPermanent: boolean,
  context: Context,
): Promise<Removed | undefined> {
  const named = namedBy(id, scope);
  if (!named) return undefined;
  if (scope === 'all') {
    // A mistyped id must not delete a whole series, or an event that does not repeat.
    const { stored } = await findOccurrence(tx, named, tx.timezone, { inTrash: true });
    return removeSeries(tx, stored.record.id, isPermanent, context);
  }
  const find = scope === 'following' ? findPresent : findOccurrence;
  const found = await find(tx, named, tx.timezone);
  const { stored, start } = found;
  checkVersion(stored, context.versions);
  if (scope === 'following' && (await isFirst(stored.record, start, tx.timezone)))
    return removeSeries(tx, stored.record.id, isPermanent, context);
  const values =
    scope === 'following'
      ? await endBefore(stored.record, start, tx.timezone, isPermanent)
      : withoutOne(found, isPermanent);
  const { seq } = await update(tx, stored, values);
  const gone = { id: occurrenceId(stored.record.id, found.id), seq };
  return isPermanent ? gone : { ...gone, deleted_at: formatTime(tx.timestamp) };
}

async function removeSeries(tx: Tx, id: string, isPermanent: boolean, context: Context): Promise<Removed> {
  if (isPermanent) return erase(tx, event, id, context);
  const { record, seq } = await remove(tx, event, id, context);
  return { id: record.id, seq, deleted_at: record.deleted_at };
}

// The changes stay in the series, so that a restored occurrence has them.
function withoutOne({ stored, id, isRemoved }: FoundOccurrence, isPermanent: boolean): Partial<CalendarEvent> {
  const { overrides, recurrence } = stored.record;
  if (isRemoved && !isPermanent)
    throw new AppError(
      'ALREADY_DELETED',
      `The occurrence of ${id} is already removed; restore it, or delete it with permanent=true.`,
    );
  const { exdates = [], rdates = [] } = recurrence as Recurrence;
  const all = isRemoved ? exdates : [...exdates, id];
  checkExdates(all, 'end the series with scope=following, or change its rule');
  const left = isPermanent ? withoutOverrides(overrides, (one) => one === id) : overrides;
  return { recurrence: withDates(recurrence as Recurrence, { exdates: all, rdates }), overrides: left };
}

/** Brings a removed occurrence back with the changes that it had, or undoes the changes of one that is there. */
export async function restoreOccurrence(tx: Tx, id: string): Promise<ServedOccurrence | undefined> {
  const named = readOccurrenceId(id);
  if (!named) return undefined;
  const found = await findOccurrence(tx, named, tx.timezone);
  const { stored } = found;
  const { recurrence, overrides } = stored.record;
  if (found.isRemoved) {
    const exdates = await exdatesWithout(found, tx.timezone);
    const { rdates = [] } = recurrence as Recurrence;
    const values = { recurrence: withDates(recurrence as Recurrence, { exdates, rdates }) };
    return served(await update(tx, stored, values), found.id);
  }
  if (!overrides?.[found.id])
    throw new AppError(
      'NOT_DELETED',
      `The occurrence of ${found.id} is as its series gives it; there is nothing to restore.`,
    );
  return served(
    await update(tx, stored, { overrides: withoutOverrides(overrides, (one) => one === found.id) }),
    found.id,
  );
}

// An exdate without a time takes out all of a day: the others of that day stay out.
async function exdatesWithout({ stored, start }: FoundOccurrence, serviceZone: string): Promise<string[]> {
  const { record } = stored;
  const at = startOfSeries(record, serviceZone);
  const day = localDay(start, at);
  const dates = datesOf(record.recurrence?.exdates, at);
  const isDay = (one: (typeof dates)[number]) => !at.allDay && one.day === day;
  const left = dates.filter((one) => !isDay(one) && (one.moment !== start || (one.day !== undefined && !at.allDay)));
  const texts = left.map(({ text }) => text);
  if (!dates.some(isDay)) return texts;
  const all = await openSeries(withoutExdates(record), serviceZone);
  const onDay = finish(all.starts(at.zone.momentOf(day * DAY), at.zone.momentOf((day + 1) * DAY), unbounded()));
  const exdates = [...texts, ...onDay.filter((one) => one !== start).map((one) => recurrenceId(one, at.allDay))];
  checkExdates(exdates, `restore all of that day: PATCH /events/${record.id} with recurrence without its exdate`);
  return exdates;
}
