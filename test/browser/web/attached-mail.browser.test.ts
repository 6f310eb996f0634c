// A mail that is attached to a mail is read in place like a mail, by mouse and keyboard, and mails within it.
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectNoPageErrors, startWebApp, type WebApp } from '../../support/web-app.ts';
import { ConversationPage, importMail, storeConversation } from './pages/conversation.ts';
import { press, WAYS } from './pages/ways.ts';

let app: WebApp;
let opened: ConversationPage | undefined;

beforeAll(async () => {
  app = await startWebApp({ data: 'empty', keepsPage: true });
});
afterEach(async () => {
  if (opened) await app.leave(opened.page);
});
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

const boxed = (fields: string[], boundary: string, parts: string[]) =>
  [...fields, 'MIME-Version: 1.0', `Content-Type: multipart/mixed; boundary=${boundary}`, '']
    .concat(
      parts.flatMap((part) => [`--${boundary}`, part]),
      `--${boundary}--`,
      '',
    )
    .join('\r\n');
const attach = (mail: string, name: string) =>
  `Content-Type: message/rfc822; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n${mail}`;
const from = (name: string, subject: string) => [
  `From: ${name} <${name.toLowerCase()}@example.net>`,
  'To: Ida <ida@example.org>',
  `Subject: ${subject}`,
  'Date: Tue, 17 Feb 2026 09:00:00 +0100',
];
const plan =
  'Content-Type: text/plain; name=plan.txt\r\nContent-Disposition: attachment; filename=plan.txt\r\n\r\nThe plan.';
const inner = boxed(from('Eve', 'The cellar'), 'b3', ['Content-Type: text/plain\r\n\r\nThe cellar is dry.', plan]);
const html =
  '<p>Please <b>sign</b> it.</p><script>document.title = "run"</script><img src="https://images.example/1.gif" alt="">';
const middle = boxed(from('Ann', 'The lease'), 'b2', [
  `Content-Type: text/html\r\n\r\n${html}`,
  attach(inner, 'cellar.eml'),
]);

async function open(subject: string, parts: string[], options: Parameters<WebApp['open']>[1] = {}) {
  const threadId = await importMail(app, boxed(from('Bob', subject), 'b1', parts), subject);
  opened = await ConversationPage.open(app, threadId, options);
  return opened.mail(0);
}

it.each(WAYS)('is read in place, with the mail within it and its attachments, by %s', async (way) => {
  const mail = await open(`Look at this by ${way}`, [
    'Content-Type: text/plain\r\n\r\nSee below.',
    attach(middle, 'lease.eml'),
  ]);
  const attached = mail.getByRole('article', { name: 'Attached mail: The lease' });
  await attached.getByText('ann@example.net').waitFor();
  await attached.frameLocator('iframe').first().getByText('Please sign it.').waitFor();
  await attached.getByText('Images from other servers are not shown.').waitFor();
  expect(await attached.getByRole('button', { name: 'Always from this sender' }).count()).toBe(0);
  const closed = attached.getByRole('article', { name: 'Attached mail: cellar' });
  await press(way, closed.getByRole('button', { name: 'cellar' }));
  const within = attached.getByRole('article', { name: 'Attached mail: The cellar' });
  await within.getByText('The cellar is dry.').waitFor();
  const saved = (opened as ConversationPage).page.waitForEvent('download');
  await press(way, within.getByRole('button', { name: 'Download plan.txt' }));
  expect(await readFile(await (await saved).path(), 'utf8')).toBe('The plan.');
  await press(way, within.getByRole('button', { name: 'The cellar' }));
  await within.getByText('The cellar is dry.').waitFor({ state: 'detached' });
  expect(await (opened as ConversationPage).page.title()).not.toBe('run');
});

it('is the text of a mail that has no other', async () => {
  const mail = await open('Fwd: nothing else', [attach(inner, 'cellar.eml')]);
  await mail.getByText('The cellar is dry.').waitFor();
  expect(await mail.getByText('This mail has no text.').count()).toBe(0);
});

it('of which only the name is known is no text: the mail says that it has none', async () => {
  const attachments = [{ filename: 'gone.eml', mime: 'message/rfc822' }];
  const { threadId } = await storeConversation(app, [{ subject: 'Only the name', attachments }]);
  opened = await ConversationPage.open(app, threadId);
  await opened.mail(0).getByText('This mail has no text.').waitFor();
});

it('of several, each is opened when it is wanted; one that is damaged says so', async () => {
  const mail = await open('Two', [
    '\r\nBoth.',
    attach(inner, 'one.eml'),
    attach(inner.replace('dry', 'wet'), 'two.eml'),
  ]);
  await mail.getByRole('article', { name: 'Attached mail: one' }).waitFor();
  expect(await mail.getByText('The cellar is dry.').count()).toBe(0);
  await mail.getByRole('button', { name: 'two', exact: true }).click();
  await mail.getByText('The cellar is wet.').waitFor();
  await (opened as ConversationPage).page.route('**/attached-email**', (route) =>
    route.fulfill({ status: 404, json: { error: { code: 'NOT_FOUND', message: 'x' } } }),
  );
  await mail.getByRole('button', { name: 'one', exact: true }).click();
  await mail.getByText('The attached mail could not be read. It can be downloaded.').waitFor();
});
