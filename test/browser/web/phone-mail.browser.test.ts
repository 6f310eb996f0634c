// What is done with mail on a phone, by touch: from an open conversation, from its row, and with rows that a long press
// has selected. All tests share a page.
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectNoPageErrors, startWebApp, type WebApp } from '../../support/web-app.ts';
import { MailPage } from './pages/mail.ts';
import { PhonePage } from './pages/phone.ts';
import { dismissToasts } from './pages/toasts.ts';

interface Thread {
  id: string;
  folders: string[];
  labels: string[];
  unread: number;
  is_starred: boolean;
  has_drafts: boolean;
  emails: { deleted_at: string | null; snoozed_until: string | null }[];
}

let app: WebApp;
let page: Page;
let phone: PhonePage;
let mail: MailPage;

beforeAll(async () => {
  app = await startWebApp();
  phone = await PhonePage.open(app, '/mail/inbox');
  page = phone.page;
  mail = new MailPage(page);
});
afterEach(() => dismissToasts(page));
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

const read = async (id: string) =>
  (await app.api<{ data: Thread }>('GET', `/threads/${id}?include_deleted=true&body=false`)).data;
const isDeleted = async (id: string) => (await read(id)).emails.every((one) => one.deleted_at !== null);

/** Shows the inbox, and returns conversations of it, the newest first. */
async function showInbox(): Promise<string[]> {
  const { data } = await app.api<{ data: Thread[] }>('GET', '/threads?folder=INBOX&limit=20');
  const ids = data.filter(({ has_drafts }) => !has_drafts).map(({ id }) => id);
  await phone.show('/mail/inbox');
  await mail.rowOf(ids[0] ?? '').waitFor();
  return ids;
}

/** Opens the newest conversation of the inbox with a tap. */
async function openFirst(): Promise<string> {
  const [id = ''] = await showInbox();
  await phone.tap(mail.rowOf(id));
  await page.getByRole('article').first().waitFor();
  return id;
}

/** Types into a picker, and takes the choice that is offered. */
async function choose(picker: string, typed: string, option: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: picker }).fill(typed);
  await phone.tap(page.getByRole('option', { name: option }).first());
}

const topOf = async (target: Locator) => (await target.boundingBox())?.y ?? 0;
const bottomOf = async (target: Locator) => (await topOf(target)) + ((await target.boundingBox())?.height ?? 0);
const moreActions = (): Locator => mail.toolbar.getByRole('button', { name: 'More actions' });

describe('in an open conversation', () => {
  it('the details of a mail are opened by a finger that is a little below their button', async () => {
    await openFirst();
    const mailOf = page.getByRole('article').last();
    const shown = mailOf.getByRole('button', { name: /Details of the mail/ });
    await phone.tapAt(shown, { x: 20, y: 40 });
    await mailOf.getByText('Date', { exact: true }).waitFor();
    await phone.tap(shown);
    await mailOf.getByText('Date', { exact: true }).waitFor({ state: 'detached' });
  });

  it('archive leads back to the list', async () => {
    const id = await openFirst();
    await phone.button('Archive', mail.toolbar);
    await expect.poll(async () => (await read(id)).folders).not.toContain('INBOX');
    await mail.grid.waitFor();
    expect(await mail.rowOf(id).count()).toBe(0);
  });

  it('delete can be undone', async () => {
    const id = await openFirst();
    await phone.button('Delete', mail.toolbar);
    await expect.poll(() => isDeleted(id)).toBe(true);
    await phone.button('Undo', mail.toasts);
    await expect.poll(() => isDeleted(id)).toBe(false);
  });

  it('a conversation is snoozed until a time that is typed', async () => {
    const id = await openFirst();
    await phone.button('Snooze…', mail.toolbar);
    await choose('Snooze until', 'fri 9', /20 Mar.*09:00/);
    await expect
      .poll(async () => (await read(id)).emails.some((one) => one.snoozed_until === '2026-03-20T08:00:00Z'))
      .toBe(true);
  });

  it('a conversation gets a new label', async () => {
    const id = await openFirst();
    await phone.button('Label…', mail.toolbar);
    await choose('Label', 'Seeds', /Seeds/);
    await expect.poll(async () => (await read(id)).labels).toContain('Seeds');
    await phone.button('Remove label Seeds');
    await expect.poll(async () => (await read(id)).labels).not.toContain('Seeds');
  });

  it('a conversation is moved to a new folder, which the drawer shows', async () => {
    const id = await openFirst();
    await phone.button('Move…', mail.toolbar);
    await choose('Move to', 'Shed', /Create “Shed”/);
    await expect.poll(async () => (await read(id)).folders).toContain('Shed');
    await showInbox();
    await phone.button('Show sidebar');
    await phone.tap(page.getByRole('link', { name: /^Shed/ }));
    await phone.tap(mail.rowOf(id));
    await page.getByRole('article').first().waitFor();
  });

  it('a conversation is marked as unread, and is in the list again', async () => {
    const id = await openFirst();
    await expect.poll(async () => (await read(id)).unread).toBe(0);
    await phone.choose(moreActions(), 'Mark as unread');
    await expect.poll(async () => (await read(id)).unread).toBeGreaterThan(0);
  });
});

