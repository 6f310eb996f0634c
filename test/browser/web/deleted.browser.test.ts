// Deleted events and contacts: restored and deleted permanently, by mouse and by keyboard, and shown as they are also
// when something changes elsewhere.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually, expectNoPageErrors, PHONE, startWebApp, type WebApp } from '../../support/web-app.ts';
import { createDeleted, createRecord, DeletedPage, emptyAll, KINDS, PATHS, placeOf } from './pages/deleted.ts';
import { press, WAYS } from './pages/ways.ts';

let app: WebApp;
let page: Page;

beforeAll(async () => {
  app = await startWebApp({ data: 'empty', keepsPage: true });
});
afterEach(async () => {
  await app.leave(page);
});
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

async function open(path: string, options = {}): Promise<DeletedPage> {
  page = await app.open(path, options);
  return new DeletedPage(page);
}

describe.each(KINDS)('%s', (kind) => {
  const name = kind === 'events' ? 'Choir' : 'Ann Lee';
  beforeEach(() => emptyAll(app, kind));

  describe.each(WAYS)('by %s', (way) => {
    /** The buttons of a row come after it, for the keyboard. */
    async function use(deleted: DeletedPage, id: string, button: 'Restore' | 'Delete permanently'): Promise<void> {
      if (way === 'keyboard') await deleted.row(id).focus();
      await press(way, deleted.button(id, button));
    }

    it('a record is restored, which can be undone', async () => {
      const id = await createDeleted(app, kind, name);
      const other = await createDeleted(app, kind, 'Another');
      const deleted = await open(PATHS[kind]);
      await use(deleted, id, 'Restore');
      await deleted.row(id).waitFor({ state: 'detached' });
      await deleted.toasts.getByText(`${name} restored.`).waitFor();
      await eventually(async () => expect(await placeOf(app, kind, id)).toBe('in use'));
      expect(await deleted.ids()).toEqual([other]);
      await press(way, deleted.undo);
      await deleted.row(id).waitFor();
      await eventually(async () => expect(await placeOf(app, kind, id)).toBe('in the trash'));
      expect(await placeOf(app, kind, other)).toBe('in the trash');
    });

    it('a record is deleted permanently after a question', async () => {
      const id = await createDeleted(app, kind, name);
      const deleted = await open(PATHS[kind]);
      await use(deleted, id, 'Delete permanently');
      await deleted.question.getByText(`Delete “${name}” permanently?`).waitFor();
      await press(way, deleted.question.getByRole('button', { name: 'Cancel' }));
      await deleted.question.waitFor({ state: 'detached' });
      expect(await placeOf(app, kind, id)).toBe('in the trash');
      await use(deleted, id, 'Delete permanently');
      await press(way, deleted.eraseButton);
      await deleted.toasts.getByText(`${name} deleted permanently.`).waitFor();
      expect(await placeOf(app, kind, id)).toBe('nowhere');
      await page.getByRole('heading', { name: `No deleted ${kind}` }).waitFor();
    });
  });

  it('j, k and arrow keys move, e restores, # deletes permanently, and the focus stays in the list', async () => {
    const ids: string[] = [];
    for (const title of ['Three', 'Two', 'One']) ids.unshift(await createDeleted(app, kind, title));
    const [one, two, three] = ids as [string, string, string];
    const deleted = await open(PATHS[kind]);
    await deleted.row(three).waitFor();
    expect(await deleted.ids()).toEqual([one, two, three]);
    await deleted.row(one).focus();
    for (const [key, id] of [
      ['j', two],
      ['ArrowDown', three],
      ['k', two],
      ['Home', one],
    ] as const) {
      await page.keyboard.press(key);
      expect(await deleted.focusedId()).toBe(id);
    }
    await page.keyboard.press('e');
    await deleted.row(one).waitFor({ state: 'detached' });
    expect(await deleted.focusedId()).toBe(two);
    await page.keyboard.press('#');
    await press('keyboard', deleted.eraseButton);
    await deleted.row(two).waitFor({ state: 'detached' });
    await eventually(async () => expect(await deleted.focusedId()).toBe(three));
    await eventually(async () => expect(await placeOf(app, kind, one)).toBe('in use'));
    await eventually(async () => expect(await placeOf(app, kind, two)).toBe('nowhere'));
  });

  it('what is deleted, restored and erased elsewhere appears and goes', async () => {
    const [first, second] = [await createDeleted(app, kind, 'First'), await createRecord(app, kind, 'Second')];
    const deleted = await open(PATHS[kind]);
    await deleted.row(first).waitFor();
    await app.api('DELETE', `/${kind}/${second}`);
    await deleted.row(second).waitFor();
    expect(await deleted.ids()).toEqual([second, first]);
    await app.api('POST', `/${kind}/${first}/restore`);
    await deleted.row(first).waitFor({ state: 'detached' });
    await app.api('DELETE', `/${kind}/${second}?permanent=true`);
    await page.getByRole('heading', { name: `No deleted ${kind}` }).waitFor();
  });

  it('the message leads to what was restored', async () => {
    const id = await createDeleted(app, kind, `${name} again`);
    const deleted = await open(PATHS[kind]);
    await deleted.button(id, 'Restore').click();
    await deleted.toasts.getByRole('button', { name: 'Show' }).click();
    if (kind === 'events') await page.getByRole('dialog').getByText('Choir again').waitFor();
    else await page.getByRole('article').getByRole('heading', { name: 'Ann Lee again' }).waitFor();
  });

  it('a phone has the buttons too', async () => {
    const id = await createDeleted(app, kind, name);
    const deleted = await open(PATHS[kind], { viewport: PHONE, hasTouch: true });
    await deleted.button(id, 'Delete permanently').tap();
    await deleted.question.getByRole('button', { name: 'Cancel' }).tap();
    await deleted.button(id, 'Restore').tap();
    await eventually(async () => expect(await placeOf(app, kind, id)).toBe('in use'));
  });

  it('shapes of rows are shown until the list is there', async () => {
    const id = await createDeleted(app, kind, name);
    page = await app.newPage();
    const { promise: isAllowed, resolve: allow } = Promise.withResolvers<void>();
    await page.route('**/*only_deleted=true*', async (route) => {
      await isAllowed;
      await route.continue();
    });
    await page.goto(app.url + PATHS[kind]);
    const shapes = page.getByRole('status', { name: 'Loading…' });
    await shapes.waitFor();
    allow();
    await new DeletedPage(page).row(id).waitFor();
    expect(await shapes.count()).toBe(0);
  });

  it('an empty list says what it is for, and leads back', async () => {
    await open(PATHS[kind]);
    await page.getByRole('heading', { name: `No deleted ${kind}` }).waitFor();
    await page.getByRole('link', { name: kind === 'events' ? 'Go to the calendar' : 'Go to the contacts' }).click();
    await page.waitForURL(kind === 'events' ? /\/calendar$/ : /\/contacts$/);
  });
});

