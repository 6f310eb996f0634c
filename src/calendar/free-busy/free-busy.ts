// Free and busy times as they are served: the busy spans of a range, and the free slots in it.
import { type Fault, faulty } from '../../errors.ts';
import { limits } from '../../limits.ts';
import { noSuchName } from '../../records/names/list.ts';
import { inSlices } from '../../records/slices.ts';
import { readWorkingHours, WORKING_HOURS_FORM } from '../../resources/working-hours.ts';
import type { Store } from '../../store/port.ts';
import type { ClosedRange } from '../../store/tables/overlap.ts';
import { rangeOfDate, rangeOfMoments } from '../../values/days.ts';
import { indexKey } from '../../values/text.ts';
import { DAY, formatTime, isDateAlone, parseTime } from '../../values/time.ts';
import { TimeZone } from '../../values/time-zone.ts';
import { readCalendars } from '../calendars/list.ts';
import { type BusyRequest, type BusyTimes, busyTimes } from './busy.ts';
import { merged, type ServedSpan, type Span, served, without } from './spans.ts';
import { workingTimes } from './working-hours.ts';

/** The parameters of both requests. */
export interface FreeBusyOptions {
  date?: string;
  from?: string;
  to?: string;
  tz?: string;
  calendars?: string;
}

export interface FreeSlotOptions extends FreeBusyOptions {
  minutes?: number;
  working_hours?: string;
  ignore_tentative?: boolean;
  ignore_all_day?: boolean;
  limit?: number;
}

export async function freeBusy(store: Store, user: number, options: FreeBusyOptions, serviceZone: string) {
  const request = await requestOf(store, user, options, serviceZone);
  const times = await busyTimes(store, user, request, serviceZone);
  return { ...frame(request), busy: await inSlices(busySpans(times, request.timezone)), ...unknown(times, request) };
}

export async function freeSlots(store: Store, user: number, options: FreeSlotOptions, serviceZone: string) {
  const minutes = options.minutes ?? DEFAULT_MINUTES;
  const hours = options.working_hours === undefined ? null : readWorkingHours(options.working_hours);
  if (hours === undefined) throw invalid('working_hours', 'form', `working_hours ${WORKING_HOURS_FORM}`);
  const request = await requestOf(store, user, options, serviceZone);
  const times = await busyTimes(store, user, request, serviceZone);
  const whole = { start: request.range.from, end: request.range.before };
  const within = hours ? workingTimes(hours, whole, new TimeZone(request.timezone, whole.start)) : [whole];
  const taken = merged([...occupied(times, options), ...times.unknown]);
  const free = without(within, taken).filter(({ start, end }) => end - start >= minutes * MINUTE);
  const most = Math.min(options.limit ?? limits.pageMax, limits.pageMax);
  const slots = free.slice(0, most).map((span) => ({ ...served(span, request.timezone), minutes: minutesOf(span) }));
  return { ...frame(request), minutes, slots, has_more: free.length > slots.length, ...unknown(times, request) };
}

export const DEFAULT_MINUTES = 30;
const MINUTE = 60_000;

function minutesOf({ start, end }: Span): number {
  return Math.floor((end - start) / MINUTE);
}

function occupied(times: BusyTimes, { ignore_tentative, ignore_all_day }: FreeSlotOptions): Span[] {
  return [
    ...times.busy,
    ...(ignore_tentative ? [] : times.tentative),
    ...(ignore_all_day ? [] : times.allDay),
    ...(ignore_tentative || ignore_all_day ? [] : times.allDayTentative),
  ];
}

interface BusySpan extends ServedSpan {
  status: 'busy' | 'tentative';
  all_day: boolean;
}

function* busySpans(times: BusyTimes, timezone: string): Generator<undefined, BusySpan[]> {
  const kinds = [
    { spans: times.allDay, status: 'busy', all_day: true },
    { spans: times.allDayTentative, status: 'tentative', all_day: true },
    { spans: times.busy, status: 'busy', all_day: false },
    { spans: times.tentative, status: 'tentative', all_day: false },
  ] as const;
  const all = kinds.flatMap(({ spans, ...kind }) => spans.map((span) => ({ span, kind })));
  const found: BusySpan[] = [];
  for (const { span, kind } of all.sort((a, b) => a.span.start - b.span.start)) {
    found.push({ ...served(span, timezone), ...kind });
    yield;
  }
  return found;
}

