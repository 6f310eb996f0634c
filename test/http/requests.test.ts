// What holds for requests of every kind: versions, request ids, sources, methods, media types and bodies, and handles
// that fit two records.
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemaVersion } from '../../src/store/migrations/run.ts';
import { byId, contact, event, idOf, type Kind, standing, trashed } from '../support/records.ts';
import { changesSince, type Scenario, scenarios, type World } from '../support/scenario.ts';
import { startTestService, type TestService } from '../support/service.ts';

const ann = { display_name: 'Ann Lee' };
const invalid = { status: 400, error: 'VALIDATION_ERROR', events: [] };

/** A record with its {etag}, the {old} one of the version before, and those it had by {earlier} schemas. */
async function versioned({ service, make }: World): Promise<Record<string, string>> {
  const made = await service.ask('POST', '/events', event.least);
  const id = idOf((made.body as { data: object }).data);
  await make('PATCH', `/events/${id}`, { location: 'Zoo' });
  const etag = (await service.ask('GET', `/events/${id}`)).headers.get('etag') as string;
  const seq = Number.parseInt(etag.slice(1), 10);
  const earlier = {
    earlier: `"${seq}-${schemaVersion - 1}"`,
    first: `"${seq}"`,
    packed: `"${seq}-${schemaVersion - 1}-gzip"`,
  };
  return { id, etag, ...earlier, old: made.headers.get('etag') as string, padded: etag.replace('"', '"0') };
}
const changing: [what: string, ask: Scenario['ask'], emits: string][] = [
  ['PATCH', ['PATCH', '/events/{id}', { title: 'New' }], 'event.updated'],
  ['PATCH custom', ['PATCH', '/events/{id}/custom', { a: 1 }], 'event.updated'],
  ['soft DELETE', ['DELETE', '/events/{id}'], 'event.deleted'],
  ['permanent DELETE', ['DELETE', '/events/{id}?permanent=true'], 'event.deleted'],
];
const matching = ([method, path, body]: Scenario['ask'], tag: string): Scenario['ask'] => [
  method,
  path,
  body,
  { 'if-match': tag },
];
const seen = (tag: string): Scenario['ask'] => ['GET', '/events/{id}', undefined, { 'if-none-match': tag }];
const unchanged = {
  status: 304,
  events: [],
  also: (({ text, headers }, _world, { etag }) =>
    expect([text, headers.get('etag')]).toEqual(['', etag])) as Scenario['also'],
};
const failed = { status: 412, error: 'PRECONDITION_FAILED', events: [] };