describe.each(WAYS)('the ways to the lists, by %s', (way) => {
  it('the parts of the trash lead to each other', async () => {
    const deleted = await open('/mail/trash');
    for (const [part, heading] of [
      ['Events', 'Deleted events'],
      ['Contacts', 'Deleted contacts'],
      ['Mail', 'Trash'],
    ] as const) {
      await press(way, deleted.part(part));
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
      expect(await deleted.part(part).getAttribute('aria-current')).toBe('page');
    }
  });

  it('the options of the calendar lead to deleted events', async () => {
    await open('/calendar/agenda');
    await press(way, page.getByRole('button', { name: 'View options' }));
    await press(way, page.getByRole('menuitem', { name: 'Deleted events' }));
    await page.getByRole('heading', { name: 'Deleted events', level: 1 }).waitFor();
  });

  it('the sidebar of the contacts leads to deleted contacts, where a new contact can be added', async () => {
    await open('/contacts');
    await press(way, page.locator('#sidebar').getByRole('link', { name: 'Deleted contacts' }));
    await page.getByRole('heading', { name: 'Deleted contacts', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('new contact');
    await page.getByRole('option', { name: 'New contact', exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'New contact' }).waitFor();
  });
});

it.each(['Deleted events', 'Deleted contacts'])('the command palette leads to %s', async (name) => {
  await open('/');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(name);
  await page.getByRole('option', { name, exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name, level: 1 }).waitFor();
});

it('the question says that a series is deleted with all of its events', async () => {
  const series = { title: 'Weekly', start_at: '2026-03-02T09:00:00Z', recurrence: { freq: 'weekly' } };
  const { id } = (await app.api('POST', '/events', series)).data as { id: string };
  await app.api('DELETE', `/events/${id}`);
  const deleted = await open(PATHS.events);
  await deleted
    .row(id)
    .getByText(/, repeats$/)
    .waitFor();
  await deleted.button(id, 'Delete permanently').click();
  await deleted.question.getByText('It repeats, and all of its events are deleted. This cannot be undone.').waitFor();
});

it('a record that was restored elsewhere is not deleted permanently', async () => {
  const id = await createDeleted(app, 'contacts', 'Bob');
  const deleted = await open(PATHS.contacts);
  await deleted.button(id, 'Delete permanently').click();
  await page.context().setOffline(true);
  await deleted.eraseButton.click();
  await deleted.row(id).waitFor({ state: 'detached' });
  await app.api('POST', `/contacts/${id}/restore`);
  await page.context().setOffline(false);
  await deleted.toasts.getByText('Bob was restored elsewhere meanwhile, so it was not deleted.').waitFor();
  expect(await placeOf(app, 'contacts', id)).toBe('in use');
});

it('without a connection a record is restored when the connection is back', async () => {
  const id = await createDeleted(app, 'contacts', 'Cid');
  const deleted = await open(PATHS.contacts);
  await deleted.row(id).waitFor();
  await page.context().setOffline(true);
  await deleted.button(id, 'Restore').click();
  await deleted.row(id).waitFor({ state: 'detached' });
  expect(await placeOf(app, 'contacts', id)).toBe('in the trash');
  await page.context().setOffline(false);
  await eventually(async () => expect(await placeOf(app, 'contacts', id)).toBe('in use'));
});

it('the lists have German texts', async () => {
  await emptyAll(app, 'events');
  const id = await createDeleted(app, 'events', 'Chor');
  const deleted = await open(PATHS.events, { locale: 'de-DE' });
  await page.getByRole('heading', { name: 'Gelöschte Termine', level: 1 }).waitFor();
  const row = page.locator(`[role=row][data-id="${id}"]`);
  await row.getByText('Mein Kalender · Gelöscht: Heute').waitFor();
  await row.getByRole('button', { name: 'Endgültig löschen' }).click();
  await deleted.question.getByText('„Chor“ endgültig löschen?').waitFor();
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: 'Wiederherstellen' }).click();
  await page.getByText('Chor wiederhergestellt.').waitFor();
  await page.getByRole('heading', { name: 'Keine gelöschten Termine' }).waitFor();
});
