// The calendar: views, creating, moving, editing and deleting events, by mouse and by keyboard.
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { settled } from '../../support/settled.ts';
import { expectNoPageErrors, type OpenOptions, startWebApp, type WebApp } from '../../support/web-app.ts';
import { CalendarPage, type EventFields } from './pages/calendar.ts';

let app: WebApp;
let calendar: CalendarPage | undefined;

beforeAll(async () => {
  app = await startWebApp({ keepsPage: true });
});
afterEach(async () => {
  await app.leave(calendar?.page);
  calendar = undefined;
});
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

/** Each test has a week of its own, far from the events of the demo. */
let week = 0;
function nextWeek(): { monday: string; day: (index: number) => string } {
  week += 1;
  const monday = Date.UTC(2024, 0, 1) + week * 7 * 86_400_000;
  const day = (index: number) => new Date(monday + index * 86_400_000).toISOString().slice(0, 10);
  return { monday: day(0), day };
}

async function show(path: string, options: OpenOptions = {}): Promise<CalendarPage> {
  calendar = new CalendarPage(await app.open(path, options));
  await calendar.page.locator('[data-grid-item], [aria-label="Agenda"]').first().waitFor();
  await settled(calendar.page); // the grid moves when the working hours are known, which would end a drag
  return calendar;
}

async function create(fields: EventFields): Promise<string> {
  const { data } = await app.api('POST', '/events', { timezone: 'Europe/Berlin', ...fields });
  return data.id as string;
}

async function find(search: string): Promise<Record<string, unknown>[]> {
  const { data } = await app.api<{ data: Record<string, unknown>[] }>(
    'GET',
    `/events?search=${encodeURIComponent(search)}`,
  );
  return data;
}

describe('views', () => {
  it.each([
    ['Month', 'm', 'January 2024'],
    ['Day', 'd', 'Wednesday, 10 January 2024'],
    ['Agenda', 'a', '10 January–6 February 2024'],
  ])('%s is shown by mouse and by the key %s', async (name, key, title) => {
    const view = await show('/calendar/week/2024-01-10');
    expect(await view.title()).toBe('8–14 January 2024');
    await view.page.getByRole('radio', { name }).check({ force: true });
    await expect.poll(() => view.title()).toBe(title);
    await view.page.keyboard.press('w');
    await expect.poll(() => view.title()).toBe('8–14 January 2024');
    await view.page.locator('main').focus();
    await view.page.keyboard.press(key);
    await expect.poll(() => view.title()).toBe(title);
  });

  it('three days are shown by the key x and from the menu, and keys turn them like pages', async () => {
    const view = await show('/calendar/week/2024-01-10');
    await view.page.keyboard.press('x');
    await expect.poll(() => view.title()).toBe('10–12 January 2024');
    await view.focusGrid();
    await view.page.keyboard.press('End');
    await view.page.keyboard.press('PageDown');
    await expect.poll(() => view.title()).toBe('13–15 January 2024');
    await view.page.keyboard.press('Home');
    await view.page.keyboard.press('ArrowLeft');
    await expect.poll(() => view.title()).toBe('10–12 January 2024');
    await view.page.keyboard.press('w');
    await view.page.getByRole('button', { name: 'View options' }).click();
    await view.page.getByRole('menuitem', { name: '3 days' }).click();
    await expect.poll(() => view.title()).toMatch(/^\d+–\d+ January 2024$/);
    await view.page.locator('[data-view="days"]').waitFor();
  });

  it('periods are changed by buttons and keys, and Today comes back', async () => {
    const view = await show('/calendar/week/2024-01-10');
    await view.page.getByRole('button', { name: 'Next', exact: true }).click();
    await expect.poll(() => view.title()).toBe('15–21 January 2024');
    await view.page.keyboard.press('k');
    await view.page.keyboard.press('k');
    await expect.poll(() => view.title()).toBe('1–7 January 2024');
    await view.page.keyboard.press('t');
    await expect.poll(() => view.title()).toBe('16–22 March 2026');
  });
});

