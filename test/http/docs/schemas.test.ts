// The OpenAPI document is made for generated clients: everything has a name that reads well, and types are exact.
import { describe, expect, it } from 'vitest';
import { loggedEvents } from '../../../src/feed/event-names.ts';
import { document, faults, type Json, operations, served } from './document.ts';

const components = served.components as Record<string, Record<string, Json>>;
const schemas = components.schemas as Record<string, Json>;

/** Every schema inside a part of the document, with the place of it. */
function schemasIn(part: unknown, place: string[]): { place: string[]; schema: Json }[] {
  if (typeof part !== 'object' || part === null) return [];
  const inside = Object.entries(part).filter(([key]) => !['example', 'examples', 'enum', 'x-default'].includes(key));
  return [{ place, schema: part as Json }, ...inside.flatMap(([key, one]) => schemasIn(one, [...place, key]))];
}

const everySchema = schemasIn(schemas, ['components', 'schemas']);
const parameters = operations.flatMap(({ path, method }) =>
  schemasIn(document.paths[path]?.[method]?.parameters, ['paths', path, method, 'parameters']),
);

/** The names that a schema consists of; undefined if a part of it has none. */
function namesOf(schema: Json): (string | undefined)[] {
  const parts = (schema.oneOf ?? schema.anyOf ?? schema.allOf ?? [schema]) as { $ref?: string }[];
  return parts.map(({ $ref }) => $ref?.split('/').at(-1));
}

describe('names', () => {
  it.each([
    ['POST /api/v1/emails/send', 'sendEmail'],
    ['GET /api/v1/email-accounts', 'listEmailAccounts'],
    ['GET /api/v1/events/{id}', 'getEvent'],
    ['POST /api/v1/emails/batch', 'batchEmails'],
    ['PATCH /api/v1/contacts/{id}/custom', 'mergeContactCustomFields'],
    ['DELETE /api/v1/identities/{id}', 'deleteIdentity'],
    ['POST /api/v1/emails/{id}/read', 'markEmailRead'],
    ['GET /api/v1/email-accounts/{id}/folders', 'listEmailAccountFolders'],
    ['GET /api/v1/ws', 'openChangeFeed'],
  ])('%s is %s', (name, id) => {
    expect(operations.find((one) => one.name === name)?.operation.operationId).toBe(id);
  });

  it('of operations are verbs in camel case', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z]*)*$/.test(id))).toEqual([]);
  });

  it('exist for every body, and for every response that is JSON', () => {
    const media = operations.flatMap(({ operation }) =>
      [operation.requestBody, ...Object.values(operation.responses)].flatMap((one) =>
        Object.entries(one?.content ?? {}).map(([type, { schema }]) => ({ id: operation.operationId, type, schema })),
      ),
    );
    const unnamed = media.filter(({ type, schema }) => /json|form/.test(type) && namesOf(schema).includes(undefined));
    expect(unnamed.map(({ id }) => id)).toEqual(['getOpenApi']); // any document
    for (const name of ['EventCreate', 'EventPatch', 'EmailDraftCreate', 'SendEmail', 'EventList', 'EventResponse'])
      expect(schemas).toHaveProperty(name);
  });

  it('of schemas, parameters and responses are all used', () => {
    const text = JSON.stringify(served);
    const unused = Object.entries(components).flatMap(([kind, all]) =>
      Object.keys(all)
        .filter((name) => kind !== 'securitySchemes' && !text.includes(`"#/components/${kind}/${name}"`))
        .map((name) => `${kind}/${name}`),
    );
    expect(unused).toEqual(['schemas/WebhookPayload']); // for receivers of all events
  });

  it('of tags are declared', () => {
    const declared = (served.tags as { name: string }[]).map(({ name }) => name);
    expect(new Set(declared).size).toBe(declared.length);
    expect(operations.flatMap(({ operation }) => operation.tags).filter((tag) => !declared.includes(tag))).toEqual([]);
  });

  it('of security schemes are bearer and session', () => {
    expect(components.securitySchemes).toMatchObject({
      bearer: { type: 'http', scheme: 'bearer' },
      session: { type: 'apiKey', in: 'cookie' },
    });
  });
});

describe('types', () => {
  it('of objects have members, or say that there may be any', () => {
    const free = everySchema.filter(
      ({ schema: { type, properties, additionalProperties } }) =>
        [type].flat().includes('object') && !properties && additionalProperties === undefined,
    );
    expect(free.map(({ place }) => place.join('/'))).toEqual([]);
  });

  it('of schemas say something', () => {
    expect(Object.keys(schemas).filter((name) => Object.keys(schemas[name] as Json).length === 0)).toEqual([]);
  });

  it('of lists have items', () => {
    const lists = everySchema.filter(({ schema: { type, items } }) => [type].flat().includes('array') && !items);
    expect(lists.map(({ place }) => place.join('/'))).toEqual([]);
  });

  // A generator takes a member with a default for one that is always there.
  it('of members have no defaults', () => {
    const isDefault = ({ place, schema }: { place: string[]; schema: Json }) =>
      place.at(-1) !== 'properties' && 'default' in schema;
    expect(everySchema.filter(isDefault).map(({ place }) => place.join('/'))).toEqual([]);
  });

  it('fit their examples and defaults', () => {
    const wrong = [...everySchema, ...parameters].flatMap(({ place, schema }) => {
      if (['properties', 'schemas'].includes(place.at(-1) as string)) return [];
      const values = [
        ...((schema.examples ?? []) as unknown[]),
        ...('x-default' in schema ? [schema['x-default']] : []),
      ];
      return values.flatMap((value) => faults(value, ...place).map((fault) => `${place.join('/')} ${fault}`));
    });
    expect(wrong).toEqual([]);
  });

  it('of compact responses are there where format=compact is', () => {
    for (const { operation } of operations) {
      const takes = operation.parameters?.some(({ name, schema }) => name === 'format' && 'enum' in schema) ?? false;
      const media = operation.responses[200]?.content?.['application/json'];
      expect([operation.operationId, media !== undefined && 'x-compact' in media]).toEqual([
        operation.operationId,
        takes,
      ]);
    }
  });
});

describe('webhooks', () => {
  it('are there for every event of the change log, each with what is sent', () => {
    const events = [...loggedEvents.values()].flat();
    const others = ['webhook.test', 'changes.expired'];
    expect(Object.keys(document.webhooks).sort()).toEqual([...events, ...others].sort());
    for (const event of events) {
      const { operationId, requestBody } = document.webhooks[event]?.post ?? {};
      expect(operationId).toMatch(/^on([A-Z][a-z]+)+$/);
      const { type, data } = membersOf(requestBody?.content['application/json']?.schema);
      expect(type?.enum).toContain(event);
      const [change] = (data?.anyOf ?? []) as Json[];
      expect(membersOf(change).event?.enum).toEqual(type?.enum);
    }
  });

  it.each(['/api/v1/webhooks', '/api/v1/webhooks/{id}/rotate-secret'])(
    '%s shows an enabled one with its secret',
    (path) => {
      const { responses } = document.paths[path]?.post ?? {};
      const { example } = (responses?.[201] ?? responses?.[200])?.content?.['application/json'] ?? {};
      expect(example).toMatchObject({
        data: { enabled: true, disabled_at: null, secret: expect.stringMatching(/^whsec_/), delivery: { pending: 0 } },
      });
    },
  );
});

/** The members of the schema that a reference names. */
function membersOf(reference: Json | undefined): Record<string, Json> {
  const [name = ''] = namesOf(reference ?? {});
  return (schemas[name]?.properties ?? {}) as Record<string, Json>;
}
