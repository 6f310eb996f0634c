// What is done about a draft that is discarded before it is known whether the service has created it.
import { afterEach, expect, it, vi } from 'vitest';
import { prepareDiscard } from '../../../web/src/compose/drafts/discarded-creation.ts';
import * as requests from '../../../web/src/compose/drafts/draft-requests.ts';
import type { Creation } from '../../../web/src/compose/drafts/local-drafts.ts';
import { showToast } from '../../../web/src/ui/feedback/toast.ts';

vi.mock('../../../web/src/compose/drafts/draft-requests.ts', () => ({
  answerTo: vi.fn(),
  wasMade: vi.fn(),
  postOnce: vi.fn(),
  isTemporary: (error: { status: number }) => error.status === 0,
}));
vi.mock('../../../web/src/data/session.ts', () => ({ isUnauthorized: () => false }));
vi.mock('../../../web/src/ui/feedback/toast.ts', () => ({ showToast: vi.fn() }));
vi.mock('../../../web/src/words/words.ts', () => ({ words: () => ({ compose: { discardedUnknown: 'unknown' } }) }));

const service = vi.mocked(requests);
const draft = { email: { id: 'e1' }, etag: '"1"' } as requests.Versioned;
const HOUR = 3_600_000;

afterEach(() => void vi.resetAllMocks());

/** The paths of the requests that are made about a creation that was sent some hours ago. */
async function discard(hours: number): Promise<string[]> {
  const creation: Creation = { key: 'k', path: '/emails/drafts', body: {}, sentAt: Date.now() - hours * HOUR };
  return (await prepareDiscard(creation)).requests.map(({ method, path }) => `${method} ${path}`);
}

it('a draft that the service has created is moved to the trash', async () => {
  service.wasMade.mockResolvedValue(true);
  service.postOnce.mockResolvedValue(draft);
  expect(await discard(0)).toEqual(['DELETE /emails/e1']);
});

it('a draft whose creation never arrived is not created in order to be discarded', async () => {
  service.wasMade.mockResolvedValue(false);
  expect(await discard(0)).toEqual([]);
  expect(service.postOnce).not.toHaveBeenCalled();
});

it('after a day the creation is not repeated, and the person is told where a draft may be', async () => {
  service.wasMade.mockResolvedValue(true);
  service.postOnce.mockResolvedValue(draft);
  expect(await discard(24)).toEqual([]);
  expect(service.postOnce).not.toHaveBeenCalled();
  expect(showToast).toHaveBeenCalledWith({ text: 'unknown' });
});

it('an answer that still arrives says which draft it is, however old the request is', async () => {
  service.answerTo.mockReturnValue(Promise.resolve(draft));
  expect(await discard(24)).toEqual(['DELETE /emails/e1']);
  expect(service.wasMade).not.toHaveBeenCalled();
});

it('it waits for a connection', async () => {
  service.answerTo.mockReturnValue(Promise.reject({ status: 0 }));
  service.wasMade.mockRejectedValue({ status: 0 });
  await expect(discard(0)).rejects.toEqual({ status: 0 });
});
