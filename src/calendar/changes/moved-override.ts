// The times of its own that a changed occurrence has after its series was moved. They move as far as the occurrence. Where
// the series becomes all-day, or is all-day no longer, they become the days that the occurrence was on, or their midnights.
import type { CalendarEvent } from '../../resources/event.ts';
import { type Overrides, originalTimes } from '../../resources/overrides.ts';
import { formatDate, formatTime, isWritable } from '../../values/time.ts';
import { DAY } from '../calendar-days.ts';
import type { SeriesStart } from '../rule-starts.ts';

type Override = Overrides[string];

interface OverrideMove {
  from: SeriesStart;
  to: SeriesStart;
  /** The moved series. */
  after: CalendarEvent;
  /** The local time of the occurrence by the rule, before and after. */
  local: number;
  target: number;
}

/** Without times that are those of the series then; it may be empty. */
export function movedOverride(override: Override, move: OverrideMove): Override {
  const { start_at: _start, end_at: _end, start_date: _first, end_date: _last, ...rest } = override;
  if (move.from.allDay === move.to.allDay) return { ...rest, ...movedTimes(override, move) };
  return { ...rest, ...(move.to.allDay ? datesOf(override, move) : momentsOf(override, move)) };
}

function movedTimes({ start_at, end_at, start_date, end_date }: Override, move: OverrideMove): Override {
  const { from, to } = move;
  const shift = move.target - move.local;
  const time = (text: string) => {
    const before = Date.parse(text);
    // The datetimes of all-day events can have any time of day.
    const moment = to.allDay ? before + shift : to.zone.momentOf(from.zone.local(before) + shift);
    return isWritable(moment) ? formatTime(moment) : text;
  };
  const date = (text: string) => (isWritable(Date.parse(text) + shift) ? formatDate(Date.parse(text) + shift) : text);
  return {
    ...(start_at !== undefined && { start_at: time(start_at) }),
    ...(end_at !== undefined && { end_at: end_at === null ? null : time(end_at) }),
    ...(start_date && { start_date: date(start_date) }),
    ...(end_date && { end_date: date(end_date) }),
  };
}

const dayOf = (local: number) => Math.floor(local / DAY) * DAY;

/** The dates of an occurrence that had times of its own, in the zone of its series. */
function datesOf({ start_at, end_at }: Override, { from, after, local, target }: OverrideMove): Override {
  const before = dayOf(start_at === undefined ? local : from.zone.local(Date.parse(start_at)));
  const first = before + target - dayOf(local);
  const times = originalTimes(after, formatDate(first));
  const dates: Override = {};
  if (first !== target) Object.assign(dates, { start_at: times.start_at, start_date: times.start_date });
  if (end_at === undefined) return dates;
  // The day of an end within it is included.
  const length = end_at === null ? DAY : from.zone.local(Date.parse(end_at)) - before;
  const end_date = formatDate(first + Math.max(1, Math.ceil(length / DAY)) * DAY);
  if (end_date === times.end_date) return dates;
  return { ...dates, end_at: end_at === null ? null : `${end_date}T00:00:00Z`, end_date };
}

/** The times of an occurrence that had dates of its own. Its days are given up where the series is given times of day. */
function momentsOf({ start_date, end_date }: Override, { to, after, local, target }: OverrideMove): Override {
  const moment = (date: number) => to.zone.momentOf(date + target - local);
  const first = start_date ? Date.parse(start_date) : local;
  const start = moment(first);
  const times: Override = first === local || !isWritable(start) ? {} : { start_at: formatTime(start) };
  if (!end_date || !isOnWholeDays(after, to)) return times;
  const end = moment(Date.parse(end_date));
  const length = Date.parse(after.end_at as string) - Date.parse(after.start_at);
  return end === start + length || !isWritable(end) ? times : { ...times, end_at: formatTime(end) };
}

function isOnWholeDays({ start_at, end_at }: CalendarEvent, { zone }: SeriesStart): boolean {
  const isMidnight = (moment: number) => zone.momentOf(dayOf(zone.local(moment))) === moment;
  return end_at !== null && end_at > start_at && isMidnight(Date.parse(start_at)) && isMidnight(Date.parse(end_at));
}