function unknown(times: BusyTimes, { timezone }: BusyRequest) {
  return {
    unknown: times.unknown.map(({ start, end, ...cause }) => ({ ...served({ start, end }, timezone), ...cause })),
  };
}

interface Request extends BusyRequest {
  calendars: string[];
}

function frame({ range, timezone, calendars }: Request) {
  return { from: formatTime(range.from), to: formatTime(range.before), timezone, calendars };
}

async function requestOf(store: Store, user: number, options: FreeBusyOptions, serviceZone: string): Promise<Request> {
  const timezone = options.tz ?? serviceZone;
  const range = rangeOf(options, timezone);
  const { known, tasks } = await readCalendars(store, user, true);
  const names = options.calendars === undefined ? [...known.keys()] : namesIn(options.calendars);
  // A misspelt name must not give an empty and therefore free calendar.
  for (const name of names) if (!known.has(name)) throw unknownCalendar(name, [...known.keys()]);
  const chosen = [...known.values()].map(({ calendar }) => calendar).filter(({ name }) => names.includes(name));
  const busy = chosen.filter(({ counts_as_busy }) => counts_as_busy);
  const counting = new Set(busy.map(({ name }) => indexKey(name)));
  for (const { from, to } of tasks) if (to !== null && counting.has(to)) counting.add(from); // being renamed
  return {
    range,
    timezone,
    counts: (calendar) => counting.has(calendar),
    calendars: (options.calendars === undefined ? busy : chosen).map(({ name }) => name),
  };
}

function unknownCalendar(name: string, names: string[]) {
  const more = names.some((one) => one.includes(',')) ? ' In calendars, a comma within a name is written as \\,.' : '';
  return invalid('calendars', 'unknown', `${noSuchName('calendar', name, names)}${more}`);
}

/** Names separated by commas; a comma within a name is written as \, as in iCalendar. */
function namesIn(text: string): string[] {
  const names = text.split(/(?<!\\),/).map((name) => name.trim().replaceAll('\\,', ','));
  if (names.includes('')) throw invalid('calendars', 'names', 'calendars must be names separated by commas.');
  return names;
}

/** The range of `date`, or of `from` up to `to`, or today: a time as `to` is the end, a day is included. */
function rangeOf({ from, to, ...options }: FreeBusyOptions, timezone: string): ClosedRange {
  const date = options.date ?? (from === undefined && to === undefined ? 'today' : undefined);
  if (date === undefined && (from === undefined || to === undefined))
    throw invalid(from === undefined ? 'from' : 'to', 'required', 'Give both from and to, or date.');
  const range = date === undefined ? rangeOfBounds(from as string, to as string, timezone) : dayRange(date, timezone);
  if (range.from >= range.before)
    throw invalid('from', 'range', `from (${from}) must be before to (${to}); were they exchanged?`);
  const days = (range.before - range.from) / DAY;
  if (days > limits.freeBusyDays + 1)
    throw invalid(
      'to',
      'range',
      `The range is ${Math.ceil(days)} days long; at most ${limits.freeBusyDays} are possible.`,
    );
  return range;
}

function dayRange(date: string, timezone: string): ClosedRange {
  const range = rangeOfDate(date, timezone, Date.now());
  if (range) return range as ClosedRange;
  const message = 'date must be today, tomorrow, this_week, this_month or an existing date such as 2026-02-17.';
  throw invalid('date', 'day', message);
}

function rangeOfBounds(from: string, to: string, timezone: string): ClosedRange {
  for (const [name, text] of Object.entries({ from, to }))
    if (parseTime(text, timezone) === undefined)
      throw invalid(name, 'moment', `${name} is out of range in the time zone ${timezone}.`);
  const { local, ...range } = rangeOfMoments(from, to, timezone) as ClosedRange;
  const more = isDateAlone(to) ? 0 : 1; // a time as `to` is included in lists
  return {
    from: range.from,
    before: range.before - more,
    local: { from: local.from, before: local.before - more },
  };
}

function invalid(field: string, constraint: string, message: string) {
  const fault: Fault = { field, constraint, message };
  return faulty('INVALID_QUERY', [fault]);
}
