// A worker for the tests of the pool: counts its work, and if there is room its starts, in shared memory; fails, ends, waits or never ends.
import { workerData } from 'node:worker_threads';
import { serveWork } from '../../src/values/worker-pool.ts';

const counts = new Int32Array((workerData as { counts: SharedArrayBuffer }).counts);
if (counts.length > 1) Atomics.add(counts, 1, 1);

serveWork((work: 'count' | 'fail' | 'end' | 'wait' | 'sleep' | 'compute' | 'hang') => {
  if (work === 'fail') throw Object.assign(new Error('it failed'), { code: 'EFAIL', errcode: 5 });
  if (work === 'end') process.exit(1);
  if (work === 'wait') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700);
  if (work === 'sleep') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  for (
    const begin = process.threadCpuUsage().user;
    work === 'compute' && process.threadCpuUsage().user - begin < 200_000;
  );
  while (work === 'hang');
  const count = Atomics.add(counts, 0, 1) + 1;
  Atomics.notify(counts, 0);
  return count;
});
