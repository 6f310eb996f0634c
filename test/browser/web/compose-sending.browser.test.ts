// Sending while things go wrong: a mail is sent once, and never after the person has decided otherwise.
import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectNoPageErrors, startWebApp, type WebApp } from '../../support/web-app.ts';
import { ComposerPage, draftOf, draftsOf, emailOf } from './pages/composer.ts';

let app: WebApp;
let page: Page;

beforeAll(async () => {
  app = await startWebApp({ data: 'empty' });
});
afterEach(async () => {
  await app.leave(page);
});
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

/** A composer with a saved draft. */
async function writing(subject: string): Promise<ComposerPage> {
  page = await app.open(`/compose?to=ann@example.org&subject=${encodeURIComponent(subject)}`);
  const composer = new ComposerPage(page, subject);
  await composer.text.fill('first');
  await composer.saved();
  return composer;
}

async function send(composer: ComposerPage): Promise<void> {
  await composer.button('Send').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Put in outbox' }).click();
}

const WRITES = '**/api/v1/emails/**';
const refuseWrites = (route: Route) => (route.request().method() === 'GET' ? route.continue() : route.abort());

it('what was sent elsewhere meanwhile is saved as a new draft, and not sent again', async () => {
  const composer = await writing('Twice');
  const { id } = await draftOf(app, 'Twice');
  await page.route(WRITES, refuseWrites);
  await composer.text.fill('changed on the train');
  await send(composer);
  await composer.status.filter({ hasText: 'Will be sent when the connection is back' }).waitFor();
  await app.api('POST', `/emails/${id}/send`, {});
  await page.unroute(WRITES);
  await composer.button('Save as a new draft').click();
  await composer.saved();
  await composer.text.fill('still a draft');
  await expect
    .poll(async () => (await draftsOf(app, 'Twice')).map(({ body_plain }) => body_plain))
    .toEqual(['still a draft']);
  await composer.saved();
});

it('closing the question about two versions sends neither', async () => {
  const composer = await writing('Neither');
  const { id } = await draftOf(app, 'Neither');
  await page.route(WRITES, refuseWrites);
  await composer.text.fill('mine');
  await send(composer);
  await composer.status.filter({ hasText: 'Will be sent when the connection is back' }).waitFor();
  await app.api('PATCH', `/emails/drafts/${id}`, { body_plain: 'theirs', body_html: '<div>theirs</div>' });
  // Whether the change elsewhere is its own, of which the answer was lost, the service says when it is asked again.
  await page.unroute(WRITES);
  const dialog = page.getByRole('dialog', { name: 'This draft was changed elsewhere' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await expect
    .poll(async () => (await draftsOf(app, 'Neither')).map(({ body_plain }) => body_plain).sort())
    .toEqual(['mine', 'theirs']);
  await composer.saved();
  await composer.text.fill('mine, again');
  await expect
    .poll(async () => (await draftsOf(app, 'Neither')).map(({ body_plain }) => body_plain).sort())
    .toEqual(['mine, again', 'theirs']);
});

it('"Don’t send" cancels what the service has accepted without an answer', async () => {
  const composer = await writing('Unanswered');
  const { id } = await draftOf(app, 'Unanswered');
  await page.route('**/emails/*/send', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await send(composer);
  await composer.status.filter({ hasText: 'Will be sent when the connection is back' }).waitFor();
  expect((await emailOf(app, id)).status).not.toBe('draft');
  await composer.button('Open').click();
  await composer.button('Don’t send').click();
  await expect.poll(async () => (await emailOf(app, id)).status).toBe('draft');
  await composer.text.fill('not sent');
  await expect.poll(async () => (await emailOf(app, id)).body_plain).toBe('not sent');
});

it('a file that is being uploaded when the composer is closed is attached, and the draft is kept for it', async () => {
  page = await app.open('/mail/inbox');
  const composer = await ComposerPage.open(page);
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/v1/files', async (route) => {
    await isReleased;
    await route.continue();
  });
  const file = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('the plan') };
  await composer.window.locator('input[type="file"]').setInputFiles(file);
  await composer.window.getByRole('progressbar').waitFor();
  await composer.button('Save and close').click();
  await composer.gone();
  release();
  await page.getByText('Draft saved').waitFor();
  const { data } = await app.api<{ data: { id: string }[] }>('GET', '/emails?status=draft&limit=200');
  const drafts = await Promise.all(data.map(({ id }) => emailOf(app, id)));
  expect(drafts.flatMap(({ attachments }) => attachments.map(({ filename }) => filename))).toEqual(['plan.txt']);
});

it('an upload that fails after the composer was closed opens it again', async () => {
  const composer = await writing('Upload fails');
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/v1/files', async (route) => {
    await isReleased;
    await route.abort();
  });
  const file = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('the plan') };
  await composer.window.locator('input[type="file"]').setInputFiles(file);
  await composer.window.getByRole('progressbar').waitFor();
  await composer.button('Save and close').click();
  await composer.gone();
  release();
  await composer.button('Try again to upload plan.txt').waitFor();
});

it('a mail without a text of its own is sent, also if its composer is closed meanwhile', async () => {
  page = await app.open('/compose?to=ann@example.org&subject=Closed');
  const composer = new ComposerPage(page, 'Closed');
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/emails/*/send', async (route) => {
    await isReleased;
    await route.continue();
  });
  await send(composer);
  await composer.status.filter({ hasText: 'The mail is being sent' }).waitFor();
  await composer.button('Save and close').click();
  await composer.gone();
  release();
  const sent = async () => {
    const { data } = await app.api<{ data: { subject: string; status: string }[] }>('GET', '/emails?folder=OUTBOX');
    return data.filter(({ subject }) => subject === 'Closed').length;
  };
  await expect.poll(sent).toBe(1);
});

it('sending can be undone for 10 seconds until the settings say something else, and "Off" is off', async () => {
  const stored = async () => (await app.api<{ data: { hold_seconds: number } }>('GET', '/settings')).data.hold_seconds;
  page = await app.open('/settings');
  await expect.poll(() => page.getByLabel('Undo send').inputValue()).toBe('10');
  await page.getByLabel('Week begins on').selectOption('Sunday');
  await expect.poll(stored).toBe(10);
  await page.getByLabel('Undo send').selectOption('Off');
  await expect.poll(stored).toBe(0);
  expect(await page.getByLabel('Undo send').inputValue()).toBe('0');
});

it('nothing can be typed while the mail is being sent', async () => {
  const composer = await writing('Being sent');
  const { id } = await draftOf(app, 'Being sent');
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>();
  await page.route('**/emails/*/send', async (route) => {
    asked();
    await isReleased;
    await route.continue();
  });
  await send(composer);
  await isAsked;
  const inert = await page.locator('[inert] [contenteditable="true"]').count();
  await page.keyboard.type('too late');
  release();
  await composer.gone();
  expect([inert, (await emailOf(app, id)).body_plain]).toEqual([1, 'first']);
});
