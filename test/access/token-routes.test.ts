// Tokens over the API: the first one does not lock its creator out, each user has their own, and a revoked one ends at
// once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '../../src/access/access.ts';
import { limits } from '../../src/limits.ts';
import { addUser } from '../../src/store/tables/users.ts';
import { codeOf, type Key, keyOf } from '../support/keys.ts';
import { eventually } from '../support/process.ts';
import { refused, scenarios } from '../support/scenario.ts';
import { type Answered, startTestService, type TestService } from '../support/service.ts';
import { closeOf } from '../support/sockets.ts';

interface Token {
  id: string;
  name: string;
  scopes: string[];
  revoked_at: string | null;
  is_current: boolean;
  token: string;
}

const dataOf = <T>({ body }: Answered) => (body as { data: T }).data;
const bearer = (text: string) => ({ authorization: `Bearer ${text}` });
const FIRST = 'scopes must include admin in the first token of a service';
const past = { name: 'phone', scopes: ['admin'], expires_at: '2020-01-01' };

scenarios('a service without tokens', [
  { name: 'lists none', ask: ['GET', '/tokens'], status: 200, body: { data: [], meta: { total: 0 } }, events: [] },
  ...refused([
    ['no scopes', ['POST', '/tokens', { name: 'phone' }], 400, 'VALIDATION_ERROR', FIRST, 'scopes'],
    [
      'a first token without admin',
      ['POST', '/tokens', { name: 'phone', scopes: ['emails:read'] }],
      ...([400, 'VALIDATION_ERROR', FIRST, 'scopes'] as const),
    ],
    ['no name', ['POST', '/tokens', { scopes: ['admin'] }], 400, 'VALIDATION_ERROR', 'name is required', 'name'],
    ['a blank name', ['POST', '/tokens', { name: ' ', scopes: ['admin'] }], 400, 'VALIDATION_ERROR', 'blank', 'name'],
    ['an end in the past', ['POST', '/tokens', past], 400, 'VALIDATION_ERROR', 'in the future', 'expires_at'],
    [
      'a first token that ends',
      ['POST', '/tokens', { name: 'phone', scopes: ['admin'], expires_at: '2099-01-01' }],
      ...([400, 'VALIDATION_ERROR', 'expires_at must be null in the first token', 'expires_at'] as const),
    ],
    [
      'a scope that does not exist',
      ['POST', '/tokens', { name: 'phone', scopes: ['admin', 'mails:read'] }],
      ...([400, 'VALIDATION_ERROR', 'must be one of events:read', 'scopes[1]'] as const),
    ],
    ['an empty list', ['POST', '/tokens', { name: 'a', scopes: [] }], 400, 'VALIDATION_ERROR', 'at least 1', 'scopes'],
    ['an unknown token', ['DELETE', '/tokens/2c14e23e4bf3'], 404, 'NOT_FOUND', 'There is no valid token'],
    ['no id at all', ['DELETE', '/tokens/%20'], 404, 'NOT_FOUND', 'There is no valid token'],
  ]),
]);

it('the first token: its page starts a session with it, and requests without a token are refused', async () => {
  const service = await startTestService();
  const origin = { origin: service.url };
  const closed = closeOf(service, {});
  expect(await closed.opened).toBe('open');
  const answer = await service.ask('POST', '/tokens', { name: ' browser ', scopes: ['admin', 'admin'] }, origin);
  const made = dataOf<Token>(answer);
  expect(answer.status).toBe(201);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(made).toEqual({
    ...{ id: expect.stringMatching(/^[0-9a-f]{12}$/), name: 'browser', scopes: ['admin'] },
    ...{ created_at: expect.stringMatching(/Z$/), expires_at: null, revoked_at: null, is_current: false },
    token: expect.stringMatching(`^dbk_${made.id}_[\\w-]{43}$`),
  });
  const session = await service.ask('POST', '/session', { token: made.token }, origin);
  const cookie = session.headers.getSetCookie()[0]?.split(';')[0] as string;
  expect(dataOf<Token[]>(await service.ask('GET', '/tokens', undefined, { cookie }))).toMatchObject([
    { id: made.id, is_current: true },
  ]);
  await eventually(
    () => service.ask('GET', '/contacts'),
    ({ status }) => status === 401,
  );
  expect(await closed.code).toBe(4401);
  await service.end();
});

