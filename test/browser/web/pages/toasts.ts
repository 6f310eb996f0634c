// The messages at the bottom of the screen, for tests that share a page.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from '../../../support/web-app.ts';

/** Closes all messages, so that those of one test are not taken for those of the next. */
export async function dismissToasts(page: Page): Promise<void> {
  const dismiss = page.getByRole('region', { name: /^Notifications/ }).getByRole('button', { name: 'Dismiss' });
  await eventually(async () => {
    await dismiss.evaluateAll((all) => {
      for (const button of all) (button as unknown as { click(): void }).click(); // those that are covered, too
    });
    expect(await dismiss.count()).toBe(0);
  });
}
