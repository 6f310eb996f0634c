// The screens of the web app, for tests that look at all of them: in both themes and in several widths.
import type { Page } from 'playwright-core';
import { eventually } from './process.ts';
import type { WebApp } from './web-app.ts';

export interface ScreenCase {
  name: string;
  path: string | ((app: WebApp) => Promise<string>);
  /** What a person does to get there from the path. */
  prepare?: (page: Page) => Promise<void>;
  /** Whether the app has no records; default: it has the demo. */
  isEmpty?: boolean;
}

/** The path of the first conversation or record that a search finds. */
const found = (list: string, query: string, path: (id: string) => string) => async (app: WebApp) => {
  const { data } = await app.api<{ data: { id: string }[] }>('GET', `${list}?limit=1&${query}`);
  return path(data[0]?.id ?? '');
};

export const screens: readonly ScreenCase[] = [
  { name: 'today', path: '/' },
  { name: 'inbox', path: '/mail/inbox' },
  {
    name: 'conversation',
    path: found('/threads', 'folder=INBOX&has_attachments=true', (id) => `/mail/inbox/${id}`),
  },
  { name: 'search', path: '/search' },
  { name: 'search-results', path: '/search?q=from%3Aanna%20OR%20map' },
  { name: 'calendar-month', path: '/calendar/month/2026-03-17' },
  { name: 'calendar-week', path: '/calendar/week/2026-03-17' },
  { name: 'contacts', path: '/contacts' },
  { name: 'contact', path: found('/contacts', 'search=anna', (id) => `/contacts/${id}`) },
  { name: 'settings', path: '/settings' },
  {
    name: 'palette',
    path: '/',
    prepare: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').waitFor();
    },
  },
  {
    name: 'shortcuts',
    path: '/',
    prepare: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
];

/** Resolves when the screen is complete: nothing is loading, and its font is there. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  // Evaluated from here: the policy of the page does not allow waitForFunction to evaluate text.
  await eventually(() => page.evaluate(IS_COMPLETE), Boolean);
}

const IS_COMPLETE = `document.fonts.status === 'loaded' && !document.querySelector('[aria-busy="true"], [data-skeleton]')`;

export async function openScreen(app: WebApp, page: Page, { path, prepare }: ScreenCase): Promise<void> {
  await page.goto(app.url + (typeof path === 'string' ? path : await path(app)));
  await page.locator('main h1').first().waitFor();
  await prepare?.(page);
  await settled(page);
}
