// What a person needs is in sight and leads on: on a phone, in an empty app, beside an open composer.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectNoPageErrors, PHONE, startWebApp, type WebApp } from '../../support/web-app.ts';
import { ComposerPage } from './pages/composer.ts';
import { ContactsPage } from './pages/contacts.ts';

let app: WebApp;
let page: Page;

async function box(locator: ReturnType<Page['locator']>) {
  const found = await locator.boundingBox();
  if (!found) throw new Error('It is not shown.');
  return found;
}

describe('with the demo', () => {
  beforeAll(async () => {
    app = await startWebApp();
  });
  afterEach(() => page?.context().close());
  afterAll(async () => {
    await app?.close();
    expectNoPageErrors();
  });

  it.each(['/mail/inbox', '/mail/drafts'])('a phone has a button for a new mail in %s', async (path) => {
    page = await app.open(path, { viewport: PHONE, hasTouch: true });
    await page.locator('main').getByRole('button', { name: 'New mail' }).click();
    await new ComposerPage(page, 'New mail').recipients('To').waitFor();
  });

  it('a phone shows a mail in work as a bar after a reload, so that it does not cover the screen', async () => {
    page = await app.open('/compose?subject=Halfway', { viewport: PHONE, hasTouch: true });
    const composer = new ComposerPage(page, 'Halfway');
    await composer.text.fill('to be continued');
    await page.goto(`${app.url}/contacts`);
    await composer.window.waitFor();
    expect((await box(composer.window)).height).toBeLessThan(80);
    await composer.window.getByRole('button', { name: 'Halfway' }).click();
    await composer.text.waitFor();
  });

  it('messages do not cover the buttons of a composer', async () => {
    page = await app.open('/mail/inbox', { viewport: { width: 1280, height: 800 } });
    await page.getByRole('row').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('e');
    const message = page.getByRole('status').filter({ hasText: /Archived/ });
    await message.waitFor();
    const composer = await ComposerPage.open(page);
    await expect
      .poll(async () => {
        const send = await box(composer.window.getByRole('button', { name: 'Send', exact: true }));
        const toast = await box(message.last());
        return toast.y + toast.height <= send.y;
      })
      .toBe(true);
  });

  it('a new contact is in sight in the list', async () => {
    const contacts = await ContactsPage.open(app);
    page = contacts.page;
    await contacts.button('New contact').first().click();
    await contacts.field('First name').fill('Zelda');
    await contacts.editor.getByRole('button', { name: 'Save' }).click();
    await contacts.heading('Zelda').waitFor();
    await contacts.row('Zelda').waitFor();
    await expect
      .poll(async () => {
        const row = await box(contacts.row('Zelda'));
        return row.y > 0 && row.y + row.height <= 900;
      })
      .toBe(true);
  });

  it('the palette is in the middle of the window', async () => {
    page = await app.open('/');
    await page.keyboard.press('Control+k');
    const { x, width } = await box(page.getByRole('dialog'));
    expect(Math.abs(x + width / 2 - 720)).toBeLessThan(10);
  });

  it('the page below a dialog does not scroll, and does again when it is closed', async () => {
    page = await app.open('/');
    const overflow = () => page.evaluate('getComputedStyle(document.documentElement).overflowY');
    const before = await overflow();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    expect(await overflow()).toBe('hidden');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect([before, await overflow()]).toEqual(['visible', 'visible']);
  });
});

describe('without data', () => {
  beforeAll(async () => {
    app = await startWebApp({ data: 'empty' });
  });
  afterEach(() => page?.context().close());
  afterAll(() => app?.close());

  it.each([
    ['Add account', '/settings/accounts/new'],
    ['Import mail', '/settings/import'],
  ])('the inbox leads to "%s"', async (name, path) => {
    page = await app.open('/mail/inbox');
    await page.getByRole('heading', { name: 'No mail yet' }).waitFor();
    expect(await page.getByText('No conversation is open').isVisible()).toBe(false);
    await page.getByRole('link', { name, exact: true }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(path);
  });

  it('contacts do not ask to choose one where there is none', async () => {
    page = await app.open('/contacts');
    await page.getByRole('heading', { name: 'No contacts yet' }).waitFor();
    expect(await page.getByText('Choose a contact').isVisible()).toBe(false);
  });
});
