// Tokens in the settings: the first one, which makes the service require one, others with their scopes, revocation.
import type { Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectNoPageErrors, startWebApp, type WebApp } from '../../support/web-app.ts';
import { SettingsPage, SignInPage } from './pages/settings.ts';
import { press, WAYS } from './pages/ways.ts';

interface Token {
  name: string;
  scopes: string[];
}

let app: WebApp;
let page: Page;
let settings: SettingsPage;
let first = '';

beforeAll(async () => {
  app = await startWebApp({ data: 'empty' });
  page = await app.open('/settings/access');
  settings = new SettingsPage(page);
});
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

async function withToken<T>(path: string, token: string): Promise<T> {
  const response = await fetch(`${app.url}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
  return ((await response.json()) as { data: T }).data;
}

it('explains what the first token changes, and keeps this browser signed in while others have to sign in', async () => {
  const other = await app.open('/');
  await page.route('**/api/v1/session', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await page.getByText('No token exists').waitFor();
  await page.getByRole('button', { name: 'Create token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('From now on every request needs a token').waitFor();
  expect(await dialog.getByLabel('Expires').count()).toBe(0);
  await dialog.getByLabel('Name').fill('laptop');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await page.getByRole('heading', { name: 'Copy the token now' }).waitFor();
  first = await page.getByRole('alertdialog').getByRole('textbox').inputValue();
  expect(first).toMatch(/^dbk_/);
  // The token stays in sight although the sign-in fails, and whatever key is pressed.
  await page.getByText('could not sign in with it yet').waitFor();
  for (let times = 0; times < 3; times++) await page.keyboard.press('Escape');
  expect(await page.getByRole('alertdialog').getByRole('textbox').inputValue()).toBe(first);
  // As on a page without HTTPS, which has no clipboard API.
  await page.evaluate('Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true })');
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByText('The token was copied').waitFor();
  await page.evaluate('delete navigator.clipboard');
  await page.context().grantPermissions(['clipboard-read']);
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(first);
  await page.unroute('**/api/v1/session');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('could not sign in with it yet').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Done' }).click();
  await settings.group('Tokens').getByText('laptop').waitFor();
  await settings.group('Signed-in browsers').getByText('Signed in with laptop').waitFor();
  await new SignInPage(other).waitFor();
  await other.context().close();
});

it('a first token whose answer was lost is explained, with the command that creates another one', async () => {
  const other = await startWebApp({ data: 'empty' });
  try {
    const lost = await other.open('/settings/access');
    const lose = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await lost.route(({ pathname, search }) => pathname === '/api/v1/tokens' && search === '', lose, { times: 1 });
    await lost.getByRole('button', { name: 'Create token' }).click();
    await lost.getByRole('dialog').getByLabel('Name').fill('laptop');
    await lost.getByRole('dialog').getByRole('button', { name: 'Create token' }).click();
    await new SignInPage(lost).waitFor();
    await lost.getByText('it has not arrived in this browser').waitFor();
    await lost.getByText('./daybook token create').waitFor();
  } finally {
    await other.close();
  }
});

it.each(WAYS)('creates a token with chosen scopes by %s, and revokes it', async (way) => {
  const set = (box: Locator) => (way === 'mouse' ? box.click() : box.press('Space'));
  const name = `phone by ${way}`;
  await press(way, page.getByRole('button', { name: 'Create token' }));
  const create = page.getByRole('dialog').getByRole('button', { name: 'Create token' });
  await create.waitFor();
  if (way === 'mouse') await create.click();
  else await page.keyboard.press('Enter');
  await page.getByText('Give the token a name').waitFor();
  await page.keyboard.type(name);
  await set(page.getByRole('radio', { name: /Choose/ }));
  for (const scope of ['Send mail', 'Read the calendar', 'Read contacts', 'Read files'])
    await set(page.getByRole('checkbox', { name: scope }));
  if (way === 'mouse') await create.click();
  else await page.getByLabel('Name').press('Enter');
  await page.getByRole('heading', { name: 'Copy the token now' }).waitFor();
  const token = await page.getByRole('alertdialog').getByRole('textbox').inputValue();
  await press(way, page.getByRole('button', { name: 'Done' }));
  const tokens = await withToken<Token[]>('/tokens', first);
  expect(tokens.find((one) => one.name === name)?.scopes.sort()).toEqual(['emails:read', 'emails:send']);
  const revoke = page.getByRole('button', { name: `Revoke: ${name}` });
  await press(way, revoke);
  await settings.answer('Revoke', way);
  await expect.poll(() => revoke.count()).toBe(0);
  expect(await withToken('/emails', token)).toBe(undefined);
});

it('asks before what was typed into the dialog is lost', async () => {
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByLabel('Name').fill('tablet');
  await page.keyboard.press('Escape');
  await page.getByText('Discard your changes?').waitFor();
  await settings.answer('Cancel');
  expect(await page.getByLabel('Name').inputValue()).toBe('tablet');
  await page.keyboard.press('Escape');
  await settings.answer('Discard changes');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
});

it('revoking the own token leads to the sign-in screen', async () => {
  await page.getByRole('button', { name: 'Revoke: laptop' }).click();
  await page.getByText('You are signed in with this token here').waitFor();
  await settings.answer('Revoke');
  await new SignInPage(page).waitFor();
});
