// What can be done with one mail of a conversation: invitations, the original, printing, answers, its sender, the trash.
import type { Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectNoPageErrors, PHONE, startWebApp, type WebApp } from '../../support/web-app.ts';
import { ConversationPage, importMail, storeConversation, storeFile } from './pages/conversation.ts';
import { press, WAYS } from './pages/ways.ts';

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

const open = async (threadId: string, options: Parameters<WebApp['open']>[1] = {}) => {
  opened = await ConversationPage.open(app, threadId, options);
  return opened;
};

it('a mail that was not sent says so once: in its line, or above its text', async () => {
  const unsent = { status: 'queued', received_at: null, to_addresses: ['bob@example.org'] };
  const { threadId } = await storeConversation(app, [{ body_plain: 'When?' }, { ...unsent, body_plain: 'At nine.' }]);
  const conversation = await open(threadId);
  const mail = conversation.mail(1);
  await mail.getByRole('button', { name: 'Cancel sending' }).waitFor();
  expect(await mail.getByText('to be sent').allInnerTexts()).toEqual([
    'Waits to be sent. Editing stops sending until you send it again.',
  ]);
  await mail.locator('[data-toggle]').click();
  await mail.getByRole('button', { name: 'Cancel sending' }).waitFor({ state: 'detached' });
  expect(await mail.getByText('to be sent').allInnerTexts()).toEqual(['Waits to be sent']);
});

describe('an invitation', () => {
  it.each(WAYS)('is added to the calendar once by %s, and says when the time is taken', async (way) => {
    const lines = [
      'BEGIN:VCALENDAR',
      'METHOD:REQUEST',
      'BEGIN:VEVENT',
      `UID:lunch-${way}@example.org`,
      'DTSTART;TZID=Europe/Berlin:20260320T120000',
      'DTEND;TZID=Europe/Berlin:20260320T130000',
      `SUMMARY:Lunch by ${way}`,
      'LOCATION:Café',
      'ORGANIZER;CN=Ann Lee:mailto:ann@example.org',
      'END:VEVENT',
      'END:VCALENDAR',
    ];
    const file = await storeFile(app, 'invite.ics', 'text/calendar', lines.join('\r\n'));
    await app.api('POST', '/events', { title: 'Dentist', start_at: '2026-03-20T11:30:00Z' });
    const { threadId } = await storeConversation(app, [{ body_plain: 'Lunch?', attachments: [file] }]);
    const conversation = await open(threadId);
    const card = conversation.view.getByRole('region', { name: `Invitation: Lunch by ${way}` });
    await card.getByText(/Fri,? 20 Mar, 12:00 – 13:00/).waitFor();
    await card.getByText('You already have something then').waitFor();
    await press(way, card.getByRole('button', { name: 'Add to calendar' }));
    await card.getByText('In your calendar').waitFor();
    const { data } = await app.api<{ data: { title: string; start_at: string; location: string }[] }>(
      'GET',
      '/events?source=invitation',
    );
    const added = data.filter(({ title }) => title === `Lunch by ${way}`);
    expect(added).toMatchObject([{ start_at: '2026-03-20T11:00:00Z', location: 'Café' }]);
    await conversation.page.reload();
    await card.getByText('In your calendar').waitFor();
    expect(await card.getByRole('button', { name: 'Add to calendar' }).count()).toBe(0);
  });
});

