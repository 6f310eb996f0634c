// What is left of the day is one sentence, which begins with a capital letter in each case.
import { expect, it } from 'vitest';
import { type Summary, summaryText } from '../../../web/src/today/summary-text.ts';
import { today as german } from '../../../web/src/words/de/today.ts';
import { today as english } from '../../../web/src/words/en/today.ts';

const RUNNING: Summary = { left: 0, isRunning: true, unread: 0, mayHaveMore: false };
const MANY = { unread: 8, mayHaveMore: true };

it.each<[what: string, summary: Summary, english: string, german: string]>([
  [
    'unread mail during the last event',
    { ...RUNNING, ...MANY },
    'At least 8 unread from people you know',
    'Mindestens 8 ungelesen von Bekannten',
  ],
  [
    'unread mail and an event',
    { ...RUNNING, ...MANY, left: 1 },
    '1 event to come · at least 8 unread from people you know',
    'Noch 1 Termin · mindestens 8 ungelesen von Bekannten',
  ],
  ['an empty calendar', { ...RUNNING, isRunning: false }, 'Nothing more in the calendar', 'Keine weiteren Termine'],
  ['nothing', RUNNING, '', ''],
])('%s', (_, summary, inEnglish, inGerman) => {
  expect(summaryText(summary, english)).toBe(inEnglish);
  expect(summaryText(summary, german)).toBe(inGerman);
});
