// What is done with people and with unsent mail in an open conversation, with several contacts at once, and with senders
// who are trusted, each with each fault: nothing is lost, and nothing is done twice.
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { expectNoPageErrors } from '../../support/web-app.ts';
import { type Change, type FaultWorld, type Flow, startFaultWorld, testFaults } from '../../support/web-faults.ts';
import { ContactsPage, createContact } from './pages/contacts.ts';
import { ConversationPage, storeConversation } from './pages/conversation.ts';
import { dismissToasts } from './pages/toasts.ts';

let world: FaultWorld;
let conversation: ConversationPage;
let contacts: ContactsPage;

beforeAll(async () => {
  world = await startFaultWorld('/mail/inbox');
  conversation = new ConversationPage(world.page);
  contacts = new ContactsPage(world.page);
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

async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  return (await world.app.api<{ data: T }>(method, path, body)).data;
}

async function show(threadId: string, place: string): Promise<void> {
  await world.go(`/mail/${place}/${threadId}`);
  await conversation.mail(0).waitFor();
}

async function addingContact(): Promise<Change> {
  const address = `person-${++serial}@example.org`;
  const { threadId } = await storeConversation(world.app, [{ from_address: address, from_name: `Person ${serial}.` }]);
  await show(threadId, 'inbox');
  await conversation.mail(0).getByText(`Person ${serial}.`).first().waitFor();
  const stored = () => ask<unknown[]>('GET', `/contacts?search=${encodeURIComponent(address)}`);
  return {
    write: /^POST \/api\/v1\/contacts/,
    act: () => conversation.choose(0, 'Add to contacts'),
    made: async () => expect(await stored()).toHaveLength(1),
    untouched: async () => expect(await stored()).toEqual([]),
  };
}

interface Unsent {
  id: string;
  thread_id: string;
  status: string;
}

/** A button of a mail that failed, or that waits to be sent. Nothing of that waits in the browser. */
async function unsent(from: 'failed' | 'scheduled', button: string, to: string | RegExp): Promise<Change> {
  const draft = { to: 'bob@example.org', subject: `Unsent ${++serial}.`, body_plain: 'written' };
  const { id, thread_id } = await (from === 'scheduled'
    ? ask<Unsent>('POST', '/emails/drafts', draft)
    : ask<Unsent>('POST', '/emails', {
        status: 'failed',
        from_address: 'ida@example.org',
        to_addresses: ['bob@example.org'],
        subject: draft.subject,
        body_plain: 'written',
      }));
  if (from === 'scheduled') await ask('POST', `/emails/${id}/send`, { scheduled_at: '2026-03-18T09:00:00Z' });
  // A list of everything shows it as a mail of its conversation.
  await show(thread_id, 'all');
  const press = () => conversation.view.getByRole('button', { name: button }).click();
  await conversation.view.getByRole('button', { name: button }).waitFor();
  const status = async () => (await ask<Unsent>('GET', `/emails/${id}`)).status;
  return {
    write: new RegExp(`^POST /api/v1/emails/${id}/(send|cancel)`),
    act: press,
    made: async () => expect(await status()).toMatch(to),
    untouched: async () => expect(await status()).toBe(from),
    failed: world.page.getByText(/^The change was not made: /).last(),
    again: press,
  };
}

/** Two contacts are deleted at once; the first of them meets the fault. */
async function deletingSeveral(): Promise<Change> {
  const name = `Several ${++serial}.`;
  const made = [];
  for (const first of ['Ann', 'Bob']) made.push(await createContact(world.app, { display_name: `${first} ${name}` }));
  const [ann, bob] = made;
  await world.go('/contacts');
  for (const first of ['Ann', 'Bob'])
    await world.page.getByRole('checkbox', { name: new RegExp(`${first} ${name}`) }).check({ force: true });
  const left = async () =>
    (await ask<{ id: string }[]>('GET', `/contacts?search=${encodeURIComponent(`"${name}"`)}`)).map(({ id }) => id);
  return {
    write: new RegExp(`^DELETE /api/v1/contacts/${ann?.id}`),
    act: () => world.page.keyboard.press('#'),
    made: async () => expect(await left()).toEqual([]),
    // The other one is deleted: what can be changed is changed.
    untouched: async () => {
      expect(await left()).toEqual([ann?.id]);
      await contacts.row(`Ann ${name}`).waitFor();
    },
    remove: () => world.app.api('DELETE', `/contacts/${ann?.id}?permanent=true`),
    gone: async () => {
      expect(await left()).toEqual([]);
      expect((await fetch(`${world.app.url}/api/v1/contacts/${bob?.id}`)).status).toBe(404);
    },
    conflict: '1 of 2 contacts could not be changed',
  };
}

async function endingTrust(): Promise<Change> {
  const sender = `trusted-${++serial}@example.org`;
  const { id } = await ask<{ id: string }>('POST', '/trusted-senders', { sender });
  await world.go('/settings/privacy');
  const button = world.page.getByRole('button', { name: `Do not trust ${sender}` });
  await button.waitFor();
  const isTrusted = async () =>
    (await ask<{ sender: string }[]>('GET', '/trusted-senders?limit=500')).some((one) => one.sender === sender);
  return {
    write: new RegExp(`^DELETE /api/v1/trusted-senders/${id}`),
    act: () => button.click(),
    made: async () => expect(await isTrusted()).toBe(false),
    untouched: async () => {
      expect(await isTrusted()).toBe(true);
      await button.waitFor();
    },
    remove: () => world.app.api('DELETE', `/trusted-senders/${id}`),
    gone: () => button.waitFor({ state: 'detached' }),
  };
}

const FLOWS: Flow[] = [
  { name: 'add the sender to the contacts', begin: addingContact, isUndeletable: true },
  {
    name: 'send a failed mail again',
    begin: () => unsent('failed', 'Send again', /scheduled|queued/),
    isUndeletable: true,
  },
  {
    name: 'cancel a scheduled mail',
    begin: () => unsent('scheduled', 'Cancel sending', 'draft'),
    isUndeletable: true,
  },
  { name: 'delete several contacts', begin: deletingSeveral },
  { name: 'trust a sender no longer', begin: endingTrust },
];

testFaults(() => world, FLOWS);
