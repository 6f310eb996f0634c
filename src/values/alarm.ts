// A timer for workers: it fires at the earliest time it was set to, and at least once per poll interval, to find jobs
// that another process created.
import { limits } from '../limits.ts';

export interface Alarm {
  start(): void;
  set(at: number): void;
  stop(): void;
  readonly stopped: boolean;
}

export function createAlarm(ring: () => void): Alarm {
  let timer: NodeJS.Timeout | undefined;
  let ringsAt = Number.POSITIVE_INFINITY;
  let stopped = true;
  return {
    start() {
      stopped = false;
    },
    set(at) {
      if (stopped || at >= ringsAt) return;
      clearTimeout(timer);
      ringsAt = at;
      const begin = () => {
        ringsAt = Number.POSITIVE_INFINITY;
        ring();
      };
      timer = setTimeout(begin, Math.min(Math.max(0, at - Date.now()), limits.jobPoll));
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
    get stopped() {
      return stopped;
    },
  };
}
