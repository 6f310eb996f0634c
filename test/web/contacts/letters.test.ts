// Letters of the list of contacts: they agree with the order of the service, and few names are read to find one.
import { expect, test } from 'vitest';
import { fold } from '../../../src/values/folding.ts';
import { AFTER, BEFORE, findLetter, LETTERS, letterOf } from '../../../web/src/contacts/list/letters.ts';

test.each([
  ['Ann', 'A'],
  ['émile', 'E'],
  ['Øyvind', 'O'],
  ['Łukasz', 'L'],
  ['ßeta', 'S'],
  ['Æsop', 'A'],
  ['Þór', 'T'],
  ['  Zoë', 'Z'],
  ['3M', BEFORE],
  ['(unknown)', BEFORE],
  ['', BEFORE],
  ['山田太郎', AFTER],
  ['Ωmega', AFTER],
])('%s is under %s', (name, letter) => {
  expect(letterOf(name)).toBe(letter);
});

test('the letters of names in the order of the service never go back', () => {
  const names = [
    'Zoë',
    'Ann',
    'Émile',
    'émil',
    '3M',
    'Öko',
    'Łódź',
    'ähnlich',
    'Ωmega',
    '山田',
    'ßeta',
    'Bob',
    'Æsop',
    '_x',
  ];
  const sorted = [...names].sort((one, other) => (fold(one) < fold(other) ? -1 : 1));
  const ranks = sorted.map((name) => LETTERS.indexOf(letterOf(name)));
  expect(ranks).toEqual([...ranks].sort((one, other) => one - other));
});

test('a letter among 50,000 names is found with at most 16 requests', async () => {
  const names = Array.from(
    { length: 50_000 },
    (_, index) => String.fromCharCode(97 + Math.floor(index / 2000)) + index,
  );
  let reads = 0;
  const nameAt = async (index: number) => {
    reads += 1;
    return names[index] ?? '';
  };
  expect(await findLetter('M', names.length, nameAt)).toBe(24_000);
  expect(reads).toBeLessThanOrEqual(16);
  expect(await findLetter('Z', names.length, nameAt)).toBe(50_000);
  expect(await findLetter(BEFORE, names.length, nameAt)).toBe(0);
  expect(await findLetter('A', 0, nameAt)).toBe(0);
});
