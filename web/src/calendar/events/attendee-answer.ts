// What a person of an event has answered. "pending" means two things: someone who was invited has not answered yet, or
// nobody was invited, because Daybook sends no invitations so far. The event tells which:
// - An event that has an id at its source (an invitation, an import, another calendar) was sent to its people there.
// - Nobody answers without an invitation: if anyone has answered, the people of the event were invited.
// Otherwise, and for people who are added in the form, there was no invitation.
import type { CalendarEvent } from '../../data/types.ts';
import type { Words } from '../../words/words.ts';

type Attendee = CalendarEvent['attendees'][number];

export function answerOf(
  event: Pick<CalendarEvent, 'source_id' | 'attendees'> | undefined,
  { email, status }: Attendee,
): keyof Words['calendar']['answers'] {
  if (status !== 'pending') return status;
  const isStored = event?.attendees.some((one) => one.email === email) ?? false;
  const isShared = event?.source_id != null || event?.attendees.some((one) => one.status !== 'pending');
  return isStored && isShared ? 'pending' : 'notInvited';
}
