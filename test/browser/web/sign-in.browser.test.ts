// Sign-in with a token: errors, sessions that end while someone works, sign-out.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectNoPageErrors, PHONE, startWebApp, type WebApp } from '../../support/web-app.ts';
import { SettingsPage, SignInPage } from './pages/settings.ts';

let app: WebApp;
let page: Page | undefined;
let admin = '';
let browserToken = '';

beforeAll(async () => {
  app = await startWebApp({ data: 'empty' });
  admin = (await app.api<{ data: { token: string } }>('POST', '/tokens', { name: 'admin', scopes: ['admin'] })).data
    .token;
  browserToken = (await asAdmin<'token'>('POST', '/tokens', { name: 'browser' })).token;
});
afterEach(async () => {
  await app.leave(page);
  page = undefined;
});
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

interface Answers {
  token: { id: string; token: string };
  sessions: { id: string; token_name: string }[];
  settings: { week_start: string };
}

async function asAdmin<K extends keyof Answers>(method: string, path: string, body?: unknown): Promise<Answers[K]> {
  const response = await fetch(`${app.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${admin}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path} → ${response.status} ${await response.text()}`);
  return ((await response.json()) as { data: Answers[K] }).data;
}

async function signedIn(path: string, origin = app.url): Promise<Page> {
  const opened = await app.open(path, { origin });
  const form = new SignInPage(opened);
  await form.fill(browserToken);
  await form.submit();
  await opened.getByRole('navigation', { name: 'Main navigation' }).waitFor();
  return opened;
}

it('says what is wrong with a token, and leads to the page that was asked for', async () => {
  page = await app.open('/settings/general');
  const form = new SignInPage(page);
  await form.submit();
  await form.expectError(/Paste the token/);
  await form.fill('hunter2');
  await form.submit();
  await form.expectError(/not a token/);
  await form.fill('dbk_0123456789ab_wrong');
  await form.submit();
  await form.expectError(/not known here/);
  const old = await asAdmin<'token'>('POST', '/tokens', { name: 'old', scopes: ['emails:read'] });
  await asAdmin('DELETE', `/tokens/${old.id}`);
  await form.fill(old.token);
  await form.submit();
  await form.expectError(/revoked/);
  await form.fill(browserToken);
  await form.submit();
  await page.getByRole('heading', { name: 'General' }).waitFor();
});

it('works with the keyboard alone, also on a phone', async () => {
  page = await app.open('/contacts', { viewport: PHONE });
  await expect.poll(() => page?.evaluate('document.activeElement.name')).toBe('token');
  await page.keyboard.type(browserToken);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/contacts');
});

it('keeps the token while the service cannot be reached', async () => {
  const proxy = await app.proxy();
  page = await app.open('/', { origin: proxy.url });
  const form = new SignInPage(page);
  await form.fill(browserToken);
  proxy.isDown = true;
  proxy.cut();
  await form.submit();
  await form.expectError(/cannot be reached/);
  expect(await form.token.inputValue()).toBe(browserToken);
  proxy.isDown = false;
  await form.submit();
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
});

it('keeps a change that was not sent when the session ends elsewhere, and sends it after the next sign-in', async () => {
  const proxy = await app.proxy();
  page = await signedIn('/settings/general', proxy.url);
  const week = page.getByLabel('Week begins on');
  await expect.poll(() => week.isEnabled()).toBe(true);
  proxy.isDown = true;
  proxy.cut();
  await week.selectOption('SU');
  for (const { id, token_name } of await asAdmin<'sessions'>('GET', '/sessions'))
    if (token_name === 'browser') await asAdmin('DELETE', `/sessions/${id}`);
  proxy.isDown = false;
  const form = new SignInPage(page);
  await form.waitFor();
  await page.getByText('Your session has ended').waitFor();
  await page.getByText('1 change was not sent yet').waitFor();
  await form.fill(browserToken);
  await form.submit();
  await page.getByRole('heading', { name: 'General' }).waitFor();
  await expect.poll(async () => (await asAdmin<'settings'>('GET', '/settings')).week_start).toBe('SU');
  await expect.poll(() => week.inputValue()).toBe('SU');
});

it('ends the session of another browser, and signs out of this one', async () => {
  const other = await signedIn('/');
  page = await signedIn('/settings/access');
  const settings = new SettingsPage(page);
  const sessions = settings.group('Signed-in browsers').getByRole('listitem');
  await sessions.first().waitFor();
  await sessions.nth(1).getByRole('button', { name: 'End' }).click();
  await settings.answer('End');
  await new SignInPage(other).waitFor();
  await other.context().close();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await settings.answer('Sign out');
  await new SignInPage(page).waitFor();
  await page.getByText('This service needs a token').waitFor();
});

it('removes what was exported from the storage of the browser when it signs out', async () => {
  const signed = await signedIn('/settings/import');
  page = signed;
  const settings = new SettingsPage(page);
  const stored = () =>
    signed.evaluate<number>(`navigator.storage.getDirectory()
      .then((root) => root.getDirectoryHandle('exports'))
      .then((folder) => Array.fromAsync(folder.keys())).then((names) => names.length)`);
  const downloading = page.waitForEvent('download');
  await settings
    .group('Export')
    .getByRole('link', { name: /Contacts/ })
    .click();
  await (await downloading).path();
  expect(await stored()).toBe(1);
  await page
    .getByRole('link', { name: /Access/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await settings.answer('Sign out');
  await new SignInPage(page).waitFor();
  await expect.poll(stored).toBe(0);
});
