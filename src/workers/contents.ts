// A content that nothing uses any more is taken off the disk, in a transaction of its user: an upload of the same
// content runs before it or after it, never meanwhile.
import { limits } from '../limits.ts';
import type { Blobs } from '../store/blobs.ts';
import { knownContents, removeUnknown, removeUnused } from '../store/contents.ts';
import { settleJob } from '../store/jobs.ts';
import type { Store } from '../store/store.ts';
import type { Handler } from './loop.ts';

/**
 * Looks after what was kept for writes: where the row is there, the write has come true; where it is not, it never will,
 * and the bytes go. So a process that was killed in between leaves nothing.
 */
export async function settleContents(store: Store, blobs: Blobs): Promise<void> {
  const waiting = Map.groupBy(blobs.kept(limits.keptUnsure), ({ user }) => user);
  for (const [user, contents] of waiting) {
    for (let start = 0; start < contents.length; start += limits.jobBatch) {
      const some = contents.slice(start, start + limits.jobBatch).map(({ sha256 }) => sha256);
      const known = await knownContents(store, user, some);
      for (const sha256 of some) {
        if (!known.has(sha256)) await removeUnknown(store, blobs, user, sha256);
        blobs.settle(user, sha256);
      }
    }
  }
}

export function unlinkContent(blobs: Blobs): Handler {
  return (store, job, holder) =>
    store.write(job.user, async (tx) => {
      if (!(await settleJob(tx, job, holder))) return;
      if (await removeUnused(tx, job.recordId)) blobs.remove(job.user, job.recordId);
    });
}
