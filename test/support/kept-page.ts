// A page of the app that goes from test to test without being loaded again, which takes a fifth of the time: it is used
// again only if the test has left nothing in it, and it has every change of the service before the next test sees it.
import type { Page, WebSocket } from 'playwright-core';
import { vi } from 'vitest';
import { PATIENCE } from './patience.ts';
import { settled } from './settled.ts';

/** The newest position in the change feed that the page has received. */
const positions = new WeakMap<Page, number>();
/** What the page had stored when it was opened. */
const stored = new WeakMap<Page, unknown>();

/** Follows the change feed of a page from its beginning. */
export function watchFeed(page: Page): void {
  page.on('websocket', (socket: WebSocket) => {
    socket.on('framereceived', ({ payload }) => {
      const { seq = 0 } = JSON.parse(String(payload)) as { seq?: number };
      positions.set(page, Math.max(seq, positions.get(page) ?? 0));
    });
  });
}

/** Call it when the page was loaded. */
export async function rememberStored(page: Page): Promise<void> {
  stored.set(page, await page.evaluate(STORED));
}

/** Shows an empty screen. Resolves with false if something of the test is left, so that the page has to be loaded again. */
export async function clearScreen(page: Page, url: string): Promise<boolean> {
  if (!page.url().startsWith(url) || (await page.evaluate(STORED)) !== stored.get(page)) return false;
  await page.evaluate(`for (const button of document.querySelectorAll('${TOASTS} button[aria-label]')) button.click()`);
  if (await page.evaluate(IS_OCCUPIED)) return false;
  await page.evaluate(`history.pushState(null, '', '${EMPTY}')`);
  await page.getByRole('heading', { name: 'This page does not exist' }).waitFor();
  return true;
}

/** Shows a screen as a link does, with all that the service has. */
export async function showScreen(page: Page, url: string, path: string): Promise<void> {
  const { data } = (await (await fetch(`${url}/api/v1/session`)).json()) as { data: { seq: number } };
  await vi.waitFor(
    async () => {
      if ((positions.get(page) ?? 0) >= data.seq) return;
      // As after sleep, the app asks how far the service is.
      await page.evaluate('document.dispatchEvent(new Event("resume"))');
      throw new Error('The page does not have every change of the service.');
    },
    { timeout: PATIENCE },
  );
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
  await settled(page);
}

const EMPTY = '/no/such/page';
const TOASTS = 'section[popover="manual"]';
const STORED = 'JSON.stringify([Object.entries(localStorage).sort(), Object.entries(sessionStorage).sort()])';
const IS_OCCUPIED = `document.querySelector('dialog[open], [data-composer], [aria-modal]') !== null
  || document.querySelector('#main') === null || document.querySelector('[data-shown="nothing"]') === null
  || [...document.querySelectorAll(':popover-open')].some((one) => one.textContent !== '')`;
