// The rows that hold for events and contacts alike: what the shared behaviours do with ids and handles, with the
// trash, with odd bodies and unknown fields, and with custom_fields.
import { expect } from 'vitest';
import {
  byId,
  erased,
  type Kind,
  MISSING,
  misasked,
  readsBack,
  refused,
  shared,
  standing,
  trashed,
} from './records.ts';
import { changesSince, type Scenario } from './scenario.ts';

export function sharedRows(kind: Kind): Scenario[] {
  return [...idRows(kind), ...trashRows(kind), ...bodyRows(kind), ...customRows(kind)];
}

const missing = { status: 404, error: 'NOT_FOUND', events: [] };
const invalid = { status: 400, error: 'VALIDATION_ERROR', events: [] };

/** Every endpoint that takes an id, with ids and handles that fit and that do not. */
function idRows(kind: Kind): Scenario[] {
  const { name, path, word } = kind;
  const answers = [
    { body: { data: { id: '{id}' } }, events: [] },
    { body: { data: { id: '{id}', [word]: 'new' } }, events: [`${name}.updated`] },
    { body: { data: { id: '{id}', custom_fields: { key: 1 } } }, events: [`${name}.updated`] },
    { body: { data: { id: '{id}', deleted_at: expect.any(String) } }, events: [`${name}.deleted`] },
    { body: { data: { id: '{id}', deleted: true } }, events: [`${name}.deleted`] },
    { body: { data: { id: '{id}', deleted_at: null } }, events: [`${name}.restored`] },
  ];
  const working = (how: string, id: string) =>
    byId(kind, id).map(([what, ask], index): Scenario => {
      const given = what === 'restore' ? trashed(kind) : standing(kind);
      return { name: `${what} by ${how} works`, given, ask, status: 200, ...(answers[index] as (typeof answers)[0]) };
    });
  const failing = (how: string, id: string, given?: Scenario['given']) =>
    byId(kind, id).map(
      ([what, ask]): Scenario => ({ name: `${what} ${how} is 404`, ...(given && { given }), ask, ...missing }),
    );
  const capitals = async (...[world]: Parameters<NonNullable<Scenario['given']>>) => {
    const { id = '' } = await standing(kind)(world);
    return { id, capitals: id.toUpperCase() };
  };
  const found = { status: 200, body: { data: { id: '{id}' } }, events: [] };
  const near = [
    '{id}0',
    '{handle}0',
    '0{handle}',
    '%23',
    '{id}%00',
    '%27%20or%201=1',
    'a'.repeat(499),
    'a'.repeat(900),
  ];
  // biome-ignore format: a table
  return [
    ...working('its id', '{id}'),
    ...working('its handle', '%23{handle}'),
    ...failing(`of a missing ${name}`, MISSING),
    ...failing('by a malformed id', 'not-an-id'),
    ...failing('by a handle that fits none', '%23ffffffffff'),
    ...failing(`of an erased ${name}`, '{id}', erased(kind)),
    ...near.map((id): Scenario => ({ name: `GET by ${id.length > 40 ? `${id.length} letters` : id} is 404`, given: standing(kind), ask: ['GET', `/${path}/${id}`], ...missing })),
    { name: 'GET by a handle without its # works', given: standing(kind), ask: ['GET', `/${path}/{handle}`], ...found },
    { name: 'GET by an id in capitals works', given: capitals, ask: ['GET', `/${path}/{capitals}`], ...found },
    { name: 'GET of one record has no parameters of a list', given: standing(kind), ask: ['GET', `/${path}/{id}?limit=1`], status: 400, error: 'INVALID_QUERY', field: 'limit', faults: ['limit'], events: [] },
  ];
}