describe('in the list', () => {
  it('a tap on the star does not open the conversation', async () => {
    const [id = ''] = await showInbox();
    const before = (await read(id)).is_starred;
    await phone.tap(mail.rowOf(id).getByRole('button', { name: before ? 'Remove star' : 'Star' }));
    await expect.poll(async () => (await read(id)).is_starred).toBe(!before);
    expect(new URL(page.url()).pathname).toBe('/mail/inbox');
  });

  it('a long press selects, further taps add and remove, and an action is for all that are selected', async () => {
    const [first = '', second = '', third = ''] = await showInbox();
    await phone.longPress(mail.rowOf(first));
    await page.getByText('1 selected').waitFor();
    await phone.tap(mail.rowOf(second));
    await phone.tap(mail.rowOf(third));
    await phone.tap(mail.rowOf(third));
    await page.getByText('2 selected').waitFor();
    expect(new URL(page.url()).pathname).toBe('/mail/inbox');
    await phone.button('Archive', mail.toolbar);
    await expect.poll(async () => (await read(second)).folders).not.toContain('INBOX');
    expect((await read(first)).folders).not.toContain('INBOX');
    expect((await read(third)).folders).toContain('INBOX');
    await phone.button('Undo', mail.toasts);
    await expect.poll(async () => (await read(first)).folders).toContain('INBOX');
    await expect.poll(async () => (await read(second)).folders).toContain('INBOX');
  });

  it('a finger that scrolls selects nothing', async () => {
    const fifth = (await showInbox())[4] ?? '';
    await phone.swipe(mail.rowOf(fifth), { x: 0, y: -150 });
    expect(await mail.grid.locator('[role=row][aria-selected=true]').count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/mail/inbox');
  });

  it('a label is created, renamed and deleted in the drawer', async () => {
    const names = async () =>
      (await app.api<{ data: { name: string }[] }>('GET', '/labels')).data.map(({ name }) => name);
    const dialog = page.getByRole('dialog').last();
    await showInbox();
    await phone.button('Show sidebar');
    await phone.button('New label');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Plums');
    await phone.button('Create', dialog);
    await expect.poll(names).toContain('Plums');
    await phone.choose(page.getByRole('button', { name: 'Options of Plums' }), 'Name and colour…');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Pears');
    await phone.button('Save', dialog);
    await expect.poll(names).toContain('Pears');
    await phone.choose(page.getByRole('button', { name: 'Options of Pears' }), 'Delete');
    const question = page.getByRole('alertdialog');
    await question.waitFor();
    const [message, sheet] = [mail.toasts.getByText('Pears was changed'), question.getByRole('heading')];
    await expect.poll(async () => (await bottomOf(message)) < (await topOf(sheet))).toBe(true);
    await phone.button('Delete', question);
    await expect.poll(names).not.toContain('Pears');
  });
});
