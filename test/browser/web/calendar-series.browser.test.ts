// The calendar with others: series and their scopes, changes elsewhere, lost connections, clock changes, reminders, and
// text that looks like markup.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { settled } from '../../support/settled.ts';
import { DESKTOP, expectNoPageErrors, startWebApp, type WebApp } from '../../support/web-app.ts';
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

async function show(path: string, options = {}): Promise<CalendarPage> {
  calendar = new CalendarPage(await app.open(path, options));
  await calendar.page.locator('[data-grid-item], [aria-label="Agenda"]').first().waitFor();
  await settled(calendar.page); // the grid moves when the working hours are known, which would end a drag
  return calendar;
}

async function create(fields: EventFields): Promise<string> {
  const { data } = await app.api('POST', '/events', { timezone: 'Europe/Berlin', ...fields });
  return data.id as string;
}

const read = async (id: string) => (await app.api('GET', `/events/${id}`)).data;

/** Monday 3 June 2024 and the two Mondays after it, 10 to 11 in Berlin. */
const makeSeries = (title: string) =>
  create({
    title,
    start_at: '2024-06-03T10:00',
    end_at: '2024-06-03T11:00',
    recurrence: { freq: 'weekly', byday: ['MO'], count: 3 },
    overrides: { '2024-06-17T08:00:00Z': { location: 'Garden' } },
  });

const NOT_FOUND = { error: { code: 'NOT_FOUND', message: 'The event does not exist.' } };

const starts = async (title: string) => {
  const query = `/events?expand=true&from=2024-06-01&to=2024-06-30&search=${title}`;
  return (await app.api<{ data: { start_at: string }[] }>('GET', query)).data
    .map((one) => one.start_at.slice(0, 16))
    .sort();
};

/** The pause in which the next step is waited for does not end by itself, however slow the machine is. */
const WITHOUT_PAUSES = `{
  const original = window.setTimeout;
  window.setTimeout = (run, ms, ...rest) => (ms === 1000 ? 0 : original(run, ms, ...rest));
}`;

