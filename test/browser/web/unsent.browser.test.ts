// Mail that was not sent yet: what can be done with it by mouse and by keyboard, also while the connection is lost.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../support/ports.ts';
import { startSmtp, type TestSmtp } from '../../support/smtp.ts';
import { expectNoPageErrors, startWebApp, type WebApp } from '../../support/web-app.ts';
import { ComposerPage, draftOf, draftsOf, emailOf } from './pages/composer.ts';
import { MailPage } from './pages/mail.ts';
import { press, WAYS } from './pages/ways.ts';

let app: WebApp;
let smtp: TestSmtp;
let page: Page;
let account_id: string;

beforeAll(async () => {
  smtp = await startSmtp({ security: 'none' });
  app = await startWebApp({ data: 'empty', args: ['--allow-hosts', '127.0.0.1'] });
  const account = { name: 'Home', address: 'me@example.org', from_name: 'Me', smtp: smtp.account };
  account_id = (await app.api('POST', '/email-accounts', account)).data.id as string;
  await app.api('POST', '/identities', { account_id, name: 'Me', is_default: true });
  await app.api('POST', '/identities', { account_id, address: 'work@example.org', name: 'Me at work' });
});
afterEach(async () => {
  await app.leave(page);
});
afterAll(async () => {
  await app?.close();
  await smtp?.end();
  expectNoPageErrors();
});

it('a new time is set although the connection is lost after the old one was cancelled', async () => {
  const draft = { to: 'ann@example.org', subject: 'Later', body_plain: 'x' };
  const { id } = (await app.api('POST', '/emails/drafts', draft)).data as { id: string };
  await app.api('POST', `/emails/${id}/send`, { scheduled_at: '2026-03-18T09:00:00Z' });
  page = await app.open('/mail/scheduled');
  const mail = new MailPage(page);
  // More often than the client itself repeats a request.
  await page.route('**/emails/*/send', (route) => route.abort(), { times: 2 });
  await mail.rowOf(id).getByRole('button', { name: 'Change time…' }).click();
  await page.getByRole('combobox', { name: 'Send at' }).fill('19.3. 14:00');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await emailOf(app, id)).scheduled_at).toBe('2026-03-19T13:00:00Z');
});

it('a mail that failed is edited with its own sender, as one draft', async () => {
  const failed = {
    status: 'failed',
    account_id,
    from_address: 'Me at work <work@example.org>',
    to_addresses: ['ann@example.org'],
    subject: 'Failed',
    body_plain: 'Sorry.',
  };
  const { id } = (await app.api('POST', '/emails', failed)).data as { id: string };
  page = await app.open('/mail/failed');
  const mail = new MailPage(page);
  await page.route('**/emails/drafts', (route) => route.fetch().then(() => route.abort()), { times: 2 });
  await mail.rowOf(id).getByRole('button', { name: 'Edit' }).click();
  await new ComposerPage(page, 'Failed').text.waitFor();
  const copy = await draftOf(app, 'Failed');
  expect([copy.from_address, copy.from_name]).toEqual(['work@example.org', 'Me at work']);
  expect(await draftsOf(app, 'Failed')).toHaveLength(1);
  expect((await emailOf(app, id)).deleted_at).not.toBeNull();
});

