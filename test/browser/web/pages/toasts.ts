// The messages at the bottom of the screen, for tests that share a page.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from '../../../support/web-app.ts';

/** Closes all messages, so that those of one test are not taken for those of the next. */
export async function dismissToasts(page: Page): Promise<void> {
  const dismiss = page.getByRole('region', { name: /^Notifications/ }).getByRole('button', { name: 'Dismiss' });
  await eventually(async () => {
    if ((await dismiss.count()) > 0) await dismiss.first().click({ timeout: 1000 });
    expect(await dismiss.count()).toBe(0);
  });
}
