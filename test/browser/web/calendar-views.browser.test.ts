// What the calendar shows of unusual events, by mouse and by keyboard: longer times, all-day and over midnight, the agenda,
// calendars, a second time zone, and touch on a phone. The tests of a group share a page.
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settled } from '../../support/settled.ts';
import { expectNoPageErrors, PHONE, startWebApp, type WebApp } from '../../support/web-app.ts';
import { CalendarPage, type EventFields, eventsNamed, type StoredEvent } from './pages/calendar.ts';
import { press, reach, WAYS } from './pages/ways.ts';

let app: WebApp;
let page: Page;
let view: CalendarPage;

beforeAll(async () => {
  app = await startWebApp();
  page = await app.open('/calendar/week/2025-01-06');
  view = new CalendarPage(page);
});
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

async function create(fields: EventFields): Promise<string> {
  const { data } = await app.api('POST', '/events', { timezone: 'Europe/Berlin', ...fields });
  return data.id as string;
}

const read = async (id: string) => (await app.api<{ data: StoredEvent }>('GET', `/events/${id}`)).data;

describe('a longer time for a new event', () => {
  it('is chosen by drag over days, and by Shift with arrow keys', async () => {
    await view.show('/calendar/month/2025-03-01');
    const center = async (day: string) => {
      const box = await view.day(day).boundingBox();
      return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
    };
    await view.drag(await center('2025-03-04'), await center('2025-03-06'));
    await view.quickCreate.getByRole('textbox', { name: 'Title' }).fill('Dragged days');
    await page.keyboard.press('Enter');
    await expect
      .poll(async () => (await eventsNamed(app, 'Dragged days'))[0])
      .toMatchObject({ all_day: true, start_date: '2025-03-04', end_date: '2025-03-07' });

    await view.show('/calendar/month/2025-03-11');
    await view.focusGrid();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toMatch(/1.*3 March/);
    await page.keyboard.press('Enter');
    await view.quickCreate.waitFor();
    await page.keyboard.type('Typed days');
    await page.keyboard.press('Enter');
    const typed = async () => (await eventsNamed(app, 'Typed days'))[0];
    await expect.poll(typed).toMatchObject({ all_day: true });
    const { start_date, end_date } = (await typed()) as unknown as { start_date: string; end_date: string };
    expect(Date.parse(end_date) - Date.parse(start_date)).toBe(3 * 86_400_000);
  });

  it('of a day is as long as what is marked', async () => {
    await view.show('/calendar/day/2025-03-18');
    await view.focusGrid();
    for (const key of ['Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowUp'])
      await page.keyboard.press(key);
    await page.keyboard.press('Enter');
    await view.quickCreate.waitFor();
    await page.keyboard.type('Ninety minutes');
    await page.keyboard.press('Enter');
    const length = async () => {
      const [event] = await eventsNamed(app, 'Ninety minutes');
      return event && (Date.parse(event.end_at) - Date.parse(event.start_at)) / 60_000;
    };
    await expect.poll(length).toBe(90);
  });
});

