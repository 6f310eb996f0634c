// Names of time zones as calendars write them: IANA names, names of Windows (Exchange, Outlook), the prefixed names of
// iCalendar files, and whole hours from UTC. All are read as the IANA name, which is what is stored and computed with.
import { nearest } from './text.ts';
import { windowsZones } from './windows-zones.ts';

/** What is wrong with a name that is not a time zone, and what may have been meant; put after the name of its field. */
export function zoneProblem(name: string): string {
  const names = 'must be an IANA time zone such as Europe/Berlin, or one of Windows such as W. Europe Standard Time';
  const hint = name.length <= LONGEST_GUESSED ? hintFor(name) : undefined;
  return hint === undefined ? `${names}.` : `${names}; ${hint}`;
}

const LONGEST_GUESSED = 50;

function hintFor(name: string): string | undefined {
  if (/^(?:utc|gmt|etc\/gmt)? *\d/i.test(name)) return LOST_PLUS;
  if (/^(?:utc|gmt)? *[+-] *\d/i.test(name)) return WHOLE_HOURS;
  const known = Intl.supportedValuesOf('timeZone');
  const city = `/${name.trim().replaceAll(' ', '_').toLowerCase()}`;
  const zone = known.find((zone) => zone.toLowerCase().endsWith(city));
  if (zone === undefined && ABBREVIATION.test(name))
    return `an abbreviation (${name}) can mean several zones, so use the name of a place.`;
  const meant = zone ?? (name.length < SHORTEST_GUESSED ? undefined : nearest(name, [...known, ...WINDOWS_NAMES]));
  return meant && `did you mean ${meant}?`;
}

// A + that is not escaped arrives as a space.
const LOST_PLUS = 'whole hours from UTC are written as UTC+2, which is UTC%2B2 in a URL.';
const WHOLE_HOURS =
  'from UTC only whole hours are possible, from UTC-12 to UTC+14, written as UTC+2; for others use the name of a place such as Asia/Kolkata.';
/** Such as PST or pst. Other short words in lower case are probably names of places. */
const ABBREVIATION = /^(?:[A-Z]{2,5}|[a-z]{1,4}t)$/;
/** Every shorter word resembles the name of some zone, so no name is suggested for it. */
const SHORTEST_GUESSED = 6;
const WINDOWS_NAMES = Object.keys(windowsZones);

/** The IANA name that is meant; undefined if there is none. */
export function zoneName(name: string): string | undefined {
  if (name.length > LONGEST) return undefined;
  return ianaName(name.replaceAll(' ', '_')) ?? windowsName(name) ?? hoursFromUtc(name) ?? prefixed(name);
}

const LONGEST = 100;

// Temporal computes with the name later, so Temporal decides; Intl also accepts abbreviations, of which many are ambiguous.
function ianaName(name: string): string | undefined {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(name)) return undefined; // an offset alone is not a name
  try {
    return new Temporal.ZonedDateTime(0n, name).timeZoneId;
  } catch {
    return undefined;
  }
}

const byFoldedName = new Map(Object.entries(windowsZones).map(([name, zone]) => [name.toLowerCase(), zone]));

// Some programs write the name of the summer time, which means the same zone.
function windowsName(name: string): string | undefined {
  return byFoldedName.get(name.toLowerCase().replace(/ (?:daylight|summer) time\b/, ' standard time'));
}

// UTC+2 is ahead of UTC and is called Etc/GMT-2: in POSIX the sign is the other way round.
function hoursFromUtc(name: string): string | undefined {
  if (/^z$/i.test(name)) return 'UTC';
  const [, sign, hours] = /^(?:utc|gmt)([+-])0?(\d{1,2})(?::?00)?$/i.exec(name) ?? [];
  if (hours === undefined) return undefined;
  return Number(hours) === 0 ? 'UTC' : ianaName(`Etc/GMT${sign === '+' ? '-' : '+'}${hours}`);
}

// RFC 5545 section 3.8.3.1: a name that begins with a slash is unique in the world; it ends with that of IANA, such as
// /freeassociation.sourceforge.net/Europe/Berlin.
function prefixed(name: string): string | undefined {
  if (!name.startsWith('/')) return undefined;
  const parts = name.split('/').slice(1);
  for (const count of [3, 2, 1]) {
    const zone = parts.length > count ? ianaName(parts.slice(-count).join('/')) : undefined;
    if (zone !== undefined) return zone;
  }
  return undefined;
}
