// The OpenAPI document is valid, whole and true: every route stands in it, its examples fit its schemas, and what the
// service really answers is what it says.
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccess } from '../src/domain/access.ts';
import type { Tools } from '../src/domain/tools.ts';
import { errors } from '../src/errors.ts';
import { createHub } from '../src/feed/hub.ts';
import { createFeedMemory } from '../src/feed/memory.ts';
import { openFeed, registerSockets } from '../src/http/feed.ts';
import { createMetrics } from '../src/http/metrics.ts';
import { openApi } from '../src/http/openapi.ts';
import { addPages } from '../src/http/pages.ts';
import { createServer } from '../src/http/server.ts';
import { addTurns } from '../src/http/turns.ts';
import { openStore } from '../src/open-store.ts';
import { createMessageReader } from '../src/protocols/mime/read-message.ts';
import { authority } from './support/certificates.ts';
import { newDatabase } from './support/databases.ts';
import { form, formType } from './support/files.ts';
import { startImap } from './support/imap-script.ts';
import { bring } from './support/incoming.ts';
import { message, multipart, usual } from './support/messages.ts';
import { bounceOf } from './support/reports.ts';
import { type Answered, startTestService, type TestService } from './support/service.ts';

type Json = Record<string, unknown>;
interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters?: { name: string; in: string; schema: Json; example?: unknown; description: string }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
}
type Content = Record<string, { schema: Json; example?: unknown; examples?: Record<string, { value: unknown }> }>;

const document = openApi('1.2.3') as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Json };
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    path,
    method,
    operation,
  })),
);

// An address that needs no entry of its own: the alias of the feed, which the entry of /api/v1/ws names, and the way
// from / to the reference.
const NOT_DOCUMENTED = ['GET /ws', 'GET /', 'GET /docs/', 'GET /favicon.svg', 'GET /favicon.ico'];

const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addFormat('date-time', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/);
ajv.addFormat('date', /^\d{4}-\d{2}-\d{2}$/);
ajv.addFormat('uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
ajv.addSchema(document, 'document');

/** What is wrong with a value by the schema at this place of the document. */
function faults(value: unknown, ...place: string[]): string[] {
  const pointer = place.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
  const validate = ajv.compile({ $ref: `document#/${pointer}` });
  return validate(value) ? [] : (validate.errors ?? []).map((one) => `${one.instancePath} ${one.message}`);
}

describe('the document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(document));
    expect(result).toMatchObject({ valid: true });
  });

  it('is what the service serves', async () => {
    const { body } = await service.ask('GET', '/openapi.json');
    const served = body as { info: { version: string }; paths: object };
    expect(served.paths).toEqual(JSON.parse(JSON.stringify(document.paths)));
  });

  it('has every registered route, and no other', async () => {
    const documented = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    const registered = (await registeredRoutes()).filter((route) => !NOT_DOCUMENTED.includes(route));
    expect(registered.length).toBeGreaterThan(30);
    expect(documented.sort()).toEqual(registered.sort());
  });

  it('gives every operation an id of its own, a summary and a tag, and explains its parameters', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(operations.filter(({ operation }) => !operation.summary || operation.tags.length === 0)).toEqual([]);
    const parameters = operations.flatMap(({ operation }) => operation.parameters ?? []);
    expect(parameters.filter((one) => !one.description)).toEqual([]);
  });

  it.each(Object.keys(errors))('tells of %s on some operation, under its status', (code) => {
    const [status] = errors[code as keyof typeof errors];
    const telling = operations.filter(({ operation }) => {
      const examples = operation.responses[status]?.content?.['application/json']?.examples;
      return examples !== undefined && code in examples;
    });
    expect(telling.length).toBeGreaterThan(0);
  });

  it('gives an error code under no status but its own', () => {
    const misplaced = operations.flatMap(({ name, operation }) =>
      Object.entries(operation.responses).flatMap(([status, { content }]) =>
        Object.keys(content?.['application/json']?.examples ?? {})
          .filter((code) => String(errors[code as keyof typeof errors]?.[0]) !== status)
          .map((code) => `${name} ${status} ${code}`),
      ),
    );
    expect(misplaced).toEqual([]);
  });
});

describe.each(operations)('$name', ({ path, method, operation }) => {
  const at = ['paths', path, method];

  it('has examples that fit their schemas', () => {
    const wrong: string[] = [];
    for (const [index, one] of (operation.parameters ?? []).entries()) {
      const given = [one.example, one.schema.default].filter((value) => value !== undefined);
      for (const value of given) wrong.push(...faults(value, ...at, 'parameters', String(index), 'schema'));
    }
    const bodies = [
      { content: operation.requestBody?.content, place: [...at, 'requestBody'] },
      ...Object.entries(operation.responses).map(([status, { content }]) => ({
        content,
        place: [...at, 'responses', status],
      })),
    ];
    for (const { content, place } of bodies) {
      for (const [type, { schema, example, examples }] of Object.entries(content ?? {})) {
        const values = [example, ...Object.values(examples ?? {}).map(({ value }) => value)];
        for (const value of values.filter((one) => one !== undefined))
          wrong.push(...faults(value, ...place, 'content', type, 'schema'));
        wrong.push(...examplesInside(schema).flatMap(({ inner, value }) => faultsOf(inner, value)));
      }
    }
    expect(wrong).toEqual([]);
  });
});