// biome-ignore format: a table
scenarios('ETag, If-Match and If-None-Match', [
  ...changing.flatMap(([what, ask, emits]): Scenario[] => [
    { name: `${what} with the ETag of the record works`, given: versioned, ask: matching(ask, '{etag}'), status: 200, events: [emits],
      also: ({ headers }, _world, { etag }) => { expect(headers.get('etag')).toMatch(/^"[^"]+"$/); expect(headers.get('etag')).not.toBe(etag); } },
    { name: `${what} with an older ETag is 412 and names the right one`, given: versioned, ask: matching(ask, '{old}'), ...failed, says: '{etag}' },
    ...['{earlier}', '{first}', '{packed}'].map((tag): Scenario => (
      { name: `${what} with the ETag ${tag} that the version had by an earlier schema works`, given: versioned, ask: matching(ask, tag), status: 200, events: [emits] })),
    { name: `${what} with If-Match: * works`, given: versioned, ask: matching(ask, '*'), status: 200, events: [emits] },
    { name: `${what} with a list that has the ETag works`, given: versioned, ask: matching(ask, '{old}, "other" , {etag}'), status: 200, events: [emits] },
    { name: `${what} with a weak ETag is 412, for a weak one never matches`, given: versioned, ask: matching(ask, 'W/{etag}'), ...failed },
    { name: `${what} with the ETag of nothing we made is 412`, given: versioned, ask: matching(ask, '"abc", {old}, x'), ...failed },
  ]),
  { name: 'PATCH with a tag that is the same number but not the same text is 412', given: versioned, ask: matching(['PATCH', '/events/{id}', {}], '{padded}'), ...failed },
  { name: 'If-Match on a missing record is 404', ask: ['PATCH', '/events/018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10', {}, { 'if-match': '*' }], status: 404, error: 'NOT_FOUND', events: [] },
  { name: 'a change to the same values gives a new ETag', given: versioned, ask: ['PATCH', '/events/{id}', { location: 'Zoo' }], status: 200, events: ['event.updated'], also: ({ headers }, _world, { etag }) => expect(headers.get('etag')).not.toBe(etag) },
  { name: 'GET with the ETag is 304 without a body', given: versioned, ask: seen('{etag}'), ...unchanged },
  { name: 'GET with the weak ETag is 304', given: versioned, ask: seen('W/{etag}'), ...unchanged },
  { name: 'GET with a list that has the ETag is 304', given: versioned, ask: seen('"x",{old}, {etag}'), ...unchanged },
  { name: 'GET with If-None-Match: * is 304', given: versioned, ask: seen('*'), ...unchanged },
  { name: 'HEAD with the ETag is 304 too', given: versioned, ask: ['HEAD', '/events/{id}', undefined, { 'if-none-match': '{etag}' }], ...unchanged },
  { name: 'GET with an older ETag is 200', given: versioned, ask: seen('{old}'), status: 200, body: { data: { location: 'Zoo' } }, events: [] },
  ...['{earlier}', '{first}', '{packed}'].map((tag): Scenario => (
    { name: `GET with the ETag ${tag} that the version had by an earlier schema is 200`, given: versioned, ask: seen(tag), status: 200, body: { data: { location: 'Zoo' } }, events: [] })),
  { name: 'GET with the ETag of a record in the trash is 404', given: async (world) => { const names = await versioned(world); await world.make('DELETE', `/events/${names.id}`); return names; }, ask: seen('{etag}'), status: 404, error: 'NOT_FOUND', events: [] },
  { name: 'HEAD has the ETag and no body', given: versioned, ask: ['HEAD', '/events/{id}'], status: 200, events: [], also: ({ text, headers }, _world, { etag }) => expect([text, headers.get('etag')]).toEqual(['', etag]) },
  { name: 'a created record has the ETag that GET gives', ask: ['POST', '/events', event.least], status: 201, events: ['event.created'],
    also: async ({ body, headers }, { service }) => expect((await service.ask('GET', `/events/${idOf((body as { data: object }).data)}`)).headers.get('etag')).toBe(headers.get('etag')) },
  { name: 'a restored record has an ETag', given: trashed(event), ask: ['POST', '/events/{id}/restore'], status: 200, events: ['event.restored'], also: ({ headers }) => expect(headers.get('etag')).toMatch(/^"\d+-\d+"$/) },
  { name: 'a list has none', ask: ['GET', '/events'], status: 200, events: [], also: ({ headers }) => expect(headers.get('etag')).toBeNull() },
]);

const MADE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const requestId =
  (id: string | RegExp): Scenario['also'] =>
  ({ headers }) =>
    typeof id === 'string'
      ? expect(headers.get('x-request-id')).toBe(id)
      : expect(headers.get('x-request-id')).toMatch(id);
const source = (name: string) => ({ 'x-source': name });
const origin = { source: 'google', source_id: 'g-1' };
const conflict = {
  status: 409,
  error: 'CONFLICT',
  body: { error: { details: { id: '{id}' } } },
  says: '{id}',
  events: [],
};

// biome-ignore format: a table
scenarios('X-Request-Id, X-Source and origins', [
  { name: 'X-Request-Id is echoed', ask: ['GET', '/events', undefined, { 'x-request-id': 'trace-7/a.b:c' }], status: 200, events: [], also: requestId('trace-7/a.b:c') },
  { name: 'X-Request-Id is echoed by a refusal', ask: ['GET', '/events/x', undefined, { 'x-request-id': 'trace-8' }], status: 404, error: 'NOT_FOUND', events: [], also: requestId('trace-8') },
  { name: 'X-Request-Id is echoed where there is no route', ask: ['GET', '/nothing', undefined, { 'x-request-id': 'trace-9' }], status: 404, error: 'NOT_FOUND', events: [], also: requestId('trace-9') },
  { name: 'a request id is made when none is given', ask: ['POST', '/contacts', ann], status: 201, events: ['contact.created'], also: requestId(MADE) },
  { name: 'a request id is made in place of one that is too long', ask: ['GET', '/events', undefined, { 'x-request-id': 'x'.repeat(129) }], status: 200, events: [], also: requestId(MADE) },
  { name: 'a request id is made in place of one with odd signs', ask: ['GET', '/events', undefined, { 'x-request-id': '<script>' }], status: 200, events: [], also: requestId(MADE) },

  { name: 'X-Source is the source of a new record', ask: ['POST', '/contacts', ann, source('carddav')], status: 201, body: { data: { source: 'carddav', source_id: null } }, events: ['contact.created'] },
  { name: 'the source in the body wins over X-Source', ask: ['POST', '/events', { ...event.least, source: 'google' }, source('carddav')], status: 201, body: { data: { source: 'google' } }, events: ['event.created'] },
  { name: 'an empty X-Source is as good as none', ask: ['POST', '/contacts', ann, source('')], status: 201, body: { data: { source: 'local' } }, events: ['contact.created'] },
  { name: 'an X-Source of 256 characters is refused', ask: ['POST', '/contacts', ann, source('x'.repeat(256))], ...invalid, field: 'X-Source', faults: ['X-Source'] },
  { name: 'X-Source does not change a record that stands', given: standing(contact), ask: ['PATCH', '/contacts/{id}', { notes: 'x' }, source('carddav')], status: 200, body: { data: { source: 'local' } }, events: ['contact.updated'] },
  ...[['source', 5], ['source', ''], ['source', null], ['source_id', 5], ['source_id', '']].map(([field, value]): Scenario => (
    { name: `${JSON.stringify(value)} as ${field} is refused`, ask: ['POST', '/contacts', { ...ann, [field as string]: value }], ...invalid, field: field as string, faults: [field as string] })),

  ...[event, contact].flatMap((kind, index): Scenario[] => {
    const own = { source: 'google', source_id: `g-${index}` };
    return [
      { name: `a second ${kind.name} of the same source and source_id is 409 and names the first`, given: standing(kind, own), ask: ['POST', `/${kind.path}`, { ...kind.least, ...own }], ...conflict },
      { name: `so is one of an ${kind.name} in the trash`, given: trashed(kind, { ...own, source: 'trash' }), ask: ['POST', `/${kind.path}`, { ...kind.least, ...own, source: 'trash' }], ...conflict },
    ];
  }),
  { name: 'X-Source counts for the origin', given: standing(contact, { source: 'imap', source_id: '7' }), ask: ['POST', '/contacts', { ...ann, source_id: '7' }, source('imap')], ...conflict },
  { name: 'the same source_id at another source is another record', given: standing(contact, { source: 'a', source_id: '1' }), ask: ['POST', '/contacts', { ...ann, source: 'b', source_id: '1' }], status: 201, events: ['contact.created'] },
  { name: 'the same origin of another kind is another record', given: standing(contact, { source: 'c', source_id: '1' }), ask: ['POST', '/events', { ...event.least, source: 'c', source_id: '1' }], status: 201, events: ['event.created'] },
  { name: 'records without a source_id never conflict', given: standing(contact, { source: 'd' }), ask: ['POST', '/contacts', { ...ann, source: 'd', source_id: null }], status: 201, events: ['contact.created'] },
  { name: 'the origin of an erased record is free again', given: async (world) => { const { id } = await standing(contact, { ...origin, source: 'e' })(world); await world.make('DELETE', `/contacts/${id}?permanent=true`); return {}; },
    ask: ['POST', '/contacts', { ...ann, ...origin, source: 'e' }], status: 201, events: ['contact.created'] },
]);

const allows =
  (...methods: string[]): Scenario['also'] =>
  ({ headers }) =>
    expect(headers.get('allow')?.split(', ').sort()).toEqual(methods.sort());
const wrongMethod = { status: 405, error: 'METHOD_NOT_ALLOWED', events: [] };
const nowhere = { status: 404, error: 'NOT_FOUND', events: [] };
const json = (type: string) => ({ 'content-type': type });
const broken = { ...invalid, field: 'body', faults: ['body'] };
const deep = (levels: number) =>
  `{"display_name":"Ann","custom_fields":{"a":${'['.repeat(levels)}${']'.repeat(levels)}}}`;

// biome-ignore format: a table
scenarios('addresses, methods, media types and bodies', [
  ...['/', '/nothing', '/events/', '/events/x/y', '/events/x/restore/now', '//events', '/Events', '/api/v2/events'].map((path): Scenario => (
    { name: `there is nothing at ${path}`, ask: ['GET', path === '/' ? '/api/v1/' : path], ...nowhere })),
  { name: 'PUT of the list is 405', ask: ['PUT', '/events', {}], ...wrongMethod, also: allows('GET', 'HEAD', 'POST') },
  { name: 'DELETE of the list is 405', ask: ['DELETE', '/contacts'], ...wrongMethod, also: allows('GET', 'HEAD', 'POST') },
  { name: 'POST to a record is 405', given: standing(event), ask: ['POST', '/events/{id}', {}], ...wrongMethod, also: allows('GET', 'HEAD', 'PATCH', 'DELETE') },
  { name: 'PUT of a record is 405 whether it exists or not', ask: ['PUT', '/contacts/x', {}], ...wrongMethod, also: allows('GET', 'HEAD', 'PATCH', 'DELETE') },
  { name: 'GET of restore is 405', ask: ['GET', '/events/x/restore'], ...wrongMethod, also: allows('POST') },
  { name: 'POST to custom is 405', ask: ['POST', '/events/x/custom', {}], ...wrongMethod, also: allows('PATCH') },
  { name: 'POST to the feed is 405', ask: ['POST', '/changes', {}], ...wrongMethod, also: allows('GET', 'HEAD') },
  { name: 'OPTIONS is 405 and tells the methods', ask: ['OPTIONS', '/events'], ...wrongMethod, also: allows('GET', 'HEAD', 'POST') },
  { name: 'POST to the list of sessions says how a session is started', ask: ['POST', '/sessions', { token: 'dbk_x' }], ...wrongMethod, says: 'with POST to /api/v1/session.', also: allows('GET', 'HEAD') },
  { name: 'POST to the health check is 405', ask: ['POST', '/health', {}], ...wrongMethod, also: allows('GET', 'HEAD') },
  { name: 'GET of the socket without an upgrade is refused and points to the feed to poll', ask: ['GET', '/ws'], ...invalid, says: '/changes' },

  ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonx', 'text/json'].map((type): Scenario => (
    { name: `a body of ${type} is 415`, ask: ['POST', '/contacts', JSON.stringify(ann), json(type)], status: 415, error: 'UNSUPPORTED_MEDIA_TYPE', says: 'application/json', events: [] })),
  ...['application/json; charset=utf-8', 'application/vnd.daybook+json', 'APPLICATION/JSON'].map((type): Scenario => (
    { name: `a body of ${type} is taken`, ask: ['POST', '/contacts', JSON.stringify(ann), json(type)], status: 201, events: ['contact.created'] })),
  { name: 'PATCH of another media type is 415', given: standing(contact), ask: ['PATCH', '/contacts/{id}', 'notes=x', json('text/plain')], status: 415, error: 'UNSUPPORTED_MEDIA_TYPE', events: [] },
  { name: 'an empty JSON body of a create is no body', ask: ['POST', '/contacts', ''], ...broken, says: 'none was sent' },
  { name: 'an empty JSON body of an action is fine', given: trashed(contact), ask: ['POST', '/contacts/{id}/restore', ''], status: 200, events: ['contact.restored'] },
  { name: 'an empty body of another media type is no body', given: trashed(contact), ask: ['POST', '/contacts/{id}/restore', '', json('text/plain')], status: 200, events: ['contact.restored'] },
  { name: 'an empty JSON body of DELETE is fine', given: standing(contact), ask: ['DELETE', '/contacts/{id}', ''], status: 200, events: ['contact.deleted'] },
  ...['{', '{"display_name":"Ann"', "{'display_name':'Ann'}", '{"display_name":"Ann",}', 'display_name=Ann', '\u0000', 'NaN', '   '].map((body): Scenario => (
    { name: `the broken JSON ${JSON.stringify(body)} is refused`, ask: ['POST', '/contacts', body], ...broken, says: 'not valid JSON' })),
  { name: 'JSON that is too deep is refused', ask: ['POST', '/contacts', deep(200)], ...broken, says: '64' },
  { name: 'JSON of ten thousand levels is refused as well', ask: ['POST', '/contacts', deep(10_000)], ...broken, says: '64' },
  { name: 'JSON of sixty levels is taken', ask: ['POST', '/contacts', deep(60)], status: 201, events: ['contact.created'] },
  { name: 'the key __proto__ is refused', ask: ['POST', '/contacts', '{"display_name":"Ann","custom_fields":{"__proto__":{"admin":true}}}'], ...broken, says: '__proto__' },
  { name: 'the key constructor is a key like others', ask: ['POST', '/contacts', '{"display_name":"Ann","custom_fields":{"constructor":1}}'], status: 201, body: { data: { custom_fields: { constructor: 1 } } }, events: ['contact.created'] },
  { name: 'the name of an object’s own method is an unknown field', ask: ['POST', '/contacts', { ...ann, toString: 1 }], ...invalid, field: 'toString', faults: ['toString'] },
  { name: 'the last of two equal keys counts', ask: ['POST', '/contacts', '{"display_name":"Ann","display_name":"Bo"}'], status: 201, body: { data: { display_name: 'Bo' } }, events: ['contact.created'] },
]);

