// Writing in a low window, that of a phone on its side or of a zoomed page: the text is on the screen and can be used, also
// with many recipients and attachments.
import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { settled } from '../../support/settled.ts';
import { expectNoPageErrors, startWebApp, type WebApp } from '../../support/web-app.ts';
import { ComposerPage, type Draft, draftsOf } from './pages/composer.ts';

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

const SIZES: [name: string, viewport: { width: number; height: number }, hasTouch: boolean][] = [
  ['a window of 1,280 × 720 px at 200 %', { width: 640, height: 360 }, false],
  ['a window of 800 × 600 px at 200 %', { width: 400, height: 300 }, false],
  ['a phone on its side', { width: 740, height: 340 }, true],
];
const FILES = ['plan.txt', 'a file with a long name.txt', 'lease.txt', 'one.txt', 'two.txt', 'three.txt'];

async function answerAll(count: number): Promise<ComposerPage> {
  const subject = `To ${count} in ${page.viewportSize()?.width}`;
  const { data } = await app.api<{ data: Draft }>('POST', '/emails', {
    from_address: 'Cleo <cleo@example.org>',
    subject,
    body_plain: 'Hello all',
    body_html: '<p>Hello <b>all</b></p>',
    to_addresses: Array.from({ length: count - 1 }, (_, n) => `Person with the number ${n} <person${n}@example.org>`),
    received_at: '2026-03-16T09:00:00Z',
  });
  await page.goto(`${app.url}/compose?reply-all=${data.id}`);
  const composer = new ComposerPage(page, `Re: ${subject}`);
  await composer.chips('To').first().waitFor();
  await page.getByRole('toolbar').waitFor();
  await settled(page);
  return composer;
}

/** Whether the line of the cursor can be seen. */
const CURSOR = `(() => {
  const range = getSelection().getRangeAt(0);
  const { left, top, bottom } = range.getClientRects()[0] ?? range.startContainer.getBoundingClientRect();
  const isSeen = (y) => Boolean(document.elementFromPoint(left + 1, y)?.closest('[data-editor]'));
  return isSeen(top + 2) && isSeen(bottom - 2);
})()`;

describe.each(SIZES)('in %s', (name, viewport, hasTouch) => {
  it.each([2, 30])('an answer to %i people is written, with files', async (count) => {
    page = await app.open('/mail/inbox', { viewport, hasTouch });
    page.setDefaultTimeout(15000);
    const composer = await answerAll(count);
    // The answer begins in its text.
    await page.locator('[data-editor]:focus').waitFor();
    expect(await composer.seenText()).toBeGreaterThan(70);
    await picture(`${name}-${count}`);
    const files = FILES.map((file) => ({ name: file, mimeType: 'text/plain', buffer: Buffer.from('text') }));
    await composer.window.locator('input[type=file]').setInputFiles(files);
    await composer.button('Remove three.txt').waitFor();
    await composer.text.click();
    expect(await composer.seenText()).toBeGreaterThan(70);
    for (const line of ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']) {
      await page.keyboard.type(line);
      await page.keyboard.press('Enter');
    }
    await page.keyboard.type('end');
    expect(await page.evaluate(CURSOR)).toBe(true);
    expect(await composer.seenText()).toBeGreaterThan(70);
    await picture(`${name}-${count}-files`);
    const subject = `Re: To ${count} in ${viewport.width}`;
    await expect.poll(async () => (await draftsOf(app, subject))[0]?.body_plain).toContain('nine\nend');
    // The rest can be scrolled to, and the buttons are there.
    await composer.recipients('To').click();
    await composer.subject.click();
    await composer.button('Remove three.txt').click();
    await composer.button('Remove three.txt').waitFor({ state: 'detached' });
    await composer.button('Send').click({ trial: true });
    await composer.button('Save and close').click();
    await composer.gone();
  });
});

async function picture(name: string): Promise<void> {
  const folder = process.env.DAYBOOK_PICTURES;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name.replaceAll(/\W+/g, '-')}.png` });
}
