// How sending has ended is said on every screen, once, also after a reload; a real SMTP server accepts or refuses.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startSmtp, type TestSmtp } from '../../support/smtp.ts';
import { expectNoPageErrors, NOW, PHONE, startWebApp, type WebApp } from '../../support/web-app.ts';
import { ComposerPage, emailOf } from './pages/composer.ts';
import { press } from './pages/ways.ts';

const PHONE_OPTIONS = { viewport: PHONE, hasTouch: true, isMobile: true };
const REFUSED = 'refused@example.org';
const REASON = /the mail server accepted none of the recipients/;

let app: WebApp;
let smtp: TestSmtp;
let page: Page;
/** While it is set, the server does not answer recipients. */
let held: (() => void)[] | undefined;
let serial = 0;

beforeAll(async () => {
  smtp = await startSmtp({
    security: 'none',
    options: {
      onRcptTo({ address }, _session, callback) {
        const error = Object.assign(new Error('5.1.1 No such person'), { responseCode: 550 });
        const answer = () => callback(address === REFUSED ? error : null);
        if (held) held.push(answer);
        else answer();
      },
    },
  });
  app = await startWebApp({ data: 'empty', args: ['--allow-hosts', '127.0.0.1'] });
  await app.api('POST', '/email-accounts', { address: 'me@example.org', smtp: smtp.account });
  await app.api('PATCH', '/settings', { hold_seconds: 0 });
});
afterEach(async () => {
  release();
  await app.leave(page);
});
afterAll(async () => {
  await app?.close();
  await smtp?.end();
  expectNoPageErrors();
});

function release(): void {
  const answers = held ?? [];
  held = undefined;
  for (const answer of answers) answer();
}

async function send(to: string, fields: object = {}): Promise<{ id: string; subject: string }> {
  const subject = `Result ${++serial}.`;
  const draft = { to, subject, body_plain: 'x' };
  const { id } = (await app.api('POST', '/emails/drafts', draft)).data as { id: string };
  await app.api('POST', `/emails/${id}/send`, { hold_seconds: 0, ...fields });
  return { id, subject };
}

const toasts = (from = page) => from.getByRole('region', { name: /^Notifications/ });
const sentIn = (subject: string, from = page) => toasts(from).getByRole('status').getByText(`Sent: “${subject}”`);
const failedIn = (subject: string, from = page) =>
  toasts(from).getByRole('alert').getByText(`Not sent: “${subject}”`).filter({ hasText: REASON });

