// Changes of events by the user: create, move, resize, edit, delete. Each is shown at once, asks for the scope where the
// event is one of a series, can be undone, and is taken back with a message if the service refuses it.

import { newId } from '../../data/changes/mutation-ids.ts';
import { mutate } from '../../data/changes/mutations.ts';
import type { PendingChange } from '../../data/changes/pending.ts';
import type { Request, Result } from '../../data/changes/requests.ts';
import { createStore } from '../../data/store.ts';
import type { CalendarEvent } from '../../data/types.ts';
import { showRefusal } from '../../shell/refusals.ts';
import { offerUndo, withdrawUndo } from '../../shell/undo.ts';
import { showToast } from '../../ui/feedback/toast.ts';
import { timeZone } from '../../words/format.ts';
import { words } from '../../words/words.ts';
import { shortStartText, shortWhenText } from './event-text.ts';
import {
  type EventTimes,
  isSameTimes,
  lengthInMinutes,
  moveTimes,
  resizeTimes,
  stepBetween,
  timesOf,
  timesPatch,
  timeValues,
} from './event-times.ts';
import { isConflict, outcomeOf, readSeries, recordOf, undoRemoval, undoUpdate } from './event-undo.ts';
import { NEW_EVENT } from './events.ts';
import { askScope, type Scope } from './scope-question.tsx';

/** The events on the screen: the other occurrences of a series change with it. */
export const shownEvents = createStore<readonly CalendarEvent[]>([]);

export type EventInput = Partial<CalendarEvent> & Pick<CalendarEvent, 'title' | 'calendar_name'>;

/** Creates an event. Resolves with it when the service has made it. */
export async function createEvent(input: EventInput, isQuiet = false): Promise<CalendarEvent | undefined> {
  const { reminders, ...rest } = input;
  const body = { ...rest, ...(reminders && { reminders }) };
  const times = timeValues(timesOf(input as CalendarEvent));
  const id = `${NEW_EVENT}${newId()}`;
  const values = { ...EMPTY, ...rest, ...times, reminders: reminders ?? [], id };
  const done = mutate([{ method: 'POST', path: '/events', body }], [{ kind: 'events', id, values }]);
  const [result] = await withUndo(
    done,
    words().calendar.created,
    async ([made]) => [{ method: 'DELETE', path: `/events/${recordOf(made)?.id}` }],
    isQuiet,
  );
  return recordOf(result);
}

/** Moves or resizes an event. Resolves with false if the person has changed their mind. */
export async function changeTimes(event: CalendarEvent, after: EventTimes): Promise<boolean> {
  const before = timesOf(event);
  if (isSameTimes(before, after)) return true;
  const isOtherKind = before.all_day !== after.all_day;
  const part = await choosePart(event, 'change', { after, isOfSeries: isOtherKind });
  if (!part) return false;
  const { calendar } = words();
  const isMoved = isOtherKind || lengthInMinutes(before) === lengthInMinutes(after);
  const text = isMoved ? calendar.moved(shortStartText(after)) : calendar.resized(shortWhenText(after));
  await updateEvent(event, timesPatch(before, after), { part, text });
  return true;
}

/** Which part of a series is changed. */
export interface Part {
  scope: Scope;
  /** The event, or the series, as it was when the person was asked; undefined if it could not be read. */
  before: Promise<CalendarEvent | undefined>;
}

export interface UpdateOptions {
  part: Part;
  text: string;
  ifMatch?: string | undefined;
}

/** Sends a PATCH of the event, of the occurrence, or of the series. Rejects if the service refuses it. */
export async function updateEvent(event: CalendarEvent, body: Record<string, unknown>, options: UpdateOptions) {
  const { part, text, ifMatch } = options;
  const { scope } = part;
  const request: Request = {
    method: 'PATCH',
    path: `/events/${event.id}`,
    body,
    ...(event.series_id && { query: { scope } }),
    ...(ifMatch && { ifMatch }),
  };
  const done = mutate([request], pendingUpdate(event, body, scope));
  const outcome = outcomeOf(event, scope, done);
  const undo = async () =>
    undoUpdate({ event, before: await part.before, scope, fields: Object.keys(body) }, await outcome);
  return withUndo(done, text, undo, ifMatch !== undefined);
}

