// Reads the event of an invitation (iCalendar, RFC 5545 and 5546): enough to show it, to add it to the calendar, and to
// change or remove it there. What cannot be read is left out; the text is never interpreted as anything but text.
import { type Property, readCalendar } from './calendar-lines.ts';

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

export interface Invitation extends EventTexts {
  uid: string;
  /** REQUEST, CANCEL, REPLY, PUBLISH, … */
  method: string;
  start: InvitationTime;
  end: InvitationTime | undefined;
  /** The parts of RRULE, with keys in lower case: { freq: 'WEEKLY', byday: 'MO,TU' }. */
  rule: Readonly<Record<string, string>> | undefined;
  organiser: Guest | undefined;
  guests: readonly Guest[];
  /** Dates of the series that are left out, and further ones. */
  exdates: readonly InvitationTime[];
  rdates: readonly InvitationTime[];
  /** Occurrences of the series that differ from it. */
  changed: readonly ChangedOccurrence[];
  /** It is about one occurrence of a series: its original start. */
  occurrence: InvitationTime | undefined;
  /** Whether the occurrences after that one are meant, too. */
  isFollowing: boolean;
  isCancelled: boolean;
  /** The organiser counts the changes. */
  sequence: number;
  /** When this text was written, as 20260303T090000Z. */
  stamp: string | undefined;
}

export interface ChangedOccurrence extends EventTexts {
  original: InvitationTime;
  start: InvitationTime;
  end: InvitationTime | undefined;
  isCancelled: boolean;
}

interface EventTexts {
  title: string;
  description: string | null;
  location: string | null;
}

const MOST_GUESTS = 500;
/** As many as a series can have. */
const MOST_DATES = 1000;
/** Each has its own card. */
const MOST_OCCURRENCES = 100;
const END_OF_TIME = Date.parse('9999-12-31T00:00:00Z');

type Own = readonly Property[];

/**
 * The first event of the calendar, with the changed occurrences of its series. Where the text is about occurrences alone,
 * each is an invitation. None if nothing can be read.
 */
export function parseInvitations(text: string): Invitation[] {
  const { method, events } = readCalendar(text);
  const readable = events.filter((own) => uidOf(own) !== '' && startOf(own));
  const uid = readable[0] && uidOf(readable[0]);
  if (uid === undefined) return [];
  const parts = readable.filter((own) => uidOf(own) === uid);
  const main = parts.find((own) => !first(own, 'RECURRENCE-ID'));
  if (!main) return parts.slice(0, MOST_OCCURRENCES).flatMap((own) => invitationOf(own, method, []));
  return invitationOf(main, method, parts.slice(0, MOST_DATES).flatMap(changedOf));
}

function invitationOf(own: Own, method: string, changed: readonly ChangedOccurrence[]): Invitation[] {
  const start = startOf(own);
  const occurrence = first(own, 'RECURRENCE-ID');
  // What is about an occurrence that cannot be read must not change the whole series.
  if (!start || (occurrence && !timeOf(occurrence))) return [];
  const one = {
    uid: uidOf(own),
    method,
    ...textsOf(own),
    start,
    end: endTimeOf(own, start),
    rule: ruleOf(first(own, 'RRULE')?.value),
    organiser: guestOf(first(own, 'ORGANIZER')),
    guests: own
      .filter(({ name }) => name === 'ATTENDEE')
      .slice(0, MOST_GUESTS)
      .flatMap((guest) => guestOf(guest) ?? []),
    exdates: timesOf(own, 'EXDATE'),
    rdates: timesOf(own, 'RDATE'),
    changed,
    occurrence: timeOf(occurrence),
    isFollowing: occurrence?.parameters.RANGE?.toUpperCase() === 'THISANDFUTURE',
    isCancelled: method === 'CANCEL' || isCancelled(own),
    sequence: Number(/^\s*(\d{1,9})\s*$/u.exec(first(own, 'SEQUENCE')?.value ?? '')?.[1] ?? 0),
    stamp: /^\s*(\d{8}T\d{6}Z)\s*$/u.exec(first(own, 'DTSTAMP')?.value ?? '')?.[1],
  };
  return [one];
}

/**
 * A mail often has its invitation twice, as a version of its text and as a file. Of those that are about the same event,
 * the newest is left.
 */
export function withoutDuplicates(invitations: readonly Invitation[]): Invitation[] {
  const newest = new Map<string, Invitation>();
  for (const one of invitations) {
    const key = keyOf(one);
    const other = newest.get(key);
    if (!other || compareVersions(one, other) > 0) newest.set(key, one);
  }
  return [...newest.values()];
}

/** Answers and proposals of guests change nothing in the calendar. */
const IN_CALENDAR: ReadonlySet<string> = new Set(['REQUEST', 'PUBLISH', 'CANCEL']);

/**
 * Whether the calendar can follow the invitation. An occurrence and all after it (RANGE=THISANDFUTURE) are changed by the
 * person: the service would divide the series, and the next mail about the series would be about neither of its parts.
 */
export function followedBy({ method, isFollowing }: Pick<Invitation, 'method' | 'isFollowing'>) {
  if (!IN_CALENDAR.has(method)) return 'nobody';
  return isFollowing ? 'person' : 'calendar';
}

/** The same for all versions of an invitation. */
export function keyOf({ uid, occurrence }: Pick<Invitation, 'uid' | 'occurrence'>): string {
  return occurrence ? `${uid}#${occurrence.written}` : uid;
}

export interface Version {
  sequence: number;
  stamp?: string | undefined;
}

/** Above 0 if the first is the newer one (RFC 5546 section 2.1.5). */
export function compareVersions(one: Version, other: Version): number {
  if (one.sequence !== other.sequence) return one.sequence - other.sequence;
  if (!one.stamp || !other.stamp || one.stamp === other.stamp) return 0;
  return one.stamp > other.stamp ? 1 : -1;
}

function first(own: Own, name: string): Property | undefined {
  return own.find((one) => one.name === name);
}

function uidOf(own: Own): string {
  return first(own, 'UID')?.value.trim() ?? '';
}

/** What cancels an occurrence may have only its original start. */
function startOf(own: Own): InvitationTime | undefined {
  return timeOf(first(own, 'DTSTART') ?? first(own, 'RECURRENCE-ID'));
}

function textsOf(own: Own): EventTexts {
  return {
    title: textOf(first(own, 'SUMMARY')) ?? '',
    description: textOf(first(own, 'DESCRIPTION')),
    location: textOf(first(own, 'LOCATION')),
  };
}

function isCancelled(own: Own): boolean {
  return first(own, 'STATUS')?.value.trim().toUpperCase() === 'CANCELLED';
}

function endTimeOf(own: Own, start: InvitationTime): InvitationTime | undefined {
  return timeOf(first(own, 'DTEND')) ?? endOf(start, first(own, 'DURATION')?.value);
}

/** The times of lists, which can be several lines; of a period its beginning. */
function timesOf(own: Own, name: string): InvitationTime[] {
  return own
    .filter((one) => one.name === name)
    .flatMap((one) => one.value.split(',').map((value) => ({ ...one, value: value.split('/')[0] ?? '' })))
    .slice(0, MOST_DATES)
    .flatMap((one) => timeOf(one) ?? []);
}

function changedOf(own: Own): ChangedOccurrence[] {
  const original = timeOf(first(own, 'RECURRENCE-ID'));
  const start = timeOf(first(own, 'DTSTART'));
  if (!original || !start) return [];
  return [{ ...textsOf(own), original, start, end: endTimeOf(own, start), isCancelled: isCancelled(own) }];
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
