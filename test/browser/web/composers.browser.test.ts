// Several mails that are written at once: which are shown where there is not room for all of them.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectNoPageErrors, startWebApp, type WebApp } from '../../support/web-app.ts';
import { ComposerPage, draftsOf } from './pages/composer.ts';

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

it('two mails are written at once, and each can be minimised', async () => {
  page = await app.open('/mail/inbox');
  const first = (await ComposerPage.open(page)).titled('First mail');
  await page.getByRole('textbox', { name: 'Subject' }).fill('First mail');
  await page.getByRole('link', { name: 'Mail', exact: false }).first().focus();
  const second = (await ComposerPage.open(page)).titled('Second mail');
  await new ComposerPage(page, 'New mail').subject.fill('Second mail');
  await first.text.fill('one');
  await second.text.fill('two');
  await first.button('Minimise').click();
  await first.text.waitFor({ state: 'hidden' });
  await expect.poll(async () => (await draftsOf(app, 'First mail'))[0]?.body_plain).toBe('one');
  await expect.poll(async () => (await draftsOf(app, 'Second mail'))[0]?.body_plain).toBe('two');
  await first.button('Open').click();
  expect(await first.written()).toBe('one');
});

it('a mail for which there is no room is minimised, and opens only when it is asked for', async () => {
  page = await app.open('/mail/inbox', { viewport: { width: 1280, height: 800 } });
  const [first, second] = ['Left', 'Right'].map((subject) => new ComposerPage(page, subject)) as ComposerPage[];
  for (const subject of ['Left', 'Right']) {
    await page.getByRole('heading', { name: 'Inbox' }).click();
    await (await ComposerPage.open(page)).subject.fill(subject);
  }
  await first?.text.waitFor({ state: 'hidden' });
  await first?.button('Open').click();
  await second?.text.waitFor({ state: 'hidden' });
  expect(await first?.text.isVisible()).toBe(true);
  await first?.button('Save and close').click();
  await page.getByText('Draft saved').waitFor();
  expect(await second?.text.isVisible()).toBe(false);
  await second?.button('Open').click();
  await second?.text.waitFor();
});

it('a mail with a problem does not push away the one in which the person writes, and its bar says what is wrong', async () => {
  page = await app.open('/mail/inbox', { viewport: { width: 1280, height: 800 } });
  const [first, second] = ['Gone', 'Written'].map((subject) => new ComposerPage(page, subject)) as ComposerPage[];
  for (const subject of ['Gone', 'Written']) {
    await page.getByRole('heading', { name: 'Inbox' }).click();
    await (await ComposerPage.open(page)).subject.fill(subject);
    await expect.poll(() => draftsOf(app, subject)).toHaveLength(1);
  }
  await first?.text.waitFor({ state: 'hidden' });
  await second?.text.click();
  await app.api('DELETE', `/emails/${(await draftsOf(app, 'Gone'))[0]?.id}?permanent=true`);
  await first?.window.getByRole('status').getByText('This draft was deleted').waitFor();
  await page.keyboard.type('still here');
  expect(await second?.written()).toBe('still here');
  await first?.button('Open').click();
  await first?.button('Save as a new draft').waitFor();
});
