// Back and Forward where entries of layers are easily lost or left over: small windows, links in layers, jumps, and a
// browser that takes long.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectNoPageErrors, startWebApp, type WebApp } from '../../support/web-app.ts';
import { ComposerPage, type Draft } from './pages/composer.ts';
import { layerIs } from './pages/layers.ts';
import { PhonePage } from './pages/phone.ts';

const LOW = { width: 740, height: 340 };
/** After `holdTraversals`, each traversal by the app waits for `releaseTraversals`. */
const HELD = `{
  const { prototype } = Navigation;
  const { traverseTo } = prototype;
  let released = Promise.resolve();
  window.holdTraversals = () => {
    released = new Promise((resolve) => { window.releaseTraversals = resolve; });
  };
  prototype.traverseTo = function (key) {
    window.traversals = (window.traversals ?? 0) + 1;
    const done = released.then(() => traverseTo.call(this, key).committed);
    return { committed: done, finished: done };
  };
}`;

let app: WebApp;
let page: Page;

beforeAll(async () => {
  app = await startWebApp();
});
afterEach(async () => {
  await app.leave(page);
});
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

const path = () => new URL(page.url()).pathname;
const atLayer = (count: number) => layerIs(page, count);
const show = (to: string) => page.evaluate(`history.pushState(null, '', ${JSON.stringify(to)})`);
const drawerLink = () => page.locator('#sidebar[data-open]').getByRole('link', { name: 'Sent' });

async function openIn(viewport: { width: number; height: number }): Promise<void> {
  page = await app.open('/', { viewport });
  await show('/mail/inbox');
  await page.locator('[role=row][data-id]').first().waitFor();
}

async function onPhone(to: string): Promise<PhonePage> {
  const phone = await PhonePage.open(app, '/');
  page = phone.page;
  await phone.show(to);
  await page.locator('[role=row][data-id]').first().waitFor();
  return phone;
}

it('Back closes a composer in a low window, and the next Back leads to the page before', async () => {
  await openIn(LOW);
  const composer = await ComposerPage.open(page);
  await atLayer(1);
  await page.goBack();
  await composer.gone();
  await atLayer(0);
  expect(path()).toBe('/mail/inbox');
  await page.goBack();
  await expect.poll(path).toBe('/');
});

it('a composer is minimised after a reload in a low window, so that it does not cover the page', async () => {
  await openIn(LOW);
  const composer = await ComposerPage.open(page);
  await composer.subject.fill('Low and reloaded');
  await composer.titled('Low and reloaded').saved();
  await page.reload();
  const { window } = composer.titled('Low and reloaded');
  await window.waitFor();
  expect(await window.getAttribute('data-view')).toBe('minimised');
});

it('Back closes a composer whose draft is still loaded, which does not open afterwards', async () => {
  const { data } = await app.api<{ data: Draft }>('POST', '/emails', {
    ...{ status: 'draft', from_address: 'ida@example.org', subject: 'Slow to open' },
  });
  await onPhone('/mail/drafts');
  const held: (() => void)[] = [];
  await page.route(`**/api/v1/emails/${data.id}*`, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await page.locator('[role=row][data-id]', { hasText: 'Slow to open' }).first().tap();
  const loading = page.locator('[role=dialog][aria-busy=true]');
  await loading.waitFor();
  await atLayer(1);
  await page.goBack();
  await loading.waitFor({ state: 'detached' });
  expect(path()).toBe('/mail/drafts');
  const answered = page.waitForResponse((response) => response.url().includes(data.id));
  await expect.poll(() => held.length).toBeGreaterThan(0);
  for (const release of held) release();
  await answered;
  expect(await new ComposerPage(page, 'Slow to open').window.count()).toBe(0);
});

it('Forward passes over the entry of a closed layer between two pages', async () => {
  const phone = await onPhone('/mail/inbox');
  await phone.button('Show sidebar', page.locator('main'));
  await drawerLink().waitFor();
  await atLayer(1);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Command palette' }).waitFor();
  await atLayer(2);
  await page.getByRole('combobox').fill('contacts');
  await phone.tap(page.getByRole('option', { name: /Contacts/ }).first());
  await expect.poll(path).toBe('/contacts');
  await atLayer(0);
  for (let times = 0; times < 2; times++) {
    await page.goBack();
    await expect.poll(path).toBe('/mail/inbox');
    await atLayer(0);
    await page.goForward();
    await expect.poll(path).toBe('/contacts');
    await atLayer(0);
  }
});

it('a form that stays open after a jump in the history has an entry again', async () => {
  const phone = await PhonePage.open(app, '/');
  page = phone.page;
  await phone.show('/calendar/agenda/2026-03-16');
  await phone.show('/calendar/agenda/2026-03-17');
  await phone.button('New event', page.locator('main'));
  const title = page.getByRole('dialog', { name: 'New event' }).getByPlaceholder('Title');
  await title.fill('Half written');
  await atLayer(1);
  await page.evaluate('history.go(-2)');
  const question = page.getByRole('alertdialog');
  await question.waitFor();
  await atLayer(2);
  await page.goBack();
  await question.waitFor({ state: 'detached' });
  await atLayer(1);
  expect(path()).toBe('/calendar/agenda/2026-03-16');
  await page.goBack();
  await question.waitFor();
  expect([path(), await title.inputValue()]).toEqual(['/calendar/agenda/2026-03-16', 'Half written']);
});

it('a page that is opened while the browser takes long to go back is not left again', async () => {
  const phone = await onPhone('/mail/inbox');
  await page.clock.install();
  await page.evaluate(HELD);
  await phone.button('Show sidebar', page.locator('main'));
  await drawerLink().waitFor();
  await atLayer(1);
  await page.evaluate('holdTraversals()');
  await page.touchscreen.tap(380, 300);
  await expect.poll(() => page.evaluate('window.traversals')).toBe(1);
  await show('/contacts');
  await page.clock.fastForward(10_000);
  await page.evaluate('releaseTraversals()');
  await expect.poll(path).toBe('/contacts');
  await atLayer(0);
  await page.goBack();
  await expect.poll(path).toBe('/mail/inbox');
});
