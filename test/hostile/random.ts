// Random bodies, made from the schemas that the service itself publishes: whatever comes, it is taken or refused with
// a reason, and what the schema refuses the service refuses too.
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { engine } from '../support/databases.ts';
import { fitting, type Schema, wounded } from './arbitraries.ts';
import type { Victim } from './victim.ts';

const BODIES = engine === 'postgres' ? 150 : 500; // most are refused before the database is asked

// A good account or webhook would be tried at whatever host it names, an identity needs an account, a session a token,
// and after a first token every request needs one; they have tests of their own.
const APART = /\/(email-accounts|identities|webhooks|session|tokens)\b/;

interface Operation {
  requestBody?: { content: { 'application/json'?: { schema: Schema } } };
}

export function randomBodies(victim: () => Victim): void {
  let routes: { method: string; path: string; schema: Schema; refuses: (body: unknown) => boolean }[];
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    const { body } = await victim().ask('GET', '//openapi.json');
    const { paths, components } = body as unknown as {
      paths: Record<string, Record<string, Operation>>;
      components: { schemas: Record<string, Schema> };
    };
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    routes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { requestBody }]) => {
        const referring = requestBody?.content['application/json']?.schema;
        if (!referring || APART.test(path)) return [];
        const schema = withoutReferences(referring, components.schemas) as Schema;
        const validate = ajv.compile(schema);
        return [
          {
            method: method.toUpperCase(),
            path: path.replace('/api/v1', ''),
            schema,
            refuses: (body: unknown) => !validate(body),
          },
        ];
      }),
    );
    const { make } = victim();
    ids.events = (await make('/events', { title: 'x', start_at: '2026-02-17' })).id;
    ids.contacts = (await make('/contacts', { display_name: 'x' })).id;
    ids.emails = (await make('/emails', { from_address: 'a@x.org', received_at: '2026-02-17' })).id;
    ids.drafts = (await make('/emails/drafts', {})).id;
    await make('/events', { title: 'x', start_at: '2099-02-17', reminders: [{ minutes_before: 10 }] });
    const reminders = (await victim().ask('GET', '/reminders?from=2099-02-16&to=2099-02-18')).body;
    ids.reminders = (reminders as unknown as { data: { id: string }[] }).data[0]?.id as string;
  });

  const addressOf = async (path: string) => {
    const kind = path.startsWith('/emails/drafts') ? 'drafts' : (path.split('/')[1] as string);
    // An earlier body may have given it another name.
    if (/^\/(folders|labels|tags)\/\{name\}/.test(path)) await victim().ask('POST', `/${kind}`, { name: 'default' });
    return path.replace('{id}', ids[kind] as string).replace('{name}', 'default');
  };

  it(`${BODIES} random bodies, sent to the routes whose schemas they come from, are taken or refused with a reason`, async () => {
    expect(routes.length).toBeGreaterThan(10);
    const one = fc.nat().chain((at) => {
      const route = routes[at % routes.length] as (typeof routes)[number];
      const body = fc.oneof(
        { arbitrary: fitting(route.schema), weight: 2 },
        { arbitrary: wounded(route.schema), weight: 3 },
      );
      return body.map((value) => ({ route, value }));
    });
    const seen: Record<string, number> = {};
    await fc.assert(
      fc.asyncProperty(one, async ({ route, value }) => {
        const text = JSON.stringify(value) ?? 'null';
        const answer = await victim().ask(route.method, await addressOf(route.path), text);
        const outcome = answer.status < 300 ? 'taken' : answer.body.error?.code;
        seen[outcome as string] = (seen[outcome as string] ?? 0) + 1;
        expect([200, 201, 202, 400, 409, 422]).toContain(answer.status);
        if (route.refuses(JSON.parse(text)))
          expect(answer.status, `${route.method} ${route.path} took ${text.slice(0, 500)}`).toBe(400);
        if (answer.status === 400) expect(answer.body.error?.details.errors).not.toHaveLength(0);
      }),
      { numRuns: BODIES },
    );
    // The bodies are neither all good nor all bad, or they would try nothing.
    expect(seen.taken).toBeGreaterThan(BODIES / 20);
    expect(seen.VALIDATION_ERROR).toBeGreaterThan(BODIES / 20);
  });
}

/** The schema with the named ones in their places. */
function withoutReferences(value: unknown, named: Record<string, Schema>): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutReferences(one, named));
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value) return withoutReferences(named[(value.$ref as string).split('/').at(-1) as string], named);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutReferences(one, named)]));
}