let service: TestService;
const seen = new Set<string>();
beforeAll(async () => {
  service = await startTestService({ allowHosts: '127.0.0.1' });
});
afterAll(() => service.end());

describe('what the service really answers', () => {
  /** Asks, and checks the answer against the entry of its operation. */
  async function ask(
    operation: string,
    status: number,
    ids: Record<string, string> = {},
    body?: unknown,
    headers?: Record<string, string>,
    query = '',
  ): Promise<Answered> {
    const [method, path] = operation.split(' ') as [string, string];
    const full = path.startsWith('/health') || path.startsWith('/metrics') ? path : `/api/v1${path}`;
    const address = full.replaceAll(/\{(\w+)\}/g, (_, name) => ids[name] as string) + query;
    const answer = await service.ask(method, address, body, headers);
    expect(answer.status, answer.text).toBe(status);
    const entry = document.paths[full]?.[method.toLowerCase()]?.responses[status];
    expect(entry, `${operation} does not tell of ${status}`).toBeDefined();
    const type = (answer.headers.get('content-type') ?? '').split(';')[0] as string;
    const place = ['paths', full, method.toLowerCase(), 'responses', String(status)];
    if (entry?.content) expect(faults(answer.body, ...place, 'content', type, 'schema')).toEqual([]);
    else expect(answer.text).toBe('');
    if (status >= 400) {
      const { code } = (answer.body as { error: { code: string } }).error;
      expect(Object.keys(entry?.content?.[type]?.examples ?? {}), `${operation} does not tell of ${code}`).toContain(
        code,
      );
    }
    seen.add(`${method} ${full}`);
    return answer;
  }
  const dataOf = (answer: Answered) => (answer.body as { data: { id: string } }).data;

  const kinds = [
    ['events', 'Event', { title: 'Dentist', start_at: '2026-02-17T09:00:00Z' }, { location: 'Kiel' }],
    ['contacts', 'Contact', { display_name: 'Ann', phones: [{ number: '030 5550123' }] }, { notes: 'met' }],
    [
      'emails',
      'Email',
      { from_address: 'a@x.org', received_at: '2026-02-17T09:00:00Z', body_plain: 'hi' },
      { is_read: true },
    ],
  ] as const;

  it.each(kinds)('%s: the eight behaviours', async (path, name, body, change) => {
    const made = await ask(`POST /${path}`, 201, {}, body);
    const { id } = dataOf(made);
    const schema = document.components.schemas[name] as { required: string[] };
    expect(Object.keys(dataOf(made)).sort()).toEqual([...schema.required].sort());
    const etag = made.headers.get('etag') as string;
    await ask(`GET /${path}/{id}`, 200, { id });
    await ask(`GET /${path}/{id}`, 304, { id }, undefined, { 'if-none-match': etag });
    await ask(`GET /${path}`, 200);
    await ask(`GET /${path}`, 200, {}, undefined, {}, '?format=compact');
    await ask(`GET /${path}`, 400, {}, undefined, {}, '?limit=x');
    await ask(`PATCH /${path}/{id}`, 200, { id }, change);
    await ask(`PATCH /${path}/{id}`, 400, { id }, { nonsense: 1 });
    await ask(`PATCH /${path}/{id}`, 412, { id }, change, { 'if-match': '"0"' });
    await ask(`PATCH /${path}/{id}/custom`, 200, { id }, { a: [1, { b: null }] });
    await ask(`POST /${path}`, 201, {}, { ...body, source: 's', source_id: '1' });
    await ask(`POST /${path}`, 409, {}, { ...body, source: 's', source_id: '1' });
    await ask(`POST /${path}`, 415, {}, 'text', { 'content-type': 'text/plain' });
    await ask(`DELETE /${path}/{id}`, 200, { id });
    await ask(`DELETE /${path}/{id}`, 409, { id });
    await ask(`POST /${path}/{id}/restore`, 200, { id });
    await ask(`POST /${path}/{id}/restore`, 409, { id });
    await ask(`DELETE /${path}/{id}`, 200, { id }, undefined, {}, '?permanent=true');
    await ask(`GET /${path}/{id}`, 404, { id });
  });

  it('an occurrence of a series fits the schema of an event', async () => {
    const series = { title: 'Choir', start_at: '2031-02-17T09:00:00Z', recurrence: { freq: 'daily', count: 3 } };
    await ask('POST /events', 201, {}, series);
    const answer = await ask('GET /events', 200, {}, undefined, {}, '?expand=true&from=2031-02-17&to=2031-02-20');
    expect((answer.body as { data: unknown[] }).data).toHaveLength(3);
  });

  it('the actions of emails', async () => {
    const id = dataOf(await ask('POST /emails', 201, {}, { from_address: 'a@x.org', received_at: '2026-02-17' })).id;
    for (const action of ['read', 'unread', 'star', 'unstar']) await ask(`POST /emails/{id}/${action}`, 200, { id });
    await ask('POST /emails/{id}/snooze', 200, { id }, { until: '2099-01-01T00:00:00Z' });
    await ask('POST /emails/{id}/unsnooze', 200, { id });
    await ask('POST /emails/{id}/unsnooze', 409, { id });
    await ask('POST /emails/{id}/send', 409, { id });
    await ask('POST /emails/{id}/cancel', 409, { id });
    await ask('PATCH /emails/drafts/{id}', 409, { id }, { subject: 'x' });
    await ask('POST /emails/batch', 200, {}, { ids: [id, 'nobody'], action: 'mark_read' });
    await ask('POST /emails/batch', 400, {}, { ids: [], action: 'mark_read' });
  });

  it('drafts and sending', async () => {
    const id = dataOf(
      await ask('POST /emails/drafts', 201, {}, { to: 'Bob <bob@example.org>', subject: 'Hi', body_plain: 'x' }),
    ).id;
    await ask('PATCH /emails/drafts/{id}', 200, { id }, { subject: 'Hello' });
    await ask('POST /emails/{id}/send', 202, { id });
    await ask('POST /emails/{id}/cancel', 200, { id });
    await ask('POST /emails/send', 422, {}, { to_addresses: ['bob@example.org'], body_plain: 'x' });
    const account_id = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10';
    await ask('POST /emails/send', 422, {}, { account_id, to_addresses: ['bob@example.org'], body_plain: 'x' });
  });

  it('email accounts', async () => {
    const imap = await startImap({ list: ['* LIST () "/" "INBOX"'] });
    const given = { address: 'ann@example.org', smtp: { host: '127.0.0.1', port: 1 } };
    const login = { host: '127.0.0.1', port: imap.port, password: 'x', tls_ca: authority };
    const made = await ask('POST /email-accounts', 201, {}, given);
    const { id } = dataOf(made);
    await ask('POST /email-accounts', 400, {}, {});
    await ask('GET /email-accounts', 200);
    await ask('GET /email-accounts/{id}', 200, { id });
    await ask('GET /email-accounts/{id}', 304, { id }, undefined, {
      'if-none-match': made.headers.get('etag') as string,
    });
    await ask('GET /email-accounts/{id}/folders', 422, { id });
    await ask('GET /email-accounts/{id}/sync', 200, { id });
    await ask('POST /email-accounts/{id}/sync', 409, { id });
    await ask(
      'PATCH /email-accounts/{id}',
      200,
      { id },
      { imap: login, sync: { enabled: false, since: '2026-01-01' } },
    );
    await ask('PATCH /email-accounts/{id}', 412, { id }, {}, { 'if-match': '"0"' });
    await ask('POST /email-accounts/{id}/test', 200, { id });
    await ask('GET /email-accounts/{id}/folders', 200, { id });
    await ask('PATCH /email-accounts/{id}', 200, { id }, { sync: { enabled: true } });
    await ask('POST /email-accounts/{id}/sync', 202, { id });
    await imap.end();
    await ask('GET /email-accounts/{id}/folders', 502, { id });
    await ask('DELETE /email-accounts/{id}', 200, { id });
    await ask('POST /email-accounts/{id}/test', 404, { id });
  });

  it('files', async () => {
    const bytes = form({ mime: 'application/octet-stream' });
    const made = await ask('POST /files', 201, {}, bytes, formType);
    const { id } = dataOf(made);
    await ask('POST /files', 415, {}, { file: 'x' });
    await ask('POST /files', 400, {}, form(), formType);
    await ask('GET /files', 200);
    await ask('GET /files/{id}', 200, { id });
    await ask('GET /files/{id}', 304, { id }, undefined, { 'if-none-match': made.headers.get('etag') as string });
    await ask('GET /files/{id}/content', 200, { id });
    await ask('GET /files/{id}/content', 206, { id }, undefined, { range: 'bytes=0-1' });
    await ask('GET /files/{id}/content', 304, { id }, undefined, { 'if-none-match': '*' });
    await ask('GET /files/{id}/content', 416, { id }, undefined, { range: 'bytes=9-' });
    await ask('POST /emails/drafts', 201, {}, { attachments: [id] });
    await ask('DELETE /files/{id}', 409, { id });
    await ask('DELETE /files/{id}', 412, { id }, undefined, { 'if-match': '"0"' });
    const other = dataOf(await ask('POST /files', 201, {}, bytes, formType)).id;
    await ask('DELETE /files/{id}', 200, { id: other });
    await ask('GET /files/{id}/content', 404, { id: other });
  });

  it('a mail as its source and as a page', async () => {
    const reader = createMessageReader();
    const { id } = (await bring(service, reader, message(usual))).record;
    const broken = (await bring(service, reader, multipart(Array(1001).fill('\nx')))).record;
    const headers = [
      ...usual,
      'List-Unsubscribe: <https://127.0.0.1:1/>',
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    ];
    const listed = (await bring(service, reader, message(headers))).record;
    const bounced = (await bring(service, reader, bounceOf('<x@y.z>', 'bob@example.net'))).record;
    await reader.close();
    await ask('GET /emails/{id}', 200, { id: bounced.id });
    await ask('GET /emails/{id}', 200, { id: listed.id });
    await ask('POST /emails/{id}/unsubscribe', 502, { id: listed.id });
    await ask('GET /emails/{id}', 200, { id: broken.id });
    await ask('POST /emails/{id}/unsubscribe', 422, { id });
    await ask('GET /emails/{id}/raw', 200, { id });
    await ask('GET /emails/{id}/raw', 206, { id }, undefined, { range: 'bytes=0-1' });
    await ask('GET /emails/{id}/raw', 304, { id }, undefined, { 'if-none-match': '*' });
    await ask('GET /emails/{id}/raw', 416, { id }, undefined, { range: 'bytes=99999-' });
    await ask('GET /emails/{id}/html', 200, { id });
    await ask('GET /emails/{id}/html', 400, { id }, undefined, {}, '?remote=x');
    await ask('DELETE /emails/{id}', 200, { id }, undefined, {}, '?permanent=true');
    await ask('GET /emails/{id}/raw', 404, { id });
    await ask('GET /emails/{id}/html', 404, { id });
  });

  it('the change feed to poll, the health and the figures', async () => {
    await ask('GET /changes', 200);
    await ask('GET /changes', 410, {}, undefined, {}, '?since=999999');
    await ask('GET /health', 200);
    await ask('GET /metrics', 200);
  });

  it('the same key with another body is a documented conflict', async () => {
    const headers = { 'idempotency-key': 'one' };
    await ask('POST /contacts', 201, {}, { display_name: 'Ann' }, headers);
    await ask('POST /contacts', 409, {}, { display_name: 'Bob' }, headers);
  });

  it('every operation of the API has been asked', () => {
    const asked = operations.filter(({ path }) => path.startsWith('/api/v1') && path !== '/api/v1/ws');
    expect(asked.map(({ name }) => name).filter((name) => !seen.has(name))).toEqual([]);
  });
});

