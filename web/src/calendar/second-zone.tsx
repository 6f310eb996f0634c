// The second time zone of the week and the day: its times beside ours, and its name.
import type { Duration } from '@fullcalendar/react';
import { formatTime } from '../words/format.ts';
import { dateFormat } from '../words/intl.ts';
import { locale } from '../words/words.ts';
import { momentOf } from './events/event-times.ts';
import styles from './grid/grid.module.css';

/** The minutes of the day of a slot. */
export function minutesOf(time: Duration | undefined): number {
  return Math.round((time?.milliseconds ?? 0) / 60_000);
}

/** The time in the other zone at this time of the day. */
export function secondZoneTime(minutes: number, date: string, zone: string, other: string): string {
  return formatTime(momentOf(date, minutes, zone), other);
}

export function SecondZoneNames({ zones, date }: { zones: readonly string[]; date: string }) {
  return (
    <span className={styles.zones}>
      {zones.map((zone) => (
        <span key={zone} title={zone}>
          {zoneName(zone, date)}
        </span>
      ))}
    </span>
  );
}

/** CET, GMT-5 */
function zoneName(zone: string, date: string): string {
  const format = dateFormat(locale(), { timeZone: zone, timeZoneName: 'short' });
  const parts = format.formatToParts(new Date(`${date}T12:00:00Z`));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
}
