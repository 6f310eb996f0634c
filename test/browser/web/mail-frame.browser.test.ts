// The frame of an HTML mail: as high as its content, whatever the mail does with heights.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectNoPageErrors, startWebApp, type WebApp } from '../../support/web-app.ts';
import { ConversationPage, storeConversation } from './pages/conversation.ts';

let app: WebApp;
let opened: ConversationPage;

beforeAll(async () => {
  app = await startWebApp({ data: 'empty', keepsPage: true });
});
afterEach(async () => {
  await app.leave(opened?.page);
});
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

/** A conversation of one HTML mail, and the height of its frame. */
async function show(html: string) {
  const { threadId } = await storeConversation(app, [{ body_html: html }]);
  opened = await ConversationPage.open(app, threadId);
  const frame = await opened.frame(0);
  const height = async () => (await opened.page.locator('iframe').boundingBox())?.height ?? 0;
  return { frame, height, page: opened.page };
}

it('does not grow with content that is as high as the frame', async () => {
  const { frame, height, page } = await show('<div style="height: 100px; min-height: 110vh">high</div><p>end</p>');
  await frame.getByText('end').waitFor();
  // A frame that grows does so in each frame of the browser.
  await page.evaluate(
    'new Promise((done) => { let left = 30; const next = () => left-- ? requestAnimationFrame(next) : done(); next(); })',
  );
  expect(await height()).toBeLessThan(200);
});

it('has a greatest height, and what is below is reached by scrolling in it, but is printed as a whole', async () => {
  const { frame, height, page } = await show('<div style="height: 200000px">high</div><p>end</p>');
  await expect.poll(height).toBe(50_000);
  const end = frame.getByText('end');
  expect(await frame.locator('html').evaluate('document.documentElement.scrollHeight')).toBeGreaterThan(200_000);
  await end.scrollIntoViewIfNeeded();
  expect((await end.boundingBox())?.y).toBeLessThan(await page.evaluate<number>('innerHeight'));
  await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
  await expect.poll(height).toBeGreaterThan(200_000);
  await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
  await expect.poll(height).toBe(50_000);
});
