// The types in the client are those of the OpenAPI document of this version.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { generateTypes, TYPES_FILE } from './types.ts';

it(`${TYPES_FILE} is up to date; if not, run: npm run generate`, async () => {
  const stored = readFileSync(join(import.meta.dirname, '../..', TYPES_FILE), 'utf8');
  expect(stored === (await generateTypes()), `${TYPES_FILE} is out of date; run: npm run generate`).toBe(true);
});
