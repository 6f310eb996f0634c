// Occurrences of recurring events against answers computed by hand: the examples of RFC 5545 section 3.8.5.3, rules of
// our own, what daylight saving does to a series, and the budgets.
import { describe, expect, it, vi } from 'vitest';
import { Budget, finish } from '../../src/calendar/budget.ts';
import { AppError, type Fault } from '../../src/errors.ts';
import { limits } from '../../src/limits.ts';
import type { CalendarEvent } from '../../src/resources/event.ts';
import type { Recurrence } from '../../src/resources/recurrence.ts';
import { occurrencesOf, seriesOf } from '../support/occurrences.ts';

const NEW_YORK = 'America/New_York';
const BERLIN = 'Europe/Berlin';

/** Starts are local times; `gives` is read by `expand` below; the asking ends before `before`. */
type Row = [name: string, start: string, rule: string, gives: string, before?: string];

// biome-ignore format: a table
const RFC: Row[] = [
  ['daily for 10 occurrences', '1997-09-02T09:00', 'FREQ=DAILY;COUNT=10', '1997-09: 2-11'],
  ['daily until 24 December 1997', '1997-09-02T09:00', 'FREQ=DAILY;UNTIL=1997-12-24T00:00:00Z', '1997-09: 2-30; 1997-10: 1-31; 1997-11: 1-30; 1997-12: 1-23'],
  ['every other day for ever', '1997-09-02T09:00', 'FREQ=DAILY;INTERVAL=2', '1997-09: 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30; 1997-10: 2 4 6', '1997-10-08'],
  ['every 10 days, 5 occurrences', '1997-09-02T09:00', 'FREQ=DAILY;INTERVAL=10;COUNT=5', '1997-09: 2 12 22; 1997-10: 2 12'],
  ['every day in January for 3 years, as a yearly rule', '1998-01-01T09:00', 'FREQ=YEARLY;UNTIL=2000-01-31T14:00:00Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA', '1998-01: 1-31; 1999-01: 1-31; 2000-01: 1-31'],
  ['every day in January for 3 years, as a daily rule', '1998-01-01T09:00', 'FREQ=DAILY;UNTIL=2000-01-31T14:00:00Z;BYMONTH=1', '1998-01: 1-31; 1999-01: 1-31; 2000-01: 1-31'],
  ['weekly for 10 occurrences', '1997-09-02T09:00', 'FREQ=WEEKLY;COUNT=10', '1997-09: 2 9 16 23 30; 1997-10: 7 14 21 28; 1997-11: 4'],
  ['weekly until 24 December 1997', '1997-09-02T09:00', 'FREQ=WEEKLY;UNTIL=1997-12-24T00:00:00Z', '1997-09: 2 9 16 23 30; 1997-10: 7 14 21 28; 1997-11: 4 11 18 25; 1997-12: 2 9 16 23'],
  ['every other week for ever', '1997-09-02T09:00', 'FREQ=WEEKLY;INTERVAL=2;WKST=SU', '1997-09: 2 16 30; 1997-10: 14 28; 1997-11: 11 25; 1997-12: 9 23; 1998-01: 6 20; 1998-02: 3 17', '1998-03-01'],
  ['Tuesday and Thursday for five weeks, by UNTIL', '1997-09-02T09:00', 'FREQ=WEEKLY;UNTIL=1997-10-07T00:00:00Z;WKST=SU;BYDAY=TU,TH', '1997-09: 2 4 9 11 16 18 23 25 30; 1997-10: 2'],
  ['Tuesday and Thursday for five weeks, by COUNT', '1997-09-02T09:00', 'FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH', '1997-09: 2 4 9 11 16 18 23 25 30; 1997-10: 2'],
  ['every other week on Monday, Wednesday and Friday', '1997-09-01T09:00', 'FREQ=WEEKLY;INTERVAL=2;UNTIL=1997-12-24T00:00:00Z;WKST=SU;BYDAY=MO,WE,FR', '1997-09: 1 3 5 15 17 19 29; 1997-10: 1 3 13 15 17 27 29 31; 1997-11: 10 12 14 24 26 28; 1997-12: 8 10 12 22'],
  ['every other week on Tuesday and Thursday, 8 occurrences', '1997-09-02T09:00', 'FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH', '1997-09: 2 4 16 18 30; 1997-10: 2 14 16'],
  ['monthly on the first Friday, 10 occurrences', '1997-09-05T09:00', 'FREQ=MONTHLY;COUNT=10;BYDAY=1FR', '1997-09: 5; 1997-10: 3; 1997-11: 7; 1997-12: 5; 1998-01: 2; 1998-02: 6; 1998-03: 6; 1998-04: 3; 1998-05: 1; 1998-06: 5'],
  ['monthly on the first Friday until 24 December 1997', '1997-09-05T09:00', 'FREQ=MONTHLY;UNTIL=1997-12-24T00:00:00Z;BYDAY=1FR', '1997-09: 5; 1997-10: 3; 1997-11: 7; 1997-12: 5'],
  ['every other month on the first and last Sunday', '1997-09-07T09:00', 'FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU', '1997-09: 7 28; 1997-11: 2 30; 1998-01: 4 25; 1998-03: 1 29; 1998-05: 3 31'],
  ['monthly on the second-to-last Monday', '1997-09-22T09:00', 'FREQ=MONTHLY;COUNT=6;BYDAY=-2MO', '1997-09: 22; 1997-10: 20; 1997-11: 17; 1997-12: 22; 1998-01: 19; 1998-02: 16'],
  ['monthly on the third-to-last day', '1997-09-28T09:00', 'FREQ=MONTHLY;BYMONTHDAY=-3', '1997-09: 28; 1997-10: 29; 1997-11: 28; 1997-12: 29; 1998-01: 29; 1998-02: 26', '1998-03-01'],
  ['monthly on the 2nd and 15th', '1997-09-02T09:00', 'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15', '1997-09: 2 15; 1997-10: 2 15; 1997-11: 2 15; 1997-12: 2 15; 1998-01: 2 15'],
  ['monthly on the first and last day', '1997-09-30T09:00', 'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1', '1997-09: 30; 1997-10: 1 31; 1997-11: 1 30; 1997-12: 1 31; 1998-01: 1 31; 1998-02: 1'],
  ['every 18 months on the 10th to 15th', '1997-09-10T09:00', 'FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15', '1997-09: 10-15; 1999-03: 10-13'],
  ['every Tuesday of every other month', '1997-09-02T09:00', 'FREQ=MONTHLY;INTERVAL=2;BYDAY=TU', '1997-09: 2 9 16 23 30; 1997-11: 4 11 18 25; 1998-01: 6 13 20 27; 1998-03: 3 10 17 24 31', '1998-04-01'],
  ['yearly in June and July', '1997-06-10T09:00', 'FREQ=YEARLY;COUNT=10;BYMONTH=6,7', '1997-06: 10; 1997-07: 10; 1998-06: 10; 1998-07: 10; 1999-06: 10; 1999-07: 10; 2000-06: 10; 2000-07: 10; 2001-06: 10; 2001-07: 10'],
  ['every other year in January, February and March', '1997-03-10T09:00', 'FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3', '1997-03: 10; 1999-01: 10; 1999-02: 10; 1999-03: 10; 2001-01: 10; 2001-02: 10; 2001-03: 10; 2003-01: 10; 2003-02: 10; 2003-03: 10'],
  ['every third year on the 1st, 100th and 200th day', '1997-01-01T09:00', 'FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200', '1997-01: 1; 1997-04: 10; 1997-07: 19; 2000-01: 1; 2000-04: 9; 2000-07: 18; 2003-01: 1; 2003-04: 10; 2003-07: 19; 2006-01: 1'],
  ['every 20th Monday of the year', '1997-05-19T09:00', 'FREQ=YEARLY;BYDAY=20MO', '1997-05: 19; 1998-05: 18; 1999-05: 17', '2000-01-01'],
  ['Monday of week 20', '1997-05-12T09:00', 'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', '1997-05: 12; 1998-05: 11; 1999-05: 17', '2000-01-01'],
  ['every Thursday in March', '1997-03-13T09:00', 'FREQ=YEARLY;BYMONTH=3;BYDAY=TH', '1997-03: 13 20 27; 1998-03: 5 12 19 26; 1999-03: 4 11 18 25', '2000-01-01'],
  ['every Thursday in June, July and August', '1997-06-05T09:00', 'FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8', '1997-06: 5 12 19 26; 1997-07: 3 10 17 24 31; 1997-08: 7 14 21 28; 1998-06: 4 11 18 25', '1998-07-01'],
  ['every Friday the 13th', '1997-09-02T09:00', 'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;EXDATES=1997-09-02T09:00:00', '1998-02: 13; 1998-03: 13; 1998-11: 13; 1999-08: 13; 2000-10: 13', '2001-01-01'],
  ['the first Saturday after the first Sunday', '1997-09-13T09:00', 'FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13', '1997-09: 13; 1997-10: 11; 1997-11: 8; 1997-12: 13; 1998-01: 10; 1998-02: 7; 1998-03: 7; 1998-04: 11; 1998-05: 9; 1998-06: 13', '1998-07-01'],
  ['election day, every 4 years', '1996-11-05T09:00', 'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8', '1996-11: 5; 2000-11: 7; 2004-11: 2', '2005-01-01'],
  ['the third Tuesday, Wednesday or Thursday of a month', '1997-09-04T09:00', 'FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3', '1997-09: 4; 1997-10: 7; 1997-11: 6'],
  ['the second-to-last weekday of the month', '1997-09-29T09:00', 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2', '1997-09: 29; 1997-10: 30; 1997-11: 27; 1997-12: 30; 1998-01: 29; 1998-02: 26; 1998-03: 30', '1998-04-01'],
  ['every 3 hours from 9 to 17 o’clock on one day', '1997-09-02T09:00', 'FREQ=HOURLY;INTERVAL=3;UNTIL=1997-09-02T21:00:00Z', '1997-09-02 at 09:00 12:00 15:00'],
  ['every 15 minutes, 6 occurrences', '1997-09-02T09:00', 'FREQ=MINUTELY;INTERVAL=15;COUNT=6', '1997-09-02 at 09:00 09:15 09:30 09:45 10:00 10:15'],
  ['every hour and a half, 4 occurrences', '1997-09-02T09:00', 'FREQ=MINUTELY;INTERVAL=90;COUNT=4', '1997-09-02 at 09:00 10:30 12:00 13:30'],
  ['every 20 minutes from 15:00 to 16:40, as a daily rule', '1997-09-02T15:00', 'FREQ=DAILY;BYHOUR=15,16;BYMINUTE=0,20,40', '1997-09-02 at 15:00 15:20 15:40 16:00 16:20 16:40; 1997-09-03 at 15:00 15:20 15:40 16:00 16:20 16:40', '1997-09-04'],
  ['every 20 minutes from 15:00 to 16:40, as a minutely rule', '1997-09-02T15:00', 'FREQ=MINUTELY;INTERVAL=20;BYHOUR=15,16', '1997-09-02 at 15:00 15:20 15:40 16:00 16:20 16:40; 1997-09-03 at 15:00 15:20 15:40 16:00 16:20 16:40', '1997-09-04'],
  ['the week that starts on Monday', '1997-08-05T09:00', 'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO', '1997-08: 5 10 19 24'],
  ['the week that starts on Sunday', '1997-08-05T09:00', 'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU', '1997-08: 5 17 19 31'],
  ['a day that a month does not have is passed over', '2007-01-15T09:00', 'FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5', '2007-01: 15 30; 2007-02: 15; 2007-03: 15 30'],
];

// biome-ignore format: a table
const OURS: Row[] = [
  ['yearly from 29 February comes in leap years only', '2024-02-29T08:00', 'FREQ=YEARLY;COUNT=4', '2024-02: 29; 2028-02: 29; 2032-02: 29; 2036-02: 29'],
  ['29 February passes over 2100, which is no leap year', '2092-02-29T08:00', 'FREQ=YEARLY;COUNT=3', '2092-02: 29; 2096-02: 29; 2104-02: 29', '2200-01-01'],
  ['monthly from the 31st passes over shorter months', '2026-01-31T08:00', 'FREQ=MONTHLY;COUNT=5', '2026-01: 31; 2026-03: 31; 2026-05: 31; 2026-07: 31; 2026-08: 31'],
  ['the last day of the month', '2027-12-31T08:00', 'FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=4', '2027-12: 31; 2028-01: 31; 2028-02: 29; 2028-03: 31'],
  ['the 31st day from the end is the first of long months', '2026-01-01T08:00', 'FREQ=MONTHLY;BYMONTHDAY=-31;COUNT=4', '2026-01: 1; 2026-03: 1; 2026-05: 1; 2026-07: 1'],
  ['the last day of the year', '2026-12-31T08:00', 'FREQ=YEARLY;BYYEARDAY=-1;COUNT=3', '2026-12: 31; 2027-12: 31; 2028-12: 31'],
  ['the 366th day exists in leap years only', '2024-12-31T08:00', 'FREQ=YEARLY;BYYEARDAY=366;COUNT=2', '2024-12: 31; 2028-12: 31'],
  ['the Monday of week 1 may fall into the old year', '2024-01-01T08:00', 'FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO;COUNT=4', '2024-01: 1; 2024-12: 30; 2025-12: 29; 2027-01: 4'],
  ['week 53 exists in long years only', '2020-12-28T08:00', 'FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO;COUNT=3', '2020-12: 28; 2026-12: 28; 2032-12: 27'],
  ['the last Friday of October', '2026-10-30T08:00', 'FREQ=YEARLY;BYMONTH=10;BYDAY=-1FR;COUNT=3', '2026-10: 30; 2027-10: 29; 2028-10: 27'],
  ['the last weekday of every quarter', '2026-03-31T17:00', 'FREQ=MONTHLY;BYMONTH=3,6,9,12;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=5', '2026-03: 31; 2026-06: 30; 2026-09: 30; 2026-12: 31; 2027-03: 31'],
  ['BYYEARDAY limits BYMONTHDAY', '2026-01-01T08:00', 'FREQ=YEARLY;BYMONTHDAY=1;BYYEARDAY=1,2,32,60,61;COUNT=5', '2026-01: 1; 2026-02: 1; 2026-03: 1; 2027-01: 1; 2027-02: 1'],
  ['BYDAY limits BYYEARDAY', '2026-01-01T08:00', 'FREQ=YEARLY;BYDAY=MO;BYYEARDAY=1,2,3,4,5,6,7;COUNT=3', '2026-01: 5; 2027-01: 4; 2028-01: 3'],
  ['BYMONTHDAY limits the days of BYWEEKNO', '2026-01-01T08:00', 'FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO,TU,WE;BYMONTHDAY=30,31;COUNT=3', '2029-12: 31; 2030-12: 30 31'],
  ['every Sunday and the twentieth Monday, in one yearly rule', '2026-05-10T08:00', 'FREQ=YEARLY;BYDAY=SU,20MO;COUNT=4', '2026-05: 10 17 18 24'],
  ['a numbered weekday counts in the year where no month is named', '2026-01-01T08:00', 'FREQ=YEARLY;BYMONTHDAY=2;BYDAY=9MO;COUNT=1', '2026-03: 2'],
  ['week 1 without a weekday is the weekday of the start', '2026-01-01T08:00', 'FREQ=YEARLY;BYWEEKNO=1;COUNT=3', '2026-01: 1; 2027-01: 7; 2028-01: 6'],
  ['INTERVAL counts from the calendar year of the start, which may lie in a week of the next', '2024-12-30T08:00', 'FREQ=YEARLY;INTERVAL=2;BYWEEKNO=1;BYDAY=MO;COUNT=3', '2025-12: 29; 2028-01: 3; 2029-12: 31'],
  ['INTERVAL counts from the calendar year of the start, which may lie in a week of the last', '2027-01-01T08:00', 'FREQ=YEARLY;INTERVAL=3;BYWEEKNO=20;BYDAY=FR;COUNT=2', '2027-05: 21; 2030-05: 17'],
  ['a start in the last week of the year before is of that week', '2027-01-01T08:00', 'FREQ=YEARLY;BYWEEKNO=53;BYDAY=FR;COUNT=2', '2027-01: 1; 2032-12: 31'],
  ['weekdays only, over a weekend', '2026-02-19T08:00', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;COUNT=4', '2026-02: 19 20 23 24'],
  ['a fifth Monday exists in some months only', '2026-03-30T08:00', 'FREQ=MONTHLY;BYDAY=5MO;COUNT=3', '2026-03: 30; 2026-06: 29; 2026-08: 31'],
  ['twice a day', '2026-02-17T08:30', 'FREQ=DAILY;BYHOUR=8,20;BYMINUTE=30;COUNT=3', '2026-02-17 at 08:30 20:30; 2026-02-18 at 08:30'],
  ['COUNT counts what an exdate takes out', '2026-02-17T08:00', 'FREQ=DAILY;COUNT=4;EXDATES=2026-02-18T08:00:00', '2026-02: 17 19 20'],
  ['an exdate without a time takes out all of its day', '2026-02-17T08:00', 'FREQ=DAILY;BYHOUR=8,20;COUNT=6;EXDATES=2026-02-18', '2026-02-17 at 08:00 20:00; 2026-02-19 at 08:00 20:00'],
  ['an exdate with an offset means the same moment', '2026-02-17T08:00', 'FREQ=DAILY;COUNT=2;EXDATES=2026-02-18T13:00:00Z', '2026-02: 17'],
  ['an exdate at another time takes nothing out', '2026-02-17T08:00', 'FREQ=DAILY;COUNT=2;EXDATES=2026-02-18T08:01:00', '2026-02: 17 18'],
  ['an rdate takes the time of the series where it has none, and none is told twice', '2026-02-17T08:00', 'FREQ=WEEKLY;COUNT=2;RDATES=2026-02-19,2026-02-24,2026-02-20T18:00:00', '2026-02: 17 19; 2026-02-20 at 18:00; 2026-02: 24'],
  ['an exdate wins over an rdate', '2026-02-17T08:00', 'FREQ=WEEKLY;COUNT=1;RDATES=2026-02-19;EXDATES=2026-02-19', '2026-02: 17'],
  ['UNTIL as a date alone includes that day', '2026-02-17T23:30', 'FREQ=DAILY;UNTIL=2026-02-19', '2026-02: 17 18 19'],
  ['UNTIL as a moment includes that moment', '2026-02-17T08:00', 'FREQ=DAILY;UNTIL=2026-02-19T08:00:00', '2026-02: 17 18 19'],
  ['UNTIL before the start gives nothing', '2026-02-17T08:00', 'FREQ=DAILY;UNTIL=2026-02-16', ''],
  ['a range before the series is empty', '2026-02-17T08:00', 'FREQ=DAILY', '', '2026-02-17'],
];

describe('the examples of RFC 5545', () => {
  it.each(RFC)('%s', (_name, start, rule, gives, before) => {
    expect(found(start, rule, NEW_YORK, '1990-01-01', before ?? '2100-01-01')).toEqual(expand(gives, start));
  });
});

describe('rules of our own', () => {
  it.each(OURS)('%s', (_name, start, rule, gives, before) => {
    expect(found(start, rule, NEW_YORK, '1990-01-01', before ?? '2100-01-01')).toEqual(expand(gives, start));
  });

  it.each([...RFC, ...OURS])(
    'asked for a part of it, the series gives that part: %s',
    (_name, start, rule, gives, before) => {
      const all = expand(gives, start);
      const from = all[Math.floor(all.length / 2)] ?? '2000-01-01';
      expect(found(start, rule, NEW_YORK, from, before ?? '2100-01-01')).toEqual(all.filter((one) => one >= from));
      expect(found(start, rule, NEW_YORK, '1990-01-01', from)).toEqual(all.filter((one) => one < from));
    },
  );
});

describe('daylight saving', () => {
  const utc = (start: string, rule: string, zone: string) =>
    starts(start, rule, zone, '2026-01-01', '2027-01-01').map((at) => new Date(at).toISOString().slice(5, 16));

  // biome-ignore format: a table
  it.each([
    ['a weekly 09:00 in Berlin stays 09:00 when summer begins', '2026-03-25T09:00', 'FREQ=WEEKLY;COUNT=2', BERLIN, ['03-25T08:00', '04-01T07:00']],
    ['a weekly 09:00 in Berlin stays 09:00 when summer ends', '2026-10-21T09:00', 'FREQ=WEEKLY;COUNT=2', BERLIN, ['10-21T07:00', '10-28T08:00']],
    ['a time in the gap is read with the offset before it (RFC 5545 section 3.3.5), and counted', '2026-03-07T02:30', 'FREQ=DAILY;COUNT=3', NEW_YORK, ['03-07T07:30', '03-08T07:30', '03-09T06:30']],
    ['the same for a series without COUNT', '2026-03-07T02:30', 'FREQ=DAILY;UNTIL=2026-03-09', NEW_YORK, ['03-07T07:30', '03-08T07:30', '03-09T06:30']],
    ['UNTIL as a local time in the gap includes it', '2026-03-07T02:30', 'FREQ=DAILY;UNTIL=2026-03-08T02:30:00', NEW_YORK, ['03-07T07:30', '03-08T07:30']],
    ['the same for a weekly series', '2026-03-01T02:30', 'FREQ=WEEKLY;COUNT=3', NEW_YORK, ['03-01T07:30', '03-08T07:30', '03-15T06:30']],
    ['the same for a monthly series', '2026-01-29T02:30', 'FREQ=MONTHLY;COUNT=3', BERLIN, ['01-29T01:30', '03-29T01:30', '04-29T00:30']],
    ['every hour is one occurrence, and none comes twice', '2026-03-29T00:30', 'FREQ=HOURLY;COUNT=4', BERLIN, ['03-28T23:30', '03-29T00:30', '03-29T01:30', '03-29T02:30']],
    ['every second hour stays at even hours', '2026-03-29T00:00', 'FREQ=HOURLY;INTERVAL=2;COUNT=4', BERLIN, ['03-28T23:00', '03-29T01:00', '03-29T02:00', '03-29T04:00']],
    ['what the gap moves behind later times is in order', '2026-03-29T01:00', 'FREQ=MINUTELY;INTERVAL=40;COUNT=6', BERLIN, ['03-29T00:00', '03-29T00:40', '03-29T01:00', '03-29T01:20', '03-29T01:40', '03-29T02:20']],
    ['of two times of a day that become one, one remains', '2026-03-28T02:30', 'FREQ=DAILY;BYHOUR=2,3;COUNT=5', BERLIN, ['03-28T01:30', '03-28T02:30', '03-29T01:30', '03-30T00:30', '03-30T01:30']],
    ['a gap at midnight', '2026-04-23T00:15', 'FREQ=DAILY;COUNT=3', 'Africa/Cairo', ['04-22T22:15', '04-23T22:15', '04-24T21:15']],
    ['of a time that comes twice the first is taken (RFC 5545 section 3.3.5)', '2026-10-31T01:30', 'FREQ=DAILY;COUNT=3', NEW_YORK, ['10-31T05:30', '11-01T05:30', '11-02T06:30']],
  ])('%s', (_name, start, rule, zone, gives) => {
    expect(utc(start, rule, zone)).toEqual(gives);
  });

  it('a day that a zone skips is the next one, once', () => {
    const rule = 'FREQ=DAILY;BYHOUR=9,18;COUNT=6';
    const shown = starts('2011-12-29T09:00', rule, 'Pacific/Apia', '2011-01-01', '2012-12-31');
    expect(shown.map((at) => new Date(at).toISOString().slice(5, 13))).toEqual([
      ...['12-29T19', '12-30T04', '12-30T19', '12-31T04', '12-31T19', '01-01T04'],
    ]);
  });

  it('a time in the gap is found from any beginning of the range', () => {
    const daily = (from: string, before: string) =>
      starts('2026-03-01T02:30', 'FREQ=DAILY', BERLIN, from, before).map((at) => new Date(at).toISOString());
    expect(daily('2026-03-29T03:30', '2026-03-29T03:30:01')).toEqual(['2026-03-29T01:30:00.000Z']);
    expect(daily('2026-03-29T01:59', '2026-03-29T03:30')).toEqual([]);
    expect(daily('2026-03-29T03:31', '2026-03-30T01:00')).toEqual([]);
  });

  it('without a zone of its own a series goes by the zone of the service', () => {
    const given = { start_at: '2026-03-25T08:00:00Z', timezone: null, recurrence: { freq: 'weekly', count: 2 } };
    const range = [Date.parse('2026-03-01'), Date.parse('2026-05-01')] as const;
    const shown = (zone: string) =>
      occurrencesOf(given as CalendarEvent, ...range, zone).map((at) => new Date(at).toISOString());
    expect(shown('UTC')).toEqual(['2026-03-25T08:00:00.000Z', '2026-04-01T08:00:00.000Z']);
    expect(shown(BERLIN)).toEqual(['2026-03-25T08:00:00.000Z', '2026-04-01T07:00:00.000Z']);
  });
});

describe('budgets', () => {
  const refusal = (work: () => unknown): { message: string; constraint: string } => {
    try {
      work();
    } catch (error) {
      const { message, details } = error as AppError;
      return { message, constraint: (details.errors as Fault[])[0]?.constraint ?? '' };
    }
    throw new Error('was not refused');
  };

  it('more occurrences than a list may have are refused, with the number and what would be right', () => {
    const work = () => starts('2026-01-01T00:00', 'FREQ=MINUTELY', 'UTC', '2026-01-01', '2026-02-10');
    expect(work).toThrow(AppError);
    const { message, constraint } = refusal(work);
    expect(constraint).toBe('occurrences');
    expect(message).toMatch(
      /more than 50000 occurrences.*Ask for a shorter range, or narrow the list with calendar_name/,
    );
  });

  it('as many occurrences as a list may have are given, and the next series is refused', () => {
    const budget = new Budget(100);
    const year = ['UTC', '2026-01-01', '2027-01-01', budget] as const;
    expect(starts('2026-01-01T00:00', 'FREQ=DAILY;COUNT=100', ...year)).toHaveLength(100);
    expect(refusal(() => starts('2026-01-01T00:00', 'FREQ=DAILY;COUNT=1', ...year)).constraint).toBe('occurrences');
  });

  it('the steps of all series together are bounded, and the refusal says what takes fewer', () => {
    const budget = new Budget(limits.occurrences, 1000);
    const { message, constraint } = refusal(() => {
      for (let i = 0; i < 20; i++) starts('2020-01-01T00:00', 'FREQ=DAILY', 'UTC', '2026-01-01', '2026-03-01', budget);
    });
    expect(constraint).toBe('steps');
    expect(message).toMatch(/more than 1000 steps. Ask for a shorter range, or narrow/);
  });

  it('steps are the same whatever the clock says and whatever was asked before', () => {
    const steps = () => {
      const budget = new Budget();
      starts('2001-01-01T08:00', 'FREQ=WEEKLY;COUNT=5000', 'America/Denver', '2026-01-01', '2027-01-01', budget);
      return budget.spent;
    };
    const first = steps();
    const now = vi.spyOn(performance, 'now');
    let time = 0;
    now.mockImplementation(() => (time += 60_000));
    try {
      expect(steps()).toBe(first);
    } finally {
      now.mockRestore();
    }
  });

  it.each([
    ['five thousand series', 5000, '2015-01-01T08:00', 'FREQ=WEEKLY;BYDAY=MO,WE,FR'],
    ['a hundred counted series of ten years', 100, '2016-01-01T08:00', 'FREQ=DAILY;COUNT=5000'],
    ['a hundred series that are counted by the minute', 100, '2001-01-01T00:00', 'FREQ=MINUTELY;COUNT=100000'],
    ['a thousand yearly series of fifty years', 1000, '1976-02-17T08:00', 'FREQ=YEARLY;COUNT=100'],
  ])('%s cost far less than a list may', (_name, count, start, rule) => {
    const budget = new Budget();
    const event = { start_at: `${start}:00Z`, timezone: BERLIN, recurrence: ruleOf(rule) };
    const series = seriesOf(event, 'UTC');
    const range = [Date.parse('2026-02-16'), Date.parse('2026-02-18')] as const;
    for (let i = 0; i < count; i++) finish(series.starts(...range, budget));
    expect(budget.spent).toBeLessThan(limits.recurrenceSteps / 10);
  });

  it.each([
    ['30 February, every year', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'],
    ['30 February, every month', 'FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30'],
    ['30 February, every day', 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'],
    ['30 February, every minute', 'FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=30'],
    ['a fifty-third Monday in February', 'FREQ=YEARLY;BYMONTH=2;BYDAY=53MO'],
    ['the three hundredth Monday of a month', 'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=300'],
    ['week 53 in June', 'FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6'],
    ['minute 30 of every sixtieth minute', 'FREQ=MINUTELY;INTERVAL=60;BYMINUTE=30'],
    ['five o’clock of every twenty-fourth hour', 'FREQ=HOURLY;INTERVAL=24;BYHOUR=5'],
  ])('%s never comes, and an empty list is the answer, with COUNT as without', (_name, rule) => {
    expect(starts('2026-01-01T00:00', rule, 'UTC', '2026-02-17', '2026-02-18')).toEqual([]);
    expect(starts('2026-01-01T00:00', `${rule};COUNT=3`, 'UTC', '2026-02-17', '2026-02-18')).toEqual([]);
  });

  it.each([
    ['daily since 1900', '1900-01-01T08:00', 'FREQ=DAILY', 1],
    ['daily since the year 1', '0001-01-01T08:00', 'FREQ=DAILY', 1],
    ['on Tuesdays since 1901', '1901-01-01T08:00', 'FREQ=WEEKLY', 1],
    ['monthly since the year 1', '0001-01-17T08:00', 'FREQ=MONTHLY', 1],
    ['hourly since 1990', '1990-01-01T00:00', 'FREQ=HOURLY', 24],
    ['every minute since 1970', '1970-01-01T00:00', 'FREQ=MINUTELY', 1440],
  ])('an old series has its occurrences of a day, however old it is: %s', (_name, start, rule, count) => {
    expect(starts(start, rule, 'UTC', '2026-02-17', '2026-02-18')).toHaveLength(count);
  });
});

function starts(
  start: string,
  rule: string,
  zone: string,
  from: string,
  before: string,
  budget = new Budget(),
): number[] {
  const instant = (local: string) => Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds;
  const start_at = new Date(instant(start)).toISOString();
  const event = { start_at, timezone: zone, recurrence: ruleOf(rule) } as CalendarEvent;
  return occurrencesOf(event, instant(from), instant(before), 'UTC', budget);
}

function found(start: string, rule: string, zone: string, from: string, before: string): string[] {
  return starts(start, rule, zone, from, before).map((at) => {
    const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDateTime();
    return local.toString({ smallestUnit: 'minute' });
  });
}

/** FREQ=DAILY;BYMONTHDAY=1,-1 as the API writes it. */
function ruleOf(text: string): Recurrence {
  const numbers = [
    'interval',
    'count',
    'bymonthday',
    'bymonth',
    'byyearday',
    'byweekno',
    'byhour',
    'byminute',
    'bysetpos',
  ];
  const entries = text.split(';').map((part) => {
    const [name, list] = part.toLowerCase().split('=') as [string, string];
    const values = list.split(',').map((one) => (numbers.includes(name) ? Number(one) : one.toUpperCase()));
    if (name === 'freq') return [name, list];
    return [name, ['interval', 'count', 'until', 'wkst'].includes(name) ? values[0] : values];
  });
  return Object.fromEntries(entries);
}

/** `1997-09: 2 4-6` is days of a month at the start's time; `1997-09-02 at 09:00 12:00` is times of a day. */
function expand(gives: string, start: string): string[] {
  const parts = gives.split('; ').filter(Boolean);
  return parts.flatMap((part) => {
    const [day, times] = part.split(' at ') as [string, string | undefined];
    if (times) return times.split(' ').map((time) => `${day}T${time}`);
    const [month, list] = part.split(': ') as [string, string];
    const days = list.split(' ').flatMap((one) => {
      const [first, last = first] = one.split('-').map(Number) as [number, number?];
      return Array.from({ length: last - first + 1 }, (_, index) => first + index);
    });
    return days.map((number) => `${month}-${String(number).padStart(2, '0')}${start.slice(10)}`);
  });
}
