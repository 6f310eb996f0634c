// What an invitation does in the calendar: its event is added, brought up to date, or removed, each with undo.
import { DaybookError } from 'daybook-client';
import { isConflict, outcomeOf, readSeries, recordOf, undoUpdate } from '../../calendar/events/event-undo.ts';
import { mutate } from '../../data/changes/mutations.ts';
import type { Result } from '../../data/changes/requests.ts';
import { daybook } from '../../data/client.ts';
import { showRefusal } from '../../shell/refusals.ts';
import { offerUndo } from '../../shell/undo.ts';
import { showToast } from '../../ui/feedback/toast.ts';
import { words } from '../../words/words.ts';
import type { Invitation } from './invitation.ts';
import { eventOf, occurrenceUpdateOf, updateOf } from './invitation-event.ts';
import { sendEvent } from './send-event.ts';

export async function addToCalendar(invitation: Invitation): Promise<void> {
  await reported(async () => {
    const { eventAdded } = words().conversation;
    const id = await createEvent(invitation);
    const undo = () => void reported(() => mutate([{ method: 'DELETE', path: `/events/${id}` }]));
    if (id === undefined) showToast({ text: eventAdded });
    else offerUndo(eventAdded, undo);
  });
}

/** The event, or the occurrence, gets what the invitation says. */
export async function updateInCalendar(invitation: Invitation, { id }: { id: string }): Promise<void> {
  await reported(async () => {
    const event = await daybook.events.get(id);
    const before = await readSeries(event);
    const body = event.series_id ? occurrenceUpdateOf(invitation, event) : updateOf(invitation, event);
    const scope = event.series_id ? 'this' : 'all';
    const done = sendEvent([{ method: 'PATCH', path: `/events/${id}`, body }], event, mutate);
    const outcome = outcomeOf(event, scope, done);
    await done;
    const change = { event, before, scope, fields: Object.keys(body) } as const;
    offerUndo(words().conversation.eventUpdated, () => {
      void reported(async () => {
        const { common, calendar } = words();
        try {
          const made = await outcome;
          const requests = await undoUpdate(change, made);
          if (requests) await sendEvent(requests, recordOf(made.result), mutate);
          showToast({ text: requests ? common.undone : calendar.cannotUndo });
        } catch (error) {
          if (!isConflict(error)) throw error;
          showToast({ text: calendar.changedSince, tone: 'danger' });
        }
      });
    });
  });
}

/** The event, or the occurrence, was cancelled. */
export async function removeFromCalendar({ id }: { id: string }): Promise<void> {
  const path = `/events/${id}`;
  await reported(async () => {
    await mutate([{ method: 'DELETE', path, doneIf: ['ALREADY_DELETED', 'NOT_FOUND'] }]);
    const undo = () => void reported(() => mutate([{ method: 'POST', path: `${path}/restore` }]));
    offerUndo(words().conversation.eventRemoved, undo);
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
  try {
    const request = { method: 'POST', path: '/events', body: eventOf(invitation) } as const;
    const [created] = await sendEvent([request], undefined, mutate);
    return ((created as Result).body as { data: { id: string } }).data.id;
  } catch (error) {
    // The service has one event of each invitation, also if it is in the trash.
    const id = error instanceof DaybookError && error.code === 'CONFLICT' ? error.details.id : undefined;
    if (typeof id !== 'string') throw error;
    return (await restoreEvent(id, invitation)) ? id : undefined;
  }
}

/**
 * From the trash the event returns with what this invitation says, which can be newer than the event. Resolves to whether
 * it was there.
 */
async function restoreEvent(id: string, invitation: Invitation): Promise<boolean> {
  const path = `/events/${id}`;
  try {
    await mutate([{ method: 'POST', path: `${path}/restore` }]);
  } catch (error) {
    if (error instanceof DaybookError && error.code === 'NOT_DELETED') return false;
    throw error;
  }
  const event = await daybook.events.get(id);
  await sendEvent([{ method: 'PATCH', path, body: updateOf(invitation, event) }], event, mutate);
  return true;
}
