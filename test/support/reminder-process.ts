// A process that fires reminders as the service does, with a clock that stands still, and kills itself meanwhile: before,
// within or after one of its writes, or when nothing is due any more. It is not the whole service, because that takes twice
// the processor time to start. The argument is JSON: a Plan.
import '../../src/effects.ts';
import { fireReminders } from '../../src/calendar/reminders/fire.ts';
import { createLoop } from '../../src/jobs/loop.ts';
import { openStore } from '../../src/open-store.ts';
import type { Store } from '../../src/store/port.ts';
import { releaseJobs } from '../../src/store/tables/jobs.ts';

export interface Plan {
  data: string;
  database: string;
  /** The time of the clock. */
  at: number;
  /** The write to be killed at, counted from the start; none if it is only killed at the end. */
  kill?: { write: number; moment: 'before' | 'within' | 'after' };
}

const { data, database, at, kill }: Plan = JSON.parse(process.argv[2] as string);
Date.now = () => at;
const store = await openStore({ data, database }, { timezone: 'UTC' });
watchWrites(store);
if (store.about.exclusive) await releaseJobs(store);
const fail = (error: unknown) => {
  throw error;
};
createLoop(store, { reminder: fireReminders }, fail).start();
const due = "select count(*) as jobs from jobs where kind = 'reminder' and due_at <= ?1";
while ((await store.catalogue(due, at))[0]?.jobs !== 0) await new Promise((resolve) => setTimeout(resolve, 5));
die();

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  for (;;); // the signal may take a moment
}

function watchWrites(opened: Store): void {
  const write = opened.write.bind(opened);
  let count = 0;
  opened.write = async (user, work) => {
    const isLast = ++count === kill?.write;
    if (isLast && kill?.moment === 'before') die();
    const result = await write(user, async (tx) => {
      const done = await work(tx);
      if (isLast && kill?.moment === 'within') die();
      return done;
    });
    if (isLast) die();
    return result;
  };
}
