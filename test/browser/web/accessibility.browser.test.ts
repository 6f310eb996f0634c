// axe-core finds nothing on any screen, in both themes and in widths from a small phone to a large desktop, and no screen
// is wider than its window.
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COLOUR_RULES, violations } from '../../support/axe.ts';
import { settled } from '../../support/settled.ts';
import { expectNoPageErrors, startWebApp, type WebApp } from '../../support/web-app.ts';
import { openScreen, screens } from '../../support/web-screens.ts';

const WIDTHS = [1440, 2560, 768, 360];
/** A browser that zooms a window of 1,280 px by 200 % gives the page 640 px. */
const ZOOMED = 640;
/** The rules that look at places and sizes: nothing else differs between widths that show the same elements. */
const LAYOUT_RULES = [...COLOUR_RULES, 'scrollable-region-focusable'];
/** The elements of a page, and which of them are shown. */
const STRUCTURE = `document.documentElement.outerHTML.replaceAll(/ style="[^"]*"/g, '') +
  [...document.querySelectorAll('*')].map((one) => Number(one.checkVisibility({ visibilityProperty: true }))).join('')`;
let app: WebApp;
let page: Page;
let theme: 'light' | 'dark' = 'light';

describe.each(['demo', 'empty'] as const)('with the data %s', (data) => {
  beforeAll(async () => {
    app = await startWebApp({ data });
    page = await app.open('/', { colorScheme: theme });
  });
  afterAll(async () => {
    await app?.close();
    expectNoPageErrors();
  });

  it.each(screens.filter(({ isEmpty = false }) => isEmpty === (data === 'empty')))(
    '$name has no violation in any theme and width',
    async (screen) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await openScreen(app, page, screen);
      const problems: string[] = [];
      const structures = new Set<unknown>();
      for (const width of [...WIDTHS, ZOOMED]) {
        await page.setViewportSize({ width, height: 900 });
        await settled(page);
        const excess = (await page.evaluate('document.documentElement.scrollWidth - innerWidth')) as number;
        if (excess > 0) problems.push(`${width} px: ${excess} px too wide`);
        if (width === ZOOMED) continue;
        const structure = await page.evaluate(STRUCTURE);
        const isKnown = structures.has(structure);
        structures.add(structure);
        problems.push(...(await found(width, isKnown ? { runOnly: LAYOUT_RULES } : {})));
        // The theme changes with each width, so that all rules are checked in both of them.
        await page.emulateMedia({ colorScheme: theme === 'light' ? 'dark' : 'light' });
        theme = theme === 'light' ? 'dark' : 'light';
        if (!isKnown) problems.push(...(await found(width, { runOnly: COLOUR_RULES })));
      }
      expect(problems).toEqual([]);
    },
  );
});

async function found(width: number, options?: RunOptions): Promise<string[]> {
  return (await violations(page, options)).map((problem) => `${theme}, ${width} px: ${problem}`);
}
