// When an invitation takes place: as an instant, as text, and as the service stores it.
import { formatDay, formatTime, timeZone } from '../../words/format.ts';
import { words } from '../../words/words.ts';
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
