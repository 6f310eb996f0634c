// What the clock does to emails: a snoozed one wakes, a scheduled one joins the queue.

import { findAnywhere } from '../domain/records.ts';
import { queue } from '../domain/sending.ts';
import { wake } from '../domain/snooze.ts';
import { asEmail, email } from '../resources/email.ts';
import { type Job, settleJob } from '../store/jobs.ts';
import type { Store, Tx } from '../store/store.ts';

/** The email of a job that is still ours; undefined when a change has made the job void. */
async function take(tx: Tx, job: Job, holder: string) {
  return (await settleJob(tx, job, holder)) ? findAnywhere(tx, email, job.recordId) : undefined;
}

export async function wakeSnoozed(store: Store, job: Job, holder: string): Promise<void> {
  await store.write(job.user, async (tx) => {
    const mail = await take(tx, job, holder);
    if (mail && asEmail(mail.record).snoozed_until !== null) await wake(tx, mail);
  });
}

export async function queueScheduled(store: Store, job: Job, holder: string): Promise<void> {
  await store.write(job.user, async (tx) => {
    const mail = await take(tx, job, holder);
    if (mail && asEmail(mail.record).status === 'scheduled') await queue(tx, mail);
  });
}
