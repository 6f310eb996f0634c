// The event of an invitation as a request to the service.
import type { Rule } from '../../calendar/events/recurrence.ts';
import type { CalendarEvent } from '../../data/types.ts';
import { words } from '../../words/words.ts';
import { type ChangedOccurrence, type Invitation, type InvitationTime, keyOf, type Version } from './invitation.ts';
import { instantOf } from './invitation-times.ts';

/**
 * Events that were added from invitations; with the UID as source_id each is added once. It is also the name of the custom
 * field that has the version of the invitation.
 */
export const SOURCE = 'invitation';

const LISTS = ['byday', 'bymonthday', 'bymonth', 'byyearday', 'byweekno', 'byhour', 'byminute', 'bysetpos'];
const NUMBERS = ['interval', 'count'];

export function eventOf(invitation: Invitation): Record<string, unknown> {
  const { start, end, organiser, guests } = invitation;
  const people = [...(organiser ? [organiser] : []), ...guests];
  const attendees = people
    .filter(({ address }, at) => people.findIndex((one) => one.address === address) === at)
    .map(({ address, name }) => ({ email: address, name }));
  const recurrence = recurrenceWithDates(invitation);
  const overrides = recurrence && overridesOf(invitation);
  return {
    title: invitation.title || words().calendar.untitled,
    description: invitation.description,
    location: invitation.location,
    all_day: start.isDate,
    start_at: start.written,
    ...(end && { end_at: end.written }),
    ...(start.zone && { timezone: start.zone }),
    ...(recurrence && { recurrence }),
    ...(overrides && { overrides }),
    attendees,
    custom_fields: versionFields(invitation),
    source: SOURCE,
    source_id: keyOf(invitation),
  };
}

/**
 * What an event that was added from an earlier version gets. An invitation to the whole event replaces it, its changed
 * occurrences included (RFC 5546 section 3.2.2): also those that were changed one at a time are as the organiser has them
 * now, and what the invitation does not have is removed. Custom fields, the calendar and reminders are the reader's own.
 */
export function updateOf(invitation: Invitation, event: Pick<CalendarEvent, 'custom_fields'>): Record<string, unknown> {
  const { source: _, source_id: __, ...values } = eventOf(invitation);
  const custom_fields = { ...event.custom_fields, ...versionFields(invitation) };
  return { timezone: null, recurrence: null, overrides: null, ...values, custom_fields };
}

/** The same for one occurrence of a series, whose days and time zone are those of the series. */
export function occurrenceUpdateOf(
  invitation: Invitation,
  event: Pick<CalendarEvent, 'custom_fields'>,
): Record<string, unknown> {
  const { start, end } = invitation;
  const { title, description, location, attendees, custom_fields } = updateOf(invitation, event);
  const times = { start_at: momentOf(start), ...(end && { end_at: momentOf(end) }) };
  return { title, description, location, ...times, attendees, custom_fields };
}

/** The id of the occurrence that the invitation is about; undefined if the browser does not know its time zone. */
export function occurrenceIdOf(seriesId: string, original: InvitationTime): string | undefined {
  const written = original.isDate ? original.written : momentOf(original);
  const isKnown = original.isDate || written.endsWith('Z');
  return isKnown ? `${seriesId}_${written.replaceAll(/[-:]/gu, '')}` : undefined;
}

/** The version of the invitation from which an event was added. */
export function versionOf({ custom_fields: fields }: Pick<CalendarEvent, 'custom_fields'>): Version {
  const { sequence, stamp } = (fields?.[SOURCE] ?? {}) as Record<string, unknown>;
  return {
    sequence: typeof sequence === 'number' ? sequence : 0,
    stamp: typeof stamp === 'string' ? stamp : undefined,
  };
}

function versionFields({ sequence, stamp }: Invitation): Record<string, Version> {
  return { [SOURCE]: { sequence, ...(stamp && { stamp }) } };
}

function recurrenceWithDates({ rule, exdates, rdates, changed, start }: Invitation): Rule | undefined {
  const added = rdates.flatMap((one) => dateOf(one, start) ?? []);
  if (!rule && added.length === 0) return undefined;
  const cancelled = changed.filter((one) => one.isCancelled).map(({ original }) => original);
  const removed = [...exdates, ...cancelled].flatMap((one) => dateOf(one, start) ?? []);
  return {
    ...(rule && recurrenceOf(rule)),
    ...(removed.length > 0 && { exdates: [...new Set(removed)] }),
    ...(added.length > 0 && { rdates: [...new Set(added)] }),
  };
}

/** Changed occurrences by their original start, with what differs from the series. */
function overridesOf(invitation: Invitation): Record<string, unknown> | undefined {
  const { start } = invitation;
  const entries = invitation.changed.flatMap((one) => {
    const key = dateOf(one.original, start);
    const hasTime = start.isDate || !one.original.isDate;
    return key === undefined || !hasTime || one.isCancelled ? [] : [[key, differenceOf(one, invitation)] as const];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function differenceOf(one: ChangedOccurrence, series: Invitation): Record<string, unknown> {
  const texts = (['title', 'description', 'location'] as const).filter((name) => one[name] !== series[name]);
  const starts = dateOf(one.start, series.start);
  const isMoved = starts !== dateOf(one.original, series.start);
  const isLonger = lengthOf(one) !== lengthOf(series);
  const ends = one.end && dateOf(one.end, series.start);
  return {
    // A title is never empty.
    ...Object.fromEntries(texts.filter((name) => name !== 'title' || one.title).map((name) => [name, one[name]])),
    ...((isMoved || isLonger) && starts && { start_at: starts }),
    ...((isMoved || isLonger) && ends && { end_at: ends }),
  };
}

/** Milliseconds, as clocks show them. */
function lengthOf({ start, end }: Pick<Invitation, 'start' | 'end'>): number | undefined {
  const clock = ({ written, isDate }: InvitationTime) =>
    Date.parse(isDate || written.endsWith('Z') ? written : `${written}Z`);
  return end && clock(end) - clock(start);
}

/**
 * A time as the service reads it in an event with this start: without an offset in the time zone of the event, which is
 * that of its start. undefined if the browser does not know its time zone.
 */
function dateOf(time: InvitationTime, start: InvitationTime): string | undefined {
  if (start.isDate) return time.written.slice(0, 10);
  const isOfEvent = time.zone === undefined || time.zone === start.zone;
  return isOfEvent ? time.written : instantOf(time)?.toISOString();
}

/** The moment in UTC without fractions; as it is written if that is a day, or if its time zone is not known. */
function momentOf(time: InvitationTime): string {
  return time.isDate
    ? time.written
    : (instantOf(time)
        ?.toISOString()
        .replace(/\.\d+Z$/u, 'Z') ?? time.written);
}

/** The parts of an RRULE as the service names them. */
export function recurrenceOf(rule: Readonly<Record<string, string>>): Rule {
  return Object.fromEntries(
    Object.entries(rule).map(([key, value]) => {
      if (key === 'freq') return [key, value.toLowerCase()];
      if (NUMBERS.includes(key)) return [key, Number(value)];
      if (key === 'until') return [key, untilOf(value)];
      if (!LISTS.includes(key)) return [key, value];
      const list = value.split(',');
      return [key, key === 'byday' ? list : list.map(Number)];
    }),
  );
}

function untilOf(value: string): string {
  const match = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/u.exec(value);
  if (!match) return value;
  const [, year, month, day, hour, minute, second, utc = ''] = match;
  return `${year}-${month}-${day}${hour === undefined ? '' : `T${hour}:${minute}:${second}${utc}`}`;
}
