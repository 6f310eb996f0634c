// Schedules sending: one lane for each account, so that a slow server does not delay others, and in each lane one mail
// at a time in queue order. Mails of a process that died are recovered first; mails without an account get the default
// one.
import { limits } from '../limits.ts';
import { allowedAddresses } from '../protocols/net/hosts.ts';
import type { Store } from '../store/port.ts';
import { type Lane, listLanes } from '../store/tables/send-jobs.ts';
import { createAlarm } from '../values/alarm.ts';
import { createConnections } from './connections.ts';
import { adoptMails, failWithoutAccount, recoverMails } from './deliver.ts';
import type { LaneParts } from './lane.ts';

export interface Sender {
  start(): void;
  /** A mail may be due then. */
  wake(at: number): void;
  /** A record of this user has changed; it may be an account that mail waits for. */
  notice(user: number): void;
  /** Releases mails without a mark, and waits at most this many milliseconds for replies to the others. */
  stop(within: number): Promise<void>;
}

const EMPTY = 500; // ms before a lane that had no work is tried again
const PAUSE = 250; // ms between checks of a user whose mail waits for an account

export interface SenderParts extends Omit<LaneParts, 'connections' | 'check' | 'stopping' | 'cutting'> {
  /** Private addresses and ranges that connections are allowed to. */
  allowHosts: readonly string[];
}

export function createSender(parts: SenderParts): Sender {
  const { store, onError } = parts;
  const stopping = new AbortController();
  const cutting = new AbortController();
  const connections = createConnections(parts.timeout);
  const check = allowedAddresses(parts.allowHosts);
  const laneParts = { ...parts, check, connections, stopping: stopping.signal, cutting: cutting.signal };
  const runner = createRunner(laneParts, () => wake(Date.now()));
  const alarm = createAlarm(begin);
  let blocked = new Set<number>();
  let checking: Promise<void> | undefined;
  let earliest = 0; // of the next check: checks take at most a tenth of the time, however long the queue is

  function wake(at: number): void {
    alarm.set(Math.max(at, earliest));
  }

  function begin(): void {
    const again = (error: unknown) => {
      onError(error);
      wake(Date.now() + limits.jobRetry);
    };
    // One check at a time; a wake-up during it causes another.
    checking = (checking ?? Promise.resolve()).then(checkLanes).catch(again);
  }

  async function checkLanes(): Promise<void> {
    const begun = Date.now();
    const lanes = await recoverLanes(store, onError);
    if (stopping.signal.aborted) return;
    const now = Date.now();
    blocked = new Set(lanes.filter(({ ready }) => !ready).map(({ user }) => user));
    lanes.sort((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0)); // the longest wait first
    earliest = now + 9 * (now - begun);
    const next = lanes.map((lane) => runner.startIfDue(lane, now));
    wake(Math.min(now + limits.jobPoll, ...next));
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
      await checking;
      await runner.settled();
      clearTimeout(late);
      await connections.endAll();
    },
  };
}

/** The lanes with mail, after the mails of processes that died are recovered. */
async function recoverLanes(store: Store, onError: (error: unknown) => void): Promise<Lane[]> {
  const lanes = await listLanes(store, Date.now());
  const users = new Set(lanes.filter(({ abandoned }) => abandoned).map(({ user }) => user));
  for (const user of users) await store.write(user, recoverMails).catch(onError);
  return users.size > 0 ? listLanes(store, Date.now()) : lanes;
}

/** Runs lanes, each once at a time; `onEnd` is called when one has ended. */
function createRunner(parts: LaneParts, onEnd: () => void) {
  const running = new Map<string, Promise<void>>();
  const aside = new Map<string, number>(); // lanes that seemed to have work and had none, until when

  function run(key: string, begun: Promise<number>): void {
    const done = begun
      .catch((error: unknown) => {
        parts.onError(error);
        return 0;
      })
      .then((mails) => {
        running.delete(key);
        if (mails === 0) aside.set(key, Date.now() + EMPTY);
        onEnd();
      });
    running.set(key, done);
  }

  return {
    /** Starts the lane if it is due; returns when to check it again. */
    startIfDue({ user, lane, dueAt, leaseUntil, ready, gone }: Lane, now: number): number {
      const key = `${user} ${lane}`;
      if (running.has(key)) return Number.POSITIVE_INFINITY; // its end causes a check
      if (leaseUntil !== null) return Math.max(leaseUntil, now + limits.jobRetry); // an expired lease could not be recovered
      if (!(ready || gone) || dueAt === null) return Number.POSITIVE_INFINITY;
      const at = Math.max(gone ? 0 : dueAt, aside.get(key) ?? 0); // mails of a removed account fail immediately
      if (at > now) return at;
      aside.delete(key);
      if (running.size < limits.sendLanes) run(key, workOf(parts, user, lane, gone));
      return Number.POSITIVE_INFINITY;
    },
    settled: () => Promise.all(running.values()),
  };
}

/** Does the work of a lane; returns how many mails it handled. */
async function workOf(parts: LaneParts, user: number, lane: string | null, gone: boolean): Promise<number> {
  const { store } = parts;
  if (lane === null) return store.write(user, adoptMails);
  if (gone) return store.write(user, (tx) => failWithoutAccount(tx, lane));
  // Loaded on first use: an idle service needs less memory.
  const { runLane } = await import('./lane.ts');
  return runLane(parts, user, lane);
}
