// An alarm for workers: it rings at the earliest of the times it was set to, and no later than a poll from now, for a
// timer that was lost or a job that another process has made.
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
