// How the session of a draft sends it: once, however often the request is repeated, and not at all once the person has
// changed their mind.
import { newKey } from '../../data/changes/new-key.ts';
import { isUnauthorized } from '../../data/session.ts';
import { reasonOf } from '../../shell/reasons.ts';
import { hasStatus, isMissing, isTemporary, postOnce } from '../drafts/draft-requests.ts';
import { reconcile } from '../drafts/draft-saving.ts';
import type { DraftSession } from '../drafts/draft-session.ts';

/** Sends the saved draft. Throws if that has to be tried again. */
export async function sendDraft(session: DraftSession): Promise<void> {
  const { pendingSend, draftId } = session.local;
  if (!pendingSend || !draftId) return;
  if (pendingSend.isCancelled) return cancelSending(session, draftId);
  try {
    // Stored first: after a reload, too, "Don't send" has to ask the service.
    pendingSend.isAttempted = true;
    await session.keep();
    const { email } = await postOnce({ ...pendingSend, path: `/emails/${draftId}/send` });
    if (pendingSend.isCancelled) return cancelSending(session, draftId);
    session.clearPendingSend();
    session.onAccepted?.(email, 'scheduled_at' in pendingSend.body);
  } catch (error) {
    if (isTemporary(error) || isUnauthorized(error)) throw error;
    session.clearPendingSend();
    if (isMissing(error)) session.setProblem({ kind: 'gone', isSent: false });
    else session.set({ refusal: reasonOf(error) });
  }
}

/** Makes the mail a draft again, or finds that it was sent. */
async function cancelSending(session: DraftSession, draftId: string): Promise<void> {
  await postOnce({ key: newKey(), path: `/emails/${draftId}/cancel`, body: {} }).catch((error: unknown) => {
    // 409: the request to send never arrived, or the mail was sent. What is stored says which.
    if (!hasStatus(error, 409)) throw error;
  });
  await reconcile(session);
  session.clearPendingSend();
}
