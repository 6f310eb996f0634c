// Jobs in tests. How many there are is read from /metrics, as an operator reads it. Due times, ages and leases are set
// in the rows, because no request moves time or ends the lease of an instance that died.
import { eventually } from './process.ts';
import type { TestService } from './service.ts';

/** The jobs of each kind by state (`waiting`, `due`, `running`), as /metrics reports them. */
export async function jobStates({ ask }: Pick<TestService, 'ask'>): Promise<Record<string, Record<string, number>>> {
  const { text } = await ask('GET', '/metrics');
  const states: Record<string, Record<string, number>> = {};
  for (const [, kind = '', state = '', count] of text.matchAll(/^daybook_jobs\{kind="(\w+)",state="(\w+)"\} (\d+)$/gm))
    states[kind] = { ...states[kind], [state]: Number(count) };
  return states;
}

/** How many jobs of this kind there are, in whatever state. */
export async function countJobs(service: Pick<TestService, 'ask'>, kind: string): Promise<number> {
  const states = (await jobStates(service))[kind] ?? {};
  return Object.values(states).reduce((sum, count) => sum + count, 0);
}

/** The kinds of all jobs, one entry for each job, once none of the clock is due: for a comparison before and after. */
export async function jobKinds(service: Pick<TestService, 'ask'>): Promise<string[]> {
  const states = await eventually(
    () => jobStates(service),
    ({ wake = {}, queue = {}, extract = {}, extract_all = {} }) =>
      [wake, queue, extract, extract_all].every(({ due = 0, running = 0 }) => due + running === 0),
  );
  return Object.entries(states)
    .flatMap(([kind, counts]) => Object.values(counts).flatMap((count) => Array<string>(count).fill(kind)))
    .sort();
}

/** A job of this record is due now, or at another time. */
export function makeDue({ store }: TestService, kind: string, recordId: string, at?: number): Promise<void> {
  return store.write(1, async (tx) => {
    const sql = 'update jobs set due_at = ?4 where user_id = ?1 and kind = ?2 and record_id = ?3';
    tx.run(sql, kind, recordId, at ?? tx.now);
    tx.wake(tx.now);
  });
}

/** The send job of this mail was added so many days earlier. */
export function ageSendJob({ store }: TestService, recordId: string, days: number): Promise<void> {
  const sql = "update jobs set created_at = created_at - ?3 where user_id = ?1 and kind = 'send' and record_id = ?2";
  return store.write(1, async (tx) => tx.run(sql, recordId, days * 24 * 3_600_000));
}

export interface Lease {
  /** Another instance; without it the holder stays. */
  holder?: string;
  /** When it ends; without it the end stays. */
  until?: number;
  /** Whether the last byte of the message may have left; without it the mark stays. */
  isMarked?: boolean;
}

/** The lease of the send job of this mail is as if another instance had taken it, or as if it had run out. */
export function setLease({ store }: TestService, recordId: string, { holder, until, isMarked }: Lease): Promise<void> {
  return store.write(1, async (tx) => {
    const set = (column: string, value: string | number | null) =>
      tx.run(`update jobs set ${column} = ?3 where user_id = ?1 and kind = 'send' and record_id = ?2`, recordId, value);
    if (holder !== undefined) set('lease_holder', holder);
    if (until !== undefined) set('lease_until', until);
    if (isMarked !== undefined) set('marked_at', isMarked ? 1 : null);
    tx.wake(tx.now);
  });
}