describe('the grid', () => {
  it.each(WAYS)('has all-day events in their row, and moves one by %s', async (way) => {
    const title = `Fair by ${way}`;
    const id = await create({ title, all_day: true, start_date: '2025-04-08', end_date: '2025-04-10' });
    await view.show('/calendar/week/2025-04-07');
    await view.event(title).waitFor();
    expect(await view.event(title).count()).toBe(1); // one bar over both days
    if (way === 'mouse') {
      await settled(page); // the grid moves when the working hours are known, which would end a drag
      const { x, y } = await view.pointOf(title);
      const column = await view.day('2025-04-08').boundingBox();
      await view.drag({ x: x - 20, y }, { x: x - 20 + (column?.width ?? 0), y });
    } else {
      await view.event(title).focus();
      await page.keyboard.press('Alt+ArrowRight');
    }
    await expect.poll(() => read(id)).toMatchObject({ start_date: '2025-04-09', end_date: '2025-04-11' });
    await view.event(title).focus();
    await page.keyboard.press('Alt+Shift+ArrowRight');
    await expect.poll(() => read(id)).toMatchObject({ start_date: '2025-04-09', end_date: '2025-04-12' });
    await app.api('DELETE', `/events/${id}`);
  });

  it('has an event over midnight on both days, and both parts open it', async () => {
    await create({ title: 'Night train', start_at: '2025-04-15T22:00', end_at: '2025-04-16T02:00' });
    await view.show('/calendar/week/2025-04-14');
    for (const day of ['2025-04-15', '2025-04-16']) {
      const part = view.column(day).locator('[data-event-id]').filter({ hasText: 'Night train' });
      await part.dispatchEvent('click');
      await view.details.getByText('Tuesday, 15 April 2025, 22:00 – Wednesday, 16 April 2025, 02:00').waitFor();
      await page.keyboard.press('Escape');
      await view.details.waitFor({ state: 'detached' });
      await expect.poll(() => view.focused()).toContain('Night train');
    }
  });
});

describe('the agenda', () => {
  beforeAll(async () => {
    await create({ title: 'Long journey', start_at: '2025-05-05T20:00', end_at: '2025-05-07T08:00' });
    await create({ title: 'Holiday', all_day: true, start_date: '2025-05-06', end_date: '2025-05-07' });
    await create({ title: 'Breakfast', start_at: '2025-05-06T08:00', end_at: '2025-05-06T09:00' });
    await create({ title: 'Far away', start_at: '2025-06-10T08:00', end_at: '2025-06-10T09:00' });
  });

  it('has running and all-day events on each of their days, and more days on request', async () => {
    await view.show('/calendar/agenda/2025-05-06');
    const day = page.getByRole('region', { name: /6\s*Tuesday/ });
    await day.waitFor();
    expect(await day.getByRole('button').allInnerTexts()).toEqual([
      expect.stringContaining('Holiday'),
      expect.stringContaining('Long journey'),
      expect.stringContaining('Breakfast'),
    ]);
    expect(await view.agendaEvent('Far away').count()).toBe(0);
    await page.getByRole('button', { name: 'Show more days' }).click();
    await view.agendaEvent('Far away').waitFor();
  });

  it('opens an event by mouse, and moves, edits and deletes by keyboard', async () => {
    await view.show('/calendar/agenda/2025-05-06');
    await view.agendaEvent('Breakfast').click();
    await view.details.getByRole('button', { name: 'Edit' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => view.focused()).toContain('Breakfast');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => view.focused()).toContain('Long journey');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('e');
    await view.editor.getByRole('textbox', { name: 'Title' }).fill('Brunch');
    await page.keyboard.press('Enter');
    await view.editor.waitFor({ state: 'detached' });
    await expect.poll(() => view.focused()).toContain('Brunch');
    await page.keyboard.press('Delete');
    await view.agendaEvent('Brunch').waitFor({ state: 'detached' });
    await expect.poll(() => eventsNamed(app, 'Brunch')).toHaveLength(0);
    await page.keyboard.press('z');
    await view.agendaEvent('Brunch').waitFor();
  });
});

it('days that cannot be loaded are not shown as empty, and appear when they can be', async () => {
  await create({ title: 'Regatta', start_at: '2025-07-09T08:00', end_at: '2025-07-09T09:00' });
  const failure = { error: { code: 'INTERNAL_ERROR', message: 'The disk cannot be read.', details: {} } };
  await page.route('**/api/v1/events?*', (route) => route.fulfill({ status: 500, json: failure }));
  const message = page.getByText('These days could not be loaded. The disk cannot be read.');
  try {
    await view.show('/calendar/week/2025-07-07');
    await message.waitFor();
    await view.show('/calendar/agenda/2025-07-07');
    await message.waitFor();
    expect(await page.getByText('Nothing planned').count()).toBe(0);
  } finally {
    await page.unroute('**/api/v1/events?*');
  }
  await view.agendaEvent('Regatta').waitFor();
  await message.waitFor({ state: 'detached' });
});

