// What undoes a change of an event. It is decided with the record as it was before, so that times, the rule of a series
// and its changed occurrences are exactly as they were. A series is only put back if it was not changed since.
import { DaybookError, etagOf } from 'daybook-client';
import type { Request, Result } from '../../data/changes/requests.ts';
import { daybook } from '../../data/client.ts';
import type { CalendarEvent } from '../../data/types.ts';
import type { Scope } from './scope-question.tsx';

export interface Change {
  /** The event or occurrence that was changed. */
  event: CalendarEvent;
  /** The event, or the series of the occurrence, as it was before; undefined if it could not be read. */
  before: CalendarEvent | undefined;
  scope: Scope;
  /** The fields that were sent; none for a deletion. */
  fields: readonly string[];
}

/** What the change has left. */
export interface Outcome {
  result: Result | undefined;
  /** The ETag that the series had after the change. */
  etag: string | undefined;
  /** Another client has changed the series before its ETag was read. */
  isChangedSince?: boolean;
}

/** A change is not undone, because another one came after it. */
class ChangedSinceError extends Error {
  override name = 'ChangedSinceError';
}

const TIME_FIELDS = ['all_day', 'start_at', 'end_at', 'start_date', 'end_date'];

/** The record that a change concerns, as it is now; undefined if it cannot be read. */
export async function readSeries(event: CalendarEvent): Promise<CalendarEvent | undefined> {
  if (!event.series_id) return event;
  return daybook.events.get(event.series_id, undefined, { retries: 0 }).catch(() => undefined);
}

/** What a change has left, read as soon as it is made. */
export async function outcomeOf(event: CalendarEvent, scope: Scope, done: Promise<Result[]>): Promise<Outcome> {
  const [result] = await done.catch(() => []); // who waits for the change learns why it was refused
  // The answer to a change of all has the ETag of the series; of a divided series it has that of the new one.
  const etag = scope === 'all' ? result?.etag : undefined;
  if (!event.series_id || scope === 'this' || etag) return { result, etag };
  const now = await readSeries(event);
  return { result, etag: now && etagOf(now), isChangedSince: !!now && isLater(now, result) };
}

/** All records of a change have one time. */
function isLater(series: CalendarEvent, result: Result | undefined): boolean {
  const made = recordOf(result);
  const time = made?.deleted_at ?? made?.updated_at;
  return time !== undefined && series.updated_at !== time;
}

/** The requests that undo a PATCH; undefined if what was before is not known. */
export async function undoUpdate(change: Change, outcome: Outcome): Promise<Request[] | undefined> {
  const { event, before, scope, fields } = change;
  const { result, etag, isChangedSince } = outcome;
  if (!before) return undefined;
  if (isChangedSince) throw new ChangedSinceError();
  if (!event.series_id) return [restoreFields(before, fields, await etagOfUnchanged(change, result))];
  if (scope === 'this') return restoreOccurrence(event, before);
  const made = recordOf(result);
  const isSplit = scope === 'following' && made && made.id !== before.id && made.series_id !== before.id;
  if (!isSplit) return [restoreFields(before, fields, etag)];
  return [restoreFields(before, [], etag), { method: 'DELETE', path: `/events/${made.id}` }];
}

/** The requests that undo a DELETE; undefined if what was before is not known. */
export function undoRemoval(
  change: Omit<Change, 'fields'>,
  { result, etag, isChangedSince }: Outcome,
): Request[] | undefined {
  const { event, before, scope } = change;
  const id = event.series_id ?? event.id;
  const isInTrash = id === event.id || scope === 'all' || recordOf(result)?.id === id;
  if (isInTrash) return [{ method: 'POST', path: `/events/${id}/restore` }];
  if (scope === 'this') return [{ method: 'POST', path: `/events/${event.id}/restore` }];
  if (isChangedSince) throw new ChangedSinceError();
  return before && [restoreFields(before, [], etag)];
}

/**
 * The ETag of a single event whose fields are still as the change has left them. Another change, or its undo, may have
 * come after it as long as it was one of other fields.
 */
async function etagOfUnchanged({ event, fields }: Change, result: Result | undefined): Promise<string | undefined> {
  const made = recordOf(result);
  const now = await daybook.events.get(event.id, undefined, { retries: 0 }).catch(() => undefined);
  if (!made || !now) return undefined;
  const names = fields.some((field) => TIME_FIELDS.includes(field)) ? [...TIME_FIELDS, ...fields] : fields;
  const isSame = (name: string) =>
    JSON.stringify(now[name as keyof CalendarEvent]) === JSON.stringify(made[name as keyof CalendarEvent]);
  if (!names.every(isSame)) throw new ChangedSinceError();
  return etagOf(now);
}

export function recordOf(result: Result | undefined): CalendarEvent | undefined {
  return (result?.body as { data?: CalendarEvent } | undefined)?.data;
}

/** Another client has changed the record since: the service says so (412), or the app has seen it. */
export function isConflict(error: unknown): boolean {
  return error instanceof ChangedSinceError || (error instanceof DaybookError && error.status === 412);
}

/** Back to what the record had; of a series also the rule and the changed occurrences, which a move changes too. */
function restoreFields(before: CalendarEvent, fields: readonly string[], ifMatch?: string): Request {
  const others = fields.filter((field) => !TIME_FIELDS.includes(field));
  const values = Object.fromEntries(others.map((field) => [field, before[field as keyof CalendarEvent]]));
  const hasTimes = before.recurrence !== null || others.length < fields.length;
  const series =
    before.recurrence === null ? {} : { recurrence: before.recurrence, overrides: before.overrides ?? null };
  return {
    method: 'PATCH',
    path: `/events/${before.id}`,
    body: { ...values, ...(hasTimes && timeBody(before)), ...series },
    ...(ifMatch && { ifMatch }),
  };
}

function timeBody({ all_day, start_date, end_date, start_at, end_at }: CalendarEvent): Record<string, unknown> {
  return all_day ? { all_day, start_date, end_date } : { all_day, start_at, end_at };
}

/** Removes what was changed in the occurrence, and puts back what had been changed before. */
function restoreOccurrence(event: CalendarEvent, before: CalendarEvent): Request[] {
  const path = `/events/${event.id}`;
  const earlier = before.overrides?.[event.recurrence_id ?? ''];
  const restore: Request = { method: 'POST', path: `${path}/restore` };
  return earlier ? [restore, { method: 'PATCH', path, body: earlier }] : [restore];
}
