// What people type for a time, in English and in German, is the time that they mean.
import { describe, expect, it } from 'vitest';
import { parseTime } from '../../../web/src/mail/times/typed-time.ts';
import { instantOf, localTime } from '../../../web/src/words/zoned-time.ts';

const ZONE = 'Europe/Berlin';
/** A Tuesday, 10:30 in Berlin. */
const NOW = new Date('2026-11-17T09:30:00Z');

const TYPED: [text: string, local: string][] = [
  // weekdays
  ['tue 9', '2026-11-24 09:00'],
  ['tue 11', '2026-11-17 11:00'],
  ['Tuesday 9am', '2026-11-24 09:00'],
  ['wed', '2026-11-18 08:00'],
  ['fri 2pm', '2026-11-20 14:00'],
  ['fri 2:30 pm', '2026-11-20 14:30'],
  ['friday at noon', '2026-11-20 12:00'],
  ['on Monday', '2026-11-23 08:00'],
  ['sun evening', '2026-11-22 18:00'],
  ['next tue', '2026-11-24 08:00'],
  ['next fri 10', '2026-11-27 10:00'],
  ['this friday', '2026-11-20 08:00'],
  ['di 9', '2026-11-24 09:00'],
  ['Di. 14 Uhr', '2026-11-17 14:00'],
  ['mi 9.30', '2026-11-18 09:30'],
  ['am Freitag um 14 Uhr', '2026-11-20 14:00'],
  ['Donnerstag abend', '2026-11-19 18:00'],
  ['nächsten Montag 8', '2026-11-23 08:00'],
  ['so 20:15', '2026-11-22 20:15'],
  ['do 7', '2026-11-19 07:00'],
  // days
  ['today 18:00', '2026-11-17 18:00'],
  ['tonight', '2026-11-17 20:00'],
  ['this evening', '2026-11-17 18:00'],
  ['tomorrow', '2026-11-18 08:00'],
  ['tomorrow 8am', '2026-11-18 08:00'],
  ['tomorrow at 5', '2026-11-18 17:00'],
  ['tom 9', '2026-11-18 09:00'],
  ['tomorrow morning', '2026-11-18 08:00'],
  ['tomorrow afternoon at 3', '2026-11-18 15:00'],
  ['day after tomorrow 9', '2026-11-19 09:00'],
  ['weekend', '2026-11-21 08:00'],
  ['next week', '2026-11-23 08:00'],
  ['next month', '2026-12-01 08:00'],
  ['heute 18 Uhr', '2026-11-17 18:00'],
  ['heute abend', '2026-11-17 18:00'],
  ['morgen', '2026-11-18 08:00'],
  ['morgen 9', '2026-11-18 09:00'],
  ['morgen früh', '2026-11-18 08:00'],
  ['morgen früh um 6', '2026-11-18 06:00'],
  ['morgen 9 Uhr', '2026-11-18 09:00'],
  ['übermorgen mittag', '2026-11-19 12:00'],
  ['Wochenende', '2026-11-21 08:00'],
  ['nächste Woche', '2026-11-23 08:00'],
  ['nächsten Monat', '2026-12-01 08:00'],
  // times alone: the next such time
  ['9', '2026-11-18 09:00'],
  ['11', '2026-11-17 11:00'],
  ['5pm', '2026-11-17 17:00'],
  ['5 p.m.', '2026-11-17 17:00'],
  ['12am', '2026-11-18 00:00'],
  ['12pm', '2026-11-17 12:00'],
  ['05:00', '2026-11-18 05:00'],
  ['14:00', '2026-11-17 14:00'],
  ['14h', '2026-11-17 14:00'],
  ['um 14 Uhr', '2026-11-17 14:00'],
  ['noon', '2026-11-17 12:00'],
  // from now
  ['in 3 days', '2026-11-20 08:00'],
  ['in 3 days at 10', '2026-11-20 10:00'],
  ['in 2 hours', '2026-11-17 12:30'],
  ['2h', '2026-11-17 12:30'],
  ['45 min', '2026-11-17 11:15'],
  ['in half an hour', '2026-11-17 11:00'],
  ['in an hour', '2026-11-17 11:30'],
  ['in a week', '2026-11-24 08:00'],
  ['in 2 months', '2027-01-17 08:00'],
  ['in 3 Tagen', '2026-11-20 08:00'],
  ['in einer Stunde', '2026-11-17 11:30'],
  ['in einer halben Stunde', '2026-11-17 11:00'],
  ['in zwei Wochen', '2026-12-01 08:00'],
  ['in einem Monat', '2026-12-17 08:00'],
  // dates
  ['15.3. 14:00', '2027-03-15 14:00'],
  ['15.3.', '2027-03-15 08:00'],
  ['24.12.', '2026-12-24 08:00'],
  ['24.12.2027 18 Uhr', '2027-12-24 18:00'],
  ['2027-03-15', '2027-03-15 08:00'],
  ['2027-03-15 7:45', '2027-03-15 07:45'],
  ['15 mar', '2027-03-15 08:00'],
  ['March 15th 9am', '2027-03-15 09:00'],
  ['15. März 2028', '2028-03-15 08:00'],
  ['3. Dezember um 10:15', '2026-12-03 10:15'],
  ['nov 17 18:00', '2026-11-17 18:00'],
];