describe('a new event', () => {
  it('is created by drag over the times of a day', async () => {
    const { day, monday } = nextWeek();
    const view = await show(`/calendar/week/${monday}`);
    const from = await view.pointAt(day(1), 10);
    const to = await view.pointAt(day(1), 11.5);
    await view.drag(from, to);
    await view.quickCreate.getByRole('textbox', { name: 'Title' }).fill('Dragged');
    await view.page.keyboard.press('Enter');
    await view.event('Dragged').waitFor();
    await view.toast('Event created.').waitFor();
    await expect
      .poll(async () => (await find('Dragged'))[0])
      .toMatchObject({ start_at: `${day(1)}T09:00:00Z`, end_at: `${day(1)}T10:45:00Z` });
  });

  it('is created with a click on a time', async () => {
    const { day, monday } = nextWeek();
    const view = await show(`/calendar/week/${monday}`);
    const { x, y } = await view.pointAt(day(2), 14);
    await view.page.mouse.click(x, y);
    await view.quickCreate.getByRole('textbox', { name: 'Title' }).fill('Clicked');
    await view.quickCreate.getByRole('button', { name: 'Save' }).click();
    await view.event('Clicked').waitFor();
    await expect
      .poll(async () => (await find('Clicked'))[0])
      .toMatchObject({
        start_at: `${day(2)}T13:00:00Z`,
        end_at: `${day(2)}T14:00:00Z`,
      });
  });

  it('is created at the focused time with Enter', async () => {
    const { day, monday } = nextWeek();
    const view = await show(`/calendar/week/${monday}`);
    await view.focusGrid();
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', 'Enter']) await view.page.keyboard.press(key);
    await view.quickCreate.waitFor();
    // The hour that the panel names is marked.
    const heightOf = async (one: Locator) => (await one.boundingBox())?.height ?? 0;
    const [marked, column] = [view.page.locator('[data-grid-item][data-chosen]'), view.column(day(1))];
    await expect.poll(async () => (await heightOf(marked)) / (await heightOf(column))).toBeCloseTo(1 / 24, 3);
    await view.page.keyboard.type('Typed');
    await view.page.keyboard.press('Enter');
    await view.event('Typed').waitFor();
    await expect.poll(async () => (await find('Typed'))[0]?.start_at).toBe(`${day(1)}T09:00:00Z`);
  });

  it('is created with n in the form, and undone', async () => {
    const view = await show(`/calendar/month/${nextWeek().monday}`);
    await view.page.keyboard.press('n');
    await view.editor.waitFor();
    await view.page.keyboard.type('From the form');
    await view.page.keyboard.press('Enter');
    await view.toast('Event saved.').or(view.toast('Event created.')).first().waitFor();
    expect(await find('From the form')).toHaveLength(1);
    await view.undo();
    expect(await find('From the form')).toHaveLength(0);
  });
});

describe('an event', () => {
  it('is edited from its details', async () => {
    const { day, monday } = nextWeek();
    await create({ title: 'Choir', start_at: `${day(0)}T19:00`, end_at: `${day(0)}T21:00`, location: 'Town hall' });
    const view = await show(`/calendar/week/${monday}`);
    await view.event('Choir').click();
    await view.details.getByText('Town hall').waitFor();
    await view.details.getByRole('button', { name: 'Edit' }).click();
    await view.editor.getByRole('textbox', { name: 'Title' }).fill('Choir practice');
    await view.editor.getByRole('textbox', { name: 'Start time' }).fill('6:30pm');
    await view.page.keyboard.press('Enter');
    await view.event('Choir practice').waitFor();
    await view.toast('Event saved.').waitFor();
    await expect
      .poll(async () => (await find('Choir practice'))[0])
      .toMatchObject({ start_at: `${day(0)}T17:30:00Z`, end_at: `${day(0)}T19:30:00Z` });
    await view.undo();
    expect(await find('Choir practice')).toHaveLength(0);
  });

  it('is deleted and restored, by mouse and by keyboard', async () => {
    const { day, monday } = nextWeek();
    const id = await create({ title: 'Chimney sweep', start_at: `${day(3)}T09:00`, end_at: `${day(3)}T09:30` });
    const view = await show(`/calendar/week/${monday}`);
    await view.event('Chimney sweep').click();
    await view.details.getByRole('button', { name: 'Delete' }).click();
    await view.event('Chimney sweep').waitFor({ state: 'detached' });
    await view.undo();
    await view.event('Chimney sweep').focus();
    await view.page.keyboard.press('Delete');
    await view.event('Chimney sweep').waitFor({ state: 'detached' });
    await expect.poll(() => find('Chimney sweep')).toHaveLength(0);
    await view.undo();
    await view.event('Chimney sweep').waitFor();
    expect((await app.api('GET', `/events/${id}`)).data).toMatchObject({ deleted_at: null });
  });

  it('has the focus again when its details are closed, so that keys move it', async () => {
    const { day, monday } = nextWeek();
    const id = await create({ title: 'Dentist', start_at: `${day(1)}T09:00`, end_at: `${day(1)}T09:30` });
    const view = await show(`/calendar/week/${monday}`);
    await view.event('Dentist').click();
    await view.details.waitFor();
    await view.page.keyboard.press('Escape');
    await view.details.waitFor({ state: 'detached' });
    await view.page.keyboard.press('Alt+ArrowDown');
    await expect.poll(async () => (await app.api('GET', `/events/${id}`)).data.start_at).toBe(`${day(1)}T08:15:00Z`);
    await view.page.keyboard.press('?');
    await view.page.getByRole('region', { name: 'Calendar' }).getByText('Move the event').waitFor();
  });

  it('keeps its times, to the second, when only its title is changed', async () => {
    const { day, monday } = nextWeek();
    const id = await create({ title: 'Launch', start_at: `${day(1)}T09:00:30`, end_at: `${day(1)}T10:00:45` });
    const view = await show(`/calendar/week/${monday}`);
    await view.event('Launch').focus();
    await view.page.keyboard.press('e');
    await view.editor.getByRole('textbox', { name: 'Title' }).fill('Launch day');
    await view.page.keyboard.press('Enter');
    await view.toast('Event saved.').waitFor();
    expect((await app.api('GET', `/events/${id}`)).data).toMatchObject({
      title: 'Launch day',
      start_at: `${day(1)}T08:00:30Z`,
      end_at: `${day(1)}T09:00:45Z`,
    });
  });
});

