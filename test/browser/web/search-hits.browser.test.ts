// What a search has found: which mail a result opens, the keys of the results, and what they say about attachments.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectNoPageErrors, PHONE, startWebApp, type WebApp } from '../../support/web-app.ts';
import { ConversationPage, storeConversation, storeFile } from './pages/conversation.ts';
import { SearchPage } from './pages/search.ts';
import { press, WAYS } from './pages/ways.ts';

let app: WebApp;
let page: Page;

beforeAll(async () => {
  app = await startWebApp({ data: 'empty', keepsPage: true });
});
afterEach(() => app.leave(page));
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

async function openSearch(query: string, viewport?: typeof PHONE): Promise<SearchPage> {
  page = await app.open('/search', viewport && { viewport });
  const search = new SearchPage(page);
  await search.search(query);
  return search;
}

/** Where the focus is: the id of its mail, or the name of the element. */
const focusedMail = () =>
  page.evaluate<string>('document.activeElement.closest("article")?.id ?? document.activeElement.tagName');

describe('a mail that was found', () => {
  const lines = Array.from({ length: 60 }, (_, at) => `line ${at}`).join('\n');

  it.each(WAYS)('is expanded, in view and has the focus, opened by %s', async (way) => {
    const word = `proofsheet${way}`;
    // Above it is an unread mail, whose text comes late and moves it down.
    const mails = [lines, 'two', `${word}\n${lines}`, 'four', 'last'].map((body_plain) => ({ body_plain }));
    const { ids } = await storeConversation(app, [{ ...mails[0], is_read: false }, ...mails.slice(1)]);
    const search = await openSearch(word);
    await press(way, search.group('Mail').getByRole('link').first());
    const conversation = new ConversationPage(page);
    for (const at of [0, 2]) await conversation.mail(at).getByText('line 59').waitFor();
    expect(await conversation.expanded()).toEqual([true, false, true, false, true]);
    await expect.poll(focusedMail).toBe(`mail-${ids[2]}`);
    const isAtTop = () =>
      conversation.mail(2).evaluate((mail) => {
        const { top } = mail.getBoundingClientRect();
        return top >= 0 && top < 150;
      });
    await expect.poll(isAtTop).toBe(true);
  });

  it('has the focus where it is shown instead of the list', async () => {
    const { ids } = await storeConversation(app, [{ body_plain: 'phonesheet' }, { body_plain: 'last' }]);
    const search = await openSearch('phonesheet', PHONE);
    await search.group('Mail').getByRole('link').first().click();
    await expect.poll(focusedMail).toBe(`mail-${ids[0]}`);
    expect(await new ConversationPage(page).expanded()).toEqual([true, true]);
  });

  it('in the middle of a long conversation is read and shown', async () => {
    const mails = Array.from({ length: 60 }, (_, at) => ({ body_plain: at === 10 ? 'middlesheet' : `number ${at}` }));
    const { ids } = await storeConversation(app, mails);
    const search = await openSearch('middlesheet');
    await search.group('Mail').getByRole('link').first().click();
    await expect.poll(focusedMail).toBe(`mail-${ids[10]}`);
    const mail = page.locator(`#mail-${ids[10]}`);
    await mail.getByText('middlesheet', { exact: true }).waitFor();
    expect(await mail.locator('[data-toggle]').getAttribute('aria-expanded')).toBe('true');
  });
});

describe('keys', () => {
  /** The text of the result that has the focus; undefined if it is the field. */
  const focused = () =>
    page.evaluate<string | undefined>(
      'document.activeElement.closest("#results a")?.querySelector("span span").textContent',
    );

  it('go from the field to the results and back, and open one', async () => {
    for (const subject of ['One arrowsheet', 'Two arrowsheet', 'Three arrowsheet'])
      await storeConversation(app, [{ subject, body_plain: 'x', received_at: '2026-03-16T09:00:00Z' }]);
    await app.api('POST', '/contacts', { display_name: 'Ann Arrowsheet' });
    const search = await openSearch('arrowsheet');
    const titles = await search.results.locator('a > span > span:first-child').allTextContents();
    expect(titles).toHaveLength(4);
    const { keyboard } = page;
    const went: (string | undefined)[] = [];
    for (const key of ['ArrowUp', 'ArrowDown', 'ArrowDown', 'j', 'ArrowDown', 'j', 'k', 'ArrowUp', 'k', 'k']) {
      await keyboard.press(key);
      went.push(await focused());
    }
    const [first, second, third, fourth] = titles;
    expect(went).toEqual([undefined, first, second, third, fourth, fourth, third, second, first, undefined]);
    // In the field the letters are typed.
    expect(await search.field.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
    await keyboard.press('End');
    await keyboard.press('k');
    expect(await search.field.inputValue()).toBe('arrowsheetk');
    await keyboard.press('Backspace');
    await search.group('Contacts').waitFor();
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await page.waitForURL(/\/contacts\/[0-9a-f-]{36}$/);
  });

  it('go from the field to recent searches', async () => {
    const search = await openSearch('recentsheet');
    await page.keyboard.press('Enter');
    await search.field.fill('');
    await page.getByRole('button', { name: 'recentsheet' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => search.field.inputValue()).toBe('recentsheet');
  });
});

describe('attachments', () => {
  it('are named when their text was found', async () => {
    const plan = await storeFile(app, 'Hafenmuseum_proof2.txt', 'text/plain', 'The tidesheet of the basin');
    const picture = await storeFile(app, 'photo.png', 'image/png', 'no text');
    const attachments = [plan, picture];
    await storeConversation(app, [{ subject: 'One file', body_plain: 'See there', attachments }]);
    const other = await storeFile(app, 'second.txt', 'text/plain', 'Something else');
    await storeConversation(app, [{ subject: 'Two files', body_plain: 'See there', attachments: [plan, other] }]);
    const found = async () => (await app.api<{ meta: { total: number } }>('GET', '/emails?q=tidesheet')).meta.total;
    await expect.poll(found).toBe(2);
    const search = await openSearch('tidesheet');
    const result = (title: string) => search.group('Mail').getByRole('link').filter({ hasText: title });
    await result('One file').getByText('In the attachment Hafenmuseum_proof2.txt:').waitFor();
    expect(await result('One file').locator('mark').textContent()).toBe('tidesheet');
    // The service does not say in which of them it is.
    await result('Two files').getByText('In an attachment:').waitFor();
  });

  it.each(WAYS)('are asked for without knowing the operator, by %s', async (way) => {
    const file = await storeFile(app, 'a.bin', 'application/octet-stream', 'x');
    const subject = `Chipsheet ${way}`;
    await storeConversation(app, [{ subject, body_plain: 'with', attachments: [file] }]);
    await storeConversation(app, [{ subject, body_plain: 'without' }]);
    const search = await openSearch(`"chipsheet ${way}"`);
    const links = search.group('Mail').getByRole('link');
    await expect.poll(() => links.count()).toBe(2);
    const chip = page.getByRole('button', { name: 'With attachment' });
    await press(way, chip);
    await expect.poll(() => links.count()).toBe(1);
    expect(await search.chips.allTextContents()).toEqual(['has:attachment']);
    expect(await chip.count()).toBe(0);
    expect(await search.field.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
  });
});
