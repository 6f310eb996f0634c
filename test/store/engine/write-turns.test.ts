// Whose writes are committed together, and in which order: one of each user in turn, whatever the engine.
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { limits } from '../../../src/limits.ts';
import { watchWrites } from '../../../src/store/engine/health.ts';
import { GroupFailed, type PendingWrite } from '../../../src/store/engine/transaction.ts';
import { createWriteQueue } from '../../../src/store/engine/write-queue.ts';
import type { Tx } from '../../../src/store/port.ts';

const [ANN, BOB, CARL] = [1, 2, 3];

/** A queue whose engine commits at most `most` writes at a time, and rolls back a group with the write `failing`. */
function start({ most = Infinity, failing = '', knowsWhose = true } = {}) {
  const groups: string[][] = [];
  const names = new Map<unknown, string>();
  const nameOf = ({ work }: PendingWrite) => names.get(work) as string;
  const queue = createWriteQueue(
    {
      queueOf: () => 0,
      async commit(group, postpone) {
        await setImmediate();
        if (group.length > most) postpone(group.splice(most));
        groups.push(group.map(nameOf));
        const failed = group.find((one) => nameOf(one) === failing);
        if (failed) throw new GroupFailed(new Error('no'), knowsWhose ? failed.user : undefined);
        return { answers: group.map((one) => () => one.done(nameOf(one) as never)), commits: [] };
      },
      isOutage: () => false,
      outageRefusesQueue: false,
      committed() {},
    },
    watchWrites(),
  );
  const write = (user: number, name: string) => {
    const work = (_tx: Tx) => name;
    names.set(work, name);
    return queue.write(user, work);
  };
  return { groups, write };
}

it('a group has one write of each user in turn, however many one of them has', async () => {
  const { groups, write } = start();
  const many = Array.from({ length: limits.commitGroup + 10 }, (_, index) => write(ANN, `a${index}`));
  const others = [write(BOB, 'b0'), write(BOB, 'b1'), write(CARL, 'c0')];
  await Promise.all([...many, ...others]);
  expect(groups[0]?.slice(0, 7)).toEqual(['a0', 'b0', 'c0', 'a1', 'b1', 'a2', 'a3']);
  expect(groups.map(({ length }) => length)).toEqual([limits.commitGroup, 13]);
  expect(groups.flat().filter((name) => name.startsWith('a'))).toEqual(many.map((_, index) => `a${index}`));
});

it('a write that comes while others wait is in the next group', async () => {
  const { groups, write } = start({ most: 2 });
  const many = Array.from({ length: 20 }, (_, index) => write(ANN, `a${index}`));
  await many[3];
  expect(groups).toEqual([
    ['a0', 'a1'],
    ['a2', 'a3'],
  ]);
  await write(BOB, 'b0');
  expect(groups.slice(2).flat()).toContain('b0');
  expect(groups.length).toBeLessThanOrEqual(4);
  await Promise.all(many);
});

it('writes for which there was no time keep their turn', async () => {
  const { groups, write } = start({ most: 3 });
  await Promise.all([
    ...['a0', 'a1', 'a2', 'a3'].map((name) => write(ANN, name)),
    ...['b0', 'b1'].map((name) => write(BOB, name)),
    write(CARL, 'c0'),
  ]);
  expect(groups).toEqual([['a0', 'b0', 'c0'], ['a1', 'b1', 'a2'], ['a3']]);
});

it('after a failure the writes of its user run one by one, and those of others between them', async () => {
  const { groups, write } = start({ failing: 'a1' });
  const outcomes = await Promise.allSettled([
    ...['a0', 'a1', 'a2'].map((name) => write(ANN, name)),
    ...['b0', 'b1'].map((name) => write(BOB, name)),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', ...Array(3).fill('fulfilled')]);
  expect(groups).toEqual([['a0', 'b0', 'a1', 'b1', 'a2'], ['a0'], ['b0'], ['a1'], ['b1'], ['a2']]);
});

it('after a failure that could be of any user, all run one by one', async () => {
  const { groups, write } = start({ failing: 'b0', knowsWhose: false });
  const outcomes = await Promise.allSettled([write(ANN, 'a0'), write(BOB, 'b0'), write(CARL, 'c0')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(groups).toEqual([['a0', 'b0', 'c0'], ['a0'], ['b0'], ['c0']]);
});
