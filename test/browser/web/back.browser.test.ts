// Back closes what is open above the page, and never leaves the app with it; what is closed otherwise leaves no entries in
// the history. On a phone by touch, on a desktop by mouse and keyboard.
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectNoPageErrors, startWebApp, type WebApp } from '../../support/web-app.ts';
import { ComposerPage, draftsOf } from './pages/composer.ts';
import { layerIs } from './pages/layers.ts';
import { PhonePage } from './pages/phone.ts';

let app: WebApp;
let page: Page;
let phone: PhonePage;

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
const link = (name: string) => page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name });

/** Opens the app on a phone at Today, and goes on to the page from there. */
async function onPhone(to: string): Promise<void> {
  phone = await PhonePage.open(app, '/');
  page = phone.page;
  await phone.show(to);
  await page.waitForURL(`**${to}`);
}

const atLayer = (count: number) => layerIs(page, count);

const heading = () => page.getByRole('heading', { level: 1 }).first();
const firstRow = () => page.locator('[role=row][data-id]').first();
const contactRow = () => page.getByRole('grid').locator('[role=row][aria-selected]').first();
const inRow = () => page.locator('[aria-selected=true]').first();

/** With a keyboard: there is no box for a finger before something is selected. */
async function selectContact(): Promise<void> {
  await contactRow().focus();
  await page.keyboard.press('x');
}

interface Layer {
  at: string;
  open(): Promise<void>;
  /** Visible while it is open. */
  shown(): Locator;
  close(): Promise<void>;
}

const drawerLink = () => page.locator('#sidebar[data-open]').getByRole('link', { name: 'Sent' });

const LAYERS: Record<string, Layer> = {
  'the sidebar': {
    at: '/mail/inbox',
    open: () => phone.button('Show sidebar', page.locator('main')),
    shown: drawerLink,
    close: () => page.touchscreen.tap(380, 300),
  },
  'a selection of mail': {
    at: '/mail/inbox',
    open: () => phone.longPress(firstRow()),
    shown: inRow,
    close: () => phone.tap(page.getByRole('checkbox', { name: 'Clear selection' })),
  },
  'a selection of contacts': {
    at: '/contacts',
    open: selectContact,
    shown: inRow,
    close: () => phone.button('Clear selection'),
  },
  'a menu': {
    at: '/mail/scheduled',
    open: () => phone.tap(firstRow().getByRole('button')),
    shown: () => page.getByRole('menu'),
    close: () => page.touchscreen.tap(5, 500),
  },
  'a dialog': {
    at: '/mail/scheduled',
    open: () => phone.choose(firstRow().getByRole('button'), 'Change time…'),
    shown: () => page.getByRole('dialog', { name: 'Send at' }),
    close: () => phone.button('Close', page.getByRole('dialog', { name: 'Send at' })),
  },
  'the form of an event': {
    at: '/calendar/agenda/2026-03-17',
    open: () => phone.button('New event', page.locator('main')),
    shown: () => page.getByRole('dialog', { name: 'New event' }),
    close: () => phone.button('Cancel', page.getByRole('dialog', { name: 'New event' })),
  },
  'the details of an event': {
    at: '/calendar/agenda/2026-03-17',
    open: () =>
      phone.tap(
        page
          .locator('main')
          .getByRole('button', { name: /Breakfast|standup|Stand-up|\d\d:\d\d/ })
          .first(),
      ),
    shown: () => page.locator('[popover][role=dialog]'),
    close: () => page.touchscreen.tap(200, 20),
  },
  'a composer': {
    at: '/mail/inbox',
    open: () => phone.button('New mail', page.locator('main')),
    shown: () => page.getByRole('textbox', { name: 'Subject' }),
    close: () => phone.button('Save and close'),
  },
};

describe.each(Object.entries(LAYERS))('%s on a phone', (_name, layer) => {
  it('is closed by Back, and Forward does not bring it back', async () => {
    await onPhone(layer.at);
    await heading().waitFor();
    await layer.open();
    await layer.shown().waitFor();
    await atLayer(1);
    await page.goBack();
    await layer.shown().waitFor({ state: 'hidden' });
    expect(path()).toBe(layer.at);
    await page.goForward();
    await atLayer(0);
    expect(await layer.shown().isVisible()).toBe(false);
    expect(path()).toBe(layer.at);
    await page.goBack();
    await expect.poll(path).toBe('/');
  });

  it('leaves nothing in the history when it is closed otherwise', async () => {
    await onPhone(layer.at);
    await heading().waitFor();
    for (let times = 0; times < 2; times++) {
      await layer.open();
      await layer.shown().waitFor();
      await atLayer(1);
      await layer.close();
      await layer.shown().waitFor({ state: 'hidden' });
      await atLayer(0);
    }
    expect(path()).toBe(layer.at);
    await page.goBack();
    await expect.poll(path).toBe('/');
  });
});

