// Changes of contacts and of their tags, each with each fault: nothing is lost, and nothing is done twice.
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { eventually, expectNoPageErrors } from '../../support/web-app.ts';
import { type Change, type FaultWorld, type Flow, startFaultWorld, testFaults } from '../../support/web-faults.ts';
import { type ContactRecord, ContactsPage, contactOf, contactsNamed, createContact } from './pages/contacts.ts';

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

async function open(values: Partial<ContactRecord> = {}): Promise<ContactRecord> {
  const contact = await createContact(world.app, { display_name: `Ann ${++serial}.`, ...values });
  await world.go(`/contacts/${contact.id}`);
  await contacts.heading(contact.display_name).waitFor();
  return contact;
}

const readTags = async (id: string) => (await contactOf(world.app, id))?.tags;
const remove = (id: string) => world.app.api('DELETE', `/contacts/${id}`);
const isDeleted = (name: string) => contacts.heading(name).waitFor({ state: 'detached' });

async function creation(): Promise<Change> {
  const name = `Bob ${++serial}.`;
  return {
    write: /^POST \/api\/v1\/contacts$/,
    act: async () => {
      await world.page.keyboard.press('n');
      await contacts.field('First name').fill(name);
      await contacts.save();
    },
    made: async () => expect(await contactsNamed(world.app, name)).toHaveLength(1),
    untouched: async () => expect(await contactsNamed(world.app, name)).toHaveLength(0),
    failed: contacts.editor.getByText(/Your input is kept/),
    kept: async () => expect(await contacts.field('First name').inputValue()).toBe(name),
    again: () => contacts.save(),
  };
}

async function edit(): Promise<Change> {
  const { id } = await open({ notes: 'tea', company: 'Old' });
  return {
    write: new RegExp(`^PATCH /api/v1/contacts/${id}`),
    act: async () => {
      await world.page.keyboard.press('e');
      await contacts.field('Notes').fill('coffee');
      await contacts.save();
    },
    made: async () => expect(await contactOf(world.app, id)).toMatchObject({ notes: 'coffee', company: 'Old' }),
    untouched: async () => expect(await contactOf(world.app, id)).toMatchObject({ notes: 'tea' }),
    failed: contacts.editor.getByText(/Not saved: /),
    kept: async () => expect(await contacts.field('Notes').inputValue()).toBe('coffee'),
    again: () => contacts.save(),
    elsewhere: () => world.app.api('PATCH', `/contacts/${id}`, { notes: 'cocoa', company: 'New' }),
    merged: async () => {
      await contacts.editor.getByText('There: cocoa').waitFor();
      expect(await contacts.field('Notes').inputValue()).toBe('coffee');
      expect(await contacts.field('Company').inputValue()).toBe('New');
      await contacts.save();
      await contacts.editor.waitFor({ state: 'detached' });
      expect(await contactOf(world.app, id)).toMatchObject({ notes: 'coffee', company: 'New' });
    },
    remove: () => remove(id),
    gone: async () => {
      await contacts.editor.getByText('was deleted meanwhile').waitFor();
      expect(await contacts.field('Notes').inputValue()).toBe('coffee');
    },
  };
}

async function removal(): Promise<Change> {
  const { id, display_name } = await open();
  return {
    write: new RegExp(`^DELETE /api/v1/contacts/${id}`),
    act: () => world.page.keyboard.press('#'),
    made: async () => expect(await contactOf(world.app, id)).toBeUndefined(),
    untouched: async () => {
      expect(await contactOf(world.app, id)).toMatchObject({ display_name });
      await contacts.heading(display_name).waitFor();
      expect(await contacts.toast(`${display_name} deleted`).count()).toBe(0);
    },
    remove: () => remove(id),
    gone: () => isDeleted(display_name),
  };
}

