// Whose turn a request has to wait for: the user of its credential, if it was valid when it was last looked up.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Access, createAccess, createToken } from '../../src/access/access.ts';
import { startSession } from '../../src/access/sessions.ts';
import { limits } from '../../src/limits.ts';
import { openEngine } from '../../src/open-store.ts';
import type { Store } from '../../src/store/port.ts';
import { addOwner, addUser, revokeToken } from '../../src/store/tables/users.ts';
import { newMigratedDatabase } from '../support/databases.ts';

let store: Store;
let access: Access;
let user: number;
let token: { id: string; text: string };

beforeEach(async () => {
  store = await openEngine((await newMigratedDatabase()).place, { connections: 3 });
  await addOwner(store);
  user = (await addUser(store, 'bob'))?.id as number;
  token = await createToken(store, { user, name: 'x', scopes: ['admin'], expiresAt: null });
  access = createAccess(store, true);
});
afterEach(async () => {
  vi.useRealTimers();
  await store.close();
});

const pass = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });

it('a token has its user from its first request on, and until it was found to be revoked', async () => {
  expect(access.recentUser(token.text, [])).toBeUndefined();
  await access.identify(token.text);
  expect(access.recentUser(token.text, [])).toBe(user);
  pass(100 * limits.accessCheck);
  expect(access.recentUser(token.text, [])).toBe(user);
  const again = access.identify(token.text);
  expect(access.recentUser(token.text, [])).toBe(user); // while it is looked up
  await again;
  await revokeToken(store, token.id);
  pass(2 * limits.accessCheck);
  await expect(access.identify(token.text)).rejects.toThrow('revoked');
  expect(access.recentUser(token.text, [])).toBeUndefined();
});

it('a wrong secret, another form and an expired token have no user', async () => {
  await access.identify(token.text);
  const soon = Date.now() + 60_000;
  const expiring = await createToken(store, { user, name: 'x', scopes: ['admin'], expiresAt: soon });
  await access.identify(expiring.text);
  expect(access.recentUser(expiring.text, [])).toBe(user);
  pass(60_001);
  for (const text of [`dbk_${token.id}_${'A'.repeat(43)}`, '', 'x', `${token.text}x`, expiring.text])
    expect(access.recentUser(text, []), text).toBeUndefined();
});

it('a session has the user of its token, also among cookies of others, until it or its token has ended', async () => {
  const principal = await access.identify(token.text);
  const { text } = await startSession(store, principal);
  expect(access.recentUser(undefined, [text])).toBeUndefined();
  const { session = '' } = await access.identify(undefined, [text]);
  const other = `${session}.${'A'.repeat(43)}`;
  expect(access.recentUser(undefined, [other, text])).toBe(user);
  expect(access.recentUser(undefined, [other])).toBeUndefined();
  expect(access.recentUser('x', [text])).toBeUndefined();
  access.forgetSession(session);
  expect(access.recentUser(undefined, [text])).toBeUndefined();
});

it('tokens that were invented do not displace those that are in use', async () => {
  const invented = (number: number) => `dbk_${number.toString(16).padStart(12, '0')}_${'A'.repeat(43)}`;
  const real = store.catalogue;
  vi.spyOn(store, 'catalogue').mockImplementation((sql, ...values) =>
    String(values[0]).startsWith('0000') ? Promise.resolve([]) : real.call(store, sql, ...values),
  );
  for (let number = 0; number < 25_000; number++) {
    if (number % 5000 === 0) {
      pass(2 * limits.accessCheck);
      await access.identify(token.text);
    }
    await Promise.resolve(access.identify(invented(number))).catch(() => {});
  }
  expect(access.recentUser(token.text, [])).toBe(user);
});
