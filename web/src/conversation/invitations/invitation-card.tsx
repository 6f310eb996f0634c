// An invitation of a mail: what, when, where, with whom; whether the time is free; and what becomes of it in the calendar.

import { DaybookError } from 'daybook-client';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { daybook } from '../../data/client.ts';
import { mapFewAtOnce } from '../../data/few-at-once.ts';
import { useQuery } from '../../data/live/query.ts';
import { may, useSession } from '../../data/session.ts';
import { loadPart } from '../../shell/load-part.ts';
import { goTo } from '../../shell/navigation/navigation-state.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Calendar, Check, Contacts, NewEvent, Place, Repeat, Trash, Warning } from '../../ui/icons.ts';
import { dayOf, formatTime } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import type { StoredAttachment } from '../attachments/attachment-kind.ts';
import { nameOf } from '../mails/people.ts';
import {
  compareVersions,
  followedBy,
  type Invitation,
  keyOf,
  parseInvitations,
  withoutDuplicates,
} from './invitation.ts';
import styles from './invitation-card.module.css';
import { addToCalendar, removeFromCalendar, updateInCalendar } from './invitation-changes.ts';
import { versionOf } from './invitation-event.ts';
import { describeTimes, instantOf } from './invitation-times.ts';
import { type InvitedEvent, useInvitedEvent } from './invited-event.ts';

const InvitationRule = lazy(async () => ({
  default: (await loadPart(() => import('./invitation-rule.tsx'))).InvitationRule,
}));

/** The invitations among the attachments. */
export function Invitations({ attachments }: { attachments: readonly StoredAttachment[] }) {
  const ids = attachments
    .filter(({ mime, filename }) => /^text\/calendar/iu.test(mime ?? '') || /\.ics$/iu.test(filename))
    .map(({ file_id }) => file_id);
  const { data } = useQuery(
    ids.length > 0 ? `invitations/${ids.join()}` : null,
    async (signal) => withoutDuplicates((await mapFewAtOnce(ids, (id) => readInvitation(id, signal))).flat()),
    { events: [] }, // files do not change
  );
  return data?.map((one) => <InvitationCard key={keyOf(one)} invitation={one} />);
}

async function readInvitation(fileId: string, signal: AbortSignal): Promise<Invitation[]> {
  try {
    const response = await daybook.files.download(fileId, undefined, { signal });
    return parseInvitations(await response.text());
  } catch (error) {
    if (error instanceof DaybookError && error.status === 404) return [];
    throw error;
  }
}

function InvitationCard({ invitation }: { invitation: Invitation }) {
  const { conversation } = useWords();
  const { title, location, organiser, guests, rule, isCancelled, method } = invitation;
  const followed = followedBy(invitation);
  const kind = isCancelled
    ? conversation.invitationCancelled
    : method === 'REPLY'
      ? conversation.invitationReply
      : conversation.invitation;
  return (
    <section className={styles.card} aria-label={`${kind}: ${title}`}>
      <div className={styles.kind}>
        <Calendar aria-hidden /> {kind}
      </div>
      <h3 className={styles.title} data-cancelled={isCancelled || undefined}>
        <bdi>{title || conversation.noSubject}</bdi>
      </h3>
      <ul className={styles.facts}>
        <li>
          <NewEvent aria-hidden /> {describeTimes(invitation)}
        </li>
        {rule && (
          <li>
            <Repeat aria-hidden />
            <Suspense fallback=" ">
              <InvitationRule invitation={invitation} />
            </Suspense>
          </li>
        )}
        {location && (
          <li>
            <Place aria-hidden /> <bdi>{location}</bdi>
          </li>
        )}
        {organiser && (
          <li>
            <Contacts aria-hidden />
            <span>
              {conversation.organiser(nameOf(organiser))}
              {guests.length > 0 && ` · ${conversation.guests(guests.length)}`}
            </span>
          </li>
        )}
      </ul>
      {followed === 'calendar' && <CalendarPart invitation={invitation} />}
      {followed === 'person' && <FollowingPart invitation={invitation} />}
    </section>
  );
}