describe('a series', () => {
  const FOLLOWING = 'This and the following events';
  const MOVED_FROM_SECOND = ['2024-06-03T08:00', '2024-06-11T08:00', '2024-06-18T08:00'] as const;
  const SCOPES = [
    ['Only this event', ['2024-06-03T08:00', '2024-06-11T08:00', '2024-06-17T08:00']],
    [FOLLOWING, MOVED_FROM_SECOND],
    ['All events of the series', ['2024-06-04T08:00', '2024-06-11T08:00', '2024-06-18T08:00']],
  ] as const;

  it.each(SCOPES)('is moved by keys: %s, and undone exactly', async (scope, moved) => {
    const title = `Keys${scope.length}`;
    const id = await makeSeries(title);
    const before = await read(id);
    const view = await show('/calendar/week/2024-06-10');
    await view.event(title).focus();
    await view.page.keyboard.press('Alt+ArrowRight');
    await view.chooseScope(scope, 'keyboard');
    await expect.poll(() => starts(title)).toEqual(moved);
    await view.undo();
    await expect.poll(() => starts(title)).toEqual(['2024-06-03T08:00', '2024-06-10T08:00', '2024-06-17T08:00']);
    const { recurrence, overrides, start_at, end_at } = before;
    await expect.poll(() => read(id)).toMatchObject({ recurrence, overrides, start_at, end_at });
  });

  it('is moved by several steps with one question, which names both times', async () => {
    await makeSeries('Stepwise');
    const view = await show('/calendar/week/2024-06-10');
    await view.event('Stepwise').focus();
    await view.page.keyboard.press('Alt+ArrowDown');
    await view.event('Stepwise').getByText('10:15', { exact: true }).waitFor();
    await view.page.keyboard.press('Alt+ArrowDown');
    await view.page.keyboard.press('Alt+ArrowRight');
    const question = view.page.getByRole('alertdialog', { name: /Stepwise/ });
    await question.getByText('Mon, 10 Jun 2024, 10:00 – 11:00 → Tue, 11 Jun 2024, 10:30 – 11:30').waitFor();
    await view.chooseScope('Only this event');
    await view.toast('Moved to Tue, 11 Jun 2024, 10:30.').waitFor();
    await expect.poll(() => starts('Stepwise')).toEqual(['2024-06-03T08:00', '2024-06-11T08:30', '2024-06-17T08:00']);
    expect(await question.count()).toBe(0);
  });

  it.each([
    ['Enter', (page: Page) => page.keyboard.press('Enter')],
    ['another place that gets the focus', (page: Page) => page.getByRole('button', { name: 'Today' }).focus()],
    ['a press of the mouse', (page: Page) => page.mouse.click(700, 20)],
  ])('that was moved is asked about at once after %s', async (way, leave) => {
    const title = `Ended by ${way}`;
    await makeSeries(title);
    const view = await show('/calendar/week/2024-06-10', { viewport: DESKTOP });
    await view.page.evaluate(WITHOUT_PAUSES);
    await view.event(title).focus();
    await view.page.keyboard.press('Alt+ArrowDown');
    await view.event(title).getByText('10:15', { exact: true }).waitFor();
    expect(await view.page.getByRole('alertdialog').count()).toBe(0);
    await leave(view.page);
    await view.page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await view.event(title).getByText('10:00', { exact: true }).waitFor();
  });

  it('that was moved is put back with Escape, without a question', async () => {
    await makeSeries('Hesitant');
    const view = await show('/calendar/week/2024-06-10', { viewport: DESKTOP });
    await view.page.evaluate(WITHOUT_PAUSES);
    await view.event('Hesitant').focus();
    await view.page.keyboard.press('Alt+ArrowDown');
    await view.event('Hesitant').getByText('10:15', { exact: true }).waitFor();
    await view.page.keyboard.press('Escape');
    await view.event('Hesitant').getByText('10:00', { exact: true }).waitFor();
    expect(await view.page.getByRole('alertdialog').count()).toBe(0);
  });

  it('is moved at once, even if the service does not say what it was', async () => {
    const id = await makeSeries('Unread');
    const view = await show('/calendar/week/2024-06-10');
    await view.page.route(`**/api/v1/events/${id}`, () => {}); // no answer
    await view.event('Unread').focus();
    await view.page.keyboard.press('Alt+ArrowRight');
    await view.chooseScope('Only this event');
    await expect.poll(() => starts('Unread')).toEqual(['2024-06-03T08:00', '2024-06-11T08:00', '2024-06-17T08:00']);
  });

  it.each(SCOPES.slice(1))('that was changed since is not put back: %s', async (scope, moved) => {
    const title = `Since${scope.length}`;
    const id = await makeSeries(title);
    const view = await show('/calendar/week/2024-06-10');
    await moveByKey(view, title, id);
    // The app reads what is left of a divided series.
    const isReadAgain = scope === FOLLOWING ? isSeriesRead(view, id) : undefined;
    await view.chooseScope(scope);
    await isReadAgain;
    await expect.poll(() => starts(title)).toEqual(moved);
    await app.api('PATCH', `/events/${id}`, { location: 'Elsewhere' });
    await isNotUndone(view, title, id, moved);
  });

  it('that was changed before the app has read what is left of it is not put back', async () => {
    const id = await makeSeries('Between');
    const view = await show('/calendar/week/2024-06-10');
    await moveByKey(view, 'Between', id);
    await view.page.route(
      (url) => url.pathname.endsWith(id),
      async (route) => {
        await app.api('PATCH', `/events/${id}`, { location: 'Elsewhere' });
        await route.continue();
      },
      { times: 1 },
    );
    const isReadAgain = isSeriesRead(view, id);
    await view.chooseScope(FOLLOWING);
    await isReadAgain;
    await isNotUndone(view, 'Between', id, MOVED_FROM_SECOND);
  });

  const isSeriesRead = (view: CalendarPage, id: string) =>
    view.page.waitForResponse((one) => one.url().endsWith(id) && one.request().method() === 'GET');

  /** Begins to move the second occurrence by a day; the scope is chosen next. */
  async function moveByKey(view: CalendarPage, title: string, id: string): Promise<void> {
    await view.event(title).focus();
    const isRead = isSeriesRead(view, id);
    await view.page.keyboard.press('Alt+ArrowRight');
    await isRead;
  }

  async function isNotUndone(view: CalendarPage, title: string, id: string, moved: readonly string[]): Promise<void> {
    await view.page.getByRole('button', { name: 'Undo' }).last().click();
    await view.toast('The event was changed since, so this is not undone.').waitFor();
    expect(await starts(title)).toEqual(moved);
    expect((await read(id)).location).toBe('Elsewhere');
  }

  it('is moved by drag, and stays where it was if the question is closed', async () => {
    const id = await makeSeries('Pulled');
    const view = await show('/calendar/week/2024-06-10');
    const from = await view.pointOf('Pulled');
    await view.drag(from, await view.pointAt('2024-06-12', 13.3));
    await view.page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    expect((await read(id)).overrides).not.toHaveProperty('2024-06-10T08:00:00Z');
    await view.drag(await view.pointOf('Pulled'), await view.pointAt('2024-06-12', 13.3));
    await view.chooseScope('Only this event');
    await expect.poll(() => starts('Pulled')).toEqual(['2024-06-03T08:00', '2024-06-12T11:00', '2024-06-17T08:00']);
  });

  it('loses one occurrence, which comes back', async () => {
    await makeSeries('Removed');
    const view = await show('/calendar/week/2024-06-10');
    await view.event('Removed').focus();
    await view.page.keyboard.press('Delete');
    await view.chooseScope('Only this event');
    await expect.poll(() => starts('Removed')).toHaveLength(2);
    await view.undo();
    await expect.poll(() => starts('Removed')).toHaveLength(3);
  });
});

