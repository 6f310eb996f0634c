// A window of 1,280 × 800 px that is zoomed by 200 %: everything that can be pressed can be scrolled to, and nothing covers it.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settled } from '../../support/settled.ts';
import { expectNoPageErrors, startWebApp, type WebApp } from '../../support/web-app.ts';
import { openScreen, screens } from '../../support/web-screens.ts';

let app: WebApp;
let page: Page;

describe.each(['demo', 'empty'] as const)('with the data %s', (data) => {
  beforeAll(async () => {
    app = await startWebApp({ data });
    page = await app.open('/');
    await page.setViewportSize({ width: 640, height: 400 });
  });
  afterAll(async () => {
    await app?.close();
    expectNoPageErrors();
  });

  it.each(screens.filter(({ isEmpty = false }) => isEmpty === (data === 'empty')))(
    '$name can be used at 200 %',
    async (screen) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await openScreen(app, page, screen);
      await page.setViewportSize({ width: 640, height: 400 });
      await settled(page);
      expect(await page.evaluate(COVERED)).toEqual([]);
    },
  );
});

/**
 * What can be pressed and is shown, but not where it can be pressed, also after scrolling. In front of the page a dialog or
 * a composer is used; the link to the content is shown when it has the focus, and the cursor of the grid is for keys.
 */
const COVERED = `(() => {
  const front = document.querySelector('dialog:modal') ?? document.querySelector('[data-composer]') ?? document;
  const isShown = (one) =>
    one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    one.getBoundingClientRect().width > 1 &&
    !one.closest('[inert], .visually-hidden, [href="#main"], [data-grid-item]');
  const isCovered = (one) => {
    one.scrollIntoView({ block: 'center', inline: 'center' });
    const { left, top, width, height } = one.getBoundingClientRect();
    const found = document.elementFromPoint(left + width / 2, top + height / 2);
    return !found || !(one.contains(found) || found.contains(one) || found.closest('label')?.contains(one));
  };
  const all = [...front.querySelectorAll('button, a[href], input, select, textarea, [role=menuitem]')];
  return all.filter((one) => isShown(one) && isCovered(one)).map((one) => one.outerHTML.slice(0, 200));
})()`;
