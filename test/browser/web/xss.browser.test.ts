// Texts of attackers in events, calendars, contacts, tags, labels, folders, drafts, signatures and searches, on every
// screen that shows them. No script runs, no request leaves, and nothing depends on the Content-Security-Policy.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { settled } from '../../support/settled.ts';
import { eventually, expectNoPageErrors, startWebApp, type WebApp } from '../../support/web-app.ts';
import { packedPayloads, watchForScripts, type XssWatch } from '../../support/xss-watch.ts';
import { CalendarPage } from './pages/calendar.ts';
import { ComposerPage } from './pages/composer.ts';
import { ContactsPage } from './pages/contacts.ts';
import { ConversationPage, importMail, storeFile } from './pages/conversation.ts';
import { MailPage } from './pages/mail.ts';
import { PalettePage, SearchPage } from './pages/search.ts';

const NAMES = packedPayloads(250, (text) => !text.includes('/'));
/** Names of folders are paths, and those of calendars and labels may have slashes. */
const SHORT = packedPayloads(250);
const LINES = packedPayloads(950);
const ALL = packedPayloads(60_000).join('\n');

let app: WebApp;
let page: Page;
let watch: XssWatch;

/** Stores records, a few at a time; those that the service refuses are left out. */
async function storeAll(path: string, bodies: readonly object[]): Promise<{ id: string }[]> {
  const stored: { id: string }[] = [];
  for (let at = 0; at < bodies.length; at += 10) {
    const requests = bodies.slice(at, at + 10).map((body) => app.api<{ data: { id: string } }>('POST', path, body));
    const answers = await Promise.allSettled(requests);
    stored.push(...answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value.data] : [])));
  }
  expect(stored.length).toBeGreaterThan(bodies.length * 0.9);
  return stored;
}

const hours = (at: number) => String(8 + (at % 10)).padStart(2, '0');

beforeAll(async () => {
  app = await startWebApp({ data: 'empty' });
  await storeAll(
    '/labels',
    SHORT.map((name) => ({ name })),
  );
  await storeAll(
    '/folders',
    NAMES.map((name) => ({ name })),
  );
  await storeAll(
    '/calendars',
    SHORT.map((name) => ({ name })),
  );
  await storeAll(
    '/events',
    LINES.map((title, at) => ({
      title,
      location: title,
      description: ALL.slice(0, 8000),
      calendar_name: SHORT[at % SHORT.length],
      start_at: `2026-03-17T${hours(at)}:00:00Z`,
      end_at: `2026-03-17T${hours(at)}:45:00Z`,
      attendees: [{ email: `x${at}@example.org`, name: title.slice(0, 200) }],
    })),
  );
  await storeAll(
    '/contacts',
    LINES.map((text, at) => ({
      display_name: text,
      company: text,
      job_title: text,
      notes: ALL,
      tags: [SHORT[at % SHORT.length]],
      emails: [{ address: `x${at}@example.org`, label: 'work', primary: true }],
    })),
  );
  const smtp = { host: '127.0.0.1', user: 'ann', password: 'secret' };
  const account = { address: 'ann@example.org', from_name: NAMES[0], name: NAMES[1], smtp };
  const { data } = await app.api('POST', '/email-accounts', account);
  await app.api('POST', '/identities', {
    account_id: data.id,
    name: LINES[1]?.slice(0, 200),
    signature_plain: ALL.slice(0, 9000),
    signature_html: ALL.slice(0, 9000),
    is_default: true,
  });
  // Without the policy, which would stop scripts that the app lets through.
  page = await app.open('/mail/inbox', { bypassCSP: true });
  watch = await watchForScripts(page, app.url);
});
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

async function show(path: string): Promise<void> {
  await page.goto(app.url + path);
  await page.locator('main').getByRole('heading').first().waitFor();
}

it('in names of labels and folders, in the list, its pickers and its messages', async () => {
  const received = { from_address: 'x1@example.org', to_addresses: ['ann@example.org'], labels: SHORT.slice(0, 90) };
  const mails = LINES.map((subject, at) => ({
    ...received,
    subject,
    from_name: subject.slice(0, 900),
    received_at: `2026-03-16T09:${String(at).padStart(2, '0')}:00Z`,
  }));
  await storeAll('/emails', mails);
  const mail = new MailPage(page);
  await mail.rows.nth(LINES.length - 1).waitFor();
  await eventually(async () =>
    expect(await page.locator('#sidebar a').count()).toBeGreaterThan(SHORT.length + NAMES.length),
  );
  for (const key of ['l', 'v']) {
    await mail.rows.nth(3).focus();
    await page.keyboard.press(key);
    await page.getByRole('combobox').last().fill('onerror');
    await page.getByRole('option').first().waitFor();
    expect(await watch.found()).toEqual([]);
    await page.keyboard.press('Enter');
    await mail.toasts.getByRole('button', { name: 'Undo' }).last().waitFor();
  }
  await page.keyboard.press('?');
  expect(await watch.found()).toEqual([]);
});

it('in a mail, its source and its print view', async () => {
  const source = `From: "${NAMES[2]?.replaceAll(/["\\]/g, '')}" <x2@example.org>\r\nTo: ann@example.org\r\nSubject: Original\r\nMessage-ID: <source@example.org>\r\nDate: Mon, 16 Mar 2026 09:00:00 +0000\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${ALL}`;
  const thread = await importMail(app, source, 'Original');
  await show(`/mail/inbox/${thread}`);
  const conversation = new ConversationPage(page);
  await conversation.frame(0);
  await page.emulateMedia({ media: 'print' });
  expect(await watch.found()).toEqual([]);
  await page.emulateMedia({ media: 'screen' });
  await conversation.choose(0, 'Show original');
  await page.getByRole('dialog').getByText('Message-ID').first().waitFor();
  expect(await watch.found()).toEqual([]);
  await page.keyboard.press('Escape');
});