describe('with tokens', () => {
  let service: TestService;
  let admin: Key;
  beforeAll(async () => {
    service = await startTestService();
    admin = await keyOf(service, ['admin']);
    await eventually(
      () => service.ask('GET', '/contacts'),
      ({ status }) => status === 401,
    );
  });
  afterAll(() => service.end());

  const create = async (body: object, headers: Record<string, string> = admin.headers) =>
    dataOf<Token>(await service.ask('POST', '/tokens', body, headers));
  const list = async (query = '', { headers }: Key = admin) =>
    dataOf<Token[]>(await service.ask('GET', `/tokens${query}`, undefined, headers));
  const remove = (id: string, { headers }: Key = admin) => service.ask('DELETE', `/tokens/${id}`, undefined, headers);

  it('a token without admin can neither list, create nor revoke', async () => {
    const { headers } = await keyOf(
      service,
      SCOPES.filter((one) => one !== 'admin'),
    );
    for (const [method, path, body] of [
      ['GET', '/tokens', undefined],
      ['POST', '/tokens', { name: 'more', scopes: ['events:read'] }],
      ['DELETE', `/tokens/${admin.id}`, undefined],
    ] as const) {
      const answer = await service.ask(method, path, body, headers);
      expect([answer.status, codeOf(answer)]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    }
  });

  it('a token has the scopes it was given, all but admin by default, and ends when it should', async () => {
    const phone = await create({ name: 'phone', scopes: ['contacts:read'], expires_at: '2099-01-01T00:00:00+02:00' });
    expect(phone).toMatchObject({ scopes: ['contacts:read'], expires_at: '2098-12-31T22:00:00Z' });
    const statusOf = async (path: string) => (await service.ask('GET', path, undefined, bearer(phone.token))).status;
    expect([await statusOf('/contacts'), await statusOf('/emails')]).toEqual([200, 403]);
    expect((await create({ name: 'usual' })).scopes).toEqual(SCOPES.filter((one) => one !== 'admin'));
  });

  it('the list has neither texts nor hashes, newest first, in pages', async () => {
    const answer = await service.ask('GET', '/tokens?limit=2', undefined, admin.headers);
    expect(answer.body).toMatchObject({ meta: { limit: 2, offset: 0, has_more: true } });
    const all = await list();
    expect(all.slice(0, 2)).toEqual(dataOf(answer));
    for (const one of all)
      expect(Object.keys(one)).toEqual([
        ...['id', 'name', 'scopes', 'created_at', 'expires_at', 'revoked_at', 'is_current'],
      ]);
    expect(all.filter((one) => one.is_current)).toMatchObject([{ id: admin.id }]);
    expect(all.at(-1)?.id).toBe(admin.id);
  });

  it('revoking takes effect at once: its requests, its sessions, its sockets', async () => {
    const lost = await create({ name: 'lost', scopes: ['contacts:read'] });
    const origin = { origin: service.url };
    const session = await service.ask('POST', '/session', { token: lost.token }, origin);
    const cookie = session.headers.getSetCookie()[0]?.split(';')[0] as string;
    expect((await service.ask('GET', '/contacts', undefined, { cookie })).status).toBe(200);
    const closed = closeOf(service, {}, `?token=${lost.token}`);
    expect(await closed.opened).toBe('open');
    expect(await remove(lost.id)).toMatchObject({ status: 200, body: { data: { id: lost.id, revoked: true } } });
    for (const headers of [bearer(lost.token), { cookie }])
      expect((await service.ask('GET', '/contacts', undefined, headers)).status).toBe(401);
    expect(await closed.code).toBe(4401);
    expect((await remove(lost.id)).status).toBe(404);
    expect((await list()).map(({ id }) => id)).not.toContain(lost.id);
    const ended = (await list('?include_ended=true')).find(({ id }) => id === lost.id);
    expect(ended?.revoked_at).toMatch(/Z$/);
  });

  it.each([
    [{ name: 'x', scopes: {} }, 'scopes'],
    [{ name: 'x', scopes: null }, 'scopes'],
    [{ name: 'x', scopes: 'admin' }, 'scopes'],
    [{ name: 'x', scopes: ['mail'] }, 'scopes[0]'],
    [{ name: 'x', expires_at: '' }, 'expires_at'],
    [{ name: 'x', expires_at: 7 }, 'expires_at'],
    [{ name: 'x', expires_at: '2020-01-01' }, 'expires_at'],
    [{ scopes: {}, expires_at: '' }, 'scopes'],
  ])('the body %j is refused with the name of the field', async (body, field) => {
    const answer = await service.ask('POST', '/tokens', body, admin.headers);
    expect([answer.status, codeOf(answer)]).toEqual([400, 'VALIDATION_ERROR']);
    const { errors } = (answer.body as unknown as { error: { details: { errors: { field: string }[] } } }).error
      .details;
    expect(errors.map((one) => one.field)).toContain(field);
  });

  it.each(['%00', '%F0%9F%93%A7', "'%20or%20'1'='1", '3b8f6a2c4d10'])(
    'an id %s that no token has is 404',
    async (id) => {
      expect((await remove(id)).status).toBe(404);
    },
  );

  it('a token may revoke itself, and is refused afterwards', async () => {
    const own = await keyOf(service, ['admin']);
    expect((await remove(own.id, own)).status).toBe(200);
    expect((await remove(own.id, own)).status).toBe(401);
  });

  it('a user neither sees nor revokes the tokens of another', async () => {
    const ben = (await addUser(service.store, 'ben'))?.id as number;
    const bens = await keyOf(service, ['admin'], ben);
    expect(await list('?include_ended=true', bens)).toMatchObject([{ id: bens.id, is_current: true }]);
    expect((await list('?include_ended=true')).map(({ id }) => id)).not.toContain(bens.id);
    expect((await remove(admin.id, bens)).status).toBe(404);
    expect((await remove(bens.id)).status).toBe(404);
    const made = await create({ name: 'of ben', scopes: ['contacts:read'] }, bens.headers);
    await service.ask('POST', '/contacts', { display_name: 'Ann' }, admin.headers);
    const { body } = await service.ask('GET', '/contacts', undefined, bearer(made.token));
    expect(body).toMatchObject({ meta: { total: 0 } });
  });

  it('a repeated request with its key gets the same token, which is sealed where it is stored', async () => {
    const headers = { ...admin.headers, 'idempotency-key': 'token-1' };
    const before = (await list()).length;
    const [first, second] = [await create({ name: 'once' }, headers), await create({ name: 'once' }, headers)];
    expect(second).toEqual(first);
    expect((await list()).length).toBe(before + 1);
    const stored = JSON.stringify(await service.store.catalogue('select * from idempotency'));
    expect(stored).toContain('token-1');
    expect(stored).not.toContain(first.token.slice(-43));
    expect(JSON.stringify(await service.store.catalogue('select * from tokens'))).not.toContain(first.token.slice(-43));
  });

  it(`beyond ${limits.tokens} valid tokens a create is 409`, async () => {
    await service.store.administer(async (tx) => {
      for (let number = 0; number < limits.tokens; number++)
        tx.run(
          "insert into tokens (user_id, id, name, hash, scopes, created_at) values (1, ?1, 'filler', 'x', '', ?2)",
          number.toString(16).padStart(12, '0'),
          tx.now,
        );
    });
    const answer = await service.ask('POST', '/tokens', { name: 'more' }, admin.headers);
    expect([answer.status, codeOf(answer)]).toEqual([409, 'CONFLICT']);
  });
});
