// The picture of a contact is uploaded, set and removed, each with each fault: nothing is lost, and nothing is done twice.
import { PNG } from 'pngjs';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { expectNoPageErrors } from '../../support/web-app.ts';
import { type Change, type FaultWorld, type Flow, startFaultWorld, testFaults } from '../../support/web-faults.ts';
import { type ContactRecord, ContactsPage, contactOf, createContact } from './pages/contacts.ts';

let world: FaultWorld;
let contacts: ContactsPage;

beforeAll(async () => {
  world = await startFaultWorld('/contacts');
  contacts = new ContactsPage(world.page);
});
afterEach(async () => {
  await world.reset();
});
afterAll(async () => {
  await world?.end();
  expectNoPageErrors();
});

let serial = 0;

const PICTURE = PNG.sync.write(new PNG({ width: 60, height: 40, fill: true }));
const crop = () => world.page.getByRole('dialog', { name: 'Crop the picture' });
const useSection = () => crop().getByRole('button', { name: 'Use this section' }).click();
const button = (name: string) => contacts.editor.getByRole('button', { name, exact: true });
/** The address of the picture that the form shows. */
const shownPicture = () => contacts.editor.locator('img').getAttribute('src');

async function edit(values: Partial<ContactRecord> = {}): Promise<ContactRecord> {
  const contact = await createContact(world.app, { display_name: `Ann ${++serial}.`, ...values });
  await world.go(`/contacts/${contact.id}`);
  await contacts.heading(contact.display_name).waitFor();
  await world.page.keyboard.press('e');
  await contacts.editor.waitFor();
  return contact;
}

async function choosePicture(): Promise<void> {
  const file = { name: 'a.png', mimeType: 'image/png', buffer: PICTURE };
  await contacts.editor.locator('input[type=file]').setInputFiles(file);
  await crop().waitFor();
}

const fileIds = async () =>
  (await world.app.api<{ data: { id: string }[] }>('GET', '/files?limit=500')).data.map(({ id }) => id);
const pictureOf = async (id: string) => (await contactOf(world.app, id))?.avatar_path;
const contentPath = (file: string | undefined) => `/api/v1/files/${file}/content`;

async function uploading(): Promise<Change> {
  await edit();
  await choosePicture();
  const before = await fileIds();
  const added = async () => (await fileIds()).filter((id) => !before.includes(id));
  return {
    write: /^POST \/api\/v1\/files$/,
    act: useSection,
    made: async () => {
      const files = await added();
      expect(files).toHaveLength(1);
      expect(await crop().count()).toBe(0);
      expect(await shownPicture()).toBe(contentPath(files[0]));
    },
    untouched: async () => expect(await added()).toEqual([]),
    failed: crop().getByRole('alert'),
    // The picture need not be chosen again.
    kept: async () => expect(await crop().count()).toBe(1),
    again: useSection,
  };
}

/** What the form does when the contact is saved with another picture. */
async function saving(id: string, picture: string | null, act: () => Promise<void>): Promise<Change> {
  const before = await pictureOf(id);
  const isShown = async () => {
    if (picture) expect(await shownPicture()).toBe(picture);
    else expect(await button('Add picture').isVisible()).toBe(true);
  };
  return {
    write: new RegExp(`^PATCH /api/v1/contacts/${id}`),
    act,
    made: async () => expect(await pictureOf(id)).toBe(picture),
    untouched: async () => expect(await pictureOf(id)).toBe(before),
    failed: contacts.editor.getByText(/Not saved: /),
    kept: isShown,
    again: () => contacts.save(),
    elsewhere: () => world.app.api('PATCH', `/contacts/${id}`, { company: 'New' }),
    merged: async () => {
      await contacts.editor.getByText('The contact was changed meanwhile').waitFor();
      await isShown();
      await contacts.save();
      await contacts.editor.waitFor({ state: 'detached' });
      expect(await contactOf(world.app, id)).toMatchObject({ avatar_path: picture, company: 'New' });
    },
    remove: () => world.app.api('DELETE', `/contacts/${id}`),
    gone: async () => {
      await contacts.editor.getByText('was deleted meanwhile').waitFor();
      await isShown();
    },
  };
}

async function setting(): Promise<Change> {
  const { id } = await edit();
  await choosePicture();
  await useSection();
  await crop().waitFor({ state: 'detached' });
  return saving(id, await shownPicture(), () => contacts.save());
}

async function removing(): Promise<Change> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(PICTURE)], { type: 'image/png' }), 'a.png');
  const answer = await fetch(`${world.app.url}/api/v1/files`, { method: 'POST', body: form });
  const { data } = (await answer.json()) as { data: { id: string } };
  const { id } = await edit({ avatar_path: contentPath(data.id) });
  return saving(id, null, async () => {
    await button('Remove picture').click();
    await contacts.save();
  });
}

const FLOWS: Flow[] = [
  { name: 'upload a picture', begin: uploading, isUndeletable: true },
  { name: 'set the picture', begin: setting },
  { name: 'remove the picture', begin: removing },
];

testFaults(() => world, FLOWS);
