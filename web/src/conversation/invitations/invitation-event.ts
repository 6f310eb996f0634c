// The event of an invitation as a request to the service.
import type { Rule } from '../../calendar/events/recurrence.ts';
import type { Invitation } from './invitation.ts';

/** Events that were added from invitations; with the UID as source_id each is added once. */
export const SOURCE = 'invitation';

const LISTS = ['byday', 'bymonthday', 'bymonth', 'byyearday', 'byweekno', 'byhour', 'byminute', 'bysetpos'];
const NUMBERS = ['interval', 'count'];

export function eventOf(invitation: Invitation): Record<string, unknown> {
  const { start, end, rule, organiser, guests } = invitation;
  const people = [...(organiser ? [organiser] : []), ...guests];
  const attendees = people
    .filter(({ address }, at) => people.findIndex((one) => one.address === address) === at)
    .map(({ address, name }) => ({ email: address, name }));
  return {
    title: invitation.title,
    description: invitation.description,
    location: invitation.location,
    all_day: start.isDate,
    start_at: start.written,
    ...(end && { end_at: end.written }),
    ...(start.zone && { timezone: start.zone }),
    ...(rule && { recurrence: recurrenceOf(rule) }),
    attendees,
    source: SOURCE,
    source_id: invitation.uid,
  };
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
