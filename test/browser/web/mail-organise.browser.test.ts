// Organising mail: labels, folders, snooze, selections, the trash and unsent mail.
import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '../../support/wait-until.ts';
import { expectNoPageErrors, startWebApp, type WebApp } from '../../support/web-app.ts';
import { ConversationPage, storeConversation } from './pages/conversation.ts';
import { MailPage } from './pages/mail.ts';

interface Thread {
  id: string;
  unread: number;
  is_starred: boolean;
  folders: string[];
  labels: string[];
  emails: { folder: string; deleted_at: string | null; snoozed_until: string | null }[];
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

async function read(id: string): Promise<Thread> {
  return (await app.api<{ data: Thread }>('GET', `/threads/${id}?include_deleted=true&body=false`)).data;
}

async function list(query: string): Promise<Thread[]> {
  return (await app.api<{ data: Thread[] }>('GET', `/threads?${query}`)).data;
}

/** The first conversation of the inbox that fits. */
async function first(fits: (thread: Thread) => boolean = () => true): Promise<string> {
  const found = (await list('folder=INBOX&limit=50')).slice(4).find(fits);
  if (!found) throw new Error('The demo has no such conversation.');
  return found.id;
}

describe('a conversation', () => {
  it('gets a new label by typing, which is in the sidebar at once, and loses it by undo', async () => {
    const id = await first();
    const mail = await openMail();
    await mail.rowOf(id).focus();
    await mail.page.keyboard.press('l');
    await mail.page.getByRole('combobox', { name: 'Label' }).fill('harvest');
    await mail.page.keyboard.press('Enter');
    await waitUntil(
      () => read(id),
      ({ labels }) => labels.includes('harvest'),
    );
    await mail.sidebar('harvest').waitFor();
    await mail.page.keyboard.press('z');
    await waitUntil(
      () => read(id),
      ({ labels }) => !labels.includes('harvest'),
    );
  });

  it('is labelled by dragging it onto a label', async () => {
    const id = await first(({ labels }) => !labels.includes('book'));
    const mail = await openMail();
    await mail.rowOf(id).dragTo(mail.sidebar('book'));
    await waitUntil(
      () => read(id),
      ({ labels }) => labels.includes('book'),
    );
  });

  it('gets a star by dragging it onto "Starred", and keeps one that it has', async () => {
    const id = await first(({ is_starred }) => !is_starred);
    const mail = await openMail();
    for (const count of [1, 2]) {
      await mail.rowOf(id).dragTo(mail.sidebar('Starred'));
      await waitUntil(
        () => mail.toasts.getByText('Starred.').count(),
        (shown) => shown === count,
      );
      await waitUntil(
        () => read(id),
        ({ is_starred }) => is_starred,
      );
    }
    await mail.undo();
    await mail.toasts.getByText('Undone.').waitFor();
    expect((await read(id)).is_starred).toBe(true);
  });

  it('is moved to a new folder', async () => {
    const id = await first();
    const mail = await openMail();
    await mail.rowOf(id).click({ button: 'right' });
    await mail.page.getByRole('menuitem', { name: /^Move/ }).click();
    await mail.page.getByRole('combobox', { name: 'Move to' }).fill('Garden');
    await mail.page.getByRole('option', { name: 'Create “Garden”' }).click();
    await mail.rowOf(id).waitFor({ state: 'detached' });
    await waitUntil(
      () => read(id),
      ({ folders }) => folders.includes('Garden'),
    );
    await mail.sidebar('Garden').click();
    await mail.rowOf(id).waitFor();
  });

  it('is snoozed to a typed time, in the time zone of the user', async () => {
    const id = await first();
    const mail = await openMail();
    const ids = await mail.ids();
    await mail.rowOf(id).focus();
    await mail.page.keyboard.press('b');
    await mail.page.getByRole('combobox', { name: 'Snooze until' }).fill('fri 9');
    await mail.page.getByRole('option', { name: /20 Mar.*09:00/ }).waitFor();
    await mail.page.keyboard.press('Enter');
    const isSnoozed = ({ emails }: Thread) => emails.some((one) => one.snoozed_until === '2026-03-20T08:00:00Z');
    await waitUntil(() => read(id), isSnoozed);
    await mail.rowOf(id).waitFor({ state: 'detached' });
    expect(await mail.focusedId()).toBe(ids[ids.indexOf(id) + 1]);
    await mail.undo();
    await waitUntil(
      () => read(id),
      ({ emails, folders }) => folders.includes('INBOX') && emails.every((one) => !one.snoozed_until),
    );
  });
});

describe('a selection', () => {
  it.each(['mouse', 'keyboard'])('of a range by %s is marked as read together', async (way) => {
    await app.api('POST', '/emails/batch', { where: { folder: 'INBOX' }, action: 'mark_unread' });
    const mail = await openMail();
    const [one = '', two = '', three = '', four = ''] = await mail.ids();
    if (way === 'mouse') {
      await mail.check(one);
      await mail.rowOf(three).click({ modifiers: ['Shift'] });
    } else {
      await mail.rowOf(one).focus();
      await mail.page.keyboard.press('Shift+ArrowDown');
      await mail.page.keyboard.press('Shift+ArrowDown');
    }
    await mail.page.getByText('3 selected').waitFor();
    await mail.page.keyboard.press('Shift+I');
    for (const id of [one, two, three])
      await waitUntil(
        () => read(id),
        ({ unread }) => unread === 0,
      );
    expect((await read(four)).unread).toBeGreaterThan(0);
    await mail.page.keyboard.press('Escape');
    await mail.page.getByRole('heading', { name: 'Inbox' }).waitFor();
  });

  it('of all that match is changed when its message has closed, and not at all after undo', async () => {
    const count = async (query: string) =>
      (await app.api<{ meta: { total: number } }>('GET', `/emails?label=work&limit=0&${query}`)).meta.total;
    await app.api('POST', '/emails/batch', { where: { label: 'work' }, action: 'mark_read' });
    const latest = (await list('label=work&limit=500&fields=id')).length;
    const mail = await openMail('/mail/label/work');
    const selectAll = async () => {
      await mail.check((await mail.ids())[0] ?? '');
      await mail.page.getByRole('button', { name: /^Select all \d+ conversations/ }).click();
      await mail.page.keyboard.press('Shift+U');
      await mail.toasts.getByText(`(${latest} mails)`).waitFor();
    };
    await selectAll();
    await mail.undo();
    expect(await count('is_read=false')).toBe(0);
    await selectAll();
    expect(await count('is_read=false')).toBe(0);
    await mail.toasts.getByRole('button', { name: 'Dismiss' }).last().click();
    await waitUntil(
      () => count('is_read=false'),
      (unread) => unread === latest,
    );
    expect(await count('is_read=true')).toBeGreaterThan(0);
  });
});

describe('the trash', () => {
  it('shows the next conversation before the service has deleted one permanently', async () => {
    const [id = '', other = ''] = (await list('folder=ARCHIVE&limit=2')).map((one) => one.id);
    await app.api('POST', '/emails/batch', { thread_ids: [id, other], action: 'delete' });
    const mail = await openMail(`/mail/trash/${id}`);
    const { promise: isAsked, resolve: answer } = Promise.withResolvers<void>();
    const isErasing = (url: URL) => url.searchParams.has('permanent');
    await mail.page.route(isErasing, (route) => isAsked.then(() => route.continue()));
    await mail.page.keyboard.press('#');
    await mail.page.getByRole('alertdialog').getByRole('button', { name: 'Delete permanently' }).click();
    await mail.page.waitForURL((url) => !url.pathname.endsWith(id));
    expect((await read(id)).emails).not.toEqual([]);
    answer();
    await waitUntil(
      () => list('only_deleted=true'),
      (left) => left.every((one) => one.id !== id),
    );
    await mail.page.unroute(isErasing);
  });

  it('gives conversations back, and is emptied after a question, without what is restored meanwhile', async () => {
    const [id = '', other = ''] = (await list('folder=ARCHIVE&limit=2')).map((one) => one.id);
    await app.api('POST', '/emails/batch', { thread_ids: [id, other], action: 'delete' });
    const mail = await openMail('/mail/trash');
    await mail.rowOf(id).focus();
    await mail.page.keyboard.press('e');
    await mail.rowOf(id).waitFor({ state: 'detached' });
    await waitUntil(
      () => read(id),
      ({ emails }) => emails.every((one) => one.deleted_at === null),
    );
    await mail.page.getByRole('button', { name: 'Empty trash' }).click();
    const isPage = (url: URL) => url.pathname.endsWith('/emails') && url.searchParams.get('limit') === '100';
    const restoreFirst = async (route: Route) => {
      const response = await route.fetch();
      await app.api('POST', '/emails/batch', { thread_ids: [other], action: 'restore' });
      await route.fulfill({ response });
    };
    await mail.page.route(isPage, restoreFirst, { times: 1 });
    await mail.page.getByRole('alertdialog').getByRole('button', { name: 'Empty trash' }).click();
    await mail.page.getByRole('heading', { name: 'The trash is empty' }).waitFor();
    expect(await list('only_deleted=true')).toEqual([]);
    expect((await read(other)).emails).not.toEqual([]);
  });
});

describe('mail that was not sent', () => {
  it('is scheduled for another time, and cancelled to be edited', async () => {
    const scheduled = async () =>
      (await app.api<{ data: { id: string; scheduled_at: string }[] }>('GET', '/emails?status=scheduled')).data;
    const mail = await openMail('/mail/scheduled');
    await mail.rows.getByRole('button', { name: 'Change time…' }).click();
    await mail.page.getByRole('combobox', { name: 'Send at' }).fill('19.3. 14:00');
    await mail.page.keyboard.press('Enter');
    await waitUntil(scheduled, ([one]) => one?.scheduled_at === '2026-03-19T13:00:00Z');
    await mail.rows.getByRole('button', { name: 'Cancel and edit' }).click();
    await waitUntil(scheduled, (all) => all.length === 0);
  });

  it('is sent again after it has failed, which is not stored for later, and is a draft after undo', async () => {
    const { data } = await app.api<{ data: { id: string } }>('POST', '/emails', {
      status: 'failed',
      from_address: 'ida@brandt.example',
      to_addresses: ['ann@example.org'],
      subject: 'Late',
      body_plain: 'Sorry.',
    });
    const status = async () => (await app.api<{ data: { status: string } }>('GET', `/emails/${data.id}`)).data.status;
    const mail = await openMail('/mail/failed');
    await mail.page.context().setOffline(true);
    await mail.rowOf(data.id).getByRole('button', { name: 'Send again' }).click();
    const banner = mail.page.getByRole('status').filter({ hasText: 'No connection' });
    await banner.waitFor();
    expect(await banner.textContent()).not.toContain('waiting');
    await mail.page.context().setOffline(false);
    await mail.page.getByRole('heading', { name: 'Everything was sent' }).waitFor();
    expect(await status()).toBe('scheduled');
    await mail.undo();
    await waitUntil(status, (now) => now === 'draft');
  });

  it('is a draft that goes to the trash with a key, also without a connection, and comes back by undo', async () => {
    const draft = { to: 'ann@example.org', subject: 'Late' };
    const { id } = (await app.api<{ data: { id: string } }>('POST', '/emails/drafts', draft)).data;
    const mail = await openMail('/mail/drafts');
    await mail.rowOf(id).focus();
    await mail.page.context().setOffline(true);
    await mail.page.keyboard.press('#');
    await mail.rowOf(id).waitFor({ state: 'detached' });
    await mail.page.context().setOffline(false);
    const deleted = async () => (await app.api<{ data: { deleted_at: string | null } }>('GET', `/emails/${id}`)).data;
    await waitUntil(deleted, ({ deleted_at }) => deleted_at !== null);
    await mail.undo();
    await mail.rowOf(id).waitFor();
    await waitUntil(deleted, ({ deleted_at }) => deleted_at === null);
  });

  it('comes last in its conversation, with the name of its writer and the way to go on writing', async () => {
    const { threadId } = await storeConversation(app, [
      { body_plain: 'one', is_read: false },
      { body_plain: 'two' },
      { body_plain: 'three', is_read: false, message_id: '<third@example.org>' },
    ]);
    await app.api('POST', '/emails/drafts', { body_plain: 'I am not', in_reply_to: '<third@example.org>' });
    const conversation = await ConversationPage.open(app, threadId);
    page = conversation.page;
    expect(await conversation.expanded()).toEqual([true, false, true, true]);
    await conversation.mail(3).getByText('Ida Brandt').waitFor();
    await waitUntil(
      () => read(threadId),
      ({ unread }) => unread === 0,
    );
    await conversation.mail(3).getByRole('button', { name: 'Discard' }).click();
    await conversation.mail(3).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await conversation.mail(3).getByRole('button', { name: 'Continue writing' }).click();
    await page.getByRole('dialog').getByText('I am not').waitFor();
  });
});
