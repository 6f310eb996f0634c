// The API reference at /docs: made from the OpenAPI document alone, complete, self-contained and safe.
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { get } from 'node:http';
import { parseDocument } from 'htmlparser2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '../../../src/access/access.ts';
import { errors } from '../../../src/errors.ts';
import { openApi } from '../../../src/http/docs/openapi.ts';
import { schemaName } from '../../../src/http/docs/openapi-schemas.ts';
import { referencePage } from '../../../src/http/docs/reference.ts';
import { resources } from '../../../src/resources/resources.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { document as shared } from './document.ts';

type Node = { type: string; name?: string; data?: string; attribs?: Record<string, string>; children?: Node[] };
interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  parameters?: { name: string }[];
  requestBody?: { content: Record<string, { schema: { $ref: string } }> };
  responses: Record<string, { content?: { 'application/json'?: { examples?: object } } }>;
}

const document = openApi('9.9.9');
const { paths, components } = shared as unknown as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { properties?: object; oneOf?: { properties: object }[] }> };
};
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const page = referencePage(document);
const tree = parseDocument(page) as unknown as Node;

describe('the page', () => {
  it.each(operations)(
    'shows $method $path with its parameters, fields, scope and errors',
    ({ path, method, operation }) => {
      const section = byId(operation.operationId);
      const text = textOf(section);
      expect(text).toContain(operation.summary);
      expect(text).toContain(`${method.toUpperCase()} ${path}`);
      for (const { name } of operation.parameters ?? []) expect(rowNames(section)).toContain(name);
      const [media] = Object.values(operation.requestBody?.content ?? {});
      const body = media && components.schemas[media.schema.$ref.split('/').at(-1) as string];
      const fields = (body?.oneOf ?? [body]).flatMap((one) => Object.keys(one?.properties ?? {}));
      for (const name of fields) expect(rowNames(section)).toContain(name);
      for (const [status, { content }] of Object.entries(operation.responses)) {
        expect(text).toContain(status);
        for (const code of Object.keys(content?.['application/json']?.examples ?? {})) expect(text).toContain(code);
      }
      const [, scope] = /scope ([\w:]+)\./.exec(operation.description ?? '') ?? [];
      if (scope) expect(text).toContain(`Scope ${scope}`);
      const [, event] = /Emits (\w+\.\w+)/.exec(operation.description ?? '') ?? [];
      if (event) expect(text).toContain(`Emits ${event}`);
      expect(links()).toContain(`#${operation.operationId}`);
    },
  );

  it('shows the fields of every record, and of everything that it links to', () => {
    const shown = all(() => true)
      .map((node) => /^schema-(\w+)$/.exec(node.attribs?.id ?? '')?.[1])
      .filter((name) => name !== undefined);
    expect(shown).toEqual(expect.arrayContaining([...resources.map(schemaName), 'Reminder', 'Change', 'Error']));
    for (const name of shown)
      for (const field of Object.keys(components.schemas[name]?.properties ?? {}))
        expect(rowNames(byId(`schema-${name}`))).toContain(field);
  });

  it('does not repeat the body of an operation as a record', () => {
    expect(page).not.toContain('id="schema-EventCreate"');
    expect(page).not.toContain('id="schema-EventList"');
  });

  it('explains every error code', () => {
    const text = textOf(byId('errors'));
    for (const code of Object.keys(errors)) expect(text).toContain(code);
  });

  it('shows the members of nested items below their field', () => {
    expect(rowNames(byId('createEvent'))).toEqual(
      expect.arrayContaining(['attendees[].email', 'reminders[].minutes_before', 'recurrence.freq']),
    );
  });

  it('has a target for every link of its own', () => {
    const ids = new Set(all(() => true).map((node) => node.attribs?.id));
    const missing = links().filter((href) => href.startsWith('#') && !ids.has(href.slice(1)));
    expect(missing).toEqual([]);
    expect(ids.size).toBeGreaterThan(operations.length);
  });

  it('uses every id once', () => {
    const ids = all((node) => node.attribs?.id !== undefined).map((node) => node.attribs?.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('loads nothing but its icon: no source, style sheet, font, image or frame of any address', () => {
    expect(all(({ name }) => name === 'link').map(({ attribs }) => [attribs?.rel, attribs?.href])).toEqual([
      ['icon', '/favicon.svg'],
    ]);
    const loading = all(
      ({ name, attribs = {} }) =>
        ['img', 'iframe', 'object', 'embed', 'audio', 'video', 'source', 'base'].includes(name ?? '') ||
        ['src', 'srcset', 'data', 'action', 'background', 'poster', 'ping'].some((attribute) => attribute in attribs),
    );
    expect(loading.map((node) => node.name)).toEqual([]);
    const style = textOf(all((node) => node.name === 'style')[0] as Node);
    expect(style).not.toMatch(/url\(|@import|@font-face/);
    const script = textOf(all((node) => node.name === 'script')[0] as Node);
    expect(script).not.toMatch(/fetch\(|XMLHttpRequest|import\(|EventSource|new WebSocket|sendBeacon/);
  });

  it('links to no other place than itself and openapi.json', () => {
    expect([...new Set(links().filter((href) => !href.startsWith('#')))]).toEqual(['/openapi.json']);
  });
});

describe('text of the document', () => {
  const evil = `<img src=x onerror="alert(1)">'"&</script><b>`;
  const hostile = {
    openapi: '3.1.0',
    info: { title: evil, version: evil, summary: evil },
    tags: [{ name: evil, description: evil }],
    paths: {
      [`/${evil}/{id}`]: {
        post: {
          operationId: evil,
          tags: [evil],
          summary: evil,
          description: evil,
          'x-also-needs': { scope: evil, when: evil },
          'x-emits': [{ event: evil, when: evil }],
          parameters: [
            { name: evil, in: 'query', description: evil, schema: { type: evil, enum: [evil], default: evil } },
          ],
          requestBody: {
            content: {
              'application/json': {
                schema: { properties: { [evil]: { type: 'string', description: evil, default: evil } } },
                example: { [evil]: evil },
              },
            },
          },
          responses: {
            200: {
              description: evil,
              content: { 'application/json': { schema: { $ref: evil }, example: { [evil]: [evil] } } },
            },
            400: {
              description: evil,
              content: { 'application/json': { examples: { [evil]: { summary: evil } } } },
            },
          },
        },
      },
    },
    components: { schemas: { [evil]: { description: evil, properties: { [evil]: { type: evil } } } } },
  };

  it('never becomes markup, wherever it is', () => {
    const made = parseDocument(referencePage(hostile)) as unknown as Node;
    const names = all(() => true, made).map((node) => node.name);
    expect(names.filter((name) => name === 'img')).toEqual([]);
    expect(names.filter((name) => name === 'script')).toEqual(['script']);
    const attributes = all(() => true, made).flatMap((node) => Object.keys(node.attribs ?? {}));
    expect(attributes.filter((name) => name.startsWith('on'))).toEqual([]);
    // Seen as it was written: once as the title, once as the summary, as a name, a value, …
    expect(textOf(made).split(evil).length).toBeGreaterThan(20);
  });

  it('is not searched for scopes and events: those are values of the document', () => {
    const told = { description: 'Needs the scope a:b. Emits c.d.', responses: {} };
    const valued = {
      operationId: 'valued',
      description: 'What people read elsewhere.',
      'x-scope': 'events:read',
      'x-also-needs': { scope: 'events:erase', when: 'on Sundays' },
      'x-emits': [{ event: 'event.created' }, { event: 'event.deleted', when: 'at times' }],
      responses: {},
    };
    const made = parseDocument(referencePage({ paths: { '/a': { get: told }, '/b': { get: valued } } }));
    const facts = all(({ attribs }) => attribs?.class === 'facts', made as unknown as Node).map((list) =>
      (list.children ?? []).map(textOf),
    );
    expect(facts).toEqual([
      ['Scope events:read', 'Also events:erase on Sundays', 'Emits event.created; event.deleted at times'],
    ]);
    expect(textOf(made as unknown as Node)).not.toContain('What people read elsewhere.');
  });

  it('a document without anything in it still gives a page', () => {
    const made = parseDocument(referencePage({})) as unknown as Node;
    expect(textOf(made)).toContain('Introduction');
  });
});

describe('GET /docs', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.end());

  it('serves the page as HTML, with a policy that lets nothing be loaded', async () => {
    const answer = await service.ask('GET', '/docs');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.text).toContain('<!doctype html>');
    expect(answer.text).toContain('id="createEvent"');
    expect((await service.ask('GET', '/docs/')).text).toBe(answer.text);
  });

  it('the policy allows the script and the style of the page by their hashes, and no others', async () => {
    const { headers, text } = await service.ask('GET', '/docs');
    const made = parseDocument(text) as unknown as Node;
    const hashes = (name: string) =>
      all((node) => node.name === name, made).map((node) => `'sha256-${hash('sha256', textOf(node), 'base64')}'`);
    const policy = new Map(
      (headers.get('content-security-policy') ?? '').split('; ').map((one) => one.split(/ (.*)/, 2)) as [
        string,
        string,
      ][],
    );
    expect(hashes('script')).toEqual([policy.get('script-src')]);
    expect(hashes('style')).toEqual([policy.get('style-src')]);
    expect([...policy.values()].join(' ')).not.toContain('unsafe');
    expect(all(({ attribs = {} }) => 'style' in attribs, made)).toEqual([]);
  });

  it('serves the icon to anyone, to be kept for a day', async () => {
    for (const [path, type] of [
      ['/favicon.svg', 'image/svg+xml'],
      ['/favicon.ico', 'image/x-icon'],
    ] as const) {
      const answer = await service.ask('GET', path);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=86400');
      const etag = answer.headers.get('etag') as string;
      expect((await service.ask('GET', path, undefined, { 'if-none-match': etag })).status).toBe(304);
    }
  });

  it('the pages and the icon need no token, but an allowed Host', async () => {
    const paths = ['/docs', '/docs/', '/openapi.json', '/favicon.svg', '/favicon.ico'];
    const guarded = await startTestService();
    await createToken(guarded.store, { user: 1, name: 'test', scopes: ['events:read'], expiresAt: null });
    for (const path of paths) expect([path, (await guarded.ask('GET', path)).status]).toEqual([path, 200]);
    await guarded.end();
    for (const path of paths) expect([path, await statusFor(service, path, 'evil.example')]).toEqual([path, 403]);
  });
});

/** The status of a request under another Host, which fetch would not send. */
async function statusFor({ url }: TestService, path: string, host: string): Promise<number> {
  const [response] = await once(get(url + path, { headers: { host } }), 'response');
  response.resume();
  return response.statusCode;
}

function all(fits: (node: Node) => boolean, from: Node = tree): Node[] {
  const own = from.name !== undefined && fits(from) ? [from] : [];
  return [...own, ...(from.children ?? []).flatMap((child) => all(fits, child))];
}

function byId(id: string): Node {
  const [node] = all(({ attribs }) => attribs?.id === id);
  if (!node) throw new Error(`the page has nothing with the id ${id}`);
  return node;
}

function textOf(node: Node): string {
  return node.data ?? (node.children ?? []).map(textOf).join('');
}

/** The names in the first column of the section's tables. */
function rowNames(section: Node): string[] {
  return all(({ name, attribs }) => name === 'th' && attribs?.scope === 'row', section).map((cell) =>
    textOf(all(({ name }) => name === 'code', cell)[0] as Node),
  );
}

function links(): string[] {
  return all(({ name }) => name === 'a').map((node) => node.attribs?.href ?? '');
}
