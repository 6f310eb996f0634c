// When an event takes place: its datetimes, and the dates of an all-day event. The dates decide where an all-day event
// appears; its start_at and end_at are kept as they were given.
import {
  DAY,
  dateOf,
  formatDate,
  formatTime,
  isWritable,
  localTime,
  startOfDay,
  type WrittenTime,
} from '../values/time.ts';
import type { FieldContext } from './fields.ts';

export interface EventTimes {
  start_at: string;
  end_at: string | null;
  all_day: boolean;
  start_date: string | null;
  end_date: string | null;
  timezone: string | null;
}

const HOUR = 3_600_000;

/** What of the times a request has changed, and how it was written. */
interface Changes {
  given: Partial<EventTimes>;
  before: EventTimes | undefined;
  context: FieldContext;
  /** Whether it becomes an all-day event or is one no longer: then whatever is given is new. */
  isSwitched: boolean;
  /** Whether no end is given: what is moved then keeps its length. */
  keepsLength: boolean;
  /** Put before the names of fields in `context.written` and in faults. */
  at: string;
}

/** Completes and checks the times of a new or changed event. `at` is the place of the fields within the request. */
export function settleTimes(
  record: EventTimes,
  given: Partial<EventTimes>,
  context: FieldContext,
  before?: EventTimes,
  at = '',
): void {
  const isSwitched = before !== undefined && before.all_day !== record.all_day;
  const keepsLength = before !== undefined && given.end_at === undefined && given.end_date === undefined;
  const changes = { given, before, context, isSwitched, keepsLength, at };
  if (record.all_day) settleDates(record, changes);
  else settleMoments(record, changes);
}

// What was read can be sent back: the same moment, written in UTC, is not a change. Written otherwise it may be another date.
function isChanged(changes: Changes, field: keyof EventTimes): boolean {
  const { given, before, isSwitched } = changes;
  const value = given[field];
  if (value === undefined) return false;
  if (isSwitched || value !== before?.[field]) return true;
  const written = writtenAt(changes, field);
  return written !== undefined && (written.isDate || written.local !== Date.parse(value as string));
}

function writtenAt({ context, at }: Changes, field: keyof EventTimes): WrittenTime | undefined {
  return context.written?.get(at + field);
}

function fault({ context, at }: Changes, field: string, constraint: string, message: string): void {
  context.fault(at + field, constraint, `${at}${field} ${message}`);
}

function settleMoments(record: EventTimes, changes: Changes): void {
  const { given, before, context } = changes;
  for (const field of ['start_date', 'end_date'] as const)
    if (typeof given[field] === 'string' && given[field] !== before?.[field])
      fault(changes, field, 'allDay', 'belongs to all-day events; send all_day: true with it, or start_at and end_at.');
  const zone = record.timezone ?? context.timezone;
  if (before?.all_day) {
    const moment = (date: string | null) => formatTime(startOfDay(Date.parse(date as string), zone));
    const isMoved = isChanged(changes, 'start_at');
    if (!isMoved) record.start_at = moment(before.start_date);
    if (!isChanged(changes, 'end_at')) record.end_at = isMoved ? hourAfter(record.start_at) : moment(before.end_date);
  } else if (before && changes.keepsLength) keepLength(record, before, changes);
  else if (!before && given.end_at === undefined && record.start_at !== undefined)
    record.end_at = hourAfter(record.start_at);
  record.start_date = null;
  record.end_date = null;
  if (record.start_at === undefined) {
    if (!given.start_date) fault(changes, 'start_at', 'required', 'is required.');
    return;
  }
  if (record.end_at !== null && Date.parse(record.end_at) < Date.parse(record.start_at))
    fault(changes, 'end_at', 'order', `(${record.end_at}) must not be before start_at (${record.start_at}).`);
}

// In elapsed time, also across a change of the clocks.
function keepLength(record: EventTimes, before: EventTimes, changes: Changes): void {
  if (before.end_at === null) return;
  const end = Date.parse(before.end_at) + Date.parse(record.start_at) - Date.parse(before.start_at);
  record.end_at = isWritable(end) ? formatTime(end) : null;
  if (record.end_at === null)
    fault(changes, 'start_at', 'range', `(${record.start_at}) would move the end out of the years 1 to 9999.`);
}

function hourAfter(start: string): string | null {
  const end = Date.parse(start) + HOUR;
  return isWritable(end) ? formatTime(end) : null;
}

