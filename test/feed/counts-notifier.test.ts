// The reads behind counts.updated: one at a time, and again after a change or an error meanwhile.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CountsByList, CountsNotifier } from '../../src/feed/counts.ts';
import { limits } from '../../src/limits.ts';

const usual = limits.countsInterval;
beforeAll(() => Object.assign(limits, { countsInterval: 0 }));
afterAll(() => Object.assign(limits, { countsInterval: usual }));

/** A notifier whose reads are answered by the test. */
function started() {
  const reads: PromiseWithResolvers<CountsByList>[] = [];
  const sent: CountsByList[] = [];
  const errors: unknown[] = [];
  const notifier = new CountsNotifier({
    read() {
      const one = Promise.withResolvers<CountsByList>();
      reads.push(one);
      return one.promise;
    },
    send: (changed) => void sent.push(changed),
    isWanted: () => true,
    isBehind: () => false,
    onError: (error) => void errors.push(error),
  });
  notifier.notice();
  const begun = (count: number) => expect.poll(() => reads.length).toBe(count);
  return { notifier, reads, sent, errors, begun };
}

const home = (total: number): CountsByList => ({ labels: [{ name: 'home', total }] });

it('a change during a read begins another one only when the first has ended', async () => {
  const { notifier, reads, sent, begun } = started();
  await begun(1);
  notifier.notice();
  await new Promise((resolve) => setTimeout(resolve, 20)); // longer than the interval
  expect(reads).toHaveLength(1);
  reads[0]?.resolve(home(1));
  await begun(2);
  reads[1]?.resolve(home(2));
  await expect.poll(() => sent).toEqual([home(1), home(2)]);
  notifier.stop();
});

it('a read that failed is repeated without a further change', async () => {
  const { notifier, reads, sent, errors, begun } = started();
  await begun(1);
  reads[0]?.reject(new Error('busy'));
  await begun(2);
  expect(errors).toHaveLength(1);
  reads[1]?.resolve(home(1));
  await expect.poll(() => sent).toEqual([home(1)]);
  notifier.stop();
});

it('new names come in one message, in their order', async () => {
  const { notifier, reads, sent, begun } = started();
  await begun(1);
  reads[0]?.resolve({ tags: [] });
  await expect.poll(() => sent).toHaveLength(1);
  notifier.notice();
  await begun(2);
  const tags = Array.from({ length: 3 }, (_, index) => ({ name: `tag ${index}`, total: 1 }));
  reads[1]?.resolve({ tags });
  await expect.poll(() => sent[1]).toEqual({ tags });
  notifier.stop();
});
