// The OpenAPI document is valid and complete: every route is in it, and its examples fit its schemas.
import { Validator } from '@seriousme/openapi-schema-validator';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccess } from '../../../src/access/access.ts';
import { errors } from '../../../src/errors.ts';
import { unknownEvent } from '../../../src/feed/event-names.ts';
import { createHub } from '../../../src/feed/hub.ts';
import { createFeedMemory } from '../../../src/feed/memory.ts';
import { createFeedGateway } from '../../../src/http/feed.ts';
import { createMetrics } from '../../../src/http/metrics.ts';
import { addPages } from '../../../src/http/pages/pages.ts';
import { createServer } from '../../../src/http/server.ts';
import type { Services } from '../../../src/http/services.ts';
import { addSockets } from '../../../src/http/sockets.ts';
import { openStore } from '../../../src/open-store.ts';
import { newDatabase } from '../../support/databases.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { ajv, document, faults, type Json, operations, served } from './document.ts';

// An address that needs no entry of its own: the alias of the feed, which the entry of /api/v1/ws names, and the way
// from / to the reference.
const NOT_DOCUMENTED = ['GET /ws', 'GET /', 'GET /docs/', 'GET /favicon.svg', 'GET /favicon.ico'];

describe('the document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(served));
    expect(result).toMatchObject({ valid: true });
  });

  it('is what the service serves', async () => {
    const { body } = await service.ask('GET', '/openapi.json');
    const { info, ...others } = body as Json;
    expect(others).toEqual(JSON.parse(JSON.stringify({ ...served, info: undefined })));
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

describe('the calendar', () => {
  const operationOf = (wanted: string) => operations.find(({ name }) => name === wanted)?.operation as unknown as Json;
  const at = (value: unknown, ...path: string[]) =>
    path.reduce((inner, key) => (inner as Json)?.[key], value) as Json | undefined;
  const media = ['content', 'application/json'];

  it('shows a snooze with one of minutes and until, which is what the service takes', () => {
    const body = operationOf('POST /api/v1/reminders/{id}/snooze').requestBody;
    expect(at(body, ...media, 'example')).toEqual({ minutes: 10 });
    const choices = document.components.schemas.SnoozeReminder;
    expect(at(choices, 'oneOf')).toMatchObject([{ required: ['minutes'] }, { required: ['until'] }]);
  });

  it('shows the id of a reminder where one is needed', () => {
    const [id] = operationOf('POST /api/v1/reminders/{id}/dismiss').parameters as Json[];
    expect(id).toMatchObject({
      example: expect.stringMatching(/_r[0-9a-f]{12}$/),
      description: expect.stringContaining('reminder'),
    });
  });

  it('describes free and busy times, each member, and what minutes and working_hours may be', () => {
    for (const [schema, list] of [
      ['FreeBusy', 'busy'],
      ['FreeSlots', 'slots'],
    ] as const) {
      const { properties } = document.components.schemas[schema] as Json;
      const members = { ...(properties as Json), ...(at(properties, list, 'items', 'properties') as Json) };
      expect(Object.entries(members).filter(([, one]) => !at(one, 'description'))).toEqual([]);
      expect(Object.keys(members)).toEqual(expect.arrayContaining([list, 'unknown', 'start_local']));
    }
    const parameters = operationOf('GET /api/v1/free-slots').parameters as Json[];
    expect(parameters.find(({ name }) => name === 'minutes')).toMatchObject({ schema: { minimum: 1 } });
    const hours = parameters.find(({ name }) => name === 'working_hours')?.description;
    for (const words of ['mon-fri', '22:00-06:00', 'semicolon']) expect(hours).toContain(words);
  });
});

describe('the headers of operations', () => {
  const having = (header: string) =>
    operations
      .filter(({ operation }) => operation.parameters?.some(({ name }) => name === header))
      .map(({ name }) => name);

  it('have X-Source where a record with a source is made', () => {
    const paths = ['events', 'emails', 'contacts', 'emails/send', 'emails/drafts'];
    expect(having('X-Source').sort()).toEqual(paths.map((path) => `POST /api/v1/${path}`).sort());
  });

  it('have If-None-Match where the response has an ETag', () => {
    const tagged = operations.filter(
      ({ method, operation }) => method === 'get' && operation.responses[304] !== undefined,
    );
    expect(having('If-None-Match')).toEqual(tagged.map(({ name }) => name));
  });
});

describe('the events that operations emit', () => {
  it('exist, and are in x-emits and in the description', () => {
    for (const { operation } of operations) {
      const emits = operation['x-emits'] ?? [];
      expect(unknownEvent(emits.map(({ event }) => event))).toBe(undefined);
      for (const { event, when = '' } of emits)
        expect(operation.description).toContain(when === '' ? event : `${event} ${when}`);
    }
    const silent = operations.filter(({ method, operation }) => method !== 'get' && !operation['x-emits']);
    // Sessions and tokens are not records, and a test is not a change.
    expect(silent.map(({ name }) => name)).toEqual([
      'POST /api/v1/webhooks/{id}/test',
      'POST /api/v1/session',
      'DELETE /api/v1/session',
      'DELETE /api/v1/sessions/{id}',
      'POST /api/v1/tokens',
      'DELETE /api/v1/tokens/{id}',
    ]);
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

beforeAll(async () => {
  service = await startTestService({ allowHosts: '127.0.0.1' });
});
afterAll(() => service.end());

/** The routes that Fastify knows when all parts have registered theirs. */
async function registeredRoutes(): Promise<string[]> {
  const { config } = service;
  const database = await newDatabase();
  const store = await openStore({ data: '', database: database.place });
  const access = createAccess(store, true);
  const metrics = createMetrics(store);
  const { app, addresses } = await createServer({
    config,
    store,
    services: {} as Services, // no request is made
    access,
    metrics,
    logger: pino({ level: 'silent' }),
  });
  const hub = createHub(
    store,
    () => {},
    () => {},
  );
  const memory = createFeedMemory();
  addSockets(app, createFeedGateway({ store, hub, memory, readCounts: async () => ({}), access, sockets: 1 }));
  addPages(app, { store, access, metrics, version: '1.2.3', place: '--data x', webApp: undefined, addresses });
  await app.ready();
  await app.close();
  await store.close();
  await database.end();
  return [...addresses].flatMap(([url, methods]) =>
    [...methods].filter((one) => one !== 'HEAD').map((one) => `${one} ${url.replaceAll(/:(\w+)/g, '{$1}')}`),
  );
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