describe('a typed time', () => {
  it.each(TYPED)('%s', (text, expected) => {
    const found = parseTime(text, NOW, ZONE);
    expect(found instanceof Date ? written(found) : found).toBe(expected);
  });

  it.each(['today 9', 'heute 8 Uhr', '2025-01-01', '17.11. 9:00', '1.2.2024'])('%s is past', (text) =>
    expect(parseTime(text, NOW, ZONE)).toBe('past'),
  );

  it.each(['', ' ', 'soon', 'tue tue', '25:00', '13pm', '31.2.', '9:75', 'in', 'in days', 'lunch with Ann', '40.1.'])(
    '"%s" is not understood',
    (text) => expect(parseTime(text, NOW, ZONE)).toBeUndefined(),
  );

  it('is in the time zone of the user, also across a change of the clocks', () => {
    const before = new Date('2026-03-28T12:00:00Z');
    expect(parseTime('tomorrow 8', before, ZONE)).toEqual(new Date('2026-03-29T06:00:00Z'));
    expect(parseTime('tomorrow 8', before, 'America/New_York')).toEqual(new Date('2026-03-29T12:00:00Z'));
  });
});

describe('a local time', () => {
  const at = (hour: number, minute: number, day: number, month: number) => ({ year: 2026, month, day, hour, minute });

  it('that the clocks skip is an hour later', () => {
    expect(instantOf(at(2, 30, 29, 3), ZONE)).toEqual(new Date('2026-03-29T01:30:00Z'));
  });

  it('next to a change of the clocks is the same after a round trip', () => {
    for (const hour of [0, 1, 3, 4])
      expect(localTime(instantOf(at(hour, 30, 29, 3), ZONE), ZONE)).toEqual(at(hour, 30, 29, 3));
    for (const hour of [0, 1, 2, 3, 4])
      expect(localTime(instantOf(at(hour, 15, 25, 10), ZONE), ZONE)).toEqual(at(hour, 15, 25, 10));
  });
});

function written(time: Date): string {
  const { year, month, day, hour, minute } = localTime(time, ZONE);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`;
}

describe('a date with slashes', () => {
  it.each([
    ['3/5 9am', false, '2027-05-03 09:00'],
    ['3/5 9am', true, '2027-03-05 09:00'],
    ['12/25', false, '2026-12-25 08:00'],
    ['25/12', true, '2026-12-25 08:00'],
    ['3/5/2028', true, '2028-03-05 08:00'],
    ['3.5.', true, '2027-05-03 08:00'],
  ])('%s is read in the order of the reader (month first: %s)', (text, isMonthFirst, expected) => {
    const found = parseTime(text, NOW, ZONE, isMonthFirst);
    const [day, time] = expected.split(' ');
    const local = found instanceof Date ? found.toLocaleString('sv-SE', { timeZone: ZONE }) : found;
    expect(local).toBe(`${day} ${time}:00`);
  });
});
