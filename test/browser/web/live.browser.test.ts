// Two browsers side by side see each other's changes without reloading; what the service refuses is taken back with a
// message; what fails in one screen leaves the rest of the app as it is.
import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
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
const pages: Page[] = [];

beforeAll(async () => {
  app = await startWebApp();
});
afterEach(async () => {
  for (const page of pages.splice(0)) await app.leave(page);
});
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

async function open(path: string, options = {}): Promise<Page> {
  const page = await app.open(path, options);
  pages.push(page);
  return page;
}

async function openMail(options = {}): Promise<MailPage> {
  const mail = new MailPage(await open('/mail/inbox', options));
  await mail.rows.first().waitFor();
  return mail;
}

async function unreadThread(): Promise<Thread> {
  const { data } = await app.api<{ data: Thread[] }>('GET', '/threads?folder=INBOX');
  const found = data.find((one) => one.unread > 0 && !one.is_starred && !one.has_drafts);
  if (!found) throw new Error('The demo has no such conversation.');
  return found;
}

const threadOf = async (id: string) => (await app.api<{ data: Thread }>('GET', `/threads/${id}?body=false`)).data;

describe('two browsers', () => {
  it.each([
    { name: 'a star', key: 's', seen: '[aria-pressed=true]' },
    { name: 'read mail', key: 'Shift+i', seen: ':not(:has([data-unread]))' },
  ])('see $name of each other', async ({ key, seen }) => {
    const thread = await unreadThread();
    const [one, other] = [await openMail(), await openMail()];
    const row = other.rowOf(thread.id);
    await row.waitFor();
    await one.rowOf(thread.id).focus();
    await one.page.keyboard.press(key);
    const changed = seen.startsWith(':')
      ? other.page.locator(`[role=row][data-id="${thread.id}"]${seen}`)
      : row.locator(seen);
    await changed.waitFor();
  });

  it('see archived mail leave, and the counts follow', async () => {
    const thread = await unreadThread();
    const [one, other] = [await openMail(), await openMail()];
    const count = other.page.locator('#sidebar a[href="/mail/inbox"]');
    const before = await count.textContent();
    await one.rowOf(thread.id).focus();
    await one.page.keyboard.press('e');
    await other.rowOf(thread.id).waitFor({ state: 'detached' });
    await waitUntil(
      () => count.textContent(),
      (text) => text !== before,
    );
  });

  it('see labels, drafts, events and contacts that others make', async () => {
    const thread = await unreadThread();
    const [mail, today, people] = [await openMail(), await open('/'), await open('/contacts')];
    await app.api('POST', '/emails/batch', {
      thread_ids: [thread.id],
      action: 'add_label',
      params: { label: 'seen-live' },
    });
    await mail.rowOf(thread.id).getByText('seen-live').waitFor();
    await app.api('POST', '/emails/drafts', { subject: 'A draft from elsewhere', to_addresses: [], body_plain: 'x' });
    await today.getByText('A draft from elsewhere').first().waitFor();
    await app.api('POST', '/events', {
      title: 'Meeting from elsewhere',
      start_at: '2026-03-17T15:00:00Z',
      end_at: '2026-03-17T16:00:00Z',
    });
    await today.getByText('Meeting from elsewhere').first().waitFor();
    await app.api('POST', '/contacts', { display_name: 'Aaaron Elsewhere' });
    await people.getByText('Aaaron Elsewhere').first().waitFor();
  });

  it('ask for each list once at the start', async () => {
    const page = await open('/contacts');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.reload();
    await page.getByRole('grid', { name: 'Contacts' }).getByRole('row').first().waitFor();
    await waitUntil(
      () => asked.filter((path) => path.endsWith('/folders')).length,
      (count) => count > 0,
    );
    await page.waitForLoadState('networkidle');
    expect(asked.filter((path) => path === '/api/v1/contacts')).toHaveLength(1);
  });
});

const REFUSALS = [
  { status: 412, code: 'PRECONDITION_FAILED' },
  { status: 409, code: 'CONFLICT' },
  { status: 404, code: 'NOT_FOUND' },
  { status: 500, code: 'INTERNAL_ERROR' },
];

describe.each(REFUSALS)('a change that is refused with $status', ({ status, code }) => {
  it('is taken back with a message', async () => {
    const thread = await unreadThread();
    const mail = await openMail();
    const keys: (string | undefined)[] = [];
    await mail.page.route('**/api/v1/emails/batch', async (route: Route) => {
      keys.push(
        await route
          .request()
          .headerValue('idempotency-key')
          .then((key) => key ?? undefined),
      );
      await route.fulfill({ status, json: { error: { code, message: 'This was refused.' } } });
    });
    await mail.rowOf(thread.id).focus();
    await mail.page.keyboard.press('e');
    await mail.page.getByText('This was refused.').first().waitFor();
    await mail.rowOf(thread.id).waitFor();
    expect((await threadOf(thread.id)).folders).toContain('INBOX');
    // An internal error may be over in a moment; nothing is done twice.
    expect(keys).toHaveLength(status === 500 ? 3 : 1);
    expect(new Set(keys).size).toBe(1);
  });
});

it('an error in one screen is shown there, and the others work', async () => {
  const page = await open('/');
  // What no service answers.
  const impossible = { id: 'contact', display_name: {}, emails: [], phones: [], tags: [], deleted_at: null };
  await page.route('**/api/v1/contacts?*', (route) =>
    route.fulfill({ json: { data: [impossible], meta: { total: 1 } } }),
  );
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Contacts' }).click();
  await page.getByRole('alert').getByText('This screen has failed').waitFor();
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Mail' }).click();
  await new MailPage(page).rows.first().waitFor();
});