it('in events and calendars: grid, agenda, details and form', async () => {
  const view = new CalendarPage(page);
  for (const path of ['/calendar/month/2026-03-17', '/calendar/agenda/2026-03-17', '/calendar/day/2026-03-17']) {
    await show(path);
    await page
      .getByText(LINES[0]?.slice(0, 40) ?? '')
      .first()
      .waitFor({ state: 'attached' });
    expect(await watch.found()).toEqual([]);
  }
  await settled(page);
  await page.locator('[data-event-id]').first().click();
  await view.details
    .getByText(LINES[0]?.slice(0, 20) ?? '')
    .or(view.details)
    .first()
    .waitFor();
  await settled(page); // the details move when all of them are known
  expect(await watch.found()).toEqual([]);
  await view.details.getByRole('button', { name: 'Edit' }).click();
  await view.editor.getByRole('textbox', { name: 'Title' }).waitFor();
  expect(await watch.found()).toEqual([]);
  await view.editor.getByRole('textbox', { name: 'Title' }).fill(`${LINES[2]} `);
  await view.editor.getByRole('button', { name: 'Save', exact: true }).click();
  await view.toast('Event saved.').waitFor();
  expect(await watch.found()).toEqual([]);
});

it('in contacts: list, card, form and messages', async () => {
  await show('/contacts');
  const contacts = new ContactsPage(page);
  await contacts.rows.nth(5).waitFor();
  await settled(page); // the list moves when its letters are known
  await contacts.rows.nth(5).click();
  await contacts.card.getByRole('heading').first().waitFor();
  await settled(page);
  expect(await watch.found()).toEqual([]);
  await page.keyboard.press('e');
  await contacts.editor.waitFor();
  expect(await watch.found()).toEqual([]);
  await page.keyboard.press('Escape');
  await contacts.editor.waitFor({ state: 'detached' });
  await contacts.card.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await contacts.card.getByRole('heading').first().waitFor();
  expect(await watch.found()).toEqual([]);
});

it('on Today', async () => {
  await show('/');
  await page
    .getByText(LINES[0]?.slice(0, 40) ?? '')
    .first()
    .waitFor({ state: 'attached' });
  expect(await watch.found()).toEqual([]);
});

it('in searches: what is typed, chips, results, recent searches and the palette', async () => {
  await show(`/search?q=${encodeURIComponent('onerror')}`);
  const search = new SearchPage(page);
  await search.results.getByRole('status').waitFor();
  for (const text of LINES.slice(0, 12)) await search.search(text);
  for (const text of LINES.slice(12)) await show(`/search?q=${encodeURIComponent(text)}`);
  expect(await watch.found()).toEqual([]);
  const palette = new PalettePage(page);
  await page.keyboard.press('Control+k');
  for (const text of ['alert', ...NAMES.slice(0, 8)]) {
    await palette.field.fill(text);
    await palette.options.first().waitFor();
    expect(await watch.found()).toEqual([]);
  }
  await page.keyboard.press('Escape');
});

it('in a draft: recipients and their suggestions, subject, text, quote, signature and names of files', async () => {
  await show('/mail/inbox');
  const composer = await ComposerPage.open(page);
  await composer.recipients('To').fill('x1');
  await page.getByRole('option').first().waitFor();
  expect(await watch.found()).toEqual([]);
  await page.keyboard.press('Enter');
  await composer.chips('To').first().waitFor();
  const text = page.getByRole('textbox', { name: 'Text of the mail' });
  await text.focus();
  await composer.paste({ 'text/html': ALL, 'text/plain': ALL });
  expect(await watch.found()).toEqual([]);
  await composer.saved();
  await composer.button('Save and close').click();
  await composer.gone();
  const files = SHORT.slice(0, 60).map((name) => storeFile(app, name, 'text/html', '<script>top.xss=1</script>'));
  const attachments = (await Promise.all(files)).map(({ file_id }) => file_id);
  const draft = { subject: LINES[3], body_html: ALL, body_plain: ALL, attachments, to: 'x1@example.org' };
  const { data } = await app.api('POST', '/emails/drafts', draft);
  await page.goto(`${app.url}/mail/drafts`);
  await page.locator(`[role=row][data-id="${data.id}"]`).click();
  await page.getByRole('textbox', { name: 'Subject' }).last().waitFor();
  await page
    .getByText(SHORT[0]?.slice(0, 30) ?? '')
    .first()
    .waitFor({ state: 'attached' });
  expect(await watch.found()).toEqual([]);
  const opened = new ComposerPage(page);
  await opened.button('Save and close').click();
  await opened.gone();
});

it('in settings: accounts, identities and signatures', async () => {
  for (const path of ['/settings/accounts', '/settings/identities', '/settings/import']) {
    await show(path);
    expect(await watch.found()).toEqual([]);
  }
  await show('/settings/identities');
  await page
    .getByRole('button', { name: /^Edit: / })
    .first()
    .click();
  await page.getByRole('dialog').getByLabel('Signature').waitFor();
  expect(await watch.found()).toEqual([]);
});
