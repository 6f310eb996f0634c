// Changes in an open conversation, each with each fault: nothing is lost, and nothing is done twice.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { authority, hereCertificate } from '../../support/certificates.ts';
import { temporaryFolder } from '../../support/process.ts';
import { eventually, expectNoPageErrors } from '../../support/web-app.ts';
import { type Change, type FaultWorld, type Flow, startFaultWorld, testFaults } from '../../support/web-faults.ts';
import { ConversationPage, importMail, storeConversation, storeFile, type TestMail } from './pages/conversation.ts';
import { MailPage } from './pages/mail.ts';
import { dismissToasts } from './pages/toasts.ts';

interface Mail {
  labels: string[];
  is_read: boolean;
  is_starred: boolean;
  deleted_at: string | null;
  list: { unsubscribed_at: string | null } | null;
}

let world: FaultWorld;
let mail: MailPage;
let conversation: ConversationPage;
/** The server of a mailing list, and the addresses at which it was asked to unsubscribe. */
let list: Server;
const asked: string[] = [];

beforeAll(async () => {
  list = createServer(hereCertificate, (request, response) => {
    asked.push(request.url ?? '');
    request.resume().on('end', () => response.end());
  });
  list.listen(0, '127.0.0.1');
  await once(list, 'listening');
  const file = join(temporaryFolder(), 'authority.pem');
  writeFileSync(file, authority);
  vi.stubEnv('NODE_EXTRA_CA_CERTS', file); // the service trusts the server of the list
  world = await startFaultWorld('/mail/inbox', { data: 'empty', args: ['--allow-hosts', '127.0.0.1'] });
  mail = new MailPage(world.page);
  conversation = new ConversationPage(world.page);
});
afterEach(async () => {
  await world.reset();
  await dismissToasts(world.page);
});
afterAll(async () => {
  await world?.end();
  vi.unstubAllEnvs();
  list?.closeAllConnections();
  list?.close();
  expectNoPageErrors();
});

let serial = 0;

const mailPath = (id: string) => `/emails/${id}`;
const read = async (id: string) => (await world.app.api<{ data: Mail }>('GET', mailPath(id))).data;
const readAll = <T>(ids: readonly string[], pick: (mail: Mail) => T) =>
  Promise.all(ids.map(async (id) => pick(await read(id))));
const erase = (id: string) => world.app.api('DELETE', `${mailPath(id)}?permanent=true`);
const hasMails = (count: number) => eventually(async () => expect(await conversation.mails.count()).toBe(count));

async function show(threadId: string, subject: string, place = 'inbox'): Promise<void> {
  await world.go(`/mail/${place}/${threadId}`);
  await world.page.getByRole('heading', { level: 1, name: subject }).waitFor();
  await conversation.mail(0).waitFor();
}

/** Stores a conversation and shows it. */
async function open(mails: readonly TestMail[]): Promise<string[]> {
  const subject = `Talk ${++serial}.`;
  const { ids, threadId } = await storeConversation(
    world.app,
    mails.map((one) => ({ subject, body_plain: 'Hello', ...one })),
  );
  await show(threadId, subject);
  return ids;
}

async function star(): Promise<Change> {
  const ids = await open([{}, {}]);
  const [, id = ''] = ids;
  const button = conversation.mail(1).getByRole('button', { name: 'Star', exact: true });
  const starred = () => readAll(ids, (one) => one.is_starred);
  return {
    write: new RegExp(`^POST /api/v1/emails/${id}/star`),
    act: () => button.click(),
    made: async () => expect(await starred()).toEqual([false, true]),
    untouched: async () => {
      expect(await starred()).toEqual([false, false]);
      await button.waitFor();
    },
    remove: () => erase(id),
    gone: () => hasMails(1),
  };
}

async function deletion(): Promise<Change> {
  const ids = await open([{}, {}]);
  const [, id = ''] = ids;
  const deleted = () => readAll(ids, (one) => one.deleted_at !== null);
  return {
    write: new RegExp(`^DELETE /api/v1/emails/${id}`),
    act: () => conversation.choose(1, 'Move this mail to the trash'),
    made: async () => expect(await deleted()).toEqual([false, true]),
    untouched: async () => {
      expect(await deleted()).toEqual([false, false]);
      await hasMails(2);
    },
    remove: () => erase(id),
    // There is none in the trash that could be shown.
    gone: async () => {
      await hasMails(1);
      expect(await conversation.view.getByText('in the trash').count()).toBe(0);
    },
  };
}

