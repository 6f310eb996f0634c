// The events that were added from invitations, by the UIDs of these: which of them an invitation is about, and what the
// feed says about them. The service cannot be asked for a UID, so all UIDs are read once.
import type { Message } from 'daybook-client';
import type { CalendarEvent } from '../../data/types.ts';
import { type Invitation, keyOf } from './invitation.ts';
import { occurrenceIdOf, SOURCE } from './invitation-event.ts';

export type InvitedIndex = readonly Pick<CalendarEvent, 'id' | 'source_id'>[];

export interface InvitedIds {
  /** The event that was added from the same invitation. */
  own: string | undefined;
  /** Of an invitation to one occurrence: the series, if it is in the calendar. */
  series: string | undefined;
  /** Its occurrence; undefined if its time is not known. */
  occurrence: string | undefined;
}

export function invitedIds(index: InvitedIndex, invitation: Invitation): InvitedIds {
  const { uid, occurrence } = invitation;
  const idOf = (key: string) => index.find(({ source_id }) => source_id === key)?.id;
  const series = occurrence && idOf(uid);
  return {
    own: idOf(keyOf(invitation)),
    series,
    occurrence: series && occurrence && occurrenceIdOf(series, occurrence),
  };
}

/** A change of an event leaves its UID, and an event that was deleted is not found by its id: only new ones matter. */
export const INDEX_CHANGES = {
  events: ['event.created', 'event.restored'],
  concerns: ({ data }: Message) => data.source === SOURCE,
};

/** The changes of one event, or of the series of an occurrence. */
export function changesOf(id: string) {
  return { events: ['event.*'], concerns: ({ data }: Message) => data.id === id };
}
