// Mail that is edited is not sent or scheduled by something that was done before, and does not lose its time silently.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectNoPageErrors, startWebApp, type WebApp } from '../../support/web-app.ts';
import { ComposerPage, draftsOf, emailOf } from './pages/composer.ts';
import { MailPage } from './pages/mail.ts';

const TIME = '2026-03-18T09:00:00Z';
const SHOWN = 'Wed 18 Mar, 10:00';
const UNSCHEDULED = 'It is a draft now and will not be sent by itself.';

let app: WebApp;
let page: Page;
let mail: MailPage;
let account_id: string;

beforeAll(async () => {
  app = await startWebApp({ data: 'empty' });
  const smtp = { host: '127.0.0.1', port: 9, security: 'none' };
  account_id = (await app.api('POST', '/email-accounts', { address: 'me@example.org', smtp })).data.id as string;
});
afterEach(async () => {
  await app.leave(page);
});
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

const stateOf = async (id: string) => {
  const { status, scheduled_at } = await emailOf(app, id);
  return status === 'scheduled' ? scheduled_at : status;
};

/** Stores the mail and shows it. */
async function show(list: 'scheduled' | 'outbox' | 'failed', subject: string, fields: object = {}): Promise<string> {
  const content = { subject, body_plain: 'See you.' };
  let id: string;
  if (list === 'scheduled') {
    const draft = { to: 'ann@example.org', ...content, ...fields };
    id = (await app.api('POST', '/emails/drafts', draft)).data.id as string;
    await app.api('POST', `/emails/${id}/send`, { scheduled_at: TIME });
  } else {
    const from = { account_id, from_address: 'me@example.org', to_addresses: ['ann@example.org'] };
    const status = list === 'failed' ? 'failed' : 'queued';
    id = (await app.api('POST', '/emails', { ...content, ...from, status })).data.id as string;
  }
  page = await app.open(`/mail/${list}`);
  mail = new MailPage(page);
  await mail.rowOf(id).click();
  await button('Edit').waitFor();
  return id;
}

const button = (name: string) => page.getByRole('article').getByRole('button', { name, exact: true });
const undo = () => mail.toasts.getByRole('button', { name: 'Undo' });

async function edit(subject: string): Promise<ComposerPage> {
  await button('Edit').click();
  const composer = new ComposerPage(page, subject);
  await composer.button(`Schedule for ${SHOWN}`).waitFor();
  return composer;
}

it('when the composer cannot read a mail that was scheduled, it says so, and undo schedules it again', async () => {
  const id = await show('scheduled', 'Unreadable');
  await page.route(`**/emails/${id}`, (route) => route.abort());
  await button('Edit').click();
  await mail.toasts.getByText(UNSCHEDULED).waitFor();
  await page.unroute(`**/emails/${id}`);
  expect(await stateOf(id)).toBe('draft');
  await undo().click();
  await expect.poll(() => stateOf(id)).toBe(TIME);
});

it.each([
  ['Edit', UNSCHEDULED],
  ['Cancel sending', 'Sending is cancelled. It is a draft now.'],
])('"%s" of which the answer is lost says that the mail is a draft', async (name, text) => {
  const id = await show('scheduled', `Lost ${name}`);
  await page.route(`**/emails/${id}/cancel`, async (route) => {
    // Another client, or an attempt without an answer, has cancelled it: repeating it finds a draft.
    await route.fetch();
    await route.fulfill({ status: 409, json: { error: { code: 'NOT_CANCELLABLE', message: 'It is a draft.' } } });
  });
  await button(name).click();
  await mail.toasts.getByText(text).waitFor();
  expect(await stateOf(id)).toBe('draft');
  await undo().click();
  await expect.poll(() => stateOf(id)).toBe(TIME);
});

it('a mail whose sending was cancelled is not sent by a key while it is edited', async () => {
  const id = await show('outbox', 'Half written');
  await button('Cancel sending').click();
  await mail.toasts.getByText('Sending is cancelled.').waitFor();
  await page.getByRole('article').getByRole('button', { name: 'Continue' }).click();
  const composer = new ComposerPage(page, 'Half written');
  await composer.text.fill('half');
  await composer.saved();
  expect(await undo().count()).toBe(0);
  await composer.button('More options').focus();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('z');
  await composer.button('Minimise').click();
  await page.locator('main').getByRole('heading').first().click();
  await page.keyboard.press('z');
  await mail.toasts.getByText('There is nothing to undo.').waitFor();
  expect(await stateOf(id)).toBe('draft');
});

it('a mail that is opened again by the message is not scheduled by a key', async () => {
  const id = await show('scheduled', 'Opened again');
  const composer = await edit('Opened again');
  await composer.button('Save and close').click();
  await mail.toasts.getByRole('button', { name: 'Open' }).click();
  await composer.button(`Schedule for ${SHOWN}`).waitFor();
  await composer.button('Minimise').click();
  await page.locator('main').getByRole('heading').first().click();
  await page.keyboard.press('z');
  await mail.toasts.getByText('There is nothing to undo.').waitFor();
  expect(await stateOf(id)).toBe('draft');
});

it('undoing that sending was cancelled holds the mail for the usual seconds', async () => {
  const id = await show('outbox', 'Held');
  await app.api('PATCH', '/settings', { hold_seconds: 30 });
  await button('Cancel sending').click();
  await undo().click();
  await mail.toasts.getByText('Sending…').waitFor();
  await undo().click();
  await expect.poll(() => stateOf(id)).toBe('draft');
});

it('undo is not offered when the composer comes back', async () => {
  const id = await show('scheduled', 'Comes back');
  const composer = await edit('Comes back');
  await page.route('**/api/v1/files', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.abort();
  });
  const file = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('the plan') };
  await composer.window.locator('input[type="file"]').setInputFiles(file);
  await composer.window.getByRole('progressbar').waitFor();
  await composer.button('Save and close').click();
  await composer.gone();
  await composer.button('Try again to upload plan.txt').waitFor();
  expect(await undo().count()).toBe(0);
  expect(await stateOf(id)).toBe('draft');
});

it('a double click on "Edit" of a mail that failed makes one copy', async () => {
  const id = await show('failed', 'Copied once');
  await button('Edit').dblclick();
  await new ComposerPage(page, 'Copied once').text.waitFor();
  await expect.poll(async () => (await emailOf(app, id)).deleted_at).not.toBeNull();
  expect(await draftsOf(app, 'Copied once')).toHaveLength(1);
  expect(await page.locator('[data-composer]').count()).toBe(1);
});

it('undo of a new time offers this time again', async () => {
  const id = await show('scheduled', 'Moved');
  const composer = await edit('Moved');
  await composer.button('Send later').click();
  await page
    .getByRole('combobox', { name: 'Send at' })
    .or(page.getByRole('combobox', { name: 'Send later' }))
    .fill('18.3. 14:00');
  await page.keyboard.press('Enter');
  await composer.gone();
  expect(await stateOf(id)).toBe('2026-03-18T13:00:00Z');
  await undo().click();
  await composer.button('Schedule for Wed 18 Mar, 14:00').waitFor();
});
