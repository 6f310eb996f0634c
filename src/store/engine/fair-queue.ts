// The queue of slow reads: so many at a time, not all of one user, one of each user in turn, with a maximum waiting time.
import { AppError } from '../../errors.ts';
import { limits } from '../../limits.ts';
import { createSlots } from '../../values/queues/slots.ts';

/** Runs the work when it is the user's turn; rejects with 503 if that takes too long. */
export type FairQueue = <T>(user: number, work: () => Promise<T>) => Promise<T>;

export function createFairQueue(most: number, patience: number = limits.slowWait): FairQueue {
  // One place is left to others: they need not wait for the long lists of one user.
  return createSlots({ most, each: Math.max(1, most - 1), patience, busy: tooBusy }).run;
}

function tooBusy(): AppError {
  const message =
    'Too many searches and long lists are under way; nothing is wrong with this one. Try again in a moment.';
  return new AppError('SERVICE_UNAVAILABLE', message, {}, Math.ceil(limits.slowWait / 1000));
}
