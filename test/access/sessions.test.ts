// Sessions of browsers: a token is exchanged for a cookie, which pages of other origins cannot use.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '../../src/access/access.ts';
import { keepHouse } from '../../src/jobs/housekeeping.ts';
import { limits } from '../../src/limits.ts';
import { addUser, revokeToken } from '../../src/store/tables/users.ts';
import { codeOf, type Key, keyOf } from '../support/keys.ts';
import { eventually } from '../support/process.ts';
import { type Answered, startTestService, type TestService } from '../support/service.ts';
import { closeOf } from '../support/sockets.ts';

const APP = 'https://app.example';
let service: TestService;
let key: Key;
const own = () => ({ origin: service.url });
const textOf = ({ headers }: Key) => headers.authorization.replace('Bearer ', '');

beforeAll(async () => {
  service = await startTestService({ allowOrigins: APP });
  key = await keyOf(service, ['contacts:read', 'contacts:write']);
  await eventually(
    () => service.ask('GET', '/contacts'),
    ({ status }) => status === 401,
  );
});
afterAll(() => service.end());

const cookiesOf = ({ headers }: Answered) => headers.getSetCookie();
/** Signs in; returns the cookie as the browser sends it. */
async function signIn(one = key, headers: Record<string, string> = own()): Promise<string> {
  const answer = await service.ask('POST', '/session', { token: textOf(one) }, headers);
  expect(answer.status, answer.text).toBe(201);
  return cookiesOf(answer)[0]?.split(';')[0] as string;
}
const code = (answer: Answered) => `${answer.status} ${codeOf(answer) ?? 'fine'}`;
const sessions = async () => (await service.store.catalogue('select count(*) as n from sessions'))[0]?.n as number;

describe('signing in', () => {
  it('sets a cookie that scripts cannot read, without the token in it', async () => {
    const answer = await service.ask('POST', '/session', { token: textOf(key) }, own());
    const [cookie = ''] = cookiesOf(answer);
    const { port } = new URL(service.url);
    expect(cookie).toMatch(
      new RegExp(
        `^daybook_session_${port}=[0-9a-f]{12}\\.[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict; Max-Age=\\d+$`,
      ),
    );
    expect(cookie).not.toContain(textOf(key).slice(-43));
    const stored = JSON.stringify(await service.store.catalogue('select * from sessions'));
    expect(stored).not.toContain(/\.([\w-]{43})/.exec(cookie)?.[1]);
    expect(answer.body).toMatchObject({ data: { user: 'owner', token_required: true } });
  });

  it.each([
    ['an Origin with https', () => ({ origin: service.url.replace('http', 'https') })],
    ['a proxy that says https', () => ({ 'x-forwarded-proto': 'https' })],
  ])('over HTTPS, known by %s, the cookie is Secure with the prefix __Host-', async (_name, headers) => {
    const answer = await service.ask('POST', '/session', { token: textOf(key) }, headers());
    expect(cookiesOf(answer)[0]).toMatch(/^__Host-daybook_session_\d+=.*; Path=\/;.*; Secure$/);
    const cookie = cookiesOf(answer)[0]?.split(';')[0] as string;
    expect(code(await service.ask('GET', '/contacts', undefined, { cookie }))).toBe('200 fine');
  });

  it('over HTTPS the plain cookie is ignored, and without HTTPS the Secure one', async () => {
    const https = { origin: service.url.replace('http', 'https') };
    const [plain, secure] = [await signIn(), await signIn(key, https)];
    const rows: [cookie: string, headers: Record<string, string>, status: number][] = [
      [plain, own(), 200],
      [secure, https, 200],
      [plain, https, 401],
      [plain, { 'x-forwarded-proto': 'https' }, 401],
      [secure, own(), 401],
    ];
    for (const [cookie, headers, status] of rows)
      expect((await service.ask('GET', '/contacts', undefined, { cookie, ...headers })).status).toBe(status);
  });

  it.each([
    ['an unknown token', { token: 'dbk_none' }, '401 UNAUTHORIZED'],
    ['no token', {}, '400 VALIDATION_ERROR'],
    ['a number', { token: 1 }, '400 VALIDATION_ERROR'],
    ['no body', undefined, '400 VALIDATION_ERROR'],
  ])('with %s sets no cookie', async (_name, body, expected) => {
    const answer = await service.ask('POST', '/session', body, own());
    expect([code(answer), cookiesOf(answer)]).toEqual([expected, []]);
  });

  it(`with more than ${limits.sessionBytes} bytes is 413, since the body is read before the token is known`, async () => {
    const answer = await service.ask('POST', '/session', { token: 'x'.repeat(limits.sessionBytes) }, own());
    expect(code(answer)).toBe('413 PAYLOAD_TOO_LARGE');
  });

  it('with a field that does not exist is 400', async () => {
    const answer = await service.ask('POST', '/session', { token: textOf(key), remember: true }, own());
    expect([code(answer), cookiesOf(answer)]).toEqual(['400 VALIDATION_ERROR', []]);
  });
});

