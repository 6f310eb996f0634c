// What is answered on Today, and the message of a reminder that every screen shows, each with each fault: nothing is
// lost, and nothing is done twice.
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { eventually, expectNoPageErrors, NOW } from '../../support/web-app.ts';
import { type Change, type FaultWorld, type Flow, startFaultWorld, testFaults } from '../../support/web-faults.ts';
import { createEvent, TodayPage } from './pages/today.ts';

interface Reminder {
  id: string;
  status: string;
  snoozed_until: string | null;
}

interface Mail {
  id: string;
  folder: string;
  snoozed_until: string | null;
}

let world: FaultWorld;
let today: TodayPage;
let kept: string;

beforeAll(async () => {
  world = await startFaultWorld('/');
  today = new TodayPage(world.page);
  // Without any record the screen is the one of the first run.
  kept = await createEvent(world.app, 'Any event', { start_at: at(1) });
  await today.agenda.waitFor();
});
afterEach(async () => {
  await world.reset();
  await closeUndoable();
  await removeEvents(); // the agenda would not have room for all of them
});
afterAll(async () => {
  await world?.end();
  expectNoPageErrors();
});

let serial = 0;

const MINUTE = 60_000;
/** A time today, hours after the tests began. */
const at = (hours: number) => new Date(NOW + hours * 60 * MINUTE).toISOString().replace('.000', '');
const clock = () => world.page.evaluate<number>('Date.now()');
const toasts = () => world.page.getByRole('status').locator(':scope > div');
const undoable = () => toasts().filter({ has: world.page.getByRole('button', { name: 'Undo' }) });

/** The messages of a test would be taken for those of the next one. */
async function closeUndoable(): Promise<void> {
  await eventually(async () => {
    if ((await undoable().count()) === 0) return;
    await undoable().first().getByRole('button', { name: 'Dismiss' }).press('Enter', { timeout: 1000 });
    expect(await undoable().count()).toBe(0);
  });
}

async function removeEvents(): Promise<void> {
  const { data } = await world.app.api<{ data: { id: string }[] }>('GET', '/events?limit=50');
  for (const { id } of data) if (id !== kept) await world.app.api('DELETE', `/events/${id}`);
}

interface Due {
  id: string;
  eventId: string;
  /** On Today. */
  row: Locator;
  /** The message. */
  toast: Locator;
}

/** A reminder that has fired; it does when its snooze ends at a time that has passed. */
async function dueReminder(): Promise<Due> {
  const title = `Reminder ${++serial}.`;
  const { api } = world.app;
  const eventId = await createEvent(world.app, title, { start_at: at(12), reminders: [{ minutes_before: 60 }] });
  const { data } = await api<{ data: Reminder[] }>(
    'GET',
    `/reminders?event_id=${eventId}&from=2026-03-16&to=2026-03-19`,
  );
  const id = data[0]?.id ?? '';
  // The app reads everything anew after some of the faults: only when it has done that, it gets the message.
  await today.event(title).waitFor();
  await api('POST', `/reminders/${id}/snooze`, { until: at(0) });
  const row = today.attention.getByRole('listitem').filter({ hasText: title });
  const toast = toasts().filter({ hasText: `${title}: ` });
  await row.waitFor();
  await toast.waitFor();
  return { id, eventId, row, toast };
}

const read = async (id: string) => (await world.app.api<{ data: Reminder }>('GET', `/reminders/${id}`)).data;

/** What a person answers to a reminder, and where. */
async function answer(
  action: 'dismiss' | 'snooze',
  minutes: number,
  act: (due: Due) => Promise<void>,
): Promise<Change> {
  const due = await dueReminder();
  const { id, eventId, row, toast } = due;
  let pressedAt = 0;
  let until: string | null | undefined;
  const isAnswered = async () => {
    // What was answered is shown nowhere any more.
    expect(await row.count()).toBe(0);
    expect(await toast.count()).toBe(0);
  };
  return {
    write: new RegExp(`^POST /api/v1/reminders/[^/]+/${action}`),
    act: async () => {
      pressedAt = await clock();
      await act(due);
    },
    made: async () => {
      const { status, snoozed_until } = await read(id);
      expect(status).toBe(action === 'dismiss' ? 'dismissed' : 'snoozed');
      if (action === 'snooze') {
        const from = Date.parse(snoozed_until ?? '') - minutes * MINUTE;
        expect(from).toBeGreaterThanOrEqual(pressedAt);
        expect(from).toBeLessThanOrEqual(await clock());
      }
      // A second answer would have changed the time.
      until ??= snoozed_until;
      expect(snoozed_until).toBe(until);
      await isAnswered();
    },
    untouched: async () => {
      expect((await read(id)).status).toBe('fired');
      await row.waitFor();
      // Nothing says that it was made.
      expect(await undoable().count()).toBe(0);
    },
    remove: () => world.app.api('DELETE', `/events/${eventId}`),
    gone: isAnswered,
  };
}

