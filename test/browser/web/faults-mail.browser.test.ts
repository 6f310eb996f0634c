// Changes of mail in the list and in the sidebar, each with each fault: nothing is lost, and nothing is done twice.
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { expectNoPageErrors } from '../../support/web-app.ts';
import { type Change, type FaultWorld, type Flow, startFaultWorld, testFaults } from '../../support/web-faults.ts';
import { MailPage } from './pages/mail.ts';
import { dismissToasts } from './pages/toasts.ts';

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
  await dismissToasts(world.page);
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

/** Rejects unless the service answers that it does not have the mail. */
const isErased = async (id: string) => expect((await fetch(`${world.app.url}/api/v1/emails/${id}`)).status).toBe(404);

/** The list in which the row is, and how the mail gets there. */
interface Place {
  path: string;
  values?: object;
  put?(id: string): Promise<unknown>;
}

const INBOX: Place = { path: '/mail/inbox' };
const SPAM: Place = { path: '/mail/spam', values: { folder: 'SPAM' } };
const TRASH: Place = { path: '/mail/trash', put: (id) => world.app.api('DELETE', `/emails/${id}`) };
const SNOOZED: Place = {
  path: '/mail/snoozed',
  put: (id) => world.app.api('POST', `/emails/${id}/snooze`, { until: '2026-03-20T08:00:00Z' }),
};

/** Focuses the row of a new mail; what is made of it, and the fields by which one sees that. */
async function onRow(
  press: (row: Locator) => Promise<void>,
  after: Partial<Mail> | ((mail: Mail) => boolean) | 'erased',
  { path, values, put }: Place = INBOX,
): Promise<Change> {
  const { id } = await receive(values);
  await put?.(id);
  const before = await read(id);
  const row = mail.rowOf(before.thread_id);
  await world.go(path);
  await row.waitFor();
  return {
    write: /^(POST|DELETE) \/api\/v1\/emails\//,
    act: async () => {
      await row.focus();
      await press(row);
    },
    made: async () => {
      if (after === 'erased') return isErased(id);
      const now = await read(id);
      if (typeof after === 'function') expect(after(now)).toBe(true);
      else expect(now).toMatchObject(after);
    },
    untouched: async () => {
      const { folder, labels, is_read, is_starred, snoozed_until, deleted_at } = before;
      const shown = { folder, labels, is_read, is_starred, snoozed_until, deleted_at };
      expect(await read(id)).toMatchObject(shown);
      await row.waitFor();
    },
    remove: () => world.app.api('DELETE', `/emails/${id}?permanent=true`),
    gone: () => row.waitFor({ state: 'detached' }),
  };
}

/** A change of a mail is made, and "Undo" is what meets the fault. */
async function undone(change: () => Promise<void>, changed: (mail: Mail) => boolean): Promise<Change> {
  const { id, thread_id } = await receive();
  const { folder, labels, is_starred, snoozed_until, deleted_at } = await read(id);
  const row = mail.rowOf(thread_id);
  await world.go('/mail/inbox');
  await row.focus();
  await change();
  await expect.poll(async () => changed(await read(id))).toBe(true);
  return {
    write: /^(POST|PATCH|DELETE) \/api\/v1\/emails\//,
    act: () => mail.undo(),
    made: async () => expect(await read(id)).toMatchObject({ folder, labels, is_starred, snoozed_until, deleted_at }),
    untouched: async () => expect(changed(await read(id))).toBe(true),
    remove: () => world.app.api('DELETE', `/emails/${id}?permanent=true`),
    gone: () => row.waitFor({ state: 'detached' }),
  };
}

/** All mail with a label is selected, and the message that offers to undo the change is what the person closes. */
async function allThatMatch(): Promise<Change> {
  const label = `sea-${serial}`;
  await world.app.api('POST', '/labels', { name: label });
  const mails = await Promise.all([1, 2, 3].map(() => receive({ labels: [label], is_read: false })));
  await world.go(`/mail/label/${label}`);
  const row = mail.rowOf(mails[0]?.thread_id ?? '');
  await row.waitFor();
  await mail.check(mails[0]?.thread_id ?? '');
  await world.page.getByRole('button', { name: 'Select all 3 conversations' }).click();
  await world.page.keyboard.press('Shift+I');
  const message = mail.toasts.getByText('(3 mails)').last();
  await message.waitFor();
  const areRead = () => Promise.all(mails.map(async ({ id }) => (await read(id)).is_read));
  return {
    write: /^POST \/api\/v1\/emails\/batch/,
    act: () => mail.toasts.getByRole('status').getByRole('button', { name: 'Dismiss' }).last().click(),
    made: async () => expect(await areRead()).toEqual([true, true, true]),
    untouched: async () => expect(await areRead()).toEqual([false, false, false]),
    remove: () => world.app.api('DELETE', `/emails/${mails[0]?.id}?permanent=true`),
    gone: async () => {
      await row.waitFor({ state: 'detached' });
      const others = await Promise.all(mails.slice(1).map(async ({ id }) => (await read(id)).is_read));
      expect(others).toEqual([true, true]);
    },
  };
}

