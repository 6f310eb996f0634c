// When a user is busy: the spans of all events and occurrences that take time, merged by their kind. Cancelled and
// transparent ones take none, nor do those of calendars that do not count as busy. What cannot be computed is unknown:
// it must never look free.
import { AppError } from '../../errors.ts';
import { inSlices } from '../../records/slices.ts';
import { event } from '../../resources/event.ts';
import type { Row, Store } from '../../store/port.ts';
import { type SingleColumn, titlesOf } from '../../store/tables/list.ts';
import type { ListPlan } from '../../store/tables/list-plan.ts';
import type { ClosedRange } from '../../store/tables/overlap.ts';
import { indexKey } from '../../values/text.ts';
import { TimeZone } from '../../values/time-zone.ts';
import { Budget } from '../budget.ts';
import { type Candidate, candidatesOf } from '../candidates.ts';
import { reachOf } from '../expanded-series.ts';
import type { KnownSeries } from '../series-cache.ts';
import { merged, type Span } from './spans.ts';

/** Spans of one kind do not overlap; those of different kinds can. */
export interface BusyTimes {
  busy: Span[];
  tentative: Span[];
  /** The days of all-day events, in the time zone of the request. */
  allDay: Span[];
  allDayTentative: Span[];
  /** What could not be computed, and why. */
  unknown: (Span & Cause)[];
}

/** Why times are unknown, and the series because of which they are, if it is one. */
interface Cause {
  reason: string;
  event_id: string | null;
  title: string | null;
  calendar_name: string | null;
}

export interface BusyRequest {
  range: ClosedRange;
  timezone: string;
  /** Whether a calendar counts. */
  counts: (calendar: string) => boolean;
}

export async function busyTimes(
  store: Store,
  user: number,
  request: BusyRequest,
  serviceZone: string,
): Promise<BusyTimes> {
  const found = new Found(request);
  try {
    const { series, singles, unreadable } = await candidatesOf(store, user, PLAN, request.range, serviceZone, COLUMNS);
    for (const row of await titles(store, user, unreadable))
      if (request.counts(row.calendar_name as string)) found.fail(causeOf(unreadableReason(row.id as string), row));
    for (const row of singles) addSingle(row, found);
    const heaviest = await inSlices(addSeries(series, found));
    for (const row of await titles(store, user, heaviest === undefined ? [] : [heaviest.key]))
      found.fail(causeOf(TOO_MANY_OCCURRENCES, row));
  } catch (error) {
    if (!isTooMuch(error)) throw error;
    found.fail(causeOf(TOO_MUCH));
  }
  return found.times();
}

async function titles(store: Store, user: number, keys: number[]): Promise<Row[]> {
  if (keys.length === 0) return [];
  return (await store.read(user, [titlesOf(store.dialect, event, keys)]))[0] ?? [];
}

function causeOf(reason: string, row?: Row): Cause {
  // Another program may have written anything.
  const members = row ? (JSON.parse(row.members as string) as unknown[]) : [];
  const [title = null, calendar_name = null] = members.map((one) => (typeof one === 'string' ? one : null));
  return { reason, event_id: (row?.id as string | undefined) ?? null, title, calendar_name };
}

function isTooMuch(error: unknown): boolean {
  return error instanceof AppError && error.code === 'INVALID_QUERY';
}

// The plan of an expanded list without filters, so that both use the same series that are kept.
const PLAN: ListPlan = {
  resource: event,
  conditions: [],
  search: [],
  trash: 'without',
  sort: 'start_at',
  order: 'asc',
  limit: 0,
  offset: 0,
  whole: true,
};

const COLUMNS: readonly SingleColumn[] = ['start_at', 'last_at', 'all_day', 'calendar_name', 'members'];

interface SingleRow {
  start_at: number;
  last_at: number;
  all_day: number;
  calendar_name: string;
  /** Status and transparency, as a JSON array. */
  members: string;
}

