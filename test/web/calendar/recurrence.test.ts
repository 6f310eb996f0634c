// Recurrence rules in words, in English and German, and the usual choices for a date.
import { expect, it } from 'vitest';
import {
  followDate,
  isEditable,
  presetOf,
  presetRule,
  type Rule,
  ruleText,
} from '../../../web/src/calendar/events/recurrence.ts';
import { calendar as english } from '../../../web/src/words/en/calendar.ts';

const TUESDAY = '2026-03-10';
const START = { date: TUESDAY, zone: 'Europe/Berlin' };

const ENGLISH = { texts: english.recurrence, locale: 'en-GB' };
/** Its type is that of the whole app, which needs a browser; the check of the web app compares it. */
const GERMAN_FILE: string = new URL('../../../web/src/words/de/calendar.ts', import.meta.url).href;
const { calendar: german } = (await import(GERMAN_FILE)) as { calendar: typeof english };
const GERMAN = { texts: german.recurrence, locale: 'de-DE' };

const RULES: [rule: Rule, inEnglish: string, inGerman: string][] = [
  [{ freq: 'daily' }, 'Every day', 'Jeden Tag'],
  [{ freq: 'daily', interval: 3 }, 'Every 3 days', 'Alle 3 Tage'],
  [{ freq: 'weekly' }, 'Every week on Tuesday', 'Jede Woche am Dienstag'],
  [
    { freq: 'weekly', interval: 2, byday: ['TH', 'TU'] },
    'Every 2 weeks on Tuesday and Thursday',
    'Alle 2 Wochen am Dienstag und Donnerstag',
  ],
  [
    { freq: 'weekly', byday: ['MO', 'TU', 'WE', 'TH', 'FR'] },
    'Every week from Monday to Friday',
    'Jede Woche von Montag bis Freitag',
  ],
  [{ freq: 'monthly', bymonthday: [14] }, 'Every month on day 14', 'Jeden Monat am 14.'],
  [{ freq: 'monthly', bymonthday: [-1] }, 'Every month on the last day', 'Jeden Monat am letzten Tag'],
  [{ freq: 'monthly', byday: ['2TU'] }, 'Every month on the second Tuesday', 'Jeden Monat am zweiten Dienstag'],
  [{ freq: 'monthly', byday: ['-1FR'] }, 'Every month on the last Friday', 'Jeden Monat am letzten Freitag'],
  [{ freq: 'yearly' }, 'Every year on 10 March', 'Jedes Jahr am 10. März'],
  [{ freq: 'daily', count: 10 }, 'Every day, 10 times', 'Jeden Tag, 10-mal'],
  [
    { freq: 'weekly', until: '2027-03-03' },
    'Every week on Tuesday, until 3 March 2027',
    'Jede Woche am Dienstag, bis 3. März 2027',
  ],
  [{ freq: 'yearly', byweekno: [20] }, 'Repeats by a rule of its own', 'Wiederholt sich nach einer eigenen Regel'],
  [{ rdates: ['2026-04-01'] }, 'Repeats by a rule of its own', 'Wiederholt sich nach einer eigenen Regel'],
];

it.each(RULES)('%j is described in English and German', (rule, inEnglish, inGerman) => {
  expect(ruleText(rule, START, ENGLISH)).toBe(inEnglish);
  expect(ruleText(rule, START, GERMAN)).toBe(inGerman);
});

it('the last day is that of the time zone of the series', () => {
  const rule: Rule = { freq: 'daily', until: '2027-03-03T23:30:00Z' };
  expect(ruleText(rule, START, ENGLISH)).toBe('Every day, until 4 March 2027');
  expect(ruleText(rule, { ...START, zone: 'America/New_York' }, ENGLISH)).toBe('Every day, until 3 March 2027');
  expect(ruleText({ ...rule, until: '2027-03-03T23:30:00' }, START, ENGLISH)).toBe('Every day, until 3 March 2027');
});

it.each<Rule>([
  { freq: 'daily', byday: ['MO', 'WE'] },
  { freq: 'daily', bymonthday: [1] },
  { freq: 'daily', bymonth: [1] },
  { freq: 'weekly', byday: ['XX'] },
  { freq: 'weekly', interval: Number.NaN },
  { freq: 'daily', until: 'some day' },
])('%j is not described as something else', (rule) => {
  expect(ruleText(rule, START, ENGLISH)).toBe('Repeats by a rule of its own');
});

it('the usual choices for a date are recognised, whatever their end and their removed days', () => {
  for (const preset of ['daily', 'weekdays', 'weekly', 'monthlyByDate', 'monthlyByWeekday', 'yearly'] as const)
    expect(presetOf({ ...presetRule(preset, TUESDAY), count: 5, exdates: ['2026-03-17'] }, TUESDAY)).toBe(preset);
  expect(presetOf(null, TUESDAY)).toBe('never');
  expect(presetOf({ freq: 'weekly', byday: ['MO'] }, TUESDAY)).toBeUndefined();
  expect(presetRule('monthlyByWeekday', '2026-03-31')).toEqual({ freq: 'monthly', byday: ['-1TU'] });
});

it('a usual choice follows the first day, a rule of its own does not', () => {
  expect(followDate({ freq: 'weekly', byday: ['TU'], count: 4 }, TUESDAY, '2026-03-11')).toEqual({
    freq: 'weekly',
    byday: ['WE'],
    count: 4,
  });
  const own: Rule = { freq: 'weekly', byday: ['MO', 'FR'] };
  expect(followDate(own, TUESDAY, '2026-03-11')).toBe(own);
});

it('rules with keys that the form does not have are not edited part by part', () => {
  expect(isEditable({ freq: 'monthly', byday: ['2TU'], exdates: ['2026-03-10'] })).toBe(true);
  expect(isEditable({ freq: 'monthly', byday: ['MO', 'TU'], bysetpos: [1] })).toBe(false);
  expect(isEditable({ freq: 'hourly' })).toBe(false);
});
