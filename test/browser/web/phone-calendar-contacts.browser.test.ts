// Events and contacts are created, changed and deleted on a phone, by touch. All tests share a page.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectNoPageErrors, startWebApp, type WebApp } from '../../support/web-app.ts';
import { CalendarPage, eventsNamed } from './pages/calendar.ts';
import { ContactsPage, contactNamed, contactOf, contactsNamed, createContact } from './pages/contacts.ts';
import { PhonePage } from './pages/phone.ts';
import { dismissToasts } from './pages/toasts.ts';

let app: WebApp;
let page: Page;
let phone: PhonePage;
let calendar: CalendarPage;
let contacts: ContactsPage;

beforeAll(async () => {
  app = await startWebApp();
  phone = await PhonePage.open(app, '/calendar');
  page = phone.page;
  calendar = new CalendarPage(page);
  contacts = new ContactsPage(page);
});
afterEach(() => dismissToasts(page));
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

describe('the calendar', () => {
  /** In the agenda, which a phone begins with: an hour in the morning of a day. */
  async function withEvent(title: string, values: object = {}): Promise<string> {
    const times = { start_at: '2026-03-17T10:00', end_at: '2026-03-17T11:00', timezone: 'Europe/Berlin' };
    const { data } = await app.api<{ data: { id: string } }>('POST', '/events', { title, ...times, ...values });
    await phone.show('/calendar/agenda/2026-03-17');
    await calendar.agendaEvent(title).first().waitFor();
    return data.id;
  }
  const open = (title: string) => phone.tap(calendar.agendaEvent(title).first());
  const save = () => phone.button('Save', calendar.editor);
  const read = async (id: string) => (await app.api('GET', `/events/${id}`)).data;

  it('an event is created with the form, at a time that is chosen', async () => {
    await phone.show('/calendar/agenda/2026-03-17');
    await phone.button('New event');
    await calendar.editor.getByRole('textbox', { name: 'Title' }).fill('Optician');
    await calendar.editor.getByLabel('Starts', { exact: true }).fill('2026-03-18');
    await calendar.editor.getByLabel('Start time').fill('16:00');
    await save();
    await expect.poll(async () => (await eventsNamed(app, 'Optician'))[0]?.start_at).toBe('2026-03-18T15:00:00Z');
    await calendar.agendaEvent('Optician').waitFor();
  });

  it('an event gets another title and another day, which is undone', async () => {
    const id = await withEvent('Plumber');
    await open('Plumber');
    await phone.button('Edit', calendar.details);
    await calendar.editor.getByRole('textbox', { name: 'Title' }).fill('Electrician');
    await calendar.editor.getByLabel('Starts', { exact: true }).fill('2026-03-19');
    await save();
    const moved = { title: 'Electrician', start_at: '2026-03-19T09:00:00Z', end_at: '2026-03-19T10:00:00Z' };
    await expect.poll(() => read(id)).toMatchObject(moved);
    await phone.tap(page.getByRole('button', { name: 'Undo' }).last());
    await expect.poll(() => read(id)).toMatchObject({ title: 'Plumber', start_at: '2026-03-17T09:00:00Z' });
  });

  it('an event is deleted, which is undone', async () => {
    const id = await withEvent('Hairdresser');
    const isThere = async () => (await eventsNamed(app, 'Hairdresser')).some((one) => one.id === id);
    await open('Hairdresser');
    await phone.button('Delete', calendar.details);
    await expect.poll(isThere).toBe(false);
    await phone.tap(page.getByRole('button', { name: 'Undo' }).last());
    await expect.poll(isThere).toBe(true);
  });

  it('a question about a series is answered: one of its events has another title, then the rest is deleted', async () => {
    const id = await withEvent('Yoga', { recurrence: { freq: 'daily', count: 3 } });
    await open('Yoga');
    await phone.button('Edit', calendar.details);
    await calendar.editor.getByRole('textbox', { name: 'Title' }).fill('Stretching');
    await save();
    await phone.button('Only this event', page.getByRole('alertdialog'));
    await expect
      .poll(async () => (await read(id)).overrides)
      .toEqual({ '2026-03-17T09:00:00Z': { title: 'Stretching' } });
    await open('Yoga');
    await phone.button('Delete', calendar.details);
    await phone.button('This and the following events', page.getByRole('alertdialog'));
    const left = () =>
      app.api<{ data: { title: string }[] }>('GET', `/events?expand=true&from=2026-03-17&to=2026-03-21`);
    const titles = async () => (await left()).data.map(({ title }) => title);
    await expect.poll(titles).not.toContain('Yoga');
    expect(await titles()).toContain('Stretching');
  });

  it('the agenda keeps its days while more of them are read, and does not say that nothing is planned', async () => {
    await withEvent('Stays');
    const { promise: isAllowed, resolve: allow } = Promise.withResolvers<void>();
    await page.route('**/api/v1/events?*', async (route) => {
      await isAllowed;
      await route.continue();
    });
    const loading = page.getByRole('status', { name: 'Loading…' });
    const agenda = page.getByRole('region', { name: 'Agenda' });
    await phone.button('Show more days');
    await loading.waitFor();
    expect(await calendar.agendaEvent('Stays').count()).toBe(1);
    await phone.show('/calendar/agenda/2027-05-01');
    await calendar.agendaEvent('Stays').waitFor({ state: 'detached' });
    await loading.waitFor();
    expect(await agenda.getByRole('heading').count()).toBe(0);
    allow();
    await agenda.getByRole('heading').first().waitFor();
    await loading.waitFor({ state: 'detached' });
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('the drawer hides a calendar, and shows it again', async () => {
    await withEvent('Visible');
    await phone.button('Show sidebar');
    const drawer = page.locator('#sidebar');
    const own = drawer.locator('label').filter({ hasText: 'My calendar' });
    const toggle = async () => {
      await phone.tap(own);
      await page.touchscreen.tap(380, 400); // beside the drawer, which closes it
      await drawer.waitFor({ state: 'hidden' });
    };
    await toggle();
    await calendar.agendaEvent('Visible').waitFor({ state: 'detached' });
    await phone.button('Show sidebar');
    await toggle();
    await open('Visible');
    await phone.button('Close', calendar.details);
  });
});

describe('the contacts', () => {
  async function withContact(name: string, values: object = {}): Promise<string> {
    const { id } = await createContact(app, { display_name: name, ...values });
    await phone.show('/contacts');
    await contacts.filter.fill(name);
    await phone.tap(contacts.row(name));
    await contacts.heading(name).waitFor();
    return id;
  }
  const save = () => phone.button('Save', contacts.editor);

  it('a contact is added, found and changed', async () => {
    await phone.show('/contacts');
    await phone.tap(contacts.button('New contact').first());
    await contacts.field('First name').fill('Zelda');
    await contacts.field('Last name').fill('Touch');
    await save();
    await contacts.heading('Zelda Touch').waitFor();
    const hints = [/^No details yet/, /^Without an email address/].map((text) => contacts.card.getByText(text));
    const [first, second] = await Promise.all(hints.map(async (hint) => (await hint.boundingBox())?.x));
    expect(first).toBe(second);
    await phone.button('Edit', contacts.card);
    await contacts.field('Company').fill('Glass works');
    await save();
    await expect.poll(async () => (await contactNamed(app, 'Zelda Touch')).company).toBe('Glass works');
    await contacts.card.getByText('Glass works').waitFor();
    await phone.button('Back', contacts.card.locator('..'));
    await contacts.row(/Zelda Touch/).waitFor();
  });

  it('a tag is added and removed on the card', async () => {
    const id = await withContact('Ann Tagged', { tags: ['friends'] });
    await phone.button('Add tag', contacts.card);
    await page.keyboard.type('sailing');
    await phone.tap(page.getByRole('option', { name: /sailing/ }));
    await expect.poll(async () => (await contactOf(app, id))?.tags).toEqual(['friends', 'sailing']);
    await phone.button('Remove tag friends', contacts.card);
    await expect.poll(async () => (await contactOf(app, id))?.tags).toEqual(['sailing']);
  });

  it('a contact is deleted, which is undone', async () => {
    await withContact('Ann Removed');
    await phone.button('Delete', contacts.card);
    await expect.poll(() => contactsNamed(app, 'Ann Removed')).toEqual([]);
    await phone.tap(contacts.button('Undo').last());
    await expect.poll(() => contactsNamed(app, 'Ann Removed')).toHaveLength(1);
  });
});
