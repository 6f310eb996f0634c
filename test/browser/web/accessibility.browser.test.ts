// axe-core finds nothing on any screen, in both themes and in widths from a small phone to a large desktop.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWebApp, type WebApp } from '../../support/web-app.ts';
import { openScreen, screens, settled } from '../../support/web-screens.ts';

const WIDTHS = [360, 768, 1440, 2560];
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
let app: WebApp;
let page: Page;

beforeAll(async () => {
  app = await startWebApp();
  page = await app.open('/');
});
afterAll(() => app?.close());

describe.each(screens.filter(({ isEmpty }) => !isEmpty))('$name', (screen) => {
  it('has no violation in any theme and width', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await openScreen(app, page, screen);
    for (const theme of ['light', 'dark'] as const)
      for (const width of WIDTHS) {
        await page.emulateMedia({ colorScheme: theme });
        await page.setViewportSize({ width, height: 900 });
        await settled(page);
        expect(await violations(page), `${theme}, ${width} px`).toEqual([]);
      }
  });

  // A browser that zooms a window of 1,280 px by 200 % gives the page 640 px.
  it.each([360, 640])('is not wider than a window of %i px', async (width) => {
    await page.setViewportSize({ width, height: 800 });
    await openScreen(app, page, screen);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  });
});

async function violations(page: Page): Promise<string[]> {
  // Evaluated, not added as a script: the policy of the page forbids that.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(source);
  const found = (await page.evaluate(
    'axe.run(document, { resultTypes: ["violations"], iframes: false })',
  )) as AxeResults;
  return found.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
}
