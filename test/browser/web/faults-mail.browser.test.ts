// Changes of mail in the list and in the sidebar, each with each fault: nothing is lost, and nothing is done twice.
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { expectNoPageErrors } from '../../support/web-app.ts';
import { type Change, type FaultWorld, type Flow, startFaultWorld, testFaults } from '../../support/web-faults.ts';
import { MailPage } from './pages/mail.ts';

interface Mail {
  id: string;
  thread_id: string;
  folder: string;
  labels: string[];
  is_read: boolean;
  is_starred: boolean;
  snoozed_until: string | null;
  deleted_at: string | null;
}

let world: FaultWorld;
let mail: MailPage;

beforeAll(async () => {
  world = await startFaultWorld('/mail/inbox');
  mail = new MailPage(world.page);
  for (const [path, name] of [
    ['/labels', 'harbour'],
    ['/folders', 'Pond'],
    ['/folders', 'Meadow'],
  ])
    await world.app.api('POST', path as string, { name });
  // The code of the pickers is loaded a moment after the screen.
  const { thread_id } = await receive();
  await mail.rowOf(thread_id).focus();
  await world.page.keyboard.press('l');
  await world.page.getByRole('combobox').waitFor();
  await world.page.keyboard.press('Escape');
});
afterEach(async () => {
  await world.reset();
});
afterAll(async () => {
  await world?.end();
  expectNoPageErrors();
});

let serial = 0;

async function receive(values: object = {}): Promise<Mail> {
  serial += 1;
  const { data } = await world.app.api<{ data: Mail }>('POST', '/emails', {
    from_address: 'Ann Lee <ann@example.org>',
    to_addresses: ['ida@example.org'],
    subject: `Mail ${serial}`,
    received_at: new Date(Date.UTC(2026, 2, 16, 9, serial)).toISOString(),
    ...values,
  });
  return data;
}

const read = async (id: string) => (await world.app.api<{ data: Mail }>('GET', `/emails/${id}`)).data;

/** Focuses the row of a new mail; what is made of it, and the fields by which one sees that. */
async function onRow(
  press: () => Promise<void>,
  after: Partial<Mail> | ((mail: Mail) => boolean),
  given: { isInTrash?: boolean } = {},
): Promise<Change> {
  const { isInTrash = false } = given;
  const { id } = await receive();
  if (isInTrash) await world.app.api('DELETE', `/emails/${id}`);
  const before = await read(id);
  const path = isInTrash ? '/mail/trash' : '/mail/inbox';
  await world.go(path);
  await mail.rowOf(before.thread_id).waitFor();
  return {
    write: /^POST \/api\/v1\/emails\/batch/,
    act: async () => {
      await mail.rowOf(before.thread_id).focus();
      await press();
    },
    made: async () => {
      const now = await read(before.id);
      if (typeof after === 'function') expect(after(now)).toBe(true);
      else expect(now).toMatchObject(after);
    },
    untouched: async () => {
      const { folder, labels, is_read, is_starred, snoozed_until, deleted_at } = before;
      const shown = { folder, labels, is_read, is_starred, snoozed_until, deleted_at };
      expect(await read(before.id)).toMatchObject(shown);
      await mail.rowOf(before.thread_id).waitFor();
    },
    remove: () => world.app.api('DELETE', `/emails/${before.id}?permanent=true`),
    gone: () => mail.rowOf(before.thread_id).waitFor({ state: 'detached' }),
  };
}

/** All mail with a label is selected, and the message that offers to undo the change is what the person closes. */
async function allThatMatch(): Promise<Change> {
  const label = `sea-${serial}`;
  await world.app.api('POST', '/labels', { name: label });
  const mails = await Promise.all([1, 2, 3].map(() => receive({ labels: [label] })));
  await world.go(`/mail/label/${label}`);
  const row = mail.rowOf(mails[0]?.thread_id ?? '');
  await row.waitFor();
  await mail.check(mails[0]?.thread_id ?? '');
  await world.page.getByRole('button', { name: 'Select all 3 conversations' }).click();
  await world.page.keyboard.press('s');
  const message = mail.toasts.getByText('3 mails will be changed').last();
  await message.waitFor();
  const starred = () => Promise.all(mails.map(async ({ id }) => (await read(id)).is_starred));
  return {
    write: /^POST \/api\/v1\/emails\/batch/,
    act: () => mail.toasts.getByRole('status').getByRole('button', { name: 'Dismiss' }).last().click(),
    made: async () => expect(await starred()).toEqual([true, true, true]),
    untouched: async () => expect(await starred()).toEqual([false, false, false]),
    remove: () => world.app.api('DELETE', `/emails/${mails[0]?.id}?permanent=true`),
    gone: async () => {
      await row.waitFor({ state: 'detached' });
      const others = await Promise.all(mails.slice(1).map(async ({ id }) => (await read(id)).is_starred));
      expect(others).toEqual([true, true]);
    },
  };
}

async function choose(key: string, text: string): Promise<void> {
  await world.page.keyboard.press(key);
  await world.page.getByRole('combobox').last().fill(text);
  await world.page.keyboard.press('Enter');
}

const press = (key: string) => () => world.page.keyboard.press(key);

const FLOWS: Flow[] = [
  { name: 'archive', begin: () => onRow(press('e'), { folder: 'ARCHIVE', deleted_at: null }) },
  { name: 'star', begin: () => onRow(press('s'), { is_starred: true }) },
  { name: 'mark as read', begin: () => onRow(press('Shift+I'), { is_read: true }) },
  { name: 'label', begin: () => onRow(() => choose('l', 'harbour'), { labels: ['harbour'] }) },
  { name: 'move', begin: () => onRow(() => choose('v', 'Pond'), { folder: 'Pond' }) },
  {
    name: 'snooze',
    begin: () => onRow(() => choose('b', 'fri 9'), { folder: 'SNOOZED', snoozed_until: '2026-03-20T08:00:00Z' }),
  },
  { name: 'delete', begin: () => onRow(press('#'), ({ deleted_at }) => deleted_at !== null) },
  {
    name: 'restore from the trash',
    begin: () => onRow(press('e'), { deleted_at: null, folder: 'INBOX' }, { isInTrash: true }),
  },
  { name: 'all that match', begin: allThatMatch },
];

testFaults(() => world, FLOWS);
