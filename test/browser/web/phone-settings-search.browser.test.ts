// Sign-in, search, Today, the settings and the trash on a phone, by touch. Tests of a service share a page.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startAccountServers } from '../../support/account-servers.ts';
import { authority } from '../../support/certificates.ts';
import { expectNoPageErrors, PHONE, startWebApp, type WebApp } from '../../support/web-app.ts';
import { PhonePage } from './pages/phone.ts';
import { SearchPage } from './pages/search.ts';
import { SettingsPage, SignInPage } from './pages/settings.ts';
import { dismissToasts } from './pages/toasts.ts';
import { receiveMail, TodayPage } from './pages/today.ts';

let app: WebApp;
let page: Page;
let phone: PhonePage;

afterAll(expectNoPageErrors);

const link = (name: string) => page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name });

describe('with the demo', () => {
  beforeAll(async () => {
    app = await startWebApp();
    phone = await PhonePage.open(app, '/');
    page = phone.page;
  });
  afterEach(() => dismissToasts(page));
  afterAll(() => app?.close());

  it('a search with an operator leads to a mail, and back to the results', async () => {
    const search = new SearchPage(page);
    await phone.tap(link('Search'));
    await search.search('from:lena dinner');
    expect(await search.chips.allTextContents()).toContain('from:lena');
    const result = search.group('Mail').getByRole('link', { name: /Dinner on Thursday/ });
    await phone.tap(result);
    await page.getByRole('article').first().waitFor();
    await page.goBack();
    await result.waitFor();
    await phone.button('Remove from:lena', search.chips.first());
    await expect.poll(() => search.field.inputValue()).toBe('dinner');
  });

  it('a mail of Today is archived there, which is undone', async () => {
    const today = new TodayPage(page);
    await receiveMail(app, 'Just for today');
    await phone.tap(link('Today'));
    const row = today.mail('Just for today');
    const folder = async () =>
      (await app.api<{ data: { subject: string; folder: string }[] }>('GET', '/emails?limit=50')).data.find(
        ({ subject }) => subject === 'Just for today',
      )?.folder;
    await phone.button('Archive', row);
    await expect.poll(folder).toBe('ARCHIVE');
    await phone.button('Undo');
    await expect.poll(folder).toBe('INBOX');
  });

  it('the theme is changed, and stays after a reload', async () => {
    await phone.tap(link('Settings'));
    await phone.tap(page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'General' }));
    await phone.tap(page.getByText('Dark', { exact: true }));
    const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const isDark = async () => (await background()).match(/\d+/g)?.every((part) => Number(part) < 80);
    await expect.poll(isDark).toBe(true);
    await page.reload();
    await expect.poll(isDark).toBe(true);
    await phone.tap(page.getByText('Light', { exact: true }));
    await expect.poll(isDark).toBe(false);
    await phone.button('Back');
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  });

  it('the trash leads to deleted events and contacts, and gives a mail back', async () => {
    const { data } = await app.api<{ data: { id: string }[] }>('GET', '/threads?folder=INBOX&limit=1');
    const id = data[0]?.id ?? '';
    const isInInbox = async () =>
      (await app.api<{ data: { id: string }[] }>('GET', '/threads?folder=INBOX&limit=5')).data.some(
        (one) => one.id === id,
      );
    await phone.show('/mail/inbox');
    await phone.tap(page.locator(`[role=row][data-id="${id}"]`));
    await phone.button('Delete', page.getByRole('toolbar', { name: 'Actions' }));
    await expect.poll(isInInbox).toBe(false);
    await phone.button('Show sidebar');
    await phone.tap(page.locator('#sidebar').getByRole('link', { name: /^Trash/ }));
    await phone.longPress(page.locator(`[role=row][data-id="${id}"]`));
    await phone.button('Restore', page.getByRole('toolbar', { name: 'Actions' }));
    await expect.poll(isInInbox).toBe(true);
    for (const part of ['Events', 'Contacts']) {
      await phone.tap(page.getByRole('navigation', { name: 'Trash' }).getByRole('link', { name: part }));
      await page.waitForURL(new RegExp(`/${part === 'Events' ? 'calendar' : 'contacts'}/deleted$`));
      await page.locator('main').getByRole('button', { name: 'Restore' }).first().waitFor();
    }
  });
});

describe('with a token', () => {
  let admin = '';
  const servers = startAccountServers();

  beforeAll(async () => {
    app = await startWebApp({ data: 'empty', args: ['--allow-hosts', '127.0.0.1'] });
    const scopes = { name: 'admin', scopes: ['admin'] };
    admin = (await app.api<{ data: { token: string } }>('POST', '/tokens', scopes)).data.token;
    phone = await PhonePage.open(app, '/');
    page = phone.page;
  });
  afterAll(() => app?.close());

  const accounts = async () => {
    const response = await fetch(`${app.url}/api/v1/email-accounts`, { headers: { authorization: `Bearer ${admin}` } });
    return ((await response.json()) as { data: { name: string; smtp: { status: string } }[] }).data;
  };

  it('one signs in, also after a token that is not known', async () => {
    const form = new SignInPage(page);
    await form.fill('dbk_0123456789ab_wrong');
    await phone.button('Sign in');
    await form.expectError(/not known here/);
    await form.fill(admin);
    await phone.button('Sign in');
    await page.getByRole('heading', { name: 'Welcome to Daybook' }).waitFor();
    const card = await page.locator('main').getByRole('listitem').first().boundingBox();
    expect((card?.x ?? 0) + (card?.width ?? PHONE.width)).toBeLessThan(PHONE.width);
  });

  it('an account is added and tested', async () => {
    await phone.tap(page.getByRole('link', { name: /account/i }));
    await page.getByLabel('Mail address').fill('ann@example.org');
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.getByLabel('Name of the account').fill('Home');
    const settings = new SettingsPage(page);
    await phone.tap(page.getByText('Fetch mail from a server'));
    const sending = settings.group('Server for sending (SMTP)');
    await sending.getByLabel('Server', { exact: true }).fill('127.0.0.1');
    await sending.getByLabel('Port').fill(String((await servers).smtp.port));
    await sending.getByLabel('User name').fill('ann');
    await phone.tap(sending.getByText('More', { exact: true }));
    await sending.getByLabel(/Certificate/).fill(authority);
    await phone.button('Add and test');
    await page.getByText('Sending: Connected').waitFor();
    const chip = await page.getByText('Default', { exact: true }).boundingBox();
    expect(chip?.height).toBeLessThan(32); // not as high as the button beside it
    expect(await accounts()).toMatchObject([{ name: 'Home', smtp: { status: 'connected' } }]);
  });

  it('one signs out', async () => {
    await phone.tap(link('Settings'));
    await phone.tap(page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Access' }));
    await phone.button('Sign out');
    await phone.button('Sign out', page.getByRole('alertdialog'));
    await new SignInPage(page).waitFor();
  });
});
