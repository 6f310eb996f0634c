// Webhooks as records: what is accepted, what a token may have sent, and that secrets are never stored in the clear.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../src/limits.ts';
import { addUser } from '../../src/store/tables/users.ts';
import { type Hook, hookAt } from '../support/hooks.ts';
import { keyOf } from '../support/keys.ts';
import { refused, type Scenario, scenarios, type World } from '../support/scenario.ts';
import { startTestService, type TestService } from '../support/service.ts';

// Disabled: nothing is sent to these addresses.
const HOOK = { url: 'https://hooks.example.org/a', events: ['email.*', 'contact.created'], enabled: false };
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const given = async ({ make }: World) => ({ id: String((await make('POST', '/webhooks', HOOK)).id) });
const bad = (what: string, values: object, says: string | RegExp, field: string) =>
  refused([[what, ['POST', '/webhooks', { ...HOOK, ...values }], 400, 'VALIDATION_ERROR', says, field]])[0] as Scenario;

// biome-ignore format: a row is a line
scenarios('webhooks', [
  { name: 'one is created with a secret, which only this response has', ask: ['POST', '/webhooks', HOOK], status: 201, body: { data: { ...HOOK, body: true, description: null, disabled_reason: null, disabled_at: null, previous_secret_until: null, secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/), delivery: { last_seq: 1, pending: 0, failing_since: null } } }, events: ['webhook.created'],
    also: async (_, { service }) => expect((await service.ask('GET', '/changes?events=webhook.*')).text).not.toContain('whsec_') },
  { name: 'a secret can be given', ask: ['POST', '/webhooks', { ...HOOK, secret: SECRET }], status: 201, body: { data: { secret: SECRET } }, events: ['webhook.created'] },
  { name: 'events are listed once', ask: ['POST', '/webhooks', { ...HOOK, events: ['*', 'email.*', '*'] }], status: 201, body: { data: { events: ['*', 'email.*'] } }, events: ['webhook.created'] },
  bad('a URL is needed', { url: 'hooks' }, 'must be a URL', 'url'),
  bad('ftp is refused', { url: 'ftp://hooks.example.org' }, 'https://', 'url'),
  bad('plain http is refused', { url: 'http://hooks.example.org' }, '--allow-hosts', 'url'),
  bad('a private address is refused', { url: 'https://192.168.1.1/' }, 'public address', 'url'),
  bad('so is one in another notation', { url: 'https://0x7f000001/' }, 'public address', 'url'),
  bad('so is one of IPv6', { url: 'https://[::ffff:127.0.0.1]/' }, 'public address', 'url'),
  bad('so is one with http, where https would not help', { url: 'http://192.168.1.5/' }, /^(?!.*https).*--allow-hosts/, 'url'),
  bad('a public address needs https', { url: 'http://1.1.1.1/' }, 'https://, because 1.1.1.1 is a public address', 'url'),
  bad('a fragment is refused', { url: 'https://hooks.example.org/#a' }, '#', 'url'),
  bad('a short secret is refused', { secret: `whsec_${'a'.repeat(28)}` }, '24 to 64', 'secret'),
  bad('a secret that is not base64 is refused', { secret: `whsec_${'-'.repeat(40)}` }, '24 to 64', 'secret'),
  bad('a secret without padding is refused, and told so', { secret: `whsec_${'a'.repeat(43)}` }, 'padded with =', 'secret'),
  bad('events are needed', { events: [] }, 'at least 1', 'events'),
  bad('an unknown group is refused with a suggestion', { events: ['contacts.*'] }, 'did you mean contact.*?', 'events'),
  bad('a group like no other is refused with the list', { events: ['weather.*'] }, /there are event\.\*, email\.\*, .*sync\.\*/, 'events'),
  bad('the name of a member of every object is no group', { events: ['constructor.*'] }, 'there are', 'events'),
  bad('an unknown event is refused with a suggestion', { events: ['email.craeted'] }, 'email.created', 'events'),
  bad('what is not in the log is refused', { events: ['counts.updated'] }, 'there are', 'events'),
  bad('what is not a pattern is refused', { events: ['email.*.x'] }, 'there are', 'events'),
  bad('the state cannot be set', { disabled_reason: 'gone' }, 'cannot be set', 'disabled_reason'),
  { name: 'a password in the URL is refused, and not repeated', ask: ['POST', '/webhooks', { ...HOOK, url: 'https://ann:hunter2@example.org' }], status: 400, error: 'VALIDATION_ERROR', field: 'url', events: [],
    also: ({ text }) => expect(text).not.toContain('hunter2') },
  { name: 'they are listed, oldest first, without secrets', ask: ['GET', '/webhooks'], status: 200, body: { data: [{ url: HOOK.url, delivery: { pending: 0 } }, {}, {}], meta: { total: 3 } }, events: [],
    also: ({ text }) => expect(text).not.toContain('whsec_') },
  { name: 'one is read with fields', given, ask: ['GET', '/webhooks/{id}?fields=url,delivery'], status: 200, body: { data: { id: '{id}', url: HOOK.url, delivery: { pending: 0 } } }, events: [] },
  { name: 'one is changed', given, ask: ['PATCH', '/webhooks/{id}', { description: 'Tickets', body: false }], status: 200, body: { data: { description: 'Tickets', body: false, url: HOOK.url } }, events: ['webhook.updated'] },
  { name: 'the secret is changed by rotation only', given, ask: ['PATCH', '/webhooks/{id}', { secret: SECRET }], status: 400, error: 'VALIDATION_ERROR', field: 'secret', events: [] },
  { name: 'an old ETag is 412', given, ask: ['PATCH', '/webhooks/{id}', {}, { 'if-match': '"0"' }], status: 412, error: 'PRECONDITION_FAILED', events: [] },
  { name: 'the secret is shown on request', given, ask: ['GET', '/webhooks/{id}/secret'], status: 200, body: { data: { secret: expect.stringMatching(/^whsec_/), previous_secret: null } }, events: [] },
  { name: 'the secret is rotated to a given one', given, ask: ['POST', '/webhooks/{id}/rotate-secret', { secret: SECRET }], status: 200, body: { data: { secret: SECRET, previous_secret_until: expect.any(String) } }, events: ['webhook.updated'] },
  { name: 'one is removed', given, ask: ['DELETE', '/webhooks/{id}'], status: 200, body: { data: { id: '{id}', deleted: true } }, events: ['webhook.deleted'] },
]);

