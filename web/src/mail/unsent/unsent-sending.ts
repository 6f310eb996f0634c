// When a mail that was not sent yet is sent: now, at another time, or once more after it has failed. For the first two,
// requests that belong together are one change, which is stored and continued after an interruption: a mail is never
// left without a time.

import type { PendingChange } from '../../data/changes/pending.ts';
import type { Request, Result } from '../../data/changes/requests.ts';
import { daybook } from '../../data/client.ts';
import { holdSeconds } from '../../data/hold-seconds.ts';
import type { Email } from '../../data/types.ts';
import { showRefusal } from '../../shell/refusals.ts';
import { offerUndo } from '../../shell/undo.ts';
import { showToast } from '../../ui/feedback/toast.ts';
import { formatDayTime } from '../../words/format.ts';
import { words } from '../../words/words.ts';
import { send } from '../changes/apply-change.ts';

type Sendable = Pick<Email, 'id' | 'status' | 'scheduled_at'>;

/** For mail that waits for its time. */
export async function sendNow(mail: Email): Promise<void> {
  const hold_seconds = holdSeconds();
  const results = await sendSteps(mail, [...cancelled(mail), sending(mail, { hold_seconds })]);
  if (results.length > 0) announce(mail, hold_seconds, words().mail.unsent.sendingNow);
}

/**
 * For mail that failed. Not stored in the browser: it may have arrived, so it is sent now or not at all, and the person
 * learns which.
 */
export async function sendAgain(mail: Email): Promise<void> {
  const hold_seconds = holdSeconds();
  try {
    await daybook.emails.sendDraft(mail.id, { hold_seconds });
    announce(mail, hold_seconds, words().today.sendAgainQueued);
  } catch (error) {
    showRefusal(error);
  }
}

export async function sendAt(mail: Email, time: Date): Promise<void> {
  const results = await sendSteps(mail, [...cancelled(mail), sending(mail, { scheduled_at: time.toISOString() })]);
  if (results.length === 0) return;
  offerUndo(words().mail.unsent.rescheduled(formatDayTime(time)), () => void undoSend(mail), { mail: mail.id });
}

function announce(mail: Sendable, hold: number, text: string): void {
  if (hold > 0) offerUndo(text, () => void undoSend(mail), { mail: mail.id });
  else showToast({ text });
}

/** Back to the time for which it was scheduled; a mail that had failed is a draft afterwards. */
async function undoSend(mail: Sendable): Promise<void> {
  await sendSteps(mail, [post(mail, 'cancel'), ...scheduledAgain(mail)]);
}

/** From the trash, with the time for which it was scheduled. */
export async function restore(mail: Email): Promise<void> {
  await sendSteps(mail, [post(mail, 'restore'), ...scheduledAgain(mail)], [trashed(mail, null)]);
}

/** What is shown of a mail that is moved to the trash, or restored from it. */
export function trashed({ id }: Email, deleted_at: string | null): PendingChange {
  return { kind: 'emails', id, values: { deleted_at } };
}

/**
 * Sends the requests. If the last one is refused although those before it were made, the mail has no time any more: then
 * the person learns that it is a draft, which is not sent.
 */
async function sendSteps(
  mail: Sendable,
  requests: readonly Request[],
  changes: readonly PendingChange[] = [],
): Promise<Result[]> {
  const results = await send(requests, changes);
  if (results.length > 0 || requests.length === 1) return results;
  const now = await daybook.emails.get(mail.id).catch(() => undefined);
  const isDraft = now?.status === 'draft' && now.deleted_at === null;
  if (isDraft) showToast({ text: words().mail.unsent.cancelled, tone: 'danger' });
  return results;
}

function post({ id }: Sendable, action: 'cancel' | 'restore'): Request {
  return { method: 'POST', path: `/emails/${id}/${action}` };
}

function cancelled(mail: Email): Request[] {
  return mail.status === 'scheduled' || mail.status === 'queued' ? [post(mail, 'cancel')] : [];
}

function sending({ id }: Sendable, body: { hold_seconds: number } | { scheduled_at: string }): Request {
  return { method: 'POST', path: `/emails/${id}/send`, body };
}

/** Undoes that sending was cancelled. A mail whose time has passed meanwhile stays a draft: it would go at once. */
export async function sendAsBefore(mail: Sendable): Promise<void> {
  const isQueued = mail.status === 'queued';
  // Held like any mail, so that undoing by mistake can be undone.
  const hold_seconds = holdSeconds();
  const requests = isQueued ? [sending(mail, { hold_seconds })] : scheduledAgain(mail);
  const { timeHasPassed, rescheduled, sendingNow } = words().mail.unsent;
  if (requests.length === 0) showToast({ text: timeHasPassed });
  else if ((await send(requests)).length === 0) return;
  else if (isQueued) announce(mail, hold_seconds, sendingNow);
  else if (mail.scheduled_at) showToast({ text: rescheduled(formatDayTime(mail.scheduled_at)) });
}

/** A time that has passed is not restored: the mail would be sent at once. */
function scheduledAgain(mail: Sendable): Request[] {
  const { status, scheduled_at } = mail;
  const isAhead = status === 'scheduled' && scheduled_at !== null && Date.parse(scheduled_at) > Date.now();
  return isAhead ? [sending(mail, { scheduled_at })] : [];
}
