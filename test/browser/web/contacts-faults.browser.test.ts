// Contacts when something goes wrong: competing changes, forms that were left, and a
// very long list. What was typed is never lost, and no contact is added twice.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually, expectNoPageErrors, startWebApp, type WebApp } from '../../support/web-app.ts';
import { ContactsPage, contactNamed, contactOf, createContact } from './pages/contacts.ts';

let app: WebApp;
let contacts: ContactsPage;
let page: Page;

beforeAll(async () => {
  app = await startWebApp();
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

async function edit(id: string, name: string): Promise<void> {
  await open(`/contacts/${id}`);
  await contacts.heading(name).waitFor();
  await page.keyboard.press('e');
  await contacts.editor.waitFor();
}

describe('a change that competes with another one', () => {
  it('keeps the input, adds what changed elsewhere and shows what competes', async () => {
    const ann = await createContact(app, { display_name: 'Ann Race', notes: 'tea', company: 'Old' });
    await edit(ann.id, 'Ann Race');
    await contacts.field('Notes').fill('coffee');
    await app.api('PATCH', `/contacts/${ann.id}`, { notes: 'cocoa', company: 'New' });
    await contacts.save();
    await contacts.editor.getByText('The contact was changed meanwhile').waitFor();
    await contacts.editor.getByText('There: cocoa').waitFor();
    expect(await contacts.field('Notes').inputValue()).toBe('coffee');
    expect(await contacts.field('Company').inputValue()).toBe('New');
    await contacts.save();
    await contacts.editor.waitFor({ state: 'detached' });
    expect(await contactOf(app, ann.id)).toMatchObject({ notes: 'coffee', company: 'New' });
  });

  it('can take the other value', async () => {
    const ann = await createContact(app, { display_name: 'Ann Theirs', notes: 'tea' });
    await edit(ann.id, 'Ann Theirs');
    await contacts.field('Notes').fill('coffee');
    await contacts.field('Company').fill('Mine');
    await app.api('PATCH', `/contacts/${ann.id}`, { notes: 'cocoa' });
    await contacts.save();
    await contacts.editor.getByRole('button', { name: 'Use this' }).click();
    await contacts.save();
    await contacts.editor.waitFor({ state: 'detached' });
    expect(await contactOf(app, ann.id)).toMatchObject({ notes: 'cocoa', company: 'Mine' });
  });

  it('with a deletion adds the contact again', async () => {
    const ann = await createContact(app, { display_name: 'Ann Deleted' });
    await edit(ann.id, 'Ann Deleted');
    await contacts.field('Notes').fill('still needed');
    await app.api('DELETE', `/contacts/${ann.id}`);
    await contacts.save();
    await contacts.editor.getByText('was deleted meanwhile').waitFor();
    await contacts.save();
    await contacts.editor.waitFor({ state: 'detached' });
    expect(await contactNamed(app, 'Ann Deleted')).toMatchObject({ notes: 'still needed' });
  });
});

describe('saving when the service fails', () => {
  it('what was typed survives a reload', async () => {
    await open();
    await page.keyboard.press('n');
    await contacts.field('First name').fill('Reloaded');
    await contacts.field('Email 1').fill('reloaded@example.org');
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await contacts.rows.first().waitFor();
    await page.keyboard.press('n');
    await contacts.editor.getByText('What you had entered before was restored.').waitFor();
    expect(await contacts.field('Email 1').inputValue()).toBe('reloaded@example.org');
    await contacts.save();
    await contacts.heading('Reloaded').waitFor();
  });

  it('what others changed before a form was restored stays', async () => {
    const ann = await createContact(app, { display_name: 'Ann Restored', notes: 'tea', company: 'Old' });
    await edit(ann.id, 'Ann Restored');
    await contacts.field('Notes').fill('coffee');
    page.on('dialog', (dialog) => void dialog.accept());
    await app.api('PATCH', `/contacts/${ann.id}`, { company: 'New' });
    await page.reload();
    await contacts.card.getByText('New').waitFor();
    await page.keyboard.press('e');
    await contacts.editor.getByText('What you had entered before was restored.').waitFor();
    await contacts.save();
    await contacts.editor.waitFor({ state: 'detached' });
    expect(await contactOf(app, ann.id)).toMatchObject({ notes: 'coffee', company: 'New' });
  });

  it('a tag that others add while one waits to be removed stays', async () => {
    const ann = await createContact(app, { display_name: 'Ann Tagged', tags: ['garden'] });
    await open(`/contacts/${ann.id}`);
    await contacts.heading('Ann Tagged').waitFor();
    await page.context().setOffline(true);
    await contacts.card.getByRole('button', { name: 'Remove tag garden' }).click();
    await contacts.card.getByText('garden').waitFor({ state: 'detached' });
    await app.api('PATCH', `/contacts/${ann.id}`, { tags: ['garden', 'work'] });
    await page.context().setOffline(false);
    await eventually(async () => expect((await contactOf(app, ann.id))?.tags).toEqual(['work']));
    await app.api('PATCH', `/contacts/${ann.id}`, { tags: ['work', 'press'] });
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(async () => expect((await contactOf(app, ann.id))?.tags).toEqual(['work', 'press', 'garden']));
  });
});

describe('a list of 50,000 contacts', () => {
  it('reaches its last row and every letter with at most 60 rows in the page', async () => {
    await open();
    await page.route(/\/api\/v1\/contacts\?/, (route) =>
      route.fulfill({ json: longList(new URL(route.request().url())) }),
    );
    await page.reload();
    await contacts.row(/a-00000/).waitFor();
    await contacts.row(/a-00000/).focus();
    await page.keyboard.press('End');
    await contacts.row(/y-49999/).waitFor();
    await contacts.button('Jump to M').click();
    await contacts.row(/m-24000/).waitFor();
    expect(await contacts.rows.count()).toBeLessThanOrEqual(60);
  });
});

/** A page of 50,000 contacts that are sorted by name. */
function longList({ searchParams }: URL): object {
  const total = 50_000;
  const limit = Number(searchParams.get('limit'));
  const offset = Number(searchParams.get('offset'));
  const contact = (index: number) => {
    const letter = String.fromCharCode(97 + Math.floor(index / 2000));
    const display_name = `${letter}-${String(index).padStart(5, '0')}`;
    const lists = { emails: [], phones: [], addresses: [], tags: [] };
    return { id: `id-${index}`, display_name, ...lists, company: null, job_title: null, deleted_at: null };
  };
  const count = Math.max(0, Math.min(limit, total - offset));
  const data = Array.from({ length: count }, (_, at) => contact(offset + at));
  return { data, meta: { total, limit, offset, has_more: offset + count < total } };
}
