// The screens of the web app, for tests that look at all of them: in both themes and in several widths.
import type { Page } from 'playwright-core';
import { settled } from './settled.ts';
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

const press =
  (...keys: string[]) =>
  async (page: Page) => {
    for (const key of keys) await page.keyboard.press(key);
  };
const opens = (role: 'dialog' | 'combobox', prepare: (page: Page) => Promise<void>) => async (page: Page) => {
  await prepare(page);
  await page.getByRole(role).first().waitFor();
};
const CONVERSATIONS = '/threads';
const NEWSLETTER = found(CONVERSATIONS, 'label=newsletters', (id) => `/mail/label/newsletters/${id}`);

export const screens: readonly ScreenCase[] = [
  { name: 'today', path: '/' },
  { name: 'inbox', path: '/mail/inbox' },
  {
    name: 'conversation',
    // One that was read, in a list without scripts for which machines have different fonts.
    path: found(CONVERSATIONS, 'label=work&q=subject%3Aslides', (id) => `/mail/label/work/${id}`),
  },
  { name: 'newsletter', path: NEWSLETTER },
  { name: 'drafts', path: '/mail/drafts' },
  { name: 'scheduled', path: '/mail/scheduled' },
  { name: 'outbox', path: '/mail/outbox' },
  { name: 'failed', path: '/mail/failed' },
  { name: 'trash', path: '/mail/trash' },
  { name: 'snooze', path: NEWSLETTER, prepare: opens('dialog', press('b')) },
  {
    name: 'composer',
    path: '/',
    prepare: async (page) => {
      await page.keyboard.press('c');
      await page.getByRole('button', { name: 'Bold' }).waitFor(); // the editor has a file of its own
    },
  },
  { name: 'calendar-month', path: '/calendar/month/2026-03-17' },
  { name: 'calendar-week', path: '/calendar/week/2026-03-17' },
  { name: 'calendar-days', path: '/calendar/days/2026-03-17' },
  { name: 'calendar-day', path: '/calendar/day/2026-03-17' },
  { name: 'calendar-agenda', path: '/calendar/agenda/2026-03-17' },
  { name: 'event-editor', path: '/calendar/week/2026-03-17', prepare: opens('dialog', newEvent) },
  { name: 'contacts', path: '/contacts' },
  { name: 'contact', path: found('/contacts', 'search=hollis', (id) => `/contacts/${id}`) },
  {
    name: 'contact-editor',
    path: found('/contacts', 'search=hollis', (id) => `/contacts/${id}`),
    prepare: opens('dialog', press('e')),
  },
  { name: 'deleted-events', path: '/calendar/deleted' },
  { name: 'deleted-contacts', path: '/contacts/deleted' },
  { name: 'search', path: '/search' },
  { name: 'search-results', path: '/search?q=map%20after%3A2y' },
  { name: 'palette', path: '/', prepare: opens('combobox', press('Control+k')) },
  { name: 'shortcuts', path: '/', prepare: opens('dialog', press('?')) },
  ...['general', 'accounts', 'identities', 'privacy', 'access', 'import', 'about'].map((section) => ({
    name: `settings-${section}`,
    path: `/settings/${section}`,
  })),
  { name: 'not-found', path: '/no/such/page' },
  { name: 'first-run', path: '/', isEmpty: true },
  { name: 'empty-inbox', path: '/mail/inbox', isEmpty: true },
  { name: 'empty-contacts', path: '/contacts', isEmpty: true },
  { name: 'empty-deleted', path: '/contacts/deleted', isEmpty: true },
  { name: 'sign-in', path: '/', isEmpty: true, prepare: signInScreen },
];

async function newEvent(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New event' }).first().click();
}

/** What a person sees when the service requires a token. */
async function signInScreen(page: Page): Promise<void> {
  const [address, error] = [
    '**/api/v1/session',
    { error: { code: 'UNAUTHORIZED', message: 'A token is required.', details: {} } },
  ];
  await page.route(address, (route) => route.fulfill({ status: 401, json: error }));
  await page.reload();
  await page.locator('input').first().waitFor();
  await page.unroute(address);
}

/** Pages on which nothing is open that would stay when another screen is shown. */
const plainPages = new WeakSet<Page>();

export async function openScreen(app: WebApp, page: Page, { path, prepare }: ScreenCase): Promise<void> {
  const address = typeof path === 'string' ? path : await path(app);
  // Within the app, as a link would do it: that takes a fraction of the time.
  if (plainPages.has(page) && page.url().startsWith(app.url))
    await page.evaluate(`history.pushState(null, '', ${JSON.stringify(address)})`);
  else await page.goto(app.url + address);
  if (prepare) plainPages.delete(page);
  else plainPages.add(page);
  await settled(page);
  // A phone hides the heading of a list while a conversation is open.
  await page.locator('main h1:visible').first().waitFor();
  await prepare?.(page);
  await settled(page);
}
