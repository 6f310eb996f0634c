// Reads the event of an invitation (iCalendar, RFC 5545 and 5546): enough to show it and to add it to the calendar. What
// cannot be read is left out; the text is never interpreted as anything but text.

export interface InvitationTime {
  /** 2026-03-03, or 2026-03-03T10:00:00; with Z in UTC. */
  written: string;
  isDate: boolean;
  /** The time zone of the written time; undefined: UTC or that of the reader. */
  zone: string | undefined;
}

interface Guest {
  name: string | null;
  address: string;
}

export interface Invitation {
  uid: string;
  /** REQUEST, CANCEL, REPLY, PUBLISH, … */
  method: string;
  title: string;
  description: string | null;
  location: string | null;
  start: InvitationTime;
  end: InvitationTime | undefined;
  /** The parts of RRULE, with keys in lower case: { freq: 'WEEKLY', byday: 'MO,TU' }. */
  rule: Readonly<Record<string, string>> | undefined;
  organiser: Guest | undefined;
  guests: readonly Guest[];
  isCancelled: boolean;
}

interface Property {
  name: string;
  parameters: Readonly<Record<string, string>>;
  value: string;
}

const LONGEST = 500_000;
const MOST_GUESTS = 500;
const END_OF_TIME = Date.parse('9999-12-31T00:00:00Z');

/** The first event of the calendar; undefined if there is none that can be read. */
export function parseInvitation(text: string): Invitation | undefined {
  const properties = unfold(text.slice(0, LONGEST)).flatMap(parseLine);
  const begin = properties.findIndex((one) => isMark(one, 'BEGIN'));
  if (begin < 0) return undefined;
  const method = properties.find(({ name }) => name === 'METHOD')?.value.toUpperCase() ?? 'PUBLISH';
  const own = ownProperties(properties.slice(begin + 1));
  const first = (name: string) => own.find((one) => one.name === name);
  const uid = first('UID')?.value ?? '';
  const start = timeOf(first('DTSTART'));
  if (!start || uid === '') return undefined;
  const status = first('STATUS')?.value.toUpperCase();
  return {
    uid,
    method,
    title: textOf(first('SUMMARY')) ?? '',
    description: textOf(first('DESCRIPTION')),
    location: textOf(first('LOCATION')),
    start,
    end: timeOf(first('DTEND')) ?? endOf(start, first('DURATION')?.value),
    rule: ruleOf(first('RRULE')?.value),
    organiser: guestOf(first('ORGANIZER')),
    guests: own
      .filter(({ name }) => name === 'ATTENDEE')
      .slice(0, MOST_GUESTS)
      .flatMap((one) => guestOf(one) ?? []),
    isCancelled: method === 'CANCEL' || status === 'CANCELLED',
  };
}

/** Continuation lines begin with a space or a tab (section 3.1). */
function unfold(text: string): string[] {
  return text
    .replace(/\r\n?|\n/gu, '\n')
    .replace(/\n[ \t]/gu, '')
    .split('\n');
}

/** A name, its parameters and a value (section 3.1), read once from left to right: a hostile line costs no more. */
function parseLine(line: string): Property[] {
  const parts: string[] = [];
  let begin = 0;
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const char = line[at];
    if (char === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (char === ';' || char === ':')) {
      parts.push(line.slice(begin, at));
      begin = at + 1;
      if (char === ':') return propertyOf(parts, line.slice(begin));
    }
  }
  return [];
}

function propertyOf([name = '', ...parts]: readonly string[], value: string): Property[] {
  if (!/^[\w-]{1,60}$/u.test(name)) return [];
  const parameters = parts.map((part) => {
    const [key = '', ...given] = part.split('=');
    return [key.toUpperCase(), given.join('=').replaceAll('"', '')] as const;
  });
  return [{ name: name.toUpperCase(), parameters: Object.fromEntries(parameters), value }];
}

function isMark({ name, value }: Property, mark: 'BEGIN' | 'END'): boolean {
  return name === mark && value.trim().toUpperCase() === 'VEVENT';
}

/** Those of the event itself, not of its alarms. */
function ownProperties(properties: readonly Property[]): Property[] {
  const own: Property[] = [];
  let depth = 0;
  for (const property of properties) {
    if (isMark(property, 'END')) break;
    if (property.name === 'BEGIN') depth += 1;
    else if (property.name === 'END') depth -= 1;
    else if (depth === 0) own.push(property);
  }
  return own;
}

/** Text with its escapes (section 3.3.11). */
function textOf(property: Property | undefined): string | null {
  const text = property?.value.replace(/\\([nN\\;,])/gu, (_, char: string) => (/n/iu.test(char) ? '\n' : char)).trim();
  return text || null;
}

function timeOf(property: Property | undefined): InvitationTime | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/u.exec(property?.value.trim() ?? '');
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, utc] = match;
  const date = `${year}-${month}-${day}`;
  if (Number.isNaN(Date.parse(`${date}T${hour ?? '00'}:${minute ?? '00'}:${second ?? '00'}Z`))) return undefined;
  if (hour === undefined) return { written: date, isDate: true, zone: undefined };
  const zone = utc ? undefined : property?.parameters.TZID;
  return { written: `${date}T${hour}:${minute}:${second}${utc}`, isDate: false, zone };
}

/** DTSTART plus DURATION (section 3.3.6), as clocks show it. */
function endOf(start: InvitationTime, duration = ''): InvitationTime | undefined {
  const match = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/u.exec(duration.trim());
  if (!match) return undefined;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0));
  const length = ((((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
  const isUtc = start.written.endsWith('Z');
  const begin = Date.parse(start.isDate || isUtc ? start.written : `${start.written}Z`);
  if (!(begin + length < END_OF_TIME)) return undefined;
  const end = new Date(begin + length).toISOString().replace(/\.\d+Z$/u, '');
  return { ...start, written: start.isDate ? end.slice(0, 10) : isUtc ? `${end}Z` : end };
}

function ruleOf(value: string | undefined): Record<string, string> | undefined {
  if (!value) return undefined;
  const parts = value.split(';').map((part) => part.split('=', 2));
  return Object.fromEntries(
    parts.map(([key = '', part = '']) => [key.trim().toLowerCase(), part.trim().toUpperCase()]),
  );
}

function guestOf(property: Property | undefined): Guest | undefined {
  const address = /^mailto:(.+)$/iu.exec(property?.value.trim() ?? '')?.[1];
  return address ? { address, name: property?.parameters.CN?.trim() || null } : undefined;
}