function CalendarPart({ invitation }: { invitation: Invitation }) {
  const { conversation } = useWords();
  const session = useSession();
  const event = useInvitedEvent(invitation);
  const conflicts = useConflicts(invitation, event === null && !invitation.isCancelled);
  if (!may(session, 'events:read')) return null;
  return (
    <>
      {conflicts && (
        <p className={conflicts.length > 0 ? styles.conflict : styles.free}>
          {conflicts.length > 0 ? <Warning aria-hidden /> : <Check aria-hidden />}
          {conflicts.length > 0 ? conversation.conflict(conflicts.join(', ')) : conversation.noConflict}
        </p>
      )}
      {event && <Stored invitation={invitation} event={event} mayWrite={may(session, 'events:write')} />}
      {event === null && !invitation.isCancelled && may(session, 'events:write') && (
        <div className={styles.actions}>
          <Action icon={<NewEvent />} text={conversation.addToCalendar} run={() => addToCalendar(invitation)} />
        </div>
      )}
    </>
  );
}

/** An occurrence and all after it, which are still where they were. */
function FollowingPart({ invitation }: { invitation: Invitation }) {
  const { conversation } = useWords();
  const session = useSession();
  const { occurrence, start, isCancelled } = invitation;
  const from = occurrence ?? start;
  const instant = from.isDate ? undefined : instantOf(from);
  const day = instant ? dayOf(instant) : from.written.slice(0, 10);
  return (
    <div className={styles.actions}>
      <span className={styles.conflict}>
        <Warning aria-hidden /> {isCancelled ? conversation.followingCancelled : conversation.followingChanged}
      </span>
      {may(session, 'events:read') && (
        <Button size="small" onClick={() => goTo(`/calendar/day/${day}`)}>
          {conversation.openInCalendar}
        </Button>
      )}
    </div>
  );
}

/** The event is in the calendar, maybe from an earlier or a later version of the invitation. */
function Stored({ invitation, event, mayWrite }: { invitation: Invitation; event: InvitedEvent; mayWrite: boolean }) {
  const { conversation } = useWords();
  const { isCancelled } = invitation;
  const age = compareVersions(invitation, versionOf(event));
  const isChanged = isCancelled ? age >= 0 : age > 0;
  const text = isChanged
    ? isCancelled
      ? conversation.cancelledInCalendar
      : conversation.olderInCalendar
    : age < 0
      ? conversation.newerInCalendar
      : conversation.addedToCalendar;
  return (
    <div className={styles.actions}>
      <span className={isChanged ? styles.conflict : styles.free}>
        {isChanged ? <Warning aria-hidden /> : <Check aria-hidden />} {text}
      </span>
      {isChanged && mayWrite && isCancelled && (
        <Action icon={<Trash />} text={conversation.removeEvent} run={() => removeFromCalendar(event)} />
      )}
      {isChanged && mayWrite && !isCancelled && (
        <Action icon={<Check />} text={conversation.updateEvent} run={() => updateInCalendar(invitation, event)} />
      )}
      <Button size="small" onClick={() => goTo(calendarPath(event))}>
        {conversation.openInCalendar}
      </Button>
    </div>
  );
}

function Action({ icon, text, run }: { icon: ReactNode; text: string; run: () => Promise<void> }) {
  const [isRunning, setRunning] = useState(false);
  const start = async () => {
    setRunning(true);
    await run();
    setRunning(false);
  };
  return (
    <Button variant="primary" icon={icon} busy={isRunning} onClick={() => void start()}>
      {text}
    </Button>
  );
}

/** The times at which the calendar has something else; undefined while they are not known. */
function useConflicts(invitation: Invitation, isAsked: boolean): string[] | undefined {
  const start = invitation.start.isDate ? undefined : instantOf(invitation.start);
  const end = invitation.end && instantOf(invitation.end);
  const range =
    isAsked && start && end && end > start ? { from: start.toISOString(), to: end.toISOString() } : undefined;
  const { data } = useQuery(
    range ? `free-busy/${range.from}/${range.to}` : null,
    (signal) => daybook.events.freeBusy(range ?? {}, { signal }),
    { events: ['event.*'], isStored: false },
  );
  return data?.busy.map(({ start_at, end_at }) => `${formatTime(start_at)} – ${formatTime(end_at)}`);
}

function calendarPath({ id, all_day, start_at, start_date }: InvitedEvent): string {
  const day = all_day ? start_date : dayOf(start_at);
  return `/calendar/day/${day}?event=${encodeURIComponent(id)}`;
}
