// Changes of accounts and identities, each with each fault, against real SMTP and IMAP servers: an account is made once,
// and what was typed, passwords included, is there until it is saved.
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { startAccountServers } from '../../support/account-servers.ts';
import { authority } from '../../support/certificates.ts';
import { eventually, expectNoPageErrors } from '../../support/web-app.ts';
import { type Change, type FaultWorld, type Flow, startFaultWorld, testFaults } from '../../support/web-faults.ts';
import { SettingsPage } from './pages/settings.ts';
import { dismissToasts } from './pages/toasts.ts';

interface Account {
  id: string;
  name: string;
  address: string;
  from_name: string | null;
  is_default: boolean;
  smtp: { status: string };
  imap: { status: string } | null;
}

interface Identity {
  id: string;
  address: string;
  is_default: boolean;
}

const PASSWORD = 'correct horse';

const servers = await startAccountServers();
let world: FaultWorld;
let settings: SettingsPage;
/** The account that is always there, and the default at the start of each test. */
let base: Account;

beforeAll(async () => {
  world = await startFaultWorld('/settings/accounts', { data: 'empty', args: ['--allow-hosts', '127.0.0.1'] });
  settings = new SettingsPage(world.page);
  base = await ask('POST', '/email-accounts', { name: 'Base', ...servers.body });
});
afterEach(async () => {
  await world.reset();
  await world.go('/settings/accounts');
  await dismissToasts(world.page);
  for (const { id } of await accounts()) if (id !== base.id) await ask('DELETE', `/email-accounts/${id}`);
  await ask('PATCH', `/email-accounts/${base.id}`, { is_default: true });
});
afterAll(async () => {
  await world?.end();
  expectNoPageErrors();
});

let serial = 0;

async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  return (await world.app.api<{ data: T }>(method, path, body)).data;
}

const accounts = () => ask<Account[]>('GET', '/email-accounts?limit=100');
const identities = () => ask<Identity[]>('GET', '/identities?limit=100');
const accountsAt = async (address: string) => (await accounts()).filter((one) => one.address === address);
const notSaved = () => world.page.getByRole('region', { name: /^Notifications/ }).getByText(/Not saved: /);

async function fillServer(kind: string, port: number): Promise<void> {
  const group = settings.group(kind);
  await group.getByLabel('Server', { exact: true }).fill('127.0.0.1');
  await group.getByLabel('Port').fill(String(port));
  await group.getByLabel('User name').fill('ann');
  await group.getByText('More', { exact: true }).click();
  await group.getByLabel(/Certificate/).fill(authority);
}

/** The form of an account, whose password and name were typed. */
function accountForm(button: string, name: string) {
  const form = world.page.locator('form');
  const save = () => form.getByRole('button', { name: button }).click();
  const kept = async () => {
    expect(await form.getByLabel('Password', { exact: true }).inputValue({ timeout: 1000 })).toBe(PASSWORD);
    expect(await form.getByLabel('Name of the account').inputValue()).toBe(name);
  };
  const fill = async () => {
    await form.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await form.getByLabel('Name of the account').fill(name);
  };
  return { form, fill, kept, failed: form.getByText(/Not saved: /), act: save, again: save };
}

async function adding(): Promise<Change> {
  const name = `Account ${++serial}`;
  const address = `new${serial}@example.org`;
  await world.go('/settings/accounts/new');
  const { form, fill, ...typed } = accountForm('Add and test', name);
  await form.getByLabel('Mail address').fill(address);
  await fill();
  await fillServer('Server for sending (SMTP)', servers.smtp.port);
  await fillServer('Server for receiving (IMAP)', servers.imap.port);
  return {
    ...typed,
    write: /^POST \/api\/v1\/email-accounts$/,
    made: async () => {
      const connected = { status: 'connected' };
      expect(await accountsAt(address)).toMatchObject([{ name, smtp: connected, imap: connected }]);
      expect(await world.page.getByRole('heading', { name, level: 2, exact: true }).isVisible()).toBe(true);
    },
    untouched: async () => expect(await accountsAt(address)).toEqual([]),
  };
}

/** An account beside the one that is always there, on its screen. */
async function another(part = '', changes = {}): Promise<Account> {
  const body = { name: `Account ${++serial}`, address: `a${serial}@example.org`, smtp: servers.smtp.account };
  const account = await ask<Account>('POST', '/email-accounts', { ...body, ...changes });
  await world.go(`/settings/accounts/${account.id}${part}`);
  return account;
}

async function correcting(): Promise<Change> {
  const smtp = { ...servers.smtp.account, password: 'wrong' };
  const { id, address, name: before } = await another('/edit', { smtp });
  const name = `${before}, corrected`;
  const { form, fill, ...typed } = accountForm('Save and test', name);
  await form.waitFor();
  await fill();
  const stored = () => accountsAt(address);
  const corrected = { id, name, smtp: { status: 'connected' } };
  return {
    ...typed,
    write: new RegExp(`^PATCH /api/v1/email-accounts/${id}`),
    made: async () => {
      expect(await stored()).toMatchObject([corrected]);
      await form.waitFor({ state: 'detached', timeout: 100 });
    },
    untouched: async () => expect(await stored()).toMatchObject([{ id, name: before, smtp: { status: 'error' } }]),
    elsewhere: () => ask('PATCH', `/email-accounts/${id}`, { from_name: 'Theirs' }),
    merged: () => eventually(async () => expect(await stored()).toMatchObject([{ ...corrected, from_name: 'Theirs' }])),
    remove: () => ask('DELETE', `/email-accounts/${id}`),
    gone: async () => {
      expect(await stored()).toEqual([]);
      expect(await typed.failed.isVisible()).toBe(true);
      await typed.kept();
    },
  };
}

