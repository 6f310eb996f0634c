// Requests with the id of an occurrence: versions, keys, handles, tokens, users, and what the feed has afterwards.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '../../src/access/access.ts';
import { addUser } from '../../src/store/tables/users.ts';
import { changesSince } from '../support/scenario.ts';
import { type Answered, startTestService, type TestService } from '../support/service.ts';

const SERIES = {
  title: 'Course',
  start_at: '2026-06-02T09:00:00Z',
  end_at: '2026-06-02T10:00:00Z',
  recurrence: { freq: 'weekly', count: 4 },
};
const SECOND = '_20260609T090000Z';
const THIRD = '_20260616T090000Z';
const YEAR = 'expand=true&from=2026-01-01&to=2026-12-31';

type Headers = Record<string, string>;
interface Data {
  id: string;
  title: string;
  overrides: Record<string, object> | null;
}

const dataOf = ({ body }: Answered) => (body as { data: Data }).data;
const codeOf = ({ status, body }: Answered) => [status, (body as { error?: { code: string } }).error?.code];
const etagOf = ({ headers }: Answered) => headers.get('etag') as string;

let service: TestService;
let ask: TestService['ask'];
let calendars = 0;

beforeAll(async () => {
  service = await startTestService();
  const text = await tokenOf(1, ['admin']);
  ask = (method, path, body, headers) => service.ask(method, path, body, { authorization: text, ...headers });
});
afterAll(() => service.end());

async function tokenOf(user: number, scopes: string[]): Promise<string> {
  const { text } = await createToken(service.store, { user, name: 'test', scopes, expiresAt: null });
  return `Bearer ${text}`;
}

async function makeSeries(more: object = {}): Promise<{ id: string; calendar: string }> {
  const calendar = `calendar ${++calendars}`;
  const answer = await ask('POST', '/events', { ...SERIES, calendar_name: calendar, ...more });
  if (answer.status !== 201) throw new Error(answer.text);
  return { id: dataOf(answer).id, calendar };
}

const lines = async (calendar: string, more = '') => {
  const { body } = await ask('GET', `/events?${YEAR}&format=compact&calendar_name=${calendar}${more}`);
  return (body as { lines: string[] }).lines;
};
const changes = (since: number) => changesSince({ ...service, ask }, since, 1000);

describe('versions', () => {
  it('the ETag of an occurrence is that of its series, and changes with it', async () => {
    const { id } = await makeSeries();
    const first = await ask('GET', `/events/${id}${SECOND}`);
    expect(etagOf(first)).toBe(etagOf(await ask('GET', `/events/${id}`)));
    const known = { 'if-none-match': etagOf(first) };
    expect((await ask('GET', `/events/${id}${SECOND}`, undefined, known)).status).toBe(304);
    const patched = await ask('PATCH', `/events/${id}${THIRD}`, { title: 'Trip' });
    const second = await ask('GET', `/events/${id}${SECOND}`, undefined, known);
    expect([second.status, etagOf(second)]).toEqual([200, etagOf(patched)]);
  });

  const requests: [method: string, path: string, body?: object][] = [
    ['PATCH', ''],
    ['PATCH', '?scope=following'],
    ['PATCH', '?scope=all'],
    ['PATCH', '/custom'],
    ['PATCH', '/custom?scope=following'],
    ['DELETE', ''],
    ['DELETE', '?scope=following'],
    ['DELETE', '?scope=all'],
    ['DELETE', '?permanent=true'],
    ['DELETE', '?scope=following&permanent=true'],
    ['DELETE', '?scope=all&permanent=true'],
  ];
  it.each(requests)('%s with If-Match: %s', async (method, path) => {
    const { id } = await makeSeries();
    const before = await ask('GET', `/events/${id}`);
    await ask('PATCH', `/events/${id}${SECOND}`, { location: 'Hall' });
    const current = await ask('GET', `/events/${id}`);
    const body = method === 'PATCH' ? (path.startsWith('/custom') ? { a: 1 } : { title: 'Trip' }) : undefined;
    const request = (etag: string) => ask(method, `/events/${id}${THIRD}${path}`, body, { 'if-match': etag });
    const refused = await request(etagOf(before));
    expect(codeOf(refused)).toEqual([412, 'PRECONDITION_FAILED']);
    expect((await ask('GET', `/events/${id}`)).text).toBe(current.text);
    const done = await request(etagOf(current));
    expect(done.status).toBe(200);
    if (method !== 'PATCH') return;
    expect(etagOf(await ask('GET', `/events/${dataOf(done).id}`))).toBe(etagOf(done));
  });
});

