// Which tokens a request is accepted with.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revokeToken } from '../../src/store/tables/users.ts';
import { engine } from '../support/databases.ts';
import { codeOf, type Key, keyOf } from '../support/keys.ts';
import { eventually } from '../support/process.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe('a token', () => {
  let service: TestService;
  let key: Key;
  const status = async (headers: Record<string, string>) =>
    (await service.ask('GET', '/events', undefined, headers)).status;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.end());

  it('without any token a request from this machine acts as the owner; from the first token on it needs one', async () => {
    expect(await status({})).toBe(200);
    key = await keyOf(service, ['events:read']);
    await eventually(
      () => status({}),
      (got) => got === 401,
    );
    expect(await status(key.headers)).toBe(200);
  });

  it('listening on another address without a token is refused, with the command that makes one', async () => {
    await expect(startTestService({ host: '0.0.0.0' })).rejects.toThrow('./daybook token create');
  });

  it('a wrong, half or misplaced token is 401 UNAUTHORIZED with WWW-Authenticate', async () => {
    const text = key.headers.authorization.slice('Bearer '.length);
    const wrong = [
      '',
      'Bearer',
      `Bearer ${text}x`,
      `Bearer ${text.slice(0, -1)}`,
      `Bearer dbk_${key.id}_${'A'.repeat(43)}`,
    ];
    for (const authorization of [...wrong, text, `Basic ${text}`, `Bearer ${text} ${text}`]) {
      const answer = await service.ask('GET', '/events', undefined, { authorization });
      expect([answer.status, codeOf(answer)], authorization).toEqual([401, 'UNAUTHORIZED']);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
    expect((await service.ask('GET', `/events?token=${text}`)).status).toBe(401);
    const basic = await service.ask('GET', '/events', undefined, { authorization: 'Basic YW5uOnNlY3JldA==' });
    expect(basic.text).toMatch(/must be Bearer and a token.*Basic/);
  });

  it('an expired token is 401 and says so', async () => {
    const { headers } = await keyOf(service, ['admin'], 1, Date.now() - 1);
    const answer = await service.ask('GET', '/events', undefined, headers);
    expect([answer.status, answer.text]).toEqual([401, expect.stringContaining('expired')]);
  });

  it('a revoked token is 401 within a second or so, and says so', async () => {
    const { id, headers } = await keyOf(service, ['admin']);
    expect(await status(headers)).toBe(200);
    await revokeToken(service.store, id);
    await eventually(
      () => status(headers),
      (got) => got === 401,
    );
    expect((await service.ask('GET', '/events', undefined, headers)).text).toContain('revoked');
    expect(await status(key.headers)).toBe(200);
  });

  it('revoking the last token does not open the service again', async () => {
    const lonely = await startTestService();
    const { id } = await keyOf(lonely, ['admin']);
    await revokeToken(lonely.store, id);
    await eventually(
      async () => (await lonely.ask('GET', '/events')).status,
      (got) => got === 401,
    );
    await lonely.end();
  });

  it('the secret of a token is in no table', async () => {
    const secret = key.headers.authorization.slice('Bearer '.length + 17);
    const named = {
      sqlite: "select name from sqlite_schema where type = 'table'",
      postgres: 'select tablename as name from pg_tables where schemaname = current_schema()',
    };
    const tables = (await service.store.catalogue(named[engine])).map(({ name }) => String(name));
    expect(tables).toEqual(expect.arrayContaining(['tokens', 'users', 'changes', 'events']));
    const found = await Promise.all(tables.map((table) => service.store.catalogue(`select * from ${table}`)));
    expect(JSON.stringify(found)).toContain(key.id);
    expect(JSON.stringify(found)).not.toContain(secret);
  });
});
