// Timed changes of emails: a snoozed one returns, a scheduled one is queued.
import { wake } from '../mail/snooze.ts';
import { find } from '../records/find.ts';
import { asEmail, email } from '../resources/email.ts';
import { queueDue } from '../sending/queue.ts';
import type { Store, Tx } from '../store/port.ts';
import { type Job, settleJob } from '../store/tables/jobs.ts';

/** The email of a job that is still held; undefined when a change has dropped the job. */
async function take(tx: Tx, job: Job, holder: string) {
  return (await settleJob(tx, job, holder)) ? find(tx, email, job.recordId) : undefined;
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
    if (mail && asEmail(mail.record).status === 'scheduled') await queueDue(tx, mail);
  });
}
