// A phone with the app: taps and long presses of a finger, and screens that follow each other.
import type { CDPSession, Locator, Page } from 'playwright-core';
import { type OpenOptions, PHONE, type WebApp } from '../../../support/web-app.ts';

/** Longer than a long press has to be. */
const LONG = 700;

type Point = { x: number; y: number };

export class PhonePage {
  readonly page: Page;
  readonly #touch: CDPSession;

  private constructor(page: Page, touch: CDPSession) {
    this.page = page;
    this.#touch = touch;
  }

  static async open(app: WebApp, path: string, options: OpenOptions = {}): Promise<PhonePage> {
    const page = await app.open(path, { viewport: PHONE, hasTouch: true, isMobile: true, ...options });
    return new PhonePage(page, await page.context().newCDPSession(page));
  }

  /** Goes to an address as a link does, without loading the page. */
  async show(path: string): Promise<void> {
    await this.page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
  }

  async tap(target: Locator): Promise<void> {
    await target.tap();
  }

  /** Taps at a distance from the upper left corner, also outside of what is drawn. */
  async tapAt(target: Locator, { x, y }: Point): Promise<void> {
    const box = await target.boundingBox();
    if (!box) throw new Error(`Not shown: ${target}`);
    await this.page.touchscreen.tap(box.x + x, box.y + y);
  }

  /** Taps the button with this name in the part of the screen, by default anywhere. */
  button(name: string | RegExp, part: Locator | Page = this.page): Promise<void> {
    return this.tap(part.getByRole('button', { name, exact: true }));
  }

  /** Opens a menu, and takes an entry of it. */
  async choose(menu: Locator, item: string | RegExp): Promise<void> {
    await this.tap(menu);
    await this.tap(this.page.getByRole('menuitem', { name: item }));
  }

  async longPress(target: Locator): Promise<void> {
    const at = await middleOf(target);
    await this.#send('touchStart', at);
    await this.page.waitForTimeout(LONG);
    await this.#send('touchEnd');
  }

  /** Moves a finger from the middle of what is shown there. */
  async swipe(target: Locator, by: Point): Promise<void> {
    const { x, y } = await middleOf(target);
    await this.#send('touchStart', { x, y });
    for (const part of [0.2, 0.4, 0.6, 0.8, 1])
      await this.#send('touchMove', { x: x + by.x * part, y: y + by.y * part });
    await this.page.waitForTimeout(LONG);
    await this.#send('touchEnd');
  }

  async #send(type: 'touchStart' | 'touchMove' | 'touchEnd', point?: Point): Promise<void> {
    await this.#touch.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] });
  }
}

async function middleOf(target: Locator): Promise<Point> {
  const box = await target.boundingBox();
  if (!box) throw new Error(`Not shown: ${target}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
