// The pool of worker threads: answers, failures, budgets, and work that a worker is given ahead.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { createWorkerPool, type WorkerPool } from '../../src/values/worker-pool.ts';
import { temporaryFolder } from '../support/process.ts';

const file = new URL('../support/pool-worker.ts', import.meta.url);
let pool: WorkerPool;
let counts: Int32Array;

function start(
  settings: { max?: number; ahead?: number; time?: number; patience?: number; idle?: number; spareIdle?: number } = {},
): WorkerPool {
  const shared = new SharedArrayBuffer(8);
  counts = new Int32Array(shared);
  pool = createWorkerPool({
    file,
    data: { counts: shared },
    max: 1,
    time: 20_000,
    idle: 20_000,
    memory: 64,
    ...settings,
  });
  return pool;
}
afterEach(() => pool.close());

describe('a pool of one worker', () => {
  it('answers each work in order', async () => {
    start();
    expect(await Promise.all(['count', 'count', 'count'].map((work) => pool.ask(work)))).toEqual([1, 2, 3]);
  });

  it('passes on what the work throws, with its codes, and goes on with the next', async () => {
    start();
    await expect(pool.ask('fail')).rejects.toMatchObject({ message: 'it failed', code: 'EFAIL', errcode: 5 });
    expect(await pool.ask('count')).toBe(1);
  });

  it('replaces a worker that has ended', async () => {
    start();
    await expect(pool.ask('end')).rejects.toMatchObject({ reason: 'lost' });
    expect(await pool.ask('count')).toBe(1);
  });

  it('ends a work that takes too long, and goes on with the next', async () => {
    start({ time: 300 });
    const hanging = pool.ask('hang');
    const next = pool.ask('count');
    await expect(hanging).rejects.toMatchObject({ reason: 'slow' });
    expect(await next).toBe(1);
  });

  it('replaces a worker that was ended for a slow work before the next work comes', async () => {
    start({ time: 300 });
    await expect(pool.ask('hang')).rejects.toMatchObject({ reason: 'slow' });
    await expect.poll(() => Atomics.load(counts, 1)).toBe(2);
  });

  it('starts another worker beside a busy one only for work that may start one', async () => {
    start({ max: 2 });
    await pool.ask('count');
    const first = pool.ask('wait');
    expect(await pool.ask('count', { canStart: false })).toBe(3);
    await first;
    expect(Atomics.load(counts, 1)).toBe(1);
    const endless = pool.ask('sleep').catch(() => 'closed');
    await pool.ask('count');
    expect(Atomics.load(counts, 1)).toBe(2);
    await pool.close();
    await endless;
  });

  it('ends a worker that was started beside a busy one sooner than the first', async () => {
    start({ max: 2, spareIdle: 100 });
    await pool.ask('count');
    const startsOfBoth = async () => {
      await Promise.all([pool.ask('wait'), pool.ask('count')]);
      return Atomics.load(counts, 1);
    };
    expect(await startsOfBoth()).toBe(2);
    // The second was started again, and the first was not.
    await expect.poll(startsOfBoth, { interval: 400, timeout: 60_000 }).toBe(3);
  });

  it('lets a work that waits take longer than one that computes', async () => {
    start({ time: 200, patience: 1000 });
    expect(await pool.ask('wait')).toBe(1); // for 700 ms
    await expect(pool.ask('hang')).rejects.toMatchObject({ reason: 'slow' }); // not after 200 s
    expect(await pool.ask('count')).toBe(2);
  });

  it('counts the time of a work from the end of the one before, also if it was sent ahead', async () => {
    start({ time: 500, patience: 100, ahead: 2 });
    await pool.ask('count'); // it has started
    const busy = Array.from({ length: 6 }, () => pool.ask('compute')); // 200 ms each
    expect(await Promise.all(busy)).toEqual([2, 3, 4, 5, 6, 7]);
  });

  it('ends a work that waits without end', async () => {
    start({ time: 100, patience: 3 });
    await expect(pool.ask('sleep')).rejects.toMatchObject({ reason: 'slow' });
    expect(await pool.ask('count')).toBe(1);
  });

  it('refuses work when it is closed, and what was under way', async () => {
    start();
    const hanging = pool.ask('hang');
    const closed = expect(hanging).rejects.toMatchObject({ reason: 'closed' });
    await pool.close();
    await closed;
    await expect(pool.ask('count')).rejects.toMatchObject({ reason: 'closed' });
  });

  it('keeps the process alive until it is closed, though an answer arrives meanwhile', async () => {
    const script = `
      import { createWorkerPool } from '${new URL('../../src/values/worker-pool.ts', import.meta.url)}';
      const counts = new SharedArrayBuffer(4);
      const pool = createWorkerPool({ file: new URL('${file}'), data: { counts }, max: 1, time: 20000, idle: 20000, memory: 64 });
      await pool.ask('count');
      pool.ask('count').catch(() => {});
      Atomics.wait(new Int32Array(counts), 0, 1, 10000); // the answer is on its way
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
      await pool.close();
      console.log('closed');`;
    const path = join(temporaryFolder(), 'close.mjs');
    writeFileSync(path, script);
    const { stdout } = await promisify(execFile)(process.execPath, [path]);
    expect(stdout).toBe('closed\n');
  });

  it('has the next work before it has answered, so that a busy event loop does not hold it up', async () => {
    start({ ahead: 2 });
    expect(await pool.ask('count')).toBe(1); // it has started
    const both = [pool.ask('count'), pool.ask('count')];
    // The event loop stands still here: no answer can be received and nothing more can be sent.
    const until = performance.now() + 10_000;
    while (Atomics.load(counts, 0) < 3 && performance.now() < until)
      Atomics.wait(counts, 0, Atomics.load(counts, 0), 50);
    expect(Atomics.load(counts, 0)).toBe(3);
    expect(await Promise.all(both)).toEqual([2, 3]);
  });
});
