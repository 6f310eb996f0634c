// An invitation of a mail: what, when, where, with whom; whether the time is free; and the way into the calendar.

import { DaybookError } from 'daybook-client';
import { lazy, Suspense, useState } from 'react';
import { mutate } from '../../data/changes/mutations.ts';
import type { Result } from '../../data/changes/requests.ts';
import { daybook } from '../../data/client.ts';
import { useQuery } from '../../data/live/query.ts';
import { may, useSession } from '../../data/session.ts';
import { loadPart } from '../../shell/load-part.ts';
import { goTo } from '../../shell/navigation/navigation-state.ts';
import { showRefusal } from '../../shell/refusals.ts';
import { offerUndo } from '../../shell/undo.ts';
import { Button } from '../../ui/controls/button.tsx';
import { showToast } from '../../ui/feedback/toast.ts';
import { Calendar, Check, Contacts, NewEvent, Place, Repeat, Warning } from '../../ui/icons.ts';
import { dayOf, formatTime } from '../../words/format.ts';
import { useWords, words } from '../../words/words.ts';
import type { StoredAttachment } from '../attachments/attachment-kind.ts';
import { nameOf } from '../mails/people.ts';
import { type Invitation, parseInvitation } from './invitation.ts';
import styles from './invitation-card.module.css';
import { eventOf, SOURCE } from './invitation-event.ts';
import { describeTimes, instantOf } from './invitation-times.ts';

const InvitationRule = lazy(async () => ({
  default: (await loadPart(() => import('./invitation-rule.tsx'))).InvitationRule,
}));

/** The invitations among the attachments. */
export function Invitations({ attachments }: { attachments: readonly StoredAttachment[] }) {
  const files = attachments.filter(
    ({ mime, filename }) => /^text\/calendar/iu.test(mime ?? '') || /\.ics$/iu.test(filename),
  );
  return files.map(({ file_id }) => <InvitationFile key={file_id} fileId={file_id} />);
}

function InvitationFile({ fileId }: { fileId: string }) {
  const { data } = useQuery(
    `invitation/${fileId}`,
    async (signal) => {
      const response = await daybook.files.download(fileId, undefined, { signal });
      return parseInvitation(await response.text()) ?? null;
    },
    { events: [] }, // a file does not change
  );
  return data ? <InvitationCard invitation={data} /> : null;
}

function InvitationCard({ invitation }: { invitation: Invitation }) {
  const { conversation } = useWords();
  const { title, location, organiser, guests, rule, isCancelled, method } = invitation;
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
      {method !== 'REPLY' && <CalendarPart invitation={invitation} />}
    </section>
  );
}

function CalendarPart({ invitation }: { invitation: Invitation }) {
  const { conversation } = useWords();
  const session = useSession();
  const [isAdding, setAdding] = useState(false);
  const event = useAddedEvent(invitation);
  const conflicts = useConflicts(invitation, event === null && !invitation.isCancelled);
  const add = async () => {
    setAdding(true);
    await addToCalendar(invitation);
    setAdding(false);
  };
  if (!may(session, 'events:read')) return null;
  return (
    <>
      {conflicts && (
        <p className={conflicts.length > 0 ? styles.conflict : styles.free}>
          {conflicts.length > 0 ? <Warning aria-hidden /> : <Check aria-hidden />}
          {conflicts.length > 0 ? conversation.conflict(conflicts.join(', ')) : conversation.noConflict}
        </p>
      )}
      <div className={styles.actions}>
        {event ? (
          <>
            <span className={styles.free}>
              <Check aria-hidden /> {conversation.addedToCalendar}
            </span>
            <Button size="small" onClick={() => goTo(calendarPath(invitation, event.id))}>
              {conversation.openInCalendar}
            </Button>
          </>
        ) : (
          event === null &&
          !invitation.isCancelled &&
          may(session, 'events:write') && (
            <Button variant="primary" icon={<NewEvent />} busy={isAdding} onClick={() => void add()}>
              {conversation.addToCalendar}
            </Button>
          )
        )}
      </div>
    </>
  );
}

/** The event that was added from this invitation; null if there is none, undefined while that is not known. */
function useAddedEvent({ uid }: Invitation): { id: string } | null | undefined {
  const { data } = useQuery(
    `events-of-invitations`,
    async (signal) => {
      const query = { source: SOURCE, sort: 'created_at', order: 'desc', limit: 500, fields: ['source_id'] } as const;
      return (await daybook.events.list(query, { signal })).data as { id: string; source_id: string | null }[];
    },
    { events: ['event.*'] },
  );
  return data && (data.find(({ source_id }) => source_id === uid) ?? null);
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

async function addToCalendar(invitation: Invitation): Promise<void> {
  await reported(async () => {
    const { eventAdded } = words().conversation;
    const id = await createEvent(invitation);
    const undo = () => void reported(() => mutate([{ method: 'DELETE', path: `/events/${id}` }]));
    if (id === undefined) showToast({ text: eventAdded });
    else offerUndo(eventAdded, undo);
  });
}

/** Why it has failed is shown. */
async function reported(run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    showRefusal(error);
  }
}

/** Resolves to the id of the event; undefined if another client has added it, which is not ours to undo. */
async function createEvent(invitation: Invitation): Promise<string | undefined> {
  const body = eventOf(invitation);
  try {
    const [created] = await mutate([{ method: 'POST', path: '/events', body }]);
    return ((created as Result).body as { data: { id: string } }).data.id;
  } catch (error) {
    // The service has one event of each invitation, also if it is in the trash.
    const id = error instanceof DaybookError && error.code === 'CONFLICT' ? error.details.id : undefined;
    if (typeof id !== 'string') throw error;
    return (await restoreEvent(id, body)) ? id : undefined;
  }
}

/**
 * From the trash the event returns with the values of this invitation, which can be newer than the event. Resolves to
 * whether it was there.
 */
async function restoreEvent(id: string, body: Record<string, unknown>): Promise<boolean> {
  const { source: _, source_id: __, ...values } = body;
  try {
    await mutate([
      { method: 'POST', path: `/events/${id}/restore` },
      { method: 'PATCH', path: `/events/${id}`, body: values },
    ]);
    return true;
  } catch (error) {
    if (error instanceof DaybookError && error.code === 'NOT_DELETED') return false;
    throw error;
  }
}

function calendarPath({ start }: Invitation, id: string): string {
  const day = start.isDate
    ? start.written
    : dayOf(instantOf(start) ?? new Date(`${start.written.slice(0, 10)}T12:00:00Z`));
  return `/calendar/day/${day}?event=${encodeURIComponent(id)}`;
}
