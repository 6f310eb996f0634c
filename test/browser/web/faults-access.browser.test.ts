// Tokens, sessions, and signing out, each with each fault: nothing is done twice, what was typed is kept, and the app
// says that something was ended only if it was.
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { eventually, expectNoPageErrors } from '../../support/web-app.ts';
import { type Change, type FaultWorld, type Flow, startFaultWorld, testFaults } from '../../support/web-faults.ts';
import { SettingsPage, SignInPage } from './pages/settings.ts';
import { dismissToasts } from './pages/toasts.ts';

interface Named {
  id: string;
  name: string;
}

/** The name of the token that the browser of the test is signed in with. */
const FIRST = 'first';

let world: FaultWorld;
let settings: SettingsPage;
let token: string;

beforeAll(async () => {
  world = await startFaultWorld('/settings/access');
  settings = new SettingsPage(world.page);
  const first = { name: FIRST, scopes: ['admin'] };
  token = (await world.app.api<{ data: { token: string } }>('POST', '/tokens', first)).data.token;
  await world.page.reload();
  await signIn();
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

/** A request of another client, which has the token. */
async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await fetch(`${world.app.url}/api/v1${path}`, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} → ${response.status} ${text}`);
  return (JSON.parse(text) as { data: T }).data;
}

const namesOf = async (path: string) => (await ask<Named[]>('GET', `${path}?limit=200`)).map(({ name }) => name);
const dialog = () => world.page.getByRole('dialog').last();

/**
 * Rejects from the moment at which the app has said this. A removal whose answer was lost is sent again, and then finds
 * nothing: that is no failure.
 */
function neverSaid(text: string): () => Promise<void> {
  let isSaid = false;
  return async () => {
    isSaid ||= await settings.toast(text).isVisible();
    expect(isSaid).toBe(false);
  };
}

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
  const notMisled = neverSaid('There is no valid token');
  const revoke = async () => {
    await button.click();
    await settings.answer('Revoke');
  };
  return {
    write: new RegExp(`^DELETE /api/v1/tokens/${id}`),
    act: revoke,
    made: async () => {
      expect(await namesOf('/tokens')).not.toContain(name);
      expect(await button.count()).toBe(0);
      await notMisled();
    },
    untouched: async () => expect(await namesOf('/tokens')).toContain(name),
    failed: settings.toast(`The token ${name} was not revoked`),
    again: revoke,
    remove: () => ask('DELETE', `/tokens/${id}`),
    gone: async () => {
      expect(await settings.toast(`The token ${name} was revoked.`).isVisible()).toBe(true);
      expect(await button.count()).toBe(0);
    },
  };
}

interface Session {
  id: string;
  token_name: string;
}

const sessionsOf = async (name: string) =>
  (await ask<Session[]>('GET', '/sessions?limit=100')).filter((one) => one.token_name === name);

/** Only in messages about failures. */
const failure = () => world.page.getByRole('alert').getByRole('button', { name: 'Dismiss' });

async function endingSession(): Promise<Change> {
  const name = `browser ${++serial}.`;
  const other = await ask<{ token: string }>('POST', '/tokens', { name, scopes: ['emails:read'] });
  await ask('POST', '/session', { token: other.token });
  const [session] = await sessionsOf(name);
  await world.go('/settings/identities');
  await world.go('/settings/access');
  const row = settings.group('Signed-in browsers').getByRole('listitem').filter({ hasText: name });
  await row.waitFor();
  const end = async () => {
    await row.getByRole('button', { name: 'End' }).click();
    await settings.answer('End');
  };
  const notMisled = neverSaid('There is no session');
  return {
    write: new RegExp(`^DELETE /api/v1/sessions/${session?.id}`),
    act: end,
    made: async () => {
      expect(await sessionsOf(name)).toEqual([]);
      expect(await row.count()).toBe(0);
      await notMisled();
    },
    untouched: async () => expect(await sessionsOf(name)).toEqual([session]),
    failed: failure(),
    again: end,
    remove: () => ask('DELETE', `/sessions/${session?.id}`),
    gone: async () => {
      expect(await settings.toast('The session was ended.').isVisible()).toBe(true);
      expect(await row.count()).toBe(0);
    },
  };
}

async function signIn(): Promise<void> {
  const screen = new SignInPage(world.page);
  await screen.fill(token);
  await screen.submit();
  await world.page.getByRole('link', { name: 'Today' }).waitFor();
  await world.go('/settings/access');
}

async function signingOut(): Promise<Change> {
  if ((await sessionsOf(FIRST)).length === 0) await signIn();
  const button = settings.group('Sign out').getByRole('button', { name: 'Sign out' });
  await button.waitFor();
  const signOut = async () => {
    await button.click();
    await settings.answer('Sign out');
  };
  const made = async () => {
    expect(await sessionsOf(FIRST)).toEqual([]);
    // The page begins anew when everything is removed. Until then the sign-in screen is that of a session that has ended.
    expect(new URL(world.page.url()).pathname).toBe('/');
    expect(await new SignInPage(world.page).token.isVisible()).toBe(true);
  };
  return {
    write: /^DELETE \/api\/v1\/session$/,
    act: async () => {
      // Afterwards no feed is opened that could have a position.
      if (world.proxy.losesPosition) await eventually(() => expect(world.proxy.losesPosition).toBe(false));
      await signOut();
    },
    made,
    untouched: async () => expect(await sessionsOf(FIRST)).toHaveLength(1),
    failed: failure(),
    again: signOut,
    remove: async () => {
      for (const { id } of await sessionsOf(FIRST)) await ask('DELETE', `/sessions/${id}`);
    },
    gone: made,
  };
}

describe('while signed in', () => {
  const flows: Flow[] = [
    { name: 'create a token', begin: creatingToken, isUndeletable: true, isUnversioned: true },
    { name: 'revoke a token', begin: revokingToken, isUnversioned: true },
    { name: 'end another session', begin: endingSession, isUnversioned: true },
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

// Last, because each leaves the browser signed out.
describe('sign-out', () => {
  testFaults(() => world, [{ name: 'sign out', begin: signingOut, isUnversioned: true }]);
});
