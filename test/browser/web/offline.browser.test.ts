// Without a connection: the app says so, opens, shows mail that was read, and keeps changes until they can be sent.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CutProxy } from '../../support/cut-proxy.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { expectNoPageErrors, startWebApp, type WebApp } from '../../support/web-app.ts';
import { MailPage } from './pages/mail.ts';

interface Thread {
  id: string;
  subject: string;
  unread: number;
  is_starred: boolean;
  has_drafts: boolean;
  folders: string[];
}

let app: WebApp;
let proxy: CutProxy;
let page: Page | undefined;

beforeAll(async () => {
  app = await startWebApp();
});
afterEach(async () => {
  await page?.context().close();
  page = undefined;
});
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

/** With the service worker for what opens the app without a connection; actions work without it. */
async function openMail(serviceWorkers: 'allow' | 'block' = 'block'): Promise<MailPage> {
  proxy = await app.proxy();
  page = await app.open('/mail/inbox', { origin: proxy.url, serviceWorkers });
  const mail = new MailPage(page);
  await mail.rows.first().waitFor();
  return mail;
}

function cut(): void {
  proxy.isDown = true;
  proxy.cut();
}

async function threads(): Promise<Thread[]> {
  const { data } = await app.api<{ data: Thread[] }>('GET', '/threads?folder=INBOX');
  return data.filter((one) => !one.is_starred && !one.has_drafts);
}

const threadOf = async (id: string) => (await app.api<{ data: Thread }>('GET', `/threads/${id}?body=false`)).data;
/** It is shown for a moment: call it before the connection is back. */
const connectedAgain = (on: Page) => on.getByText('Connected again').waitFor();
const offlineBanner = (on: Page) => on.getByRole('status').filter({ hasText: 'No connection' });

/** The service worker has the files, and the storage has the session and the lists. */
async function untilStored(on: Page): Promise<void> {
  await on.evaluate('navigator.serviceWorker.ready');
  await waitUntil(
    () => on.evaluate(STORED) as Promise<string[]>,
    (keys) => keys.includes('replica') && keys.includes('session'),
  );
}

const STORED = `new Promise((resolve) => {
  const request = indexedDB.open('daybook-owner');
  request.onsuccess = () => {
    const keys = request.result.transaction('values').objectStore('values').getAllKeys();
    keys.onsuccess = () => { request.result.close(); resolve(keys.result); };
  };
})`;

/** How many changes the browser has stored, in whichever database. */
const STORED_CHANGES = `indexedDB.databases().then(async (databases) => {
  const counts = databases.map(({ name }) => new Promise((resolve) => {
    const request = indexedDB.open(name);
    request.onsuccess = () => {
      const count = request.result.transaction('mutations').objectStore('mutations').count();
      count.onsuccess = () => { request.result.close(); resolve(count.result); };
    };
  }));
  return (await Promise.all(counts)).reduce((sum, one) => sum + one, 0);
})`;

