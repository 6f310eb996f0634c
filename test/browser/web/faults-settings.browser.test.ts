// Changes of settings, identities, labels, and imports, each with each fault: nothing is lost, and nothing is done
// twice.
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { eventually, expectNoPageErrors } from '../../support/web-app.ts';
import { type Change, type FaultWorld, type Flow, startFaultWorld, testFaults } from '../../support/web-faults.ts';

interface Named {
  id: string;
  name: string;
  address: string;
  signature_plain: string | null;
  kind: string;
  filename?: string;
}

let world: FaultWorld;

beforeAll(async () => {
  world = await startFaultWorld('/settings');
  const smtp = { host: '127.0.0.1', user: 'ann', password: 'secret' };
  await world.app.api('POST', '/email-accounts', { address: 'ann@example.org', from_name: 'Ann Lee', smtp });
});
afterEach(async () => {
  await world.reset();
});
afterAll(async () => {
  await world?.end();
  expectNoPageErrors();
});

let serial = 0;

async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  return (await world.app.api<{ data: T }>(method, path, body)).data;
}

const namesOf = async (path: string) => (await ask<Named[]>('GET', `${path}?limit=200`)).map(({ name }) => name);
const dialog = () => world.page.getByRole('dialog').last();

async function timeZone(): Promise<Change> {
  const zone = 'America/Denver';
  await ask('PATCH', '/settings', { timezone: 'UTC' });
  await world.go('/settings');
  const field = world.page.getByLabel('Time zone');
  // While the field has the zone of the fault before, the same text is no change and filters no list.
  await eventually(async () => expect(await field.inputValue()).toBe('UTC'));
  const stored = async () => (await ask<{ timezone: string }>('GET', '/settings')).timezone;
  return {
    write: /^PATCH \/api\/v1\/settings/,
    act: async () => {
      await field.click();
      await field.fill(zone);
      await world.page.getByRole('option', { name: new RegExp(zone) }).click();
    },
    made: async () => expect(await stored()).toBe(zone),
    untouched: async () => expect(await stored()).toBe('UTC'),
  };
}

/** The signature of a new identity, or of one that exists. */
async function identity(isNew: boolean): Promise<Change> {
  const signature = `Signature ${++serial}.`;
  const [account] = await ask<Named[]>('GET', '/email-accounts');
  const before = isNew
    ? undefined
    : await ask<Named>('POST', '/identities', { account_id: account?.id, address: `i${serial}@example.org` });
  await world.go('/settings/identities');
  const field = dialog().getByLabel('Signature');
  const found = async () =>
    (await ask<Named[]>('GET', '/identities')).filter((one) => one.signature_plain === signature);
  const save = () => dialog().getByRole('button', { name: 'Save' }).click();
  const button = world.page.getByRole('button', { name: before ? `Edit: ${before.address}` : 'Add identity' });
  await button.waitFor();
  return {
    write: isNew ? /^POST \/api\/v1\/identities$/ : new RegExp(`^PATCH /api/v1/identities/${before?.id}`),
    act: async () => {
      await button.click();
      if (!before) await dialog().getByLabel('Address').fill(`i${serial}@example.org`);
      await field.fill(signature);
      await save();
    },
    made: async () => expect(await found()).toHaveLength(1),
    untouched: async () => expect(await found()).toHaveLength(0),
    failed: dialog().getByText(/Not saved: /),
    kept: async () => expect(await field.inputValue()).toBe(signature),
    again: save,
    ...(before && {
      remove: () => ask('DELETE', `/identities/${before.id}`),
      gone: async () => {
        await dialog()
          .getByText(/Not saved: /)
          .waitFor();
        expect(await field.inputValue()).toBe(signature);
      },
    }),
  };
}

async function label(isNew: boolean): Promise<Change> {
  const name = `Label ${++serial}.`;
  const before = `${name} before`;
  if (!isNew) await ask('POST', '/labels', { name: before });
  await world.go('/mail/inbox');
  const field = dialog().getByRole('textbox', { name: 'Name' });
  const labels = async () => (await namesOf('/labels')).filter((one) => one.startsWith(name));
  const { page } = world;
  const create = page.getByRole('button', { name: 'New label' });
  const link = page.locator('#sidebar').getByRole('link', { name: before });
  await (isNew ? create : link).waitFor();
  return {
    write: isNew ? /^POST \/api\/v1\/labels$/ : /^PATCH \/api\/v1\/labels\//,
    act: async () => {
      if (isNew) await create.click();
      else {
        await link.click({ button: 'right' });
        await page.getByRole('menuitem', { name: 'Name and colour…' }).click();
      }
      await field.fill(name);
      await page.keyboard.press('Enter');
    },
    made: async () => expect(await labels()).toEqual([name]),
    untouched: async () => expect(await labels()).toEqual(isNew ? [] : [before]),
    remove: () => ask('DELETE', `/labels/${encodeURIComponent(before)}`),
    gone: async () => {
      await dialog().getByText(`There is no label "${before}"`).waitFor();
      await dialog().getByRole('button', { name: 'Cancel' }).click();
      expect(await labels()).toEqual([]);
    },
  };
}

const tasks = async (filename: string) =>
  JSON.stringify(await ask<object[]>('GET', '/tasks?limit=100')).split(`"${filename}"`).length - 1;

async function importing(): Promise<Change> {
  const filename = `letters-${++serial}.eml`;
  await world.go('/settings/import');
  const retry = world.page.getByRole('button', { name: 'Try again' });
  const chooseFile = world.page.getByRole('button', { name: 'Choose file' });
  await chooseFile.waitFor();
  const file = `From: Ann <ann@example.org>\r\nSubject: Letter ${serial}\r\nMessage-ID: <l${serial}@example.org>\r\n\r\nHi.`;
  return {
    write: /^POST \/api\/v1\/imports/,
    act: async () => {
      const choosing = world.page.waitForEvent('filechooser');
      await chooseFile.click();
      await (await choosing).setFiles({ name: filename, mimeType: 'message/rfc822', buffer: Buffer.from(file) });
    },
    made: async () => expect(await tasks(filename)).toBe(1),
    untouched: async () => expect(await tasks(filename)).toBe(0),
    failed: retry,
    again: () => retry.click(),
  };
}

const FLOWS: Flow[] = [
  { name: 'change the time zone', begin: timeZone, isUndeletable: true },
  { name: 'add an identity', begin: () => identity(true), isUndeletable: true },
  { name: 'change a signature', begin: () => identity(false) },
  { name: 'create a label', begin: () => label(true), isUndeletable: true },
  { name: 'rename a label', begin: () => label(false) },
  { name: 'import a file', begin: importing, isUndeletable: true },
];

testFaults(() => world, FLOWS);
