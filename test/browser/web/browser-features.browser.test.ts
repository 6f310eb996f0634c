// What the app does with its browser and its service: installation, the badge, new versions, full storage, and a position
// in the change log that the service does not have any more.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, expectNoPageErrors, startWebApp, type WebApp, ZONE } from '../../support/web-app.ts';
import { MailPage } from './pages/mail.ts';

let app: WebApp;
let page: Page;

beforeAll(async () => {
  app = await startWebApp();
});
afterEach(async () => {
  await page.context().close();
});
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

const newContext = (): Promise<BrowserContext> =>
  app.browser.newContext({ viewport: DESKTOP, timezoneId: ZONE, locale: 'en-GB', serviceWorkers: 'block' });

const receive = (subject: string) =>
  app.api('POST', '/emails', {
    status: 'received',
    folder: 'INBOX',
    is_read: false,
    from_address: 'cleo@example.org',
    received_at: '2026-03-17T08:31:00Z',
    subject,
  });

describe('the installation', () => {
  it.each(['mouse', 'keyboard'])('is offered in the settings, and asked for by %s', async (way) => {
    page = await app.open('/settings/general');
    // Browsers without windows do not make the offer; this is the event with which others make it.
    await page.evaluate(`
      const offer = new Event('beforeinstallprompt', { cancelable: true });
      offer.prompt = async () => ({ outcome: 'accepted' });
      dispatchEvent(offer);
      window.isBarShown = !offer.defaultPrevented;`);
    const button = page.getByRole('button', { name: 'Install' });
    if (way === 'mouse') await button.click();
    else await button.press('Enter');
    await button.waitFor({ state: 'detached' });
    expect(await page.evaluate('window.isBarShown')).toBe(false);
  });
});

it('the icon has the unread count on every screen', async () => {
  const context = await newContext();
  await context.addInitScript('navigator.setAppBadge = async (count) => { window.badge = count; };');
  page = await app.open('/calendar', { context });
  const unread = async () =>
    (await app.api<{ data: { name: string; unread: number }[] }>('GET', '/folders')).data.find(
      ({ name }) => name === 'INBOX',
    )?.unread;
  await expect.poll(() => page.evaluate('window.badge')).toBe(await unread());
  await receive('For the badge');
  await expect.poll(() => page.evaluate('window.badge')).toBe(await unread());
});

it('a new version of the app is offered once, and loaded on request', async () => {
  page = await app.open('/', { serviceWorkers: 'allow' });
  await page.evaluate('navigator.serviceWorker.ready.then(() => {})');
  await page.reload();
  await page.waitForFunction('navigator.serviceWorker.controller');
  // Other scripts for the same pages, as after two upgrades of the service.
  for (const version of ['next', 'later'])
    await page.evaluate(`new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
      void navigator.serviceWorker.register('/sw.js?${version}', { scope: '/' });
    }).then(() => {})`);
  const offer = page.getByText('A new version of the app is ready.');
  await offer.first().waitFor();
  expect(await offer.count()).toBe(1);
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload' }).click();
  await loaded;
  await page.locator('main').getByRole('heading').first().waitFor();
});

it('a full storage is announced once, and the app goes on', async () => {
  const context = await newContext();
  // Chromium asks for the free space every half minute, so it has little from the start.
  const session = await context.newCDPSession(await context.newPage());
  await session.send('Storage.overrideQuotaForOrigin', { origin: app.url, quotaSize: 30_000 });
  page = await app.open('/mail/inbox', { context });
  await new MailPage(page).rows.first().waitFor();
  const fullMessage = page.getByText('The storage of this browser is full.');
  await fullMessage.waitFor();
  const starred = async () =>
    (await app.api<{ meta: { total: number } }>('GET', '/threads?folder=INBOX&is_starred=true&limit=1')).meta.total;
  const before = await starred();
  await page.keyboard.press('j');
  await page.keyboard.press('s');
  await expect.poll(starred).not.toBe(before);
  expect(await fullMessage.count()).toBe(1);
  await page.getByRole('button', { name: 'What is stored' }).click();
  await page.waitForURL((url) => url.pathname === '/settings/privacy');
});

describe('a position that the service does not have any more', () => {
  it('of the socket: everything is read anew, without a reload', async () => {
    const context = await newContext();
    let refusals = 0;
    let cut = () => {};
    await context.routeWebSocket(/\/ws\?/, (socket) => {
      if (refusals === 1) {
        refusals = 2;
        void socket.close({ code: 4410, reason: 'the log does not continue from since' });
        return;
      }
      const server = socket.connectToServer();
      cut = () => {
        refusals ||= 1;
        void server.close();
        void socket.close({ code: 1001 });
      };
    });
    page = await app.open('/mail/inbox', { context });
    await new MailPage(page).rows.first().waitFor();
    await page.evaluate('window.isSamePage = true');
    cut();
    await receive('After the gap');
    await page.getByText('After the gap').first().waitFor();
    await expect.poll(() => refusals).toBe(2);
    await receive('Live again');
    await page.getByText('Live again').first().waitFor();
    expect(await page.evaluate('window.isSamePage')).toBe(true);
  });

  it('of the polling: everything is read anew, without a reload', async () => {
    const proxy = await app.proxy();
    proxy.refusesSockets = true;
    page = await app.open('/mail/inbox', { origin: proxy.url });
    await new MailPage(page).rows.first().waitFor();
    await page.waitForResponse((one) => one.url().includes('/api/v1/changes?'));
    await page.evaluate('window.isSamePage = true');
    let refusals = 0;
    await page.route('**/api/v1/changes?*', (route) => {
      if (refusals > 0) return route.continue();
      refusals += 1;
      return route.fulfill({
        status: 410,
        json: { error: { code: 'CURSOR_EXPIRED', message: 'The log does not continue.', details: { seq: 1 } } },
      });
    });
    await receive('While it polls');
    await page.getByText('While it polls').first().waitFor();
    expect(refusals).toBe(1);
    expect(await page.evaluate('window.isSamePage')).toBe(true);
  });
});
