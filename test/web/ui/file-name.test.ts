import { expect, it } from 'vitest';
import { partsOfName } from '../../../web/src/ui/display/name-parts.ts';

it.each([
  ['Hafenmuseum_proof2.pdf', 'Hafenmuseum_pr', 'oof2.pdf'],
  ['a.pdf', '', 'a.pdf'],
  ['README', 'RE', 'ADME'],
  ['archive.tar.gz', 'archive', '.tar.gz'],
  ['no type. Only a sentence', 'no type. Only a sent', 'ence'],
  ['Familie 👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧.jpg', 'Familie', ' 👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧.jpg'],
  ['', '', ''],
])('%s is cut before its end', (name, start, end) => {
  expect(partsOfName(name)).toEqual({ start, end });
});
