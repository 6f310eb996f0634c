// A mail to many people: their chips cover neither the subject nor the text, long lists are folded, and nobody is lost.
import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { settled } from '../../support/settled.ts';
import { DESKTOP, expectNoPageErrors, PHONE, startWebApp, type WebApp } from '../../support/web-app.ts';
import { ComposerPage, type Draft, emailOf } from './pages/composer.ts';

let app: WebApp;
let page: Page;

beforeAll(async () => {
  app = await startWebApp({ data: 'empty' });
});
afterEach(async () => {
  await app.leave(page);
});
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

const SIZES = { desktop: DESKTOP, phone: PHONE };

/** An answer to a mail of Cleo to so many other people. */
async function answerAll(count: number, cc = 0): Promise<ComposerPage> {
  const people = (name: string, length: number) =>
    Array.from({ length }, (_, n) => ({
      name: `${name} with the number ${n + 1}`,
      address: `${name.toLowerCase()}${n + 1}@example.org`,
    }));
  const subject = cc > 0 ? `To ${count} and ${cc}` : `To ${count}`;
  const { data } = await app.api<{ data: Draft }>('POST', '/emails', {
    from_address: 'Cleo <cleo@example.org>',
    subject,
    body_plain: 'Hello all',
    body_html: '<p>Hello <b>all</b></p>',
    to_addresses: people('Person', count - 1),
    cc_addresses: people('Colleague', cc),
    received_at: '2026-03-16T09:00:00Z',
  });
  await page.goto(`${app.url}/compose?reply-all=${data.id}`);
  const composer = new ComposerPage(page, `Re: ${subject}`);
  await composer.text.waitFor();
  await composer.chips('To').first().waitFor();
  await page.getByRole('toolbar').waitFor();
  await settled(page);
  return composer;
}

/** What covers something else, or does not stay within its row. */
const OVERLAPS = `(() => {
  const composer = document.querySelector('[data-composer]');
  const parts = [...composer.querySelectorAll('[data-list], [data-subject], [role=toolbar], [data-editor]')];
  const box = (one) => one.getBoundingClientRect();
  const name = (one) => one.dataset.list ?? one.getAttribute('aria-label') ?? one.textContent;
  const found = [];
  for (const [index, one] of parts.entries()) {
    if (box(one).height < 24) found.push(name(one) + ' is ' + box(one).height + ' px high');
    for (const other of parts.slice(index + 1))
      if (box(one).bottom > box(other).top + 0.5 && box(other).bottom > box(one).top + 0.5)
        found.push(name(one) + ' covers ' + name(other));
  }
  for (const chip of composer.querySelectorAll('[data-list] li')) {
    const row = box(chip.closest('[data-list]'));
    const scrolls = chip.closest('[data-unfolded]');
    if (!scrolls && box(chip).bottom > row.bottom + 0.5) found.push(name(chip) + ' leaves its row');
  }
  return found;
})()`;

describe.each(Object.entries(SIZES))('an answer to all on a %s', (size, viewport) => {
  it.each([6, 30, 500])('of %i people covers nothing, folded and unfolded', async (count) => {
    page = await app.open('/mail/inbox', { viewport });
    const composer = await answerAll(count);
    expect(await page.evaluate(OVERLAPS)).toEqual([]);
    const list = composer.window.locator('[data-list="to"]');
    const folded = (await list.boundingBox())?.height ?? 0;
    expect(folded).toBeLessThan(viewport.height / 3);
    await picture(`${size}-${count}`);
    const shown = size === 'desktop' ? 2 : 6; // a window of an answer is low
    if (count === shown) return expect(await composer.chips('To').count()).toBe(count);
    await composer.button(`and ${count - shown} others`).click();
    await expect.poll(() => composer.chips('To').count()).toBe(count);
    expect(await page.evaluate(OVERLAPS)).toEqual([]);
    expect((await list.boundingBox())?.height).toBeLessThan(200);
    await picture(`${size}-${count}-unfolded`);
    await composer.button('Show fewer').click();
    await composer.button(`and ${count - shown} others`).waitFor();
    expect(await composer.chips('To').count()).toBe(shown + 1); // the button is the last
  });
});

