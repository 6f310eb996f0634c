// Every command of the documentation, run as a reader would run it. Needs the sandbox: npm run test:docs.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stepsOf } from './blocks.ts';
import { foldersOf, portsOf, runPage } from './run-page.ts';

const root = process.cwd();
const documents = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((file) => `docs/${file}`);
// Pages whose commands are not yet written to be run.
const notYet = ['accounts', 'scale', 'sending', 'sync'].map((name) => `docs/guide/${name}.md`);
const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'ARCHITECTURE.md', ...documents.sort()]
  .filter((file) => file.endsWith('.md') && !notYet.includes(file))
  .map((page) => ({ page, text: readFileSync(join(root, page), 'utf8') }))
  .filter(({ text }) => stepsOf(text).length > 0);

describe.concurrent('the commands of', () => {
  it.each(pages)('$page do what it says', async ({ page, text }) => {
    await runPage(page, text, { cwd: root, env: environment() });
  });
});

describe('pages do not disturb each other', () => {
  it.each([
    ['folders', foldersOf],
    ['ports', portsOf],
  ])('no two have the same %s', (_, of) => {
    const used = pages.flatMap(({ page, text }) => of(text).map((one) => ({ one, page })));
    const shared = used.filter(({ one, page }) => used.some((other) => other.one === one && other.page !== page));
    expect(shared).toEqual([]);
  });
});

/** What a reader's shell has: nothing of the test run. */
function environment(): Record<string, string> {
  const path = (process.env.PATH ?? '').split(':').filter((folder) => !folder.includes('node_modules'));
  return { PATH: path.join(':'), HOME: dirname(root), USER: 'reader', LANG: 'C.UTF-8', TERM: 'dumb' };
}
