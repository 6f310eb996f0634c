// The order of suggested tags, of which Enter takes the first one.
import { expect, it } from 'vitest';
import { suggestTags } from '../../../web/src/contacts/tags/suggest-tags.ts';

const TAGS = [
  { name: 'homework', total: 9 },
  { name: 'work', total: 2 },
  { name: 'workshop', total: 5 },
  { name: 'friends', total: 1 },
];

it.each<[text: string, taken: string[], names: string[]]>([
  ['', [], ['homework', 'workshop', 'work', 'friends']],
  ['frie', [], ['friends', 'frie']],
  ['work', [], ['work', 'workshop', 'homework']],
  ['Work', [], ['work', 'workshop', 'homework', 'Work']],
  ['wor', ['work'], ['workshop', 'homework', 'wor']],
  [' choir ', [], ['choir']],
])('for "%s" without %j', (text, taken, names) => {
  expect(suggestTags(TAGS, taken, text).map(({ name }) => name)).toEqual(names);
});

it('only a tag that does not exist is new', () => {
  expect(suggestTags(TAGS, [], 'frie').map(({ total }) => total)).toEqual([1, undefined]);
});