describe.each(WAYS)('by %s', (way) => {
  async function store(subject: string, time?: string): Promise<string> {
    const draft = { to: 'ann@example.org', subject: `${subject} by ${way}`, body_plain: 'x' };
    const { id } = (await app.api('POST', '/emails/drafts', draft)).data as { id: string };
    if (time) await app.api('POST', `/emails/${id}/send`, { scheduled_at: time });
    return id;
  }

  /** The buttons of a row come after it, for the keyboard. */
  async function use(mail: MailPage, id: string, name: string): Promise<void> {
    if (way === 'keyboard') await mail.rowOf(id).focus();
    await press(way, mail.rowOf(id).getByRole('button', { name }));
  }

  it('a scheduled mail gets another time, and is sent at once', async () => {
    const [id, other] = [await store('Moved', '2026-03-18T09:00:00Z'), await store('Hurried', '2026-03-18T10:00:00Z')];
    page = await app.open('/mail/scheduled');
    const mail = new MailPage(page);
    await use(mail, id, 'Change time…');
    await page.getByRole('combobox', { name: 'Send at' }).fill('19.3. 14:00');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await emailOf(app, id)).scheduled_at).toBe('2026-03-19T13:00:00Z');
    await use(mail, other, 'Send now');
    await expect.poll(async () => (await emailOf(app, other)).scheduled_at).not.toBe('2026-03-18T10:00:00Z');
    await mail.toasts.getByText('Sending…').waitFor();
    await mail.undo();
    await expect.poll(async () => (await emailOf(app, other)).scheduled_at).toBe('2026-03-18T10:00:00Z');
  });

  it('a mail in the outbox becomes a draft again, and another one is deleted', async () => {
    const unreachable = { ...smtp.account, port: await freePort() };
    const account = { name: 'Away', address: `away-${way}@example.org`, smtp: unreachable };
    const away = (await app.api('POST', '/email-accounts', account)).data.id as string;
    const queue = async (subject: string) => {
      const draft = { account_id: away, to: 'ann@example.org', subject: `${subject} by ${way}`, body_plain: 'x' };
      const { id } = (await app.api('POST', '/emails/drafts', draft)).data as { id: string };
      await app.api('POST', `/emails/${id}/send`, { hold_seconds: 0 });
      return id;
    };
    const [id, other] = [await queue('Edited'), await queue('Dropped')];
    page = await app.open('/mail/outbox');
    const mail = new MailPage(page);
    await use(mail, id, 'Cancel and edit');
    await new ComposerPage(page, `Edited by ${way}`).text.waitFor();
    expect((await emailOf(app, id)).status).toBe('draft');
    await page.keyboard.press('Escape');
    await use(mail, other, 'Delete');
    await expect.poll(async () => (await emailOf(app, other)).deleted_at).not.toBeNull();
    await mail.undo();
    await expect.poll(async () => (await emailOf(app, other)).deleted_at).toBeNull();
  });

  it('a mail that failed is sent again', async () => {
    const failed = { status: 'failed', account_id, to_addresses: ['ann@example.org'], subject: `Again by ${way}` };
    const { id } = (await app.api('POST', '/emails', { ...failed, from_address: 'me@example.org' })).data as {
      id: string;
    };
    page = await app.open('/mail/failed');
    await use(new MailPage(page), id, 'Send again');
    await expect.poll(async () => (await emailOf(app, id)).status).not.toBe('failed');
  });
});

it.each(['Today', 'its conversation'])(
  'a mail that failed is sent again from %s, and is a draft after undo',
  async (from) => {
    const content = { account_id, to_addresses: ['ann@example.org'], subject: `Again from ${from}`, body_plain: 'x' };
    const failed = { status: 'failed', from_address: 'me@example.org', ...content };
    const { id, thread_id } = (await app.api('POST', '/emails', failed)).data as { id: string; thread_id: string };
    page = await app.open(from === 'Today' ? '/' : `/mail/all/${thread_id}`);
    const item = page.getByRole('listitem').filter({ hasText: `Again from ${from}` });
    const place = from === 'Today' ? item : page.getByRole('article');
    await place.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(async () => (await emailOf(app, id)).status).toBe('scheduled');
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(async () => (await emailOf(app, id)).status).toBe('draft');
  },
);

it('the command palette has what can be done with the mail that has the focus', async () => {
  const draft = { to: 'ann@example.org', subject: 'From the palette', body_plain: 'x' };
  const { id } = (await app.api('POST', '/emails/drafts', draft)).data as { id: string };
  await app.api('POST', `/emails/${id}/send`, { scheduled_at: '2026-03-18T09:00:00Z' });
  page = await app.open('/mail/scheduled');
  await new MailPage(page).rowOf(id).focus();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('change time');
  await page.getByRole('option', { name: 'Change time…' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Send at' }).waitFor();
});
