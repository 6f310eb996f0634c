// Idempotency-Key and permissions: a stored response is only for the token whose request it answered, and scopes are
// checked before it is looked up.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeOf, keyOf } from '../support/keys.ts';
import { type Answered, startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

const HOOK = { url: 'https://hooks.example.org/a', events: ['email.*'], enabled: false };
const as = async (...scopes: string[]) => (await keyOf(service, scopes)).headers;
const idIn = ({ body }: Answered) => (body as { data: { id: string } }).data.id;
const ask = (headers: object, key: string, method: string, path: string, body?: object) =>
  service.ask(method, path, body, { ...headers, 'idempotency-key': key });
const seen = (answer: Answered) => [answer.status, codeOf(answer), answer.headers.get('idempotent-replayed')];

const REFUSED = [403, 'INSUFFICIENT_SCOPE', null];
const REUSED = [409, 'IDEMPOTENCY_KEY_REUSED', null];
const isSecret = /whsec_/;

it('a token with webhooks:write alone gets no secret by the key of another token', async () => {
  const [admin, thief] = [await as('admin'), await as('webhooks:write')];
  const made = await ask(admin, 'hook', 'POST', '/webhooks', HOOK);
  expect(made.text).toMatch(isSecret);
  const stolen = await ask(thief, 'hook', 'POST', '/webhooks', HOOK);
  expect(seen(stolen)).toEqual(REFUSED);
  expect(stolen.text).not.toMatch(isSecret);

  const path = `/webhooks/${idIn(made)}/rotate-secret`;
  expect((await ask(admin, 'rotate', 'POST', path)).text).toMatch(isSecret);
  expect(seen(await ask(thief, 'rotate', 'POST', path))).toEqual(REFUSED);
  await service.ask('DELETE', `/webhooks/${idIn(made)}`, undefined, admin);
  const gone = await ask(thief, 'rotate', 'POST', path);
  expect(seen(gone)).toEqual(REUSED);
  expect(gone.text).not.toMatch(isSecret);
});

it('a token that may do the same gets 409 for the key of another, and nothing is done again', async () => {
  const scopes = ['contacts:write', 'contacts:read', 'webhooks:write', 'emails:read'];
  const [one, other] = [await as(...scopes), await as(...scopes)];
  expect((await ask(one, 'ann', 'POST', '/contacts', { display_name: 'Ann Key' })).status).toBe(201);
  expect(seen(await ask(other, 'ann', 'POST', '/contacts', { display_name: 'Ann Key' }))).toEqual(REUSED);
  expect(seen(await ask(one, 'ann', 'POST', '/contacts', { display_name: 'Ann Key' }))).toEqual([
    201,
    undefined,
    'true',
  ]);
  const listed = await service.ask('GET', '/contacts?search=Key', undefined, one);
  expect(listed.body).toMatchObject({ meta: { total: 1 } });

  expect((await ask(one, 'own hook', 'POST', '/webhooks', HOOK)).text).toMatch(isSecret);
  expect(seen(await ask(other, 'own hook', 'POST', '/webhooks', HOOK))).toEqual(REUSED);
});

it('an upload under a key is repeated for its own token only', async () => {
  const [one, other] = [await as('files:write'), await as('files:write')];
  const form = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello\r\n--b--\r\n';
  const upload = (headers: object) =>
    service.ask('POST', '/files', form, {
      ...headers,
      'content-type': 'multipart/form-data; boundary=b',
      'idempotency-key': 'upload',
    });
  expect(seen(await upload(one))).toEqual([201, undefined, null]);
  expect(seen(await upload(other))).toEqual(REUSED);
  expect(seen(await upload(one))).toEqual([201, undefined, 'true']);
});

it('a session has the keys of its token, so a page can repeat a request after its person signed in again', async () => {
  const { headers } = await keyOf(service, ['contacts:write', 'contacts:read']);
  const origin = { origin: service.url };
  const signIn = async () => {
    const text = headers.authorization.slice('Bearer '.length);
    const answer = await service.ask('POST', '/session', { token: text }, origin);
    return { ...origin, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] as string };
  };
  const first = await ask(await signIn(), 'page', 'POST', '/contacts', { display_name: 'Page' });
  const again = await ask(await signIn(), 'page', 'POST', '/contacts', { display_name: 'Page' });
  expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
});

it.each([
  ['a permanent deletion', 'DELETE', '/contacts/{id}?permanent=true', undefined, ['contacts:write']],
  ['mail that is queued', 'POST', '/emails', { status: 'queued', to: ['ann@example.org'] }, ['emails:write']],
] as const)(
  'scopes that depend on the request are checked before the key: %s',
  async (_, method, path, body, scopes) => {
    const admin = await as('admin');
    const id = idIn(await service.ask('POST', '/contacts', { display_name: 'Bo' }, admin));
    // The key is known, whatever it was used for.
    await ask(admin, `used ${path}`, 'POST', '/contacts', { display_name: 'Cy' });
    const answer = await ask(await as(...scopes), `used ${path}`, method, path.replace('{id}', id), body);
    expect(seen(answer)).toEqual(REFUSED);
  },
);
