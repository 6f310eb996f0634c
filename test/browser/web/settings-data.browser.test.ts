// Identities, trusted senders, about, and what the browser stores.
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { at, runProgram, temporaryFolder } from '../../support/process.ts';
import { expectNoPageErrors, startWebApp, type WebApp } from '../../support/web-app.ts';
import { SettingsPage } from './pages/settings.ts';
import { press, WAYS } from './pages/ways.ts';

interface Identity {
  name: string | null;
  address: string;
  signature_plain: string | null;
}

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

const identities = async () => (await app.api<{ data: Identity[] }>('GET', '/identities')).data;

it.each(WAYS)('an identity with a signature is added, changed and removed by %s', async (way) => {
  // The service may not connect to this machine; the account is stored all the same.
  const smtp = { host: '127.0.0.1', user: 'ann', password: 'secret' };
  const account = { address: 'ann@example.org', from_name: 'Ann Lee', smtp };
  const { data } = await app.api('POST', '/email-accounts', account);
  page = await app.open('/settings/identities');
  const settings = new SettingsPage(page);
  await press(way, page.getByRole('button', { name: 'Add identity' }));
  await page.getByLabel('Sender name').fill('Dr. Ann Lee');
  await page.getByLabel('Replies go to').fill('not an address');
  await page.getByLabel('Signature').fill('Kind regards\nAnn');
  await press(way, page.getByRole('button', { name: 'Save' }));
  await page.getByText('Some fields need another value').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.value')).toBe('not an address');
  await page.getByLabel('Replies go to').fill('office@example.org');
  if (way === 'keyboard') await page.getByLabel('Replies go to').press('Enter');
  else await page.getByRole('button', { name: 'Save' }).click();
  await settings.toast('The identity was saved.').waitFor();
  expect(await identities()).toMatchObject([{ name: 'Dr. Ann Lee', signature_plain: 'Kind regards\nAnn' }]);
  await press(way, page.getByRole('button', { name: 'Edit: ann@example.org' }));
  await page.getByLabel('Sender name').fill('Ann');
  await page.getByLabel('Sender name').press('Enter');
  await expect.poll(async () => (await identities())[0]?.name).toBe('Ann');
  expect((await identities())[0]?.signature_plain).toBe('Kind regards\nAnn');
  await press(way, page.getByRole('button', { name: 'Remove: ann@example.org' }));
  await settings.answer('Remove', way);
  await expect.poll(identities).toEqual([]);
  await app.api('DELETE', `/email-accounts/${data.id}`);
});

it.each(WAYS)('a trusted sender is removed by %s, and trusted again by Undo', async (way) => {
  const sender = `${way}@example.org`;
  await app.api('POST', '/trusted-senders', { sender });
  page = await app.open('/settings/privacy');
  const senders = async () => (await app.api<{ data: { sender: string }[] }>('GET', '/trusted-senders')).data;
  await press(way, page.getByRole('button', { name: `Do not trust ${sender}` }));
  await page.getByText(`${sender} is no longer trusted.`).waitFor();
  expect((await senders()).map((one) => one.sender)).not.toContain(sender);
  await press(way, page.getByRole('button', { name: 'Undo' }));
  await expect.poll(async () => (await senders()).map((one) => one.sender)).toContain(sender);
});

it('about has the version, the place of the data, and advice on backups', async () => {
  const { data } = await app.api<{ data: { version: string; details: { database: string } } }>('GET', '/about');
  page = await app.open('/settings/about');
  await page.getByText(data.version, { exact: true }).waitFor();
  await page.getByText(data.details.database).waitFor();
  await page.getByText('There was no backup yet.').waitFor();
  await page.getByText('./daybook backup').waitFor();
  expect(await page.getByRole('link', { name: /Documentation/ }).getAttribute('href')).toBe('/docs');
  const file = join(temporaryFolder(), 'backup.db');
  expect(await runProgram(['backup', file, ...at(app.folder)])).toMatchObject({ code: 0 });
  await page.reload();
  await page.getByText(file).waitFor();
  expect(await page.getByText('There was no backup yet.').count()).toBe(0);
});

it('what the browser stores for reading offline can be cleared', async () => {
  page = await app.open('/');
  await page.goto(`${app.url}/settings/privacy`);
  await page.getByText('Records for reading offline').waitFor();
  await page.getByRole('button', { name: 'Clear' }).click();
  await new SettingsPage(page).answer('Clear');
  await page.getByText('The stored records were removed.').waitFor();
});

it('notifications are asked for by the switch, and a refusal is explained', async () => {
  page = await app.open('/settings/general', { serviceWorkers: 'allow' });
  const label = 'Notify me in this browser';
  // Chromium closes the question itself without a user interface, or refuses: both are told.
  await page.evaluate(
    `window.ask = Notification.requestPermission; Notification.requestPermission = async () => 'default'`,
  );
  await page.getByRole('switch', { name: label }).click();
  await page.getByText('Notifications were not allowed').waitFor();
  await page.evaluate('Notification.requestPermission = window.ask');
  await page.context().grantPermissions([], { origin: app.url }); // what is not granted is refused
  await page.getByRole('switch', { name: label }).click();
  await page.getByText('The browser does not allow notifications').waitFor();
  expect(await page.getByRole('switch', { name: label }).isChecked()).toBe(false);
  await page.context().grantPermissions(['notifications'], { origin: app.url });
  await page.getByRole('switch', { name: label }).press('Space');
  await expect.poll(() => page.getByRole('switch', { name: label }).isChecked()).toBe(true);
  await page.evaluate('navigator.serviceWorker.ready.then(() => {})');
  // A page that is not looked at, in a browser that shows notifications by the service worker alone: new mail of a person is shown, that of a mailing list is not.
  await page.evaluate(`
    window.shown = [];
    window.Notification = class { static permission = 'granted'; constructor() { throw new TypeError('Illegal constructor'); } };
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
      window.shown.push([title, options.body, options.data.path.startsWith('/mail/inbox')]);
    };
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });`);
  const mail = { status: 'received', folder: 'INBOX', is_read: false, from_address: 'cleo@example.org' };
  const received_at = await page.evaluate('new Date().toISOString()');
  await app.api('POST', '/emails', { ...mail, received_at, from_name: 'Cleo', subject: 'Dinner?' });
  await expect.poll(() => page.evaluate('window.shown')).toEqual([['Cleo', 'Dinner?', true]]);
  await app.api('POST', '/emails', { ...mail, received_at, from_name: 'Ann', subject: 'Lunch?' });
  await expect.poll(() => page.evaluate('window.shown')).toHaveLength(2);
  await page.evaluate(
    `navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { path: '/mail/inbox' } }))`,
  );
  await expect.poll(() => new URL(page.url()).pathname).toBe('/mail/inbox');
});
