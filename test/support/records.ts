// Valid bodies of events and contacts, records in the states that rows begin with, and rows made from tables of
// values that are taken or refused.
import { expect } from 'vitest';
import { changesSince, type Scenario, type World } from './scenario.ts';
import { type Answered, seqOf } from './service.ts';

export interface Kind {
  name: 'event' | 'contact';
  path: 'events' | 'contacts';
  /** The least that a create takes. */
  least: Record<string, unknown>;
  /** A value for every field, none of them its default. */
  full: Record<string, unknown>;
  /** A field of text, and a near miss of its name. */
  word: string;
  typo: string;
}

export const event: Kind = {
  name: 'event',
  path: 'events',
  least: { title: 'Dentist', start_at: '2026-02-17T09:00:00Z' },
  full: {
    title: 'Choir',
    description: 'Bring the scores.',
    location: 'Town hall',
    start_at: '2026-03-02T18:00:00Z',
    end_at: '2026-03-02T20:30:00Z',
    all_day: true,
    start_date: '2026-03-02',
    end_date: '2026-03-03',
    timezone: 'Europe/Berlin',
    recurrence: { freq: 'weekly', byday: ['MO'] },
    overrides: { '2026-03-09': { title: 'Choir, outside' } },
    status: 'tentative',
    transparency: 'transparent',
    calendar_name: 'music',
    reminders: [{ type: 'email', minutes_before: 30 }],
    attendees: [{ email: 'ann@example.org', name: 'Ann Lee', status: 'accepted' }],
    custom_fields: { voice: 'alto' },
  },
  word: 'title',
  typo: 'titel',
};

export const contact: Kind = {
  name: 'contact',
  path: 'contacts',
  least: { display_name: 'Ann Lee' },
  full: {
    display_name: 'Dr Bo Berg',
    first_name: 'Bo',
    last_name: 'Berg',
    emails: [{ address: 'bo@example.org', label: 'work', primary: true }],
    phones: [{ number: '+49 30 5550123', label: 'mobile', primary: true }],
    company: 'Harbour Press',
    job_title: 'Editor',
    addresses: [{ street: '1 Quay', city: 'Kiel', state: 'SH', postal_code: '24103', country: 'DE', label: 'work' }],
    birthday: '1980-05-10',
    anniversary: '--06-21',
    notes: 'Met at the fair.',
    avatar_path: '/pictures/bo.png',
    tags: ['press', 'friends'],
    custom_fields: { shelf: 3 },
  },
  word: 'notes',
  typo: 'nots',
};

export const MISSING = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10';

export function idOf(record: object): string {
  return (record as { id: string }).id;
}

/** An existing record: its {id} and {handle}. */
export function standing({ path, least }: Kind, body: object = {}) {
  return async ({ make }: World): Promise<Record<string, string>> => {
    const id = idOf(await make('POST', `/${path}`, { ...least, ...body }));
    return { id, handle: id.slice(-10) };
  };
}

/** A record in the trash. */
export function trashed(kind: Kind, body: object = {}) {
  return async (world: World): Promise<Record<string, string>> => {
    const names = await standing(kind, body)(world);
    const gone: object = await world.make('DELETE', `/${kind.path}/${names.id}`);
    return { ...names, ...gone };
  };
}

/** A record that is gone for good. */
export function erased(kind: Kind) {
  return async (world: World): Promise<Record<string, string>> => {
    const names = await standing(kind)(world);
    await world.make('DELETE', `/${kind.path}/${names.id}?permanent=true`);
    return names;
  };
}

const untouched = new WeakMap<World, Map<Kind, Promise<Record<string, string>>>>();

/** One full record for all rows whose request must leave it as it is. */
export function shared(kind: Kind) {
  return (world: World): Promise<Record<string, string>> => {
    const made = untouched.get(world) ?? new Map<Kind, Promise<Record<string, string>>>();
    untouched.set(world, made);
    const names = made.get(kind) ?? standing(kind, kind.full)(world);
    made.set(kind, names);
    return names;
  };
}

