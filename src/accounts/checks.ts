// Checks a server of an account that is in error again with growing delays; where the login was refused, only after the
// longest delay, because more frequent logins could lock the account.
import { AppError } from '../errors.ts';
import { limits } from '../limits.ts';
import { LOGIN_REFUSED } from '../store/tables/accounts.ts';
import { type JobHandler, postponeJob, settleJob } from '../store/tables/jobs.ts';
import { backOff } from '../values/back-off.ts';
import type { AccountServers, Examined } from './connection-tests.ts';
import type { Protocol } from './servers.ts';

export function createAccountCheck(servers: AccountServers, protocol: Protocol): JobHandler {
  return async (store, job, holder) => {
    const examined = (await servers.examine(job.user, job.recordId, protocol).catch(reasonOf)) ?? 'gone';
    // If the connection was changed in the meantime there is a new job, and these functions do nothing.
    await store.write(job.user, async (tx) => {
      if (examined === 'stopping') postponeJob(tx, job, holder, tx.now, 'the service stopped');
      else if (examined === 'gone' || examined.ok) await settleJob(tx, job, holder);
      else {
        const why = examined.refused ? LOGIN_REFUSED : 'the server is unavailable';
        postponeJob(tx, job, holder, tx.now + delayOf(job.attempts, examined), why);
      }
    });
  };
}

/** 30 seconds, a minute, two, … up to an hour. */
export function delayOf(attempts: number, { refused }: Pick<Examined, 'refused'>): number {
  return refused ? limits.checkLast : backOff({ base: limits.checkFirst, max: limits.checkLast }, attempts);
}

function reasonOf(error: unknown): 'gone' | 'stopping' {
  const code = error instanceof AppError ? error.code : null;
  if (code === 'NOT_FOUND') return 'gone';
  if (code === 'SERVICE_UNAVAILABLE') return 'stopping';
  throw error;
}
