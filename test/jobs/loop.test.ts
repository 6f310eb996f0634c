// Long jobs of several users: they run at the same time, up to a number of users, and none waits for those of another.
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLoop, type Loop } from '../../src/jobs/loop.ts';
import { openEngine } from '../../src/open-store.ts';
import type { Store } from '../../src/store/port.ts';
import { putJob, settleJob } from '../../src/store/tables/jobs.ts';
import { addOwner, addUser } from '../../src/store/tables/users.ts';
import { newMigratedDatabase } from '../support/databases.ts';
import { waitUntil } from '../support/wait-until.ts';

let store: Store;
let loop: Loop;
let users: number[];
let begun: string[];
let ends: Map<string, () => void>;

beforeEach(async () => {
  store = await openEngine((await newMigratedDatabase()).place, { connections: 3 });
  await addOwner(store);
  users = [1];
  for (const name of ['bob', 'carl']) users.push((await addUser(store, name))?.id as number);
  begun = [];
  ends = new Map();
  const handler: Parameters<typeof createLoop>[1]['import'] = async (_, job, holder) => {
    begun.push(job.recordId);
    await new Promise<void>((resolve) => void ends.set(job.recordId, resolve));
    await store.write(job.user, (tx) => settleJob(tx, job, holder));
  };
  const fail = (error: unknown) => {
    throw error;
  };
  loop = createLoop(store, { import: handler }, fail, { batch: 1, users: 2 });
  loop.start();
});
afterEach(async () => {
  for (const end of ends.values()) end();
  await loop.stop();
  await store.close();
});

async function add(user: number | undefined, id: string): Promise<void> {
  await store.write(user as number, (tx) => putJob(tx, 'import', id, tx.now - 1));
  loop.wake(Date.now());
}
const haveBegun = (...ids: string[]) =>
  waitUntil(
    () => begun,
    (all) => all.join() === ids.join(),
  );

it('a job of another user begins while one runs; a further user waits for an end, and jobs of one user follow', async () => {
  const [ann, bob, carl] = users;
  await add(ann, 'a1');
  await haveBegun('a1');
  await add(ann, 'a2');
  await add(bob, 'b1');
  await haveBegun('a1', 'b1');
  await add(carl, 'c1');
  for (let turn = 0; turn < 50; turn++) await setImmediate();
  expect(begun).toEqual(['a1', 'b1']);
  ends.get('b1')?.();
  await haveBegun('a1', 'b1', 'c1');
  ends.get('a1')?.();
  await haveBegun('a1', 'b1', 'c1', 'a2');
});

it('stops when the jobs that run have ended', async () => {
  await add(users[0], 'a1');
  await add(users[1], 'b1');
  await waitUntil(
    () => begun,
    (all) => all.length === 2,
  );
  let isStopped = false;
  const stopped = loop.stop().then(() => {
    isStopped = true;
  });
  ends.get('a1')?.();
  for (let turn = 0; turn < 50; turn++) await setImmediate();
  expect(isStopped).toBe(false);
  ends.get('b1')?.();
  await stopped;
});
