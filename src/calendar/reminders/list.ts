// The list of reminders in a range: those that were fired, missed, dismissed or snoozed from their rows, and those that are
// still to come computed from the events that have a job.
import { faulty } from '../../errors.ts';
import { limits } from '../../limits.ts';
import { lookUp } from '../../records/find.ts';
import type { ListResult } from '../../records/list.ts';
import { rangeOf } from '../../records/list-plan.ts';
import { inSlices } from '../../records/slices.ts';
import { event } from '../../resources/event.ts';
import type { Row, Store } from '../../store/port.ts';
import { outside } from '../../store/tables/record-lookups.ts';
import {
  type ReminderRow,
  type ReminderStatus,
  readRows,
  remindedEvents,
  rowsInRange,
  snoozedEvents,
} from '../../store/tables/reminders.ts';
import { readId } from '../../values/ids.ts';
import { DAY, END_OF_TIME, FIRST_TIME } from '../../values/time.ts';
import { compactReminders } from './compact.ts';
import { pendingRow, type Reminder, refreshed, served } from './reminder.ts';
import { REMINDED_FIELDS, type RemindedEvent, ReminderTimes } from './times.ts';

export const STATUSES = ['pending', 'fired', 'missed', 'snoozed', 'dismissed'] as const satisfies ReminderStatus[];

export interface ReminderListOptions {
  from?: string;
  to?: string;
  date?: string;
  tz?: string;
  status?: ReminderStatus;
  event_id?: string;
  fields?: string[];
  format?: 'json' | 'compact';
  limit?: number;
  offset?: number;
}

interface Bounds {
  from: number;
  before: number;
}

/** Whose reminders are listed: those of a user in a range, of one event or all. */
interface Scope {
  store: Store;
  user: number;
  range: Bounds;
  serviceZone: string;
  eventId: string | undefined;
}

export async function listReminders(
  store: Store,
  user: number,
  options: ReminderListOptions,
  serviceZone: string,
): Promise<ListResult> {
  const range = boundsOf(options, options.tz ?? serviceZone);
  const { status } = options;
  const eventId = options.event_id === undefined ? undefined : await eventIdOf(store, user, options.event_id);
  const scope: Scope = { store, user, range, serviceZone, eventId };
  // Those to come first: one that fires meanwhile has a row then, and would be missing the other way round.
  const upcoming = status === undefined || status === 'pending' ? await pendingOf(scope) : [];
  const query = rowsInRange(range.from, range.before, limits.remindersListed + 1, eventId);
  const [rows = []] = await store.read(user, [query]);
  const stored = checked(readRows(rows));
  const known = new Set(stored.map(({ id }) => id));
  const pending = upcoming.filter(({ id }) => !known.has(id));
  const listed = stored.filter(
    (row) => isWithin(placeOf(row), range) && (status === undefined || row.status === status),
  );
  const all = checked([...(await withCurrentEvents(scope, listed)), ...pending]).sort(
    (a, b) => placeOf(a) - placeOf(b) || (a.id < b.id ? -1 : 1),
  );
  const { offset = 0 } = options;
  const limit = Math.min(options.limit ?? limits.pageDefault, limits.pageMax);
  const page = all.slice(offset, offset + limit).map(served);
  const meta = { total: all.length, limit, offset, has_more: offset + page.length < all.length };
  if (options.format === 'compact') return compactReminders(page, meta, { ...options }, options.tz ?? serviceZone);
  return { texts: page.map((one) => JSON.stringify(pick(one, options.fields))), meta };
}

/** The id of the event that an id or a handle names. An event that does not exist has no reminders. */
async function eventIdOf(store: Store, user: number, idOrHandle: string): Promise<string> {
  const id = readId(idOrHandle);
  return id ?? (await lookUp(outside(store, user), event, idOrHandle))?.record.id ?? idOrHandle;
}

function pick(reminder: Reminder, fields: string[] | undefined): Partial<Reminder> {
  if (!fields) return reminder;
  const kept = Object.entries(reminder).filter(([name]) => name === 'id' || fields.includes(name));
  return Object.fromEntries(kept);
}

const USUAL_BEFORE = DAY;
const USUAL_LENGTH = 8 * DAY;

