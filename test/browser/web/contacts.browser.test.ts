// Contacts: find people, add and change them, pictures, and everything one has with a person.
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually, expectNoPageErrors, PHONE, startWebApp, type WebApp } from '../../support/web-app.ts';
import { ContactsPage, contactNamed, contactOf, contactsNamed, createContact } from './pages/contacts.ts';

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

async function open(path?: string, options?: object): Promise<void> {
  contacts = await ContactsPage.open(app, path, options);
  page = contacts.page;
}

describe('finding a contact', () => {
  it('by the mouse: filter, open, and back to all', async () => {
    await open();
    await contacts.filter.fill('hoff');
    await contacts.row(/Lena Hoffmann/).click();
    await contacts.heading('Lena Hoffmann').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/contacts/${(await contactNamed(app, 'Lena Hoffmann')).id}`);
    await contacts.button('Clear filter').click();
    await contacts.row(/Alois Gruber/).waitFor();
  });

  it('by the keyboard: slash, arrow down, Enter; j and k move', async () => {
    await open();
    await page.keyboard.press('/');
    await page.keyboard.type('brandt');
    await contacts.row(/Aylin Brandt/).waitFor();
    await eventually(async () => expect(await contacts.list.getAttribute('aria-rowcount')).toBe('5'));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await contacts.heading('Hilde Brandt').waitFor();
  });

  it.each([['0406 9041'], ['04069041']])('by digits of a phone number: %s', async (digits) => {
    await open();
    await contacts.filter.fill(digits);
    await eventually(async () => expect(await contacts.rows.count()).toBe(1));
    await contacts.row(/Felix Aumann/).waitFor();
  });

  it('nothing found says what is searched', async () => {
    await open();
    await contacts.filter.fill('nobody at all');
    await page.getByRole('heading', { name: 'No contact matches' }).waitFor();
  });

  it('jumps to a letter by the mouse and by the keyboard', async () => {
    await open();
    await contacts.button('Jump to T').click();
    await contacts.row(/Taxi Altona/).waitFor();
    await page.keyboard.press('m');
    await eventually(async () => expect(await contacts.row(/Malte Krämer/).isVisible()).toBe(true));
    expect(await contacts.row(/Taxi Altona/).count()).toBe(0);
  });
});

describe('the card', () => {
  it('lists mails and events of the person, and follows new ones', async () => {
    const lena = await contactNamed(app, 'Lena Hoffmann');
    await open(`/contacts/${lena.id}`);
    const mails = contacts.card.getByRole('region', { name: 'Mail with Lena' });
    await mails.getByText('Quiz night: we need a fourth').waitFor();
    await contacts.card.getByRole('region', { name: 'Events with Lena' }).getByText('Quiz night').waitFor();
    const mail = { subject: 'Just now', from_address: 'lena@hoffmann.example', received_at: '2026-03-17T08:31:00Z' };
    await app.api('POST', '/emails', mail);
    // Also what went to a further address, as a blind copy.
    const further = Array.from({ length: 9 }, (_, at) => ({ address: `lena.hoffmann.number${at}@hoffmann.example` }));
    const emails = [{ address: 'lena@hoffmann.example' }, ...further];
    await app.api('PATCH', `/contacts/${lena.id}`, { emails });
    const sent = { subject: 'Blind copy', status: 'sent', from_address: 'ida@brandt.example' };
    const bcc_addresses = ['lena.hoffmann.number8@hoffmann.example'];
    await app.api('POST', '/emails', { ...sent, sent_at: '2026-03-17T08:32:00Z', bcc_addresses });
    await mails.getByText('Blind copy').waitFor();
    await mails.getByText('Just now').click();
    await eventually(() => expect(new URL(page.url()).pathname).toMatch(/^\/mail\/all\/./));
  });

  it('writes to the person and calls them', async () => {
    const felix = await contactNamed(app, 'Felix Aumann');
    await open(`/contacts/${felix.id}`);
    expect(await contacts.card.getByRole('link', { name: 'Call' }).getAttribute('href')).toBe('tel:+4917604069041');
    await contacts.card.getByRole('button', { name: 'Write mail' }).click();
    await page.locator('[data-composer]').getByText('Felix Aumann').first().waitFor();
    // The next thing to write is the subject, also after the editor of the text is loaded.
    await page.getByRole('textbox', { name: 'Text of the mail' }).waitFor();
    await page.keyboard.type('Hello Felix');
    expect(await page.getByRole('textbox', { name: 'Subject' }).inputValue()).toBe('Hello Felix');
  });

  it('begins an event with the person as attendee', async () => {
    const felix = await contactNamed(app, 'Felix Aumann');
    await open(`/contacts/${felix.id}`);
    await contacts.card.getByRole('button', { name: 'New event' }).click();
    await page.getByRole('dialog').getByText('Felix Aumann').first().waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/calendar/);
  });

  it('shows what a second browser changes', async () => {
    const ann = await createContact(app, { display_name: 'Ann Side', company: 'Before' });
    await open(`/contacts/${ann.id}`);
    await contacts.card.getByText('Before').waitFor();
    const other = await ContactsPage.open(app, `/contacts/${ann.id}`);
    await other.heading('Ann Side').waitFor();
    await other.page.keyboard.press('e');
    await other.field('Company').fill('After');
    await other.save();
    await contacts.card.getByText('After').waitFor();
    await other.page.context().close();
  });

  it('on a phone the list leads to the card and back to the same place', async () => {
    await open('/contacts', { viewport: PHONE });
    await contacts.filter.fill('b');
    await contacts
      .row(/Hanna Wulff|Ben Carter/)
      .first()
      .click();
    await contacts.card.getByRole('heading', { level: 1 }).waitFor();
    expect(await contacts.list.isVisible()).toBe(false);
    await contacts.button('Back').click();
    await contacts.rows.first().waitFor();
    expect(await contacts.filter.inputValue()).toBe('b');
  });
});

describe('adding and editing', () => {
  it.each(['mouse', 'keyboard'])('a friend is added by %s', async (way) => {
    const name = `Friend by ${way}`;
    await open();
    if (way === 'mouse') {
      await contacts.button('New contact').click();
      await contacts.field('First name').fill('Friend');
      await contacts.field('Last name').fill(`by ${way}`);
      await contacts.field('Email 1').fill('friend@example.org');
      await contacts.save();
    } else {
      await page.keyboard.press('n');
      await contacts.editor.waitFor();
      await page.keyboard.type('Friend');
      await page.keyboard.press('Tab');
      await page.keyboard.type(`by ${way}`);
      await contacts.field('Email 1').focus();
      await page.keyboard.type('friend@example.org');
      await page.keyboard.press('Enter');
    }
    await contacts.heading(name).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe(name);
    const saved = await contactNamed(app, name);
    expect(saved).toMatchObject({
      first_name: 'Friend',
      emails: [{ address: 'friend@example.org', label: 'personal' }],
    });
    expect(await contactsNamed(app, name)).toHaveLength(1);
  });

  it('an edit is undone by a key', async () => {
    const ann = await createContact(app, { display_name: 'Ann Edited', company: 'Before' });
    await open(`/contacts/${ann.id}`);
    await contacts.heading('Ann Edited').waitFor();
    await page.keyboard.press('e');
    await contacts.field('Company').fill('After');
    await contacts.save();
    await contacts.button('Undo').waitFor();
    expect(await contactOf(app, ann.id)).toMatchObject({ company: 'After' });
    await page.keyboard.press('z');
    await eventually(async () => expect(await contactOf(app, ann.id)).toMatchObject({ company: 'Before' }));
  });

  it('rows are added, labelled, made preferred, moved and removed', async () => {
    const ann = await createContact(app, {
      display_name: 'Ann Rows',
      emails: [
        { address: 'one@example.org', label: 'work', primary: true },
        { address: 'two@example.org', label: 'other', primary: false },
      ],
    });
    await open(`/contacts/${ann.id}`);
    await contacts.heading('Ann Rows').waitFor();
    await page.keyboard.press('e');
    await contacts.editor.getByRole('button', { name: 'Add email' }).click();
    await page.keyboard.type('three@example.org');
    await page.keyboard.press('Alt+ArrowUp');
    await contacts.editor.getByRole('button', { name: 'Options of Email 2' }).click();
    await page.getByRole('menuitem', { name: 'Make preferred' }).click();
    await contacts.editor.getByRole('button', { name: 'Remove Email 1' }).click();
    await contacts.editor.getByRole('button', { name: 'Add phone' }).click();
    await page.keyboard.type('+49 40 123456');
    await contacts.save();
    await contacts.editor.waitFor({ state: 'detached' });
    expect(await contactOf(app, ann.id)).toMatchObject({
      emails: [
        { address: 'three@example.org', label: 'personal', primary: true },
        { address: 'two@example.org', label: 'other', primary: false },
      ],
      phones: [{ number: '+49 40 123456', label: 'mobile' }],
    });
  });

  it('a birthday without a year appears on the card and in Today', async () => {
    const ann = await createContact(app, { display_name: 'Ann Birthday' });
    await open(`/contacts/${ann.id}`);
    await contacts.heading('Ann Birthday').waitFor();
    await page.keyboard.press('e');
    await contacts.field('Birthday: Day').fill('19');
    await contacts.editor.getByRole('combobox', { name: 'Birthday: Month' }).selectOption('March');
    await contacts.save();
    await contacts.card.getByText('19 March').waitFor();
    expect(await contactOf(app, ann.id)).toMatchObject({ birthday: '--03-19' });
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await page.getByRole('region', { name: 'Birthdays this week' }).getByText('Ann Birthday').waitFor();
  });

  it('a picture is cut to a square of at most 512 pixels and shown', async () => {
    const ann = await createContact(app, { display_name: 'Ann Picture' });
    await open(`/contacts/${ann.id}`);
    await contacts.heading('Ann Picture').waitFor();
    await page.keyboard.press('e');
    await contacts.editor
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: picture(1200, 600) });
    const crop = page.getByRole('dialog', { name: 'Crop the picture' });
    await crop.getByRole('application').press('ArrowRight');
    await crop.getByRole('button', { name: 'Use this section' }).click();
    await crop.waitFor({ state: 'detached' });
    await contacts.save();
    await contacts.editor.waitFor({ state: 'detached' });
    const image = contacts.card.locator('img');
    await image.waitFor({ state: 'attached' });
    const size = await page.evaluate(
      `(async () => { const one = document.querySelector('article img'); await one.decode(); return [one.naturalWidth, one.naturalHeight]; })()`,
    );
    expect(size).toEqual([512, 512]);
    expect((await contactOf(app, ann.id))?.avatar_path).toMatch(/^\/api\/v1\/files\/[0-9a-f-]{36}\/content$/);
  });

  it('a file that is not a picture is refused at its field', async () => {
    await open();
    await page.keyboard.press('n');
    await contacts.editor
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no') });
    await contacts.editor.getByText('not a picture').waitFor();
  });

  it('what the service refuses is shown at its field, and the rest is kept', async () => {
    await open();
    await page.keyboard.press('n');
    await contacts.field('First name').fill('Long');
    await contacts.field('Company').fill('x'.repeat(2000));
    await contacts.save();
    await contacts.editor.getByText('Check the marked fields.').waitFor();
    await eventually(async () => expect(await contacts.field('Company').getAttribute('aria-invalid')).toBe('true'));
    await contacts.field('Company').fill('Short');
    await contacts.save();
    await contacts.heading('Long').waitFor();
  });

  it('a missing name and a day that does not exist are shown at their fields', async () => {
    await open();
    await page.keyboard.press('n');
    await contacts.field('Birthday: Day').fill('31');
    await contacts.editor.getByRole('combobox', { name: 'Birthday: Month' }).selectOption('February');
    await contacts.save();
    await contacts.editor.getByText('This day does not exist.').waitFor();
    await contacts.editor.getByText('Enter a name.').waitFor();
    await eventually(async () => expect(await contacts.field('Shown as').getAttribute('aria-invalid')).toBe('true'));
  });

  it('closing with changes asks first; without changes it does not', async () => {
    await open();
    await page.keyboard.press('n');
    await page.keyboard.press('Escape');
    await contacts.editor.waitFor({ state: 'detached' });
    await page.keyboard.press('n');
    await contacts.field('First name').fill('Kept');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await contacts.field('First name').inputValue()).toBe('Kept');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await contacts.editor.waitFor({ state: 'detached' });
  });
});

describe('deleting', () => {
  it('a contact by its card leaves the focus in the list', async () => {
    await createContact(app, { display_name: 'Ann Going' });
    await createContact(app, { display_name: 'Ann Staying' });
    await open();
    await contacts.filter.fill('ann');
    await contacts.row(/Ann Going/).click();
    await contacts.heading('Ann Going').waitFor();
    await contacts.card.getByRole('button', { name: 'Delete' }).click();
    await contacts.row(/Ann Going/).waitFor({ state: 'detached' });
    const focused = () => page.evaluate("document.activeElement?.getAttribute('role')");
    await eventually(async () => expect(await focused()).toBe('row'));
  });

  it.each(['mouse', 'keyboard'])('a contact by %s and undoing it', async (way) => {
    const ann = await createContact(app, { display_name: `Ann Gone ${way}` });
    await open();
    await contacts.filter.fill('gone');
    await contacts.row(new RegExp(ann.display_name)).click();
    await contacts.heading(ann.display_name).waitFor();
    if (way === 'mouse') await contacts.card.getByRole('button', { name: 'Delete' }).click();
    else await page.keyboard.press('#');
    await eventually(async () => expect(await contactOf(app, ann.id)).toBeUndefined());
    await eventually(async () => expect(await contacts.row(new RegExp(ann.display_name)).count()).toBe(0));
    // Its card is closed, which would only say that it does not exist.
    await eventually(() => expect(new URL(page.url()).pathname).toBe('/contacts'));
    await contacts.button('Undo').click();
    await eventually(async () => expect(await contactOf(app, ann.id)).toBeDefined());
    await contacts.row(new RegExp(ann.display_name)).waitFor();
    await contacts.heading(ann.display_name).waitFor();
  });
});

function picture(width: number, height: number): Buffer {
  return PNG.sync.write(new PNG({ width, height, fill: true }));
}
