// Mails of attackers: in the subject, the name of the sender, HTML, plain text and names of attachments. No script runs,
// and no request leaves.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { settled } from '../../support/settled.ts';
import { expectNoPageErrors, startWebApp, type WebApp } from '../../support/web-app.ts';
import { XSS_PAYLOADS } from '../../support/xss-payloads.ts';
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

/** What happened on the page that must not happen. */
function watch(page: Page): string[] {
  const events: string[] = [];
  page.on('dialog', async (dialog) => {
    events.push(`dialog ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${app.url}/`) && !/^(?:data|blob|about):/.test(url)) events.push(`request ${url}`);
  });
  page.context().on('page', (other) => events.push(`page ${other.url()}`));
  return events;
}

/** Runs in the page: whether a script has run, and the active content of its frames. */
const FIND_ACTIVE_CONTENT = `(() => {
  const found = 'xss' in window ? ['a script has run'] : [];
  for (const frame of document.querySelectorAll('iframe'))
    for (const { localName, attributes } of frame.contentDocument.querySelectorAll('*')) {
      if (/^(?:script|iframe|object|embed|form|base|link|svg|math|template)$/.test(localName)) found.push(localName);
      for (const { name, value } of attributes) {
        if (/^on/i.test(name)) found.push(localName + ' ' + name);
        if (name === 'href' && !/^(?:https?|mailto|tel):/i.test(value)) found.push('link ' + value);
        if (name === 'src' && !/^(?:\\/api\\/|data:image\\/(?!svg))/.test(value)) found.push('source ' + value);
      }
    }
  return found;
})()`;

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
  const events = watch(page);
  for (let at = 0; at < XSS_PAYLOADS.length; at += IN_CONVERSATION) {
    const mails = mailsOf(XSS_PAYLOADS.slice(at, at + IN_CONVERSATION));
    const { threadId } = await storeConversation(app, mails);
    await page.evaluate(`history.pushState(null, '', '/mail/inbox/${threadId}')`); // as a link does it
    await settled(page);
    const conversation = new ConversationPage(page);
    await expect.poll(() => conversation.frames.count(), { timeout: 20_000 }).toBe(mails.length - 1);
    expect(await conversation.mails.count()).toBe(mails.length);
    expect(await page.evaluate(FIND_ACTIVE_CONTENT)).toEqual([]);
  }
  expect(events).toEqual([]);
  await page.context().close();
});

it('would be found by this test', async () => {
  const page = await app.open('/mail/inbox');
  const events = watch(page);
  await page.evaluate(`document.body.append(Object.assign(new Image(), { src: 'http://evil.example/1.gif' }))`);
  await expect.poll(() => events, { timeout: 20_000 }).toContain('request http://evil.example/1.gif');
  await page.evaluate('window.xss = 1');
  expect(await page.evaluate(FIND_ACTIVE_CONTENT)).toContain('a script has run');
  await page.context().close();
});
