// Screens look as their reference pictures, on a desktop in both themes, and on a phone. Nothing is written by them, so
// that every screen shows the demo as it is at the time at which the clock stands.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expectPicture } from '../../support/pictures.ts';
import { settled } from '../../support/settled.ts';
import { DESKTOP, expectNoPageErrors, PHONE, startWebApp, type WebApp } from '../../support/web-app.ts';
import { openScreen, screens } from '../../support/web-screens.ts';

/** They show where the data is, when the service was started, and how much the browser has stored. */
const CHANGING = ['settings-about', 'settings-privacy'];
/** Those that differ from the desktop by more than their width. */
const ON_PHONES =
  /^(today|inbox|conversation|drafts|trash|snooze|composer|calendar-.*|event-editor|contacts|contact|contact-editor|deleted-events|deleted-contacts|search-results|settings-general|first-run|empty-inbox|sign-in)$/;
const VIEWS = {
  desktop: { viewport: DESKTOP, themes: ['light', 'dark'], names: /./ },
  phone: { viewport: PHONE, themes: ['light'], names: ON_PHONES },
} as const;

describe.each(['demo', 'empty'] as const)('with the data %s', (data) => {
  let app: WebApp;
  beforeAll(async () => {
    app = await startWebApp({ data });
    if (data === 'demo') await archiveJapanese(app);
  });
  afterAll(async () => {
    await app?.close();
    expectNoPageErrors();
  });

  describe.each(Object.keys(VIEWS) as (keyof typeof VIEWS)[])('on a %s', (view) => {
    const { viewport, themes, names } = VIEWS[view];
    let page: Page;
    beforeAll(async () => {
      page = await app.open('/', { viewport, hasTouch: view === 'phone', isClockStill: true });
    });
    afterAll(() => page?.close());

    it.each(
      screens.filter(
        ({ name, isEmpty = false }) => isEmpty === (data === 'empty') && names.test(name) && !CHANGING.includes(name),
      ),
    )('$name', async (screen) => {
      await openScreen(app, page, screen);
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme });
        await settled(page);
        // The caret blinks, and the screenshot hides it.
        const screenshot = await page.screenshot({ animations: 'disabled', caret: 'hide' });
        expectPicture(`${screen.name}-${view}-${theme}`, screenshot);
      }
      await page.emulateMedia({ colorScheme: 'light' });
    });
  });
});

/** Not every machine has a font for it, and the lists are about their look. */
async function archiveJapanese(app: WebApp): Promise<void> {
  const { data } = await app.api<{ data: { id: string }[] }>('GET', '/emails?q=from%3Aharuka%20in%3Ainbox&limit=50');
  for (const { id } of data) await app.api('PATCH', `/emails/${id}`, { folder: 'ARCHIVE' });
}
