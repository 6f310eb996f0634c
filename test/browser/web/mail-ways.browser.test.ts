// What is done with mail from menus with the mouse, and with keys alone: labels, folders, snooze, trash, drafts, and the
// names in the sidebar. All tests share a page.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectNoPageErrors, startWebApp, type WebApp } from '../../support/web-app.ts';
import { MailPage } from './pages/mail.ts';
import { press as pressBy, reach, WAYS } from './pages/ways.ts';

interface Thread {
  id: string;
  folders: string[];
  labels: string[];
  has_drafts: boolean;
  emails: { deleted_at: string | null; snoozed_until: string | null }[];
}

let app: WebApp;
let page: Page;
let mail: MailPage;

beforeAll(async () => {
  app = await startWebApp();
  page = await app.open('/mail/inbox');
  mail = new MailPage(page);
});
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

const read = async (id: string) =>
  (await app.api<{ data: Thread }>('GET', `/threads/${id}?include_deleted=true&body=false`)).data;

/** Goes to a list, and returns a conversation of it. */
async function show(path: string, query: string): Promise<string> {
  await page.evaluate(`history.pushState(null, '', '${path}')`);
  const { data } = await app.api<{ data: Thread[] }>('GET', `/threads?${query}&limit=20`);
  const id = data.find(({ has_drafts }) => !has_drafts)?.id ?? '';
  await mail.rowOf(id).waitFor();
  return id;
}

/** Goes to the list with Tab, and to the row with arrows. */
async function goToRow(id: string): Promise<void> {
  await reach(mail.grid.locator('[role=row][tabindex="0"]'));
  await page.keyboard.press('Home');
  for (let rows = 0; rows < 50 && (await mail.focusedId()) !== id; rows++) await page.keyboard.press('ArrowDown');
  expect(await mail.focusedId()).toBe(id);
}

describe.each(WAYS)('by %s', (way) => {
  const press = (target: Locator) => pressBy(way, target);

  /** An action of the context menu, or its key. */
  async function act(id: string, name: string, key: string): Promise<void> {
    if (way === 'mouse') {
      await mail.rowOf(id).click({ button: 'right' });
      await page.getByRole('menuitem', { name }).click();
    } else {
      await goToRow(id);
      await page.keyboard.press(key);
    }
  }

  /** Takes a choice of a picker. */
  async function choose(picker: string, typed: string, option: RegExp): Promise<void> {
    await page.getByRole('combobox', { name: picker }).fill(typed);
    await page.getByRole('option', { name: option }).first().waitFor();
    if (way === 'mouse') await page.getByRole('option', { name: option }).first().click();
    else await page.keyboard.press('Enter');
  }

  it('a conversation gets a label', async () => {
    const id = await show('/mail/inbox', 'folder=INBOX');
    await act(id, 'Label…', 'l');
    await choose('Label', `Seeds ${way}`, new RegExp(`Seeds ${way}`));
    if (way === 'mouse') await page.keyboard.press('Escape');
    await expect.poll(async () => (await read(id)).labels).toContain(`Seeds ${way}`);
  });

  it('a conversation is moved to a folder', async () => {
    const id = await show('/mail/inbox', 'folder=INBOX');
    await act(id, 'Move…', 'v');
    await choose('Move to', `Shed ${way}`, new RegExp(`Create “Shed ${way}”`));
    await expect.poll(async () => (await read(id)).folders).toContain(`Shed ${way}`);
    await mail.rowOf(id).waitFor({ state: 'detached' });
  });

  it('a conversation is snoozed', async () => {
    const id = await show('/mail/inbox', 'folder=INBOX');
    await act(id, 'Snooze…', 'b');
    await choose('Snooze until', 'fri 9', /20 Mar.*09:00/);
    await expect
      .poll(async () => (await read(id)).emails.some((one) => one.snoozed_until === '2026-03-20T08:00:00Z'))
      .toBe(true);
  });

  it('a conversation is deleted and restored from the trash', async () => {
    const id = await show('/mail/folder/ARCHIVE', 'folder=ARCHIVE');
    await act(id, 'Delete', '#');
    await mail.rowOf(id).waitFor({ state: 'detached' });
    await expect.poll(async () => (await read(id)).emails.every((one) => one.deleted_at !== null)).toBe(true);
    await page.evaluate(`history.pushState(null, '', '/mail/trash')`);
    await mail.rowOf(id).waitFor();
    await act(id, 'Restore', 'e');
    await expect.poll(async () => (await read(id)).emails.every((one) => one.deleted_at === null)).toBe(true);
  });

  it('a draft is moved to the trash and comes back', async () => {
    const draft = { to: 'ann@example.org', subject: `Discarded by ${way}` };
    const { id } = (await app.api<{ data: { id: string } }>('POST', '/emails/drafts', draft)).data;
    const isDeleted = async () =>
      (await app.api<{ data: { deleted_at: string | null } }>('GET', `/emails/${id}`)).data.deleted_at !== null;
    await page.evaluate(`history.pushState(null, '', '/mail/drafts')`);
    await mail.rowOf(id).waitFor();
    if (way === 'mouse') await mail.rowOf(id).getByRole('button', { name: 'Delete' }).click();
    else {
      await goToRow(id);
      await page.keyboard.press('#');
    }
    await expect.poll(isDeleted).toBe(true);
    if (way === 'mouse') await mail.undo();
    else await page.keyboard.press('z');
    await expect.poll(isDeleted).toBe(false);
  });

  it('a label is created, renamed and deleted', async () => {
    const dialog = page.getByRole('dialog');
    const names = async () =>
      (await app.api<{ data: { name: string }[] }>('GET', '/labels')).data.map(({ name }) => name);
    await press(page.getByRole('button', { name: 'New label' }));
    await dialog.getByRole('textbox', { name: 'Name' }).fill(`Plums ${way}`);
    await press(dialog.getByRole('button', { name: 'Create' }));
    await expect.poll(names).toContain(`Plums ${way}`);
    const openMenu = async (name: string) => {
      if (way === 'mouse') await mail.sidebar(name).hover();
      await press(page.getByRole('button', { name: `Options of ${name}` }));
    };
    await openMenu(`Plums ${way}`);
    await press(page.getByRole('menuitem', { name: 'Name and colour…' }));
    await dialog.getByRole('textbox', { name: 'Name' }).fill(`Pears ${way}`);
    await press(dialog.getByRole('button', { name: 'Save' }));
    await expect.poll(names).toContain(`Pears ${way}`);
    await openMenu(`Pears ${way}`);
    await press(page.getByRole('menuitem', { name: 'Delete' }));
    await press(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }));
    await expect.poll(names).not.toContain(`Pears ${way}`);
  });
});
