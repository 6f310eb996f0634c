// Removes contents that are no longer used from the disk, in a transaction of their user, so that an upload of the same
// content cannot run at the same time.
import { limits } from '../limits.ts';
import type { Store } from '../store/port.ts';
import { isKnown, knownContents, removeUnused } from '../store/tables/contents.ts';
import { type JobHandler, settleJob } from '../store/tables/jobs.ts';
import type { Blobs, Received } from './content-store.ts';

/** After a failed write: removes the content that it kept on disk, unless a row refers to it. */
export async function abandon(store: Store, blobs: Blobs, user: number, received: Received): Promise<void> {
  blobs.discard(received);
  if (blobs.has(user, received.sha256)) await removeUnknown(store, blobs, user, received.sha256);
  blobs.settle(user, received.sha256);
}

/** Removes the bytes if no row refers to them: in a transaction, so that no upload is storing them. */
async function removeUnknown(store: Store, blobs: Blobs, user: number, sha256: string): Promise<void> {
  await store.write(user, async (tx) => {
    if (!(await isKnown(tx, sha256))) blobs.remove(user, sha256);
  });
}

/**
 * Settles contents whose write has an unknown outcome: if the row exists, the write was committed; if not, the bytes
 * are removed. A process that was killed in between therefore leaves nothing.
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

export function unlinkContent(blobs: Blobs): JobHandler {
  return (store, job, holder) =>
    store.write(job.user, async (tx) => {
      if (!(await settleJob(tx, job, holder))) return;
      if (await removeUnused(tx, job.recordId)) blobs.remove(job.user, job.recordId);
    });
}