/** Soft delete, permanent delete and restore. */
function trashRows(kind: Kind): Scenario[] {
  const { name, path, word } = kind;
  const deleted = { status: 200, events: [`${name}.deleted`] };
  // biome-ignore format: a table
  return [
    { name: `GET of a ${name} in the trash is 404`, given: trashed(kind), ask: ['GET', `/${path}/{id}`], ...missing },
    { name: `PATCH of a ${name} in the trash is 404`, given: trashed(kind), ask: ['PATCH', `/${path}/{id}`, { [word]: 'new' }], ...missing },
    { name: `PATCH custom of a ${name} in the trash is 404`, given: trashed(kind), ask: ['PATCH', `/${path}/{id}/custom`, { key: 1 }], ...missing },
    { name: 'a second soft delete is 409 ALREADY_DELETED and says since when', given: trashed(kind), ask: ['DELETE', `/${path}/{id}`], status: 409, error: 'ALREADY_DELETED', says: '{deleted_at}', events: [] },
    { name: `a ${name} in the trash can be erased`, given: trashed(kind), ask: ['DELETE', `/${path}/{id}?permanent=true`], body: { data: { id: '{id}', deleted: true } }, ...deleted },
    { name: 'restoring what is not deleted is 409 NOT_DELETED', given: standing(kind), ask: ['POST', `/${path}/{id}/restore`], status: 409, error: 'NOT_DELETED', events: [] },
    { name: 'restore takes no fields', given: trashed(kind), ask: ['POST', `/${path}/{id}/restore`, { force: true }], ...invalid, field: 'force', faults: ['force'] },
    { name: 'a permanent that is no boolean is refused', given: standing(kind), ask: ['DELETE', `/${path}/{id}?permanent=yes`], status: 400, error: 'INVALID_QUERY', field: 'permanent', faults: ['permanent'], events: [] },
    { name: 'a soft delete answers id and deleted_at and nothing else, and the feed tells the same', given: standing(kind), ask: ['DELETE', `/${path}/{id}?permanent=false`], ...deleted,
      also: async (answer, { service }, { id }) => {
        expect(answer.body).toEqual({ data: { id, deleted_at: expect.stringMatching(/^2\d{3}-.*Z$/) } });
        expect(await lastChange(service)).toEqual({ event: `${name}.deleted`, ...(answer.body as object) });
      } },
    { name: 'a permanent delete answers id and deleted, and the feed says permanent', given: standing(kind), ask: ['DELETE', `/${path}/{id}?permanent=1`], ...deleted,
      also: async (answer, { service }, { id }) => {
        expect(answer.body).toEqual({ data: { id, deleted: true } });
        expect(await lastChange(service)).toEqual({ event: `${name}.deleted`, data: { id, permanent: true } });
      } },
    { name: `a restored ${name} is as it was and can be read and listed`, given: trashed(kind, kind.full), ask: ['POST', `/${path}/{id}/restore`, {}], status: 200, body: { data: { ...kind.full, deleted_at: null } }, events: [`${name}.restored`],
      also: async (answer, world, { id }) => {
        await readsBack(kind, answer, world);
        const list = (await world.service.ask('GET', `/${path}?sort=created_at&order=desc&limit=500`)).body as { data: { id: string }[] };
        expect(list.data.filter((one) => one.id === id)).toEqual([(answer.body as { data: object }).data]);
      } },
  ];
}

/** Bodies that are no object, unknown and fixed fields, and changes to the values that are there. */
function bodyRows(kind: Kind): Scenario[] {
  const { name, path, word, typo, least, full } = kind;
  const given = shared(kind);
  const same = {
    status: 200,
    body: { data: full },
    events: [`${name}.updated`],
    also: (...[answer, world]: Parameters<NonNullable<Scenario['also']>>) => readsBack(kind, answer, world),
  };
  // biome-ignore format: a table
  return [
    ...[undefined, 'null', '[]', '"text"', '7'].flatMap((body): Scenario[] => {
      const sent = body === undefined ? 'no body' : `the body ${body}`;
      const fault = { ...invalid, field: 'body', faults: ['body'], says: 'must be a JSON object' };
      return [
        { name: `POST refuses ${sent}`, ask: ['POST', `/${path}`, body], ...fault },
        { name: `PATCH refuses ${sent}`, given, ask: ['PATCH', `/${path}/{id}`, body], ...fault },
        { name: `PATCH custom refuses ${sent}`, given, ask: ['PATCH', `/${path}/{id}/custom`, body], ...fault },
      ];
    }),
    ...refused(kind, [
      ['an unknown field, and tells the one that was meant', { [typo]: 'x' }, typo, `did you mean ${word}?`],
      ['an unknown field like no other, and lists those there are', { zzzzzz: 1 }, 'zzzzzz', 'custom_fields'],
      ...['id', 'created_at', 'updated_at', 'deleted_at'].map((field): [string, object, string, string] => [`the service's own ${field}`, { [field]: null }, field, 'cannot be set']),
    ]),
    ...['source', 'source_id'].map((field): Scenario => (
      { name: `PATCH cannot change ${field}`, given, ask: ['PATCH', `/${path}/{id}`, { [field]: 'x' }], ...invalid, field, faults: [field], says: 'cannot be set' })),
    { name: 'every fault of a body is told, the first as details.field', ask: ['POST', `/${path}`, { ...least, custom_fields: 1, [typo]: 1, id: 'x' }], ...invalid, field: 'custom_fields', faults: ['custom_fields', typo, 'id'] },
    { name: 'PATCH with no fields emits its event', given, ask: ['PATCH', `/${path}/{id}`, {}], ...same },
    { name: 'PATCH to the same values emits its event', given, ask: ['PATCH', `/${path}/{id}`, full], ...same },
  ];
}

