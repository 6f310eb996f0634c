// What can be done with mail that was not sent yet, besides sending it.

import { openCompose, reopenComposer } from '../../compose/compose-store.ts';
import { identityOf } from '../../compose/drafts/draft-content.ts';
import { showUnscheduledToast } from '../../compose/sending/kept-time.ts';
import type { Request } from '../../data/changes/requests.ts';
import { daybook } from '../../data/client.ts';
import { collection } from '../../data/live/live.ts';
import type { Email } from '../../data/types.ts';
import { showRefusal } from '../../shell/refusals.ts';
import { offerUndo, withdrawUndo } from '../../shell/undo.ts';
import { showToast } from '../../ui/feedback/toast.ts';
import { words } from '../../words/words.ts';
import { send } from '../changes/apply-change.ts';
import { restore, sendAsBefore, trashed } from './unsent-sending.ts';
import { isUnsaved, type UnsentMail } from './use-unsent.ts';

/** A mail that is held for at most so long was not scheduled by the person, so it keeps no time. In milliseconds. */
const MAX_HOLD_MS = 120_000;

/** The mails of which an operation runs: a second click does nothing. */
const running = new Set<string>();

async function runOnce(id: string, run: () => Promise<void>): Promise<void> {
  if (running.has(id)) return;
  running.add(id);
  try {
    await run();
  } finally {
    running.delete(id);
  }
}

/**
 * Opens the mail in the composer. What waits to be sent is cancelled first, and offered to be scheduled again; what failed
 * is copied, as it cannot change.
 */
export async function edit(mail: UnsentMail): Promise<void> {
  if (isUnsaved(mail)) return reopenComposer(mail.id);
  await runOnce(mail.id, () => open(mail));
}

async function open(mail: Email): Promise<void> {
  if (mail.status === 'draft') return openCompose({ draftId: mail.id });
  // Not queued: a composer that opens much later would be in the way.
  if (mail.status !== 'failed') return cancelAndOpen(mail);
  try {
    const now = await daybook.emails.get(mail.id);
    // It was copied or deleted since it was shown.
    if (now.deleted_at !== mail.deleted_at) return;
    if (now.status === 'failed') await editCopy(now);
    else await open(now);
  } catch (error) {
    showRefusal(error);
  }
}

async function cancelAndOpen(mail: Email): Promise<void> {
  const sendAt = chosenTime(mail);
  try {
    await daybook.emails.cancel(mail.id);
  } catch (error) {
    if (!(await isNowDraft(mail))) showRefusal(error);
    else if (sendAt) showUnscheduledToast(mail.id, sendAt);
    else announceCancelled(mail);
    return;
  }
  openCompose({ draftId: mail.id, sendAt });
  if (!sendAt) showToast({ text: words().mail.unsent.cancelled });
}

/** The time for which the person has scheduled it. */
function chosenTime({ status, scheduled_at: at }: Email): string | undefined {
  return status === 'scheduled' && at !== null && Date.parse(at) - Date.now() > MAX_HOLD_MS ? at : undefined;
}

/** The mail that waits to be sent is a draft again. Not queued: hours later it would be too late, or a surprise. */
export function cancelSending(mail: Email): Promise<void> {
  return runOnce(mail.id, async () => {
    try {
      await daybook.emails.cancel(mail.id);
    } catch (error) {
      if (!(await isNowDraft(mail))) return showRefusal(error);
    }
    announceCancelled(mail);
  });
}

function announceCancelled(mail: Email): void {
  offerUndo(words().mail.unsent.cancelledSending, () => void sendAsBefore(mail), { mail: mail.id });
}

/** Whether cancelling has succeeded although it seems to have failed: its answer was lost. */
async function isNowDraft({ id }: Email): Promise<boolean> {
  const now = await daybook.emails.get(id).catch(() => undefined);
  return now?.status === 'draft' && now.deleted_at === null;
}

/** To the trash, where it is a draft. */
export async function discard(mail: Email): Promise<void> {
  const { unsent } = words().mail;
  const text = mail.status === 'draft' ? unsent.discarded : unsent.deleted;
  const toast = offerUndo(text, () => void restore(mail));
  const request: Request = { method: 'DELETE', path: `/emails/${mail.id}` };
  const results = await send([request], [trashed(mail, new Date().toISOString())]);
  if (results.length === 0) withdrawUndo(toast);
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
