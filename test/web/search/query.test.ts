// The search field: which parts of a query are chips, and what remains without one.
import { expect, it } from 'vitest';
import { scoreOf } from '../../../web/src/search/match.ts';
import { partsOf, withGuessedOperators, withOperator, withoutPart } from '../../../web/src/search/search-query.ts';

it.each([
  ['lease', ['lease']],
  ['lease from:ann', ['lease', 'from:ann*']],
  ['from:"Ann Lee" -is:read', ['from:"Ann Lee"*', '-is:read*']],
  ['from:(ann OR bob) tea', ['from:(ann OR bob)*', 'tea']],
  ['"two words" x', ['"two words"', 'x']],
  ['http://example.org', ['http://example.org']],
  ['FROM:Ann', ['FROM:Ann*']],
  ['from: ann', ['from:', 'ann']],
  ['"not closed', ['"not closed']],
  ['', []],
])('%s has the parts %j', (query, parts) => {
  expect(partsOf(query).map(({ text, operator }) => (operator ? `${text}*` : text))).toEqual(parts);
});

it('a part is removed, and the others stay as they are', () => {
  expect(withoutPart('lease from:"Ann Lee" is:unread', 1)).toBe('lease is:unread');
});

it('a value with spaces is quoted', () => {
  expect(withOperator('lease ', 'from', 'Ann Lee')).toBe('lease from:"Ann Lee"');
  expect(withOperator('', 'in', 'inbox')).toBe('in:inbox');
});

it.each([
  ['Go to calendar', 'go', 4],
  ['Go to calendar', 'cal', 3],
  ['Go to calendar', 'to cal', 3],
  ['Go to calendar', 'lend', 2],
  ['Go to calendar', 'gtc', 1],
  ['Go to calendar', 'xyz', 0],
  ['Rückgängig', 'ruck', 4],
  ['Anything', '', 1],
])('%s fits "%s" with %i', (name, typed, score) => {
  expect(scoreOf(name, typed)).toBe(score);
});

it.each([
  ['flat pdf', 'label:flat filename:pdf'],
  ['Two words from:ann', undefined],
  ['FLAT lease', 'label:flat lease'],
  ['"the lease" docx', '"the lease" filename:docx'],
])('of %j, which finds nothing, %j is a guess', (query, guess) => {
  expect(withGuessedOperators(query, ['flat', 'Two words'])).toBe(guess);
});