describe('requests that no ordinary client makes', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.end());

  /** A request whose body need not be what its headers say. */
  function send(
    method: string,
    path: string,
    headers: Record<string, string>,
    write: (body: ReturnType<typeof request>) => void,
  ) {
    return new Promise<{
      status: number;
      body: { error?: { code: string; details: { errors?: object[]; field?: string } } };
    }>((resolve, reject) => {
      const sent = request(`${service.url}/api/v1${path}`, { method, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part) => parts.push(part));
        answer.on('end', () => {
          resolve({ status: answer.statusCode ?? 0, body: JSON.parse(Buffer.concat(parts).toString()) });
          sent.destroy();
        });
      });
      // The service may close before it has read a body that it refuses.
      sent.on(
        'error',
        (error: NodeJS.ErrnoException) => error.code === 'EPIPE' || error.code === 'ECONNRESET' || reject(error),
      );
      write(sent);
    });
  }
  const asJson = { 'content-type': 'application/json' };
  const tooLarge = { status: 413, body: { error: { code: 'PAYLOAD_TOO_LARGE' } } };

  it('a body that its length says is too large is 413 before it is read', async () => {
    const answer = await send('POST', '/contacts', { ...asJson, 'content-length': String(27 * 1024 * 1024) }, (body) =>
      body.flushHeaders(),
    );
    expect(answer).toMatchObject(tooLarge);
  });

  it('a body that proves too large while it is read is 413', async () => {
    const answer = await send('POST', '/contacts', { ...asJson, 'transfer-encoding': 'chunked' }, (body) => {
      const piece = Buffer.alloc(1024 * 1024, ' ');
      for (let megabytes = 0; megabytes < 28; megabytes++) body.write(piece);
      body.end();
    });
    expect(answer).toMatchObject(tooLarge);
  });

  it('a large body within the limit is taken', async () => {
    const made = await service.ask('POST', '/contacts', { display_name: 'Ann', notes: 'ß'.repeat(900_000) });
    expect(made.status).toBe(201);
  });

  it('a body without a Content-Type is 415', async () => {
    const answer = await send('POST', '/contacts', { 'content-length': '2' }, (body) => body.end('{}'));
    expect(answer).toMatchObject({ status: 415, body: { error: { code: 'UNSUPPORTED_MEDIA_TYPE' } } });
  });

  it('a POST with Content-Length 0 and no Content-Type has no body', async () => {
    const answer = await send('POST', '/contacts', { 'content-length': '0' }, (body) => body.end());
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_ERROR', details: { field: 'body' } } },
    });
  });

  it('a body that is not UTF-8 is refused as the body', async () => {
    const latin = Buffer.from('{"display_name":"Zo\xeb"}', 'latin1');
    const answer = await send('POST', '/contacts', asJson, (body) => body.end(latin));
    const fault = { field: 'body', constraint: expect.any(String), message: expect.any(String) };
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_ERROR', details: { field: 'body', errors: [fault] } } },
    });
  });

  it('none of the refused requests has left a trace', async () => {
    const { messages } = await changesSince(service, 0, 100);
    expect(messages.map((one) => one.event)).toEqual(['contact.created']);
  });
});