/** Without `from`: since yesterday; without `to`: a week from now on, or as long a range. */
function boundsOf(options: ReminderListOptions, timezone: string): Bounds {
  const { from: given, before: end } = rangeOf(options, timezone, Date.now());
  const from = given ?? (end === undefined ? Date.now() - USUAL_BEFORE : end - USUAL_LENGTH);
  const before = end ?? from + USUAL_LENGTH;
  if (before - from > limits.reminderDays * DAY) {
    const days = Math.ceil((before - from) / DAY);
    const message = `The range is ${days} days long; a list of reminders covers at most ${limits.reminderDays} days. Ask for a shorter range.`;
    throw faulty('INVALID_QUERY', [{ field: 'from', constraint: 'range', message }]);
  }
  return { from: Math.max(from, FIRST_TIME), before: Math.min(before, END_OF_TIME) };
}

function checked(rows: ReminderRow[]): ReminderRow[] {
  if (rows.length <= limits.remindersListed) return rows;
  const message = `The range has more than ${limits.remindersListed} reminders, the most that are listed. Ask for a shorter range.`;
  throw faulty('INVALID_QUERY', [{ field: 'from', constraint: 'reminders', message }]);
}

/** Where a reminder is in the list: when it fires again, else when it was or is due. */
function placeOf({ snoozedUntil, dueAt }: ReminderRow): number {
  return snoozedUntil ?? dueAt;
}

function isWithin(moment: number, { from, before }: Bounds): boolean {
  return moment >= from && moment < before;
}

/** The rows, where snoozed ones show their event as it is now; those of what does not take place any more are left out. */
async function withCurrentEvents({ store, user, range, serviceZone }: Scope, rows: ReminderRow[]) {
  const snoozed = Map.groupBy(
    rows.filter((row) => row.status === 'snoozed'),
    (row) => row.eventId,
  );
  if (snoozed.size === 0) return rows;
  const found = rows.filter((row) => row.status !== 'snoozed');
  for (let after = ''; ; ) {
    const query = snoozedEvents(store.dialect, REMINDED_FIELDS, range, after, limits.reminderEvents);
    const [events = []] = await store.read(user, [{ ...query, bounded: ['members'] }], { slow: true });
    await inSlices(refreshAll(events, snoozed, serviceZone, found));
    const last = events.at(-1);
    if (!last) return found;
    after = last.id as string;
  }
}

function* refreshAll(
  events: Row[],
  snoozed: Map<string, ReminderRow[]>,
  serviceZone: string,
  found: ReminderRow[],
): Generator<undefined, void> {
  for (const row of events) {
    const ofEvent = snoozed.get(row.id as string);
    if (!ofEvent) continue;
    const times = yield* timesOf(row, serviceZone);
    found.push(...ofEvent.filter((one) => times.exists(one.recurrenceId)).map((one) => refreshed(one, times)));
    yield;
  }
}

function timesOf(row: Row, serviceZone: string): Generator<undefined, ReminderTimes> {
  const values = JSON.parse(row.members as string) as unknown[];
  const event = Object.fromEntries(REMINDED_FIELDS.map((name, index) => [name, values[index]])) as unknown;
  return ReminderTimes.of(event as RemindedEvent, serviceZone, row.last_start as number | null);
}

async function pendingOf(scope: Scope): Promise<ReminderRow[]> {
  const { store, user, range, serviceZone, eventId } = scope;
  const found: ReminderRow[] = [];
  const most = limits.reminderEvents;
  const events = new Set<string>();
  for (let after = { dueAt: FIRST_TIME, id: '' }; ; ) {
    // Large events end a batch early, so that few of them are in memory.
    const query = remindedEvents(store.dialect, REMINDED_FIELDS, range.before, after, most, eventId);
    const [rows = []] = await store.read(user, [{ ...query, bounded: ['members'] }], { slow: true });
    // An event whose job moves on meanwhile is in a later batch again.
    const others = rows.filter(({ id }) => !events.has(id as string));
    for (const { id } of others) events.add(id as string);
    await inSlices(expand(others, range, serviceZone, found));
    const last = rows.at(-1);
    if (!last) return found;
    after = { dueAt: last.due_at as number, id: last.id as string };
  }
}

// The job of an event is at its next reminder, so what is due from there on is still to come.
function* expand(
  rows: Row[],
  { from, before }: Bounds,
  serviceZone: string,
  found: ReminderRow[],
): Generator<undefined, void> {
  for (const row of rows) {
    const times = yield* timesOf(row, serviceZone);
    const id = row.id as string;
    const since = Math.max(from, row.due_at as number);
    for (const one of yield* times.within(since, before, limits.remindersListed))
      found.push(pendingRow(id, one, times.shown(one.recurrenceId)));
    checked(found);
    yield;
  }
}
