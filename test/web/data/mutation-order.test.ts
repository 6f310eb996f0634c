// The parts of a change of many records let others pass, except those that concern the same records.
import { expect, it } from 'vitest';
import { nextIndex, type Ordered, progressOf } from '../../../web/src/data/changes/mutation-order.ts';

const part = (id: string, ...records: string[]): Ordered => ({
  id,
  requests: [{ path: '/emails/batch', body: { ids: records, action: 'star' } }],
  part: { records, size: records.length, total: 4 },
});
const QUEUE = [part('all.0', 'a', 'b'), part('all.1', 'c', 'd')];
const next = (...later: Ordered[]) => [...QUEUE, ...later][nextIndex([...QUEUE, ...later])]?.id;

it('without others, changes are sent in the order in which they were made', () => {
  expect(nextIndex([])).toBe(-1);
  expect(next()).toBe('all.0');
  const ordinary = { id: 'one', requests: [{ path: '/emails/a/star' }] };
  expect(nextIndex([ordinary, { ...ordinary, id: 'two' }, ...QUEUE])).toBe(0);
});

it('a change of other records passes the parts, and those after it do not pass it', () => {
  const event = { id: 'event', requests: [{ path: '/events/e', body: { title: 'New' } }] };
  expect(next(event, { id: 'read', requests: [{ path: '/emails/e/read' }] })).toBe('event');
});

it.each<[what: string, change: Omit<Ordered, 'id'>]>([
  ['by the path of a request', { requests: [{ path: '/emails/c/unstar' }] }],
  ['by the ids of a batch', { requests: [{ path: '/emails/batch', body: { ids: ['x', 'd'], action: 'unstar' } }] }],
  [
    'by what its requests will be made of',
    { requests: [], preparation: { area: 'mail', input: { threads: [{ id: 'd' }] } } },
  ],
])('the part with the same record is sent before: %s', (_, change) => {
  expect(next({ id: 'later', ...change })).toBe('all.1');
});

it('a part that is sent before another one does not pass parts with its records', () => {
  const queue = [...QUEUE, part('other.0', 'b', 'z'), { id: 'later', requests: [{ path: '/emails/z/unstar' }] }];
  expect(queue[nextIndex(queue)]?.id).toBe('all.0');
});

it('a change by a filter, which may be for any record, is sent after all parts', () => {
  const body = { where: { folder: 'INBOX' }, action: 'unstar' };
  expect(next({ id: 'filter', requests: [{ path: '/emails/batch', body }] })).toBe('all.0');
});

it('shows how many records of all parts were changed', () => {
  expect(progressOf(QUEUE)).toEqual([{ id: 'all', processed: 0, total: 4 }]);
  expect(progressOf(QUEUE.slice(1))).toEqual([{ id: 'all', processed: 2, total: 4 }]);
  expect(progressOf([{ id: 'one', requests: [] }])).toBe(progressOf([]));
});