describe('the form', () => {
  it('takes the first suggestion for part of a name with Enter, and its fields have one height', async () => {
    const view = await show(`/calendar/week/${nextWeek().monday}`);
    await view.page.keyboard.press('n');
    await view.editor.getByRole('combobox', { name: 'People' }).fill('lena');
    await view.page.keyboard.press('Enter');
    await view.editor.getByRole('button', { name: 'Remove Lena Hoffmann' }).waitFor();
    const heights = await view.editor
      .locator('fieldset')
      .first()
      .locator('input:not([type=checkbox])')
      .evaluateAll((inputs) => inputs.map((input) => input.getBoundingClientRect().height));
    expect(new Set(heights).size).toBe(1);
  });
});

it('no text of the week is cut with a clock of twelve hours', async () => {
  const { day, monday } = nextWeek();
  for (const [title, end, location] of [
    ['Quick', '10:15', ''],
    ['Short', '10:45', 'Café Kranich'],
    ['Long', '12:00', 'Boathouse'],
  ] as const)
    await create({ title, location, start_at: `${day(2)}T10:00`, end_at: `${day(2)}T${end}` });
  await create({ title: 'Alone', start_at: `${day(3)}T10:00`, end_at: `${day(3)}T12:00` });
  const view = await show(`/calendar/week/${monday}`, { locale: 'en-US', viewport: { width: 1280, height: 800 } });
  await view.event('Alone').waitFor();
  await view.page.getByText('9:00 AM', { exact: true }).first().waitFor();
  expect(await view.cutTexts()).toEqual([]);
  expect(await view.event('Alone').innerText()).toContain('10:00 AM');
});

it('a move is not undone if the event was moved elsewhere since, and several are undone one by one', async () => {
  const id = await create({ title: 'Stepped', start_at: '2024-06-26T10:00', end_at: '2024-06-26T11:00' });
  const view = await show('/calendar/week/2024-06-26');
  const start = async () => (await app.api('GET', `/events/${id}`)).data.start_at;
  await view.event('Stepped').focus();
  for (const time of ['08:15', '08:30']) {
    await view.page.keyboard.press('Alt+ArrowDown');
    await expect.poll(start).toBe(`2024-06-26T${time}:00Z`);
  }
  for (const time of ['08:15', '08:00']) {
    await view.page.keyboard.press('z');
    await expect.poll(start).toBe(`2024-06-26T${time}:00Z`);
  }
  await view.event('Stepped').getByText('10:00', { exact: true }).waitFor();
  await view.page.keyboard.press('Alt+ArrowRight');
  await expect.poll(start).toBe('2024-06-27T08:00:00Z');
  await app.api('PATCH', `/events/${id}`, { start_at: '2024-06-28T08:00:00Z', end_at: '2024-06-28T09:00:00Z' });
  await view.page.keyboard.press('z');
  await view.toast('The event was changed since, so this is not undone.').waitFor();
  expect(await start()).toBe('2024-06-28T08:00:00Z');
});

it('in the month, an event is moved to another day by drag and by keys, and keeps its time', async () => {
  const { day } = nextWeek();
  const id = await create({ title: 'Monthly', start_at: `${day(1)}T10:00`, end_at: `${day(1)}T11:00` });
  const view = await show(`/calendar/month/${day(1)}`);
  const times = async () => {
    const { start_at, end_at } = (await app.api('GET', `/events/${id}`)).data;
    return [start_at, end_at];
  };
  const at = (index: number) => [`${day(index)}T09:00:00Z`, `${day(index)}T10:00:00Z`];
  expect(await times()).toEqual(at(1));
  const target = await view.day(day(3)).boundingBox();
  if (!target) throw new Error('The day is not shown.');
  await view.drag(await view.pointOf('Monthly'), { x: target.x + target.width / 2, y: target.y + target.height / 2 });
  await expect.poll(times).toEqual(at(3));
  await view.undo();
  await expect.poll(times).toEqual(at(1));
  await settled(view.page); // what is drawn again would lose the focus
  await view.event('Monthly').focus();
  await view.page.keyboard.press('Alt+ArrowRight');
  await expect.poll(times).toEqual(at(2));
});
