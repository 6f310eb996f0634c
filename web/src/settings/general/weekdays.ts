// Names of weekdays in the language of the app.
import { DAY } from '../../words/days.ts';
import { locale } from '../../words/words.ts';

/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);

/** `day` from 0 (Monday) to 6. */
export function weekdayName(day: number, style: 'long' | 'short'): string {
  return new Intl.DateTimeFormat(locale(), { weekday: style, timeZone: 'UTC' }).format(MONDAY + day * DAY);
}
