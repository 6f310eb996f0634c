// When an invitation takes place: as an instant, as text, and as the service stores it.
import { localTime, instantOf as zonedInstant } from '../../mail/times/zoned-time.ts';
import { DAY } from '../../words/days.ts';
import { formatDay, formatTime, timeZone } from '../../words/format.ts';
import { words } from '../../words/words.ts';
import type { Invitation, InvitationTime } from './invitation.ts';

/** The instant; undefined if the time zone is not known to the browser. */
export function instantOf({ written, zone }: InvitationTime): Date | undefined {
  if (written.endsWith('Z')) return new Date(written);
  const local = new Date(`${written.length === 10 ? `${written}T00:00:00` : written}Z`);
  try {
    const start = zonedInstant(localTime(local, 'UTC'), zone ?? timeZone());
    return new Date(start.getTime() + local.getUTCSeconds() * 1000);
  } catch {
    return undefined;
  }
}

/** Tue, 3 Mar, 10:00 – 11:00 in the time zone of the reader; dates of all-day events are the same everywhere. */
export function describeTimes({ start, end }: Invitation): string {
  const { allDay } = words().conversation;
  if (start.isDate) {
    const first = formatDay(`${start.written}T12:00:00Z`, 'UTC');
    const last = end?.isDate ? new Date(Date.parse(end.written) - DAY) : undefined;
    const isLonger = last !== undefined && last.getTime() > Date.parse(start.written);
    return isLonger ? `${first} – ${formatDay(new Date(last.getTime() + DAY / 2), 'UTC')}` : `${first}, ${allDay}`;
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