/** Two records whose ids end alike: the second gets the end of the first by way of the store. */
function twins(kind: Kind): Scenario['given'] {
  return async (world) => {
    const first = await standing(kind)(world);
    const second = await standing(kind)(world);
    const id = (second.id as string).slice(0, -10) + first.handle;
    await world.service.store.write(1, (tx) =>
      Promise.resolve(
        tx.run(
          `update ${kind.path} set id = ?2, handle = ?3, doc = replace(doc, ?4, ?2) where user_id = ?1 and id = ?4`,
          id,
          first.handle as string,
          second.id as string,
        ),
      ),
    );
    return { ...first, twin: id };
  };
}

scenarios(
  'a handle that fits two records',
  [event, contact].flatMap((kind): Scenario[] => [
    ...byId(kind, '%23{handle}').map(
      ([what, ask]): Scenario => ({
        name: `${what} of ${kind.path} is 409 AMBIGUOUS_ID`,
        given: twins(kind),
        ask,
        status: 409,
        error: 'AMBIGUOUS_ID',
        says: 'whole id',
        events: [],
      }),
    ),
    ...['{id}', '{twin}'].map(
      (id): Scenario => ({
        name: `GET of ${kind.path} by the whole id of ${id} works`,
        given: twins(kind),
        ask: ['GET', `/${kind.path}/${id}`],
        status: 200,
        body: { data: { id } },
        events: [],
      }),
    ),
  ]),
);
