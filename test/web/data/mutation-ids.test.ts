// Ids of mutations sort in the order in which they were made, whatever the clock does.
import { expect, it } from 'vitest';
import { continueAfter, countChanges, newId, partId } from '../../../web/src/data/changes/mutation-ids.ts';

it('ids sort by the order in which they were made, also when the clock moves back', () => {
  const now = Date.parse('2026-03-17T08:30:00Z');
  const ids = [newId(now), newId(now), newId(now - 3_600_000), newId(now + 5)];
  expect(ids.toSorted()).toEqual(ids);
});

it('ids come after those of an earlier visit whose clock was ahead', () => {
  const stored = `${Date.parse('2030-01-01T00:00:00Z').toString(36).padStart(9, '0')}-abc`;
  continueAfter(stored);
  expect(newId(Date.parse('2026-03-17T08:30:00Z')) > stored).toBe(true);
});

it('the ids of parts sort in their order, after what was made before, and count as one change', () => {
  const [before, whole, after] = [newId(), newId(), newId()];
  const ids = [before, ...Array.from({ length: 12 }, (_, index) => partId(whole, index)), after];
  expect(ids.toSorted()).toEqual(ids);
  expect(countChanges(ids)).toBe(3);
});