describe('the event of an invitation', () => {
  it('is there once, follows a newer version, and goes when it is cancelled; each is undone', async () => {
    const file = (method: string, sequence: number, day: string, lines = ['RRULE:FREQ=WEEKLY;COUNT=3']) =>
      storeFile(
        app,
        'invite.ics',
        'text/calendar',
        [
          'BEGIN:VCALENDAR',
          `METHOD:${method}`,
          'BEGIN:VEVENT',
          'UID:choir@example.org',
          `SEQUENCE:${sequence}`,
          `DTSTART:${day}T100000Z`,
          `DTEND:${day}T110000Z`,
          'EXDATE:20260411T100000Z',
          'SUMMARY:Choir',
          ...lines,
          'END:VEVENT',
          'END:VCALENDAR',
        ].join('\r\n'),
      );
    const [request, changed, cancelled, following] = [
      await file('REQUEST', 0, '20260403'),
      await file('REQUEST', 1, '20260404'),
      await file('CANCEL', 2, '20260404'),
      await file('CANCEL', 2, '20260410', ['RECURRENCE-ID;RANGE=THISANDFUTURE:20260410T100000Z']),
    ];
    const twice = [request, { ...request, filename: 'part.ics' }];
    const mails = [twice, [changed], [cancelled], [following]].map((attachments) => ({
      body_plain: 'Choir',
      is_read: false,
      attachments,
    }));
    const { threadId } = await storeConversation(app, mails);
    const conversation = await open(threadId);
    const card = (at: number) => conversation.mail(at).getByRole('region', { name: /: Choir$/ });
    const stored = async () => {
      const list = await app.api<{ data: { title: string; start_at: string; recurrence: object }[] }>(
        'GET',
        '/events?source=invitation&search=Choir',
      );
      return list.data.map(({ start_at }) => start_at.slice(0, 10));
    };
    await card(0).getByRole('button', { name: 'Add to calendar' }).click();
    await card(0).getByText('In your calendar').waitFor();
    expect(await card(0).count()).toBe(1);
    expect(await stored()).toEqual(['2026-04-03']);
    await card(1).getByRole('button', { name: 'Update event' }).click();
    await card(1).getByText('In your calendar').waitFor();
    await card(0).getByText('newer than this mail').waitFor();
    expect(await stored()).toEqual(['2026-04-04']);
    await conversation.undo('Event updated');
    await expect.poll(stored).toEqual(['2026-04-03']);
    await card(2).getByRole('button', { name: 'Remove from calendar' }).click();
    await expect.poll(stored).toEqual([]);
    await conversation.undo('Removed from your calendar');
    await expect.poll(stored).toEqual(['2026-04-03']);
    await card(3).getByText('cancels this and the following events').waitFor();
    expect(await card(3).getByRole('button').allInnerTexts()).toEqual(['Open in calendar']);
    await card(3).getByRole('button').click();
    await conversation.page.waitForURL('**/calendar/day/2026-04-10');
  });
});

