// A queue that takes one item of each key in turn.
import { expect, it } from 'vitest';
import { RoundRobin } from '../../../src/values/queues/round-robin.ts';

const keyOf = (item: string) => item[0] as string;

function queueOf(...items: string[]): RoundRobin<string, string> {
  const queue = new RoundRobin<string, string>();
  for (const item of items) queue.add(keyOf(item), item);
  return queue;
}

function all(queue: RoundRobin<string, string>): string[] {
  const taken: string[] = [];
  for (let item = queue.take(); item !== undefined; item = queue.take()) taken.push(item);
  expect(queue.size).toBe(0);
  return taken;
}

it('takes one item of each key in turn, and those of a key in their order', () => {
  expect(all(queueOf('a1', 'a2', 'a3', 'b1', 'b2', 'c1'))).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

it('gives a key that comes later the next turn after those that wait', () => {
  const queue = queueOf('a1', 'a2', 'a3', 'b1');
  expect([queue.take(), queue.take()]).toEqual(['a1', 'b1']);
  queue.add('b', 'b2');
  queue.add('c', 'c1');
  expect(all(queue)).toEqual(['a2', 'b2', 'c1', 'a3']);
});

it('leaves out keys that may not be taken now, without their turn', () => {
  const queue = queueOf('a1', 'a2', 'b1');
  expect(queue.take((key) => key !== 'a')).toBe('b1');
  expect(queue.take((key) => key !== 'a')).toBeUndefined();
  expect(all(queue)).toEqual(['a1', 'a2']);
});

it('takes items that were put back before all others, in the order of their turns', () => {
  const queue = queueOf('a1', 'a2', 'a3', 'b1', 'b2', 'c1', 'c2');
  const taken = [queue.take(), queue.take(), queue.take(), queue.take()] as string[];
  expect(taken).toEqual(['a1', 'b1', 'c1', 'a2']);
  queue.putBack(taken.slice(1), keyOf);
  expect(queue.size).toBe(6);
  expect(all(queue)).toEqual(['b1', 'c1', 'a2', 'b2', 'c2', 'a3']);
});

it('removes an item, and all', () => {
  const queue = queueOf('a1', 'a2', 'b1');
  queue.remove('a', 'a1');
  queue.remove('a', 'none');
  queue.remove('b', 'b1');
  queue.remove('b', 'b1');
  expect(queue.size).toBe(1);
  queue.add('b', 'b2');
  expect(queue.clear()).toEqual(['a2', 'b2']);
  expect([queue.size, queue.take()]).toEqual([0, undefined]);
});
