// A server of an account that is away is tried again, at growing distances, until it is back; one whose login was refused
// only once in a long while, since trying harder would lock it.
import type { Protocol } from '../domain/account-servers.ts';
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import { REFUSED } from '../store/accounts.ts';
import { postponeJob, settleJob } from '../store/jobs.ts';
import type { Handler } from './loop.ts';
import type { AccountServers, Examined } from './mail-servers.ts';

export function createAccountCheck(servers: AccountServers, protocol: Protocol): Handler {
  return async (store, job, holder) => {
    const examined = (await servers.examine(job.user, job.recordId, protocol).catch(excuse)) ?? 'gone';
    // A change of the connection has put a new job, and this one is no longer ours: then neither of these does anything.
    await store.write(job.user, async (tx) => {
      if (examined === 'stopping') postponeJob(tx, job, holder, tx.now, 'the service stopped');
      else if (examined === 'gone' || examined.ok) await settleJob(tx, job, holder);
      else {
        const why = examined.refused ? REFUSED : 'the server is away';
        postponeJob(tx, job, holder, tx.now + delayOf(job.attempts, examined), why);
      }
    });
  };
}

/** 30 seconds, a minute, two, … up to an hour. */
export function delayOf(attempts: number, { refused }: Pick<Examined, 'refused'>): number {
  return refused ? limits.checkLast : Math.min(limits.checkFirst * 2 ** attempts, limits.checkLast);
}

function excuse(error: unknown): 'gone' | 'stopping' {
  const code = error instanceof AppError ? error.code : null;
  if (code === 'NOT_FOUND') return 'gone';
  if (code === 'SERVICE_UNAVAILABLE') return 'stopping';
  throw error;
}
