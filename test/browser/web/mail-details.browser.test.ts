// Smaller flows of mail, by mouse and by keyboard: labels and lists that are left, uploads, the palette, the focus.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startSmtp, type TestSmtp } from '../../support/smtp.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { expectNoPageErrors, startWebApp, type WebApp } from '../../support/web-app.ts';
import { ComposerPage, draftsOf } from './pages/composer.ts';
import { ConversationPage, importMail, storeConversation } from './pages/conversation.ts';
import { MailPage } from './pages/mail.ts';
import { PalettePage } from './pages/search.ts';
import { press, WAYS } from './pages/ways.ts';

let app: WebApp;
let smtp: TestSmtp;
let page: Page;

beforeAll(async () => {
  smtp = await startSmtp({ security: 'none' });
  app = await startWebApp({ args: ['--allow-hosts', '127.0.0.1'] });
  const account = { name: 'Home', address: 'me@example.org', smtp: smtp.account };
  const { data } = await app.api('POST', '/email-accounts', account);
  await app.api('POST', `/email-accounts/${data.id}/test`);
  page = await app.open('/mail/inbox');
});
afterEach(async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.unrouteAll();
});
afterAll(async () => {
  await app?.close();
  await smtp?.end();
  expectNoPageErrors();
});

async function goTo(path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);
}

async function openConversation(threadId: string, subject: string): Promise<ConversationPage> {
  await goTo(`/mail/inbox/${threadId}`);
  await page.getByRole('heading', { level: 1, name: subject }).waitFor();
  return new ConversationPage(page);
}

interface Thread {
  labels: string[];
  folders: string[];
  emails: { id: string; labels: string[] }[];
}
const threadOf = async (id: string) => (await app.api<{ data: Thread }>('GET', `/threads/${id}`)).data;

describe.each(WAYS)('by %s', (way) => {
  it('a label is removed from a conversation, and undone', async () => {
    const subject = `Labelled ${way}`;
    const { threadId } = await storeConversation(app, [
      { subject, labels: ['home', 'flat'] },
      { subject, labels: ['flat'] },
    ]);
    const { view } = await openConversation(threadId, subject);
    await press(way, view.getByRole('button', { name: 'Remove label flat' }));
    await waitUntil(
      () => threadOf(threadId),
      ({ labels }) => labels.join() === 'home',
    );
    await new MailPage(page).undo();
    await waitUntil(
      () => threadOf(threadId),
      ({ emails }) => emails.every(({ labels }) => labels.includes('flat')),
    );
  });

  it('a mailing list is left after a question', async () => {
    const subject = `Newsletter ${way}`;
    const source = [
      'From: News <news@example.org>',
      'To: me@example.org',
      `Subject: ${subject}`,
      `Message-ID: <news-${way}@example.org>`,
      `List-Unsubscribe: <mailto:leave-${way}@example.org>`,
      'Date: Mon, 16 Mar 2026 09:00:00 +0000',
      '',
      'News',
      '',
    ].join('\r\n');
    const threadId = await importMail(app, source, subject);
    const conversation = await openConversation(threadId, subject);
    await press(way, conversation.mail(0).getByRole('button', { name: 'More for this mail' }));
    await press(way, page.getByRole('menuitem', { name: 'Unsubscribe' }));
    await press(way, page.getByRole('alertdialog').getByRole('button', { name: 'Unsubscribe' }));
    await page.getByText('You are unsubscribed').waitFor();
    const letters = await smtp.until(WAYS.indexOf(way) + 1);
    expect(letters.at(-1)?.to).toEqual([`leave-${way}@example.org`]);
  });

  it('an upload shows its progress and is cancelled, and nothing is attached', async () => {
    const subject = `Cancelled ${way}`;
    await page.route('**/api/v1/files', () => {}); // without an answer
    await goTo(`/compose?subject=${encodeURIComponent(subject)}`);
    const composer = new ComposerPage(page, subject);
    await composer.subject.waitFor();
    const chooser = page.waitForEvent('filechooser');
    await press(way, composer.button('Attach files'));
    await (await chooser).setFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('the plan') });
    await composer.window.getByRole('progressbar', { name: /plan\.txt/ }).waitFor();
    await press(way, composer.button(/Cancel.*plan\.txt/));
    await expect.poll(() => composer.window.getByText('plan.txt').count()).toBe(0);
    await composer.text.fill('Without it');
    await expect.poll(async () => (await draftsOf(app, subject))[0]?.attachments).toEqual([]);
    await press(way, composer.button('Save and close'));
    await composer.gone();
  });

  it('a command of the palette applies to the row with the focus', async () => {
    const subject = `Palette ${way}`;
    const { threadId } = await storeConversation(app, [{ subject, received_at: '2026-03-17T08:00:00Z' }]);
    await goTo('/mail/inbox');
    const mail = new MailPage(page);
    await mail.rowOf(threadId).focus();
    await page.keyboard.press('Control+k');
    const palette = new PalettePage(page);
    await palette.field.fill('archive');
    const option = palette.options.filter({ hasText: /^Archive/ }).first();
    await option.waitFor();
    if (way === 'mouse') await option.click();
    else await page.keyboard.press('Enter');
    await waitUntil(
      () => threadOf(threadId),
      ({ folders }) => folders.join() === 'ARCHIVE',
    );
  });

  it('in a narrow window the focus is on the heading of the conversation, and then on its row again', async () => {
    const subject = `Narrow ${way}`;
    const { threadId } = await storeConversation(app, [{ subject, received_at: '2026-03-17T08:10:00Z' }]);
    await page.setViewportSize({ width: 900, height: 800 });
    await goTo('/mail/inbox');
    const mail = new MailPage(page);
    await mail.rowOf(threadId).waitFor();
    if (way === 'mouse') await mail.rowOf(threadId).click();
    else {
      await mail.rowOf(threadId).focus();
      await page.keyboard.press('Enter');
    }
    await page.locator('h1:focus', { hasText: subject }).waitFor();
    if (way === 'mouse') await page.getByRole('link', { name: 'Back to Inbox' }).click();
    else await page.keyboard.press('Escape');
    await expect.poll(() => mail.focusedId()).toBe(threadId);
  });
});

