// A clock that stands still until a test moves it, for a service in this process: what is due depends on nothing else.
import type { TestService } from './service.ts';

export interface FrozenClock {
  now(): number;
  /** Sets the clock, and lets the service, if one runs, find what is due. */
  set(service: TestService | undefined, ms: number): Promise<void>;
  /** The machine's own clock again. */
  release(): void;
}

export function freezeClock(start: number): FrozenClock {
  const real = Date.now;
  let time = start;
  Date.now = () => time;
  return {
    now: () => time,
    async set(service, ms) {
      time = ms;
      if (service) await findDue(service);
    },
    release() {
      Date.now = real;
    },
  };
}

const DEADLINE = 150_000; // only ends a wait for what will never come

/** Waits until no reminder is due. */
async function findDue({ store }: TestService): Promise<void> {
  const due = "select min(last_error) as error, count(*) as jobs from jobs where kind = 'reminder' and due_at <= ?1";
  for (const started = performance.now(); ; ) {
    await store.write(1, async (tx) => tx.wake(0));
    await new Promise((resolve) => setTimeout(resolve, 5));
    const [row] = await store.catalogue(due, Date.now());
    if (row?.jobs === 0) return;
    if (performance.now() - started > DEADLINE) throw new Error(`${row?.jobs} reminders are still due: ${row?.error}`);
  }
}
