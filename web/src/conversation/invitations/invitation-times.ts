// When an invitation takes place: as an instant, as text, and as the service stores it.
import { addDays } from '../../words/days.ts';
import { formatDay, formatTime, timeZone } from '../../words/format.ts';
import { words } from '../../words/words.ts';
import { instantOf as instantIn } from '../../words/zoned-time.ts';
import type { Invitation, InvitationTime } from './invitation.ts';

/** The instant; undefined if the time zone is not known to the browser. */
export function instantOf({ written, zone }: InvitationTime): Date | undefined {
  if (written.endsWith('Z')) return new Date(written);
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = written.split(/\D/).map(Number);
  try {
    const found = instantIn({ year, month, day, hour, minute }, zone ?? timeZone());
    return new Date(found.getTime() + second * 1000);
  } catch {
    return undefined;
  }
}

/** Tue, 3 Mar, 10:00 – 11:00 in the time zone of the reader; dates of all-day events are the same everywhere. */
export function describeTimes({ start, end }: Invitation): string {
  const { allDay } = words().conversation;
  if (start.isDate) {
    const first = formatDay(`${start.written}T12:00:00Z`, 'UTC');
    const last = end?.isDate ? addDays(end.written, -1) : start.written;
    return last > start.written ? `${first} – ${formatDay(`${last}T12:00:00Z`, 'UTC')}` : `${first}, ${allDay}`;
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