const TOO_MUCH = 'There are more events than can be computed at once; ask for a shorter range.';
const TOO_MANY_OCCURRENCES =
  'There are more occurrences than can be computed at once, most of them of this series; ask for a shorter range.';
const unreadableReason = (id: string) => `The recurring event ${id} cannot be read, so its times are unknown.`;

class Found {
  readonly request: BusyRequest;
  readonly #zone: TimeZone;
  readonly #spans: Record<'busy' | 'tentative' | 'allDay' | 'allDayTentative', Span[]> = {
    busy: [],
    tentative: [],
    allDay: [],
    allDayTentative: [],
  };
  /** Why it is not complete. */
  readonly #causes: Cause[] = [];

  constructor(request: BusyRequest) {
    this.request = request;
    this.#zone = new TimeZone(request.timezone, request.range.from);
  }

  /** Adds what takes time; what has no length takes none. Times of all-day events are dates. */
  add(start: number, end: number, allDay: boolean, status: string): void {
    if (end - start <= 1) return;
    const { from, before } = this.request.range;
    const moment = (time: number) => (allDay ? this.#zone.momentOf(time) : time);
    const span = { start: Math.max(from, moment(start)), end: Math.min(before, moment(end)) };
    if (span.start >= span.end) return;
    const isTentative = status === 'tentative';
    if (allDay) this.#spans[isTentative ? 'allDayTentative' : 'allDay'].push(span);
    else this.#spans[isTentative ? 'tentative' : 'busy'].push(span);
  }

  fail(cause: Cause): void {
    this.#causes.push(cause);
  }

  times(): BusyTimes {
    const { from, before } = this.request.range;
    const { busy, tentative, allDay, allDayTentative } = this.#spans;
    return {
      busy: merged(busy),
      tentative: merged(tentative),
      allDay: merged(allDay),
      allDayTentative: merged(allDayTentative),
      unknown: this.#causes.map((cause) => ({ start: from, end: before, ...cause })),
    };
  }
}

function addSingle(row: Row, found: Found): void {
  const { start_at, last_at, all_day, calendar_name, members } = row as unknown as SingleRow;
  const [status, transparency] = JSON.parse(members) as [string, string];
  if (takesTime(status, transparency) && found.request.counts(calendar_name))
    found.add(start_at, last_at, all_day === 1, status);
}

/** Adds the occurrences. If they are too many, returns the series that has most of those that were found. */
function* addSeries(candidates: readonly Candidate[], found: Found): Generator<undefined, Candidate | undefined> {
  const budget = new Budget();
  let heaviest: { candidate: Candidate; share: number } | undefined;
  for (const candidate of candidates) {
    yield;
    if (!found.request.counts(indexKey(candidate.known.calendar))) continue;
    const before = budget.share;
    let isComplete = true;
    try {
      yield* addOccurrences(candidate.known, found, budget);
    } catch (error) {
      if (!isTooMuch(error)) throw error;
      isComplete = false;
    }
    const share = budget.share - before;
    if (!heaviest || share > heaviest.share) heaviest = { candidate, share };
    if (!isComplete) return heaviest.candidate;
  }
  return undefined;
}

function* addOccurrences(known: KnownSeries, found: Found, budget: Budget): Generator<undefined, void> {
  if (takesTime(known.status, known.transparency)) {
    const reach = reachOf(known, found.request.range);
    const starts = known.window.starts(...reach, budget) ?? (yield* known.series.starts(...reach, budget));
    for (const start of starts)
      if (!known.changedStarts.has(start)) found.add(start, start + known.length, known.allDay, known.status);
  }
  for (const { start, end, status, transparency } of known.changed)
    if (takesTime(status, transparency)) found.add(start, end, known.allDay, status);
}

function takesTime(status: string, transparency: string): boolean {
  return status !== 'cancelled' && transparency !== 'transparent';
}
