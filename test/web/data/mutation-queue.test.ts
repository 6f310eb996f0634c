// A change in parts is one change for the person, with its progress; others are sent between its parts.
import { afterEach, expect, it } from 'vitest';
import { partId } from '../../../web/src/data/changes/mutation-ids.ts';
import {
  enqueue,
  leaveQueue,
  type Mutation,
  nextQueued,
  partProgress,
  queuedChanges,
} from '../../../web/src/data/changes/mutation-queue.ts';
import { pendingChanges, removePending } from '../../../web/src/data/changes/pending.ts';

function mutation(id: string, values: Partial<Mutation> = {}): Mutation {
  return { id, user: 'ida', tab: 'own', requests: [], changes: [], results: [], ...values };
}

const PARTS = ['a', 'b', 'c'].map((id, index) =>
  mutation(partId('all', index), { part: { records: [id], size: 10, total: 30 } }),
);

/** Takes the next one out of the queue. */
function send(): string | undefined {
  const next = nextQueued();
  if (next) leaveQueue(next);
  return next?.mutation.id;
}

afterEach(() => {
  while (send());
});

it('sends others between the parts', () => {
  enqueue(PARTS, Promise.resolve());
  expect(send()).toBe('all.000000');
  enqueue([mutation('event')], Promise.resolve());
  enqueue([mutation('star', { preparation: { area: 'mail', input: { threads: [{ id: 'c' }] } } })], Promise.resolve());
  expect([send(), send(), send(), send(), send()]).toEqual(['event', 'all.000002', 'star', 'all.000001', undefined]);
});

it('counts the parts as one change, and shows how many records were changed', () => {
  enqueue([...PARTS, mutation('event')], Promise.resolve());
  expect(queuedChanges.get()).toBe(2);
  send();
  send();
  expect(queuedChanges.get()).toBe(1);
  expect(partProgress.get()).toEqual([{ id: 'all', processed: 10, total: 30 }]);
});

it('shows at once what a mutation changes', () => {
  const changes = [{ kind: 'emails' as const, id: 'a', values: { is_starred: true } }];
  enqueue([mutation('star', { changes })], Promise.resolve());
  expect(pendingChanges.get()).toContainEqual({ owner: 'star', changes });
  removePending('star');
});