describe('a session', () => {
  it('has the permissions of its token', async () => {
    const cookie = await signIn();
    const { body } = await service.ask('GET', '/session', undefined, { cookie });
    expect(body).toEqual({
      data: {
        user: 'owner',
        timezone: 'UTC',
        scopes: ['contacts:read', 'contacts:write'],
        seq: expect.any(Number),
        version: expect.any(String),
        token_required: true,
      },
    });
    expect(code(await service.ask('GET', '/emails', undefined, { cookie }))).toBe('403 INSUFFICIENT_SCOPE');
    const made = await service.ask('POST', '/contacts', { display_name: 'Ann' }, { cookie, ...own() });
    expect(made.status).toBe(201);
  });

  it('is found among the cookies of other programs, and theirs are ignored', async () => {
    const mine = await signIn();
    const others = 'daybook_session=x; daybook_session_1=y; theme=dark; a==; ;b';
    for (const cookie of [`${others}; ${mine}`, `${mine}; ${others}`])
      expect(code(await service.ask('GET', '/contacts', undefined, { cookie }))).toBe('200 fine');
  });

  it.each(['', 'short', 'x.y', `${'0'.repeat(12)}.${'a'.repeat(43)}`])(
    'with the cookie value "%s" is 401',
    async (value) => {
      const cookie = `daybook_session_${new URL(service.url).port}=${value}`;
      expect(code(await service.ask('GET', '/contacts', undefined, { cookie }))).toBe('401 UNAUTHORIZED');
    },
  );

  it('with a wrong secret is 401, and the cookie is removed', async () => {
    const cookie = (await signIn()).replace(/.{5}$/, 'AAAAA');
    const answer = await service.ask('GET', '/contacts', undefined, { cookie });
    expect(code(answer)).toBe('401 UNAUTHORIZED');
    expect(cookiesOf(answer)).toEqual([expect.stringContaining('Max-Age=0'), expect.stringContaining('Max-Age=0')]);
  });

  it('yields to a bearer token, a wrong one included', async () => {
    const cookie = await signIn();
    const other = await keyOf(service, ['emails:read']);
    expect(code(await service.ask('GET', '/emails', undefined, { cookie, ...other.headers }))).toBe('200 fine');
    const wrong = { cookie, authorization: 'Bearer dbk_wrong' };
    expect(code(await service.ask('GET', '/contacts', undefined, wrong))).toBe('401 UNAUTHORIZED');
  });

  it('keeps its cookie where a request with a wrong token is refused', async () => {
    const cookie = await signIn();
    const wrong = { cookie, authorization: 'Bearer dbk_wrong' };
    const answers = [
      await service.ask('GET', '/contacts', undefined, wrong),
      await service.ask('POST', '/session', { token: 'dbk_wrong' }, { cookie, ...own() }),
      await service.ask('GET', '/contacts', undefined, { cookie, origin: APP }),
    ];
    for (const answer of answers) expect([answer.status, cookiesOf(answer)]).toEqual([401, []]);
  });

  it('ends with DELETE, immediately, and its cookie is removed', async () => {
    const cookie = await signIn();
    await service.ask('GET', '/contacts', undefined, { cookie });
    const ended = await service.ask('DELETE', '/session', undefined, { cookie, ...own() });
    expect([ended.body, ended.headers.get('clear-site-data')]).toEqual([{ data: { ended: true } }, '"cache"']);
    expect(cookiesOf(ended)).toEqual([expect.stringContaining('Max-Age=0'), expect.stringContaining('Max-Age=0')]);
    const after = await service.ask('GET', '/contacts', undefined, { cookie });
    expect([code(after), after.headers.get('clear-site-data')]).toEqual(['401 UNAUTHORIZED', '"cache"']);
  });

  it('of a request with a token is none, so DELETE ends nothing', async () => {
    const { body, headers } = await service.ask('DELETE', '/session', undefined, key.headers);
    expect([body, headers.get('clear-site-data')]).toEqual([{ data: { ended: false } }, null]);
  });

  it('ends with its token, its WebSocket is closed with 4401, and housekeeping removes it', async () => {
    const brief = await keyOf(service, ['admin']);
    const cookie = await signIn(brief);
    const closed = closeOf(service, { cookie, ...own() });
    await closed.opened;
    await revokeToken(service.store, brief.id);
    expect(await closed.code).toBe(4401);
    expect(code(await service.ask('GET', '/contacts', undefined, { cookie }))).toBe('401 UNAUTHORIZED');
    const before = await sessions();
    await keepHouse(service.store, 90);
    expect(await sessions()).toBe(before - 1);
  });

  it('ends when its token expires', async () => {
    const { text } = await createToken(service.store, {
      user: 1,
      name: 'brief',
      scopes: ['admin'],
      expiresAt: Date.now() + 60_000,
    });
    const answer = await service.ask('POST', '/session', { token: text }, own());
    expect(Number(/Max-Age=(\d+)/.exec(cookiesOf(answer)[0] as string)?.[1])).toBeLessThanOrEqual(60);
    await service.store.administer(async (tx) => tx.run('update sessions set expires_at = ?1', tx.now - 1));
    const cookie = cookiesOf(answer)[0]?.split(';')[0] as string;
    expect(code(await service.ask('GET', '/contacts', undefined, { cookie }))).toBe('401 UNAUTHORIZED');
    await keepHouse(service.store, 90);
    expect(await sessions()).toBe(0);
  });

  it(`beyond ${limits.sessionsPerToken} of one token ends the oldest`, async () => {
    const many = await keyOf(service, ['admin']);
    const first = await signIn(many);
    await service.store.administer(async (tx) => {
      tx.run('update sessions set created_at = 1 where token_id = ?1', many.id);
      for (let n = 0; n < limits.sessionsPerToken - 1; n++)
        tx.run(
          "insert into sessions (user_id, id, token_id, hash, created_at, expires_at) values (1, ?1, ?2, '', ?3, ?4)",
          `more${n}`,
          many.id,
          2 + n,
          tx.now + 60_000,
        );
    });
    expect(code(await service.ask('GET', '/contacts', undefined, { cookie: first }))).toBe('200 fine');
    const newest = await signIn(many);
    expect(await sessions()).toBe(limits.sessionsPerToken);
    await eventually(
      () => service.ask('GET', '/contacts', undefined, { cookie: first }),
      ({ status }) => status === 401,
    );
    expect(code(await service.ask('GET', '/contacts', undefined, { cookie: newest }))).toBe('200 fine');
  });
});

