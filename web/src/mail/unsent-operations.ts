// What can be done with mail that was not sent yet. Sending and cancelling are not queued: without a connection they
// fail at once, and the user decides again.
import { openCompose } from '../compose/compose-store.ts';
import { daybook } from '../data/client.ts';
import type { Email } from '../data/types.ts';
import { reasonOf } from '../shell/reasons.ts';
import { showToast } from '../ui/toast.ts';
import { formatDayTime } from '../words/format.ts';
import { words } from '../words/words.ts';
import { send } from './apply-change.ts';
import { offerUndo } from './undo.ts';

/** How long a mail is held by the service, so that sending it can be undone. */
const HOLD = 10;

/** Opens the mail in the composer. What waits to be sent is cancelled first; what failed is copied, as it cannot change. */
export async function edit(mail: Email): Promise<void> {
  if (mail.status === 'draft') return openCompose({ draftId: mail.id });
  await attempt(async () => {
    const draftId = mail.status === 'failed' ? await copyToDraft(mail.id) : (await daybook.emails.cancel(mail.id)).id;
    openCompose({ draftId });
    if (mail.status !== 'failed') showToast({ text: words().mail.unsent.cancelled });
  });
}

/** Also for mail that failed. */
export async function sendNow(mail: Email): Promise<void> {
  await attempt(async () => {
    await resend(mail, { hold_seconds: HOLD });
    offerUndo(words().mail.unsent.sendingNow, () => void attempt(() => undoSend(mail)));
  });
}

export async function sendAt(mail: Email, time: Date): Promise<void> {
  await attempt(async () => {
    await resend(mail, { scheduled_at: time.toISOString() });
    const text = words().mail.unsent.rescheduled(formatDayTime(time));
    offerUndo(text, () => void attempt(() => undoSend({ ...mail, status: 'scheduled' })));
  });
}

/** To the trash, where it is a draft. */
export async function discard(mail: Email): Promise<void> {
  const { unsent } = words().mail;
  offerUndo(mail.status === 'draft' ? unsent.discarded : unsent.deleted, () => void attempt(() => undoDiscard(mail)));
  await send([{ method: 'DELETE', path: `/emails/${mail.id}` }]);
}

async function resend(mail: Email, body: { hold_seconds?: number; scheduled_at?: string }): Promise<void> {
  if (mail.status === 'scheduled' || mail.status === 'queued') await daybook.emails.cancel(mail.id);
  await daybook.emails.sendDraft(mail.id, body);
}

/** Back to the time for which it was scheduled; a mail that had failed is a draft afterwards. */
async function undoSend(mail: Email): Promise<void> {
  await daybook.emails.cancel(mail.id);
  if (mail.scheduled_at && mail.status === 'scheduled')
    await daybook.emails.sendDraft(mail.id, { scheduled_at: mail.scheduled_at });
}

async function undoDiscard(mail: Email): Promise<void> {
  await daybook.emails.restore(mail.id);
  if (mail.status === 'scheduled' && mail.scheduled_at)
    await daybook.emails.sendDraft(mail.id, { scheduled_at: mail.scheduled_at });
}

async function copyToDraft(id: string): Promise<string> {
  const { to_addresses, cc_addresses, bcc_addresses, subject, body_plain, body_html, attachments, ...rest } =
    await daybook.emails.get(id);
  const draft = await daybook.emails.createDraft({
    to_addresses,
    cc_addresses,
    bcc_addresses,
    subject,
    body_plain,
    body_html,
    attachments: attachments.flatMap(({ file_id }) => file_id ?? []),
    account_id: rest.account_id,
    in_reply_to: rest.in_reply_to,
  });
  await daybook.emails.remove(id);
  return draft.id;
}

async function attempt(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    showToast({ text: words().shell.refused(reasonOf(error)), tone: 'danger' });
  }
}
