// Recurrence rules in the language of the app.
import { locale, words } from '../words/words.ts';
import { type Rule, ruleText, weekdayName } from './recurrence.ts';

/** "Every 2 weeks on Tuesday". `date` is the first day of the series. */
export function describeRule(rule: Rule, date: string): string {
  return ruleText(rule, date, { texts: words().calendar.recurrence, locale: locale() });
}

export function nameOfWeekday(day: string, style?: 'long' | 'short'): string {
  return weekdayName(day, locale(), style);
}
