// Reference pictures of screens. They are kept at half their size, where each pixel is the average of four: the pictures
// are small, and how a machine draws the edges of letters does not matter. Two pictures differ if any small square of
// them does, so that a missing button or another colour is found on a large screen too. UPDATE_PICTURES=1 stores the
// new ones, and the whole screens in a temporary folder; look at them before they are committed.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { expect } from 'vitest';

/** How much the colour of a pixel may differ, from 0 to 1. */
const COLOUR = 0.1;
/** The sides of the squares, in pixels of the small pictures. */
const SQUARE = 16;
/** The part of the pixels of a square that may differ. */
const TOLERANCE = 0.12;
/** Colours are rounded to multiples of it, which makes the files much smaller. */
const STEP = 8;

const stored = join(import.meta.dirname, '../browser/web/pictures');
const seen = join(tmpdir(), 'daybook-pictures');

export function expectPicture(name: string, screenshot: Buffer): void {
  const file = join(stored, `${name}.png`);
  const actual = halved(PNG.sync.read(screenshot));
  if (process.env.UPDATE_PICTURES) {
    save(stored, name, encoded(actual));
    save(seen, name, screenshot);
    return;
  }
  expect(existsSync(file), `${file} is missing; UPDATE_PICTURES=1 stores it`).toBe(true);
  const expected = PNG.sync.read(readFileSync(file));
  expect([actual.width, actual.height]).toEqual([expected.width, expected.height]);
  const { part, difference } = compare(expected, actual);
  if (part > TOLERANCE) {
    save(seen, name, screenshot);
    save(seen, `${name}-difference`, PNG.sync.write(difference));
  }
  expect(part, `${name} differs; see ${seen}`).toBeLessThanOrEqual(TOLERANCE);
}

export function isSamePicture(expected: PNG, actual: PNG): boolean {
  return compare(halved(expected), halved(actual)).part <= TOLERANCE;
}

/** The part of the pixels that differ in the square that differs most. */
function compare(expected: PNG, actual: PNG): { part: number; difference: PNG } {
  const { width, height } = expected;
  const difference = new PNG({ width, height });
  const options = { threshold: COLOUR, includeAA: true, diffMask: true };
  pixelmatch(expected.data, actual.data, difference.data, width, height, options);
  const squares = new Map<string, number>();
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (difference.data[(y * width + x) * 4 + 3] === 0) continue;
      const square = `${Math.floor(x / SQUARE)},${Math.floor(y / SQUARE)}`;
      squares.set(square, (squares.get(square) ?? 0) + 1);
    }
  return { part: Math.max(0, ...squares.values()) / SQUARE ** 2, difference };
}

function halved({ data, width: full, height: rows }: PNG): PNG {
  const width = full >> 1;
  const height = rows >> 1;
  const half = new PNG({ width, height });
  const line = full * 4;
  let to = 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let channel = 0; channel < 4; channel++) {
        const from = y * 2 * line + x * 8 + channel;
        const [one = 0, right = 0] = [data[from], data[from + 4]];
        const [below = 0, last = 0] = [data[from + line], data[from + line + 4]];
        half.data[to++] = rounded((one + right + below + last) / 4);
      }
  return half;
}

function rounded(value: number): number {
  return Math.min(255, Math.round(value / STEP) * STEP);
}

/** Flat areas are smallest without a filter. */
function encoded(picture: PNG): Buffer {
  return PNG.sync.write(picture, { colorType: 2, filterType: 0, deflateLevel: 9, deflateStrategy: 0 });
}

function save(folder: string, name: string, content: Buffer): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.png`), content);
}
