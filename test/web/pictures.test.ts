// The comparison of reference pictures finds what a person would see, and nothing else.
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { isSamePicture } from '../support/pictures.ts';

type Colour = readonly [number, number, number];

const PAGE: Colour = [253, 252, 249];
const BUTTON: Colour = [36, 88, 143];
const TEXT: Colour = [87, 82, 74];

/** A screen of 480 × 300 pixels with one small button, and a line of strokes as wide as letters. */
function screen(changes: { button?: Colour | null; left?: number; text?: Colour | null; noise?: number } = {}): PNG {
  const { button = BUTTON, left = 300, text = TEXT, noise = 0 } = changes;
  const picture = new PNG({ width: 480, height: 300 });
  fill(picture, [0, 0, 480, 300], PAGE);
  if (button) fill(picture, [left, 200, 72, 28], button);
  if (text) for (let at = 0; at < 12; at++) fill(picture, [100 + at * 8, 100, 3, 11], text);
  if (noise) for (let at = 0; at < picture.data.length; at++) if (at % 4 < 3) shift(picture, at, noise);
  return picture;
}

function fill({ data, width }: PNG, [left, top, columns, rows]: readonly number[], colour: Colour): void {
  for (let y = top as number; y < (top as number) + (rows as number); y++)
    for (let x = left as number; x < (left as number) + (columns as number); x++)
      data.set([...colour, 255], (y * width + x) * 4);
}

/** Brighter and darker by turns, as edges of letters are drawn by other machines. */
function shift({ data }: PNG, at: number, noise: number): void {
  data[at] = Math.max(0, Math.min(255, (data[at] ?? 0) + (at % 3 === 0 ? noise : -noise)));
}

it.each([
  ['nothing has changed', {}, true],
  ['pixels are a little brighter and darker', { noise: 12 }, true],
  ['a button is missing', { button: null }, false],
  ['a button has another colour', { button: [179, 38, 30] }, false],
  ['a button is lighter', { button: [63, 125, 189] }, false],
  ['a button is elsewhere', { left: 320 }, false],
  ['a line of text is missing', { text: null }, false],
] as const)('%s', (_, changes, isSame) => {
  expect(isSamePicture(screen(), screen(changes))).toBe(isSame);
});
