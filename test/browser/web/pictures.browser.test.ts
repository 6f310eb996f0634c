// Every screen looks as its reference picture, in both themes, on a desktop and on a phone.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expectPicture } from '../../support/pictures.ts';
import { DESKTOP, PHONE, startWebApp, type WebApp } from '../../support/web-app.ts';
import { openScreen, screens, settled } from '../../support/web-screens.ts';

const VIEWS = { desktop: DESKTOP, phone: PHONE };

describe.each(['demo', 'empty'] as const)('with the data %s', (data) => {
  let app: WebApp;
  beforeAll(async () => {
    app = await startWebApp({ data });
  });
  afterAll(() => app?.close());

  describe.each(Object.keys(VIEWS) as (keyof typeof VIEWS)[])('on a %s', (view) => {
    let page: Page;
    beforeAll(async () => {
      page = await app.open('/', { viewport: VIEWS[view], hasTouch: view === 'phone', isClockStill: true });
    });

    it.each(screens.filter(({ isEmpty = false }) => isEmpty === (data === 'empty')))('$name', async (screen) => {
      await openScreen(app, page, screen);
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme });
        await settled(page);
        // The caret blinks, and the screenshot hides it.
        expectPicture(
          `${screen.name}-${view}-${theme}`,
          await page.screenshot({ animations: 'disabled', caret: 'hide' }),
        );
      }
      await page.emulateMedia({ colorScheme: 'light' });
    });
  });
});