describe('a page that uses the cookie of its visitor', () => {
  const refused = '403 FORBIDDEN_ORIGIN';
  const rows: [name: string, method: string, headers: () => Record<string, string>, expected: string][] = [
    ['of the service reads', 'GET', own, '200 fine'],
    ['that is not known reads', 'GET', () => ({}), '200 fine'],
    ['of the service changes', 'POST', own, '201 fine'],
    ['that is not known changes', 'POST', () => ({}), refused],
    ['of another site changes', 'POST', () => ({ origin: 'https://evil.example' }), refused],
    ['of another port changes', 'POST', () => ({ origin: 'http://127.0.0.1:1' }), refused],
    ['with an opaque origin changes', 'POST', () => ({ origin: 'null' }), refused],
    ['of another port reads', 'GET', () => ({ 'sec-fetch-site': 'same-site' }), refused],
    ['of another site reads', 'GET', () => ({ 'sec-fetch-site': 'cross-site' }), refused],
    ['of the service reads, as the browser reports', 'GET', () => ({ 'sec-fetch-site': 'same-origin' }), '200 fine'],
    ['of another site reads with its Origin', 'GET', () => ({ origin: 'https://evil.example' }), refused],
  ];
  it.each(rows)('and %s (%s)', async (_name, method, headers, expected) => {
    const cookie = await signIn();
    const body = method === 'POST' ? { display_name: 'Eve' } : undefined;
    expect(code(await service.ask(method, '/contacts', body, { cookie, ...headers() }))).toBe(expected);
  });

  it.each([
    ['of the service', own, 'open'],
    ['that is not known', () => ({}), 403],
    ['of another site', () => ({ origin: 'https://evil.example' }), 403],
  ])('opens a WebSocket %s', async (_name, headers, expected) => {
    const socket = closeOf(service, { cookie: await signIn(), ...headers() });
    expect(await socket.opened).toBe(expected);
    socket.end();
  });
});

