// Writing a mail while things go wrong: another window, a reload, a killed service, errors, no connection. Nothing that
// was typed is lost, and there is exactly one draft.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
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
async function writing(
  subject: string,
  text: string,
  options: { context?: BrowserContext } = {},
): Promise<ComposerPage> {
  page = await app.open(`/compose?to=ann@example.org&subject=${encodeURIComponent(subject)}`, options);
  const composer = new ComposerPage(page, subject);
  await composer.text.fill(text);
  await composer.saved();
  return composer;
}

describe('a draft that was changed elsewhere', () => {
  it('in another part is merged silently', async () => {
    const composer = await writing('Merged', 'mine');
    const { id } = await draftOf(app, 'Merged');
    await app.api('PATCH', `/emails/drafts/${id}`, { cc: 'bob@example.org' });
    await composer.text.fill('mine, longer');
    await expect.poll(async () => (await emailOf(app, id)).body_plain).toBe('mine, longer');
    await composer.chips('Cc').first().waitFor();
    expect((await emailOf(app, id)).cc_addresses).toEqual([{ address: 'bob@example.org', name: null }]);
  });

  it('and is not being typed shows the change', async () => {
    const composer = await writing('Followed', 'old');
    const { id } = await draftOf(app, 'Followed');
    await app.api('PATCH', `/emails/drafts/${id}`, { body_plain: 'new', body_html: '<div>new</div>' });
    await expect.poll(() => composer.written()).toBe('new');
  });

  it.each([
    ['Keep both as drafts', ['mine', 'theirs']],
    ['Keep this version', ['mine']],
    ['Take the other version', ['theirs']],
  ])('in the same part shows both versions: %s', async (choice, texts) => {
    const subject = `Conflict: ${choice}`;
    const composer = await writing(subject, 'first');
    const { id } = await draftOf(app, subject);
    // The change elsewhere is made between the last key and the save.
    const change = { body_plain: 'theirs', body_html: '<div>theirs</div>' };
    await page.route(
      '**/emails/drafts/*',
      async (route) => {
        await app.api('PATCH', `/emails/drafts/${id}`, change);
        await route.continue();
      },
      { times: 1 },
    );
    await composer.text.fill('mine');
    const dialog = page.getByRole('dialog', { name: 'This draft was changed elsewhere' });
    await dialog.waitFor();
    expect(await dialog.innerText()).toMatch(/mine[\s\S]*theirs/);
    await dialog.getByRole('button', { name: choice }).click();
    await expect
      .poll(async () => (await draftsOf(app, subject)).map(({ body_plain }) => body_plain).sort())
      .toEqual(texts);
  });

  it('and deleted can be saved as a new draft', async () => {
    const composer = await writing('Deleted', 'kept');
    const { id } = await draftOf(app, 'Deleted');
    await app.api('DELETE', `/emails/${id}`);
    await composer.button('Save as a new draft').click();
    await composer.saved();
    const draft = await draftOf(app, 'Deleted');
    expect([draft.body_plain, draft.id === id]).toEqual(['kept', false]);
  });
});

describe('what was typed', () => {
  it('is there after a reload in the middle', async () => {
    page = await app.open('/compose?subject=Reloaded');
    const composer = new ComposerPage(page, 'Reloaded');
    await composer.text.waitFor();
    await page.route('**/api/v1/emails/**', (route) =>
      route.request().method() === 'GET' ? route.continue() : route.abort(),
    );
    await composer.text.fill('not saved yet');
    await composer.status.filter({ hasText: /Kept in this browser/ }).waitFor();
    await page.unroute('**/api/v1/emails/**');
    await page.reload();
    await expect.poll(() => composer.written()).toBe('not saved yet');
    await expect
      .poll(async () => (await draftsOf(app, 'Reloaded')).map((one) => one.body_plain))
      .toEqual(['not saved yet']);
  });

  it('is no conflict with itself if a reload has lost the answer of the service', async () => {
    const composer = await writing('Lost answer', 'first');
    const { id } = await draftOf(app, 'Lost answer');
    const path = `**/emails/drafts/${id}`;
    await page.route(path, async (route) => {
      await route.fetch();
    });
    // Read again, the last lines are taken for a signature: what is read differs from what was sent.
    await composer.text.fill('second\n-- \nAnn');
    await expect.poll(async () => (await emailOf(app, id)).body_plain).toBe('second\n-- \nAnn');
    await page.unroute(path);
    await page.reload();
    await composer.saved();
    expect(await composer.written()).toMatch(/^second\s+--\s+Ann$/);
    expect((await draftOf(app, 'Lost answer')).body_plain).toBe('second\n-- \nAnn');
  });

  it('survives a service that is killed while it is typed', async () => {
    const composer = await writing('Killed', 'one');
    await app.kill();
    await composer.text.fill('one, two');
    await composer.status.filter({ hasText: /Kept in this browser/ }).waitFor();
    await composer.text.fill('one, two, three');
    await app.restart();
    await expect
      .poll(async () => (await draftsOf(app, 'Killed')).map((one) => one.body_plain))
      .toEqual(['one, two, three']);
  });
});