describe('one mail', () => {
  it.each(WAYS)('is shown as its original by %s', async (way) => {
    const subject = `Source by ${way}`;
    const source = `From: Ann <ann@example.org>\r\nSubject: ${subject}\r\nDate: Mon, 16 Mar 2026 09:00:00 +0000\r\n\r\nPlain words`;
    const conversation = await open(await importMail(app, source, subject));
    await conversation.choose(0, 'Show original', way);
    const dialog = conversation.page.getByRole('dialog', { name: 'Original mail' });
    await dialog.getByText(`Subject: ${subject}`).waitFor();
    await dialog.getByText('Plain words').waitFor();
    const downloading = conversation.page.waitForEvent('download');
    await press(way, dialog.getByRole('button', { name: 'Download' }));
    expect((await downloading).suggestedFilename()).toMatch(/\.eml$/);
  });

  it.each(WAYS)('is printed by %s alone, or with its conversation, without the rest of the app', async (way) => {
    const { threadId } = await storeConversation(app, [
      { body_plain: 'first text', labels: ['home'] },
      { body_html: '<p>second text</p>' },
      { body_plain: 'third text', status: 'draft', received_at: null, from_address: 'ida@example.org' },
    ]);
    const conversation = await open(threadId);
    const { page, view } = conversation;
    await conversation.frame(1);
    await page.evaluate('window.print = () => { window.printed = (window.printed ?? 0) + 1 }');
    await conversation.choose(1, 'Print this mail', way);
    await expect.poll(() => page.evaluate('window.printed')).toBe(1);
    await page.emulateMedia({ media: 'print' });
    const articles = view.locator('article');
    const visible = () => Promise.all([0, 1, 2].map((at) => articles.nth(at).isVisible()));
    expect(await visible()).toEqual([false, true, false]);
    expect(await page.getByRole('navigation').isVisible()).toBe(false);
    await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
    expect(await visible()).toEqual([true, true, true]);
    await page.emulateMedia({ media: 'screen' });
    expect(await conversation.expanded()).toEqual([false, true, true]);
    await press(way, view.getByRole('button', { name: 'More actions' }));
    await press(way, page.getByRole('menuitem', { name: 'Print conversation' }));
    await expect.poll(() => page.evaluate('window.printed')).toBe(2);
    expect(await conversation.expanded()).toEqual([true, true, true]);
    // Of the controls, paper has only those that are text. The dates have a year.
    await page.emulateMedia({ media: 'print' });
    const shown = await view.locator('button:visible:not([data-toggle])').allInnerTexts();
    expect(shown).toEqual(['ann', 'ann', 'ida'].flatMap((name) => [`${name}@example.org`, 'to ida']));
    expect(await view.getByText('home').isVisible()).toBe(true);
    const dates = await page.evaluate<string[]>(
      `[...document.querySelectorAll('[data-toggle] time')].map((one) => getComputedStyle(one, '::after').content)`,
    );
    expect(dates[0]).toContain('March 2026');
    expect(dates[2]).toMatch(/^"Draft, /);
    await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
    await expect.poll(() => conversation.expanded()).toEqual([false, true, true]);
  });

  it('is printed with the whole conversation, also with what is far below or was left out', async () => {
    const mails = Array.from({ length: 44 }, (_, at) => ({ body_html: `<p style="height: 300px">text ${at}</p>` }));
    const { threadId } = await storeConversation(app, mails);
    const { page, view } = await open(threadId);
    const state = `[document.querySelectorAll('[data-gap], [data-loading], [aria-expanded=false][data-toggle]').length,
      document.querySelectorAll('iframe[data-loaded]').length]`;
    await page.evaluate(`window.print = () => { window.printed = ${state} }`);
    await view.locator('[data-toggle]').last().focus();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('Print conversation');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('window.printed')).toEqual([0, 44]);
  });

  it('is restored from the trash, and this is undone', async () => {
    const { threadId, ids } = await storeConversation(app, [{ body_plain: 'kept' }, { body_plain: 'thrown away' }]);
    const isDeleted = async () => (await app.api('GET', `/emails/${ids[1]}`)).data.deleted_at !== null;
    await app.api('DELETE', `/emails/${ids[1]}`);
    opened = new ConversationPage(await app.open(`/mail/trash/${threadId}`));
    await opened.view.getByRole('button', { name: 'Restore' }).last().click();
    await expect.poll(isDeleted).toBe(false);
    await opened.undo('Mail restored');
    await expect.poll(isDeleted).toBe(true);
  });

  it.each(WAYS)('is answered by %s', async (way) => {
    const { threadId } = await storeConversation(app, [{ subject: 'Question', body_plain: 'Coming?' }]);
    const conversation = await open(threadId);
    await press(way, conversation.view.getByRole('button', { name: 'Reply', exact: true }).last());
    await conversation.page.locator('[data-composer] :focus').waitFor();
    await conversation.page.locator('[data-composer]').getByText('Ann Lee').first().waitFor();
  });

  it.each(WAYS)('has a card of its sender, who becomes a contact by %s', async (way) => {
    const sender = { from_address: `${way}@example.org`, from_name: `Nora ${way}` };
    const { threadId } = await storeConversation(app, [{ ...sender, body_plain: 'Hi' }]);
    const conversation = await open(threadId);
    await press(way, conversation.mail(0).getByRole('button', { name: sender.from_address }));
    await press(way, conversation.page.getByRole('button', { name: 'Add to contacts' }));
    const contacts = () => app.api<{ data: { display_name: string }[] }>('GET', `/contacts?search=${way}`);
    await expect.poll(async () => (await contacts()).data.map((one) => one.display_name)).toEqual([`Nora ${way}`]);
    await conversation.undo(`Nora ${way} is in your contacts now`);
    await expect.poll(async () => (await contacts()).data).toEqual([]);
  });

  it('of a contact leads to them, and adds no second one', async () => {
    const emails = [{ address: 'Olga@example.org', label: 'work', primary: true }];
    await app.api('POST', '/contacts', { display_name: 'Olga Contact', emails });
    const { threadId } = await storeConversation(app, [{ from_address: 'olga@example.org', from_name: 'Olga' }]);
    const conversation = await open(threadId);
    const { page } = conversation;
    // The menu does not know it yet.
    const none = async (route: Route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), data: [] } });
    };
    await page.route('**/api/v1/contacts?*', none, { times: 1 });
    await conversation.choose(0, 'Add to contacts');
    await page.getByText('Olga is in your contacts now').waitFor();
    expect((await app.api<{ data: unknown[] }>('GET', '/contacts?search=olga')).data).toHaveLength(1);
    await page.reload();
    await conversation.choose(0, 'Open contact');
    await page.getByRole('heading', { name: 'Olga Contact', exact: true }).waitFor();
  });

  it('fits on a phone', async () => {
    const html = '<table width="900"><tr><td>wide</td></tr></table>';
    const { threadId } = await storeConversation(app, [{ body_plain: 'one' }, { body_html: html }]);
    const conversation = await open(threadId, { viewport: PHONE, hasTouch: true, isMobile: true });
    await conversation.frame(1);
    const width = await conversation.page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBe(PHONE.width);
    await conversation.toggle(0).tap();
    expect(await conversation.expanded()).toEqual([true, true]);
  });
});

describe('without a connection', () => {
  it('a mail that was shown can be read, its HTML included', async () => {
    const { threadId } = await storeConversation(app, [{ body_html: '<p>Read me offline</p>' }]);
    const conversation = await open(threadId, { serviceWorkers: 'allow' });
    const { page } = conversation;
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    await page.reload();
    await (await conversation.frame(0)).getByText('Read me offline').waitFor();
    await page.context().setOffline(true);
    await page.reload();
    await (await conversation.frame(0)).getByText('Read me offline').waitFor();
    await page.context().setOffline(false);
  });
});
