// The order of a list of names, and what is said of an unknown one, at a bounded cost.
import { expect, it } from 'vitest';
import { inListOrder, noSuchName } from '../../src/records/names/list.ts';

it('a list is in the order that was set, then by rank, then by name regardless of case and accents', () => {
  const names = ['b', 'Á', 'z', 'a', 'first', 'B'].map((name) => ({ name, order: name === 'first' ? 1 : null }));
  const sorted = inListOrder(
    names,
    (one) => one,
    (name) => (name === 'z' ? 0 : 1),
  );
  expect(sorted.map(({ name }) => name)).toEqual(['first', 'z', 'a', 'Á', 'B', 'b']);
});

it('each name is read once for the sort, however many there are', () => {
  let reads = 0;
  const names = Array.from({ length: 100 }, (_, index) => ({ name: `é ${(index * 37) % 100}`, order: null }));
  inListOrder(names, (one) => {
    reads++;
    return one;
  });
  expect(reads).toBe(100);
});

it('an unknown name is compared with a bounded number of names, and not if it is long', () => {
  const many = Array.from({ length: 100 }, (_, index) => `name ${index}`);
  expect(noSuchName('label', 'hone', ['home', ...many])).toContain('did you mean "home"?');
  expect(noSuchName('label', 'hone', [...many, 'home'])).toContain('the labels are');
  const long = 'x'.repeat(61);
  expect(noSuchName('label', long, [`${long}y`])).toContain('the labels are');
});
