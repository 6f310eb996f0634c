// A process that runs the jobs of tasks as the service does, in batches of two, and kills itself before, within or after one of its writes.
// It is not the whole service, because that takes longer to start. The argument is JSON: a Plan.
import '../../src/effects.ts';
import { createLoop } from '../../src/jobs/loop.ts';
import { limits } from '../../src/limits.ts';
import { filterBatchJob } from '../../src/mail/batches/job.ts';
import { labels } from '../../src/mail/labels.ts';
import { openStore } from '../../src/open-store.ts';
import { nameField } from '../../src/records/names/changes.ts';
import { renameJob } from '../../src/records/names/rename.ts';
import { releaseJobs } from '../../src/store/tables/jobs.ts';

export interface Plan {
  database: string;
  /** The write to be killed at, counted from the start. */
  write: number;
  moment: 'before' | 'within' | 'after';
}

const plan: Plan = JSON.parse(process.argv[2] as string);
Object.assign(limits, { renameBatch: 2 });
const store = await openStore({ data: '', database: plan.database }, { timezone: 'UTC' });
const write = store.write.bind(store);
let count = 0;
store.write = async (user, work) => {
  const isLast = ++count === plan.write;
  if (isLast && plan.moment === 'before') die();
  const result = await write(user, async (tx) => {
    const done = await work(tx);
    if (isLast && plan.moment === 'within') die();
    return done;
  });
  if (isLast) die();
  return result;
};
await releaseJobs(store); // of the process that was killed before
const fail = (error: unknown) => {
  throw error;
};
createLoop(store, { rename: renameJob([nameField(labels)]), batch: filterBatchJob() }, fail).start();

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  for (;;); // the signal may take a moment
}
