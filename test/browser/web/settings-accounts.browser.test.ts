// Accounts in the settings, against real SMTP and IMAP servers on loopback.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startAccountServers } from '../../support/account-servers.ts';
import { authority } from '../../support/certificates.ts';
import { expectNoPageErrors, PHONE, startWebApp, type WebApp } from '../../support/web-app.ts';
import { SettingsPage } from './pages/settings.ts';
import { press, reach } from './pages/ways.ts';

interface Account {
  id: string;
  name: string;
  address: string;
  is_default: boolean;
  smtp: { status: string; host: string };
  imap: { status: string } | null;
}

const servers = await startAccountServers();
let app: WebApp;
let page: Page;

beforeAll(async () => {
  app = await startWebApp({ data: 'empty', args: ['--allow-hosts', '127.0.0.1'] });
});
afterEach(async () => {
  for (const { id } of await accounts()) await app.api('DELETE', `/email-accounts/${id}`);
  await app.leave(page);
});
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

const accounts = async () => (await app.api<{ data: Account[] }>('GET', '/email-accounts')).data;

const server = (kind: 'SMTP' | 'IMAP') =>
  new SettingsPage(page).group(`Server for ${kind === 'SMTP' ? 'sending' : 'receiving'} (${kind})`);

async function fillServer(kind: 'SMTP' | 'IMAP', port: number): Promise<void> {
  const group = server(kind);
  await group.getByLabel('Server', { exact: true }).fill('127.0.0.1');
  await group.getByLabel('Port').fill(String(port));
  await group.getByLabel('User name').fill('ann');
  await group.getByText('More', { exact: true }).click();
  await group.getByLabel(/Certificate/).fill(authority);
}

async function fillForm(password: string): Promise<void> {
  await page.getByLabel('Mail address').fill('ann@example.org');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Name of the account').fill('Home');
  await fillServer('SMTP', servers.smtp.port);
  await fillServer('IMAP', servers.imap.port);
}

it('adds an account: servers are guessed, a wrong password is explained, the right one connects', async () => {
  page = await app.open('/');
  await page.getByRole('link', { name: /account/i }).click();
  await page.getByLabel('Mail address').fill('ann@example.org');
  await expect.poll(() => server('SMTP').getByLabel('Server', { exact: true }).inputValue()).toBe('smtp.example.org');
  await expect.poll(() => server('IMAP').getByLabel('Server', { exact: true }).inputValue()).toBe('imap.example.org');
  await fillForm('wrong');
  await page.getByRole('button', { name: 'Add and test' }).click();
  await page.getByRole('heading', { name: 'Home', level: 2 }).waitFor();
  await page.getByText('Password refused').first().waitFor();
  expect((await accounts()).map(({ smtp }) => smtp.status)).toEqual(['error']);
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByText('Sending does not work').waitFor();
  await page.getByText('Check the user and the password').first().waitFor();
  await page.getByRole('button', { name: 'Correct the settings' }).click();
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Save and test' }).click();
  await page.getByText('Sending: Connected').waitFor();
  await expect.poll(async () => (await accounts()).map(({ smtp }) => smtp.status)).toEqual(['connected']);
});

it('is added with the keyboard alone, with errors at their fields', async () => {
  page = await app.open('/settings/accounts');
  await press('keyboard', page.getByRole('button', { name: 'Add account' }));
  await page.getByLabel('Mail address').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Enter your mail address').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('email');
  await fillForm('correct horse');
  await reach(server('IMAP').getByRole('switch', { name: 'Fetch mail from a server' }));
  await page.keyboard.press('Space');
  await press('keyboard', server('SMTP').getByLabel('User name'));
  await page.getByText('Sending: Connected').waitFor();
  expect(await accounts()).toMatchObject([{ name: 'Home', imap: null, is_default: true }]);
});

it('keeps what was typed when another screen is looked at, and when the service is killed while it saves', async () => {
  page = await app.open('/settings/accounts/new');
  await fillForm('correct horse');
  await page.getByRole('link', { name: 'Today' }).click();
  await page.getByRole('heading', { name: 'Welcome to Daybook' }).waitFor();
  await page.goBack();
  await page.getByText('changes that were not saved yet').waitFor();
  expect(await page.getByLabel('Name of the account').inputValue()).toBe('Home');
  await app.kill();
  await page.getByRole('button', { name: 'Add and test' }).click();
  await page.getByText('Testing the connection').waitFor();
  await app.restart();
  await page.evaluate('dispatchEvent(new Event("online"))'); // so that the app does not wait
  // If the service was away for longer than the request is repeated, the form says so, and the person presses again.
  const again = page.getByRole('button', { name: 'Add and test', disabled: false });
  const connected = page.getByText('Sending: Connected');
  await page.getByRole('form').getByRole('alert').or(connected).first().waitFor();
  if (!(await connected.isVisible())) await again.click();
  await connected.waitFor();
  expect((await accounts()).length).toBe(1);
});

it('shows the report of the synchronisation, makes another account the default, and removes one', async () => {
  const imap = servers.imapServer;
  const home = { name: 'Home', address: 'ann@example.org', smtp: servers.smtp.account, imap };
  const work = { name: 'Work', address: 'ann@example.com', smtp: servers.smtp.account };
  await app.api('POST', '/email-accounts', home);
  await app.api('POST', '/email-accounts', work);
  page = await app.open('/settings/accounts', { viewport: PHONE });
  const settings = new SettingsPage(page);
  await page.getByRole('link', { name: 'Home' }).click();
  const synchronise = page.getByRole('button', { name: 'Synchronise now' });
  await synchronise.click();
  await settings.toast('Synchronisation has started.').waitFor();
  const report = page.getByRole('table', { name: 'Folders of the account' });
  await report.getByRole('rowheader', { name: /^INBOX/ }).waitFor();
  expect(await report.getByRole('columnheader').allInnerTexts()).toContain('At the server');
  const asked = page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith('/sync'));
  await synchronise.press('Enter');
  await asked;
  await page.goBack();
  await page.getByRole('link', { name: 'Work' }).click();
  await page.getByRole('button', { name: 'Make default' }).click();
  await expect.poll(async () => (await accounts()).find(({ is_default }) => is_default)?.name).toBe('Work');
  await page.getByRole('button', { name: 'Remove account' }).click();
  await settings.answer('Remove account');
  await settings.toast('Work was removed.').waitFor();
  expect((await accounts()).map(({ name }) => name)).toEqual(['Home']);
  await expect.poll(() => page.getByRole('link', { name: 'Work' }).count()).toBe(0);
});