/** The record of a response is read back unchanged, and the feed has it too. */
export async function readsBack(kind: Kind, answer: Answered, { service }: World): Promise<void> {
  const { data } = answer.body as { data: { id: string } };
  expect((await service.ask('GET', `/${kind.path}/${data.id}`)).text).toBe(answer.text);
  const seq = seqOf(answer);
  const { messages } = await changesSince(service, seq - 1, 1);
  expect(messages).toMatchObject([{ seq, data }]);
}

/** Values that are taken, by POST and by PATCH: [what, fields sent, fields of the record]. */
export function taken(kind: Kind, table: [what: string, sent: object, shown: object][]): Scenario[] {
  const also: Scenario['also'] = (answer, world) => readsBack(kind, answer, world);
  return table.flatMap(([what, sent, shown]): Scenario[] => [
    {
      name: `POST takes ${what}`,
      ask: ['POST', `/${kind.path}`, { ...kind.least, ...sent }],
      status: 201,
      body: { data: shown },
      events: [`${kind.name}.created`],
      also,
    },
    {
      name: `PATCH takes ${what}`,
      given: standing(kind, kind.full),
      ask: ['PATCH', `/${kind.path}/{id}`, sent],
      status: 200,
      body: { data: shown },
      events: [`${kind.name}.updated`],
      also,
    },
  ]);
}

/** Values that are refused, by POST and by PATCH, and change nothing: [what, fields sent, field at fault, message]. */
export function refused(
  kind: Kind,
  table: [what: string, sent: object, field: string, says?: string | RegExp][],
): Scenario[] {
  const no = { status: 400, error: 'VALIDATION_ERROR', events: [] };
  return table.flatMap(([what, sent, field, says]): Scenario[] => [
    {
      name: `POST refuses ${what}`,
      ask: ['POST', `/${kind.path}`, { ...kind.least, ...sent }],
      ...no,
      field,
      faults: [field],
      ...(says && { says }),
    },
    {
      name: `PATCH refuses ${what}`,
      given: shared(kind),
      ask: ['PATCH', `/${kind.path}/{id}`, sent],
      ...no,
      field,
      faults: [field],
      ...(says && { says }),
      also: async (_answer, { service }, { id }) =>
        expect((await service.ask('GET', `/${kind.path}/${id}`)).body).toMatchObject({ data: kind.full }),
    },
  ]);
}

/** Every endpoint that takes an id: what it is called, and how it is asked. */
export function byId({ path, word }: Kind, id: string): [what: string, ask: Scenario['ask']][] {
  return [
    ['GET', ['GET', `/${path}/${id}`]],
    ['PATCH', ['PATCH', `/${path}/${id}`, { [word]: 'new' }]],
    ['PATCH custom', ['PATCH', `/${path}/${id}/custom`, { key: 1 }]],
    ['soft DELETE', ['DELETE', `/${path}/${id}`]],
    ['permanent DELETE', ['DELETE', `/${path}/${id}?permanent=true`]],
    ['restore', ['POST', `/${path}/${id}/restore`]],
  ];
}

/** Lists and which records they show, by a field, in order: [what, query, values]; `total` where a page is not all. */
export function listed(
  { path }: Pick<Kind, 'path'>,
  field: string,
  table: [what: string, query: string, values: unknown[], total?: number][],
): Scenario[] {
  return table.map(([what, query, values, total = values.length]) => ({
    name: what,
    ask: ['GET', `/${path}?${query}`],
    status: 200,
    body: { meta: { total } },
    events: [],
    also: ({ body }) =>
      expect((body as { data: Record<string, unknown>[] }).data.map((one) => one[field])).toEqual(values),
  }));
}

/** Queries of a list that are refused: [what, query, field at fault, message]. */
export function misasked(
  { path }: Pick<Kind, 'path'>,
  table: [what: string, query: string, field: string, says?: string][],
): Scenario[] {
  return table.map(([what, query, field, says]) => ({
    name: `a list refuses ${what}`,
    ask: ['GET', `/${path}?${query}`],
    status: 400,
    error: 'INVALID_QUERY',
    field,
    faults: [field],
    ...(says && { says }),
    events: [],
  }));
}
