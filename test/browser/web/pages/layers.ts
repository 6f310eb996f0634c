// The entries that open layers have in the history of the browser.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Waits until the current entry is that of so many layers; 0 is that of the page. */
export async function layerIs(page: Page, count: number): Promise<void> {
  await expect.poll(() => page.evaluate('history.state?.layer ?? 0')).toBe(count);
}
