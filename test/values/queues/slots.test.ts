// How much is done at the same time, such as fetching images.
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { AppError } from '../../../src/errors.ts';
import { createSlots } from '../../../src/values/queues/slots.ts';

const never = new AbortController().signal;
const busy = () => new AppError('SERVICE_UNAVAILABLE', 'Too much waits.', {}, 1);

/** Slots for three images, two of one user, with work that ends on demand. */
function start(queue = 10) {
  const slots = createSlots({ most: 3, each: 2, queue, busy });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (user: number, name: string, signal = never) =>
    slots.run(
      user,
      () => {
        started.push(name);
        return new Promise<void>((resolve) => void ends.set(name, resolve));
      },
      signal,
    );
  const end = async (name: string) => {
    ends.get(name)?.();
    await setImmediate();
  };
  return { started, add, end };
}

it('one user has a share, and the rest wait in their order while others get theirs', async () => {
  const { started, add, end } = start();
  for (const name of ['a1', 'a2', 'a3', 'a4']) void add(1, name);
  void add(2, 'b1');
  void add(2, 'b2');
  await setImmediate();
  expect(started).toEqual(['a1', 'a2', 'b1']);
  await end('a1');
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
  await end('b1');
  expect(started.at(-1)).toBe('b2');
});

it('of those that wait, one of each user goes on in turn, however many one of them has', async () => {
  const { started, add, end } = start(100);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void add(1, name);
  void add(2, 'b1');
  for (const name of ['b2', 'b3', 'b4']) void add(2, name);
  for (const name of ['c1', 'c2']) void add(3, name);
  await setImmediate();
  const order = ['a1', 'b1', 'a2', 'c1', 'b2', 'a3', 'c2', 'b3'];
  for (const name of order) await end(name);
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'c1', 'a4', 'b3', 'c2', 'a5', 'b4']);
});

it('an image that is no longer waited for leaves the queue', async () => {
  const { started, add, end } = start();
  void add(1, 'a1');
  void add(1, 'a2');
  const gone = new AbortController();
  const left = add(1, 'a3', gone.signal);
  void add(1, 'a4');
  gone.abort();
  await expect(left).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  await end('a1');
  expect(started).toEqual(['a1', 'a2', 'a4']);
});

it('a user whose share of the queue is full leaves the rest of it to others', async () => {
  const slots = createSlots({ most: 1, queue: 3, queueEach: 2, busy });
  const { promise, resolve } = Promise.withResolvers<void>();
  const add = (user: number) => slots.run(user, () => promise);
  const added = [1, 1, 1].map(add);
  await expect(add(1)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  added.push(add(2));
  await expect(add(2)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  resolve();
  await Promise.all(added);
});

it('the queue has an end', async () => {
  const { add } = start(1);
  for (const name of ['a1', 'a2', 'a3']) void add(1, name);
  await expect(add(1, 'a4')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfter: 1 });
});
