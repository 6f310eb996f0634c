// Folders and labels of the sidebar, each change with each fault: nothing is lost, and nothing is done twice.
// faults-settings has new and renamed labels.
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { eventually, expectNoPageErrors } from '../../support/web-app.ts';
import { type Change, type FaultWorld, type Flow, startFaultWorld, testFaults } from '../../support/web-faults.ts';
import { storeConversation } from './pages/conversation.ts';
import { MailPage } from './pages/mail.ts';
import { dismissToasts } from './pages/toasts.ts';

type Kind = 'folder' | 'label';

interface Mail {
  folder: string;
  labels: string[];
  deleted_at: string | null;
}

let world: FaultWorld;
let mail: MailPage;

beforeAll(async () => {
  world = await startFaultWorld('/mail/inbox');
  mail = new MailPage(world.page);
});
afterEach(async () => {
  await world.reset();
  await dismissToasts(world.page);
});
afterAll(async () => {
  await world?.end();
  expectNoPageErrors();
});

let serial = 0;

/** The folders or labels whose names begin so. */
async function named(kind: Kind, start: string): Promise<string[]> {
  const { data } = await world.app.api<{ data: { name: string }[] }>('GET', `/${kind}s?limit=500`);
  return data.map(({ name }) => name).filter((name) => name.startsWith(start));
}

const read = async (id: string) => (await world.app.api<{ data: Mail }>('GET', `/emails/${id}`)).data;
const pathOf = (kind: Kind, name: string) => `/${kind}s/${encodeURIComponent(name)}`;

/** A folder or a label with a mail, whose list is shown. */
async function filled(kind: Kind): Promise<{ name: string; id: string }> {
  const name = `${kind} ${++serial}.`;
  const { ids, threadId } = await storeConversation(world.app, [
    { subject: `In ${name}`, ...(kind === 'folder' ? { folder: name } : { labels: [name] }) },
  ]);
  await world.go(`/mail/${kind}/${encodeURIComponent(name)}`);
  await mail.rowOf(threadId).waitFor();
  await mail.sidebar(name).waitFor();
  return { name, id: ids[0] ?? '' };
}

async function chooseInMenu(name: string, item: string): Promise<void> {
  await mail.sidebar(name).click({ button: 'right' });
  await world.page.getByRole('menuitem', { name: item }).click();
}

async function typeName(name: string): Promise<void> {
  await world.page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(name);
  await world.page.keyboard.press('Enter');
}

async function creation(): Promise<Change> {
  const name = `new folder ${++serial}.`;
  const button = world.page.getByRole('button', { name: 'New folder', exact: true });
  await button.waitFor();
  return {
    write: /^POST \/api\/v1\/folders$/,
    act: async () => {
      await button.click();
      await typeName(name);
    },
    made: async () => expect(await named('folder', name)).toEqual([name]),
    untouched: async () => expect(await named('folder', name)).toEqual([]),
  };
}

async function renaming(): Promise<Change> {
  const { name: before, id } = await filled('folder');
  const after = `${before} renamed`;
  return {
    write: /^PATCH \/api\/v1\/folders\//,
    act: async () => {
      await chooseInMenu(before, 'Name and colour…');
      await typeName(after);
    },
    made: async () => {
      expect(await named('folder', before)).toEqual([after]);
      expect(await read(id)).toMatchObject({ folder: after, deleted_at: null });
    },
    untouched: async () => {
      expect(await named('folder', before)).toEqual([before]);
      expect(await read(id)).toMatchObject({ folder: before });
      await mail.sidebar(before).waitFor();
    },
    remove: () => world.app.api('DELETE', pathOf('folder', before)),
    gone: async () => {
      await world.page.getByRole('dialog').getByText(`There is no folder "${before}"`).waitFor();
      expect(await named('folder', before)).toEqual([]);
    },
  };
}

/** The mails of a folder go to the trash; those of a label only lose it. */
async function deletion(kind: Kind): Promise<Change> {
  const { name, id } = await filled(kind);
  return {
    write: new RegExp(`^DELETE /api/v1/${kind}s/`),
    act: async () => {
      await chooseInMenu(name, 'Delete');
      await world.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    },
    made: async () => {
      expect(await named(kind, name)).toEqual([]);
      const { labels, deleted_at } = await read(id);
      expect({ labels, isDeleted: deleted_at !== null }).toEqual({ labels: [], isDeleted: kind === 'folder' });
    },
    untouched: async () => {
      expect(await named(kind, name)).toEqual([name]);
      const shown = kind === 'folder' ? { folder: name } : { labels: [name] };
      expect(await read(id)).toMatchObject({ ...shown, deleted_at: null });
      await mail.sidebar(name).waitFor();
    },
    remove: () => world.app.api('DELETE', pathOf(kind, name)),
    gone: () => mail.sidebar(name).waitFor({ state: 'detached' }),
  };
}

const FLOWS: Flow[] = [
  { name: 'create a folder', begin: creation, isUndeletable: true },
  { name: 'rename a folder', begin: renaming },
  { name: 'delete a folder', begin: () => deletion('folder') },
  { name: 'delete a label', begin: () => deletion('label') },
];

// The sidebar shows what the service has, whatever the fault was.
testFaults(
  () => world,
  FLOWS,
  async () => {
    const entries = world.page.locator('#sidebar').getByRole('link', { name: /^(new )?(folder|label) \d/ });
    const expected = [...(await named('folder', '')), ...(await named('label', ''))].filter((name) => /\d/.test(name));
    await eventually(async () => expect(await entries.count()).toBe(expected.length));
  },
);