it('a link in the sidebar leads on, and Back leads to the page with the link', async () => {
  await onPhone('/mail/inbox');
  await phone.button('Show sidebar', page.locator('main'));
  await phone.tap(drawerLink());
  await expect.poll(path).toBe('/mail/sent');
  await drawerLink().waitFor({ state: 'hidden' });
  await page.goBack();
  await expect.poll(path).toBe('/mail/inbox');
  await page.goForward();
  await expect.poll(path).toBe('/mail/sent');
  await page.goBack();
  await page.goBack();
  await expect.poll(path).toBe('/');
});

it('Back keeps what was written in a composer, and closes a dialog above it first', async () => {
  await onPhone('/mail/inbox');
  await phone.button('New mail', page.locator('main'));
  await new ComposerPage(page).subject.fill('Kept by Back');
  const composer = new ComposerPage(page, 'Kept by Back');
  await composer.text.fill('Every word');
  await phone.tap(composer.button('Send later'));
  const dialog = page.getByRole('dialog', { name: 'Send later' });
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: 'detached' });
  await composer.text.waitFor();
  await page.goBack();
  await composer.gone();
  expect(path()).toBe('/mail/inbox');
  await expect.poll(async () => (await draftsOf(app, 'Kept by Back'))[0]?.body_plain).toContain('Every word');
});

it('Back leads from a contact to the list first, where others are selected', async () => {
  await onPhone('/contacts');
  await selectContact();
  await atLayer(1);
  await phone.tap(contactRow().getByRole('gridcell'));
  await page.getByRole('article').waitFor();
  await atLayer(0);
  await page.goBack();
  await expect.poll(path).toBe('/contacts');
  await atLayer(1);
  await page.goBack();
  await inRow().waitFor({ state: 'hidden' });
  expect(path()).toBe('/contacts');
  await page.goBack();
  await expect.poll(path).toBe('/');
});

it('Back asks before it closes a form with changes, and keeps the form when the answer is Back or no', async () => {
  await onPhone('/calendar/agenda/2026-03-17');
  await phone.button('New event', page.locator('main'));
  const form = page.getByRole('dialog', { name: 'New event' });
  const title = form.getByPlaceholder('Title');
  await title.fill('Half written');
  const question = page.getByRole('alertdialog');
  for (const answer of [() => page.goBack(), () => phone.button('Cancel', question)]) {
    await atLayer(1);
    await page.goBack();
    await question.waitFor();
    await atLayer(2);
    await answer();
    await question.waitFor({ state: 'detached' });
    expect(await title.inputValue()).toBe('Half written');
    await atLayer(1);
  }
  expect(path()).toBe('/calendar/agenda/2026-03-17');
  await page.goBack();
  await phone.button('Discard changes', question);
  await form.waitFor({ state: 'detached' });
  await atLayer(0);
  await page.goBack();
  await expect.poll(path).toBe('/');
});

it('what an action of a menu replaces stays replaced when the menu has gone', async () => {
  await onPhone('/mail/inbox');
  await phone.tap(firstRow());
  await page.getByRole('article').first().waitFor();
  await phone.choose(
    page.getByRole('toolbar', { name: 'Actions' }).getByRole('button', { name: 'More actions' }),
    'Mark as spam',
  );
  await expect.poll(path).toBe('/mail/inbox');
  await atLayer(0);
  expect(path()).toBe('/mail/inbox');
});

it('after a reload with a layer open, Back leads to the page before', async () => {
  await onPhone('/mail/inbox');
  await phone.button('Show sidebar', page.locator('main'));
  await drawerLink().waitFor();
  await atLayer(1);
  await page.reload();
  await firstRow().waitFor();
  await atLayer(0);
  await page.goBack();
  await expect.poll(path).toBe('/');
});

describe('on a desktop', () => {
  async function onDesktop(): Promise<void> {
    page = await app.open('/');
    await link('Mail').click();
    await firstRow().waitFor();
  }

  it('Back closes a dialog that was opened by keyboard or mouse', async () => {
    await onDesktop();
    const before = path();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    await palette.waitFor();
    await page.goBack();
    await palette.waitFor({ state: 'detached' });
    expect(path()).toBe(before);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('contacts');
    await page
      .getByRole('option', { name: /Contacts/ })
      .first()
      .click();
    await expect.poll(path).toBe('/contacts');
    await page.goBack();
    await expect.poll(path).toBe(before);
  });

  it('a composer in a corner stays, and one that covers the page is docked', async () => {
    await onDesktop();
    const before = path();
    const composer = await ComposerPage.open(page);
    await composer.button('Full screen').click();
    await composer.button('Leave full screen').waitFor();
    await page.goBack();
    await composer.button('Full screen').waitFor();
    expect(path()).toBe(before);
    await page.goBack();
    await expect.poll(path).toBe('/');
    await composer.button('Full screen').waitFor();
  });
});
