// Reading and putting away mail in the list of conversations: by mouse and by keyboard, each with undo. The list on a
// phone, without a connection, and in two pages side by side.
import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '../../support/wait-until.ts';
import { expectNoPageErrors, PHONE, startWebApp, type WebApp } from '../../support/web-app.ts';
import { MailPage } from './pages/mail.ts';

interface Thread {
  id: string;
  subject: string;
  unread: number;
  is_starred: boolean;
  folders: string[];
  labels: string[];
  emails: { id: string; folder: string; is_read: boolean; deleted_at: string | null; snoozed_until: string | null }[];
}

let app: WebApp;
let page: Page | undefined;

beforeAll(async () => {
  app = await startWebApp({ keepsPage: true });
});
afterEach(async () => {
  await app.leave(page);
  page = undefined;
});
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

async function openMail(path = '/mail/inbox', options = {}): Promise<MailPage> {
  page = await app.open(path, options);
  const mail = new MailPage(page);
  await mail.rows.first().waitFor();
  return mail;
}

/** Conversations of the inbox without drafts, so that their state is that of received mail. */
async function inbox(): Promise<Thread[]> {
  const { data } = await app.api<{ data: (Thread & { has_drafts: boolean })[] }>('GET', '/threads?folder=INBOX');
  return data.filter(({ has_drafts }) => !has_drafts);
}

async function read(id: string): Promise<Thread> {
  return (await app.api<{ data: Thread }>('GET', `/threads/${id}?include_deleted=true&body=false`)).data;
}

/** A conversation that the tests of single rows do not change. */
async function unstarred(): Promise<string> {
  const found = (await inbox()).slice(4).find(({ is_starred }) => !is_starred);
  if (!found) throw new Error('The demo has no such conversation.');
  return found.id;
}

/** What an undo must restore. */
function stateOf({ emails }: Thread): unknown {
  return emails.map(({ id, folder, is_read, deleted_at, snoozed_until }) => [
    id,
    folder,
    is_read,
    deleted_at === null,
    snoozed_until,
  ]);
}

interface Flow {
  name: string;
  key: string;
  button: string;
  isDone: (thread: Thread) => boolean;
  /** Whether the row leaves the inbox. */
  leaves: boolean;
}

const FLOWS: Flow[] = [
  {
    name: 'archive',
    key: 'e',
    button: 'Archive',
    isDone: ({ folders }) => folders.includes('ARCHIVE') && !folders.includes('INBOX'),
    leaves: true,
  },
  {
    name: 'delete',
    key: '#',
    button: 'Delete',
    isDone: ({ emails }) => emails.every(({ deleted_at }) => deleted_at !== null),
    leaves: true,
  },
  { name: 'star', key: 's', button: 'Star', isDone: ({ is_starred }) => is_starred, leaves: false },
  { name: 'mark as read', key: 'Shift+i', button: 'Mark as read', isDone: ({ unread }) => unread === 0, leaves: false },
  {
    name: 'mark as spam',
    key: '!',
    button: 'Mark as spam',
    isDone: ({ folders }) => folders.includes('SPAM'),
    leaves: true,
  },
];

/** A conversation with unread mail and without a star. */
async function plain(): Promise<Thread> {
  const found = (await inbox()).find(({ is_starred, unread }) => !is_starred && unread > 0);
  if (!found) throw new Error('The demo has no such conversation.');
  return read(found.id);
}

describe.each(FLOWS)('$name', ({ key, button, isDone, leaves }) => {
  it.each(['keyboard', 'mouse'])('by %s, and undo', async (way) => {
    const before = await plain();
    const mail = await openMail();
    const row = mail.rowOf(before.id);
    if (way === 'keyboard') {
      await row.focus();
      await mail.page.keyboard.press(key);
    } else {
      await row.click({ button: 'right' });
      await mail.page.getByRole('menuitem', { name: new RegExp(`^${button}`) }).click();
    }
    if (leaves) await row.waitFor({ state: 'detached' });
    await waitUntil(() => read(before.id), isDone);
    if (way === 'keyboard') await mail.page.keyboard.press('z');
    else await mail.undo();
    await waitUntil(
      async () => stateOf(await read(before.id)),
      (state) => isDeepStrictEqual(state, stateOf(before)),
    );
    await row.waitFor();
  });
});

