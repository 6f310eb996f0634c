// Keys also exist on pages without HTTPS, where crypto.randomUUID does not.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newKey } from '../../../web/src/data/changes/new-key.ts';

const SOURCES = join(import.meta.dirname, '../../../web/src');

it('keys are long and differ', () => {
  const keys = Array.from({ length: 100 }, newKey);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(keys).size).toBe(100);
});

it('no part of the app makes its keys in another way', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: SOURCES });
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((file) => readFileSync(join(SOURCES, file), 'utf8').includes('.randomUUID()'))).toEqual([]);
});