/** The routes that Fastify knows when all parts have registered theirs. */
async function registeredRoutes(): Promise<string[]> {
  const found = new Set<string>();
  const { config } = service;
  const database = await newDatabase();
  const store = await openStore({ data: '', database: database.place });
  const access = createAccess(store, true);
  const metrics = createMetrics(store, () => ({ clients: 0, behind: 0, bytes: 0 }));
  const app = await createServer({
    config,
    store,
    tools: {} as Tools, // no request is made
    access,
    metrics,
    logger: pino({ level: 'silent' }),
    async prepare(instance) {
      instance.addHook('onRoute', ({ method, url }) => {
        for (const one of [method].flat()) if (one !== 'HEAD') found.add(`${one} ${url.replaceAll(/:(\w+)/g, '{$1}')}`);
      });
      await registerSockets(instance);
      return addTurns(instance.server);
    },
  });
  const hub = createHub(
    store,
    () => {},
    () => {},
  );
  openFeed(app, { store, hub, memory: createFeedMemory(), access, sockets: 1 });
  addPages(app, { store, access, metrics, version: '1.2.3', place: '--data x' });
  await app.ready();
  await app.close();
  await store.close();
  await database.end();
  return [...found];
}

/** The examples that stand inside a schema, each with the part of the schema that it belongs to. */
function examplesInside(schema: unknown): { inner: Json; value: unknown }[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const inner = schema as Json;
  const own = Array.isArray(inner.examples) ? inner.examples.map((value) => ({ inner, value })) : [];
  const byDefault = 'default' in inner && 'type' in inner ? [{ inner, value: inner.default }] : [];
  return [...own, ...byDefault, ...Object.values(inner).flatMap(examplesInside)];
}

function faultsOf(schema: Json, value: unknown): string[] {
  const validate = ajv.compile(schema);
  return validate(value) ? [] : (validate.errors ?? []).map((one) => `${JSON.stringify(value)}: ${one.message}`);
}
