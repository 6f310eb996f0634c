// Names of time zones as calendars write them.
import { describe, expect, it } from 'vitest';
import { parseTime } from '../../src/values/time.ts';
import { windowsZones } from '../../src/values/windows-zones.ts';
import { zoneName, zoneProblem } from '../../src/values/zone-names.ts';

describe('names of time zones', () => {
  it.each([
    ['UTC', 'UTC'],
    ['Europe/Berlin', 'Europe/Berlin'],
    ['europe/berlin', 'Europe/Berlin'],
    ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    ['America/New York', 'America/New_York'],
    ['Etc/GMT+5', 'Etc/GMT+5'],
    ['US/Eastern', 'US/Eastern'],
    ['EST', 'EST'],
    ['CET', 'CET'],
    ['EST5EDT', 'EST5EDT'],
    ['mst', 'MST'],
    ['W. Europe Standard Time', 'Europe/Berlin'],
    ['w. europe standard time', 'Europe/Berlin'],
    ['W. Europe Daylight Time', 'Europe/Berlin'],
    ['Pacific Standard Time (Mexico)', 'America/Tijuana'],
    ['Pacific Daylight Time (Mexico)', 'America/Tijuana'],
    ['India Standard Time', 'Asia/Kolkata'],
    ['UTC-11', 'Etc/GMT+11'],
    ['UTC+2', 'Etc/GMT-2'],
    ['GMT+02:00', 'Etc/GMT-2'],
    ['GMT-0500', 'Etc/GMT+5'],
    ['UTC+00:00', 'UTC'],
    ['Z', 'UTC'],
    ['/freeassociation.sourceforge.net/Europe/Berlin', 'Europe/Berlin'],
    ['/mozilla.org/20050126_1/America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ])('%s is %s', (name, zone) => {
    expect(zoneName(name)).toBe(zone);
  });

  it.each([
    ['Mars/Olympus'],
    ['+01:00'],
    [''],
    ['../etc/passwd'],
    ['/etc/passwd'],
    ['Europe/Berlin '],
    ['PST'], // Intl knows it, Temporal does not
    ['IST'],
    ['CEST'],
    ['BST'],
    ['SystemV/EST5'],
    ['UTC+15'],
    ['UTC+05:30'],
    ['constructor'],
    ['__proto__'],
    ['Standard Time'],
    [`${'/a'.repeat(10_000)}/Europe/Berlin`],
  ])('%s is not a time zone', (name) => {
    expect(zoneName(name)).toBeUndefined();
  });

  it.each([
    ['Europe/Berln', 'did you mean Europe/Berlin?'],
    ['Berlin', 'did you mean Europe/Berlin?'],
    ['new york', 'did you mean America/New_York?'],
    ['W Europe Standard Time', 'did you mean W. Europe Standard Time?'],
    ['PST', 'an abbreviation (PST) can mean several zones'],
    ['pst', 'an abbreviation (pst) can mean several zones'],
    ['Rome', 'did you mean Europe/Rome?'],
    ['Mars', 'W. Europe Standard Time.'],
    ['+02:00', 'written as UTC+2'],
    ['UTC+5:30', 'only whole hours are possible, from UTC-12 to UTC+14'],
    ['GMT+0530', 'such as Asia/Kolkata'],
    ['UTC+15', 'only whole hours are possible, from UTC-12 to UTC+14'],
    ['UTC 2', 'UTC%2B2 in a URL'],
    ['Etc/GMT 5', 'UTC%2B2 in a URL'],
    [' 02:00', 'UTC%2B2 in a URL'],
    ['Mars/Olympus Mons', 'such as Europe/Berlin'],
    ['x'.repeat(100_000), 'such as Europe/Berlin'],
  ])('what is wrong with %s says what would be right', (name, says) => {
    expect(zoneProblem(name)).toContain(says);
    expect(zoneProblem(name)).toContain('must be an IANA time zone such as Europe/Berlin');
  });

  it('the names of the tz database that look like abbreviations are its links', () => {
    const isSame = (name: string, zone: string) =>
      new Temporal.ZonedDateTime(0n, name).equals(new Temporal.ZonedDateTime(0n, zone));
    expect(isSame('EST', 'America/Panama')).toBe(true); // no daylight saving time
    expect(isSame('CET', 'Europe/Brussels')).toBe(true);
    expect(isSame('EST5EDT', 'America/New_York')).toBe(true);
  });

  it('can compute with every zone of Windows', () => {
    expect(Object.keys(windowsZones).length).toBe(139);
    for (const [name, zone] of Object.entries(windowsZones)) {
      expect(zoneName(name), name).toBe(zone);
      expect(parseTime('2026-02-17', zone), name).toBeTypeOf('number');
    }
  });
});
