// What is done with mail that was not sent yet, each step with each fault: a real SMTP server gets each mail at most
// once, a mail never loses its time silently, and nothing that was written is lost.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startSmtp, type TestSmtp } from '../../support/smtp.ts';
import { eventually, expectNoPageErrors } from '../../support/web-app.ts';
import { type Change, type FaultWorld, type Flow, startFaultWorld, testFaults } from '../../support/web-faults.ts';
import { ComposerPage, type Draft, emailOf } from './pages/composer.ts';
import { MailPage } from './pages/mail.ts';
import { dismissToasts } from './pages/toasts.ts';

const OLD_TIME = '2026-03-18T09:00:00Z';

let world: FaultWorld;
let smtp: TestSmtp;
let mail: MailPage;
let account_id: string;

beforeAll(async () => {
  smtp = await startSmtp({ security: 'none' });
  world = await startFaultWorld('/mail/scheduled', { data: 'empty', args: ['--allow-hosts', '127.0.0.1'] });
  mail = new MailPage(world.page);
  account_id = (await create('/email-accounts', { address: 'me@example.org', smtp: smtp.account })).id;
  // Long enough that no mail is given to the SMTP server before the service has answered, or was killed.
  await world.app.api('PATCH', '/settings', { hold_seconds: 2 });
});
afterEach(async () => {
  const { page, reset } = world;
  await reset();
  const close = page.getByRole('button', { name: 'Save and close' });
  for (let count = await close.count(); count > 0; count--) await close.first().click();
  await dismissToasts(page);
  // Only what waits is removed: the lists stay short, so that every row is rendered.
  for (const { id, status } of await mailsOf()) if (status !== 'sent') await erase(id);
});
afterAll(async () => {
  await world?.end();
  await smtp?.end();
  expectNoPageErrors();
});

let serial = 0;

async function create(path: string, body: object): Promise<{ id: string }> {
  return (await world.app.api<{ data: { id: string } }>('POST', path, body)).data;
}

const trash = (id: string) => world.app.api('DELETE', `/emails/${id}`);
const erase = (id: string) => world.app.api('DELETE', `/emails/${id}?permanent=true`);

/** All mails that are not in the trash, or those with this subject. */
async function mailsOf(subject?: string): Promise<Draft[]> {
  const { data } = await world.app.api<{ data: Draft[] }>('GET', '/emails?limit=200');
  return data.filter((one) => subject === undefined || one.subject === subject);
}

const states = async (subject: string) =>
  (await mailsOf(subject)).map(({ status, scheduled_at }) => (status === 'scheduled' ? scheduled_at : status));

/** The subjects of the mails that the SMTP server has got. */
const delivered = () => smtp.letters.map(({ bytes }) => /^Subject: (.*?)\r$/m.exec(bytes.toString())?.[1]);
const deliveries = (subject: string) => delivered().filter((one) => one === subject).length;

/** Rejects unless there is one such mail in this state, which the SMTP server has got so many times. */
async function expectState(subject: string, state: string, times: number): Promise<void> {
  expect(await states(subject)).toEqual([state]);
  expect(deliveries(subject)).toBe(times);
}

interface Unsent {
  id: string;
  subject: string;
  /** Another time for it, with minutes of its own: so the message about it is not taken for that of another mail. */
  newTime: { typed: string; stored: string };
  press(button: string): Promise<void>;
}

async function shown(list: string, id: string, subject: string): Promise<Unsent> {
  await world.go(`/mail/${list}`);
  await mail.rowOf(id).waitFor();
  const minutes = String(serial % 60).padStart(2, '0');
  const newTime = { typed: `14:${minutes}`, stored: `2026-03-19T13:${minutes}:00Z` }; // in the zone of the service, UTC+1
  const press = (name: string) => mail.rowOf(id).getByRole('button', { name, exact: true }).click();
  return { id, subject, newTime, press };
}

async function scheduled(): Promise<Unsent> {
  const subject = `Unsent ${++serial}.`;
  const { id } = await create('/emails/drafts', { to: 'ann@example.org', subject, body_plain: 'written' });
  await create(`/emails/${id}/send`, { scheduled_at: OLD_TIME });
  return shown('scheduled', id, subject);
}

async function failed(): Promise<Unsent> {
  const subject = `Unsent ${++serial}.`;
  const content = { from_address: 'me@example.org', to_addresses: ['ann@example.org'], subject, body_plain: 'written' };
  const { id } = await create('/emails', { status: 'failed', account_id, ...content });
  return shown('failed', id, subject);
}

