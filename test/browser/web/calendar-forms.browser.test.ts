// Forms of the calendar by mouse and by keyboard: recurrence, people, free times, and where a saved event is shown. The
// tests share a page.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, expectNoPageErrors, startWebApp, type WebApp } from '../../support/web-app.ts';
import { CalendarPage, eventsNamed } from './pages/calendar.ts';
import { press, reach, WAYS, type Way } from './pages/ways.ts';

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

/** Opens the form of a new event with a title. */
async function openForm(way: Way, title: string): Promise<void> {
  if (way === 'mouse') await page.getByRole('button', { name: 'New event' }).click();
  else await page.keyboard.press('n');
  await view.editor.waitFor();
  await view.editor.getByRole('textbox', { name: 'Title' }).fill(title);
}

async function save(way: Way): Promise<void> {
  if (way === 'mouse') await view.editor.getByRole('button', { name: 'Save', exact: true }).click();
  else await view.editor.getByRole('textbox', { name: 'Title' }).press('Enter');
  await view.editor.waitFor({ state: 'detached' });
}

describe.each(WAYS)('the form by %s', (way) => {
  it('makes a series with a rule of its own, and says it in words', async () => {
    await view.show('/calendar/week/2025-01-06');
    const title = `Choir by ${way}`;
    await openForm(way, title);
    const field = (name: string, role: 'combobox' | 'spinbutton' = 'combobox') =>
      view.editor.getByRole(role, { name, exact: true });
    await view.editor.getByLabel('Starts').fill('2025-01-07');
    if (way === 'mouse') {
      await field('Repeats').selectOption({ label: 'Custom…' });
      await field('Every', 'spinbutton').fill('2');
      await view.editor.getByRole('button', { name: 'Thursday' }).click();
      await field('Ends').selectOption({ label: 'After a number of times' });
      await field('Times', 'spinbutton').fill('5');
    } else {
      await reach(field('Repeats'));
      await page.keyboard.press('End');
      await page.keyboard.press('Tab');
      await page.keyboard.press('ArrowUp'); // every 2
      for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Space']) await page.keyboard.press(key); // to Thursday
      await reach(field('Ends'));
      await page.keyboard.press('End');
      await page.keyboard.press('Tab');
      await page.keyboard.type('5');
    }
    await view.editor.getByText('Every 2 weeks on Tuesday and Thursday, 5 times').waitFor();
    await save(way);
    await expect
      .poll(async () => (await eventsNamed(app, title))[0]?.recurrence)
      .toMatchObject({ freq: 'weekly', interval: 2, byday: ['TU', 'TH'], count: 5 });
  });

  it('takes people from suggestions and from typed addresses, and removes them', async () => {
    const title = `Party by ${way}`;
    await openForm(way, title);
    const people = view.editor.getByRole('combobox', { name: 'People' });
    await people.fill('lena');
    const option = view.editor.getByRole('option', { name: /Lena Hoffmann/ });
    await option.waitFor();
    if (way === 'mouse') await option.click();
    else {
      await people.press('ArrowDown');
      await people.press('Enter');
    }
    await people.fill('Bo <bo@example.org>, cleo@example.org');
    await people.press('Enter');
    await press(way, view.editor.getByRole('button', { name: 'Remove Bo' }));
    // The event is not saved without somebody who is typed and not known.
    await people.fill('nobody');
    await view.editor.getByRole('button', { name: 'Save' }).click();
    await view.editor.getByText('This is not an email address.').waitFor();
    expect(await eventsNamed(app, title)).toEqual([]);
    await people.fill('');
    await save(way);
    await expect
      .poll(async () => (await eventsNamed(app, title))[0]?.attendees)
      .toMatchObject([{ name: 'Lena Hoffmann' }, { email: 'cleo@example.org', status: 'pending' }]);
  });

  it('finds a free time, takes it, and shows where the event is', async () => {
    await view.show('/calendar/week/2025-01-06');
    const title = `Free by ${way}`;
    await openForm(way, title);
    await press(way, view.editor.getByRole('button', { name: 'Find a free time' }));
    await press(way, view.editor.getByRole('list', { name: 'Free times' }).getByRole('button').first());
    await save(way);
    await view.event(title).waitFor();
    await expect.poll(() => view.focused()).toContain(title);
    expect(page.url()).toContain(`/calendar/week/${String((await eventsNamed(app, title))[0]?.start_at).slice(0, 10)}`);
    const busy = await app.api<{ data: { title: string }[] }>(
      'GET',
      `/events?expand=true&from=${(await eventsNamed(app, title))[0]?.start_at}&to=${(await eventsNamed(app, title))[0]?.end_at}`,
    );
    expect(busy.data.filter((one) => one.title !== title && !/Birthday/.test(one.title))).toEqual([]);
  });

  it('takes the time of another time zone, and says when that is in ours', async () => {
    const title = `Abroad by ${way}`;
    await openForm(way, title);
    const zone = view.editor.getByRole('combobox', { name: 'Time zone' });
    await zone.fill('tokyo');
    const option = page.getByRole('option', { name: 'Asia/Tokyo' });
    await option.waitFor();
    if (way === 'mouse') await option.click();
    else await zone.press('Enter');
    await view.editor.getByText(/Europe\/Berlin: /).waitFor();
    await save(way);
    await expect.poll(async () => (await eventsNamed(app, title))[0]?.timezone).toBe('Asia/Tokyo');
  });

  it('adds and removes reminders', async () => {
    const title = `Reminded by ${way}`;
    await openForm(way, title);
    const button = (name: string) => view.editor.getByRole('button', { name });
    const before = await view.editor.getByRole('combobox', { name: /^Reminder \d/ }).count();
    await press(way, button('Add a reminder'));
    await press(way, button('Add a reminder'));
    const last = view.editor.getByRole('combobox', { name: `Reminder ${before + 2}` });
    if (way === 'mouse') await last.selectOption({ label: '1 hour before' });
    else {
      await reach(last);
      for (const key of ['Home', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown'])
        await page.keyboard.press(key);
    }
    await press(way, button('Remove reminder 1'));
    await save(way);
    await expect
      .poll(async () =>
        ((await eventsNamed(app, title))[0]?.reminders as { minutes_before: number }[] | undefined)?.at(-1),
      )
      .toMatchObject({ minutes_before: 60 });
  });
});

it('a name that is being looked up is saved with the event, and what is typed meanwhile stays', async () => {
  await openForm('mouse', 'Picnic');
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/v1/correspondents?*', (route) => isAnswered.then(() => route.continue()));
  const people = view.editor.getByRole('combobox', { name: 'People' });
  await people.fill('lena');
  await people.press('Enter');
  await expect.poll(() => people.inputValue()).toBe('');
  await people.fill('bo@example.org');
  await view.editor.getByRole('button', { name: 'Save' }).click();
  expect(await view.editor.isVisible()).toBe(true);
  answer();
  await view.editor.waitFor({ state: 'detached' });
  await page.unroute('**/api/v1/correspondents?*');
  const saved = async () => (await eventsNamed(app, 'Picnic'))[0]?.attendees;
  await expect.poll(saved).toMatchObject([{ email: 'bo@example.org' }, { name: 'Lena Hoffmann' }]);
});

describe('an event that is saved', () => {
  it('late in the evening is scrolled to and has the focus', async () => {
    await view.show('/calendar/week/2025-02-03');
    await openForm('keyboard', 'Late show');
    await view.editor.getByLabel('Starts').fill('2025-02-05');
    await view.editor.getByRole('textbox', { name: 'Start time' }).fill('23:00');
    await save('keyboard');
    await expect.poll(() => view.focused()).toContain('Late show');
    const bottom = async () => {
      const box = await view.event('Late show').boundingBox(); // null while it is drawn anew
      return box ? box.y + box.height : Number.NaN;
    };
    await expect.poll(bottom).toBeLessThanOrEqual(DESKTOP.height);
  });
});

describe('what is in a form', () => {
  it('is asked about before the page is left', async () => {
    await view.show('/calendar/week/2025-01-06');
    await openForm('mouse', 'Not saved yet');
    const question = page.waitForEvent('dialog');
    await page.evaluate('void setTimeout(() => location.reload())'); // page.reload() would wait for a load that does not come
    const dialog = await question;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    expect(await view.editor.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Not saved yet');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  it.each([
    ['of a new event', undefined],
    ['of an existing event', 'Dentist in January'],
  ])('%s can be opened again if it is refused by the next visit', async (_name, existing) => {
    if (existing)
      await app.api('POST', '/events', {
        title: existing,
        start_at: '2025-01-08T09:00:00Z',
        end_at: '2025-01-08T10:00:00Z',
      });
    const first = await app.open('/calendar/week/2025-01-06', { viewport: DESKTOP });
    const form = new CalendarPage(first);
    if (existing) await form.event(existing).first().press('e');
    else await first.getByRole('button', { name: 'New event' }).click();
    await form.editor.waitFor();
    await form.editor.getByRole('textbox', { name: 'Title' }).fill('Written without a connection');
    await form.editor.getByRole('textbox', { name: 'Place' }).fill('Room 12');
    const context = first.context();
    await context.setOffline(true);
    await first.getByRole('status').filter({ hasText: 'No connection' }).waitFor();
    await form.editor.getByRole('button', { name: 'Save', exact: true }).click();
    await form.editor.waitFor({ state: 'detached' });
    await first.close();
    await context.setOffline(false);
    await context.route('**/api/v1/events{,/*}', (route) =>
      route.request().method() === 'GET'
        ? route.continue()
        : route.fulfill({ status: 422, json: { error: { code: 'INVALID', message: 'The room is closed' } } }),
    );
    const second = await app.open('/', { context });
    await second.getByText('The room is closed').first().waitFor();
    await second
      .getByRole('region', { name: /^Notifications/ })
      .getByRole('button', { name: 'Open' })
      .click();
    const again = new CalendarPage(second);
    await again.editor.waitFor();
    expect(await again.editor.getByRole('textbox', { name: 'Title' }).inputValue()).toBe(
      'Written without a connection',
    );
    expect(await again.editor.getByRole('textbox', { name: 'Place' }).inputValue()).toBe('Room 12');
    await context.close();
  });
});