/** The question is answered; it was asked before. */
async function emptyingTrash(): Promise<Change> {
  const mails = await Promise.all([1, 2].map(() => receive()));
  for (const { id } of mails) await world.app.api('DELETE', `/emails/${id}`);
  await world.go('/mail/trash');
  for (const { thread_id } of mails) await mail.rowOf(thread_id).waitFor();
  // One of the two meets the fault: what happens to the others has to be right as well.
  const faulty = mails[0]?.id ?? '';
  const made = async () => void (await Promise.all(mails.map(({ id }) => isErased(id))));
  const ask = () => world.page.getByRole('button', { name: 'Empty trash' }).click();
  await ask();
  await question().waitFor();
  return {
    write: new RegExp(`^DELETE /api/v1/emails/${faulty}`),
    repeated: /^(DELETE|GET) \/api\/v1\/emails/, // what is left in the trash is read after each page of it
    act: () => answer('Empty trash'),
    made,
    untouched: async () => expect((await read(faulty)).deleted_at).not.toBeNull(),
    failed: mail.refusal,
    again: async () => {
      // It may have been made although its answer was lost; then there is nothing to ask.
      const isMade = await made().then(
        () => true,
        () => false,
      );
      if (isMade) return;
      await ask();
      await answer('Empty trash');
    },
    remove: () => world.app.api('DELETE', `/emails/${faulty}?permanent=true`),
    gone: made,
  };
}

const question = () => world.page.getByRole('alertdialog');
const answer = (action: string) => question().getByRole('button', { name: action }).click();

async function choose(key: string, text: string): Promise<void> {
  await world.page.keyboard.press(key);
  await world.page.getByRole('combobox').last().fill(text);
  await world.page.keyboard.press('Enter');
}

const press = (key: string) => () => world.page.keyboard.press(key);

async function erase(): Promise<void> {
  await world.page.keyboard.press('#');
  await answer('Delete permanently');
}

async function endSnooze(row: Locator): Promise<void> {
  await row.click({ button: 'right' });
  await world.page.getByRole('menuitem', { name: 'End snooze' }).click();
}

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
    begin: () => onRow(press('e'), { deleted_at: null, folder: 'INBOX' }, TRASH),
  },
  { name: 'mark as spam', begin: () => onRow(press('!'), { folder: 'SPAM' }) },
  { name: 'not spam', begin: () => onRow(press('!'), { folder: 'INBOX' }, SPAM) },
  { name: 'end snooze', begin: () => onRow(endSnooze, { folder: 'INBOX', snoozed_until: null }, SNOOZED) },
  { name: 'delete permanently', begin: () => onRow(erase, 'erased', TRASH) },
  { name: 'undo of archiving', begin: () => undone(press('e'), ({ folder }) => folder === 'ARCHIVE') },
  { name: 'undo of a star', begin: () => undone(press('s'), ({ is_starred }) => is_starred) },
  {
    name: 'undo of a label',
    begin: () =>
      undone(
        () => choose('l', 'harbour'),
        ({ labels }) => labels.length > 0,
      ),
  },
  {
    name: 'undo of moving',
    begin: () =>
      undone(
        () => choose('v', 'Pond'),
        ({ folder }) => folder === 'Pond',
      ),
  },
  {
    name: 'undo of snoozing',
    begin: () =>
      undone(
        () => choose('b', 'fri 9'),
        ({ snoozed_until }) => snoozed_until !== null,
      ),
  },
  { name: 'undo of marking as spam', begin: () => undone(press('!'), ({ folder }) => folder === 'SPAM') },
  { name: 'undo of a deletion', begin: () => undone(press('#'), ({ deleted_at }) => deleted_at !== null) },
  { name: 'empty the trash', begin: emptyingTrash },
  { name: 'all that match', begin: allThatMatch },
];

testFaults(() => world, FLOWS);