/** The contact is deleted, and "Undo" is what meets the fault. */
async function restoration(): Promise<Change> {
  const { id, display_name } = await open();
  await world.page.keyboard.press('#');
  await eventually(async () => expect(await contactOf(world.app, id)).toBeUndefined());
  return {
    write: new RegExp(`^POST /api/v1/contacts/${id}/restore`),
    act: () => contacts.button('Undo').last().click(),
    made: async () => expect(await contactOf(world.app, id)).toMatchObject({ display_name }),
    untouched: async () => expect(await contactOf(world.app, id)).toBeUndefined(),
    remove: () => world.app.api('DELETE', `/contacts/${id}?permanent=true`),
    gone: () => contacts.page.getByText(`There is no contact "${id}"`).waitFor(),
  };
}

/** The list is read before it is changed: what was made before the service was killed is not sent again. */
const tagRequests = (id: string) => ({
  write: new RegExp(`^PATCH /api/v1/contacts/${id}`),
  repeated: new RegExp(`^(GET|PATCH) /api/v1/contacts/${id}`),
});

async function addingTag(): Promise<Change> {
  const { id, display_name } = await open({ tags: ['friends'] });
  return {
    ...tagRequests(id),
    act: async () => {
      await contacts.card.getByRole('button', { name: 'Add tag' }).press('Enter');
      await world.page.keyboard.type('sailing');
      await world.page.keyboard.press('Enter');
    },
    made: async () => expect(await readTags(id)).toEqual(['friends', 'sailing']),
    untouched: async () => expect(await readTags(id)).toEqual(['friends']),
    // Tags that others add stay.
    elsewhere: () => world.app.api('PATCH', `/contacts/${id}`, { tags: ['friends', 'work'] }),
    merged: () => eventually(async () => expect(await readTags(id)).toEqual(['friends', 'work', 'sailing'])),
    remove: () => remove(id),
    gone: () => isDeleted(display_name),
  };
}

async function removingTag(): Promise<Change> {
  const { id, display_name } = await open({ tags: ['friends', 'garden'] });
  return {
    ...tagRequests(id),
    act: () => contacts.card.getByRole('button', { name: 'Remove tag garden' }).click(),
    made: async () => expect(await readTags(id)).toEqual(['friends']),
    untouched: async () => expect(await readTags(id)).toEqual(['friends', 'garden']),
    elsewhere: () => world.app.api('PATCH', `/contacts/${id}`, { tags: ['friends', 'garden', 'work'] }),
    merged: () => eventually(async () => expect(await readTags(id)).toEqual(['friends', 'work'])),
    remove: () => remove(id),
    gone: () => isDeleted(display_name),
  };
}

/** A tag of its own, which two contacts have. */
async function taggedContacts(): Promise<{ tag: string; ids: string[] }> {
  const tag = `tag ${++serial}.`;
  const made = [];
  for (const name of ['Ann', 'Bea']) made.push(await open({ display_name: `${name} ${serial}.`, tags: [tag] }));
  await tagMenu(tag).waitFor({ state: 'attached' });
  return { tag, ids: made.map(({ id }) => id) };
}

interface Tag {
  name: string;
  color: string | null;
}

/** The tags whose name begins so. */
async function tagsNamed(name: string): Promise<Tag[]> {
  const { data } = await world.app.api<{ data: Tag[] }>('GET', '/tags?limit=500');
  return data.filter((one) => one.name.startsWith(name));
}

const tagNames = async (name: string) => (await tagsNamed(name)).map((tag) => tag.name);
const tagMenu = (tag: string) => contacts.button(`Options of the tag ${tag}`);
const tagPath = (tag: string) => `/tags/${encodeURIComponent(tag)}`;

