// Tags of contacts, and the events that one has with a person.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually, expectNoPageErrors, NOW, startWebApp, type WebApp } from '../../support/web-app.ts';
import { ContactsPage, contactOf, createContact } from './pages/contacts.ts';
import { press, WAYS } from './pages/ways.ts';

let app: WebApp;
let contacts: ContactsPage;
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

async function open(path?: string): Promise<void> {
  contacts = await ContactsPage.open(app, path);
  page = contacts.page;
}

describe('the events with a person', () => {
  it('have a series that goes on as its next occurrence', async () => {
    const ann = await createContact(app, {
      display_name: 'Ann Weekly',
      emails: [{ address: 'ann.weekly@example.org', label: 'work', primary: true }],
    });
    const start = NOW - 60 * 86_400_000;
    await app.api('POST', '/events', {
      title: 'Weekly with Ann',
      start_at: new Date(start).toISOString(),
      end_at: new Date(start + 3_600_000).toISOString(),
      recurrence: { freq: 'weekly' },
      attendees: [{ email: 'ann.weekly@example.org' }],
    });
    await open(`/contacts/${ann.id}`);
    const link = contacts.card.getByRole('link', { name: /Weekly with Ann/ });
    // The address names an occurrence, not the series with its start of long ago.
    expect(await link.getAttribute('href')).toMatch(/event=[0-9a-f-]{36}_20260[34]\d\dT/);
  });
});

describe('tags', () => {
  it.each(WAYS)('are added and removed on the card by %s, and undone', async (way) => {
    const ann = await createContact(app, { display_name: `Ann Tags ${way}`, tags: ['friends'] });
    await open(`/contacts/${ann.id}`);
    const add = contacts.card.getByRole('button', { name: 'Add tag' });
    const remove = contacts.card.getByRole('button', { name: 'Remove tag friends' });
    await press(way, add);
    await page.keyboard.type('sailing');
    await page.keyboard.press('Enter');
    await eventually(async () => expect((await contactOf(app, ann.id))?.tags).toEqual(['friends', 'sailing']));
    await press(way, remove);
    await eventually(async () => expect((await contactOf(app, ann.id))?.tags).toEqual(['sailing']));
    await (way === 'mouse' ? contacts.button('Undo').last().click() : page.keyboard.press('z'));
    await eventually(async () => expect((await contactOf(app, ann.id))?.tags).toEqual(['sailing', 'friends']));
  });

  it('that were removed can be undone while a dialog is open', async () => {
    const ann = await createContact(app, { display_name: 'Ann Dialog', tags: ['friends'] });
    await open(`/contacts/${ann.id}`);
    await contacts.card.getByRole('button', { name: 'Remove tag friends' }).click();
    await eventually(async () => expect((await contactOf(app, ann.id))?.tags).toEqual([]));
    await page.keyboard.press('e');
    await contacts.editor.waitFor();
    await contacts.button('Undo').click();
    await eventually(async () => expect((await contactOf(app, ann.id))?.tags).toEqual(['friends']));
    await page.keyboard.press('Escape');
    await contacts.editor.waitFor({ state: 'detached' });
  });

  it('are created, renamed, coloured and deleted in the sidebar', async () => {
    const ann = await createContact(app, { display_name: 'Ann Sidebar', tags: ['choir'] });
    await open('/contacts?tag=choir');
    await contacts.row(/Ann Sidebar/).waitFor();
    await contacts.button('Options of the tag choir').click();
    await page.getByRole('menuitem', { name: 'Edit tag' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit tag' });
    await dialog.getByRole('textbox').fill('singing');
    await dialog.getByRole('radio').nth(4).check({ force: true });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: /^singing/ }).waitFor();
    expect((await contactOf(app, ann.id))?.tags).toEqual(['singing']);
    await contacts.button('Options of the tag singing').click();
    await page.getByRole('menuitem', { name: 'Delete tag' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete tag' }).click();
    await eventually(async () => expect((await contactOf(app, ann.id))?.tags).toEqual([]));
    await contacts.button('Undo').click();
    await eventually(async () => expect((await contactOf(app, ann.id))?.tags).toEqual(['singing']));
  });

  it('are given to several selected contacts', async () => {
    const made = [
      await createContact(app, { display_name: 'Many One' }),
      await createContact(app, { display_name: 'Many Two' }),
    ];
    await createContact(app, { display_name: 'Another', tags: ['crowd'] });
    await open();
    await contacts.filter.fill('many');
    await contacts.row(/Many One/).click({ modifiers: ['Control'] });
    await contacts.row(/Many Two/).click({ modifiers: ['Shift'] });
    await page.getByText('2 selected').waitFor();
    await contacts.button('Add tag').first().click();
    // Enter takes the suggestion that is marked, not a new tag.
    await page.keyboard.type('crow');
    await page.getByRole('option', { name: /^crowd/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    for (const { id } of made)
      await eventually(async () => expect((await contactOf(app, id))?.tags).toEqual(['crowd']));
  });
});