/** Deletes the event, or a part of its series. Resolves with false if the person has changed their mind. */
export async function removeEvent(event: CalendarEvent): Promise<boolean> {
  const part = await choosePart(event, 'remove');
  if (!part) return false;
  const { scope } = part;
  const deleted_at = new Date().toISOString();
  const done = mutate(
    [{ method: 'DELETE', path: `/events/${event.id}`, ...(event.series_id && { query: { scope } }) }],
    affected(event, scope).map(({ id }) => ({ kind: 'events', id, values: { deleted_at } })),
  );
  const outcome = outcomeOf(event, scope, done);
  const undo = async () => undoRemoval({ event, before: await part.before, scope }, await outcome);
  await withUndo(done, words().calendar.deleted, undo).catch(() => {});
  return true;
}

export interface ChoiceOptions {
  /** The times after the change, which the question names if they are others. */
  after?: EventTimes;
  /** One occurrence cannot be changed so. */
  isOfSeries?: boolean;
}

/** Which occurrences a change is for; single events are not asked about. Null if the question is closed. */
export async function choosePart(
  event: CalendarEvent,
  kind: 'change' | 'remove',
  { after, isOfSeries = false }: ChoiceOptions = {},
): Promise<Part | null> {
  // It is read while the person decides, so that the change itself waits for nothing.
  const before = readSeries(event);
  const times = timesOf(event);
  const change =
    after && !isSameTimes(times, after)
      ? words().calendar.timeChange(shortWhenText(times), shortWhenText(after))
      : undefined;
  const offered: readonly Scope[] | undefined = isOfSeries ? ['following', 'all'] : undefined;
  const scope = event.series_id ? await askScope({ kind, title: event.title, change, offered }) : 'all';
  return scope && { scope, before };
}

/** Says what was done, with "Undo". For a form that waits for the answer (`isQuiet`) only when it is done. */
async function withUndo(
  done: Promise<Result[]>,
  text: string,
  undo: (results: Result[]) => Promise<Request[] | undefined>,
  isQuiet = false,
): Promise<Result[]> {
  const { common } = words();
  const run = () => {
    done
      .then(undo)
      .then(async (requests) => {
        if (requests) await mutate(requests);
        showToast({ text: requests ? common.undone : words().calendar.cannotUndo });
      })
      .catch(showUndoRefusal);
  };
  const show = () => offerUndo(text, run);
  const toast = isQuiet ? undefined : show();
  try {
    const results = await done;
    if (isQuiet) show();
    return results;
  } catch (error) {
    if (toast !== undefined) withdrawUndo(toast);
    if (!isQuiet) showRefusal(error);
    throw error;
  }
}

function showUndoRefusal(error: unknown): void {
  if (!isConflict(error)) showRefusal(error);
  else showToast({ text: words().calendar.changedSince, tone: 'danger' });
}

/** The events on the screen that a change concerns. */
function affected(event: CalendarEvent, scope: Scope): readonly CalendarEvent[] {
  if (!event.series_id || scope === 'this') return [event];
  const start = event.recurrence_id ?? '';
  const others = shownEvents.get().filter(({ series_id, id }) => series_id === event.series_id && id !== event.id);
  return [event, ...others.filter(({ recurrence_id = '' }) => scope === 'all' || recurrence_id >= start)];
}

function pendingUpdate(event: CalendarEvent, body: Record<string, unknown>, scope: Scope): PendingChange[] {
  const before = timesOf(event);
  const after = timesOf({ ...event, ...body });
  const { all_day: _, start_at: _1, end_at: _2, start_date: _3, end_date: _4, recurrence: _5, ...others } = body;
  return affected(event, scope).map((one) => {
    const times = one.id === event.id ? after : followTimes(timesOf(one), before, after);
    return { kind: 'events', id: one.id, values: { ...others, ...timeValues(times) } };
  });
}

/** Another occurrence of the series moves and grows by as much. */
function followTimes(times: EventTimes, before: EventTimes, after: EventTimes): EventTimes {
  if (times.all_day !== after.all_day || before.all_day !== after.all_day) return times;
  const zone = timeZone();
  const moved = moveTimes(times, stepBetween(before, after, zone), zone);
  const minutes = lengthInMinutes(after) - lengthInMinutes(before);
  return minutes === 0 ? moved : resizeTimes(moved, times.all_day ? { days: minutes / 1440 } : { minutes }, zone);
}

/** What a new event has until the service answers. */
const EMPTY = {
  description: null,
  location: null,
  timezone: null,
  recurrence: null,
  status: 'confirmed',
  transparency: 'opaque',
  attendees: [],
  custom_fields: null,
  source: 'local',
  source_id: null,
  deleted_at: null,
};
