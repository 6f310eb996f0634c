// Today: the agenda, unread mail of people one knows, reminders, failed and waiting mail, and the first run.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually, expectNoPageErrors, PHONE, startWebApp, type WebApp } from '../../support/web-app.ts';
import { createEvent, receiveMail, TodayPage } from './pages/today.ts';

let app: WebApp;
let today: TodayPage;
let page: Page;

beforeAll(async () => {
  app = await startWebApp({ keepsPage: true });
});
afterEach(async () => {
  await app.leave(page);
});
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

async function open(options?: object): Promise<void> {
  today = await TodayPage.open(app, options);
  page = today.page;
}

describe('the agenda', () => {
  it('marks the running event with its progress and the next one, and shows all-day events', async () => {
    // The clock of the tests began at 09:30 in Berlin.
    await createEvent(app, 'Long workshop', { start_at: '2026-03-17T07:30:00Z', end_at: '2026-03-17T11:30:00Z' });
    await createEvent(app, 'Coffee', { start_at: '2026-03-17T09:10:00Z', end_at: '2026-03-17T09:20:00Z' });
    await createEvent(app, 'Book fair', { all_day: true, start_date: '2026-03-16', end_date: '2026-03-19' });
    await createEvent(app, 'Swimming', { start_at: '2026-03-18T05:30:00Z', end_at: '2026-03-18T06:00:00Z' });
    await open();
    const running = today.event('Long workshop');
    await running.getByText('until 12:30').waitFor();
    const progress = await running.getByRole('progressbar').getAttribute('aria-valuenow');
    expect(Number(progress)).toBeGreaterThanOrEqual(25);
    await today
      .event('Coffee')
      .getByText(/^in \d+ minutes$/)
      .waitFor();
    await today.agenda.getByRole('list', { name: 'All day' }).getByText('Book fair').waitFor();
    await today.event('Swimming').waitFor();
  });

  it('follows the calendar', async () => {
    await open();
    const id = await createEvent(app, 'Appears', { start_at: '2026-03-17T15:00:00Z' });
    await today.event('Appears').waitFor();
    await app.api('PATCH', `/events/${id}`, { title: 'Renamed' });
    await today.event('Renamed').waitFor();
    await app.api('DELETE', `/events/${id}`);
    await today.event('Renamed').waitFor({ state: 'detached' });
  });
});

describe('mail from people one knows', () => {
  it('has contacts, and nobody else', async () => {
    await receiveMail(app, 'From a friend');
    await receiveMail(app, 'From a stranger', 'Nobody <nobody@strangers.example>');
    await open();
    await today.mail('From a friend').waitFor();
    expect(await today.mail('From a stranger').count()).toBe(0);
    await app.api('POST', '/contacts', { display_name: 'Nobody', emails: [{ address: 'nobody@strangers.example' }] });
    await today.mail('From a stranger').waitFor();
  });

  it.each(['mouse', 'keyboard'])('is opened by %s, and is then read', async (way) => {
    await receiveMail(app, `Open me by ${way}`);
    await open();
    const link = today.mail(`Open me by ${way}`).getByRole('link');
    await (way === 'mouse' ? link.click() : link.press('Enter'));
    await eventually(() => expect(new URL(page.url()).pathname).toMatch(/^\/mail\/inbox\/./));
    const id = new URL(page.url()).pathname.split('/').at(-1);
    await eventually(async () => {
      const { data } = await app.api<{ data: { unread: number } }>('GET', `/threads/${id}`);
      expect(data.unread).toBe(0);
    });
  });

  it.each(['mouse', 'keyboard'])(
    'is archived by %s: the next one has the focus, and undo brings it back',
    async (way) => {
      await receiveMail(app, `Archive me by ${way}`);
      await open();
      const row = today.mail(`Archive me by ${way}`);
      if (way === 'mouse') {
        await row.hover();
        await row.getByRole('button', { name: 'Archive' }).click();
      } else {
        await row.getByRole('link').focus();
        await page.keyboard.press('e');
      }
      await row.waitFor({ state: 'detached' });
      await eventually(async () =>
        expect(await page.evaluate('document.activeElement.closest("section")?.textContent')).toContain('From people'),
      );
      await eventually(async () => expect(await foldersOf(`Archive me by ${way}`)).toEqual(['ARCHIVE']));
      await page.getByRole('button', { name: 'Undo' }).click();
      await row.waitFor();
      await eventually(async () => expect(await foldersOf(`Archive me by ${way}`)).toEqual(['INBOX']));
    },
  );

  it.each([1024, 1280, 1439])('is beside the agenda at %i px, before what waits', async (width) => {
    await open({ viewport: { width, height: 900 } });
    const tops = await Promise.all(
      [today.agenda, today.people, today.waiting].map(async (part) => (await part.boundingBox())?.y ?? 0),
    );
    expect(tops[1]).toBe(tops[0]);
    expect(tops[2]).toBeGreaterThanOrEqual(tops[0] ?? 0);
  });

  it('j and k move between the mails', async () => {
    await open();
    const focused = () =>
      page.evaluate<number>('[...document.querySelectorAll("section li > a")].indexOf(document.activeElement)');
    await page.keyboard.press('j');
    const first = await focused();
    await page.keyboard.press('j');
    expect(await focused()).toBe(first + 1);
    await page.keyboard.press('k');
    expect(await focused()).toBe(first);
  });

  it('appears when it arrives', async () => {
    await open();
    await receiveMail(app, 'While you look');
    await today.mail('While you look').waitFor();
  });
});

