// Moments as text: a table of what goes in and what comes out.
import { describe, expect, it } from 'vitest';
import { formatTime, isDateAlone, parseTime } from '../../src/values/time.ts';

describe('a moment as text', () => {
  it.each([
    // The forms of RFC 3339 and their everyday relatives
    ['2026-02-17T09:00:00Z', 'UTC', '2026-02-17T09:00:00Z'],
    ['2026-02-17t09:00:00z', 'UTC', '2026-02-17T09:00:00Z'],
    ['2026-02-17 09:00:00Z', 'UTC', '2026-02-17T09:00:00Z'],
    ['2026-02-17T09:00Z', 'UTC', '2026-02-17T09:00:00Z'],
    ['2026-02-17T09:00', 'UTC', '2026-02-17T09:00:00Z'],
    ['2026-02-17T09:00:00', 'UTC', '2026-02-17T09:00:00Z'],
    ['2026-02-17T09:00:00 +01:00', 'UTC', '2026-02-17T08:00:00Z'],
    ['2026-02-17', 'UTC', '2026-02-17T00:00:00Z'],
    // Fractions: kept to the millisecond, never rounded up
    ['2026-02-17T09:00:00.5Z', 'UTC', '2026-02-17T09:00:00.500Z'],
    ['2026-02-17T09:00:00,25Z', 'UTC', '2026-02-17T09:00:00.250Z'],
    ['2026-02-17T09:00:00.000Z', 'UTC', '2026-02-17T09:00:00Z'],
    ['2026-02-17T09:00:00.123456789Z', 'UTC', '2026-02-17T09:00:00.123Z'],
    ['2026-12-31T23:59:59.999999999Z', 'UTC', '2026-12-31T23:59:59.999Z'],
    // Offsets
    ['2026-02-17T09:00:00+01:00', 'UTC', '2026-02-17T08:00:00Z'],
    ['2026-02-17T09:00:00+0100', 'UTC', '2026-02-17T08:00:00Z'],
    ['2026-02-17T09:00:00+01', 'UTC', '2026-02-17T08:00:00Z'],
    ['2026-02-17T09:00:00-05:30', 'UTC', '2026-02-17T14:30:00Z'],
    ['2026-02-17T09:00:00-00:00', 'UTC', '2026-02-17T09:00:00Z'],
    ['2026-01-01T00:30:00+14:00', 'UTC', '2025-12-31T10:30:00Z'],
    ['2026-02-17T09:00:00+01:00', 'America/New_York', '2026-02-17T08:00:00Z'],
    // Local times in the zone of the service
    ['2026-02-17T09:00:00', 'Europe/Berlin', '2026-02-17T08:00:00Z'],
    ['2026-07-17T09:00:00', 'Europe/Berlin', '2026-07-17T07:00:00Z'],
    ['2026-02-17T09:00:00', 'Asia/Kolkata', '2026-02-17T03:30:00Z'],
    ['2026-02-17T09:00:00', 'Asia/Kathmandu', '2026-02-17T03:15:00Z'],
    ['2026-02-17', 'Europe/Berlin', '2026-02-16T23:00:00Z'],
    ['2026-02-17', 'America/New_York', '2026-02-17T05:00:00Z'],
    // A gap: the clock goes from 02:00 to 03:00, so 02:30 is read as if it had not
    ['2026-03-29T02:30:00', 'Europe/Berlin', '2026-03-29T01:30:00Z'],
    ['2026-03-29T01:59:59', 'Europe/Berlin', '2026-03-29T00:59:59Z'],
    ['2026-03-29T03:00:00', 'Europe/Berlin', '2026-03-29T01:00:00Z'],
    ['2026-03-08T02:30:00', 'America/New_York', '2026-03-08T07:30:00Z'],
    // An overlap: 02:30 comes twice, and the first is meant
    ['2026-10-25T02:30:00', 'Europe/Berlin', '2026-10-25T00:30:00Z'],
    ['2026-10-25T03:00:00', 'Europe/Berlin', '2026-10-25T02:00:00Z'],
    ['2026-11-01T01:30:00', 'America/New_York', '2026-11-01T05:30:00Z'],
    // A shift of half an hour
    ['2026-10-04T02:15:00', 'Australia/Lord_Howe', '2026-10-03T15:45:00Z'],
    // A day whose midnight does not exist begins at one
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00Z'],
    // Leap years
    ['2024-02-29', 'UTC', '2024-02-29T00:00:00Z'],
    ['2000-02-29', 'UTC', '2000-02-29T00:00:00Z'],
    // The first and the last moment that four digits can write
    ['0001-01-01T00:00:00Z', 'UTC', '0001-01-01T00:00:00Z'],
    ['0099-12-31T12:00:00Z', 'UTC', '0099-12-31T12:00:00Z'],
    ['1969-12-31T23:59:59.999Z', 'UTC', '1969-12-31T23:59:59.999Z'],
    ['9999-12-31T23:59:59.999Z', 'UTC', '9999-12-31T23:59:59.999Z'],
  ])('%s in %s is %s', (text, zone, shown) => {
    const moment = parseTime(text, zone);
    expect(moment).toBeTypeOf('number');
    expect(formatTime(moment as number)).toBe(shown);
    expect(parseTime(shown, zone)).toBe(moment);
  });

  it.each([
    // Dates that do not exist
    '2026-02-30',
    '2026-02-29',
    '1900-02-29',
    '2100-02-29T00:00:00Z',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-01-32',
    '0000-01-01',
    // Times that do not exist
    '2026-02-17T24:00:00Z',
    '2026-02-17T09:60:00Z',
    '2026-12-31T23:59:60Z',
    '2026-02-17T09:00:00+24:00',
    '2026-02-17T09:00:00+01:60',
    // Moments that four digits could not write once they are in UTC
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    // Other notations
    '',
    ' ',
    'today',
    '2026',
    '2026-02',
    '2026-2-17',
    '26-02-17',
    '17.02.2026',
    '2026/02/17',
    '20260217T090000Z',
    '2026-W08-2',
    '2026-048',
    '+002026-02-17',
    '-2026-02-17',
    '2026-02-17T',
    '2026-02-17T09',
    '2026-02-17T9:00',
    '2026-02-17T09:00:00.Z',
    '2026-02-17T09:00:00.1234567890Z',
    '2026-02-17T09:00:00+1:00',
    '2026-02-17T09:00:00 UTC',
    '2026-02-17Z',
    '2026-02-17T09:00:00Z\n',
    ' 2026-02-17',
    '２０２６-02-17',
    '1771318800000',
  ])('%j is no moment', (text) => {
    expect(parseTime(text, 'UTC')).toBeUndefined();
    expect(parseTime(text, 'Europe/Berlin')).toBeUndefined();
  });

  it.each([
    [0, '1970-01-01T00:00:00Z'],
    [1, '1970-01-01T00:00:00.001Z'],
    [-1, '1969-12-31T23:59:59.999Z'],
    [1000, '1970-01-01T00:00:01Z'],
    [1_771_318_800_120, '2026-02-17T09:00:00.120Z'],
  ])('%d ms is shown as %s, with milliseconds only when they are not zero', (ms, shown) => {
    expect(formatTime(ms)).toBe(shown);
  });

  it.each([
    ['2026-02-17', true],
    ['2026-02-30', true], // its form alone; whether it exists is asked elsewhere
    ['2026-02-17T09:00', false],
    ['2026-2-17', false],
    ['today', false],
  ])('%s is a date alone: %s', (text, yes) => {
    expect(isDateAlone(text)).toBe(yes);
  });
});
