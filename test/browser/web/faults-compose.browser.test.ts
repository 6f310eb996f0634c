// Writing and sending a mail, each step with each fault: nothing that was typed is lost, and nothing is sent twice.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectNoPageErrors } from '../../support/web-app.ts';
import { type Change, type FaultWorld, type Flow, startFaultWorld, testFaults } from '../../support/web-faults.ts';
import { ComposerPage, type Draft, emailOf } from './pages/composer.ts';

let world: FaultWorld;

beforeAll(async () => {
  world = await startFaultWorld('/mail/inbox');
});
afterEach(async () => {
  const { page, go, reset } = world;
  await reset();
  const close = page.getByRole('button', { name: 'Save and close' });
  for (let count = await close.count(); count > 0; count--) await close.first().click();
  await go('/mail/inbox');
});
afterAll(async () => {
  await world?.end();
  expectNoPageErrors();
});

let serial = 0;

/** All mails with this subject, sent or not, with their texts. */
async function mailsOf(subject: string): Promise<Draft[]> {
  const query = `/emails?limit=50&search=${encodeURIComponent(`"${subject}"`)}`;
  const { data } = await world.app.api<{ data: Draft[] }>('GET', query);
  const found = data.filter((one) => one.subject === subject);
  return Promise.all(found.map(({ id }) => emailOf(world.app, id)));
}

const texts = async (subject: string) => (await mailsOf(subject)).map(({ status, body_plain }) => [status, body_plain]);

async function open(): Promise<{ subject: string; composer: ComposerPage }> {
  const subject = `Mail ${++serial}.`;
  await world.go(`/compose?to=ann@example.org&subject=${encodeURIComponent(subject)}`);
  const composer = new ComposerPage(world.page, subject);
  await composer.text.waitFor();
  return { subject, composer };
}

/** A composer with a saved draft. */
async function saved() {
  const { subject, composer } = await open();
  await composer.text.fill('first');
  await composer.saved();
  const [draft] = await mailsOf(subject);
  return { subject, composer, id: draft?.id ?? '' };
}

async function creation(): Promise<Change> {
  const { subject, composer } = await open();
  return {
    write: /^POST \/api\/v1\/emails\/drafts/,
    act: () => composer.text.fill('typed'),
    made: async () => expect(await texts(subject)).toEqual([['draft', 'typed']]),
    untouched: async () => expect(await texts(subject)).toEqual([]),
    failed: composer.status.filter({ hasText: 'Not saved: ' }),
    kept: async () => expect(await composer.written()).toBe('typed'),
    again: async () => {
      await composer.text.fill('type');
      await composer.text.fill('typed');
    },
  };
}

async function saving(): Promise<Change> {
  const { subject, composer, id } = await saved();
  return {
    write: new RegExp(`^PATCH /api/v1/emails/drafts/${id}`),
    act: () => composer.text.fill('second'),
    made: async () => expect(await texts(subject)).toEqual([['draft', 'second']]),
    untouched: async () => expect(await texts(subject)).toEqual([['draft', 'first']]),
    elsewhere: () => world.app.api('PATCH', `/emails/drafts/${id}`, { body_plain: 'theirs', body_html: null }),
    merged: async () => {
      const dialog = world.page.getByRole('dialog', { name: 'This draft was changed elsewhere' });
      await dialog.getByRole('button', { name: 'Keep both as drafts' }).click();
      const both = async () => (await texts(subject)).map(([, text]) => text).sort();
      await expect.poll(both).toEqual(['second', 'theirs']);
    },
    remove: () => world.app.api('DELETE', `/emails/${id}`),
    gone: async () => {
      const save = composer.button('Save as a new draft');
      if (await save.isVisible()) await save.click();
      expect(await texts(subject)).toEqual([['draft', 'second']]);
    },
  };
}

async function attaching(): Promise<Change> {
  const { subject, composer, id } = await saved();
  const files = async () => (await mailsOf(subject)).flatMap((one) => one.attachments.map(({ filename }) => filename));
  const retry = composer.button('Try again to upload plan.txt');
  return {
    write: /^POST \/api\/v1\/files/,
    act: () =>
      composer.window
        .locator('input[type="file"]')
        .setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('the plan') }),
    made: async () => expect(await files()).toEqual(['plan.txt']),
    untouched: async () => expect(await files()).toEqual([]),
    failed: retry,
    again: () => retry.click(),
    remove: () => world.app.api('DELETE', `/emails/${id}?permanent=true`),
    gone: async () => {
      const save = composer.button('Save as a new draft');
      if (await save.isVisible()) await save.click();
      expect(await texts(subject)).toEqual([['draft', 'first']]);
      expect(await files()).toEqual(['plan.txt']);
    },
  };
}

const toOutbox = () => world.page.getByRole('alertdialog').getByRole('button', { name: 'Put in outbox' }).click();