describe('a draft that is being created', () => {
  /** A composer whose draft the service has; no answer about it comes before `release`. */
  async function unanswered(subject: string): Promise<{ composer: ComposerPage; release: () => void }> {
    page = await app.open('/compose');
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/v1/emails/drafts', async (route) => {
      const response = await route.fetch();
      await isReleased;
      await route.fulfill({ response });
    });
    await new ComposerPage(page, 'New mail').subject.fill(subject);
    await expect.poll(async () => (await draftsOf(app, subject)).length).toBe(1);
    return { composer: new ComposerPage(page, subject), release };
  }

  it('is in the trash after it was discarded', async () => {
    const { composer, release } = await unanswered('Discarded early');
    await composer.button('Discard draft').click();
    release();
    await expect.poll(() => draftsOf(app, 'Discarded early')).toEqual([]);
  });

  it('does not exist after it was discarded without having arrived', async () => {
    page = await app.open('/compose');
    await page.route('**/api/v1/emails/drafts', (route) => route.abort());
    await new ComposerPage(page, 'New mail').subject.fill('Discarded offline');
    const composer = new ComposerPage(page, 'Discarded offline');
    await composer.status.filter({ hasText: /Kept in this browser/ }).waitFor();
    const isAsked = page.waitForResponse(/emails\/drafts\/0/);
    await composer.button('Discard draft').click();
    await isAsked;
    await page.unroute('**/api/v1/emails/drafts');
    const { data } = await app.api<{ data: { subject: string }[] }>('GET', '/emails?include_deleted=true&limit=200');
    expect(data.filter(({ subject }) => subject === 'Discarded offline')).toEqual([]);
  });

  it('is the same one after "Undo"', async () => {
    page = await app.open('/mail/inbox');
    // The focus returns there when the composer closes, which must not save what was discarded.
    await page.getByRole('link', { name: 'Contacts' }).focus();
    const composer = (await ComposerPage.open(page)).titled('Undone early');
    await new ComposerPage(page, 'New mail').subject.fill('Undone early');
    await page.keyboard.press('Control+Shift+D');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await composer.text.fill('one');
    await expect
      .poll(async () => (await draftsOf(app, 'Undone early')).map(({ body_plain }) => body_plain))
      .toEqual(['one']);
  });

  it('is removed if nothing is left in it when it is closed', async () => {
    const { composer, release } = await unanswered('Emptied early');
    await composer.subject.fill('');
    await composer.titled('New mail').button('Save and close').click();
    release();
    const left = async () => {
      const { data } = await app.api<{ data: { subject: string | null }[] }>('GET', '/emails?status=draft&limit=200');
      return data.filter(({ subject }) => subject === null || subject === 'Emptied early');
    };
    await expect.poll(left).toEqual([]);
  });
});

it('a mail that is sent without a connection is sent once when it is back', async () => {
  const proxy = await app.proxy();
  page = await app.open('/compose?to=ann@example.org&subject=Offline', { origin: proxy.url });
  const composer = new ComposerPage(page, 'Offline');
  await composer.text.waitFor();
  proxy.isDown = true;
  proxy.cut();
  await composer.text.fill('From a tunnel');
  await composer.button('Send').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Put in outbox' }).click();
  await composer.status.filter({ hasText: 'Will be sent when the connection is back' }).waitFor();
  proxy.isDown = false;
  await composer.gone();
  const { data } = await app.api<{ data: { subject: string }[] }>('GET', '/emails?folder=OUTBOX');
  expect(data.filter(({ subject }) => subject === 'Offline')).toHaveLength(1);
  expect(await draftsOf(app, 'Offline')).toHaveLength(0);
});

it('a mail that is written without a connection has suggestions, is among the drafts, and is saved once it is back', async () => {
  const emails = [{ address: 'mona@example.org', label: 'personal', primary: true }];
  await app.api('POST', '/contacts', { display_name: 'Mona Riedel', emails });
  await app.api('POST', '/emails', {
    from_address: 'mona@example.org',
    folder: 'INBOX',
    received_at: '2026-03-17T08:00:00Z',
  });
  const proxy = await app.proxy();
  page = await app.open('/mail/inbox', { origin: proxy.url });
  // The likely recipients are read after the conversations of the list.
  await page.waitForResponse(/\/correspondents/);
  // Without a service worker, what the composer needs is there once one was open.
  const first = await ComposerPage.open(page);
  await first.text.waitFor();
  await first.button('Save and close').click();
  proxy.isDown = true;
  proxy.cut();
  await page.getByRole('status').filter({ hasText: 'No connection' }).waitFor();
  const composer = await ComposerPage.open(page);
  await page.keyboard.type('mon');
  await page.getByRole('option', { name: /Mona Riedel/ }).waitFor();
  await page.keyboard.press('Enter');
  await composer.subject.fill('From the train');
  const named = composer.titled('From the train');
  await named.text.fill('No signal here');
  await named.status.filter({ hasText: /Kept in this browser/ }).waitFor();
  await named.button('Save and close').click();
  await named.gone();
  await page
    .locator('#sidebar')
    .getByRole('link', { name: /^Drafts/ })
    .click();
  const rows = page.getByRole('grid').getByRole('row', { name: /Mona Riedel, From the train/ });
  await rows.and(page.getByRole('row', { name: /Only in this browser/ })).click();
  await expect.poll(() => named.written()).toBe('No signal here');
  await named.button('Save and close').click();
  proxy.isDown = false;
  await expect.poll(async () => (await draftsOf(app, 'From the train')).length).toBe(1);
  // The draft of the service takes the place of the one in the browser.
  const names = () => rows.evaluateAll((found) => found.map((row) => row.getAttribute('aria-label')));
  await expect.poll(names).toEqual([expect.not.stringContaining('Only in this browser')]);
  await rows.filter({ hasText: 'No signal here' }).waitFor();
});