async function picture(name: string): Promise<void> {
  const folder = process.env.DAYBOOK_PICTURES;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png` });
}

it('a long list is unfolded, used and folded with the keyboard, and a screen reader is told', async () => {
  page = await app.open('/mail/inbox');
  const composer = await answerAll(30);
  await composer.recipients('To').focus();
  await page.keyboard.press('ArrowLeft');
  const unfold = composer.button('and 28 others');
  expect(await unfold.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
  expect(await unfold.getAttribute('aria-expanded')).toBe('false');
  await page.keyboard.press('Delete'); // removes nobody
  await page.keyboard.press('Enter');
  const focused = page.locator('[data-composer] li > button:focus');
  await expect.poll(() => focused.innerText()).toContain('Person with the number 2');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => focused.innerText()).toContain('Person with the number 29');
  await page.keyboard.press('Delete');
  await expect.poll(() => composer.chips('To').count()).toBe(29);
  await composer.recipients('To').focus();
  await page.keyboard.press('Shift+Tab'); // Bcc
  await page.keyboard.press('Shift+Tab'); // Cc
  await page.keyboard.press('Shift+Tab');
  expect(await composer.button('Show fewer').getAttribute('aria-expanded')).toBe('true');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused.innerText()).toBe('and 27 others');
});

it('of a folded list everybody is saved, one who is added is seen, and what is no address too', async () => {
  page = await app.open('/mail/inbox');

  const composer = await answerAll(500);
  await composer.text.click();
  await page.keyboard.type('Hi');
  await composer.saved();
  const saved = async () => {
    const { data } = await app.api<{ data: { id: string; subject: string }[] }>('GET', '/emails?status=draft&limit=50');
    const draft = data.find(({ subject }) => subject === 'Re: To 500');
    return draft ? (await emailOf(app, draft.id)).to_addresses.map(({ address }) => address) : [];
  };
  await expect.poll(async () => new Set(await saved()).size).toBe(500);
  await composer.recipients('To').focus();
  await composer.paste({ 'text/plain': 'nobody\nAnn <ann@example.org>' });
  await expect.poll(() => composer.chips('To').allInnerTexts()).toHaveLength(4);
  await composer.window.getByRole('button', { name: /^nobody \(This is not/ }).waitFor();
  await page.keyboard.type('bob@example.org');
  await page.keyboard.press('Enter');
  await expect.poll(() => composer.chips('To').count()).toBe(503);
  await composer.window.getByRole('button', { name: 'bob@example.org' }).waitFor();
  await expect.poll(async () => (await saved()).slice(-3)).toEqual(['nobody', 'ann@example.org', 'bob@example.org']);
});

describe('the text of an answer to all is seen when it is opened', () => {
  const WINDOWS = ['1440 × 900', '1280 × 720', '1366 × 650', '960 × 500', '640 × 512', '360 × 640'];
  const open = async (window: string) => {
    const [width = 0, height = 0] = window.split(' × ').map(Number);
    page = await app.open('/mail/inbox', { viewport: { width, height }, hasTouch: width < 640 });
  };

  async function expectSeen(window: string, composer: ComposerPage): Promise<void> {
    await page.locator('[data-editor]:focus').waitFor();
    expect(await composer.seenText()).toBeGreaterThan(70);
    await picture(`seen-${window}-${await composer.chips('To').count()}`);
  }

  it.each(WINDOWS)('in a window of %s px', async (window) => {
    await open(window);
    for (const [to, cc] of [
      [6, 6],
      [500, 100],
    ] as const) {
      const composer = await answerAll(to, cc);
      await expectSeen(window, composer);
      expect(await page.evaluate(OVERLAPS)).toEqual([]);
      await composer.button('Save and close').click();
      await composer.gone();
    }
  });

  it('also below recipients that were unfolded, when it gets the focus again', async () => {
    await open('1280 × 720');
    const composer = await answerAll(500, 100);
    await composer.button('and 498 others').click();
    await composer.button('and 98 others').click();
    await composer.subject.click();
    await page.keyboard.press('Tab');
    await expectSeen('1280 × 720 unfolded', composer);
  });

  it('and a sender that is known later does not move it away', async () => {
    await open('1366 × 650');
    const composer = await answerAll(6, 6);
    await page.locator('[data-editor]:focus').waitFor();
    const smtp = { host: '127.0.0.1', port: 9, security: 'none' };
    for (const address of ['me@example.org', 'me@work.example'])
      await app.api('POST', '/email-accounts', { address, smtp });
    await composer.window.getByRole('combobox', { name: 'From' }).waitFor();
    await expectSeen('1366 × 650 with senders', composer);
  });
});