const refusal = () => mail.toasts.getByText('The change was not made: ');
const undoOf = (text: string) => mail.toasts.getByText(text).locator('..').getByRole('button', { name: 'Undo' });
const requestOf = (id: string, action: string) => new RegExp(`^POST /api/v1/emails/${id}/${action}`);

/** Another client sends the mail before this one can change it: it must not be sent again. */
function sentElsewhere({ id, subject }: Unsent): Pick<Change, 'elsewhere' | 'merged'> {
  return {
    elsewhere: async () => {
      if ((await emailOf(world.app, id)).status === 'scheduled') await create(`/emails/${id}/cancel`, {});
      await create(`/emails/${id}/send`, { hold_seconds: 0 });
      await eventually(() => expectState(subject, 'sent', 1));
    },
    merged: async () => {
      await refusal().waitFor();
      await expectState(subject, 'sent', 1);
    },
  };
}

/** The mail is deleted elsewhere: permanently, or by being moved to the trash. */
function deletedElsewhere({ id, subject }: Unsent, remove: (id: string) => Promise<unknown>): Partial<Change> {
  return {
    remove: () => remove(id),
    gone: async () => {
      expect(await refusal().isVisible()).toBe(true);
      expect(await states(subject)).toEqual([]);
      expect(deliveries(subject)).toBe(0);
    },
  };
}

/** Two requests: the mail is taken back, and sent. `step` has the fault. */
async function sendingNow(step: 'cancel' | 'send'): Promise<Change> {
  const unsent = await scheduled();
  const { id, subject } = unsent;
  return {
    write: requestOf(id, step),
    act: () => unsent.press('Send now'),
    made: () => expectState(subject, 'sent', 1),
    untouched: () => expectState(subject, OLD_TIME, 0),
    ...sentElsewhere(unsent),
    ...deletedElsewhere(unsent, step === 'cancel' ? erase : trash),
  };
}

async function sendingAgain(): Promise<Change> {
  const unsent = await failed();
  const { id, subject } = unsent;
  const press = () => unsent.press('Send again');
  return {
    write: requestOf(id, 'send'),
    act: press,
    made: () => expectState(subject, 'sent', 1),
    untouched: () => expectState(subject, 'failed', 0),
    // It does not wait for a connection: the mail may have arrived, and must not be sent hours later.
    failed: refusal().last(),
    again: press,
    ...sentElsewhere(unsent),
    ...deletedElsewhere(unsent, erase),
  };
}

async function chooseNewTime(unsent: Unsent): Promise<void> {
  const { typed } = unsent.newTime;
  await unsent.press('Change time…');
  await world.page.getByRole('combobox', { name: 'Send at' }).fill(`19.3. ${typed}`);
  await world.page.getByRole('option', { name: new RegExp(typed) }).waitFor();
  await world.page.keyboard.press('Enter');
}

async function changingTime(step: 'cancel' | 'send'): Promise<Change> {
  const unsent = await scheduled();
  const { id, subject, newTime } = unsent;
  return {
    write: requestOf(id, step),
    act: () => chooseNewTime(unsent),
    made: () => expectState(subject, newTime.stored, 0),
    untouched: () => expectState(subject, OLD_TIME, 0),
    ...sentElsewhere(unsent),
    ...deletedElsewhere(unsent, step === 'cancel' ? erase : trash),
  };
}

/** The same requests undo "Send now". */
async function undoneChangeOfTime(step: 'cancel' | 'send'): Promise<Change> {
  const unsent = await scheduled();
  const { id, subject, newTime } = unsent;
  await chooseNewTime(unsent);
  await undoOf(newTime.typed).waitFor();
  return {
    write: requestOf(id, step),
    act: () => undoOf(newTime.typed).click(),
    made: () => expectState(subject, OLD_TIME, 0),
    untouched: () => expectState(subject, newTime.stored, 0),
    ...sentElsewhere(unsent),
    ...deletedElsewhere(unsent, step === 'cancel' ? trash : erase),
  };
}

async function cancelling(): Promise<Change> {
  const unsent = await scheduled();
  const { id, subject } = unsent;
  const composer = new ComposerPage(world.page, subject);
  const cancel = () => unsent.press('Cancel and edit');
  const { elsewhere, merged } = sentElsewhere(unsent);
  const { remove, gone } = deletedElsewhere(unsent, erase);
  return {
    write: requestOf(id, 'cancel'),
    act: cancel,
    made: async () => {
      await expectState(subject, 'draft', 0);
      expect(await composer.text.inputValue({ timeout: 100 })).toBe('written');
    },
    untouched: () => expectState(subject, OLD_TIME, 0),
    // It does not wait for a connection: a composer that opens much later would be in the way.
    failed: refusal(),
    again: cancel,
    elsewhere,
    merged: async () => {
      await merged?.();
      expect(await composer.window.count()).toBe(0);
    },
    remove,
    gone: async () => {
      await gone?.();
      expect(await composer.window.count()).toBe(0);
    },
  };
}

