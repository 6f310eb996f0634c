// When an invitation takes place: as an instant, as text, and as the service stores it.
import { formatDay, formatTime, timeZone } from '../words/format.ts';
import { locale, words } from '../words/words.ts';
import type { Invitation, InvitationTime } from './invitation.ts';

/** The instant; undefined if the time zone is not known to the browser. */
export function instantOf({ written, zone }: InvitationTime): Date | undefined {
  if (written.endsWith('Z')) return new Date(written);
  const local = Date.parse(`${written.length === 10 ? `${written}T00:00:00` : written}Z`);
  try {
    // The offset depends on the instant, which depends on the offset: the second round is right around changes.
    const guess = local - offsetAt(local, zone ?? timeZone());
    return new Date(local - offsetAt(guess, zone ?? timeZone()));
  } catch {
    return undefined;
  }
}

/** How far the clocks of a time zone are ahead of UTC, in milliseconds. */
function offsetAt(instant: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant);
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = (
    ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
  ).map((type) => Number(parts.find((part) => part.type === type)?.value));
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
}

/** Tue, 3 Mar, 10:00 – 11:00 in the time zone of the reader; dates of all-day events are the same everywhere. */
export function describeTimes({ start, end }: Invitation): string {
  const { allDay } = words().conversation;
  if (start.isDate) {
    const first = formatDay(`${start.written}T12:00:00Z`, 'UTC');
    const last = end?.isDate ? new Date(Date.parse(end.written) - 86_400_000) : undefined;
    const isLonger = last !== undefined && last.getTime() > Date.parse(start.written);
    return isLonger ? `${first} – ${formatDay(new Date(last.getTime() + 43_200_000), 'UTC')}` : `${first}, ${allDay}`;
  }
  const begins = instantOf(start);
  if (!begins) return `${start.written.replace('T', ', ').slice(0, -3)} (${start.zone})`;
  const ends = end && instantOf(end);
  const day = formatDay(begins);
  if (!ends) return `${day}, ${formatTime(begins)}`;
  const lastDay = formatDay(ends);
  return lastDay === day
    ? `${day}, ${formatTime(begins)} – ${formatTime(ends)}`
    : `${day}, ${formatTime(begins)} – ${lastDay}, ${formatTime(ends)}`;
}

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/** "Every 2 weeks on Monday, until 3 March 2027"; of a rule that is less usual only that it repeats. */
export function describeRule(rule: Readonly<Record<string, string>>): string {
  const { repeats } = words().conversation;
  const { freq = '', interval = '1', byday, until, count, wkst: _, ...others } = rule;
  const frequency = freq.toLowerCase();
  const names: Readonly<Record<string, (n: number) => string>> = repeats as never;
  const usual = ['daily', 'weekly', 'monthly', 'yearly'].includes(frequency);
  const days = byday?.split(',').map((day) => WEEKDAYS.indexOf(day)) ?? [];
  if (!usual || Object.keys(others).length > 0 || days.includes(-1)) return repeats.other;
  const dayName = (day: number) =>
    new Intl.DateTimeFormat(locale(), { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, 2, 1 + day));
  const on = days.length > 0 ? repeats.on(new Intl.ListFormat(locale()).format(days.map(dayName))) : '';
  const end = /^(\d{4})(\d\d)(\d\d)/u.exec(until ?? '');
  const last = end ? repeats.until(formatDay(`${end[1]}-${end[2]}-${end[3]}T12:00:00Z`, 'UTC')) : '';
  const times = count ? repeats.times(Number(count)) : '';
  return [[names[frequency]?.(Number(interval)), on].filter(Boolean).join(' '), last, times].filter(Boolean).join(', ');
}