it('an event is made longer by drag of its end', async () => {
  const id = await create({ title: 'Stretched', start_at: '2024-06-25T10:00', end_at: '2024-06-25T11:00' });
  const view = await show('/calendar/day/2024-06-25');
  const { x } = await view.pointOf('Stretched');
  const { y } = await view.pointAt('2024-06-25', 11);
  await view.drag({ x, y: y - 3 }, { x, y: (await view.pointAt('2024-06-25', 12)).y - 4 });
  await expect.poll(async () => (await read(id)).end_at).toBe('2024-06-25T10:00:00Z');
});

it('an event is made longer with Alt, Shift and an arrow key', async () => {
  const id = await create({ title: 'Longer', start_at: '2024-07-02T10:00', end_at: '2024-07-02T11:00' });
  const view = await show('/calendar/day/2024-07-02');
  await view.event('Longer').focus();
  await view.page.keyboard.press('Alt+Shift+ArrowDown');
  await expect.poll(async () => (await read(id)).end_at).toBe('2024-07-02T09:15:00Z');
});

it('a change of another client is shown without a reload', async () => {
  const id = await create({ title: 'Elsewhere', start_at: '2024-07-09T10:00', end_at: '2024-07-09T11:00' });
  const view = await show('/calendar/week/2024-07-09');
  await view.event('Elsewhere').waitFor();
  await app.api('PATCH', `/events/${id}`, { title: 'Renamed there' });
  await view.event('Renamed there').waitFor();
});

it('a form says what was changed elsewhere, and saves on top of it', async () => {
  const id = await create({ title: 'Disputed', start_at: '2024-07-16T10:00', end_at: '2024-07-16T11:00' });
  const view = await show('/calendar/week/2024-07-16');
  await view.event('Disputed').focus();
  await view.page.keyboard.press('e');
  await view.editor.getByRole('textbox', { name: 'Title' }).fill('Mine');
  await app.api('PATCH', `/events/${id}`, { location: 'Theirs' });
  await view.editor.getByRole('button', { name: 'Save', exact: true }).click();
  await view.editor.getByText('Place: Theirs').waitFor();
  await view.editor.getByRole('button', { name: 'Save mine' }).click();
  await expect.poll(() => read(id)).toMatchObject({ title: 'Mine', location: 'Theirs' });
});

