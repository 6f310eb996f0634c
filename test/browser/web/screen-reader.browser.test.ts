// What a screen reader is told of a list, and a person who wants no motion.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectNoPageErrors, startWebApp, type WebApp } from '../../support/web-app.ts';
import { storeConversation, storeFile } from './pages/conversation.ts';
import { MailPage } from './pages/mail.ts';

let app: WebApp;
let page: Page;

beforeAll(async () => {
  app = await startWebApp({ data: 'empty' });
});
afterEach(() => app.leave(page));
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

it('a row says whether it is unread, who wrote, how many mails it has, what it is about and when it came', async () => {
  const attachments = [await storeFile(app, 'lease.pdf', 'application/pdf', '%PDF-1.4\n')];
  await app.api('POST', '/labels', { name: 'home' });
  const { threadId } = await storeConversation(app, [
    { subject: 'The lease', body_plain: 'Here it is' },
    {
      from_name: 'Bob Stone',
      from_address: 'bob@example.org',
      subject: 'Re: The lease',
      body_plain: 'Signed',
      is_read: false,
      is_starred: true,
      labels: ['home'],
      attachments,
    },
  ]);
  const { threadId: plain } = await storeConversation(app, [{ subject: 'Lunch', body_plain: 'At noon?' }]);
  page = await app.open('/mail/inbox');
  const mail = new MailPage(page);
  const spoken = (id: string) => mail.rowOf(id).getAttribute('aria-label');
  await mail.rowOf(plain).waitFor();
  expect(await spoken(threadId)).toBe(
    'Unread, Ann, Bob, 2 mails, The lease, Signed, starred, with attachment, labels home, Yesterday',
  );
  expect(await spoken(plain)).toBe('Ann Lee, Lunch, At noon?, Yesterday');
  expect(await mail.grid.getAttribute('aria-rowcount')).toBe('2');
});

it('the arrow keys move the only tab stop of a list, and its rows have their numbers', async () => {
  page = await app.open('/mail/inbox');
  const mail = new MailPage(page);
  await mail.rows.nth(1).waitFor();
  const stops = () => mail.rows.evaluateAll((rows) => rows.map((row) => [row.ariaRowIndex, row.tabIndex]).sort());
  await page.keyboard.press('j');
  const first = await stops();
  expect(first.map(([number]) => number)).toEqual(['1', '2']);
  expect(first.filter(([, tabIndex]) => tabIndex === 0)).toHaveLength(1);
  await page.keyboard.press('ArrowDown');
  await expect.poll(stops).toEqual([
    ['1', -1],
    ['2', 0],
  ]);
});

it('nothing moves for a person who wants no motion', async () => {
  page = await app.open('/mail/inbox');
  const durations = async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    const all = (await page.evaluate(`[...document.querySelectorAll('*')].flatMap((element) => {
      const { animationName, animationDuration, transitionDuration } = getComputedStyle(element);
      return [animationName === 'none' ? '0s' : animationDuration, transitionDuration];
    }).flatMap((text) => text.split(', ')).map(Number.parseFloat)`)) as number[];
    await page.keyboard.press('Escape');
    return Math.max(...all);
  };
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await durations()).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await durations()).toBe(0);
});