describe.each([
  ['desktop', {}],
  ['phone', PHONE_OPTIONS],
] as const)('on a %s', (_name, options) => {
  it.each(['/', '/mail/inbox', '/calendar', '/contacts', '/settings'])(
    'the end of sending is said at %s',
    async (path) => {
      page = await app.open(path, options);
      const good = await send('ann@example.org');
      await sentIn(good.subject).waitFor();
      const bad = await send(REFUSED);
      await failedIn(bad.subject).waitFor();
      await toasts().getByRole('button', { name: 'Open' }).click();
      await page.getByRole('article').getByText('Not sent: ').waitFor();
      expect(new URL(page.url()).pathname).toMatch(/^\/mail\/failed\//);
    },
  );
});

it.each(['mouse', 'keyboard', 'touch'] as const)(
  'a mail that was written is sent by %s, and it says so',
  async (way) => {
    page = await app.open('/mail/inbox', way === 'touch' ? PHONE_OPTIONS : {});
    const composer = await ComposerPage.open(page);
    await composer.recipients('To').fill('ann@example.org, ');
    await composer.subject.fill(`Written by ${way}`);
    const named = composer.titled(`Written by ${way}`);
    await named.text.fill('Hello');
    const button = named.button('Send');
    if (way === 'touch') await button.tap();
    else await press(way, button);
    await sentIn(`Written by ${way}`).waitFor();
  },
);

it.each([
  ['a phone on its side', { width: 844, height: 390 }, true],
  ['a screen of 1,280 × 720 px at 200 %', { width: 640, height: 360 }, false],
] as const)(
  'on %s the alert leaves room for the text of the mail that is written',
  async (_name, viewport, isTouch) => {
    page = await app.open('/mail/inbox', { viewport, hasTouch: isTouch, isMobile: isTouch });
    const composer = await ComposerPage.open(page);
    await composer.text.click();
    const { subject } = await send(REFUSED);
    await failedIn(subject).waitFor();
    const alert = toasts().getByRole('alert');
    const [title, shown] = await Promise.all(
      [composer.window.locator('header'), alert].map((one) => one.boundingBox()),
    );
    expect(shown?.y).toBeGreaterThanOrEqual((title?.y ?? 0) + (title?.height ?? 0));
    expect(await composer.seenText()).toBeGreaterThan(120);
    for (const line of ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']) {
      await page.keyboard.type(line);
      await page.keyboard.press('Enter');
    }
    expect(await composer.seenText()).toBeGreaterThan(120);
    await alert.getByRole('button', { name: 'Send again' }).click({ trial: true });
    await alert.getByRole('button', { name: 'Open' }).click({ trial: true });
    await composer.button('Save and close').click({ trial: true });
  },
);

it.each(['mouse', 'keyboard', 'touch'] as const)(
  'a mail that was refused is sent again from the alert by %s',
  async (way) => {
    page = await app.open('/contacts', way === 'touch' ? PHONE_OPTIONS : {});
    const { id, subject } = await send(REFUSED);
    await failedIn(subject).waitFor();
    held = [];
    const button = toasts().getByRole('button', { name: 'Send again' });
    if (way === 'touch') await button.tap();
    else await press(way, button);
    await expect.poll(async () => (await emailOf(app, id)).status).toBe('sending');
    await failedIn(subject).waitFor({ state: 'detached' });
    release();
    await failedIn(subject).waitFor();
  },
);

it('an alert goes when its mail is sent again or deleted elsewhere', async () => {
  page = await app.open('/calendar');
  const { id, subject } = await send(REFUSED);
  await failedIn(subject).waitFor();
  await app.api('DELETE', `/emails/${id}`);
  await failedIn(subject).waitFor({ state: 'detached' });
});

it('the end is said after a reload during sending', async () => {
  page = await app.open('/calendar');
  held = [];
  const [good, bad] = [await send('ann@example.org'), await send(REFUSED)];
  await expect.poll(async () => (await emailOf(app, good.id)).status).toBe('sending');
  // Without a position in the feed, the page would not know what came before it was connected again.
  await expect.poll(() => page.evaluate(HAS_POSITION)).toBe(true);
  await page.reload();
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
  release();
  await sentIn(good.subject).waitFor();
  await failedIn(bad.subject).waitFor();
});

/** Whether the browser has stored the position in the feed. */
const HAS_POSITION = `new Promise((resolve) => {
  const opening = indexedDB.open('daybook-owner');
  opening.onsuccess = () => {
    const counting = opening.result.transaction('values').objectStore('values').count('replica');
    counting.onsuccess = () => { opening.result.close(); resolve(counting.result > 0); };
  };
})`;

it('what fails while no page of the app is open is said at the next visit, once', async () => {
  page = await app.open('/calendar');
  const first = await send('ann@example.org');
  await sentIn(first.subject).waitFor();
  // The position in the feed is stored a little later.
  await expect.poll(() => page.evaluate(HAS_POSITION)).toBe(true);
  await page.goto('about:blank');
  const { id, subject } = await send(REFUSED);
  await expect.poll(async () => (await emailOf(app, id)).status).toBe('failed');
  await page.goto(`${app.url}/contacts`);
  await failedIn(subject).waitFor();
  await page.reload();
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
  const next = await send('ann@example.org');
  await sentIn(next.subject).waitFor();
  expect(await failedIn(subject).count()).toBe(0);
});

it('a scheduled mail that fails later is said', async () => {
  page = await app.open('/settings');
  const scheduled_at = new Date(Date.now() + (NOW - started) + 3000).toISOString();
  const draft = { to: REFUSED, subject: 'Later', body_plain: 'x' };
  const { id } = (await app.api('POST', '/emails/drafts', draft)).data as { id: string };
  await app.api('POST', `/emails/${id}/send`, { scheduled_at });
  await failedIn('Later').waitFor();
});
/** The clock of the service began at NOW about then. */
const started = Date.now();

/** Notes every message that is shown from now on, also those that have gone when they are asked for. */
const noteToasts = (from: Page) =>
  from.evaluate(`{
    globalThis.shownToasts = new Map();
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes)
          if (node instanceof Element && node.closest('[aria-label^="Notifications"]')) shownToasts.set(node, node.textContent);
    }).observe(document.body, { childList: true, subtree: true });
  }`);
const timesSent = async (subject: string, ...tabs: Page[]) => {
  const texts = await Promise.all(tabs.map((tab) => tab.evaluate('[...shownToasts.values()]') as Promise<string[]>));
  return texts.flat().filter((text) => text.includes(`Sent: “${subject}”`)).length;
};

it('of two tabs, one says it', async () => {
  page = await app.open('/calendar');
  const other = await app.open('/contacts', { context: page.context() });
  await Promise.all([page, other].map(noteToasts));
  const first = await send('ann@example.org');
  await expect.poll(() => timesSent(first.subject, page, other)).toBe(1);
  // When the second one has been said, so has everything about the first.
  const second = await send('ann@example.org');
  await expect.poll(() => timesSent(second.subject, page, other)).toBe(1);
  expect(await timesSent(first.subject, page, other)).toBe(1);
  await other.close();
});

const HIDE = `Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })`;
const SHOW = `{
  delete document.visibilityState;
  document.dispatchEvent(new Event('visibilitychange'));
}`;

it('that a mail was sent is not said by a tab that is looked at long after', async () => {
  page = await app.open('/mail/failed');
  await noteToasts(page);
  await page.evaluate(HIDE);
  const old = await send('ann@example.org');
  await expect.poll(async () => (await emailOf(app, old.id)).status).toBe('sent');
  // When the page has received that this one failed, it has received that the other one was sent.
  const bad = await send(REFUSED);
  await page.locator(`[role=row][data-id="${bad.id}"]`).waitFor();
  await page.evaluate(`{
    const Before = Date;
    globalThis.Date = class extends Before {
      static now() { return Before.now() + 3_600_000; }
    };
  }`);
  await page.evaluate(SHOW);
  await failedIn(bad.subject).waitFor();
  expect(await timesSent(old.subject, page)).toBe(0);
});

it('the system notifies of a mail that failed only if no tab is visible', async () => {
  const granted = { permissions: ['notifications'] };
  page = await app.open('/calendar', granted);
  await page.evaluate(`localStorage.setItem('daybook.preferences', '{"notifications":true}')`);
  await page.reload();
  const other = await app.open('/contacts', { context: page.context() });
  for (const tab of [page, other])
    await tab.evaluate(`{
      globalThis.notified = [];
      globalThis.Notification = class { static permission = 'granted'; constructor(title, { body }) { notified.push(body); } };
    }`);
  await other.evaluate(HIDE);
  const notified = async () => (await other.evaluate('notified.join()')) as string;
  const seen = await send(REFUSED);
  await failedIn(seen.subject).waitFor();
  await page.evaluate(HIDE);
  const unseen = await send(REFUSED);
  await expect.poll(notified).toContain(unseen.subject);
  expect(await notified()).not.toContain(seen.subject);
  await other.close();
});

it('many results are one message', async () => {
  page = await app.open('/calendar');
  await page.evaluate(HIDE);
  const mails = await Promise.all(['ann@example.org', 'bob@example.org', REFUSED, REFUSED].map((to) => send(to)));
  for (const { id } of mails) await expect.poll(async () => (await emailOf(app, id)).status).toMatch(/sent|failed/);
  // While the page is not visible, it leaves them to others.
  expect(await toasts().getByText('Result').count()).toBe(0);
  await page.evaluate(SHOW);
  await toasts().getByRole('status').getByText('2 mails were sent.').waitFor();
  await toasts().getByRole('alert').getByText('Not sent: 2 mails.').waitFor();
  await toasts().getByRole('button', { name: 'Show' }).click();
  await page.getByRole('heading', { name: 'Not sent', level: 1 }).waitFor();
});