/** A mail that failed cannot be changed: a draft with the same text takes its place. */
async function editingFailed(): Promise<Change> {
  const unsent = await failed();
  const { id, subject } = unsent;
  const composer = new ComposerPage(world.page, subject);
  return {
    write: /^POST \/api\/v1\/emails\/drafts/,
    act: () => unsent.press('Edit'),
    made: async () => {
      await expectState(subject, 'draft', 0);
      expect(await composer.text.inputValue({ timeout: 100 })).toBe('written');
    },
    untouched: () => expectState(subject, 'failed', 0),
    remove: () => erase(id),
    // The text is not lost with it.
    gone: () => expectState(subject, 'draft', 0),
  };
}

async function discarding(): Promise<Change> {
  const unsent = await scheduled();
  const { id, subject } = unsent;
  const { elsewhere } = sentElsewhere(unsent);
  const { remove, gone } = deletedElsewhere(unsent, erase);
  return {
    write: new RegExp(`^DELETE /api/v1/emails/${id}`),
    act: () => unsent.press('Delete'),
    made: async () => {
      expect(await emailOf(world.app, id)).toMatchObject({ status: 'draft', deleted_at: expect.any(String) });
      expect(deliveries(subject)).toBe(0);
    },
    untouched: () => expectState(subject, OLD_TIME, 0),
    elsewhere,
    merged: async () => {
      // What was sent in the meantime is deleted as a sent mail.
      await eventually(async () => expect(await states(subject)).toEqual([]));
      expect(await emailOf(world.app, id)).toMatchObject({ status: 'sent', deleted_at: expect.any(String) });
      expect(deliveries(subject)).toBe(1);
    },
    remove,
    gone: async () => {
      await gone?.();
      expect(await undoOf('Moved to the trash').count()).toBe(0);
    },
  };
}

async function undoneDiscarding(): Promise<Change> {
  const unsent = await scheduled();
  const { id, subject } = unsent;
  await unsent.press('Delete');
  await eventually(async () => expect(await states(subject)).toEqual([]));
  return {
    write: requestOf(id, 'restore'),
    act: () => undoOf('Moved to the trash').click(),
    made: () => expectState(subject, OLD_TIME, 0),
    untouched: async () => {
      expect(await states(subject)).toEqual([]);
      expect(deliveries(subject)).toBe(0);
    },
    ...deletedElsewhere(unsent, erase),
  };
}

const FLOWS: Flow[] = [
  { name: 'send now: the old time is cancelled', begin: () => sendingNow('cancel') },
  { name: 'send now: it is sent', begin: () => sendingNow('send') },
  { name: 'send again', begin: sendingAgain },
  { name: 'change the time: the old time is cancelled', begin: () => changingTime('cancel') },
  { name: 'change the time: the new time is set', begin: () => changingTime('send') },
  { name: 'undo of a new time: the new time is cancelled', begin: () => undoneChangeOfTime('cancel') },
  { name: 'undo of a new time: the old time is set', begin: () => undoneChangeOfTime('send') },
  { name: 'cancel and edit', begin: cancelling },
  { name: 'edit a mail that failed', begin: editingFailed },
  { name: 'delete a scheduled mail', begin: discarding },
  { name: 'undo of deleting a scheduled mail', begin: undoneDiscarding },
];

const expectNoneTwice = () => expect(delivered()).toEqual([...new Set(delivered())]);

testFaults(
  () => world,
  FLOWS,
  async () => expectNoneTwice(),
);

it.each([
  ['send now', (unsent: Unsent) => unsent.press('Send now')],
  ['change the time', chooseNewTime],
] as const)('the person learns that a mail has become a draft, when it gets no new time: %s', async (_name, act) => {
  const unsent = await scheduled();
  // As often as it is repeated: the old time is cancelled then, and no other is set.
  world.proxy.faultOf = (line) => (requestOf(unsent.id, 'send').test(line) ? { status: 500 } : undefined);
  await act(unsent);
  await mail.toasts.getByText('It is a draft again.').waitFor();
  await expectState(unsent.subject, 'draft', 0);
});

it('no mail was sent twice', async () => {
  const sent = (await mailsOf()).filter(({ status }) => status === 'sent').map(({ subject }) => subject);
  expectNoneTwice();
  expect(delivered()).toEqual(expect.arrayContaining(sent));
  expect(await world.app.api('GET', '/emails?status=queued')).toMatchObject({ data: [] });
});
