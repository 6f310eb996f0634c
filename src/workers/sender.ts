// Sends what is queued: a lane for each account, so that one slow server delays no other, and in each lane one mail at a
// time in the order of the queue. Mails whose sender died are recovered first; mails without an account get the default.
import { adoptMails, failWithoutAccount, recoverMails } from '../domain/delivery.ts';
import { limits } from '../limits.ts';
import { allowedAddresses } from '../mail/hosts.ts';
import { type Lane, listLanes } from '../store/send-jobs.ts';
import { createAlarm } from './alarm.ts';
import type { LaneParts } from './sender-lane.ts';
import { createLines } from './sender-lines.ts';

export interface Sender {
  start(): void;
  /** A mail may be due then. */
  wake(at: number): void;
  /** Something of this user has changed: an account that mail waits for, perhaps. */
  notice(user: number): void;
  /** Gives back what has not been marked, and waits at most so many milliseconds for answers to the rest. */
  stop(within: number): Promise<void>;
}

const EMPTY = 500; // ms for which a lane is left alone that seemed to have work and had none
const PAUSE = 250; // ms between looks at a user whose mail waits for an account

export interface SenderParts extends Omit<LaneParts, 'lines' | 'check' | 'stopping' | 'cutting'> {
  /** Addresses and ranges that are not on the public internet and may be connected to. */
  allowHosts: readonly string[];
}

export function createSender(parts: SenderParts): Sender {
  const { store, onError } = parts;
  const stopping = new AbortController();
  const cutting = new AbortController();
  const lines = createLines(parts.timeout);
  const check = allowedAddresses(parts.allowHosts);
  const laneParts = { ...parts, check, lines, stopping: stopping.signal, cutting: cutting.signal };
  const running = new Map<string, Promise<void>>();
  const aside = new Map<string, number>();
  let blocked = new Set<number>();
  const alarm = createAlarm(begin);
  let looking: Promise<void> | undefined;
  let rest = 0; // no look before that: looking takes at most a tenth of the time, however long the queue is

  function wake(at: number): void {
    alarm.set(Math.max(at, rest));
  }

  function begin(): void {
    const again = (error: unknown) => {
      onError(error);
      wake(Date.now() + limits.jobRetry);
    };
    // One look at a time; a bell during it makes another.
    looking = (looking ?? Promise.resolve()).then(look).catch(again);
  }

  async function look(): Promise<void> {
    const begun = Date.now();
    let lanes = await listLanes(store, Date.now());
    const forsaken = new Set(lanes.filter(({ abandoned }) => abandoned).map(({ user }) => user));
    for (const user of forsaken) await store.write(user, recoverMails).catch(onError);
    if (forsaken.size > 0) lanes = await listLanes(store, Date.now());
    if (stopping.signal.aborted) return;
    const now = Date.now();
    blocked = new Set(lanes.filter(({ ready }) => !ready).map(({ user }) => user));
    lanes.sort((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0)); // who has waited longest comes first
    rest = now + 9 * (now - begun);
    const next = lanes.map((lane) => consider(lane, now));
    wake(Math.min(now + limits.jobPoll, ...next));
  }

  /** Begins what is due; returns when to look at the lane again. */
  function consider({ user, lane, dueAt, leaseUntil, ready, gone }: Lane, now: number): number {
    const key = `${user} ${lane}`;
    if (running.has(key)) return Number.POSITIVE_INFINITY; // its end makes us look
    if (leaseUntil !== null) return Math.max(leaseUntil, now + limits.jobRetry); // one that has run out could not be recovered
    if (!(ready || gone) || dueAt === null) return Number.POSITIVE_INFINITY;
    const at = Math.max(gone ? 0 : dueAt, aside.get(key) ?? 0); // nothing waits for an account that is gone
    if (at > now) return at;
    aside.delete(key);
    if (running.size < limits.sendLanes) run(key, work(user, lane, gone));
    return Number.POSITIVE_INFINITY;
  }

  async function work(user: number, lane: string | null, gone: boolean): Promise<number> {
    if (lane === null) return store.write(user, adoptMails);
    if (gone) return store.write(user, (tx) => failWithoutAccount(tx, lane));
    // Its protocol is loaded when there is a mail to send: an idle service is the smaller for it.
    const { runLane } = await import('./sender-lane.ts');
    return runLane(laneParts, user, lane);
  }

  function run(key: string, begun: Promise<number>): void {
    const done = begun
      .catch((error: unknown) => {
        onError(error);
        return 0;
      })
      .then((mails) => {
        running.delete(key);
        if (mails === 0) aside.set(key, Date.now() + EMPTY);
        wake(Date.now());
      });
    running.set(key, done);
  }

  return {
    start() {
      alarm.start();
      wake(Date.now());
    },
    wake,
    notice(user) {
      if (blocked.has(user)) wake(Date.now() + PAUSE);
    },
    async stop(within) {
      stopping.abort();
      alarm.stop();
      const late = setTimeout(() => cutting.abort(), within);
      await looking;
      await Promise.all(running.values());
      clearTimeout(late);
      await lines.endAll();
    },
  };
}
