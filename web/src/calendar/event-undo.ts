// What undoes a change of an event. It is decided with the record as it was before, so that times, the rule of a series
// and its changed occurrences are exactly as they were.
import type { Request, Result } from '../data/mutations.ts';
import type { CalendarEvent } from '../data/types.ts';
import type { Scope } from './scope-question.tsx';

export interface Change {
  /** The event or occurrence that was changed. */
  event: CalendarEvent;
  /** The event, or the series of the occurrence, as it was before. */
  before: CalendarEvent;
  scope: Scope;
  /** The fields that were sent. */
  fields: readonly string[];
}

const TIME_FIELDS = ['all_day', 'start_at', 'end_at', 'start_date', 'end_date'];

/** The requests that undo a PATCH. `result` is its answer. */
export function undoUpdate({ event, before, scope, fields }: Change, result: Result | undefined): Request[] {
  if (!event.series_id || scope === 'all') return [restoreFields(before, fields)];
  if (scope === 'this') return restoreOccurrence(event, before);
  const made = recordOf(result);
  const isSplit = made !== undefined && made.id !== before.id && made.series_id !== before.id;
  if (!isSplit) return [restoreFields(before, fields)];
  return [{ method: 'DELETE', path: `/events/${made.id}` }, restoreFields(before, [])];
}

/** The requests that undo a DELETE. */
export function undoRemoval({ event, before, scope }: Omit<Change, 'fields'>, result: Result | undefined): Request[] {
  const isInTrash = !event.series_id || scope === 'all' || recordOf(result)?.id === before.id;
  if (isInTrash) return [{ method: 'POST', path: `/events/${before.id}/restore` }];
  if (scope === 'this') return [{ method: 'POST', path: `/events/${event.id}/restore` }];
  return [restoreFields(before, [])];
}

export function recordOf(result: Result | undefined): CalendarEvent | undefined {
  return (result?.body as { data?: CalendarEvent } | undefined)?.data;
}

/** Back to what the record had; of a series also the rule and the changed occurrences, which a move changes too. */
function restoreFields(before: CalendarEvent, fields: readonly string[]): Request {
  const others = fields.filter((field) => !TIME_FIELDS.includes(field));
  const values = Object.fromEntries(others.map((field) => [field, before[field as keyof CalendarEvent]]));
  const hasTimes = before.recurrence !== null || others.length < fields.length;
  const series =
    before.recurrence === null ? {} : { recurrence: before.recurrence, overrides: before.overrides ?? null };
  return {
    method: 'PATCH',
    path: `/events/${before.id}`,
    body: { ...values, ...(hasTimes && timeBody(before)), ...series },
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
