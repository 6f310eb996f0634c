// Waits until a page of the app shows what it has to show: no request is open, nothing is loading, its fonts are there.
import type { Page, Request } from 'playwright-core';

const open = new WeakMap<Page, Set<Request>>();

/** Follows the requests of a page from its beginning. */
export function watchRequests(page: Page): void {
  const requests = new Set<Request>();
  open.set(page, requests);
  page.on('request', (request) => requests.add(request));
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
}

export async function settled(page: Page): Promise<void> {
  const deadline = performance.now() + 60_000;
  // Twice, because what was just received may lead to the next request.
  for (let quiet = 0; quiet < 2; ) {
    const isComplete = await page.evaluate(IS_COMPLETE);
    quiet = isComplete && open.get(page)?.size === 0 ? quiet + 1 : 0;
    if (performance.now() > deadline) throw new Error(`The page does not settle: ${await page.evaluate(PENDING)}`);
  }
}

const LOADING = '[aria-busy="true"], [data-skeleton]';
const PENDING = `[...document.querySelectorAll('${LOADING}')].map((one) => one.outerHTML).join()`;
// Evaluated from here: the policy of the page does not allow waitForFunction to evaluate text.
const IS_COMPLETE = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() =>
  resolve(document.fonts.status === 'loaded' && !document.querySelector('${LOADING}')))))`;
