// Slow reads wait in turn: so many at a time, users one after the other, nobody for long.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createFairQueue } from '../../../src/store/engine/fair-queue.ts';
import type { Query } from '../../../src/store/port.ts';
import { addUser } from '../../../src/store/tables/users.ts';
import { startTestService, type TestService } from '../../support/service.ts';

describe('the queue', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('lets so many run at a time, and takes the users one after the other', async () => {
    const inTurn = createFairQueue(3);
    const order: string[] = [];
    let running = 0;
    const work = (name: string) => async () => {
      expect(++running).toBeLessThanOrEqual(3);
      await new Promise((resolve) => setImmediate(resolve));
      order.push(name);
      running--;
    };
    const many = Array.from({ length: 5 }, (_, index) => inTurn(1, work(`a${index}`)));
    await Promise.all([...many, inTurn(2, work('b0')), inTurn(2, work('b1')), inTurn(3, work('c0'))]);
    expect(order).toEqual(['a0', 'a1', 'b0', 'a2', 'b1', 'c0', 'a3', 'a4']);
  });

  it('leaves a place to others, however much one user asks for', async () => {
    for (const [max, most] of [
      [1, 1],
      [2, 1],
      [5, 4],
    ] as const) {
      const inTurn = createFairQueue(max);
      const ends: (() => void)[] = [];
      const begun: number[] = [];
      const ask = (user: number) =>
        inTurn(user, () => {
          begun.push(user);
          return new Promise<void>((resolve) => ends.push(resolve));
        });
      const all = [...Array.from({ length: 10 }, () => ask(1)), ask(2)];
      await new Promise(setImmediate);
      expect(begun).toEqual([...Array.from({ length: most }, () => 1), ...(most < max ? [2] : [])]);
      while (begun.length < all.length || ends.length > 0) {
        ends.shift()?.();
        await new Promise(setImmediate);
      }
      await Promise.all(all);
      expect(begun.filter((user) => user === 1)).toHaveLength(10);
    }
  });

  it('responds with 503 and Retry-After to a request that waits too long, and continues with the others', async () => {
    vi.useFakeTimers();
    const inTurn = createFairQueue(1, 1000);
    const ends: (() => void)[] = [];
    const first = inTurn(1, () => new Promise<void>((resolve) => ends.push(resolve)));
    const late = inTurn(1, async () => 'late').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(600);
    const other = inTurn(1, async () => 'in time');
    await vi.advanceTimersByTimeAsync(600);
    expect(await late).toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503, retryAfter: expect.any(Number) });
    ends[0]?.();
    expect([await first, await other, await inTurn(2, async () => 'next')]).toEqual([undefined, 'in time', 'next']);
  });

  it('continues after work that fails', async () => {
    const inTurn = createFairQueue(1);
    const failing = [1, 1, 2].map((user) => inTurn(user, () => Promise.reject(new Error('no'))));
    for (const one of failing) await expect(one).rejects.toThrow('no');
    expect(await inTurn(1, async () => 'yes')).toBe('yes');
  });
});

describe('the store', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.end());

  it("answers another user while one user's long list is read", async () => {
    const other = (await addUser(service.store, 'third'))?.id as number;
    const counting = (to: number): Query => ({
      sql: `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${to}) select count(*) as n from n where i <> ?1`,
      params: [],
    });
    const done: number[] = [];
    const read = async (user: number, to: number) => {
      await service.store.read(user, [counting(to)], { slow: true });
      done.push(user);
    };
    const orderWith = async (count: number) => {
      done.length = 0;
      await Promise.all([read(1, count), read(1, 1000), read(other, 10), read(other, 10)]);
      return [...done];
    };
    await Promise.all([1, other].map((user) => read(user, 100_000))); // both threads are there
    // First come, first served would be the order of each of them, however long the first read is.
    let order: number[] = [];
    for (const count of [1_500_000, 6_000_000, 24_000_000])
      if (order[0] !== other || order[1] !== other) order = await orderWith(count);
    expect(order).toEqual([other, other, 1, 1]);
  });

  it("does not let one user's slow reads wait for all of another's", async () => {
    const other = (await addUser(service.store, 'other'))?.id as number;
    const counting: Query = {
      sql: 'with recursive n (i) as (select 1 union all select i + 1 from n where i < 10000) select count(*) as n from n where i <> ?1',
      params: [],
    };
    const done: number[] = [];
    const read = async (user: number) => {
      await service.store.read(user, [counting], { slow: true });
      done.push(user);
    };
    await Promise.all([...Array.from({ length: 20 }, () => read(1)), read(other)]);
    // First come, first served would make it one of the last five, which run at the same time.
    expect(done.indexOf(other)).toBeLessThan(16);
    expect(done).toHaveLength(21);
  });

  it('serves other requests while the queue is long', async () => {
    const searches = Array.from({ length: 50 }, () => service.ask('GET', '/contacts?search=ann'));
    expect((await service.ask('GET', '/contacts')).status).toBe(200);
    for (const { status } of await Promise.all(searches)) expect([200, 503]).toContain(status);
  });
});
