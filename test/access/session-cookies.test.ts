// Several session cookies in one request: the first session that has not ended is used.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limits } from '../../src/limits.ts';
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

it('a session is looked for in as many cookies as browsers send, and not in any number', async () => {
  const mine = await signIn();
  const [name = ''] = mine.split('=');
  const foreign = Array.from(
    { length: limits.sessionCookies },
    (_, at) => `${name}=${String(at).padStart(12, '0')}.${'a'.repeat(43)}`,
  );
  const status = async (cookies: string[]) =>
    (await service.ask('GET', '/contacts', undefined, { cookie: [...cookies, mine].join('; ') })).status;
  expect([await status(foreign.slice(1)), await status(foreign)]).toEqual([200, 401]);
});