it('an occurrence is restored once under an Idempotency-Key', async () => {
  const { id } = await makeSeries();
  await ask('DELETE', `/events/${id}${SECOND}`);
  const request = (headers: Headers) => ask('POST', `/events/${id}${SECOND}/restore`, undefined, headers);
  const first = await request({ 'idempotency-key': 'restore once' });
  const { seq } = await changes(0);
  const second = await request({ 'idempotency-key': 'restore once' });
  expect([second.status, second.text, etagOf(second)]).toEqual([200, first.text, etagOf(first)]);
  expect(second.headers.get('idempotent-replayed')).toBe('true');
  expect((await changes(seq)).messages).toEqual([]);
  expect(codeOf(await request({ 'idempotency-key': 'restore again' }))).toEqual([409, 'NOT_DELETED']);
  const other = await ask('POST', `/events/${id}${THIRD}/restore`, undefined, { 'idempotency-key': 'restore once' });
  expect(codeOf(other)).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
});

it('the handles of a compact list work in every request', async () => {
  const { id, calendar } = await makeSeries();
  const [, line] = await lines(calendar);
  const handle = (line as string).split(' ')[0] as string;
  expect(handle).toBe(`#${id.slice(-10)}${SECOND}`);
  const path = `/events/${encodeURIComponent(handle)}`;
  const shown = { id: `${id}${SECOND}`, series_id: id };
  expect(dataOf(await ask('GET', path))).toMatchObject(shown);
  expect(dataOf(await ask('PATCH', path, { title: 'Trip' }))).toMatchObject({ ...shown, title: 'Trip' });
  expect(dataOf(await ask('PATCH', `${path}/custom`, { a: 1 }))).toMatchObject({ ...shown, custom_fields: { a: 1 } });
  expect(dataOf(await ask('DELETE', path))).toMatchObject({ id: shown.id });
  expect(dataOf(await ask('POST', `${path}/restore`))).toMatchObject({ ...shown, title: 'Trip' });
  expect(dataOf(await ask('PATCH', `${path}?scope=following`, { title: 'Class' })).title).toBe('Class');
});

describe('tokens and users', () => {
  it.each(['this', 'following', 'all'])('permanent=true needs events:erase, scope=%s', async (scope) => {
    const { id } = await makeSeries();
    const path = `/events/${id}${THIRD}?scope=${scope}`;
    const writing = { authorization: await tokenOf(1, ['events:read', 'events:write']) };
    const refused = await ask('DELETE', `${path}&permanent=true`, undefined, writing);
    expect(codeOf(refused)).toEqual([403, 'INSUFFICIENT_SCOPE']);
    expect((await ask('GET', `/events/${id}${THIRD}`)).status).toBe(200);
    const erasing = { authorization: await tokenOf(1, ['events:read', 'events:write', 'events:erase']) };
    const done = await ask('DELETE', `${path}&permanent=true`, undefined, erasing);
    expect(dataOf(done)).toEqual({ id: scope === 'all' ? id : `${id}${THIRD}`, deleted: true });
  });

  it('a token that only reads changes nothing', async () => {
    const { id } = await makeSeries();
    const reading = { authorization: await tokenOf(1, ['events:read']) };
    expect((await ask('GET', `/events/${id}${THIRD}`, undefined, reading)).status).toBe(200);
    for (const [method, path] of requestsOf(id))
      expect(codeOf(await ask(method, path, method === 'PATCH' ? {} : undefined, reading))).toEqual([
        403,
        'INSUFFICIENT_SCOPE',
      ]);
  });

  it('the occurrences of another user are not found, by id and by handle, and nothing changes', async () => {
    const { id, calendar } = await makeSeries();
    const user = await addUser(service.store, 'other');
    const other = { authorization: await tokenOf(user?.id as number, ['admin']) };
    const before = await changes(0);
    for (const name of [id, `%23${id.slice(-10)}`])
      for (const [method, path] of [['GET', `/events/${name}${THIRD}`] as const, ...requestsOf(name)])
        expect(codeOf(await ask(method, path, method === 'PATCH' ? {} : undefined, other))).toEqual([404, 'NOT_FOUND']);
    expect((await changes(0)).seq).toBe(before.seq);
    expect(await lines(calendar)).toHaveLength(4);
    const listed = await ask('GET', `/events?${YEAR}`, undefined, other);
    expect((listed.body as { meta: { total: number } }).meta.total).toBe(0);
  });

  function requestsOf(name: string): [method: string, path: string][] {
    const scopes = ['', '?scope=following', '?scope=all'];
    return [
      ...['PATCH', 'DELETE'].flatMap((method) =>
        scopes.map((scope): [string, string] => [method, `/events/${name}${THIRD}${scope}`]),
      ),
      ['PATCH', `/events/${name}${THIRD}/custom`],
      ['POST', `/events/${name}${THIRD}/restore`],
    ];
  }
});