async function makingDefault(): Promise<Change> {
  const { id } = await another();
  const button = world.page.getByRole('button', { name: 'Make default' });
  await button.waitFor();
  const defaults = async () => (await accounts()).filter((one) => one.is_default).map((one) => one.id);
  return {
    write: new RegExp(`^PATCH /api/v1/email-accounts/${id}`),
    act: () => button.click(),
    made: async () => expect(await defaults()).toEqual([id]),
    untouched: async () => expect(await defaults()).toEqual([base.id]),
    again: () => button.click(),
    remove: () => ask('DELETE', `/email-accounts/${id}`),
    gone: async () => {
      expect(await notSaved().isVisible()).toBe(true);
      expect(await defaults()).toEqual([base.id]);
    },
  };
}

async function removing(): Promise<Change> {
  const { id, address, name } = await another();
  const remove = async () => {
    await world.go(`/settings/accounts/${id}`);
    await world.page.getByRole('button', { name: 'Remove account' }).click();
    await settings.answer('Remove account');
  };
  let isSaid = false;
  const made = async () => {
    isSaid ||= await settings.toast(`${name} was removed.`).isVisible(); // for a few seconds
    expect(isSaid).toBe(true);
    expect(await accountsAt(address)).toEqual([]);
    expect(await world.page.getByRole('link', { name, exact: true }).count()).toBe(0);
  };
  return {
    write: new RegExp(`^DELETE /api/v1/email-accounts/${id}`),
    act: remove,
    made,
    untouched: async () => expect(await accountsAt(address)).toHaveLength(1),
    again: remove,
    remove: () => ask('DELETE', `/email-accounts/${id}`),
    gone: made, // it is what the person wanted, and no failure
  };
}

async function identity(): Promise<Identity> {
  const { id: account_id } = await another();
  const first = { account_id, address: `first${serial}@example.org`, is_default: true };
  await ask('POST', '/identities', first);
  const second = await ask<Identity>('POST', '/identities', { account_id, address: `second${serial}@example.org` });
  await world.go('/settings/identities');
  return second;
}

async function makingIdentityDefault(): Promise<Change> {
  const { id, address } = await identity();
  const edit = world.page.getByRole('button', { name: `Edit: ${address}` });
  await edit.waitFor();
  const dialog = world.page.getByRole('dialog');
  const box = dialog.getByRole('checkbox', { name: 'Use it unless another is chosen' });
  const save = () => dialog.getByRole('button', { name: 'Save' }).click();
  const failed = dialog.getByText(/Not saved: /);
  const kept = async () => expect(await box.isChecked()).toBe(true);
  const others = await identities();
  const defaults = async () =>
    (await identities()).filter((one) => one.is_default && others.some((other) => other.id === one.id));
  const names = async () => (await defaults()).map((one) => one.address);
  return {
    write: new RegExp(`^PATCH /api/v1/identities/${id}`),
    act: async () => {
      await edit.click();
      await box.click();
      await save();
    },
    made: async () => {
      expect(await names()).toEqual([address]);
      await dialog.waitFor({ state: 'detached', timeout: 100 });
    },
    untouched: async () => expect(await names()).toEqual([address.replace('second', 'first')]),
    failed,
    kept,
    again: save,
    remove: () => ask('DELETE', `/identities/${id}`),
    gone: async () => {
      expect(await failed.isVisible()).toBe(true);
      await kept();
    },
  };
}

async function removingIdentity(): Promise<Change> {
  const { id, address } = await identity();
  const button = world.page.getByRole('button', { name: `Remove: ${address}` });
  await button.waitFor();
  const remove = async () => {
    await button.click();
    await settings.answer('Remove');
  };
  const addresses = async () => (await identities()).map((one) => one.address);
  let isRefused = false;
  const made = async () => {
    expect(await addresses()).not.toContain(address);
    expect(await addresses()).toContain(address.replace('second', 'first'));
    expect(await button.count()).toBe(0);
  };
  return {
    write: new RegExp(`^DELETE /api/v1/identities/${id}`),
    act: remove,
    made,
    untouched: async () => expect(await addresses()).toContain(address),
    again: remove,
    remove: () => ask('DELETE', `/identities/${id}`),
    // It is what the person wanted, and no failure.
    gone: async () => {
      await made();
      isRefused ||= await notSaved().isVisible();
      expect(isRefused).toBe(false);
    },
  };
}

const FLOWS: Flow[] = [
  { name: 'add an account', begin: adding, isUndeletable: true },
  { name: 'correct an account', begin: correcting },
  { name: 'make an account the default', begin: makingDefault },
  { name: 'remove an account', begin: removing },
  { name: 'make an identity the default', begin: makingIdentityDefault },
  { name: 'remove an identity', begin: removingIdentity },
];

testFaults(() => world, FLOWS);