async function restoration(): Promise<Change> {
  const subject = `Trashed ${++serial}.`;
  const { ids, threadId } = await storeConversation(world.app, [{ subject }, { subject }]);
  const [, id = ''] = ids;
  await world.app.api('DELETE', mailPath(id));
  await show(threadId, subject, 'trash');
  const button = conversation.mail(1).getByRole('button', { name: 'Restore' });
  await button.waitFor();
  const deleted = () => readAll(ids, (one) => one.deleted_at !== null);
  return {
    write: new RegExp(`^POST /api/v1/emails/${id}/restore`),
    act: () => button.click(),
    made: async () => expect(await deleted()).toEqual([false, false]),
    untouched: async () => {
      expect(await deleted()).toEqual([false, true]);
      await button.waitFor();
    },
    remove: () => erase(id),
    gone: () => hasMails(1),
  };
}

/** A label belongs to the conversation on the screen, and to each mail in the service. */
async function removingLabel(): Promise<Change> {
  const label = `brook-${++serial}`;
  const ids = await open([{ labels: [label, 'kept'] }, { labels: [label] }]);
  const [first = '', last = ''] = ids;
  const button = conversation.view.getByRole('button', { name: `Remove label ${label}` });
  const labels = () => readAll(ids, (one) => one.labels);
  return {
    write: /^POST \/api\/v1\/emails\/batch/,
    act: () => button.click(),
    made: async () => expect(await labels()).toEqual([['kept'], []]),
    untouched: async () => {
      expect((await labels()).every((one) => one.includes(label))).toBe(true);
      await button.waitFor();
    },
    remove: () => erase(last),
    gone: async () => {
      await hasMails(1);
      expect((await read(first)).labels).toEqual(['kept']);
      await button.waitFor({ state: 'detached' });
    },
  };
}

async function markingUnread(): Promise<Change> {
  const ids = await open([{}, {}, {}]);
  await conversation.toggle(1).click();
  const isRead = (some: readonly string[]) => readAll(some, (one) => one.is_read);
  return {
    write: /^POST \/api\/v1\/emails\/batch/,
    act: () => conversation.choose(1, 'Mark unread from here'),
    made: async () => expect(await isRead(ids)).toEqual([true, false, false]),
    untouched: async () => expect(await isRead(ids)).toEqual([true, true, true]),
    remove: () => erase(ids[2] ?? ''),
    gone: async () => expect(await isRead(ids.slice(0, 2))).toEqual([true, false]),
  };
}

async function trusting(): Promise<Change> {
  const address = `shop-${++serial}@example.org`;
  const body_html = '<p>Hi</p><img src="http://127.0.0.1:9/1.gif" alt="logo">';
  await open([{ from_address: address, from_name: 'Shop', body_html }]);
  const button = conversation.view.getByRole('button', { name: 'Always from this sender' });
  await button.waitFor();
  const trusted = async () =>
    (await world.app.api<{ data: { sender: string }[] }>('GET', '/trusted-senders?limit=500')).data.filter(
      ({ sender }) => sender === address,
    );
  return {
    write: /^POST \/api\/v1\/trusted-senders/,
    act: () => button.click(),
    made: async () => {
      expect(await trusted()).toHaveLength(1);
      expect(await button.count()).toBe(0);
    },
    untouched: async () => {
      expect(await trusted()).toEqual([]);
      await button.waitFor();
    },
  };
}

async function unsubscribing(): Promise<Change> {
  const subject = `News ${++serial}.`;
  const path = `/leave/${serial}`;
  const headers = [
    'From: News <news@example.org>',
    `Subject: ${subject}`,
    `Message-ID: <news-${serial}@example.org>`,
    `List-Unsubscribe: <https://127.0.0.1:${(list.address() as AddressInfo).port}${path}>`,
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    'Date: Mon, 16 Mar 2026 09:00:00 +0000',
  ];
  const threadId = await importMail(world.app, [...headers, '', 'News', ''].join('\r\n'), subject);
  await show(threadId, subject);
  const { data } = await world.app.api<{ data: { emails: { id: string }[] } }>('GET', `/threads/${threadId}`);
  const id = data.emails[0]?.id ?? '';
  const requests = () => asked.filter((one) => one === path);
  const isDone = async () => (await read(id)).list?.unsubscribed_at !== null;
  const act = async () => {
    await conversation.choose(0, 'Unsubscribe');
    await world.page.getByRole('alertdialog').getByRole('button', { name: 'Unsubscribe' }).click();
  };
  return {
    write: new RegExp(`^POST /api/v1/emails/${id}/unsubscribe`),
    // It is not repeated for as long as a service can take to start; then the conversation that is read anew says it.
    repeated: new RegExp(`^(POST /api/v1/emails/${id}/unsubscribe|GET /api/v1/threads/${threadId})`),
    act,
    made: async () => {
      expect(await isDone()).toBe(true);
      expect(requests()).toHaveLength(1);
    },
    untouched: async () => {
      expect(await isDone()).toBe(false);
      expect(requests()).toHaveLength(0);
    },
    failed: mail.refusal,
    again: async () => {
      if (!(await isDone())) await act();
    },
    remove: () => erase(id),
    gone: async () => {
      await mail.refusal.getByText(`There is no email "${id}"`).waitFor();
      expect(requests()).toHaveLength(0);
    },
  };
}

