// Screens look as their reference pictures, on a desktop in both themes, and on a phone.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expectPicture } from '../../support/pictures.ts';
import { settled } from '../../support/settled.ts';
import { DESKTOP, expectNoPageErrors, PHONE, startWebApp, type WebApp } from '../../support/web-app.ts';
import { openScreen, screens } from '../../support/web-screens.ts';

/** Screens whose content does not depend on what other screens of the run have done. */
const STILL = /^(search|settings-(?!about).*|not-found|first-run|empty-.*|sign-in|failed|scheduled|outbox)$/;
const VIEWS = { desktop: DESKTOP, phone: PHONE };
const THEMES = { desktop: ['light', 'dark'], phone: ['light'] } as const;

describe.each(['demo', 'empty'] as const)('with the data %s', (data) => {
  let app: WebApp;
  beforeAll(async () => {
    app = await startWebApp({ data });
  });
  afterAll(async () => {
    await app?.close();
    expectNoPageErrors();
  });

  describe.each(Object.keys(VIEWS) as (keyof typeof VIEWS)[])('on a %s', (view) => {
    let page: Page;
    beforeAll(async () => {
      page = await app.open('/', { viewport: VIEWS[view], hasTouch: view === 'phone', isClockStill: true });
    });

    it.each(screens.filter(({ name, isEmpty = false }) => STILL.test(name) && isEmpty === (data === 'empty')))(
      '$name',
      async (screen) => {
        await openScreen(app, page, screen);
        for (const theme of THEMES[view]) {
          await page.emulateMedia({ colorScheme: theme });
          await settled(page);
          // The caret blinks, and the screenshot hides it.
          expectPicture(
            `${screen.name}-${view}-${theme}`,
            await page.screenshot({ animations: 'disabled', caret: 'hide' }),
          );
        }
        await page.emulateMedia({ colorScheme: 'light' });
      },
    );
  });
});
