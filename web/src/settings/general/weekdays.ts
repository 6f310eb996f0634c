// Names of weekdays in the language of the app.
import { DAY } from '../../words/days.ts';
import { dateFormat } from '../../words/intl.ts';
import { locale } from '../../words/words.ts';

/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);

/** `day` from 0 (Monday) to 6. */
export function weekdayName(day: number, style: 'long' | 'short'): string {
  return dateFormat(locale(), { weekday: style, timeZone: 'UTC' }).format(MONDAY + day * DAY);
}
