// Changes of mail that are undone without a connection, or whose page is left. faults-mail has the other faults.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, expectNoPageErrors, startWebApp, type WebApp } from '../../support/web-app.ts';
import { MailPage } from './pages/mail.ts';

interface Thread {
  id: string;
  is_starred: boolean;
  folders: string[];
  labels: string[];
  emails: { id: string; folder: string; deleted_at: string | null; snoozed_until: string | null }[];
}

let app: WebApp;
let page: Page;
let mail: MailPage;

beforeAll(async () => {
  app = await startWebApp();
  page = await app.open('/mail/inbox');
  mail = new MailPage(page);
  await mail.rows.first().waitFor();
});
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

async function read(id: string): Promise<Thread> {
  return (await app.api<{ data: Thread }>('GET', `/threads/${id}?include_deleted=true&body=false`)).data;
}

/** The first conversation of the list. */
async function fresh(): Promise<string> {
  const id = await eventually(async () => {
    const [found] = await mail.ids();
    expect(found).toBeDefined();
    return found;
  });
  return id ?? '';
}

describe('without a connection', () => {
  it('a change that waits is undone, too', async () => {
    const id = await fresh();
    const before = await read(id);
    await mail.rowOf(id).focus();
    const label = before.is_starred ? 'Star' : 'Remove star';
    const changed = mail.rowOf(id).getByRole('button', { name: label });
    // The code of the action is loaded.
    for (const state of ['visible', 'detached'] as const) {
      await page.keyboard.press('s');
      await changed.waitFor({ state });
    }
    await page.context().setOffline(true);
    await page.keyboard.press('s');
    await changed.waitFor();
    await page.keyboard.press('z');
    await mail
      .rowOf(id)
      .getByRole('button', { name: before.is_starred ? 'Remove star' : 'Star' })
      .waitFor();
    await page.context().setOffline(false);
    await page.getByText('Undone').first().waitFor();
    await eventually(async () => expect((await read(id)).is_starred).toBe(before.is_starred));
  });
});

describe('all that match', () => {
  const total = async (query: string) =>
    (await app.api<{ meta: { total: number } }>('GET', `/emails?${query}&limit=0`)).meta.total;

  it('are changed also when the page is left before the message closes', async () => {
    const mails = await total('folder=INBOX');
    expect(mails).toBeGreaterThan(100);
    await mail.check((await mail.ids())[0] ?? '');
    await page.getByRole('button', { name: /^Select all \d+ conversations/ }).click();
    await page.keyboard.press('Shift+I');
    await mail.toasts.getByText('It takes effect').waitFor();
    await page.goto(`${app.url}/mail/label/work`);
    await mail.rows.first().waitFor();
    await eventually(async () => expect(await total('folder=INBOX&is_read=false')).toBe(0));
  });
});