describe('a reminder that is due', () => {
  it.each(['mouse', 'keyboard'])('is dismissed by %s, and undone', async (way) => {
    const title = `Call the bank by ${way}`;
    const id = await dueReminder(title);
    await open();
    const row = today.attention.getByRole('listitem').filter({ hasText: title });
    const dismiss = row.getByRole('button', { name: 'Dismiss' });
    await (way === 'mouse' ? dismiss.click() : dismiss.press('Enter'));
    await row.waitFor({ state: 'detached' });
    await eventually(async () => expect(await statusOf(id)).toBe('dismissed'));
    await page.getByRole('button', { name: 'Undo' }).click();
    await row.waitFor();
    expect(await statusOf(id)).toBe('fired');
    await app.api('POST', `/reminders/${id}/dismiss`);
  });

  it('is repeated later, also one of an earlier day', async () => {
    const id = await dueReminder('Water the plants', '2026-03-15T08:30:00Z');
    await open();
    const row = today.attention.getByRole('listitem').filter({ hasText: 'Water the plants' });
    await row.getByRole('button', { name: 'Remind me again' }).click();
    await page.getByRole('menuitem', { name: 'In 1 hour' }).click();
    await row.waitFor({ state: 'detached' });
    await eventually(async () => expect(await statusOf(id)).toBe('snoozed'));
  });
});

describe('mail that waits', () => {
  it('returns at once from its snooze, and goes back with undo', async () => {
    await receiveMail(app, 'Later today');
    const { data } = await app.api<{ data: { id: string }[] }>('GET', '/emails?search=%22later+today%22');
    const id = data[0]?.id ?? '';
    await app.api('POST', `/emails/${id}/snooze`, { until: '2026-03-17T16:00:00Z' });
    await open();
    const row = today.waiting.getByRole('listitem').filter({ hasText: 'Later today' });
    await row.getByRole('button', { name: 'Return now' }).click();
    await row.waitFor({ state: 'detached' });
    await eventually(async () => expect(await folderOf(id)).toBe('INBOX'));
    await page.getByRole('button', { name: 'Undo' }).click();
    await row.waitFor();
  });

  it('that failed says why and leads to its fix', async () => {
    await app.api('POST', '/emails', {
      subject: 'Did not leave',
      from_address: 'ida@brandt.example',
      to_addresses: ['Lena Hoffmann <lena@hoffmann.example>'],
      status: 'failed',
    });
    await open();
    const row = today.attention.getByRole('listitem').filter({ hasText: 'Did not leave' });
    await row.getByText('Not sent to Lena Hoffmann').waitFor();
    await row.getByRole('link', { name: 'Open mail' }).click();
    await eventually(() => expect(new URL(page.url()).pathname).toMatch(/^\/mail\/failed\/./));
    // Of all that failed, this one has the focus.
    await page.locator('[role=row]:focus').filter({ hasText: 'Did not leave' }).waitFor();
  });
});

describe('the first run', () => {
  it.each([
    ['desktop', {}],
    ['phone', { viewport: PHONE }],
  ])('offers three ways to begin on a %s', async (_, options) => {
    const empty = await startWebApp({ data: 'empty' });
    try {
      const first = await empty.open('/', { permissions: ['clipboard-write', 'clipboard-read'], ...options });
      await first.getByRole('heading', { name: 'Welcome to Daybook' }).waitFor();
      expect(await first.getByRole('link', { name: 'Add account' }).getAttribute('href')).toBe(
        '/settings/accounts/new',
      );
      expect(await first.getByRole('link', { name: 'Import files' }).getAttribute('href')).toBe('/settings/import');
      await first.getByRole('button', { name: 'Copy command' }).click();
      expect(await first.evaluate('navigator.clipboard.readText()')).toBe('./daybook serve --demo --port 7201');
      await empty.api('POST', '/events', { title: 'First event', start_at: '2026-03-17T15:00:00Z' });
      await first.getByRole('region', { name: 'Agenda' }).getByText('First event').waitFor();
    } finally {
      await empty.close();
    }
  });
});

/** An event whose reminder fires now, because it is snoozed until a time that has passed; resolves with the id of the reminder. */
async function dueReminder(title: string, until = '2026-03-17T08:30:00Z'): Promise<string> {
  const values = { start_at: new Date(Date.parse('2026-03-17T08:30:00Z') + 3_600_000 * 12).toISOString() };
  const id = await createEvent(app, title, { ...values, reminders: [{ minutes_before: 60 }] });
  const { data } = await app.api<{ data: { id: string }[] }>(
    'GET',
    `/reminders?event_id=${id}&from=2026-03-16&to=2026-03-19`,
  );
  const reminder = data[0]?.id ?? '';
  await app.api('POST', `/reminders/${reminder}/snooze`, { until });
  await eventually(async () => expect(await statusOf(reminder)).toBe('fired'));
  return reminder;
}

async function statusOf(id: string): Promise<unknown> {
  return (await app.api('GET', `/reminders/${id}`)).data.status;
}

async function foldersOf(subject: string): Promise<unknown> {
  const { data } = await app.api<{ data: { folders: string[] }[] }>(
    'GET',
    `/threads?search=${encodeURIComponent(`"${subject}"`)}`,
  );
  return data[0]?.folders;
}

async function folderOf(id: string): Promise<unknown> {
  return (await app.api('GET', `/emails/${id}`)).data.folder;
}
