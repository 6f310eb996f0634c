// Writing a mail: recipients, text, saving, sending and undoing it.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectNoPageErrors, startWebApp, type WebApp } from '../../support/web-app.ts';
import { ComposerPage, draftOf, draftsOf, emailOf } from './pages/composer.ts';

let app: WebApp;
let page: Page;

beforeAll(async () => {
  app = await startWebApp();
});
afterEach(async () => {
  await page?.context().close();
});
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

describe('a new mail', () => {
  it('to a completed address is saved as one draft while it is typed', async () => {
    page = await app.open('/mail/inbox');
    const composer = await ComposerPage.open(page);
    await page.keyboard.type('anil');
    await page.getByRole('option', { name: /Anil Mehta/ }).click();
    await composer.subject.fill('Garden one');
    await composer.titled('Garden one').text.fill('Hello Anil');
    await composer.titled('Garden one').saved();
    await composer.titled('Garden one').text.pressSequentially(', how are you?');
    await expect.poll(async () => (await draftOf(app, 'Garden one')).body_plain).toBe('Hello Anil, how are you?');
    expect((await draftOf(app, 'Garden one')).to_addresses).toEqual([
      { address: 'anil.mehta@nordlicht.example', name: 'Anil Mehta' },
    ]);
  });

  it('is written and closed with the keyboard alone, and the focus returns', async () => {
    page = await app.open('/mail/inbox');
    const link = page.getByRole('link', { name: 'Contacts' });
    await link.focus();
    await ComposerPage.open(page);
    await page.keyboard.type('anil');
    await page.getByRole('option', { name: /Anil Mehta/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Subject' }).focus();
    await page.keyboard.type('Garden two');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Hello');
    await page.keyboard.press('Escape');
    await page.getByText('Draft saved').waitFor();
    const draft = await draftOf(app, 'Garden two');
    expect([draft.body_plain, draft.to_addresses[0]?.name]).toEqual(['Hello', 'Anil Mehta']);
    expect(await page.locator('a:focus').textContent()).toBe('Contacts');
  });

  it('without any text leaves no draft', async () => {
    page = await app.open('/mail/inbox');
    const before = await app.api<{ meta: { total: number } }>('GET', '/emails?status=draft');
    const composer = await ComposerPage.open(page);
    await composer.subject.fill('Nothing');
    await composer.titled('Nothing').saved();
    await composer.titled('Nothing').subject.fill('');
    await composer.button('Save and close').click();
    await composer.gone();
    await expect
      .poll(async () => (await app.api<{ meta: { total: number } }>('GET', '/emails?status=draft')).meta.total)
      .toBe(before.meta.total);
  });
});

describe('sending', () => {
  it('can be undone: the mail is a draft again and its composer is as it was', async () => {
    page = await app.open('/mail/inbox');
    const composer = await ComposerPage.open(page);
    await composer.recipients('To').fill('ann@example.org');
    await composer.subject.fill('Undo me');
    const named = composer.titled('Undo me');
    await named.text.fill('Not yet');
    await named.button('Send').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Put in outbox' }).click();
    await named.gone();
    const { data } = await app.api<{ data: { id: string; subject: string }[] }>('GET', '/emails?status=scheduled');
    const [held] = data.filter(({ subject }) => subject === 'Undo me');
    await page.getByText(/^Sending in \d+ s/).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => named.text.inputValue()).toBe('Not yet');
    expect((await emailOf(app, held?.id ?? '')).status).toBe('draft');
    expect(await draftsOf(app, 'Undo me')).toHaveLength(1);
  });

  it('with mod+Enter queues it once', async () => {
    page = await app.open('/mail/inbox');
    await ComposerPage.open(page);
    await page.keyboard.type('ann@example.org');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Subject' }).focus();
    await page.keyboard.type('Sent by key');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('alertdialog').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText(/^Sending in \d+ s/).waitFor();
    const { data } = await app.api<{ data: { subject: string; status: string }[] }>('GET', '/emails?folder=OUTBOX');
    expect(data.filter(({ subject }) => subject === 'Sent by key').map(({ status }) => status)).toEqual(['scheduled']);
  });

  it('needs a recipient, and valid addresses', async () => {
    page = await app.open('/mail/inbox');
    const composer = await ComposerPage.open(page);
    await composer.button('Send').click();
    await composer.window.getByRole('alert').filter({ hasText: 'Add a recipient first.' }).waitFor();
    await composer.recipients('To').fill('ann at example');
    await composer.subject.focus();
    await composer.button('Send').click();
    await composer.window.getByRole('alert').filter({ hasText: 'Not a mail address: ann at example' }).waitFor();
    expect(await page.locator('button:focus').getAttribute('aria-label')).toContain('ann at example');
  });
});

it('a discarded draft is in the trash, and undoing opens it again', async () => {
  page = await app.open('/mail/inbox');
  const composer = await ComposerPage.open(page);
  await composer.subject.fill('Discard me');
  const named = composer.titled('Discard me');
  await named.text.fill('Words');
  await named.saved();
  const { id } = await draftOf(app, 'Discard me');
  await named.button('Discard draft').click();
  await named.gone();
  await expect.poll(async () => (await emailOf(app, id)).deleted_at).not.toBeNull();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => named.text.inputValue()).toBe('Words');
  await expect.poll(async () => (await emailOf(app, id)).deleted_at).toBeNull();
});
