// Styles that would cost time whenever a row of a long list comes or goes.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../web/src', import.meta.url));
const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'))
  .sort();

/** Their elements contain no long list, or they apply only to print. */
const WITHOUT_LISTS = /^(ui\/(controls|overlays)|calendar|contacts\/editor)\/|^conversation\/mails\/print\.css$/;

// The browser looks for the elements of :has() after every change inside of the element that it is about: 0.9 ms for each
// frame of a scrolled list when that was the whole page.
it.each(sheets.filter((file) => !WITHOUT_LISTS.test(file)))('%s does not watch a list with :has()', (file) => {
  const rules = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  expect(rules).not.toContain(':has(');
});