/** The merge of custom_fields. Each: what it does, the fields before, the body, the fields after. */
function customRows(kind: Kind): Scenario[] {
  const { name, path } = kind;
  // biome-ignore format: a table
  const table: [what: string, before: object | null, body: object, after: object | null][] = [
    ['replaces the given keys and keeps the others', { a: 1, b: { deep: 1 } }, { b: { other: 2 }, c: [3] }, { a: 1, b: { other: 2 }, c: [3] }],
    ['removes a key by null', { a: 1, b: 2 }, { a: null }, { b: 2 }],
    ['keeps a null inside a value', null, { a: { b: null } }, { a: { b: null } }],
    ['unwraps a body whose only key is custom_fields', { a: 1 }, { custom_fields: { b: 2 } }, { a: 1, b: 2 }],
    ['takes custom_fields beside other keys as a key', null, { custom_fields: { b: 2 }, c: 3 }, { custom_fields: { b: 2 }, c: 3 }],
    ['takes a custom_fields that is no object as a key', null, { custom_fields: 5 }, { custom_fields: 5 }],
    ['of no keys emits its event', null, {}, null],
    ['that removes what is not there emits its event', { a: 1 }, { z: null }, { a: 1 }],
    ['to the same values emits its event', { a: 1, b: 2 }, { a: 1 }, { a: 1, b: 2 }],
  ];
  const leaves =
    (after: object | null): Scenario['also'] =>
    async (answer, world) => {
      expect((answer.body as { data: { custom_fields: object } }).data.custom_fields).toEqual(after);
      await readsBack(kind, answer, world);
    };
  const merges = table.map(([what, before, body, after]): Scenario => {
    const events = [`${name}.updated`];
    const given = standing(kind, { custom_fields: before });
    const ask: Scenario['ask'] = ['PATCH', `/${path}/{id}/custom`, body];
    return { name: `PATCH custom ${what}`, given, ask, status: 200, events, also: leaves(after) };
  });
  const replaced: Scenario = {
    name: 'PATCH replaces custom_fields whole',
    given: standing(kind, { custom_fields: { a: 1, b: 2 } }),
    ask: ['PATCH', `/${path}/{id}`, { custom_fields: { b: 3 } }],
    status: 200,
    events: [`${name}.updated`],
    also: leaves({ b: 3 }),
  };
  return [...merges, replaced];
}

/** Queries that every list refuses. */
export function misaskedRows(kind: Kind): Scenario[] {
  // biome-ignore format: a table
  return [
    ...misasked(kind, [
      ...['-1', 'ten', '1.5', '', '0x10'].map((value): [string, string, string, string] => [`limit=${value}`, `limit=${value}`, 'limit', 'whole number']),
      ...['-1', 'ten'].map((value): [string, string, string, string] => [`offset=${value}`, `offset=${value}`, 'offset', 'whole number']),
      ['order=up', 'order=up', 'order', 'asc, desc'],
      ['a sort by another field', 'sort=custom_fields', 'sort', 'created_at'],
      ['format=xml', 'format=xml', 'format', 'json, compact'],
      ['include_deleted=yes', 'include_deleted=yes', 'include_deleted', 'true or false'],
      ['only_deleted=', 'only_deleted=', 'only_deleted', 'true or false'],
      ['an unknown parameter, and tells the one that was meant', 'serch=x', 'serch', 'did you mean search?'],
      ['an unknown parameter like no other, and lists those there are', 'zzzzzzzz=x', 'zzzzzzzz', 'include_deleted'],
      ['a parameter given twice', 'limit=1&limit=2', 'limit', 'once'],
      ['an unknown name in fields, and tells the one that was meant', `fields=id,${kind.typo}`, 'fields', `did you mean ${kind.word}?`],
      ['fields that name nothing', 'fields=,', 'fields', 'at least one'],
      ['fields together with format=compact', 'fields=id&format=compact', 'fields', 'exclude each other'],
      ['a search of more than 500 characters', `search=${'x'.repeat(501)}`, 'search', '500'],
      ['a time zone that does not exist', 'tz=Europe/Atlantis', 'tz', 'IANA'],
    ]),
    { name: 'every fault of a query is told', ask: ['GET', `/${kind.path}?limit=x&sort=x&q=1`], status: 400, error: 'INVALID_QUERY', field: 'limit', faults: ['limit', 'sort', 'q'], events: [] },
    { name: 'a fault of a compact list is told as JSON', ask: ['GET', `/${kind.path}?format=compact&sort=x`], status: 400, error: 'INVALID_QUERY', field: 'sort', faults: ['sort'], events: [] },
  ];
}

async function lastChange(service: Parameters<typeof changesSince>[0]) {
  const { seq } = await changesSince(service, 0, 0);
  const [last] = (await changesSince(service, seq - 1, 1)).messages;
  return { event: last?.event, data: last?.data };
}
