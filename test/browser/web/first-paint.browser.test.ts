// What is painted before the app is there: the first conversations and the greeting of Today, where the app shows them too.
import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  eventually,
  expectNoPageErrors,
  NOW,
  type OpenOptions,
  PHONE,
  startWebApp,
  type WebApp,
} from '../../support/web-app.ts';
import { MailPage } from './pages/mail.ts';

let app: WebApp;
let page: Page;

beforeAll(async () => {
  app = await startWebApp();
});
afterEach(async () => {
  await page.context().close();
});
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

const layer = () => page.locator('[data-first-paint]');

interface Opened {
  /** Lets the code of the app come. */
  release(): Promise<void>;
}

interface Opening {
  options?: OpenOptions;
  prepare?: () => Promise<unknown>;
  /** The file that is held back; default: the app. */
  holding?: RegExp;
}

/** Opens the address with the code of the app held back. */
async function openWithoutApp(path: string, opening: Opening = {}): Promise<Opened> {
  const { options = {}, prepare = async () => {}, holding = /\/assets\/app-[^/]*\.js$/ } = opening;
  page = await app.newPage(options);
  const held: Route[] = [];
  let isReleased = false;
  await page.route(holding, (route) => (isReleased ? route.continue() : void held.push(route)));
  await prepare();
  await page.goto(app.url + path, { waitUntil: 'commit' });
  return {
    async release() {
      isReleased = true;
      for (const route of held) await route.continue();
    },
  };
}

const PARTS = ['people', 'subject', 'preview', 'avatar', 'star', 'count'].map((name) => `[class*="_${name}_"]`);

/** Texts, places and looks of what a user reads in the visible rows, in the layer or in the app. */
function rowsIn(root: string): Promise<string[][]> {
  const rows = page.locator(`${root} [class*="_row_"] [role="presentation"]`);
  return rows.evaluateAll(
    (rows, parts) =>
      rows
        .filter((row) => row.getBoundingClientRect().top < row.ownerDocument.documentElement.clientHeight)
        .map((row) =>
          [...row.querySelectorAll(parts)].map((part) => {
            const { x, y, width, height } = part.getBoundingClientRect();
            const { color, fontSize, fontWeight } = part.ownerDocument.defaultView.getComputedStyle(part);
            return [part.textContent?.slice(0, 120), x, y, width, height, color, fontSize, fontWeight].join(' ');
          }),
        ),
    [...PARTS, 'time'].join(),
  );
}

/** Those that were painted first, and those of the app. */
async function expectSameRows(options: OpenOptions): Promise<number> {
  const { release } = await openWithoutApp('/mail/inbox', { options });
  await eventually(async () => expect(await layer().locator('time').first().textContent()).not.toBe(''));
  const painted = await rowsIn('[data-first-paint]');
  expect(painted.length).toBeGreaterThan(5);
  await release();
  await layer().waitFor({ state: 'detached' });
  await new MailPage(page).rows.nth(5).waitFor();
  expect((await rowsIn('#app')).slice(0, painted.length)).toEqual(painted);
  return painted.length;
}

describe('the first conversations', () => {
  it.each<[string, OpenOptions]>([
    ['on a desktop', {}],
    ['on a phone', { viewport: PHONE }],
    ['in a window without a second column', { viewport: { width: 900, height: 700 } }],
    ['in the dark', { colorScheme: 'dark' }],
    ['in German', { locale: 'de-DE' }],
  ])('are painted before the app is there, and do not move when it comes: %s', async (_name, options) => {
    await expectSameRows(options);
  });

  it('are painted in the density that was chosen', async () => {
    const localStorage = [{ name: 'daybook.preferences', value: '{"density":"compact"}' }];
    const compact = await expectSameRows({
      storageState: { cookies: [], origins: [{ origin: app.url, localStorage }] },
    });
    expect(compact).toBeGreaterThan(12);
  });

  it('have their times in the time zone of the settings, also when the app comes', async () => {
    const { data } = await app.api<{ data: { id: string } }>('POST', '/emails', {
      from_address: 'ann@example.org',
      subject: 'Half an hour ago',
      received_at: new Date(NOW - 1_800_000).toISOString(),
    });
    await app.api('PATCH', '/settings', { timezone: 'Pacific/Auckland' });
    try {
      const { release } = await openWithoutApp('/mail/inbox');
      const time = (root: string) =>
        page
          .locator(`${root} [class*="_row_"][role="presentation"]`)
          .filter({ hasText: 'Half an hour ago' })
          .locator('time')
          .textContent();
      await eventually(async () => expect(await time('[data-first-paint]')).toBe('21:00'));
      await release();
      await layer().waitFor({ state: 'detached' });
      expect(await time('#app')).toBe('21:00');
    } finally {
      await app.api('PATCH', '/settings', { timezone: null });
      await app.api('DELETE', `/emails/${data.id}?permanent=true`);
    }
  });

  it.each(['/mail/sent', '/mail/trash', '/mail/starred'])('of %s are painted too', async (path) => {
    const { release } = await openWithoutApp(path);
    await eventually(async () => expect(await layer().locator('time').first().textContent()).not.toBe(''));
    const painted = await rowsIn('[data-first-paint]');
    await release();
    await layer().waitFor({ state: 'detached' });
    await new MailPage(page).rows.first().waitFor();
    expect((await rowsIn('#app')).slice(0, painted.length)).toEqual(painted);
  });

  it('are read once: the app takes the answers that were painted, but its live copy reads the settings itself', async () => {
    const asked: string[] = [];
    const { release } = await openWithoutApp('/mail/inbox');
    await layer().waitFor({ state: 'attached' });
    page.on('request', (request) => asked.push(request.url().replace(`${app.url}/api/v1`, '')));
    await release();
    await layer().waitFor({ state: 'detached' });
    await eventually(() => expect(asked).toContain('/settings'));
    expect(asked.filter((path) => /^\/(threads\?|email-accounts\?limit=500|emails\?status=sent)/.test(path))).toEqual(
      [],
    );
  });

  it('give way when somebody uses the app below them', async () => {
    const { release } = await openWithoutApp('/', {
      prepare: () => page.route('**/api/v1/events?*', () => {}), // never answered: the screen stays busy
    });
    await layer().waitFor({ state: 'attached' });
    await release();
    await page.getByRole('link', { name: /^Mail/ }).waitFor();
    await page.keyboard.press('c');
    expect(await layer().count()).toBe(0);
  });

  it('cannot be reached by keyboard, pointer or screen reader', async () => {
    await openWithoutApp('/mail/inbox');
    await layer().waitFor({ state: 'attached' });
    expect(await page.getByRole('button').count()).toBe(0);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('BODY');
    expect(await page.evaluate('document.elementFromPoint(500, 300).closest("[data-first-paint]")')).toBeNull();
  });
});

