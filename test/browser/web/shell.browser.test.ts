// The frame of the app: it opens, navigates by mouse and keyboard, and says when the connection is lost.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectNoPageErrors, PHONE, startWebApp, type WebApp } from '../../support/web-app.ts';

let app: WebApp;
let page: Page | undefined;

beforeAll(async () => {
  app = await startWebApp();
});
afterEach(async () => {
  await app.leave(page);
  page = undefined;
});
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

const SCREENS = [
  { name: 'Mail', path: '/mail/inbox', keys: 'gi' },
  { name: 'Calendar', path: '/calendar', keys: 'gc' },
  { name: 'Contacts', path: '/contacts', keys: 'gp' },
  { name: 'Search', path: '/search', keys: '/' },
  { name: 'Settings', path: '/settings', keys: 'g,' },
];

describe.each(SCREENS)('the screen $name', ({ name, path, keys }) => {
  it('is reached from the navigation', async () => {
    page = await app.open('/');
    await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name }).click();
    await page.waitForURL((url) => url.pathname.startsWith(path));
    expect(await page.title()).toContain('Daybook');
  });

  it(`is reached with the keys ${keys}`, async () => {
    page = await app.open('/');
    for (const key of keys) await page.keyboard.press(key);
    await page.waitForURL((url) => url.pathname.startsWith(path));
  });
});

it('what a list shows first is asked for once, before the app is there', async () => {
  const context = await app.browser.newContext({ serviceWorkers: 'block' });
  const asked: string[] = [];
  context.on('request', (request) => asked.push(new URL(request.url()).pathname + new URL(request.url()).search));
  page = await app.open('/mail/inbox', { context });
  await page.getByRole('grid').first().getByRole('row').first().waitFor();
  const times = (wanted: string) => asked.filter((one) => one.startsWith(wanted)).length;
  expect(times('/api/v1/threads?')).toBe(1);
  expect(times('/api/v1/identities?limit=500')).toBe(1);
  expect(times('/api/v1/emails?status=sent')).toBe(1);
});

it('a phone has the navigation at the bottom of the window', async () => {
  page = await app.open('/', { viewport: PHONE });
  const box = await page.getByRole('navigation', { name: 'Main navigation' }).boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(PHONE.height);
});

it('a lost connection is announced, and the announcement ends when it is back', async () => {
  const proxy = await app.proxy();
  page = await app.open('/', { origin: proxy.url });
  const banner = page.getByRole('status').filter({ hasText: 'No connection' });
  proxy.isDown = true;
  proxy.cut();
  await banner.waitFor();
  proxy.isDown = false;
  await banner.waitFor({ state: 'detached' });
});