/** Shows a mail with an invitation. */
async function invited() {
  const title = `Lunch ${++serial}.`;
  const uid = `lunch-${serial}@example.org`;
  const day = new Date(Date.UTC(2026, 3, serial)).toISOString().slice(0, 10);
  const lines = [
    'BEGIN:VCALENDAR',
    'METHOD:REQUEST',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTART:${day.replaceAll('-', '')}T100000Z`,
    `DTEND:${day.replaceAll('-', '')}T110000Z`,
    `SUMMARY:${title}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  const file = await storeFile(world.app, 'invite.ics', 'text/calendar', lines.join('\r\n'));
  await open([{ attachments: [file] }]);
  const card = conversation.view.getByRole('region', { name: `Invitation: ${title}` });
  const add = card.getByRole('button', { name: 'Add to calendar' });
  await add.waitFor();
  const event = { title, start_at: `${day}T10:00:00Z`, source: 'invitation', source_id: uid };
  const stored = async () =>
    (await world.app.api<{ data: { id: string; title: string }[] }>('GET', '/events?source=invitation&limit=500')).data
      .filter((one) => one.title === title)
      .map(({ id }) => id);
  return { card, add, event, stored };
}

/** The message, which offers to undo it. */
const added = () => mail.toasts.getByText('Added to your calendar');

async function accepting(): Promise<Change> {
  const { card, add, event, stored } = await invited();
  const made = async () => {
    expect(await stored()).toHaveLength(1);
    expect(await added().count()).toBe(1);
  };
  const isAdded = async () => {
    await card.getByText('In your calendar').waitFor();
    await eventually(made);
    expect(await mail.refusal.count()).toBe(0);
  };
  const addElsewhere = async () => (await world.app.api('POST', '/events', event)).data.id as string;
  return {
    write: /^POST \/api\/v1\/events$/,
    act: () => add.click(),
    made,
    untouched: async () => {
      expect(await stored()).toEqual([]);
      await add.waitFor();
    },
    elsewhere: addElsewhere,
    merged: isAdded,
    // It was added and deleted elsewhere, and is in the trash: what the person does last counts.
    remove: async () => world.app.api('DELETE', `/events/${await addElsewhere()}`),
    gone: isAdded,
  };
}

/** The event of an invitation is added, and "Undo" is what meets the fault. */
async function undoingInvitation(): Promise<Change> {
  const { card, add, stored } = await invited();
  await add.click();
  await card.getByText('In your calendar').waitFor();
  await added().waitFor();
  const [id = ''] = await stored();
  return {
    write: new RegExp(`^DELETE /api/v1/events/${id}`),
    act: () => conversation.undo('Added to your calendar'),
    made: async () => expect(await stored()).toEqual([]),
    untouched: async () => {
      expect(await stored()).toEqual([id]);
      await card.getByText('In your calendar').waitFor();
    },
    remove: () => world.app.api('DELETE', `/events/${id}?permanent=true`),
    gone: async () => {
      await mail.refusal.getByText(`There is no event "${id}"`).waitFor();
      await add.waitFor();
    },
  };
}

const FLOWS: Flow[] = [
  { name: 'star one mail', begin: star },
  { name: 'delete one mail', begin: deletion },
  { name: 'restore one mail', begin: restoration },
  { name: 'remove a label', begin: removingLabel },
  { name: 'mark unread from here', begin: markingUnread },
  { name: 'trust a sender', begin: trusting, isUndeletable: true },
  { name: 'unsubscribe', begin: unsubscribing },
  { name: 'add an invitation to the calendar', begin: accepting },
  { name: 'undo of an added invitation', begin: undoingInvitation },
];

testFaults(() => world, FLOWS);
