// Mails of attackers: in the subject, the name of the sender, HTML, plain text and names of attachments. No script runs,
// and no request leaves.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { settled } from '../../support/settled.ts';
import { expectNoPageErrors, startWebApp, type WebApp } from '../../support/web-app.ts';
import { XSS_PAYLOADS } from '../../support/xss-payloads.ts';
import { watchForScripts } from '../../support/xss-watch.ts';
import { ConversationPage, storeConversation, type TestMail } from './pages/conversation.ts';

/** A subject has at most 2,000 characters. */
const IN_CONVERSATION = 20;
const IN_MAIL = 5;

let app: WebApp;
beforeAll(async () => {
  app = await startWebApp({ data: 'empty' });
});
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

function mailsOf(payloads: readonly string[]): TestMail[] {
  const subject = payloads.join(' ').replaceAll(/\p{Cc}/gu, ' ');
  const mails: TestMail[] = [{ subject, is_read: false, body_plain: payloads.join('\n') }];
  for (let at = 0; at < payloads.length; at += IN_MAIL) {
    const some = payloads.slice(at, at + IN_MAIL);
    mails.push({
      subject,
      is_read: false,
      from_name: some.join(' ').replaceAll(/\p{Cc}/gu, ' '),
      body_html: some.map((payload) => `<div>${payload}</div>`).join('\n<hr>\n'),
      attachments: some.map((payload) => ({ filename: payload.slice(0, 200), mime: 'text/html', size: 1, path: null })),
    });
  }
  return mails;
}

it(`are harmless, with ${XSS_PAYLOADS.length} payloads`, async () => {
  expect(new Set(XSS_PAYLOADS).size).toBeGreaterThanOrEqual(300);
  const page = await app.open('/mail/inbox', { viewport: { width: 1280, height: 12_000 } });
  const watch = await watchForScripts(page, app.url);
  for (let at = 0; at < XSS_PAYLOADS.length; at += IN_CONVERSATION) {
    const mails = mailsOf(XSS_PAYLOADS.slice(at, at + IN_CONVERSATION));
    const { threadId } = await storeConversation(app, mails);
    await page.evaluate(`history.pushState(null, '', '/mail/inbox/${threadId}')`); // as a link does it
    await settled(page);
    const conversation = new ConversationPage(page);
    await expect.poll(() => conversation.frames.count()).toBe(mails.length - 1);
    expect(await conversation.mails.count()).toBe(mails.length);
    expect(await watch.found()).toEqual([]);
  }
  await page.context().close();
});

it('would be found by this test', async () => {
  const page = await app.open('/mail/inbox');
  const watch = await watchForScripts(page, app.url);
  await page.evaluate(`document.body.append(Object.assign(new Image(), { src: 'http://evil.example/1.gif' }))`);
  await expect.poll(watch.found).toContain('request http://evil.example/1.gif');
  await page.evaluate('window.xss = 1');
  expect(await watch.found()).toContain('a script has run');
  await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<b onclick="top.xss=1">x</b>')`);
  expect(await watch.found()).toContain('b onclick');
  await page.context().close();
});