describe('a change of more than a hundred mails', () => {
  beforeAll(async () => {
    for (let part = 0; part < 3; part++)
      await Promise.all(
        Array.from({ length: 40 }, (_, number) =>
          app.api('POST', '/emails', {
            from_address: 'list@example.org',
            subject: `Bulk ${part} ${number}`,
            folder: 'Bulk',
            received_at: '2026-03-01T09:00:00Z',
          }),
        ),
      );
  });

  async function changeAll(key: string): Promise<void> {
    await page.goto(`${app.url}/mail/folder/Bulk`);
    const mail = new MailPage(page);
    await mail.rows.first().waitFor();
    await mail.check((await mail.ids())[0] ?? '');
    await page.getByRole('button', { name: 'Select all 120 conversations' }).click();
    await page.keyboard.press(key);
    await mail.toasts.getByText('(120 mails)').waitFor();
    await mail.toasts.getByRole('button', { name: 'Dismiss' }).last().click();
  }

  const count = async (query: string) =>
    (await app.api<{ meta: { total: number } }>('GET', `/emails?folder=Bulk&${query}&limit=0`)).meta.total;

  it('shows its progress until it is done', async () => {
    const release = await holdTask();
    await changeAll('Shift+I');
    await page.getByRole('progressbar', { name: /120/ }).waitFor();
    release();
    await waitUntil(
      () => count('is_read=true'),
      (read) => read === 120,
    );
    await expect.poll(() => page.getByRole('progressbar').count()).toBe(0);
  });

  it('in parts, of which each conversation has one mail, goes on after its tab was closed', async () => {
    let requests = 0;
    await page.route('**/api/v1/emails/batch', (route) => (++requests === 1 ? route.continue() : undefined));
    await changeAll('s');
    await page.getByRole('progressbar', { name: '100 of 120' }).waitFor();
    expect(await count('is_starred=true')).toBe(100);
    const closed = page;
    page = await app.open('/mail/inbox', { context: page.context() });
    await closed.close();
    await page.reload();
    await waitUntil(
      () => count('is_starred=true'),
      (starred) => starred === 120,
    );
  });

  /** The service may have made the change before the app asks for it: the app learns of its end when it is released. */
  async function holdTask(): Promise<() => void> {
    const { promise: isFollowed, resolve: follow } = Promise.withResolvers<void>();
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    let passedOn = Promise.resolve();
    await page.routeWebSocket(/\/ws\?/, (socket) => {
      socket.connectToServer().onMessage((message) => {
        const text = String(message);
        passedOn = passedOn.then(async () => {
          if (text.includes('"email.task_updated"')) await (text.includes('"done"') ? isReleased : isFollowed);
          socket.send(message);
        });
      });
    });
    await page.route('**/api/v1/tasks/*', async (route) => {
      follow();
      await isReleased;
      await route.continue();
    });
    return release;
  }
});
