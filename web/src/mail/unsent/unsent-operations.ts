// What can be done with mail that was not sent yet. Requests that belong together are one change, which is stored and
// continued after an interruption: a mail that is rescheduled is never left without a time.

import { openCompose, reopenComposer } from '../../compose/compose-store.ts';
import { identityOf } from '../../compose/drafts/draft-content.ts';
import type { Request, Result } from '../../data/changes/requests.ts';
import { daybook } from '../../data/client.ts';
import { holdSeconds } from '../../data/hold-seconds.ts';
import { collection } from '../../data/live/live.ts';
import type { Email } from '../../data/types.ts';
import { showRefusal } from '../../shell/refusals.ts';
import { offerUndo } from '../../shell/undo.ts';
import { showToast } from '../../ui/feedback/toast.ts';
import { formatDayTime } from '../../words/format.ts';
import { words } from '../../words/words.ts';
import { send } from '../changes/apply-change.ts';
import { isUnsaved, type UnsentMail } from './use-unsent.ts';

/** Opens the mail in the composer. What waits to be sent is cancelled first; what failed is copied, as it cannot change. */
export async function edit(mail: UnsentMail): Promise<void> {
  if (isUnsaved(mail)) return reopenComposer(mail.id);
  if (mail.status === 'draft') return openCompose({ draftId: mail.id });
  try {
    // Not queued: a composer that opens much later would be in the way.
    if (mail.status === 'failed') return await editCopy(await daybook.emails.get(mail.id));
    const { id: draftId } = await daybook.emails.cancel(mail.id);
    openCompose({ draftId });
    showToast({ text: words().mail.unsent.cancelled });
  } catch (error) {
    showRefusal(error);
  }
}

/** Also for mail that failed. */
export async function sendNow(mail: Email): Promise<void> {
  const hold_seconds = holdSeconds();
  const results = await sendSteps(mail, [...cancelled(mail), sending(mail, { hold_seconds })]);
  if (results.length === 0) return;
  const text = words().mail.unsent.sendingNow;
  if (hold_seconds > 0) offerUndo(text, () => void undoSend(mail));
  else showToast({ text });
}

export async function sendAt(mail: Email, time: Date): Promise<void> {
  const results = await sendSteps(mail, [...cancelled(mail), sending(mail, { scheduled_at: time.toISOString() })]);
  if (results.length === 0) return;
  offerUndo(words().mail.unsent.rescheduled(formatDayTime(time)), () => void undoSend(mail));
}

/** To the trash, where it is a draft. */
export async function discard(mail: Email): Promise<void> {
  const { unsent } = words().mail;
  const undo = [post(mail, 'restore'), ...scheduledAgain(mail)];
  offerUndo(mail.status === 'draft' ? unsent.discarded : unsent.deleted, () => void sendSteps(mail, undo));
  await send([{ method: 'DELETE', path: `/emails/${mail.id}` }]);
}

/** Back to the time for which it was scheduled; a mail that had failed is a draft afterwards. */
async function undoSend(mail: Email): Promise<void> {
  await sendSteps(mail, [post(mail, 'cancel'), ...scheduledAgain(mail)]);
}

/**
 * Sends the requests. If the last one is refused although those before it were made, the mail has no time any more: then
 * the person learns that it is a draft, which is not sent.
 */
async function sendSteps(mail: Email, requests: readonly Request[]): Promise<Result[]> {
  const results = await send(requests);
  if (results.length > 0 || requests.length === 1) return results;
  const now = await daybook.emails.get(mail.id).catch(() => undefined);
  const isDraft = now?.status === 'draft' && now.deleted_at === null;
  if (isDraft) showToast({ text: words().mail.unsent.cancelled, tone: 'danger' });
  return results;
}

function post({ id }: Email, action: 'cancel' | 'restore'): Request {
  return { method: 'POST', path: `/emails/${id}/${action}` };
}

function cancelled(mail: Email): Request[] {
  return mail.status === 'scheduled' || mail.status === 'queued' ? [post(mail, 'cancel')] : [];
}

function sending({ id }: Email, body: { hold_seconds: number } | { scheduled_at: string }): Request {
  return { method: 'POST', path: `/emails/${id}/send`, body };
}

/** A time that has passed is not restored: the mail would be sent at once. */
function scheduledAgain(mail: Email): Request[] {
  const { status, scheduled_at } = mail;
  const isAhead = status === 'scheduled' && scheduled_at !== null && Date.parse(scheduled_at) > Date.now();
  return isAhead ? [sending(mail, { scheduled_at })] : [];
}

/** The copy has the same sender; the mail that failed is in the trash afterwards. */
async function editCopy(mail: Email): Promise<void> {
  const { to_addresses, cc_addresses, bcc_addresses, subject, body_plain, body_html, account_id, in_reply_to } = mail;
  const identity_id = identityOf(mail, collection('identities').values())?.id;
  const copy = {
    to_addresses,
    cc_addresses,
    bcc_addresses,
    subject,
    body_plain,
    body_html,
    attachments: mail.attachments.flatMap(({ file_id }) => file_id ?? []),
    account_id,
    ...(identity_id && { identity_id }),
    in_reply_to,
  };
  const [created] = await send([
    { method: 'POST', path: '/emails/drafts', body: copy },
    { method: 'DELETE', path: `/emails/${mail.id}` },
  ]);
  if (created) openCompose({ draftId: (created.body as { data: Email }).data.id });
}
