// What a search has found: which mail a result opens, the keys of the results, and what they say about attachments.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectNoPageErrors, PHONE, startWebApp, type WebApp } from '../../support/web-app.ts';
import { ConversationPage, storeConversation } from './pages/conversation.ts';
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
