// Search, the command palette and the help on shortcuts, by mouse and by keyboard.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectNoPageErrors, PHONE, startWebApp, type WebApp } from '../../support/web-app.ts';
import { PalettePage, SearchPage } from './pages/search.ts';
import { press, WAYS, type Way } from './pages/ways.ts';

let app: WebApp;
let page: Page;

beforeAll(async () => {
  app = await startWebApp({ keepsPage: true });
});
afterEach(() => app.leave(page));
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

async function openSearch(way: Way, viewport?: typeof PHONE): Promise<SearchPage> {
  page = await app.open('/', viewport && { viewport });
  if (way === 'keyboard') await page.keyboard.press('/');
  else await page.getByRole('navigation').getByRole('link', { name: 'Search' }).click();
  const search = new SearchPage(page);
  await search.field.waitFor();
  return search;
}

describe.each(WAYS)('search by %s', (way) => {
  it('finds mail, events and contacts as one types, and opens a contact', async () => {
    const { data } = await app.api<{ data: { display_name: string }[] }>('GET', '/contacts?limit=1&tag=family');
    const name = data[0]?.display_name ?? '';
    const search = await openSearch(way);
    await expect.poll(() => search.field.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
    await search.search(name);
    const first = search.group('Contacts').getByRole('link').first();
    await first.getByText(name).waitFor();
    if (way === 'mouse') await first.click();
    else {
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
    }
    await page.waitForURL(/\/contacts\/[0-9a-f-]{36}$/);
  });

  it('shows operators as chips, which can be removed', async () => {
    const search = await openSearch(way);
    await search.search('map is:unread has:attachment');
    expect(await search.chips.allTextContents()).toEqual(['is:unread', 'has:attachment']);
    const remove = search.chips.first().getByRole('button', { name: 'Remove is:unread' });
    if (way === 'mouse') await remove.click();
    else {
      await remove.focus();
      await page.keyboard.press('Enter');
    }
    expect(await search.field.inputValue()).toBe('map has:attachment');
  });

  it('remembers a search whose result was opened', async () => {
    const search = await openSearch(way);
    await search.search('subject:map');
    const link = search.group('Mail').getByRole('link').first();
    if (way === 'mouse') await link.click();
    else {
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
    }
    await page.waitForURL(/\/mail\//);
    await page.goto(`${app.url}/search`);
    const recent = page.getByRole('button', { name: 'subject:map', exact: true }).first();
    await press(way, recent);
    await search.group('Mail').getByRole('link').first().waitFor();
    expect(await search.field.inputValue()).toBe('subject:map');
  });

  it('the command palette opens a screen', async () => {
    page = await app.open('/');
    await page.keyboard.press('Control+k');
    const palette = new PalettePage(page);
    await palette.field.fill('calend');
    if (way === 'mouse') await palette.options.filter({ hasText: 'Calendar' }).first().click();
    else await page.keyboard.press('Enter');
    await page.waitForURL(/\/calendar/);
  });
});

it('Back returns to the search with its results', async () => {
  const search = await openSearch('mouse');
  await search.search('map');
  await search.group('Mail').getByRole('link').first().click();
  await page.waitForURL(/\/mail\//);
  await page.goBack();
  await search.group('Mail').waitFor();
  expect(await search.field.inputValue()).toBe('map');
});

it('an operator that cannot be read says what would be right', async () => {
  const search = await openSearch('keyboard');
  await search.search('map before:soon');
  await page.getByText('before: needs a date').waitFor();
});

it('a series is found as its next occurrence, which is opened', async () => {
  await app.api('POST', '/events', {
    title: 'Quokka club',
    start_at: '2025-01-06T10:00:00Z',
    end_at: '2025-01-06T11:00:00Z',
    recurrence: { freq: 'weekly' },
  });
  const search = await openSearch('keyboard');
  await search.search('quokka');
  const link = search.group('Events').getByRole('link').first();
  await expect.poll(() => link.getAttribute('href')).toContain('/calendar/day/2026-03-23?event=');
  await link.click();
  await page.getByRole('dialog', { name: 'Quokka club' }).waitFor();
});

it('a search that finds nothing says so', async () => {
  const search = await openSearch('keyboard');
  await search.search('xyzzyplugh');
  await page.getByText('Nothing was found for xyzzyplugh').waitFor();
  await page.getByRole('button', { name: 'has:attachment' }).waitFor();
});

it('words that are a label and a type of file are understood after a search without results', async () => {
  const search = await openSearch('mouse');
  await search.search('flat pdf');
  const guess = page.getByRole('button', { name: 'label:flat filename:pdf' });
  await guess.waitFor();
  // Not one that finds nothing either.
  const counted = page.waitForResponse((response) => /[?&]limit=0\b/.test(response.url()));
  await search.search('xyzzyplugh pdf');
  await page.getByText('Nothing was found for xyzzyplugh pdf').waitFor();
  await (await counted).finished();
  expect(await page.getByText('Did you mean').count()).toBe(0);
  await search.search('flat pdf');
  await guess.click();
  const first = search.group('Mail').getByRole('link').first();
  await first.getByLabel('has attachments').waitFor();
  await first.click();
  // The conversation is among the results: its way back leads to them.
  await page.getByRole('article').first().waitFor();
  await page.getByRole('link', { name: /^Back to/ }).click();
  await page.waitForURL(/\/mail\/search\/label%3Aflat%20filename%3Apdf$/);
});

it('results follow changes of other clients', async () => {
  const search = await openSearch('keyboard');
  await search.search('quodlibet');
  await page.getByText('Nothing was found').waitFor();
  await app.api('POST', '/contacts', { display_name: 'Quodlibet Quartet' });
  await search.group('Contacts').getByText('Quodlibet').waitFor();
});

it('words of a search are marked in text, and HTML in a name stays text', async () => {
  await app.api('POST', '/contacts', { display_name: '<img src=x onerror=alert(1)> Zymurgy' });
  const search = await openSearch('keyboard');
  await search.search('zymurgy');
  await search.group('Contacts').locator('mark', { hasText: 'Zymurgy' }).waitFor();
  expect(await search.results.locator('img').count()).toBe(0);
});

it('shows all events and contacts that are found, not only the first', async () => {
  for (let at = 0; at < 22; at++) await app.api('POST', '/contacts', { display_name: `Zebu ${at}` });
  const search = await openSearch('keyboard');
  await search.search('zebu');
  const rows = search.group('Contacts').getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(20);
  await search.group('Contacts').getByRole('button', { name: 'Show 2 more' }).click();
  await expect.poll(() => rows.count()).toBe(22);
  expect(await search.group('Contacts').getByRole('button').count()).toBe(0);
});

it('the palette finds people and searches for what is no command', async () => {
  page = await app.open('/');
  await page.keyboard.press('Control+k');
  const palette = new PalettePage(page);
  await palette.field.fill('xylophone');
  await palette.options.filter({ hasText: 'Search for “xylophone”' }).click();
  await page.waitForURL(/\/search\?q=xylophone/);
});

it('Escape closes the palette, and the focus returns', async () => {
  page = await app.open('/');
  const link = page.getByRole('navigation').getByRole('link', { name: 'Contacts' });
  await link.focus();
  await page.keyboard.press('Control+k');
  await new PalettePage(page).field.waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => link.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
});

it('the help lists the shortcuts, and can switch them off and on', async () => {
  page = await app.open('/');
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.getByText('Calendar', { exact: true }).first().waitFor();
  await help.getByRole('button', { name: 'Switch off shortcuts with single keys' }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  await new PalettePage(page).field.waitFor();
  expect(await help.count()).toBe(0);
});

it('a phone has the search in its navigation', async () => {
  const search = await openSearch('mouse', PHONE);
  await search.search('map');
  await search.group('Mail').waitFor();
});
