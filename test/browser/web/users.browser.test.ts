// Two users of one browser: what one has read or written never reaches the other, in no tab.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { at, run } from '../../support/process.ts';
import { expectNoPageErrors, startWebApp, type WebApp } from '../../support/web-app.ts';
import { ComposerPage } from './pages/composer.ts';
import { SettingsPage, SignInPage } from './pages/settings.ts';

let app: WebApp;
let context: BrowserContext | undefined;
const tokens = { owner: '', bea: '' };

beforeAll(async () => {
  app = await startWebApp({ data: 'empty' });
  await run(['user', 'add', 'bea', ...at(app.folder)]);
  for (const user of ['owner', 'bea'] as const) {
    const { out } = await run(['token', 'create', '--name', user, '--user', user, ...at(app.folder)]);
    tokens[user] = out.trim();
  }
});
afterEach(async () => {
  await context?.close();
  context = undefined;
});
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

async function as<T>(user: keyof typeof tokens, method: string, path: string): Promise<T> {
  const headers = { authorization: `Bearer ${tokens[user]}` };
  const response = await fetch(`${app.url}/api/v1${path}`, { method, headers });
  return ((await response.json()) as { data: T }).data;
}

const draftsOf = (user: keyof typeof tokens) => as<{ subject: string }[]>(user, 'GET', '/emails?status=draft');

async function endSessionsOf(user: keyof typeof tokens): Promise<void> {
  for (const { id } of await as<{ id: string }[]>(user, 'GET', '/sessions'))
    await as(user, 'DELETE', `/sessions/${id}`);
}

async function signIn(page: Page, user: keyof typeof tokens): Promise<void> {
  const form = new SignInPage(page);
  await form.fill(tokens[user]);
  await form.submit();
  await isSignedIn(page);
}

const isSignedIn = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
const databases = (page: Page) =>
  page.evaluate('indexedDB.databases().then((all) => all.map(({ name }) => name))') as Promise<string[]>;

it('a draft that was not saved when the session ended waits for its author, and is not saved by another user', async () => {
  const first = await app.open('/');
  context = first.context();
  await signIn(first, 'owner');
  const second = await app.open('/compose?to=ann@example.org&subject=Private', { context });
  await second.route('**/api/v1/emails/drafts', (route) => route.abort());
  await new ComposerPage(second, 'Private').text.fill('words of the owner');
  await second.getByText('Kept in this browser').first().waitFor();
  await endSessionsOf('owner');
  await second.unroute('**/api/v1/emails/drafts');
  for (const page of [first, second]) await new SignInPage(page).waitFor();

  await signIn(first, 'bea');
  await isSignedIn(second);
  expect(await second.locator('[data-composer]').count()).toBe(0);
  await second.goto(`${app.url}/settings/access`);
  await second.getByRole('button', { name: 'Sign out' }).click();
  await new SettingsPage(second).answer('Sign out');
  await new SignInPage(second).waitFor();
  expect(await draftsOf('bea')).toEqual([]);

  await signIn(second, 'owner');
  await expect.poll(async () => (await draftsOf('owner')).map(({ subject }) => subject)).toEqual(['Private']);
});

it('signing out removes what the browser has stored, in all tabs', async () => {
  const page = await app.open('/');
  context = page.context();
  await signIn(page, 'owner');
  await page.evaluate(`localStorage.setItem('daybook.user.searches', '["the lease"]')`);
  await expect.poll(() => databases(page)).toContain('daybook-owner');
  const other = await app.open('/mail/inbox', { context });
  await page.goto(`${app.url}/settings/access`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await new SettingsPage(page).answer('Sign out');
  await page.getByText('This service needs a token').waitFor();
  await other.getByText('This service needs a token').waitFor();
  expect(await page.evaluate('JSON.stringify(localStorage)')).not.toMatch(/lease|owner/);
  expect(await databases(page)).not.toContain('daybook-owner');
});
