// Changes of mail when something goes wrong: a service that is killed, that refuses or fails, no connection, a page that
// is left. Nothing is lost, and what was refused is shown as it is.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
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
afterEach(async () => {
  await page.unroute('**/api/v1/emails/batch');
  await page.keyboard.press('Escape');
});
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

async function read(id: string): Promise<Thread> {
  return (await app.api<{ data: Thread }>('GET', `/threads/${id}?include_deleted=true&body=false`)).data;
}

/** Conversations that a test has changed. */
const changed = new Set<string>();

/** The first conversation of the list that no test has changed. */
async function fresh(): Promise<string> {
  const id = await eventually(async () => {
    const found = (await mail.ids()).find((one) => !changed.has(one));
    expect(found).toBeDefined();
    return found;
  });
  return id ?? '';
}

async function choose(text: string): Promise<void> {
  await page.getByRole('combobox').last().fill(text);
  await page.keyboard.press('Enter');
}

const CHANGES: { name: string; make: () => Promise<void>; isMade: (thread: Thread) => boolean }[] = [
  { name: 'archiving', make: () => page.keyboard.press('e'), isMade: ({ folders }) => !folders.includes('INBOX') },
  {
    name: 'labelling',
    make: async () => {
      await page.keyboard.press('l');
      await choose('harbour');
    },
    isMade: ({ labels }) => labels.includes('harbour'),
  },
  {
    name: 'moving',
    make: async () => {
      await page.keyboard.press('v');
      await choose('Pond');
    },
    isMade: ({ folders }) => folders.includes('Pond'),
  },
  {
    name: 'snoozing',
    make: async () => {
      await page.keyboard.press('b');
      await choose('fri 9');
    },
    isMade: ({ emails }) => emails.some((one) => one.snoozed_until !== null),
  },
  {
    name: 'deleting',
    make: () => page.keyboard.press('#'),
    isMade: ({ emails }) => emails.every((one) => one.deleted_at !== null),
  },
];

describe.each(CHANGES)('$name', ({ make, isMade }) => {
  it('is made after the service was killed in the middle and started again', async () => {
    const id = await fresh();
    changed.add(id);
    await mail.rowOf(id).focus();
    let wasKilled = false;
    await page.route('**/api/v1/emails/batch', async (route) => {
      if (wasKilled) return route.fallback();
      wasKilled = true;
      await app.kill();
      await route.abort();
    });
    await make();
    await eventually(() => expect(wasKilled).toBe(true));
    await app.restart();
    await eventually(async () => expect(isMade(await read(id))).toBe(true));
  });

  it.each([412, 500])('is taken back and explained when the service answers %i', async (status) => {
    const id = await fresh();
    await mail.rowOf(id).focus();
    const error = { code: 'FAULT', message: `A fault of the test, ${status}.`, details: {} };
    await page.route('**/api/v1/emails/batch', (route) => route.fulfill({ status, json: { error } }));
    await make();
    await mail.toasts.getByText(error.message).first().waitFor();
    await mail.rowOf(id).waitFor();
    expect(isMade(await read(id))).toBe(false);
  });
});

describe('without a connection', () => {
  it('mail is archived when the connection returns', async () => {
    const id = await fresh();
    changed.add(id);
    await mail.rowOf(id).focus();
    await page.context().setOffline(true);
    await page.keyboard.press('e');
    await mail.rowOf(id).waitFor({ state: 'detached' });
    await page.context().setOffline(false);
    await eventually(async () => expect((await read(id)).folders).not.toContain('INBOX'));
  });

  it('a change that waits is undone, too', async () => {
    const id = await fresh();
    const before = await read(id);
    await mail.rowOf(id).focus();
    await page.context().setOffline(true);
    await page.keyboard.press('s');
    const label = before.is_starred ? 'Star' : 'Remove star';
    await mail.rowOf(id).getByRole('button', { name: label }).waitFor();
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
    await mail.toasts.getByText('will be changed').waitFor();
    await page.goto(`${app.url}/mail/label/work`);
    await mail.rows.first().waitFor();
    await eventually(async () => expect(await total('folder=INBOX&is_read=false')).toBe(0));
  });
});