describe('a token', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.end());

  const hooks = 'webhooks:write' as const;
  const as = async (...scopes: Parameters<typeof keyOf>[1]) => (await keyOf(service, scopes)).headers;

  it.each([
    ['email.*', ['emails:read'], 201],
    ['label.created', ['emails:read'], 201],
    ['settings.updated', [], 201],
    ['email.*', ['contacts:read'], 403],
    ['trusted_sender.*', ['contacts:read'], 403],
    ['sync.*', ['emails:read'], 403],
    ['webhook.*', ['emails:read'], 403],
    ['*', ['emails:read', 'contacts:read', 'events:read', 'accounts:read', 'files:read', 'webhooks:read'], 403],
    ['*', ['admin'], 201],
  ] as const)('has %s sent with %j: %d', async (pattern, scopes, status) => {
    const answer = await service.ask('POST', '/webhooks', { ...HOOK, events: [pattern] }, await as(hooks, ...scopes));
    expect([answer.status, answer.text.includes('INSUFFICIENT_SCOPE')]).toEqual([status, status === 403]);
  });

  it('cannot use a webhook that sends more than it may read, but may remove it', async () => {
    const { id } = await hookAt(
      { ask: async (...r) => service.ask(r[0], r[1], r[2], await as('admin')) },
      HOOK.url,
      HOOK,
    );
    const headers = await as(hooks, 'webhooks:read', 'contacts:read');
    const ask = async (method: string, path: string, body?: object) =>
      (await service.ask(method, `/webhooks/${id}${path}`, body, headers)).status;
    expect(await ask('GET', '')).toBe(200);
    expect(await ask('PATCH', '', { url: 'https://other.example.org' })).toBe(403);
    expect(await ask('PATCH', '', { events: ['contact.*'] })).toBe(403);
    expect(await ask('GET', '/secret')).toBe(403);
    expect(await ask('POST', '/rotate-secret')).toBe(403);
    expect(await ask('POST', '/test')).toBe(403);
    expect(await ask('DELETE', '')).toBe(200);
  });

  it('has its own user’s webhooks only, at most twenty', async () => {
    const user = (await addUser(service.store, 'other'))?.id as number;
    const { headers } = await keyOf(service, ['admin'], user);
    const mine = { ask: (...r: Parameters<TestService['ask']>) => service.ask(r[0], r[1], r[2], headers) };
    for (let count = 0; count < limits.webhooks; count++) await hookAt(mine, HOOK.url, HOOK);
    const { status, text } = await mine.ask('POST', '/webhooks', HOOK);
    expect([status, text.includes('at most 20')]).toEqual([409, true]);
    expect((await mine.ask('GET', '/webhooks')).body).toMatchObject({ meta: { total: limits.webhooks } });
  });
});

describe('a secret', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.end());

  it('is stored sealed, also in a response that is kept for its Idempotency-Key', async () => {
    const ask = () => service.ask('POST', '/webhooks', { ...HOOK, secret: SECRET }, { 'idempotency-key': 'k' });
    const first = await ask();
    const again = await ask();
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
    const stored = await service.store.catalogue('select answer from idempotency');
    const rows = await service.store.catalogue('select secrets, doc from webhooks');
    expect(JSON.stringify([stored, rows])).not.toContain(SECRET.slice(6));
    await service.ask('DELETE', `/webhooks/${(first.body as { data: Hook }).data.id}`);
    expect((await ask()).body).toMatchObject({ data: { permanent: true } });
  });
});