/** The mail is accepted once; `status` says what it then is. */
async function departure(status: string, act: (composer: ComposerPage) => Promise<void>): Promise<Change> {
  const { subject, composer, id } = await saved();
  return {
    write: new RegExp(`^POST /api/v1/emails/${id}/send`),
    act: async () => {
      await act(composer);
      await toOutbox();
    },
    made: async () => {
      expect(await texts(subject)).toEqual([[status, 'first']]);
      await composer.window.waitFor({ state: 'detached', timeout: 100 });
    },
    untouched: async () => {
      expect(await texts(subject)).toEqual([['draft', 'first']]);
      expect(await composer.written()).toBe('first');
    },
    remove: () => world.app.api('DELETE', `/emails/${id}?permanent=true`),
    gone: () => saveAgain(composer, subject),
  };
}

async function sendLater(composer: ComposerPage): Promise<void> {
  await composer.button('Send later').click();
  const { page } = world;
  await page.getByRole('dialog', { name: 'Send later' }).getByRole('combobox').fill('fri 9:15');
  await page.getByRole('option', { name: /09:15/ }).waitFor();
  await page.keyboard.press('Enter');
}

const undoButton = () => world.page.getByRole('button', { name: 'Undo', exact: true }).last();

async function undoneDeparture(): Promise<Change> {
  const { subject, composer, id } = await saved();
  await composer.button('Send').click();
  await toOutbox();
  await composer.gone();
  return {
    write: new RegExp(`^POST /api/v1/emails/${id}/cancel`),
    act: () => undoButton().click(),
    made: async () => {
      expect(await texts(subject)).toEqual([['draft', 'first']]);
      expect(await composer.text.isVisible()).toBe(true);
    },
    untouched: async () => expect(await texts(subject)).toEqual([['queued', 'first']]),
    remove: () => world.app.api('DELETE', `/emails/${id}?permanent=true`),
    gone: () => isSavedAgain(composer, subject),
  };
}

async function discarding(): Promise<Change> {
  const { subject, composer, id } = await saved();
  return {
    write: new RegExp(`^DELETE /api/v1/emails/${id}`),
    act: () => composer.button('Discard draft').click(),
    made: async () => expect(await texts(subject)).toEqual([]),
    untouched: async () => {
      expect(await texts(subject)).toEqual([['draft', 'first']]);
      // What was typed is opened again by Undo.
      await undoButton().click();
      await composer.text.waitFor();
    },
    remove: () => world.app.api('DELETE', `/emails/${id}`),
    gone: async () => {
      expect(await texts(subject)).toEqual([]);
      expect(await composer.window.count()).toBe(0);
    },
  };
}

async function undoneDiscarding(): Promise<Change> {
  const { subject, composer, id } = await saved();
  await composer.button('Discard draft').click();
  await expect.poll(() => texts(subject)).toEqual([]);
  return {
    write: new RegExp(`^POST /api/v1/emails/${id}/restore`),
    act: () => undoButton().click(),
    made: async () => {
      expect(await texts(subject)).toEqual([['draft', 'first']]);
      expect(await composer.text.isVisible()).toBe(true);
    },
    untouched: async () => {
      expect(await texts(subject)).toEqual([]);
      // The draft is in the trash; its text is in the composer.
      await saveAgain(composer, subject);
    },
    remove: () => world.app.api('DELETE', `/emails/${id}?permanent=true`),
    gone: () => isSavedAgain(composer, subject),
  };
}

/** What was written is the text of another draft, which the composer shows. */
async function isSavedAgain(composer: ComposerPage, subject: string): Promise<void> {
  expect(await texts(subject)).toEqual([['draft', 'first']]);
  expect(await composer.written()).toBe('first');
}

async function saveAgain(composer: ComposerPage, subject: string): Promise<void> {
  await composer.button('Save as a new draft').click();
  await expect.poll(() => texts(subject)).toEqual([['draft', 'first']]);
}

const FLOWS: Flow[] = [
  { name: 'create a draft', begin: creation, isUndeletable: true },
  { name: 'save a draft', begin: saving },
  { name: 'attach a file', begin: attaching },
  { name: 'send', begin: () => departure('queued', (composer) => composer.button('Send').click()) },
  { name: 'schedule', begin: () => departure('scheduled', sendLater) },
  { name: 'undo of sending', begin: undoneDeparture },
  { name: 'discard', begin: discarding },
  { name: 'undo of discarding', begin: undoneDiscarding },
];

testFaults(() => world, FLOWS);

it('undoing is not too late when another client has moved the mail to the trash', async () => {
  const { subject, composer, id } = await saved();
  await composer.button('Send').click();
  await toOutbox();
  await composer.gone();
  await world.app.api('DELETE', `/emails/${id}`);
  await undoButton().click();
  await saveAgain(composer, subject);
  expect(await world.page.getByText('too late to undo').count()).toBe(0);
});