describe('the feed', () => {
  it('has the series after each change, and the new series of a split', async () => {
    const { id } = await makeSeries();
    const { seq } = await changes(0);
    await ask('PATCH', `/events/${id}${SECOND}`, { title: 'Trip' });
    await ask('DELETE', `/events/${id}${SECOND}`);
    await ask('POST', `/events/${id}${SECOND}/restore`);
    const split = await ask('PATCH', `/events/${id}${THIRD}?scope=following`, { title: 'Class' });
    const { messages } = await changes(seq);
    const overrides = { '2026-06-09T09:00:00Z': { title: 'Trip' } };
    expect(messages.map(({ event, data }) => [event, data])).toEqual([
      ['event.updated', expect.objectContaining({ id, overrides, recurrence: SERIES.recurrence })],
      [
        'event.updated',
        expect.objectContaining({
          id,
          overrides,
          recurrence: { ...SERIES.recurrence, exdates: ['2026-06-09T09:00:00Z'] },
        }),
      ],
      ['event.updated', expect.objectContaining({ id, overrides, recurrence: SERIES.recurrence })],
      [
        'event.updated',
        expect.objectContaining({ id, overrides, recurrence: { freq: 'weekly', until: '2026-06-15' } }),
      ],
      ['event.created', dataOf(split)],
    ]);
    for (const { data } of messages) expect(data).not.toHaveProperty('series_id');
    expect(dataOf(await ask('GET', `/events/${id}`))).toEqual(messages[3]?.data);
  });

  it('has one deletion of the series with scope=all, and none of an occurrence', async () => {
    const { id } = await makeSeries();
    const { seq } = await changes(0);
    const gone = await ask('DELETE', `/events/${id}${THIRD}?scope=following`);
    const { deleted_at } = dataOf(gone) as unknown as { deleted_at: string };
    expect(dataOf(gone)).toEqual({ id: `${id}${THIRD}`, deleted_at: expect.stringMatching(/^20.*Z$/) });
    await ask('DELETE', `/events/${id}${SECOND}?scope=all`);
    await ask('POST', `/events/${id}/restore`);
    const { messages } = await changes(seq);
    expect(messages.map(({ event }) => event)).toEqual(['event.updated', 'event.deleted', 'event.restored']);
    expect(messages[0]?.data).toMatchObject({ id, updated_at: deleted_at, deleted_at: null });
  });

  it('has nothing of a request that is refused', async () => {
    const { id } = await makeSeries();
    const { seq } = await changes(0);
    await ask('PATCH', `/events/${id}${THIRD}`, { calendar_name: 'x' });
    await ask('PATCH', `/events/${id}${THIRD}?scope=following`, { recurrence: { freq: 'daily', until: '2026-01-01' } });
    await ask('POST', `/events/${id}${THIRD}/restore`);
    await ask('DELETE', `/events/${id}_20260617T090000Z`);
    expect((await changes(seq)).messages).toEqual([]);
  });
});
