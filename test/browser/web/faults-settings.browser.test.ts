// Changes of settings, identities, labels, tokens, and imports, each with each fault: nothing is lost, and nothing is
// done twice.
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { eventually, expectNoPageErrors } from '../../support/web-app.ts';
import { type Change, type FaultWorld, type Flow, startFaultWorld, testFaults } from '../../support/web-faults.ts';
import { SettingsPage, SignInPage } from './pages/settings.ts';

interface Named {
  id: string;
  name: string;
  address: string;
  signature_plain: string | null;
  kind: string;
  filename?: string;
}

let world: FaultWorld;
let settings: SettingsPage;

beforeAll(async () => {
  world = await startFaultWorld('/settings');
  settings = new SettingsPage(world.page);
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
let token = '';

/** A request of another client, which has a token once one is needed. */
async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  if (!token) return (await world.app.api<{ data: T }>(method, path, body)).data;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await fetch(`${world.app.url}/api/v1${path}`, init);
  expect(response.ok).toBe(true);
  return ((await response.json()) as { data: T }).data;
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
      await world.page.getByText(`The change was not made: There is no label "${before}"`).waitFor();
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

async function creatingToken(): Promise<Change> {
  const name = `phone ${++serial}.`;
  const create = () => dialog().getByRole('button', { name: 'Create token' }).click();
  const field = dialog().getByLabel('Name');
  return {
    write: /^POST \/api\/v1\/tokens$/,
    act: async () => {
      await world.page.getByRole('button', { name: 'Create token' }).first().click();
      await field.fill(name);
      await create();
    },
    made: async () => {
      expect((await namesOf('/tokens')).filter((one) => one === name)).toHaveLength(1);
      // It is shown once; a token that nobody has seen would be lost.
      const shown = world.page.getByRole('alertdialog').getByRole('textbox');
      expect(await shown.inputValue({ timeout: 100 })).toMatch(/^dbk_/);
    },
    untouched: async () => expect(await namesOf('/tokens')).not.toContain(name),
    failed: dialog().getByText(/Not saved: /),
    kept: async () => expect(await field.inputValue()).toBe(name),
    again: create,
  };
}

async function revokingToken(): Promise<Change> {
  const name = `tablet ${++serial}.`;
  const { id } = await ask<Named>('POST', '/tokens', { name, scopes: ['emails:read'] });
  await world.go('/settings/identities');
  await world.go('/settings/access');
  const button = world.page.getByRole('button', { name: `Revoke: ${name}` });
  await button.waitFor();
  const revoke = async () => {
    await button.click();
    await settings.answer('Revoke');
  };
  return {
    write: new RegExp(`^DELETE /api/v1/tokens/${id}`),
    act: revoke,
    made: async () => expect(await namesOf('/tokens')).not.toContain(name),
    untouched: async () => expect(await namesOf('/tokens')).toContain(name),
    failed: settings.toast(`The token ${name} was not revoked`),
    again: revoke,
    remove: () => ask('DELETE', `/tokens/${id}`),
    gone: () => button.waitFor({ state: 'detached' }),
  };
}

describe('tokens', () => {
  beforeAll(async () => {
    token = (await ask<{ token: string }>('POST', '/tokens', { name: 'first', scopes: ['admin'] })).token;
    const signIn = new SignInPage(world.page);
    await world.page.reload();
    await signIn.fill(token);
    await signIn.submit();
    await world.go('/settings/access');
    await world.page.getByRole('button', { name: 'Create token' }).waitFor();
  });

  const flows: Flow[] = [
    { name: 'create', begin: creatingToken, isUndeletable: true, isUnversioned: true },
    { name: 'revoke', begin: revokingToken, isUnversioned: true },
  ];
  testFaults(
    () => world,
    flows,
    async () => {
      const done = world.page.getByRole('button', { name: 'Done' });
      if (await done.isVisible()) await done.click();
    },
  );
});
