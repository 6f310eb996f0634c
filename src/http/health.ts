// The result of /health: whether the store can be read, and whether it accepts writes. While writes fail, a probe is
// written from time to time, so that the result is correct as soon as there is disk space, even without clients.
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import type { Store } from '../store/port.ts';
import { dropNote, writeNote } from '../store/tables/notes.ts';
import { countUsers } from '../store/tables/users.ts';

const PROBE = 'probe';

interface Health {
  status: 'ok';
  version: string;
  uptime_s: number;
  store: { ready: true; writable: boolean; reason?: string; engine: string; ms: number };
}

/** Throws SERVICE_UNAVAILABLE if the store cannot be read. */
export function createHealth(store: Store, version: string): () => Promise<Health> {
  const started = performance.now();
  let probed = Number.NEGATIVE_INFINITY;

  async function probe(): Promise<void> {
    if (store.health().writeProblem === undefined || performance.now() - probed < limits.writeProbe) return;
    probed = performance.now();
    try {
      // As large as an ordinary write: a few bytes can still succeed on a disk that is nearly full.
      await store.administer((tx) => writeNote(tx, PROBE, 'x'.repeat(limits.writeProbeBytes)));
      await store.administer((tx) => dropNote(tx, PROBE));
    } catch {
      // the store remembers the reason
    }
  }

  return async () => {
    const begun = performance.now();
    try {
      await countUsers(store);
    } catch {
      throw new AppError('SERVICE_UNAVAILABLE', 'The store does not answer.', { ready: false }, 2);
    }
    const ms = Math.round((performance.now() - begun) * 100) / 100;
    await probe();
    const reason = store.health().writeProblem;
    const writable = reason === undefined;
    return {
      status: 'ok',
      version,
      uptime_s: Math.floor((performance.now() - started) / 1000),
      store: { ready: true, writable, ...(!writable && { reason }), engine: store.about.engine, ms },
    };
  };
}
