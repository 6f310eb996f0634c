// Expired and revoked tokens: they do not count towards the limit, are removed later, and the service still needs a token.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createToken } from '../../src/access/access.ts';
import { keepHouse } from '../../src/jobs/housekeeping.ts';
import { limits } from '../../src/limits.ts';
import { addUser, hasTokens, listTokens, revokeToken } from '../../src/store/tables/users.ts';
import { eventually } from '../support/process.ts';
import { startTestService, type TestService } from '../support/service.ts';

const DAY = 24 * 3_600_000;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

const create = (name: string, { user = 1, expiresAt = null as number | null } = {}) =>
  createToken(service.store, { user, name, scopes: ['events:read'], expiresAt });
const administer = (sql: string, ...params: (string | number)[]) =>
  service.store.administer(async (tx) => {
    tx.run(sql, ...params);
  });
const namesLeft = async () => (await listTokens(service.store)).map(({ name }) => name).sort();

it('a user has at most 1,000 tokens in force; a revoked or expired one frees its place, another user has their own', async () => {
  await service.store.administer(async (tx) => {
    for (let number = 0; number < limits.tokens; number++)
      tx.run(
        "insert into tokens (user_id, id, name, hash, scopes, created_at) values (1, ?1, 'filler', 'x', '', ?2)",
        number.toString(16).padStart(12, '0'),
        tx.now,
      );
  });
  await expect(create('one too many')).rejects.toThrow('at most 1000 valid tokens; revoke one');
  await revokeToken(service.store, '000000000000');
  await create('in place of a revoked one');
  await expect(create('one too many')).rejects.toMatchObject({ code: 'CONFLICT' });
  await administer("update tokens set expires_at = 1 where id = '000000000001'");
  await create('in place of an expired one');
  await expect(create('one too many')).rejects.toMatchObject({ code: 'CONFLICT' });
  const other = await addUser(service.store, 'other');
  await create('of another user', { user: other?.id as number });
  await administer("delete from tokens where name = 'filler' or user_id = ?1", other?.id as number);
});

it('housekeeping removes tokens that were revoked or have expired 90 days ago, and no others', async () => {
  await administer('delete from tokens');
  const now = Date.now();
  const revokedAt = async (name: string, at: number, expiresAt: number | null = null) => {
    const { id } = await create(name, { expiresAt });
    await administer('update tokens set revoked_at = ?2 where id = ?1', id, at);
  };
  await revokedAt('revoked long ago', now - 91 * DAY);
  await revokedAt('revoked long ago, would hold still', now - 91 * DAY, now + DAY);
  await revokedAt('expired long ago, then revoked', now - DAY, now - 91 * DAY);
  await revokedAt('revoked lately', now - 89 * DAY);
  await create('expired long ago', { expiresAt: now - 91 * DAY });
  await create('expired lately', { expiresAt: now - 89 * DAY });
  await create('holds');
  await administer('update tokens set created_at = ?1', now - 1000 * DAY);
  await create('newest');
  await keepHouse(service.store, 90);
  expect(await namesLeft()).toEqual(['expired lately', 'holds', 'newest', 'revoked lately']);
});

it('when every token has ended long ago one row stays, and requests still need a token', async () => {
  await administer('delete from tokens');
  for (const name of ['first', 'second', 'third']) {
    const { id } = await create(name);
    await administer('update tokens set revoked_at = ?2, created_at = ?3 where id = ?1', id, 1, name.length);
  }
  await keepHouse(service.store, 90);
  await keepHouse(service.store, 90);
  expect(await namesLeft()).toEqual(['second']);
  expect(await hasTokens(service.store)).toBe(true);
  await eventually(
    async () => (await service.ask('GET', '/events')).status,
    (status) => status === 401,
  );
  await create('new');
  await keepHouse(service.store, 90);
  expect(await namesLeft()).toEqual(['new']);
});
