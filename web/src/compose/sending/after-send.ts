// What happens after "Send": the composer closes, a message offers to undo, and undoing brings the draft back as it was.
// Discarding works in the same way.

import { mutate } from '../../data/changes/mutations.ts';
import type { Result } from '../../data/changes/requests.ts';
import type { Email } from '../../data/types.ts';
import { reasonOf } from '../../shell/reasons.ts';
import { offerUndo } from '../../shell/undo.ts';
import { showToast } from '../../ui/feedback/toast.ts';
import { formatDayTime } from '../../words/format.ts';
import { words } from '../../words/words.ts';
import { removeComposer, reopenComposer } from '../compose-store.ts';
import { hasStatus } from '../drafts/draft-requests.ts';
import type { DraftSession } from '../drafts/draft-session.ts';
import { writeLocalDraft } from '../drafts/local-drafts.ts';
import { endSessionOf } from '../drafts/sessions.ts';
import { hasAccount } from '../recipients/senders.ts';
import { goToAccounts } from './use-sending.ts';

/** How much longer than the hold the message is not shown: an undo that comes too late would disappoint. */
const MARGIN = 500;

/** The service has accepted the mail. */
export function announceSend(session: DraftSession, email: Email, isScheduled: boolean): void {
  const { compose } = words();
  const copy = { ...session.local };
  const at = email.scheduled_at ? Date.parse(email.scheduled_at) : Date.now();
  removeComposer(session.key);
  void endSessionOf(session);
  const undo = () => void undoSend(copy, email);
  if (isScheduled && email.scheduled_at) offerUndo(compose.scheduledFor(formatDayTime(email.scheduled_at)), undo);
  else if (!hasAccount())
    offerUndo(compose.waitsForAccount, undo, { link: { label: compose.addAccount, run: goToAccounts } });
  else if (at - Date.now() > 2 * MARGIN) offerUndo(compose.sendingSoon, undo, { until: at - MARGIN });
  else showToast({ text: compose.sending });
}

/** Waits for a connection, so that a mail that is held is stopped as soon as possible. */
async function undoSend(copy: DraftSession['local'], email: Email): Promise<void> {
  try {
    const [cancelled] = await mutate([{ method: 'POST', path: `/emails/${email.id}/cancel` }]);
    await reopen({ ...copy, etag: cancelled?.etag, pendingSend: undefined, isNew: false });
  } catch (error) {
    const { compose } = words();
    const text = hasStatus(error, 409) ? compose.undoFailed : compose.notStopped;
    showToast({ text: text(reasonOf(error)), tone: 'danger' });
    // It was deleted elsewhere: the composer offers to save the text as a new draft.
    if (hasStatus(error, 404, 410)) await reopen({ ...copy, pendingSend: undefined, isNew: false });
  }
}

/** Moves the draft to the trash; undoing opens it again. */
export async function discardDraft(session: DraftSession): Promise<void> {
  const copy = { ...session.local };
  removeComposer(session.key);
  await endSessionOf(session);
  const id = copy.draftId;
  const removed = id ? mutate([{ method: 'DELETE', path: `/emails/${id}` }]) : Promise.resolve([]);
  const isRemoved = removed.then(
    () => true,
    (error: unknown) => {
      report(error);
      return false;
    },
  );
  const undo = async () => {
    const restore = { method: 'POST', path: `/emails/${id}/restore` } as const;
    // If it cannot be restored, the composer offers to save the text as a new draft.
    const [restored] = id && (await isRemoved) ? await mutate([restore]).catch(report) : [];
    await reopen({ ...copy, etag: restored?.etag ?? copy.etag });
  };
  offerUndo(words().compose.discarded, () => void undo());
}

async function reopen(local: DraftSession['local']): Promise<void> {
  await writeLocalDraft({ ...local, view: 'docked' });
  reopenComposer(local.key);
}

function report(error: unknown): Result[] {
  showToast({ text: reasonOf(error), tone: 'danger' });
  return [];
}
