// A draft that is discarded before the service has answered the request that creates it: the request is repeated, which
// returns the draft that it has created, if it has, and that draft is moved to the trash.
import type { Prepared } from '../../data/changes/preparations.ts';
import { isUnauthorized } from '../../data/session.ts';
import { isTemporary, postOnce } from './draft-requests.ts';
import type { KeyedRequest } from './local-drafts.ts';

/** The area of these changes among those that are prepared when they are sent. */
export const DISCARDED_CREATION = 'discarded-creation';

const NOTHING: Prepared = { requests: [], undo: [], changes: [] };

export async function prepareDiscard(input: unknown): Promise<Prepared> {
  const version = await postOnce(input as KeyedRequest).catch((error: unknown) => {
    if (isTemporary(error) || isUnauthorized(error)) throw error;
    return undefined; // what the service refuses is not created
  });
  // The answer about a draft that was erased since has no draft.
  const id = version?.email?.id;
  if (!id) return NOTHING;
  return {
    requests: [{ method: 'DELETE', path: `/emails/${id}`, doneIf: ['NOT_FOUND', 'ALREADY_DELETED'] }],
    undo: [{ method: 'POST', path: `/emails/${id}/restore` }],
    changes: [],
  };
}
