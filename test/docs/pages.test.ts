// Every command of the documentation, run as a reader would run it. Needs the sandbox: npm run test:docs.
import { describe, expect, it } from 'vitest';
import { pages, surroundings } from './pages.ts';
import { foldersOf, portsOf, runPage } from './run-page.ts';
import { serversFor } from './servers.ts';

describe.concurrent('the commands of', () => {
  const alone = pages.filter(({ page }) => !(page in serversFor));
  it.each(alone)('$page do what it says', async ({ page, text }) => {
    await runPage(page, text, surroundings());
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
