// Reference pictures of screens: compares a screenshot with the stored one, with a tolerance for how machines draw
// fonts. UPDATE_PICTURES=1 stores the new ones; look at them before they are committed.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { expect } from 'vitest';

/** The part of the pixels that may differ. */
const TOLERANCE = 0.01;
/** How much the colour of a pixel may differ, from 0 to 1. */
const COLOUR = 0.2;

const stored = join(import.meta.dirname, '../browser/web/pictures');
const failed = join(tmpdir(), 'daybook-pictures');

export function expectPicture(name: string, picture: Buffer): void {
  const file = join(stored, `${name}.png`);
  if (process.env.UPDATE_PICTURES) {
    mkdirSync(stored, { recursive: true });
    writeFileSync(file, picture);
    return;
  }
  expect(existsSync(file), `${file} is missing; UPDATE_PICTURES=1 stores it`).toBe(true);
  const [expected, actual] = [PNG.sync.read(readFileSync(file)), PNG.sync.read(picture)];
  expect([actual.width, actual.height]).toEqual([expected.width, expected.height]);
  const { width, height } = expected;
  const difference = new PNG({ width, height });
  const pixels = pixelmatch(expected.data, actual.data, difference.data, width, height, { threshold: COLOUR });
  const part = pixels / (width * height);
  if (part > TOLERANCE) {
    mkdirSync(failed, { recursive: true });
    writeFileSync(join(failed, `${name}.png`), picture);
    writeFileSync(join(failed, `${name}-difference.png`), PNG.sync.write(difference));
  }
  expect(part, `${name} differs; see ${failed}`).toBeLessThanOrEqual(TOLERANCE);
}
