// Names for people: initials and hues of avatars, and keyboard shortcuts.
import { expect, test } from 'vitest';
import { initialsOf } from '../../../web/src/ui/display/initials.ts';
import { ariaKeys, keyNames, keysText } from '../../../web/src/ui/display/key-names.ts';
import { colorOfHue, HUES, hueOf, hueOfAddress } from '../../../web/src/ui/hues.ts';

test.each([
  ['Ada Lovelace', 'AL'],
  ['Ada King Lovelace', 'AL'],
  ['ada', 'A'],
  ['ada.lovelace@example.org', 'AL'],
  ['Ada (Engines Ltd)', 'A'],
  ['"Łukasz" Żak', 'ŁŻ'],
  ['李 小龙', '李小'],
  ['𝒜da', '𝒜'],
  ['', '?'],
  ['---', '?'],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test('the hue of an address ignores case and space, and is never gray', () => {
  expect(hueOfAddress(' Ada@Example.org ')).toBe(hueOfAddress('ada@example.org'));
  const hues = new Set(Array.from({ length: 500 }, (_, index) => hueOfAddress(`person${index}@example.org`)));
  expect([...hues].sort()).toEqual(HUES.filter((hue) => hue !== 'gray').sort());
});

test('short names have many hues', () => {
  const names = ['book', 'client', 'club', 'family', 'flat', 'health', 'learning', 'money', 'shops', 'travel', 'work'];
  expect(new Set(names.map(hueOfAddress)).size).toBeGreaterThanOrEqual(8);
});

test('a stored colour is shown as the nearest hue, no colour as one that belongs to the name', () => {
  const hues = ['#009380', '#3366cc', '#ff0000', '#888888'].map((color) => hueOf({ name: 'x', color }));
  expect(hues).toEqual(['teal', 'blue', 'red', 'gray']);
  for (const hue of HUES) expect(hueOf({ name: 'x', color: colorOfHue(hue) })).toBe(hue);
  expect(hueOf({ name: 'friends', color: null })).toBe(hueOfAddress('friends'));
});

test.each([
  ['mod+k', '⌘K', 'Ctrl+K'],
  ['g i', 'G I', 'G I'],
  ['Shift+u', '⇧U', 'Shift+U'],
  ['mod+Enter', '⌘↩', 'Ctrl+Enter'],
  ['mod++', '⌘+', 'Ctrl++'],
  ['+', '+', '+'],
  ['#', '#', '#'],
  ['?', '?', '?'],
  ['Escape', 'esc', 'Esc'],
  ['F8', 'F8', 'F8'],
])('%j is %j on a Mac and %j elsewhere', (keys, mac, other) => {
  expect([keysText(keys, true), keysText(keys, false)]).toEqual([mac, other]);
});

test('a sequence has one list of keys for each step', () => {
  expect(keyNames('g mod+i', false)).toEqual([['G'], ['Ctrl', 'I']]);
});

test('aria-keyshortcuts has the names of modifiers, and no sequences', () => {
  expect([ariaKeys('mod+k', true), ariaKeys('mod+k', false), ariaKeys('g i', true)]).toEqual([
    'Meta+k',
    'Control+k',
    undefined,
  ]);
});
