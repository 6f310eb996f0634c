// Recurrence rules in the language of the app.
import { locale, words } from '../../words/words.ts';
import { type Rule, ruleText, type SeriesStart, weekdayName } from './recurrence.ts';

/** "Every 2 weeks on Tuesday". */
export function describeRule(rule: Rule, start: SeriesStart): string {
  return ruleText(rule, start, { texts: words().calendar.recurrence, locale: locale() });
}

export function nameOfWeekday(day: string, style?: 'long' | 'short'): string {
  return weekdayName(day, locale(), style);
}
