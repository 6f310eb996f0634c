// What happens after "Send": the composer closes, a message offers to undo, and undoing brings the draft back as it was.
// Discarding works in the same way.

import { mutate, mutateLater } from '../../data/changes/mutations.ts';
import type { Result } from '../../data/changes/requests.ts';
import type { Email } from '../../data/types.ts';
import { reasonOf } from '../../shell/reasons.ts';
import { offerUndo } from '../../shell/undo.ts';
import { showToast } from '../../ui/feedback/toast.ts';
import { formatDayTime } from '../../words/format.ts';
import { words } from '../../words/words.ts';
import { removeComposer, reopenComposer } from '../compose-store.ts';
import { DISCARDED_CREATION } from '../drafts/discarded-creation.ts';
import { getEmail, hasStatus, isMissing } from '../drafts/draft-requests.ts';
import type { DraftSession } from '../drafts/draft-session.ts';
import { asNewDraft, type LocalDraft, writeLocalDraft } from '../drafts/local-drafts.ts';
import { endSessionOf } from '../drafts/sessions.ts';
import { hasAccount } from '../recipients/senders.ts';
import { goToAccounts } from './use-sending.ts';

/** How long before the end of the hold the message goes: Undo would come too late then. */
const MARGIN = 500;

/** The service has accepted the mail. */
export function announceSend(session: DraftSession, email: Email, isScheduled: boolean): void {
  const { compose } = words();
  const copy = { ...session.local };
  const at = email.scheduled_at ? Date.parse(email.scheduled_at) : Date.now();
  removeComposer(session.key);
  void endSessionOf(session);
  const time = isScheduled ? email.scheduled_at : null;
  // A mail that had a time has now the one that was chosen last.
  if (copy.sendAt && time) copy.sendAt = time;
  const undo = () => void undoSend(copy, email);
  const mail = email.id;
  if (time) offerUndo(compose.scheduledFor(formatDayTime(time)), undo, { mail });
  else if (!hasAccount())
    offerUndo(compose.waitsForAccount, undo, { mail, link: { label: compose.addAccount, run: goToAccounts } });
  else if (at - Date.now() > 2 * MARGIN) offerUndo(compose.sendingSoon, undo, { mail, until: at - MARGIN });
  else showToast({ text: compose.sending });
}

/** Waits for a connection, so that a mail that is held is stopped as soon as possible. */
async function undoSend(copy: DraftSession['local'], email: Email): Promise<void> {
  try {
    const [cancelled] = await mutate([{ method: 'POST', path: `/emails/${email.id}/cancel` }]);
    await reopen({ ...copy, etag: cancelled?.etag, pendingSend: undefined, isNew: false });
  } catch (error) {
    const written = { ...copy, pendingSend: undefined, isNew: false };
    // Stopped elsewhere, or moved to the trash there.
    if (hasStatus(error, 409) && (await isDraft(email.id))) return reopen(written);
    const { compose } = words();
    const text = hasStatus(error, 409) ? compose.undoFailed : compose.notStopped;
    showToast({ text: text(reasonOf(error)), tone: 'danger' });
    if (isMissing(error)) await reopen(asNewDraft(written));
  }
}

async function isDraft(id: string): Promise<boolean> {
  const version = await getEmail(id).catch(() => undefined);
  return version?.email.status === 'draft';
}

/** Moves the draft to the trash; undoing opens it again. */
export async function discardDraft(session: DraftSession): Promise<void> {
  // Ended first: the focus leaves the form with the composer, which would save it.
  const ended = endSessionOf(session);
  const copy = { ...session.local };
  removeComposer(session.key);
  await ended;
  const restore = remove(copy);
  const undo = async () => {
    try {
      const [restored] = await restore();
      await reopen({ ...copy, etag: restored?.etag ?? copy.etag });
    } catch (error) {
      report(error);
      // If it is still in the trash, the composer offers to save the text as a new draft.
      await reopen(isMissing(error) ? asNewDraft(copy) : copy);
    }
  };
  offerUndo(words().compose.discarded, () => void undo());
}

/** Removes what the service has of the draft. Returns what restores it. */
function remove({ draftId, creation }: LocalDraft): () => Promise<Result[]> {
  if (draftId) {
    const isRemoved = mutate([{ method: 'DELETE', path: `/emails/${draftId}` }]).then(() => true, reportFailure);
    return async () => ((await isRemoved) ? mutate([{ method: 'POST', path: `/emails/${draftId}/restore` }]) : []);
  }
  if (!creation) return async () => [];
  // Whether the service has it is not known yet.
  const removal = mutateLater({ area: DISCARDED_CREATION, input: creation }, []);
  void removal.done.catch(reportFailure);
  return () => removal.undo([]);
}

function reportFailure(error: unknown): false {
  report(error);
  return false;
}

async function reopen(local: DraftSession['local']): Promise<void> {
  await writeLocalDraft({ ...local, view: 'docked' });
  reopenComposer(local.key);
}

function report(error: unknown): void {
  showToast({ text: reasonOf(error), tone: 'danger' });
}