async function renamingTag(): Promise<Change> {
  const { tag, ids } = await taggedContacts();
  const after = `${tag} Renamed`;
  const dialog = world.page.getByRole('dialog', { name: 'Edit tag' });
  const name = dialog.getByRole('textbox');
  const save = () => dialog.getByRole('button', { name: 'Save' }).click();
  const isMade = async () => {
    expect(await tagNames(tag)).toEqual([after]);
    for (const id of ids) expect(await readTags(id)).toEqual([after]);
    expect(await dialog.count()).toBe(0);
  };
  return {
    write: /^PATCH \/api\/v1\/tags\//,
    act: async () => {
      await tagMenu(tag).press('Enter');
      await world.page.getByRole('menuitem', { name: 'Edit tag' }).click();
      await name.fill(after);
      await save();
    },
    made: isMade,
    untouched: async () => {
      expect(await tagNames(tag)).toEqual([tag]);
      for (const id of ids) expect(await readTags(id)).toEqual([tag]);
    },
    failed: dialog.getByText(/fault of the test/),
    kept: async () => expect(await name.inputValue()).toBe(after),
    again: save,
    // The colour that another client has chosen meanwhile stays.
    elsewhere: () => world.app.api('PATCH', tagPath(tag), { color: '#123456' }),
    merged: () =>
      eventually(async () => {
        await isMade();
        expect(await tagsNamed(tag)).toMatchObject([{ color: '#123456' }]);
      }),
    remove: () => world.app.api('DELETE', tagPath(tag)),
    gone: async () => {
      await dialog.getByText(/no tag/i).waitFor();
      expect(await name.inputValue()).toBe(after);
    },
  };
}

async function deleteTag(tag: string): Promise<void> {
  await tagMenu(tag).press('Enter');
  await world.page.getByRole('menuitem', { name: 'Delete tag' }).click();
  await world.page.getByRole('alertdialog').getByRole('button', { name: 'Delete tag' }).click();
}

async function deletingTag(): Promise<Change> {
  const { tag, ids } = await taggedContacts();
  return {
    write: /^DELETE \/api\/v1\/tags\//,
    act: () => deleteTag(tag),
    made: async () => {
      expect(await tagNames(tag)).toEqual([]);
      for (const id of ids) expect(await readTags(id)).toEqual([]);
    },
    untouched: async () => {
      expect(await tagNames(tag)).toEqual([tag]);
      for (const id of ids) expect(await readTags(id)).toEqual([tag]);
      await tagMenu(tag).waitFor({ state: 'attached' });
    },
    remove: () => world.app.api('DELETE', tagPath(tag)),
    gone: async () => {
      await tagMenu(tag).waitFor({ state: 'detached' });
      expect(await contacts.toast(`Tag “${tag}” deleted.`).count()).toBe(0);
    },
  };
}

/** The tag is deleted, and "Undo" is what meets the fault. */
async function restoringTag(): Promise<Change> {
  const { tag, ids } = await taggedContacts();
  const [first = '', second = ''] = ids;
  await deleteTag(tag);
  await contacts.toast(`Tag “${tag}” deleted.`).waitFor();
  const isMade = async () => {
    expect(await tagNames(tag)).toEqual([tag]);
    for (const id of ids) expect(await readTags(id)).toEqual([tag]);
  };
  return {
    write: /^POST \/api\/v1\/tags$/,
    act: () => contacts.button('Undo').last().click(),
    made: isMade,
    untouched: async () => {
      for (const id of ids) expect(await readTags(id)).toEqual([]);
    },
    // The contacts also get the tag that another client has created anew.
    elsewhere: () => world.app.api('POST', '/tags', { name: tag }),
    merged: () => eventually(isMade),
    remove: () => remove(first),
    // The other one gets it back nevertheless.
    gone: async () => expect(await readTags(second)).toEqual([tag]),
  };
}

const FLOWS: Flow[] = [
  { name: 'create', begin: creation, isUndeletable: true },
  { name: 'edit', begin: edit },
  { name: 'delete', begin: removal },
  { name: 'undo of a deletion', begin: restoration },
  { name: 'add a tag', begin: addingTag },
  { name: 'remove a tag', begin: removingTag },
  { name: 'rename a tag', begin: renamingTag },
  { name: 'delete a tag', begin: deletingTag },
  { name: 'undo of the deletion of a tag', begin: restoringTag },
];

testFaults(() => world, FLOWS);
