// A draft that is discarded before the service has answered the request that creates it. If the service has made that
// request, it is repeated, which returns the draft, and the draft is moved to the trash. If it has not, nothing is done.
import type { Prepared } from '../../data/changes/preparations.ts';
import { isUnauthorized } from '../../data/session.ts';
import { showToast } from '../../ui/feedback/toast.ts';
import { words } from '../../words/words.ts';
import { answerTo, isTemporary, postOnce, type Versioned, wasMade } from './draft-requests.ts';
import type { Creation } from './local-drafts.ts';

/** The area of these changes among those that are prepared when they are sent. */
export const DISCARDED_CREATION = 'discarded-creation';

/** How long after a request its key is asked for: a little less than the day that the service keeps it. */
const KNOWN_FOR = 23 * 3_600_000;

const NOTHING: Prepared = { requests: [], undo: [], changes: [] };

export async function prepareDiscard(input: unknown): Promise<Prepared> {
  const version = await createdDraft(input as Creation);
  // The answer about a draft that was erased since has no draft.
  const id = version?.email?.id;
  if (!id) return NOTHING;
  return {
    requests: [{ method: 'DELETE', path: `/emails/${id}`, doneIf: ['NOT_FOUND', 'ALREADY_DELETED'] }],
    undo: [{ method: 'POST', path: `/emails/${id}/restore` }],
    changes: [],
  };
}

async function createdDraft(creation: Creation): Promise<Versioned | undefined> {
  const answered = await answerTo(creation)?.catch(() => undefined);
  if (answered) return answered;
  if (Date.now() - creation.sentAt > KNOWN_FOR) {
    // Repeated now, the request could create a second draft. If there is one, it stays among the drafts.
    showToast({ text: words().compose.discardedUnknown });
    return undefined;
  }
  if (!(await wasMade(creation))) return undefined;
  return postOnce(creation).catch((error: unknown) => {
    if (isTemporary(error) || isUnauthorized(error)) throw error;
    return undefined;
  });
}