describe('the list', () => {
  it('opens a conversation, which becomes read, and moves on with j and k', async () => {
    const before = await plain();
    const mail = await openMail();
    const row = mail.rowOf(before.id);
    await row.focus();
    await mail.page.keyboard.press('Enter');
    await mail.page.waitForURL((url) => url.pathname.endsWith(before.id));
    await waitUntil(
      () => read(before.id),
      ({ unread }) => unread === 0,
    );
    await mail.page.keyboard.press('j');
    await mail.page.waitForURL((url) => !url.pathname.endsWith(before.id));
    await mail.page.keyboard.press('k');
    await mail.page.waitForURL((url) => url.pathname.endsWith(before.id));
    await mail.page.keyboard.press('u');
    await mail.page.waitForURL((url) => url.pathname === '/mail/inbox');
    await waitUntil(
      () => mail.focusedId(),
      (id) => id === before.id,
    );
  });

  it.each(['ArrowDown', 'ArrowUp', 'j', 'k'])('is entered at its active row with %s after g i', async (key) => {
    const mail = await openMail();
    const [first, second] = await mail.ids();
    await mail.page.keyboard.press('g');
    await mail.page.keyboard.press('t');
    await mail.page.waitForURL((url) => url.pathname === '/');
    await mail.page.keyboard.press('g');
    await mail.page.keyboard.press('i');
    await mail.rowOf(first ?? '').waitFor();
    expect(await mail.focusedId()).toBeNull();
    await mail.page.keyboard.press(key);
    expect(await mail.focusedId()).toBe(first);
    await mail.page.keyboard.press('ArrowDown');
    await expect.poll(() => mail.focusedId()).toBe(second);
    // A click beside the rows takes the focus away, and the next key returns it.
    await mail.page.evaluate('document.activeElement.blur()');
    await mail.page.keyboard.press(key);
    expect(await mail.focusedId()).toBe(second);
  });

  it('keeps the focus at the place of a row that leaves', async () => {
    const mail = await openMail();
    const [first, second] = await mail.ids();
    await mail.rowOf(first ?? '').focus();
    await mail.page.keyboard.press('e');
    await mail.rowOf(first ?? '').waitFor({ state: 'detached' });
    await waitUntil(
      () => mail.focusedId(),
      (id) => id === second,
    );
    await mail.page.keyboard.press('z');
    await mail.rowOf(first ?? '').waitFor();
  });
});

describe('the list', () => {
  it('is filtered', async () => {
    const { total } = (
      await app.api<{ meta: { total: number } }>('GET', '/threads?folder=INBOX&has_attachments=true&limit=0')
    ).meta;
    const mail = await openMail();
    await mail.page.getByRole('radio', { name: 'Attachments' }).check({ force: true });
    await waitUntil(
      () => mail.grid.getAttribute('aria-rowcount'),
      (count) => count === String(total),
    );
  });

  it('has a menu that names what will change', async () => {
    const id = await unstarred();
    for (const action of ['mark_read', 'star']) await app.api('POST', '/emails/batch', { thread_ids: [id], action });
    const mail = await openMail();
    await mail.rowOf(id).getByRole('button', { name: 'Remove star' }).waitFor();
    await mail.rowOf(id).click({ button: 'right' });
    const names = await mail.page.getByRole('menuitem', { name: /star|as (un)?read/i }).allTextContents();
    expect(names.map((one) => one.replace(/(Shift)?[A-Z]$/, ''))).toEqual(['Mark as unread', 'Remove star']);
    await mail.page.getByRole('menuitem', { name: 'Remove star' }).click();
    await mail.rowOf(id).getByRole('button', { name: 'Star', exact: true }).waitFor();
  });

  it('shows what another page changes', async () => {
    const id = await unstarred();
    const mail = await openMail();
    const other = await app.open('/mail/inbox');
    const otherMail = new MailPage(other);
    await mail.rowOf(id).getByRole('button', { name: 'Star' }).click();
    await otherMail.rowOf(id).getByRole('button', { name: 'Remove star' }).waitFor();
    await other.context().close();
  });

  it('sends a star that was given without a connection', async () => {
    const id = await unstarred();
    const mail = await openMail();
    await mail.rowOf(id).focus();
    await mail.page.context().setOffline(true);
    await mail.page.keyboard.press('s');
    await mail.rowOf(id).getByRole('button', { name: 'Remove star' }).waitFor();
    expect((await read(id)).is_starred).toBe(false);
    await mail.page.context().setOffline(false);
    await waitUntil(
      () => read(id),
      ({ is_starred }) => is_starred,
    );
  });

  it('is left for a conversation and returned to on a phone', async () => {
    const id = await unstarred();
    const mail = await openMail('/mail/inbox', { viewport: PHONE, hasTouch: true });
    await mail.rowOf(id).tap();
    await mail.page.waitForURL((url) => url.pathname.endsWith(id));
    await mail.grid.waitFor({ state: 'hidden' });
    await mail.page.goBack();
    await mail.rowOf(id).waitFor();
  });
});