describe('without a connection', () => {
  it('changes are shown at once, and sent in their order when it is back', async () => {
    const mail = await openMail();
    const [first, second] = await threads();
    if (!first || !second) throw new Error('The demo has too few conversations.');
    cut();
    await offlineBanner(mail.page).waitFor();
    for (const id of [first.id, second.id]) {
      await mail.rowOf(id).focus();
      await mail.page.keyboard.press('s');
      await mail.rowOf(id).locator('[aria-pressed=true]').waitFor();
    }
    await mail.rowOf(second.id).focus();
    await mail.page.keyboard.press('e');
    await mail.rowOf(second.id).waitFor({ state: 'detached' });
    await mail.page.getByText('3 changes are waiting').waitFor();
    expect((await threadOf(first.id)).is_starred).toBe(false);
    const isBack = connectedAgain(mail.page);
    proxy.isDown = false;
    await isBack;
    await waitUntil(
      async () => [await threadOf(first.id), await threadOf(second.id)] as const,
      ([one, two]) => one.is_starred && two.is_starred && !two.folders.includes('INBOX'),
    );
    const posts = proxy.requests.filter((line) => line.startsWith('POST /api/v1/emails/batch'));
    expect(posts.length).toBeGreaterThanOrEqual(3);
    await mail.rowOf(first.id).locator('[aria-pressed=true]').waitFor();
  });

  it('the app opens, shows a mail that was read, and sends what was changed in a tab that was closed', async () => {
    const mail = await openMail('allow');
    const [thread] = await threads();
    if (!thread) throw new Error('The demo has no such conversation.');
    await mail.rowOf(thread.id).click();
    const heading = mail.page.getByRole('heading', { name: thread.subject }).first();
    await heading.waitFor();
    await untilStored(mail.page);
    cut();
    const again = await app.open('/mail/inbox', { origin: proxy.url, context: mail.page.context() });
    await mail.page.close();
    const offline = new MailPage(again);
    await offline.rowOf(thread.id).click();
    await again.getByRole('heading', { name: thread.subject }).first().waitFor();
    await offlineBanner(again).waitFor();
    await offline.rowOf(thread.id).focus();
    await again.keyboard.press('s');
    await offline.rowOf(thread.id).locator('[aria-pressed=true]').waitFor();
    await again.getByText('change is waiting').or(again.getByText('changes are waiting')).waitFor();
    const third = await app.open('/', { origin: proxy.url, context: mail.page.context() });
    page = third;
    await again.close();
    proxy.isDown = false;
    await waitUntil(
      () => threadOf(thread.id),
      ({ is_starred }) => is_starred,
    );
  });

  it('a deleted conversation keeps its scheduled mail, and undo withdraws a change that was not sent', async () => {
    const [first, second] = await threads();
    if (!first || !second) throw new Error('The demo has too few conversations.');
    const { data } = await app.api('POST', '/emails', {
      status: 'scheduled',
      scheduled_at: '2026-03-20T08:00:00Z',
      thread_id: first.id,
      from_address: 'ida@brandt.example',
      to_addresses: ['ann@example.org'],
      subject: 'Later',
    });
    const mail = await openMail();
    cut();
    await offlineBanner(mail.page).waitFor();
    await mail.rowOf(second.id).focus();
    await mail.page.keyboard.press('e');
    await mail.rowOf(second.id).waitFor({ state: 'detached' });
    await mail.undo();
    await mail.rowOf(second.id).waitFor();
    await mail.rowOf(first.id).focus();
    await mail.page.keyboard.press('#');
    await mail.rowOf(first.id).waitFor({ state: 'detached' });
    await mail.page.getByText('1 change is waiting').waitFor();
    proxy.isDown = false;
    await waitUntil(
      () => threadOf(first.id),
      ({ folders }) => !folders.includes('INBOX'),
    );
    expect((await app.api('GET', `/emails/${data.id}`)).data).toMatchObject({ deleted_at: null, status: 'scheduled' });
    expect((await threadOf(second.id)).folders).toContain('INBOX');
    expect(proxy.requests.filter((line) => line.startsWith('POST /api/v1/emails/batch'))).toHaveLength(1);
  });

  it('a change is stored before its mails are read, so that closing the tab does not lose it', async () => {
    const mail = await openMail();
    const [thread] = await threads();
    if (!thread) throw new Error('The demo has no such conversation.');
    await mail.page.route(`**/api/v1/threads/${thread.id}?*`, () => {}); // is never answered
    await mail.rowOf(thread.id).focus();
    await mail.page.keyboard.press('e');
    await mail.rowOf(thread.id).waitFor({ state: 'detached' });
    await waitUntil(
      () => mail.page.evaluate(STORED_CHANGES) as Promise<number>,
      (count) => count === 1,
    );
    const other = await app.open('/', { origin: proxy.url, context: mail.page.context() });
    await mail.page.close();
    page = other;
    await other.reload();
    await waitUntil(
      () => threadOf(thread.id),
      ({ folders }) => !folders.includes('INBOX'),
    );
  });

  it('a change of a tab that is open is sent by that tab alone', async () => {
    const mail = await openMail('allow');
    const [thread] = await threads();
    if (!thread) throw new Error('The demo has no such conversation.');
    await untilStored(mail.page); // the other tab is opened from what is stored
    cut();
    await offlineBanner(mail.page).waitFor();
    await mail.rowOf(thread.id).focus();
    await mail.page.keyboard.press('s');
    await mail.page.getByText('1 change is waiting').waitFor();
    const other = await app.open('/mail/inbox', { origin: proxy.url, context: mail.page.context() });
    proxy.requests.length = 0;
    proxy.isDown = false;
    await waitUntil(
      () => threadOf(thread.id),
      ({ is_starred }) => is_starred,
    );
    await new MailPage(other).rowOf(thread.id).locator('[aria-pressed=true]').waitFor();
    expect(proxy.requests.filter((line) => line.startsWith('POST /api/v1/emails/batch'))).toHaveLength(1);
  });
});

it('a service that is killed and started again is followed without a reload', async () => {
  const mail = await openMail();
  await mail.page.evaluate('window.isSamePage = true');
  await app.kill();
  await offlineBanner(mail.page).waitFor();
  const isBack = connectedAgain(mail.page);
  await app.restart();
  await isBack;
  const [thread] = await threads();
  await app.api('POST', '/emails/batch', { thread_ids: [thread?.id], action: 'star' });
  await mail
    .rowOf(thread?.id ?? '')
    .locator('[aria-pressed=true]')
    .waitFor();
  expect(await mail.page.evaluate('window.isSamePage')).toBe(true);
});

it('a connection that has died in silence while the computer slept is noticed when it wakes', async () => {
  const mail = await openMail();
  await mail.page.waitForFunction('document.querySelector("#sidebar a")');
  await waitUntil(
    () => proxy.sockets(),
    (count) => count > 0,
  );
  proxy.isSilent = true;
  await mail.page.evaluate('document.dispatchEvent(new Event("resume"))');
  await offlineBanner(mail.page).waitFor();
  const isBack = connectedAgain(mail.page);
  proxy.isSilent = false;
  proxy.cut();
  await isBack;
});
