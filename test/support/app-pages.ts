// Pages of the app for the tests of a file. A page that was opened without options of its own is emptied and used for the
// next test: that takes half as long as a new browser context.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { clearScreen, rememberStored, showScreen, watchFeed } from './kept-page.ts';
import { PATIENCE } from './patience.ts';
import { watchRequests } from './settled.ts';

/** A Tuesday morning in the demo. */
export const NOW = Date.parse('2026-03-17T08:30:00Z');
export const ZONE = 'Europe/Berlin';
export const DESKTOP = { width: 1440, height: 900 };

export interface OpenOptions extends BrowserContextOptions {
  /** Where the page comes from; default: the service itself. A CutProxy can stand between. */
  origin?: string;
  /** A page of the same browser profile (cookies, storage) instead of a new one. */
  context?: BrowserContext;
  /** The clock of the page does not move, for pictures. */
  isClockStill?: boolean;
}

const CONTEXT: BrowserContextOptions = {
  viewport: DESKTOP,
  timezoneId: ZONE,
  locale: 'en-GB',
  reducedMotion: 'reduce',
  serviceWorkers: 'block', // a test that needs it allows it: it loads every file of the app
};

const problems: string[] = [];

/** No page of this file has thrown an error that nobody caught. Call it at the end of a file. */
export function expectNoPageErrors(): void {
  expect(problems.splice(0)).toEqual([]);
}

export class AppPages {
  readonly #browser: Browser;
  readonly #url: string;
  readonly #ahead: number;
  readonly #contexts = new Set<BrowserContext>();
  /** Pages without options of their own. */
  readonly #plain = new WeakSet<Page>();
  #free: Page | undefined;
  /** Whether the free page still runs, with an empty screen. */
  #isRunning = false;
  readonly #keepsPage: boolean;

  /** The clocks of the pages are ahead by so many milliseconds, as that of the service is. */
  constructor(browser: Browser, url: string, ahead: number, keepsPage: boolean) {
    this.#browser = browser;
    this.#url = url;
    this.#ahead = ahead;
    this.#keepsPage = keepsPage;
  }

  /** A page with the clock of the service, whose errors are noticed. */
  empty(options: OpenOptions): Promise<Page> {
    return this.#newPage('/', options);
  }

  /** Opens a page of the app, and waits until it shows a screen. */
  async open(path: string, options: OpenOptions): Promise<Page> {
    const page = await this.#pageFor(path, options);
    const isRunning = this.#isRunning && this.#plain.has(page);
    this.#isRunning &&= !isRunning;
    if (isRunning) await showScreen(page, this.#url, path);
    else await page.goto((options.origin ?? this.#url) + path);
    // A phone shows the heading of the conversation, not that of the list.
    await page.locator('main').getByRole('heading').first().waitFor();
    await page.locator('[data-first-paint]').waitFor({ state: 'detached' });
    if (this.#keepsPage && !isRunning) await rememberStored(page);
    return page;
  }

  /** The test is done with the page: nothing of it is left for the next one. */
  async leave(page: Page | undefined): Promise<void> {
    if (!page) return;
    const context = page.context();
    if (page.isClosed() || !this.#plain.has(page) || this.#free) return context.close();
    for (const other of context.pages()) if (other !== page) await other.close();
    page.removeAllListeners('dialog');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.setOffline(false);
    this.#isRunning = this.#keepsPage && (await clearScreen(page, this.#url).catch(() => false));
    if (!this.#isRunning) await this.#empty(page);
    await context.clearPermissions();
    await page.setViewportSize(DESKTOP);
    await page.emulateMedia({ media: null, colorScheme: 'light', reducedMotion: 'reduce' });
    await page.mouse.move(0, 0);
    this.#free = page;
  }

  async close(): Promise<void> {
    for (const context of this.#contexts) await context.close();
  }

  /** Removes the page and all that it has stored. */
  async #empty(page: Page): Promise<void> {
    // A page of the same origin without scripts: the next one gets the same process, which saves a quarter of its time.
    await page.goto(`${this.#url}/manifest.webmanifest`).catch(() => page.goto('about:blank'));
    await page.evaluate('sessionStorage.clear()').catch(() => {});
    const session = await page.context().newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', { origin: this.#url, storageTypes: 'all' });
    await session.detach();
  }

  async #pageFor(path: string, options: OpenOptions): Promise<Page> {
    const isPlain = Object.keys(options).length === 0;
    const page = (isPlain && this.#free) || (await this.#newPage(path, options));
    if (isPlain) {
      this.#plain.add(page);
      this.#free = undefined;
    }
    page.setDefaultTimeout(PATIENCE);
    return page;
  }

  async #newPage(path: string, options: OpenOptions): Promise<Page> {
    const { origin: _, context: given, isClockStill = false, ...rest } = options;
    const context = given ?? (await this.#browser.newContext({ ...CONTEXT, ...rest }));
    this.#contexts.add(context);
    const page = await context.newPage();
    if (isClockStill) await page.clock.setFixedTime(NOW);
    else await page.addInitScript(moveClock, this.#ahead);
    watchRequests(page);
    if (this.#keepsPage) watchFeed(page);
    page.on('pageerror', (error) => problems.push(`${path}: ${error.message}`));
    return page;
  }
}

/** Runs in the page: its clock is ahead by so many milliseconds. */
function moveClock(ahead: number): void {
  const RealDate = Date;
  const now = () => RealDate.now() + ahead;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, parameters) => Reflect.construct(target, parameters.length > 0 ? parameters : [now()]) as Date,
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