const dismissRow = ({ row }: Due) => row.getByRole('button', { name: 'Dismiss' }).press('Enter');

async function snoozeRow({ row }: Due): Promise<void> {
  await row.getByRole('button', { name: 'Remind me again' }).press('Enter');
  await world.page.getByRole('menuitem', { name: 'In 1 hour' }).press('Enter');
}

const dismissToast = ({ toast }: Due) => toast.getByRole('button', { name: 'Dismiss' }).press('Enter');
const snoozeToast = ({ toast }: Due) => toast.getByRole('button', { name: 'Snooze for 10 minutes' }).press('Enter');

/** A mail that is snoozed until this evening returns now. */
async function returnNow(): Promise<Change> {
  const subject = `Mail ${++serial}.`;
  const { api } = world.app;
  const { data } = await api<{ data: Mail }>('POST', '/emails', {
    subject,
    from_address: 'Ann Lee <ann@example.org>',
    to_addresses: ['ida@example.org'],
    received_at: at(-1),
  });
  const { id } = data;
  await api('POST', `/emails/${id}/snooze`, { until: at(8) });
  const stored = async () => (await api<{ data: Mail }>('GET', `/emails/${id}`)).data;
  const row = today.waiting.getByRole('listitem').filter({ hasText: subject });
  await row.waitFor();
  return {
    write: new RegExp(`^POST /api/v1/emails/${id}/unsnooze`),
    act: () => row.getByRole('button', { name: 'Return now' }).press('Enter'),
    made: async () => {
      expect(await stored()).toMatchObject({ folder: 'INBOX', snoozed_until: null });
      expect(await row.count()).toBe(0);
      // The answer to a second request.
      expect(await world.page.getByText('The email is not snoozed.').count()).toBe(0);
    },
    untouched: async () => {
      expect(await stored()).toMatchObject({ folder: 'SNOOZED', snoozed_until: at(8) });
      await row.waitFor();
      // Nothing says that it was made.
      expect(await undoable().count()).toBe(0);
    },
    // Of a mail in the trash the snooze can still be ended.
    remove: async () => {
      await api('DELETE', `/emails/${id}`);
      await api('DELETE', `/emails/${id}?permanent=true`);
    },
    gone: async () => {
      expect(await row.count()).toBe(0);
      expect(await undoable().count()).toBe(0);
    },
  };
}

/** A mail that failed is queued again. Nothing of that waits in the browser: the person learns whether it was done. */
async function sendAgain(): Promise<Change> {
  const subject = `Mail ${++serial}.`;
  const { api } = world.app;
  const { data } = await api<{ data: Mail }>('POST', '/emails', {
    status: 'failed',
    subject,
    from_address: 'ida@example.org',
    to_addresses: ['ann@example.org'],
    body_plain: 'written',
  });
  const { id } = data;
  const status = async () => (await api<{ data: { status: string } }>('GET', `/emails/${id}`)).data.status;
  const row = today.attention.getByRole('listitem').filter({ hasText: subject });
  await row.waitFor();
  const press = () => row.getByRole('button', { name: 'Send again' }).press('Enter');
  return {
    write: new RegExp(`^POST /api/v1/emails/${id}/send`),
    act: press,
    made: async () => {
      expect(await status()).toMatch(/scheduled|queued/); // it is held first
      expect(await row.count()).toBe(0);
    },
    untouched: async () => {
      expect(await status()).toBe('failed');
      await row.waitFor();
    },
    failed: world.page.getByText(/^The change was not made: /).last(),
    again: press,
    remove: () => api('DELETE', `/emails/${id}?permanent=true`),
    gone: async () => expect(await row.count()).toBe(0),
  };
}

const FLOWS: Flow[] = [
  { name: 'dismiss a reminder on Today', begin: () => answer('dismiss', 0, dismissRow) },
  { name: 'snooze a reminder on Today', begin: () => answer('snooze', 60, snoozeRow) },
  { name: 'dismiss the message of a reminder', begin: () => answer('dismiss', 0, dismissToast) },
  { name: 'snooze the message of a reminder', begin: () => answer('snooze', 10, snoozeToast) },
  { name: 'return a snoozed mail', begin: returnNow },
  { name: 'send a failed mail again', begin: sendAgain },
];

testFaults(() => world, FLOWS);

it('a message goes by itself after another one was closed with a key', async () => {
  for (const { act } of [await returnNow(), await returnNow()]) await act();
  await eventually(async () => expect(await undoable().count()).toBe(2));
  await undoable().first().getByRole('button', { name: 'Dismiss' }).press('Enter');
  await undoable().waitFor({ state: 'detached' });
});
