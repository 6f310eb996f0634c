// How the event of an invitation repeats, in the words of the calendar. It is loaded for invitations that repeat.
import { describeRule } from '../../calendar/events/rule-text.ts';
import { dayOf, timeZone } from '../../words/format.ts';
import type { Invitation } from './invitation.ts';
import { recurrenceOf } from './invitation-event.ts';
import { instantOf } from './invitation-times.ts';

export function InvitationRule({ invitation: { rule, start } }: { invitation: Invitation }) {
  if (!rule) return null;
  const instant = start.isDate ? undefined : instantOf(start);
  // The time zone of the invitation, if the browser knows it.
  const zone = instant && start.zone ? start.zone : timeZone();
  const date = instant ? dayOf(instant, zone) : start.written.slice(0, 10);
  return describeRule(recurrenceOf(rule), { date, zone });
}