function settleDates(record: EventTimes, changes: Changes): void {
  if (!settleStart(record, changes)) return;
  settleEnd(record, changes);
  if (record.end_date === null) return;
  if (record.end_date > (record.start_date as string)) keepOrder(record, record.end_date);
  else if (isChanged(changes, 'end_at'))
    fault(changes, 'end_at', 'order', `(${record.end_at}) must not be before start_at (${record.start_at}).`);
  else {
    const message = `(${record.end_date}) must be after start_date (${record.start_date}): it is the day after the last one.`;
    fault(changes, 'end_date', 'order', message);
  }
}

// The dates decide; but clients that only look at the datetimes must not see an end before the start.
function keepOrder(record: EventTimes, end: string): void {
  const isBefore = (time: string) => Date.parse(time) < Date.parse(record.start_at);
  if (record.end_at === null || !isBefore(record.end_at)) return;
  record.end_at = isBefore(midnight(end)) ? record.start_at : midnight(end);
}

/** Whether the event has a start. */
function settleStart(record: EventTimes, changes: Changes): boolean {
  const { given, before, context } = changes;
  const written = writtenAt(changes, 'start_at');
  if (given.start_date === null && before?.start_date && given.start_at === undefined) {
    fault(changes, 'start_date', 'required', 'of an all-day event must be a date such as 2026-02-17.');
    return false;
  }
  if (typeof given.start_date === 'string' && isChanged(changes, 'start_date')) {
    record.start_date = given.start_date;
    const isMoved = isChanged(changes, 'start_at');
    if (isMoved) checkStarts(record, changes, written);
    if (!isMoved || written?.isDate) record.start_at = midnight(record.start_date);
  } else if (isChanged(changes, 'start_at')) {
    record.start_date = formatDate(dateWritten(record.start_at, written));
    if (written?.isDate) record.start_at = midnight(record.start_date);
  } else if (record.start_date === null && record.start_at !== undefined) {
    record.start_date = formatDate(dateOf(Date.parse(record.start_at), zoneOf(record, context)));
    if (changes.isSwitched) record.start_at = midnight(record.start_date); // the time of day is given up
  }
  if (record.start_at === undefined) fault(changes, 'start_at', 'required', 'is required, or start_date.');
  return record.start_at !== undefined;
}

function settleEnd(record: EventTimes, changes: Changes): void {
  const { context, given } = changes;
  const start = Date.parse(record.start_date as string);
  const written = writtenAt(changes, 'end_at');
  if (changes.keepsLength && (changes.isSwitched || changes.before?.start_date)) keepDays(record, start, changes);
  else if (isChanged(changes, 'end_date') && given.end_date !== null) {
    const isMoved = isChanged(changes, 'end_at') && record.end_at !== null;
    if (isMoved) checkEnds(record, changes, written);
    const isOneDay = given.end_at === null && record.end_date === endDate(start, DAY);
    if (!isOneDay && (!isMoved || written?.isDate)) record.end_at = midnight(record.end_date as string);
  } else if (isChanged(changes, 'end_date') && !isChanged(changes, 'end_at')) record.end_at = null;
  else if (record.end_at !== null && isChanged(changes, 'end_at')) {
    const local = written?.local ?? Date.parse(record.end_at);
    const from = localStart(changes) ?? start;
    const isEarlier =
      !written?.isDate && local < start + DAY && Date.parse(record.end_at) < Date.parse(record.start_at);
    // A date that is that of the start is this one day, whatever the time of the start.
    const length = local - (written?.isDate || local < from ? start : from);
    record.end_date = endDate(start, isEarlier ? Math.min(length, -1) : length);
    if (written?.isDate) record.end_at = midnight(formatDate(local));
  } else if (record.end_at !== null && record.end_date === null)
    record.end_date = endDate(start, localOf(record.end_at, record, context) - start);
  if (record.end_at === null) record.end_date = endDate(start, DAY);
  if (record.end_date === null) {
    const sent = given.start_date && isChanged(changes, 'start_date') ? 'start_date' : 'start_at';
    if (record.end_at === null) fault(changes, sent, 'range', 'of an all-day event must not be after 9999-12-30.');
    else if (changes.keepsLength)
      fault(changes, sent, 'range', `(${record.start_date}) would move the end out of the years 1 to 9999.`);
    else fault(changes, 'end_at', 'range', 'of an all-day event must not be after 9999-12-31.');
  }
}