describe('Today', () => {
  it('is painted with its date and greeting before the app is there, where the app shows them', async () => {
    const { release } = await openWithoutApp('/');
    const look = (root: string) =>
      page
        .locator(`${root} main header > *`)
        .evaluateAll((parts) =>
          parts.slice(0, 2).map((part) => [part.textContent, JSON.stringify(part.getBoundingClientRect())]),
        );
    await eventually(async () => expect((await look('[data-first-paint]'))[0]?.[0]).toMatch(/\d/));
    const painted = await look('[data-first-paint]');
    expect(painted[1]?.[0]).toMatch(/^Good /);
    await release();
    await layer().waitFor({ state: 'detached' });
    expect(await look('#app')).toEqual(painted);
  });
});

describe('nothing is painted before the app', () => {
  async function expectNothing(path: string, prepare?: () => Promise<unknown>): Promise<void> {
    let isAppAsked = false;
    const { release } = await openWithoutApp(path, {
      prepare: async () => {
        page.on('request', (request) => {
          isAppAsked ||= request.url().includes('/assets/app-');
        });
        await prepare?.();
      },
    });
    await eventually(() => expect(isAppAsked).toBe(true));
    await page.waitForTimeout(1000); // longer than the app waits
    expect(await layer().count()).toBe(0);
    await release();
    await page.locator('#app').getByRole('heading').first().waitFor();
  }

  it('for somebody who is not signed in', () => {
    const error = { code: 'UNAUTHORIZED', message: 'Sign in' };
    return expectNothing('/mail/inbox', () =>
      page.route('**/api/v1/session', (route) => route.fulfill({ status: 401, json: { error } })),
    );
  });

  it('of a list without conversations', () => expectNothing('/mail/folder/Nothing'));
  it('of an open conversation', async () => {
    const { data } = await app.api<{ data: { id: string }[] }>('GET', '/threads?folder=INBOX&limit=1');
    await expectNothing(`/mail/inbox/${data[0]?.id}`);
  });
  it('of a screen that has no first content', () => expectNothing('/contacts'));
});

describe('when something is missing', () => {
  it('a refused first page is shown by the app with its reason', async () => {
    const error = { code: 'INTERNAL', message: 'Broken on purpose' };
    const { release } = await openWithoutApp('/mail/inbox', {
      prepare: () => page.route('**/api/v1/threads?*', (route) => route.fulfill({ status: 500, json: { error } })),
    });
    await release();
    await page.getByText('Broken on purpose').first().waitFor();
    expect(await layer().count()).toBe(0);
  });

  it('the app does not wait for a slow answer, and is not covered by it', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const { release } = await openWithoutApp('/mail/inbox', {
      prepare: () => page.route('**/api/v1/threads?*', (route) => answered.then(() => route.continue())),
    });
    await release();
    await page.getByRole('navigation').first().waitFor(); // the frame of the app is there
    answer();
    await new MailPage(page).rows.first().waitFor();
    expect(await layer().count()).toBe(0);
  });

  it('a screen that stays busy is uncovered', async () => {
    const { release } = await openWithoutApp('/', {
      prepare: () => page.route('**/api/v1/events?*', () => {}), // never answered
    });
    await layer().waitFor({ state: 'attached' });
    await release();
    await layer().waitFor({ state: 'detached' });
    await page.locator('#app main [aria-busy="true"]').waitFor();
  });

  it('what was painted stays until the file of the screen is there', async () => {
    const { release } = await openWithoutApp('/mail/inbox', { holding: /\/assets\/mail-screen-[^/]*\.js$/ });
    await page.getByRole('navigation').first().waitFor(); // the frame of the app is there
    expect(await layer().count()).toBe(1);
    await release();
    await new MailPage(page).rows.first().waitFor();
    await layer().waitFor({ state: 'detached' });
  });

  it('without the file of the app the page is loaded again, once, and then says that it cannot be loaded', async () => {
    let loads = 0;
    await openWithoutApp('/mail/inbox', {
      holding: /nothing/,
      prepare: async () => {
        await page.route(/\/assets\/app-[^/]*\.js$/, (route) => route.abort());
        page.on('request', (request) => {
          if (request.isNavigationRequest()) loads += 1;
        });
      },
    });
    await page.getByRole('alert').filter({ hasText: 'could not be loaded' }).waitFor();
    expect(loads).toBe(2);
    expect(await layer().count()).toBe(0);
  });
});
