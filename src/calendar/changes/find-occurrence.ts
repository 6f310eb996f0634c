// Finds the occurrence that an id names: its series, and whether the rules of the series give it.
import { AppError } from '../../errors.ts';
import { find, missing as missingRecord } from '../../records/find.ts';
import { inSlices } from '../../records/slices.ts';
import { type CalendarEvent, event } from '../../resources/event.ts';
import type { Recurrence } from '../../resources/recurrence.ts';
import { isTrashed } from '../../resources/resource.ts';
import type { Source } from '../../store/tables/record-lookups.ts';
import type { Stored } from '../../store/tables/records.ts';
import { type NamedOccurrence, recurrenceId } from '../occurrence-ids.ts';
import { Series } from '../series.ts';
import { type SpanFields, seriesInput } from '../span.ts';

export interface FoundOccurrence {
  stored: Stored<CalendarEvent>;
  /** The original start, and the recurrence id. */
  start: number;
  id: string;
  /** Whether an exdate takes it out. */
  isRemoved: boolean;
}

/** Throws NOT_FOUND if the series does not exist, is in the trash (unless `inTrash`), or does not have the occurrence. */
export async function findOccurrence(
  source: Source,
  named: NamedOccurrence,
  serviceZone: string,
  options: { inTrash?: boolean } = {},
): Promise<FoundOccurrence> {
  const stored = await find<CalendarEvent>(source, event, named.series, { inTrash: true });
  const { record } = stored;
  if (isTrashed(record) && !options.inTrash) throw inTrash(record, named.series);
  const { start } = named;
  if (record.recurrence === null || start === undefined || named.isDate !== record.all_day)
    throw missing(record, named);
  const all = await openSeries(withoutExdates(record), serviceZone);
  if (!all.has(start)) throw missing(record, named);
  const isRemoved = hasExdates(record) && !(await openSeries(record, serviceZone)).has(start);
  return { stored, start, id: recurrenceId(start, record.all_day), isRemoved };
}

/** The same, for what cannot be done with a removed occurrence. */
export async function findPresent(
  source: Source,
  named: NamedOccurrence,
  serviceZone: string,
): Promise<FoundOccurrence> {
  const found = await findOccurrence(source, named, serviceZone);
  if (!found.isRemoved) return found;
  throw new AppError('NOT_FOUND', `The occurrence of ${found.id} was removed from its series; restore it first.`);
}

/** A series that can be asked for any occurrence at once. */
export async function openSeries(record: SpanFields, serviceZone: string): Promise<Series> {
  const series = new Series(seriesInput(record, serviceZone, null));
  await inSlices(series.findEnds());
  return series;
}

export function withoutExdates<R extends Pick<CalendarEvent, 'recurrence'>>(record: R): R {
  const { exdates: _, ...recurrence } = record.recurrence as Recurrence;
  return { ...record, recurrence };
}

function hasExdates({ recurrence }: CalendarEvent): boolean {
  return (recurrence?.exdates ?? []).length > 0;
}

function inTrash({ id, recurrence }: CalendarEvent, name: string): AppError {
  if (recurrence === null) return missingRecord(event, name);
  return new AppError(
    'NOT_FOUND',
    `The series ${id} is in the trash; restore it first with POST /events/${id}/restore.`,
  );
}

function missing({ id, recurrence, all_day }: CalendarEvent, { start, isDate }: NamedOccurrence): AppError {
  if (recurrence === null) return new AppError('NOT_FOUND', `The event ${id} does not repeat; use its id alone.`);
  if (isDate !== all_day) {
    const form = all_day ? 'all-day; its occurrences end in a date: _20260602' : 'timed: _20260602T090000Z';
    return new AppError('NOT_FOUND', `There is no such occurrence: the series ${id} is ${form}.`);
  }
  const at = start === undefined ? 'then' : `at ${recurrenceId(start, all_day)}`;
  const message = `The series ${id} has no occurrence that originally starts ${at}; an expanded list has the ids.`;
  return new AppError('NOT_FOUND', message);
}
