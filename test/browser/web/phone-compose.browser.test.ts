// Mail is written, answered and sent on a phone, by touch. All tests share a page.
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectNoPageErrors, startWebApp, type WebApp } from '../../support/web-app.ts';
import { ComposerPage, type Draft, draftOf, draftsOf, emailOf } from './pages/composer.ts';
import { storeConversation } from './pages/conversation.ts';
import { PhonePage } from './pages/phone.ts';
import { dismissToasts } from './pages/toasts.ts';

let app: WebApp;
let page: Page;
let phone: PhonePage;

beforeAll(async () => {
  app = await startWebApp();
  phone = await PhonePage.open(app, '/mail/inbox');
  page = phone.page;
});
afterEach(async () => {
  // What a test has left open is put away.
  for (const close of await page.getByRole('button', { name: 'Save and close' }).all()) await close.tap();
  await dismissToasts(page);
});
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

/** Opens a new mail with the button of the list, and gives it an address, a subject and a text. */
async function write(subject: string): Promise<ComposerPage> {
  await phone.show('/mail/inbox');
  await phone.tap(page.locator('main').getByRole('button', { name: 'New mail' }));
  const composer = new ComposerPage(page, 'New mail');
  await phone.tap(composer.recipients('To'));
  await page.keyboard.type('anil');
  await phone.tap(page.getByRole('option', { name: /Anil Mehta/ }));
  await phone.tap(composer.subject);
  await composer.subject.fill(subject);
  const named = composer.titled(subject);
  await phone.tap(named.text);
  await page.keyboard.type('From the train');
  await named.saved();
  return named;
}

/** Opens a conversation with a mail that asks something, and one of its answers. */
async function answer(subject: string, name: 'Reply' | 'Forward', prefix: string): Promise<ComposerPage> {
  const { threadId } = await storeConversation(app, [{ subject, body_plain: 'Tea at five?' }]);
  await phone.show(`/mail/inbox/${threadId}`);
  const view = page.locator('section[data-print]').filter({ hasText: subject });
  await view.getByText('Tea at five?').waitFor();
  await phone.tap(view.getByRole('button', { name, exact: true }).last());
  const composer = new ComposerPage(page, `${prefix} ${subject}`);
  await composer.button('Show quoted text').waitFor();
  return composer;
}

/** Sends it; without an account it waits in the outbox. */
async function send(composer: ComposerPage): Promise<void> {
  await phone.tap(composer.button('Send'));
  await phone.button('Put in outbox', page.getByRole('alertdialog'));
  await composer.gone();
}

/** The middle of its text, or of the field. */
function middleOf(target: Locator): Promise<number> {
  return target.evaluate((element) => {
    const range = element.ownerDocument.createRange();
    range.selectNodeContents(element);
    const { y, height } = (element.textContent ? range : element).getBoundingClientRect();
    return y + height / 2;
  });
}

const waiting = async (subject: string, status = 'queued') =>
  (await app.api<{ data: Draft[] }>('GET', `/emails?status=${status}`)).data.find((one) => one.subject === subject);

it('a mail is answered and sent, and sending is undone', async () => {
  const composer = await answer('Tea', 'Reply', 'Re:');
  await phone.tap(composer.text);
  await page.keyboard.type('Gladly.');
  await send(composer);
  const sent = await waiting('Re: Tea');
  expect(sent?.to_addresses.map(({ name }) => name)).toEqual(['Ann Lee']);
  const message = await page.getByText('In the outbox until you add an account.').boundingBox();
  expect(message?.height).toBeLessThan(40); // one line above its buttons
  await phone.button('Undo');
  await composer.text.waitFor();
  expect(await composer.written()).toBe('Gladly.');
  await expect.poll(async () => (await emailOf(app, sent?.id ?? '')).status).toBe('draft');
});

it('a mail is forwarded to an address that is completed', async () => {
  const composer = await answer('Cake', 'Forward', 'Fwd:');
  const label = composer.window.getByText('To', { exact: true });
  const middles = await Promise.all([label, composer.recipients('To'), composer.button('Cc')].map(middleOf));
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(2);
  await phone.tap(composer.recipients('To'));
  await page.keyboard.type('anil');
  await phone.tap(page.getByRole('option', { name: /Anil Mehta/ }));
  await send(composer);
  const sent = await waiting('Fwd: Cake');
  expect(sent?.to_addresses).toEqual([{ address: 'anil.mehta@nordlicht.example', name: 'Anil Mehta' }]);
  expect((await emailOf(app, sent?.id ?? '')).body_plain).toContain('Tea at five?');
});

it('a file is attached, and removed again', async () => {
  const composer = await write('With a plan');
  const chooser = page.waitForEvent('filechooser');
  await phone.tap(composer.button('Attach files'));
  await (await chooser).setFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('the plan') });
  const names = async () => (await draftOf(app, 'With a plan')).attachments.map(({ filename }) => filename);
  await expect.poll(names).toEqual(['plan.txt']);
  await phone.tap(composer.button(/^Remove plan\.txt/));
  await expect.poll(names).toEqual([]);
});

it('a mail is scheduled for a time that is typed', async () => {
  const composer = await write('Later');
  await phone.tap(composer.button('Send later'));
  await page.getByRole('dialog', { name: 'Send later' }).getByRole('combobox').fill('fri 9:15');
  await phone.tap(page.getByRole('option', { name: /09:15/ }));
  await phone.button('Put in outbox', page.getByRole('alertdialog'));
  await composer.gone();
  expect(await waiting('Later', 'scheduled')).toMatchObject({ scheduled_at: '2026-03-20T08:15:00Z' });
  await phone.show('/mail/scheduled');
  await phone.choose(page.getByRole('row', { name: /Later/ }).getByRole('button'), 'Cancel and edit');
  await composer.text.waitFor();
  await expect.poll(() => draftsOf(app, 'Later')).toHaveLength(1);
});

it('a draft is put away and opened again from the list of drafts', async () => {
  const composer = await write('Half done');
  await phone.tap(composer.button('Save and close'));
  await composer.gone();
  await phone.show('/mail/drafts');
  await phone.tap(page.getByRole('row', { name: /Half done/ }));
  await phone.tap(composer.text);
  await page.keyboard.press('Control+End');
  await page.keyboard.type(', now');
  await expect.poll(async () => (await draftOf(app, 'Half done')).body_plain).toContain('From the train, now');
});

it('a mail is a bar while something else is read', async () => {
  const composer = await write('In between');
  await phone.tap(composer.button('Minimise'));
  await composer.text.waitFor({ state: 'hidden' });
  await phone.tap(page.getByRole('link', { name: 'Contacts' }));
  await page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor();
  await phone.tap(composer.button('In between'));
  await composer.text.waitFor();
  expect(await composer.written()).toBe('From the train');
});

it('a draft is discarded, which can be undone', async () => {
  const composer = await write('Discarded');
  const { id } = await draftOf(app, 'Discarded');
  const isDeleted = async () => (await emailOf(app, id)).deleted_at !== null;
  await phone.tap(composer.button('Discard draft'));
  await composer.gone();
  await expect.poll(isDeleted).toBe(true);
  await phone.button('Undo');
  await expect.poll(isDeleted).toBe(false);
});