/** Of a moved event the number of days; of one that had times the days that it was on. */
function keepDays(record: EventTimes, start: number, changes: Changes): void {
  const before = changes.before as EventTimes;
  if (before.start_date !== null && before.end_date !== null) {
    const shift = start - Date.parse(before.start_date);
    record.end_date = dateOrNull(Date.parse(before.end_date) + shift);
    if (before.end_at === null || record.end_date === null) return;
    const end = Date.parse(before.end_at) + shift;
    record.end_at = isWritable(end) ? formatTime(end) : midnight(record.end_date);
    return;
  }
  const first = dateOf(Date.parse(before.start_at), zoneOf(record, changes.context));
  const length = before.end_at === null ? DAY : localOf(before.end_at, record, changes.context) - first;
  record.end_date = endDate(start, length);
  if (before.end_at !== null && record.end_date !== null) record.end_at = midnight(record.end_date);
}

function zoneOf({ timezone }: EventTimes, context: FieldContext): string {
  return timezone ?? context.timezone;
}

function localOf(time: string, record: EventTimes, context: FieldContext): number {
  return localTime(Date.parse(time), zoneOf(record, context)).getTime();
}

/** The time of day that the event was moved to with its date. */
function localStart(changes: Changes): number | undefined {
  const isMoved = isChanged(changes, 'start_at') && !isChanged(changes, 'start_date');
  return isMoved ? writtenAt(changes, 'start_at')?.local : undefined;
}

// An end within a day includes that day, at least the first one: 10 May 00:00 to 11 May 23:59 are two days. An end before
// the start stays before it, to be refused.
function endDate(start: number, length: number): string | null {
  const days = length < 0 ? Math.floor(length / DAY) : Math.max(1, Math.ceil(length / DAY));
  return dateOrNull(start + days * DAY);
}

function dateOrNull(ms: number): string | null {
  return isWritable(ms) ? formatDate(ms) : null;
}

// Where both are given, start_at must be on start_date: as it is written, in the time zone of the event (else of the
// service), or as midnight of that date somewhere. The last is how an all-day event that was given as midnight with an
// offset is returned, so that a copy of it can be sent.
function checkStarts(record: EventTimes, changes: Changes, written: WrittenTime | undefined): void {
  const date = Date.parse(record.start_date as string);
  const known = [dateWritten(record.start_at, written)];
  if (!written?.isDate) known.push(dateOf(Date.parse(record.start_at), zoneOf(record, changes.context)));
  if (known.includes(date) || isMidnight(record.start_at, date, written)) return;
  disagree(changes, 'start', record.start_date as string, formatDate(known[0] as number));
}

// The same for the end. Its date is the day after the last one, also where end_at is a time of day on the last one.
function checkEnds(record: EventTimes, changes: Changes, written: WrittenTime | undefined): void {
  const { end_at, end_date } = record as { end_at: string; end_date: string };
  const start = Date.parse(record.start_date as string);
  const locals = [written?.local ?? Date.parse(end_at)];
  if (!written?.isDate) locals.push(localOf(end_at, record, changes.context));
  const known = locals.map((local) => endDate(start, local - start));
  if (known.includes(end_date) || isMidnight(end_at, Date.parse(end_date), written)) return;
  disagree(changes, 'end', end_date, formatDate(locals[0] as number));
}

const OFFSETS = { least: -12 * HOUR, greatest: 14 * HOUR, step: HOUR / 4 };

/** Whether a time in UTC is midnight of the date in some time zone. */
function isMidnight(time: string, date: number, written: WrittenTime | undefined): boolean {
  const offset = date - Date.parse(time);
  const isUtc = !written?.isDate && (written === undefined || written.local === Date.parse(time));
  return isUtc && offset >= OFFSETS.least && offset <= OFFSETS.greatest && offset % OFFSETS.step === 0;
}

function disagree(changes: Changes, which: 'start' | 'end', date: string, written: string): void {
  const message = `(${date}) and ${which}_at (${written}) are different days; send one of them.`;
  fault(changes, `${which}_date`, 'agreement', message);
}

function dateWritten(time: string, written: WrittenTime | undefined): number {
  return Math.floor((written?.local ?? Date.parse(time)) / DAY) * DAY;
}

function midnight(date: string): string {
  return `${date}T00:00:00Z`;
}
