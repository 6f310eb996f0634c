// What /health answers: whether the store can be read, and whether it takes writes. While writes fail, one is tried now
// and then, so that the answer is true again as soon as there is room, also when nobody writes.
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import { dropNote, writeNote } from '../store/notes.ts';
import type { Store } from '../store/store.ts';

const PROBE = 'probe';

interface Health {
  status: 'ok';
  version: string;
  uptime_s: number;
  store: { ready: true; writable: boolean; reason?: string; engine: string; ms: number };
}

/** Throws SERVICE_UNAVAILABLE when the store cannot be read. */
export function createHealth(store: Store, version: string): () => Promise<Health> {
  const started = performance.now();
  let probed = Number.NEGATIVE_INFINITY;

  async function probe(): Promise<void> {
    if (store.writeProblem() === undefined || performance.now() - probed < limits.writeProbe) return;
    probed = performance.now();
    try {
      // As large as a usual change: on a disk that is nearly full, a few bytes still find room.
      await store.administer((tx) => writeNote(tx, PROBE, 'x'.repeat(limits.writeProbeBytes)));
      await store.administer((tx) => dropNote(tx, PROBE));
    } catch {
      // the store remembers why
    }
  }

  return async () => {
    const begun = performance.now();
    try {
      await store.catalogue('select count(*) as users from users');
    } catch {
      throw new AppError('SERVICE_UNAVAILABLE', 'The store does not answer.', { ready: false }, 2);
    }
    const ms = Math.round((performance.now() - begun) * 100) / 100;
    await probe();
    const reason = store.writeProblem();
    const writable = reason === undefined;
    return {
      status: 'ok',
      version,
      uptime_s: Math.floor((performance.now() - started) / 1000),
      store: { ready: true, writable, ...(!writable && { reason }), engine: store.about.engine, ms },
    };
  };
}