it('a form whose event was changed elsewhere says so if the event cannot be read', async () => {
  const id = await create({ title: 'Unreadable', start_at: '2024-07-17T10:00', end_at: '2024-07-17T11:00' });
  const view = await show('/calendar/week/2024-07-16');
  await view.event('Unreadable').focus();
  await view.page.keyboard.press('e');
  await view.editor.getByRole('textbox', { name: 'Title' }).fill('Mine');
  await app.api('PATCH', `/events/${id}`, { location: 'Theirs' });
  await view.page.route(`**/api/v1/events/${id}`, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ status: 404, json: NOT_FOUND }) : route.continue(),
  );
  await view.editor.getByRole('button', { name: 'Save', exact: true }).click();
  await view.editor.getByRole('alert').waitFor();
});

it('new events that wait are shown beside each other, also after a reload', async () => {
  const view = await show('/calendar/week/2024-09-03');
  await view.page.route('**/api/v1/events', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  const addEvent = async (title: string) => {
    await view.page.keyboard.press('n');
    await view.editor.getByRole('textbox', { name: 'Title' }).fill(title);
    await view.editor.getByLabel('Starts').fill('2024-09-03');
    await view.editor.getByRole('button', { name: 'Save', exact: true }).click();
    await view.event(title).waitFor();
  };
  await addEvent('Waits');
  await view.page.reload();
  await view.event('Waits').waitFor();
  await addEvent('Waits too');
  expect(await view.event('Waits').count()).toBe(2);
  const ids = view.page.locator('[data-event-id^="new:"]');
  const names = await ids.evaluateAll((all) => all.map((one) => one.getAttribute('data-event-id')));
  expect(new Set(names).size).toBe(2);
});

it('an event that is moved while the service is down is moved when it is back', async () => {
  const id = await create({ title: 'Survivor', start_at: '2024-07-23T10:00', end_at: '2024-07-23T11:00' });
  const view = await show('/calendar/week/2024-07-23');
  await view.event('Survivor').focus();
  await app.kill();
  await view.page.keyboard.press('Alt+ArrowDown');
  await view.toast('Moved to Tue, 23 Jul 2024, 10:15.').waitFor();
  await app.restart();
  await expect.poll(async () => (await read(id)).start_at).toBe('2024-07-23T08:15:00Z');
});

it.each([
  ['2026-03-29', '2026-03-29T07:00:00Z'],
  ['2026-10-25', '2026-10-25T08:00:00Z'],
])('the day %s, on which the clocks change, has the local times', async (day, start) => {
  await create({ title: `Clock ${day}`, start_at: start, end_at: null });
  const view = await show(`/calendar/day/${day}`);
  expect(await view.event(`Clock ${day}`).textContent()).toContain('09:00');
});

it('texts that look like markup are shown as text', async () => {
  const payload = '<img src=x onerror="window.hit=1">';
  await app.api('POST', '/calendars', { name: payload });
  await create({
    title: payload,
    location: payload,
    description: `${payload} javascript:window.hit=1`,
    start_at: '2024-08-06T10:00',
    end_at: '2024-08-06T12:00',
    calendar_name: payload,
  });
  const view = await show('/calendar/week/2024-08-06');
  await view.event('onerror').click();
  await view.details.getByText(payload).first().waitFor();
  expect(await view.page.evaluate('window.hit')).toBeUndefined();
  expect(await view.page.locator('img[src=x]').count()).toBe(0);
});

it('a reminder is shown and snoozed', async () => {
  const view = await show('/calendar/week/2024-08-20');
  const now = (await view.page.evaluate('Date.now()')) as number;
  await create({
    title: 'Call the bank',
    start_at: new Date(now + 590_000).toISOString(),
    reminders: [{ type: 'notification', minutes_before: 10 }],
  });
  await view.page.getByText(/^Call the bank: in \d+ minutes/).waitFor();
  await view.page.getByRole('button', { name: 'Snooze for 10 minutes' }).click();
  const snoozed = () => app.api<{ data: { title: string }[] }>('GET', '/reminders?status=snoozed');
  await expect.poll(async () => (await snoozed()).data.map(({ title }) => title)).toContain('Call the bank');
});
