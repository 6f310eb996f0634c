// Reminders in words: "10 minutes before", "1 day before at 18:00".
import { formatTime } from '../../words/format.ts';
import { numberFormat } from '../../words/intl.ts';
import { locale, words } from '../../words/words.ts';

const UNITS = [
  ['week', 7 * 24 * 60],
  ['day', 24 * 60],
  ['hour', 60],
  ['minute', 1],
] as const;

/** Reminders of all-day events count from midnight, so that they are times of a day before. */
export function reminderText(minutes: number, isAllDay: boolean): string {
  const { calendar } = words();
  if (isAllDay) {
    const days = Math.ceil(minutes / 1440);
    const time = formatTime(new Date(Date.UTC(2026, 0, 1, 0, days * 1440 - minutes)), 'UTC');
    return days === 0 ? calendar.onTheDay(time) : calendar.daysBefore(unitText('day', days), time);
  }
  if (minutes === 0) return calendar.atStart;
  const [unit, size] = UNITS.find(([, length]) => minutes % length === 0) ?? (['minute', 1] as const);
  return calendar.before(unitText(unit, minutes / size));
}

function unitText(unit: string, value: number): string {
  return numberFormat(locale(), { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}
