// Long work of a request in slices, so that other requests are served between them. The clock decides only when to
// pause, never what comes out.
import { setImmediate } from 'node:timers/promises';
import { limits } from '../limits.ts';

/** Runs the work to its end; it may pause wherever it yields. */
export async function inSlices<T>(work: Iterator<undefined, T>): Promise<T> {
  for (let began = performance.now(); ; ) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() - began < limits.slice) continue;
    await setImmediate();
    began = performance.now();
  }
}