it('without a required token, GET /session is the owner, and an old cookie is ignored', async () => {
  const open = await startTestService();
  const cookie = `daybook_session_${new URL(open.url).port}=${'0'.repeat(12)}.${'a'.repeat(43)}`;
  const { body } = await open.ask('GET', '/session', undefined, { cookie });
  expect(body).toMatchObject({ data: { user: 'owner', scopes: ['admin'], token_required: false } });
  const changed = await open.ask('POST', '/contacts', { display_name: 'Ann' }, { cookie });
  expect(changed.status).toBe(201);
  for (let n = 0; n < limits.failedLoginsPerMinute; n++) await open.ask('POST', '/session', { token: 'dbk_none' });
  expect(code(await open.ask('POST', '/session', { token: 'dbk_none' }))).toBe('429 RATE_LIMITED');
  await open.end();
});

describe('the list of sessions', () => {
  interface Listed {
    data: { id: string; token_id: string; is_current: boolean }[];
    meta: { total: number };
  }
  const list = async (headers: Record<string, string>, query = '') =>
    (await service.ask('GET', `/sessions${query}`, undefined, headers)).body as unknown as Listed;
  const idOf = (cookie: string) => /=([0-9a-f]{12})\./.exec(cookie)?.[1] as string;

  it('has those of the token, newest first, and says which one asks', async () => {
    const one = await keyOf(service, ['contacts:read']);
    const [first, second] = [await signIn(one), await signIn(one)];
    await signIn(await keyOf(service, ['contacts:read']));
    const { data, meta } = await list({ cookie: first });
    expect(data).toEqual(
      expect.arrayContaining(
        [first, second].map((cookie) => ({
          id: idOf(cookie),
          token_id: one.id,
          token_name: 'test',
          created_at: expect.stringMatching(/Z$/),
          expires_at: expect.stringMatching(/Z$/),
          is_current: cookie === first,
        })),
      ),
    );
    expect([data.length, meta.total]).toEqual([2, 2]);
    expect((await list(one.headers, '?limit=1&offset=1')).data.length).toBe(1);
    expect(JSON.stringify(data)).not.toContain(/\.([\w-]{43})/.exec(second)?.[1]);
  });

  it('ends a session that leaked, from another session or with the token, at once', async () => {
    const one = await keyOf(service, ['contacts:read']);
    for (const by of ['session', 'token'] as const) {
      const [mine, leaked] = [await signIn(one), await signIn(one)];
      expect(code(await service.ask('GET', '/contacts', undefined, { cookie: leaked }))).toBe('200 fine');
      const headers = by === 'token' ? one.headers : { cookie: mine, ...own() };
      const ended = await service.ask('DELETE', `/sessions/${idOf(leaked)}`, undefined, headers);
      expect(ended.body).toEqual({ data: { id: idOf(leaked), ended: true } });
      expect(code(await service.ask('GET', '/contacts', undefined, { cookie: leaked }))).toBe('401 UNAUTHORIZED');
      expect(code(await service.ask('GET', '/contacts', undefined, { cookie: mine }))).toBe('200 fine');
      expect(code(await service.ask('DELETE', `/sessions/${idOf(leaked)}`, undefined, headers))).toBe('404 NOT_FOUND');
    }
  });

  it('needs our own Origin to end one by a cookie', async () => {
    const cookie = await signIn();
    const answer = await service.ask('DELETE', `/sessions/${idOf(cookie)}`, undefined, { cookie });
    expect(code(answer)).toBe('403 FORBIDDEN_ORIGIN');
  });

  it('of another token is seen and ended with admin alone, and of another user by nobody', async () => {
    const [one, other, admin] = [
      await keyOf(service, ['contacts:read']),
      await keyOf(service, ['contacts:read']),
      await keyOf(service, ['admin']),
    ];
    const user = await addUser(service.store, 'bob');
    const bob = await keyOf(service, ['admin'], user?.id);
    const id = idOf(await signIn(one));
    const sees = async ({ headers }: Key) =>
      (await list(headers, '?limit=500')).data.some((session) => session.id === id);
    expect([await sees(one), await sees(other), await sees(admin), await sees(bob)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    for (const { headers } of [other, bob])
      expect(code(await service.ask('DELETE', `/sessions/${id}`, undefined, headers))).toBe('404 NOT_FOUND');
    expect(code(await service.ask('DELETE', `/sessions/${id}`, undefined, admin.headers))).toBe('200 fine');
    for (const malformed of ['%00', '%ED%A0%80', 'x', `${id}0`, id.toUpperCase().padEnd(13, 'A'), "'"])
      expect(code(await service.ask('DELETE', `/sessions/${malformed}`, undefined, admin.headers))).toMatch(/^40[04] /);
    const revoked = await keyOf(service, ['contacts:read']);
    await signIn(revoked);
    await revokeToken(service.store, revoked.id);
    expect((await list(admin.headers, '?limit=500')).data.some(({ token_id }) => token_id === revoked.id)).toBe(false);
  });
});