describe('calendars', () => {
  it.each(WAYS)('are created, coloured, renamed and deleted with their events moved by %s', async (way) => {
    await view.show('/calendar/week/2025-09-01');
    const name = `Band ${way}`;
    const named = (text: string) => page.getByRole('button', { name: text, exact: true });
    const dialog = page.getByRole('dialog');
    await press(way, named('New calendar'));
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    if (way === 'mouse') await dialog.getByRole('radio', { name: 'Pink' }).check({ force: true });
    else {
      await dialog.getByRole('radio', { name: 'Pink' }).focus();
      await page.keyboard.press('Space');
    }
    await press(way, dialog.getByRole('button', { name: 'Save' }));
    await page.getByRole('checkbox', { name }).waitFor();
    const id = await create({
      title: `Gig by ${way}`,
      start_at: '2025-09-03T10:00',
      end_at: '2025-09-03T11:00',
      calendar_name: name,
    });
    await view.event(`Gig by ${way}`).waitFor();

    await press(way, named(`Actions for ${name}`));
    await press(way, page.getByRole('menuitem', { name: 'Edit' }));
    await dialog.getByRole('textbox', { name: 'Name' }).fill(`${name} 2`);
    await press(way, dialog.getByRole('button', { name: 'Save' }));
    await page.getByRole('checkbox', { name: `${name} 2` }).waitFor();
    await expect.poll(async () => (await read(id)).calendar_name).toBe(`${name} 2`);

    await press(way, named(`Actions for ${name} 2`));
    await press(way, page.getByRole('menuitem', { name: 'Delete' }));
    await dialog.getByText('It has 1 event.').waitFor();
    await press(way, dialog.getByRole('button', { name: 'Delete' }));
    await page.getByRole('checkbox', { name: `${name} 2` }).waitFor({ state: 'detached' });
    await expect.poll(async () => (await read(id)).calendar_name).toBe('default');
  });

  it.each(WAYS)('are hidden and shown by %s, and one alone', async (way) => {
    await create({ title: `Away ${way}`, start_at: '2025-09-10T10:00', end_at: null, calendar_name: 'club' });
    await view.show('/calendar/week/2025-09-08');
    await view.event(`Away ${way}`).waitFor();
    const toggle = async () => {
      if (way === 'mouse') return page.getByText('club', { exact: true }).click();
      await reach(page.getByRole('checkbox', { name: 'club' }));
      await page.keyboard.press('Space');
    };
    await toggle();
    await view.event(`Away ${way}`).waitFor({ state: 'detached' });
    await toggle();
    await view.event(`Away ${way}`).waitFor();
  });
});

describe('a second time zone', () => {
  it.each(WAYS)('is chosen and removed by %s', async (way) => {
    await view.show('/calendar/week/2025-10-06');
    const options = page.getByRole('button', { name: 'View options' });
    const open = () => press(way, options);
    const take = (name: string) => press(way, page.getByRole('menuitem', { name }));
    await open();
    await take('Second time zone…');
    const zone = page.getByRole('dialog').getByRole('combobox', { name: 'Time zone' });
    await zone.fill('tokyo');
    if (way === 'mouse') await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
    else await zone.press('Enter');
    await page.getByText('16:0009:00').waitFor();
    await open();
    await take('Without Asia/Tokyo');
    await page.getByText('16:0009:00').waitFor({ state: 'detached' });
  });
});

