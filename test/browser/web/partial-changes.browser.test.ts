// Changes of many records of which another client has deleted one, and of conversations that are not read as a whole: what
// can be changed is changed.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { CutProxy } from '../../support/cut-proxy.ts';
import { eventually, expectNoPageErrors, startWebApp, type WebApp } from '../../support/web-app.ts';
import { createContact } from './pages/contacts.ts';
import { ConversationPage, storeConversation } from './pages/conversation.ts';
import { MailPage } from './pages/mail.ts';

let app: WebApp;
let proxy: CutProxy;
let page: Page;

beforeAll(async () => {
  app = await startWebApp({ data: 'empty' });
  proxy = await app.proxy();
});
afterEach(async () => {
  proxy.faultOf = () => undefined;
  await app.leave(page);
});
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

/** Runs once, before the service gets the first request of the kind. */
function before(kind: RegExp, run: () => Promise<unknown>): void {
  proxy.faultOf = (line) => {
    if (!kind.test(line)) return undefined;
    proxy.faultOf = () => undefined;
    return { before: run };
  };
}

async function storeThree(): Promise<{ ids: string[]; threads: string[] }> {
  const stored = [];
  for (const subject of ['One', 'Two', 'Three']) stored.push(await storeConversation(app, [{ subject }]));
  return { ids: stored.flatMap(({ ids }) => ids), threads: stored.map(({ threadId }) => threadId) };
}

async function select(threads: readonly string[], list: string): Promise<MailPage> {
  page = await app.open(list, { origin: proxy.url });
  const mail = new MailPage(page);
  for (const id of threads) await mail.check(id);
  return mail;
}

it('mails of the trash are deleted permanently although one of them was deleted elsewhere', async () => {
  const { ids, threads } = await storeThree();
  for (const id of ids) await app.api('DELETE', `/emails/${id}`);
  const mail = await select(threads, '/mail/trash');
  before(/^DELETE .*emails/, () => app.api('DELETE', `/emails/${ids[0]}?permanent=true`));
  await page.keyboard.press('#');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete permanently' }).click();
  for (const id of threads) await mail.rowOf(id).waitFor({ state: 'detached' });
  const left = () => app.api<{ data: unknown[] }>('GET', '/emails?only_deleted=true');
  await eventually(async () => expect((await left()).data).toEqual([]));
  expect(await page.getByText('The change was not made').count()).toBe(0);
});

it('contacts are deleted although one of them was deleted elsewhere, and this is said', async () => {
  const names = ['Ann Partly', 'Bob Partly', 'Cid Partly'];
  const [first] = await Promise.all(names.map((display_name) => createContact(app, { display_name })));
  page = await app.open('/contacts', { origin: proxy.url });
  for (const name of names) await page.getByRole('checkbox', { name: new RegExp(name) }).check({ force: true });
  before(/^DELETE .*contacts/, () => app.api('DELETE', `/contacts/${first?.id}?permanent=true`));
  await page.keyboard.press('#');
  await page.getByText('1 of 3 contacts could not be changed').waitFor();
  const left = () => app.api<{ data: unknown[] }>('GET', '/contacts?search=Partly');
  await eventually(async () => expect((await left()).data).toEqual([]));
});

it('a label is removed from all mails of a long conversation, also from those that are not shown', async () => {
  await app.api('POST', '/labels', { name: 'long' });
  const mails = Array.from({ length: 60 }, (_, at) => ({ body_plain: `Mail ${at}`, labels: ['long'] }));
  const { threadId } = await storeConversation(app, mails);
  const labelled = async () =>
    (await app.api<{ meta: { total: number } }>('GET', '/emails?label=long&limit=1')).meta.total;
  expect(await labelled()).toBe(60);
  const conversation = await ConversationPage.open(app, threadId);
  page = conversation.page;
  await page.getByRole('button', { name: 'Remove label long' }).click();
  await eventually(async () => expect(await labelled()).toBe(0));
  await conversation.undo('long');
  await eventually(async () => expect(await labelled()).toBe(60));
});

it('undo of unread mails leaves those of a long conversation unread that were not shown', async () => {
  const mails = Array.from({ length: 60 }, (_, at) => ({ body_plain: `Mail ${at}`, is_read: at !== 10 }));
  const { threadId, ids } = await storeConversation(app, mails);
  const unread = async () => (await app.api<{ data: { unread: number } }>('GET', `/threads/${threadId}`)).data.unread;
  const conversation = await ConversationPage.open(app, threadId);
  page = conversation.page;
  await conversation.toggle(0).click();
  await conversation.choose(0, 'Mark unread from here');
  await eventually(async () => expect(await unread()).toBe(60));
  await conversation.undo('Marked as unread');
  await eventually(async () => expect(await unread()).toBe(1));
  const { data } = await app.api<{ data: { is_read: boolean } }>('GET', `/emails/${ids[10]}`);
  expect(data.is_read).toBe(false);
});

it('a contact that is restored elsewhere before its permanent deletion is sent again is not deleted', async () => {
  const { id } = await createContact(app, { display_name: 'Dee Back' });
  await app.api('DELETE', `/contacts/${id}`);
  page = await app.open('/contacts/deleted', { origin: proxy.url });
  proxy.faultOf = (line) => {
    if (!/^DELETE .*permanent/.test(line)) return undefined;
    proxy.faultOf = () => undefined;
    return { before: () => app.api('POST', `/contacts/${id}/restore`), status: 503 };
  };
  await page.getByRole('row', { name: /Dee Back/ }).focus();
  await page.keyboard.press('#');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete permanently' }).click();
  await page.getByText('Dee Back was restored elsewhere').waitFor();
  await app.api('GET', `/contacts/${id}`); // it is there
});
