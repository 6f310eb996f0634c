// One budget of memory for all sockets: a socket that holds it without reading is closed, one that reads gets everything.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFeedMemory, type FeedMemory, type Holder } from '../../src/feed/memory.ts';
import { noticeOf, type Packet } from '../../src/feed/packet.ts';

const PATIENCE = 1000;
const newMemory = (bytes = 100) => createFeedMemory({ bytes, reads: 2, patience: PATIENCE });
const packet = (size: number) => noticeOf('x', 'x'.repeat(size));

interface TestHolder extends Holder {
  closed: boolean;
  take(packet: Packet): void;
}

function holder(memory: FeedMemory, given: Partial<{ user: number; token: string; needs: number }> = {}): TestHolder {
  const { user = 1, token = 'a', needs = 1000 } = given;
  const held: Packet[] = [];
  const since = Date.now();
  const one: TestHolder = {
    user,
    token,
    waiting: () => held.reduce((sum, { bytes }) => sum + bytes().length, 0),
    needs: () => needs,
    since: () => since,
    closed: false,
    close() {
      one.closed = true;
      for (const packet of held.splice(0)) memory.free(packet);
      memory.leave(one);
    },
    take(packet) {
      held.push(packet);
      memory.hold(packet);
    },
  };
  memory.join(one);
  return one;
}

afterEach(() => {
  vi.useRealTimers();
});

describe('the budget', () => {
  it('counts a message that several sockets wait for once', () => {
    const memory = newMemory();
    const shared = packet(30);
    const [one, other] = [holder(memory), holder(memory)];
    one.take(shared);
    other.take(shared);
    expect(memory.bytes()).toBe(30);
    one.close();
    expect(memory.bytes()).toBe(30);
    other.close();
    expect(memory.bytes()).toBe(0);
  });

  it('at twice its size closes the socket that would hold the memory longest at once, but never the last one', () => {
    const memory = newMemory();
    const slow = holder(memory, { needs: 5000 });
    const quick = holder(memory, { needs: 10 });
    slow.take(packet(150));
    quick.take(packet(60));
    expect([slow.closed, quick.closed, memory.bytes()]).toEqual([true, false, 60]);
    quick.take(packet(500));
    expect(quick.closed).toBe(false);
  });

  it('lets a page wait for room, and after a while closes the socket that would hold the memory longest', async () => {
    vi.useFakeTimers();
    const memory = newMemory();
    const [quick, slow, slower] = [10, 3000, 5000].map((needs) => holder(memory, { needs })) as TestHolder[];
    for (const one of [quick, slow, slower]) one?.take(packet(40));
    const reads: string[] = [];
    const turn = memory.turn(holder(memory), async () => void reads.push('read'));
    await vi.advanceTimersByTimeAsync(PATIENCE - 1);
    expect([reads, slower?.closed]).toEqual([[], false]);
    await vi.advanceTimersByTimeAsync(PATIENCE);
    await turn;
    expect(reads).toEqual(['read']);
    expect([quick?.closed, slow?.closed, slower?.closed]).toEqual([false, false, true]);
  });

  it('does not close a socket that has just begun to wait', async () => {
    vi.useFakeTimers();
    const memory = newMemory();
    void memory.turn(holder(memory), async () => {}); // there is room
    await vi.advanceTimersByTimeAsync(1);
    const early = holder(memory, { needs: 10 });
    early.take(packet(100));
    let read = false;
    const turn = memory.turn(holder(memory), async () => {
      read = true;
    });
    await vi.advanceTimersByTimeAsync(PATIENCE / 2);
    const late = holder(memory, { needs: 9999 });
    late.take(packet(20));
    await vi.advanceTimersByTimeAsync(PATIENCE / 2 + PATIENCE / 4);
    await turn;
    expect([read, early.closed, late.closed]).toEqual([true, true, false]);
  });
});

describe('turns', () => {
  it('go to the user and then to the token with the least waiting data', async () => {
    const memory = newMemory();
    const blocker = holder(memory, { user: 9, token: 'z' });
    blocker.take(packet(70));
    holder(memory, { user: 1, token: 'a' }).take(packet(20));
    holder(memory, { user: 2, token: 'b' }).take(packet(10));
    const order: string[] = [];
    const turns = [
      { user: 1, token: 'a' },
      { user: 1, token: 'a' },
      { user: 1, token: 'c' },
      { user: 2, token: 'b' },
      { user: 3, token: 'd' },
    ].map((who) =>
      memory.turn(holder(memory, who), async () => {
        order.push(`${who.user}${who.token}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }),
    );
    blocker.close();
    await Promise.all(turns);
    expect(order).toEqual(['3d', '2b', '1c', '1a', '1a']);
  });

  it('go to sockets that have read a page before those that have not', async () => {
    const memory = newMemory();
    const [fresh, reader] = [holder(memory), holder(memory)];
    await memory.turn(reader, async () => {});
    const blocker = holder(memory, { user: 9 });
    blocker.take(packet(100));
    const order: string[] = [];
    const turns = [
      memory.turn(fresh, async () => void order.push('fresh')),
      memory.turn(reader, async () => void order.push('reader')),
    ];
    blocker.close();
    await Promise.all(turns);
    expect(order).toEqual(['reader', 'fresh']);
  });

  it('of a socket that closes while it waits are dropped', async () => {
    const memory = newMemory();
    const blocker = holder(memory);
    blocker.take(packet(100));
    const waiting = holder(memory);
    const turn = memory.turn(waiting, async () => {});
    waiting.close();
    await turn;
    blocker.close();
    await memory.turn(holder(memory), async () => {});
  });

  it('of a failed read pass to the next socket', async () => {
    const memory = newMemory();
    const one = holder(memory);
    for (let index = 0; index < 5; index++)
      await expect(memory.turn(one, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    await memory.turn(one, async () => {});
  });
});