describe('a phone', () => {
  let phone: CalendarPage;
  let touch: CDPSession;

  beforeAll(async () => {
    const opened = await app.open('/calendar', { viewport: PHONE, hasTouch: true, isMobile: true });
    phone = new CalendarPage(opened);
    touch = await opened.context().newCDPSession(opened);
  });

  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: { x: number; y: number }) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] });

  async function goTo(path: string): Promise<void> {
    await phone.page.evaluate(`history.pushState(null, '', '${path}')`);
    await phone.page.locator('[data-grid-item]').first().waitFor();
  }

  it('begins with the agenda, and changes the view from its menu', async () => {
    await phone.page.getByRole('region', { name: 'Agenda' }).waitFor();
    await phone.page.getByRole('button', { name: 'View options' }).tap();
    await phone.page.getByRole('menuitem', { name: 'Day', exact: true }).tap();
    await phone.page.locator('[data-grid-item]').first().waitFor();
  });

  it('shows three days, and goes on by three', async () => {
    const days = () =>
      phone.page.locator('[data-view="days"] [data-date]').evaluateAll((all) => {
        const dates = all.map((one) => one.getAttribute('data-date'));
        return [...new Set(dates)].sort();
      });
    await goTo('/calendar/day/2025-11-03');
    await phone.page.getByRole('button', { name: 'View options' }).tap();
    await phone.page.getByRole('menuitem', { name: '3 days' }).tap();
    await expect.poll(days).toEqual(['2025-11-03', '2025-11-04', '2025-11-05']);
    await phone.page.getByRole('heading', { name: /^3.+5 Nov$/ }).waitFor();
    await phone.page.getByRole('button', { name: 'Next', exact: true }).tap();
    await expect.poll(days).toEqual(['2025-11-06', '2025-11-07', '2025-11-08']);
    const cursor = phone.page.locator('button[data-grid-item]');
    await cursor.focus();
    await phone.page.keyboard.press('End');
    await expect.poll(() => cursor.getAttribute('aria-label')).toContain('8 November');
    await phone.page.keyboard.press('ArrowRight');
    await expect.poll(days).toEqual(['2025-11-09', '2025-11-10', '2025-11-11']);
  });

  it('opens an event with a tap, and moves it after a long press', async () => {
    const id = await create({ title: 'Touched', start_at: '2025-11-04T10:00', end_at: '2025-11-04T11:00' });
    await goTo('/calendar/day/2025-11-04');
    await phone.event('Touched').tap();
    await phone.details.getByRole('heading', { name: 'Touched' }).waitFor();
    await phone.details.getByRole('button', { name: 'Close' }).tap();
    const from = await phone.pointOf('Touched');
    const hour = (await phone.pointAt('2025-11-04', 11)).y - (await phone.pointAt('2025-11-04', 10)).y;
    const isHeld = () => phone.event('Touched').first().getAttribute('class');
    const before = await isHeld();
    await send('touchStart', from);
    await expect.poll(isHeld).not.toBe(before);
    for (const part of [0.3, 0.6, 1]) await send('touchMove', { x: from.x, y: from.y + hour * part });
    await send('touchEnd');
    await expect.poll(async () => (await read(id)).start_at).toBe('2025-11-04T10:00:00Z');
  });

  it('creates an event with a tap on a time, and in the form on the whole screen', async () => {
    await goTo('/calendar/day/2025-11-11');
    const { x, y } = await phone.pointAt('2025-11-11', 11);
    await phone.page.touchscreen.tap(x, y);
    await phone.quickCreate.getByRole('textbox', { name: 'Title' }).fill('Tapped');
    await phone.quickCreate.getByRole('button', { name: 'Save' }).tap();
    await expect.poll(async () => (await eventsNamed(app, 'Tapped'))[0]?.start_at).toBe('2025-11-11T10:00:00Z');
    await phone.page.getByRole('button', { name: 'New event' }).tap();
    const box = await phone.editor.boundingBox();
    expect(box).toMatchObject({ x: 0, width: PHONE.width });
    await phone.editor.getByRole('textbox', { name: 'Title' }).fill('Whole screen');
    await phone.editor.getByRole('button', { name: 'Save', exact: true }).tap();
    await expect.poll(() => eventsNamed(app, 'Whole screen')).toHaveLength(1);
  });
});
