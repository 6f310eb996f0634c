// Several session cookies in one request: the first session that has not ended is used.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeOf, keyOf } from '../support/keys.ts';
import { eventually } from '../support/process.ts';
import { type Answered, startTestService, type TestService } from '../support/service.ts';
import { closeOf } from '../support/sockets.ts';

let service: TestService;
let token: string;
beforeAll(async () => {
  service = await startTestService();
  token = (await keyOf(service, ['contacts:read'])).headers.authorization.slice('Bearer '.length);
  // That there was no token is remembered for a moment.
  await eventually(
    () => service.ask('GET', '/contacts'),
    ({ status }) => status === 401,
  );
});
afterAll(() => service.end());

const own = () => ({ origin: service.url });
const code = (answer: Answered) => `${answer.status} ${codeOf(answer) ?? 'fine'}`;
/** Signs in; returns the cookie as the browser sends it. */
async function signIn(): Promise<string> {
  const { headers } = await service.ask('POST', '/session', { token }, own());
  return headers.getSetCookie()[0]?.split(';')[0] as string;
}

it('a session is found among those of other services under the same name, as behind a proxy that hides their ports', async () => {
  const mine = await signIn();
  const [name = '', value = ''] = mine.split('=');
  const foreign = Array.from({ length: 5 }, (_, at) => `${name}=${at}${'0'.repeat(11)}.${'a'.repeat(43)}`);
  const ended = await signIn();
  await service.ask('DELETE', '/session', undefined, { cookie: ended, ...own() });
  const wrong = `${name}=${value.slice(0, -5)}AAAAA`;
  for (const before of [...foreign, ended, wrong, [...foreign, ended, wrong].join('; ')]) {
    const cookie = `${before}; ${mine}`;
    const { body } = await service.ask('GET', '/sessions', undefined, { cookie });
    const current = (body as { data: { id: string; is_current: boolean }[] }).data.find((one) => one.is_current);
    expect(current?.id).toBe(value.slice(0, 12));
  }
  const https = { 'x-forwarded-proto': 'https' };
  const secure = [...foreign.map((one) => `__Host-${one}`), `__Host-${mine}`].join('; ');
  expect(code(await service.ask('GET', '/contacts', undefined, { cookie: secure, ...https }))).toBe('200 fine');
  const plain = `__Host-${foreign[0]}; ${mine}`;
  expect(code(await service.ask('GET', '/contacts', undefined, { cookie: plain }))).toBe('200 fine');
  expect(code(await service.ask('GET', '/contacts', undefined, { cookie: plain, ...https }))).toBe('401 UNAUTHORIZED');
  const closed = closeOf(service, { cookie: `${foreign.join('; ')}; ${mine}`, ...own() });
  expect(await closed.opened).toBe('open');
});

it('a session is found behind as many cookies of its name as a request can have', async () => {
  const mine = await signIn();
  const [name = ''] = mine.split('=');
  for (const count of [1, 16, 150]) {
    const foreign = Array.from(
      { length: count },
      (_, at) => `${name}=${String(at).padStart(12, '0')}.${'a'.repeat(43)}`,
    );
    const status = async (method: string, path: string, cookies: string[]) =>
      (await service.ask(method, path, undefined, { cookie: cookies.join('; '), ...own() })).status;
    expect([count, await status('GET', '/contacts', [...foreign, mine])]).toEqual([count, 200]);
    const other = await signIn();
    expect([count, await status('DELETE', '/session', [...foreign, other])]).toEqual([count, 200]);
    expect([count, await status('GET', '/contacts', [other])]).toEqual([count, 401]);
    expect([count, await status('GET', '/contacts', foreign)]).toEqual([count, 401]);
  }
});
