// Calendars: they exist as soon as an event names them; they can be created, renamed, coloured, ordered and deleted, their
// events change with them, and every change is on the feed.
import { expect } from 'vitest';
import { refused, scenarios, type World } from '../support/scenario.ts';

interface Listed {
  data: { name: string; order: number | null; total: number }[];
  meta: object;
}

const at = (day: string, more: object = {}) => ({ title: `On ${day}`, start_at: `2026-06-${day}T09:00:00Z`, ...more });

/** Makes events in a calendar, the last of them in the trash. */
function events(calendar_name: string, ...days: string[]) {
  return async ({ make }: World) => {
    const made: Record<string, string> = {};
    for (const day of days) made[`e${day}`] = (await make('POST', '/events', at(day, { calendar_name }))).id ?? '';
    const gone = (await make('POST', '/events', at('28', { calendar_name }))).id as unknown as string;
    await make('DELETE', `/events/${gone}`);
    return { ...made, gone };
  };
}

const totals = async ({ service }: World, names: string[]) => {
  const { data } = (await service.ask('GET', '/calendars')).body as Listed;
  return names.map((name) => data.find((one) => one.name === name)?.total ?? null);
};

const calendarOf = async ({ service }: World, id: string) =>
  ((await service.ask('GET', `/events/${id}`)).body as { data?: { calendar_name: string } }).data?.calendar_name;

const newest = async ({ service }: World, count: number) => {
  const { meta } = (await service.ask('GET', '/changes?limit=0')).body as { meta: { seq: number } };
  const { body } = await service.ask('GET', `/changes?since=${meta.seq - count}`);
  return (body as { data: { event: string; data: object }[] }).data.map(({ data }) => data);
};

const NEW = {
  color: null,
  order: null,
  default_reminders: [],
  is_visible: true,
  counts_as_busy: true,
  is_read_only: false,
  total: 0,
  pending: 0,
  task_id: null,
};

// biome-ignore format: a table
scenarios('calendars', [
  { name: 'the calendar default always exists', ask: ['GET', '/calendars'], status: 200, body: { data: [{ name: 'default', ...NEW }], meta: { total: 1, limit: 500, offset: 0, has_more: false } }, events: [] },
  { name: 'a calendar exists as soon as an event names it, and what is in the trash does not count', given: events('named by events', '01', '02'), ask: ['GET', '/calendars/named%20by%20events'], status: 200, body: { data: { name: 'named by events', ...NEW, total: 2 } }, events: [] },
  { name: 'a calendar of which all events are in the trash does not exist', given: events('trash only'), ask: ['GET', '/calendars/trash%20only'], status: 404, error: 'NOT_FOUND', says: 'There is no calendar "trash only"', events: [] },
  { name: 'POST creates a calendar without events', ask: ['POST', '/calendars', { name: 'made', color: '#AABBCC', order: 7, default_reminders: [{ minutes_before: 10 }], is_visible: false, counts_as_busy: false }], status: 201, events: ['calendar.created'],
    body: { data: { ...NEW, name: 'made', color: '#aabbcc', order: 7, default_reminders: [{ type: 'notification', minutes_before: 10 }], is_visible: false, counts_as_busy: false } },
    also: async (answer, world) => {
      expect((await world.service.ask('GET', '/calendars/made')).text).toBe(answer.text);
      expect(await newest(world, 1)).toEqual([(answer.body as { data: object }).data]);
    } },
  { name: 'PATCH changes what was sent and nothing else', given: async ({ make }) => { await make('POST', '/calendars', { name: 'partly', color: '#112233', order: 3 }); return {}; }, ask: ['PATCH', '/calendars/partly', { color: null, is_visible: false }], status: 200, events: ['calendar.updated'], body: { data: { ...NEW, name: 'partly', color: null, order: 3, is_visible: false } } },
  { name: 'PATCH of a calendar that only events name', given: events('plain', '03'), ask: ['PATCH', '/calendars/plain', { order: 0 }], status: 200, events: ['calendar.updated'], body: { data: { ...NEW, name: 'plain', order: 0, total: 1 } } },
  { name: 'PATCH of default', ask: ['PATCH', '/calendars/default', { color: '#00ff00', default_reminders: [{ type: 'email', minutes_before: 60 }] }], status: 200, events: ['calendar.updated'], body: { data: { name: 'default', color: '#00ff00', default_reminders: [{ type: 'email', minutes_before: 60 }] } } },
  { name: 'a PATCH with the same values emits too', given: async ({ make }) => { await make('POST', '/calendars', { name: 'same' }); return {}; }, ask: ['PATCH', '/calendars/same', { name: 'same' }], status: 200, events: ['calendar.updated'] },
  { name: 'the list is in its order, then by name regardless of case and accents, those without an order last', given: async ({ make }) => {
      for (const name of ['Zoo', 'eagle', 'zebra', 'Éclair', 'Egon']) await make('POST', '/calendars', { name, order: 8 });
      return {};
    }, ask: ['GET', '/calendars'], status: 200, events: [],
    also: ({ body }) => {
      const { data } = body as Listed;
      expect(data.map(({ order }) => order ?? 1e9)).toEqual(data.map(({ order }) => order ?? 1e9).toSorted((a, b) => a - b));
      expect(data.slice(0, 8).map(({ name }) => name)).toEqual(['plain', 'partly', 'made', 'eagle', 'Éclair', 'Egon', 'zebra', 'Zoo']);
    } },
  { name: 'a page of the list', ask: ['GET', '/calendars?limit=1&offset=1'], status: 200, body: { data: [{ name: 'partly' }], meta: { limit: 1, offset: 1, has_more: true } }, events: [] },

  { name: 'a rename changes all events in one go, those in the trash too, and keeps what was set', ask: ['PATCH', '/calendars/old', { name: 'new / ä', order: 4 }], status: 200,
    given: async (world) => { const made = await events('old', '04', '05')(world); await world.make('PATCH', '/calendars/old', { color: '#123456' }); return made; },
    events: ['event.updated', 'event.updated', 'event.deleted', 'calendar.updated'], body: { data: { ...NEW, name: 'new / ä', color: '#123456', order: 4, total: 2 } },
    also: async (_answer, world, { e04, gone }) => {
      expect(await totals(world, ['old', 'new / ä'])).toEqual([null, 2]);
      expect(await newest(world, 2)).toMatchObject([{ id: gone, deleted_at: expect.any(String) }, { name: 'new / ä', renamed_from: 'old' }]);
      expect(await calendarOf(world, e04 as string)).toBe('new / ä');
      await world.make('POST', `/events/${gone}/restore`);
      expect(await calendarOf(world, gone as string)).toBe('new / ä');
      expect((await world.service.ask('GET', '/calendars/new%20%2F%20%C3%A4')).status).toBe(200);
    } },
  { name: 'a rename of a calendar without events', given: async ({ make }) => { await make('POST', '/calendars', { name: 'empty', order: 9 }); return {}; }, ask: ['PATCH', '/calendars/empty', { name: 'still empty' }], status: 200, events: ['calendar.updated'], body: { data: { ...NEW, name: 'still empty', order: 9 } },
    also: async (_answer, world) => expect(await totals(world, ['empty', 'still empty'])).toEqual([null, 0]) },
  ...refused([
    ['a rename to the name of a calendar that exists, and says how to merge them', ['PATCH', '/calendars/plain', { name: 'made' }], 409, 'CONFLICT', /already.*DELETE \/calendars\/plain\?events=move&to=made/],
    ['a rename to default', ['PATCH', '/calendars/plain', { name: 'default' }], 409, 'CONFLICT', 'already'],
    ['a rename of default', ['PATCH', '/calendars/default', { name: 'mine' }], 409, 'READ_ONLY', 'cannot be renamed'],
    ['a rename to birthdays', ['PATCH', '/calendars/plain', { name: 'birthdays' }], 409, 'READ_ONLY', 'computed from contacts'],
    ['a calendar that exists by its events', ['POST', '/calendars', { name: 'plain' }], 409, 'CONFLICT', 'There is a calendar "plain" already'],
    ['a calendar called birthdays', ['POST', '/calendars', { name: 'birthdays' }], 409, 'READ_ONLY', 'choose another name'],
    ['a calendar without a name', ['POST', '/calendars', { color: '#000000' }], 400, 'VALIDATION_ERROR', 'name is required', 'name'],
    ['an empty name', ['PATCH', '/calendars/plain', { name: '' }], 400, 'VALIDATION_ERROR', 'must not be empty', 'name'],
    ['a colour by name', ['PATCH', '/calendars/plain', { color: 'red' }], 400, 'VALIDATION_ERROR', '#3366cc', 'color'],
    ['a total', ['PATCH', '/calendars/plain', { total: 3 }], 400, 'VALIDATION_ERROR', 'cannot be set here', 'total'],
    ['an unknown field, and tells which was meant', ['PATCH', '/calendars/plain', { colour: '#000000' }], 400, 'VALIDATION_ERROR', 'did you mean color?', 'colour'],
    ['a wrong reminder', ['PATCH', '/calendars/plain', { default_reminders: [{ type: 'email' }] }], 400, 'VALIDATION_ERROR', 'minutes_before is required', 'default_reminders[0].minutes_before'],
    ['a negative order', ['PATCH', '/calendars/plain', { order: -1 }], 400, 'VALIDATION_ERROR', 'at least 0', 'order'],
    ['a calendar that is not there, and tells which was meant', ['PATCH', '/calendars/plian', { order: 1 }], 404, 'NOT_FOUND', 'did you mean "plain"?'],
    ['If-Match of another version', ['PATCH', '/calendars/made', { order: 1 }, { 'if-match': '"1"' }], 412, 'PRECONDITION_FAILED', 'read it again'],
  ]),
  { name: 'If-Match of the version that is there', given: async ({ service }) => ({ etag: (await service.ask('GET', '/calendars/made')).headers.get('etag') as string }), ask: ['PATCH', '/calendars/made', { order: 8 }, { 'if-match': '{etag}' }], status: 200, events: ['calendar.updated'] },
  { name: 'If-None-Match of a calendar whose total has changed', given: async ({ service, make }) => { const etag = (await service.ask('GET', '/calendars/made')).headers.get('etag') as string; await make('POST', '/events', at('06', { calendar_name: 'made' })); return { etag }; }, ask: ['GET', '/calendars/made', undefined, { 'if-none-match': '{etag}' }], status: 200, body: { data: { total: 1 } }, events: [] },

  { name: 'DELETE moves the events to another calendar', given: events('leaving', '07', '08'), ask: ['DELETE', '/calendars/leaving?events=move&to=plain'], status: 200, events: ['calendar.deleted', 'event.updated', 'event.updated', 'event.deleted'],
    body: { data: { name: 'leaving', deleted: true, events: 2, moved_to: 'plain', task_id: null } },
    also: async (_answer, world, { e07 }) => {
      expect(await totals(world, ['leaving', 'plain'])).toEqual([null, 3]);
      expect(await calendarOf(world, e07 as string)).toBe('plain');
    } },
  { name: 'DELETE moves the events to the trash, and a restored one brings its calendar back', given: events('binned', '09', '10'), ask: ['DELETE', '/calendars/binned?events=trash'], status: 200, events: ['calendar.deleted', 'event.deleted', 'event.deleted'],
    body: { data: { name: 'binned', deleted: true, events: 2, moved_to: null, task_id: null } },
    also: async (_answer, world, { e09 }) => {
      expect(await totals(world, ['binned'])).toEqual([null]);
      await world.make('POST', `/events/${e09}/restore`);
      expect(await totals(world, ['binned'])).toEqual([1]);
    } },
  { name: 'DELETE of a calendar without events needs no word about them', given: async ({ make }) => { await make('POST', '/calendars', { name: 'bare' }); return {}; }, ask: ['DELETE', '/calendars/bare'], status: 200, events: ['calendar.deleted'], body: { data: { name: 'bare', deleted: true, events: 0, moved_to: null, task_id: null } },
    also: async (_answer, world) => {
      expect(await newest(world, 1)).toEqual([{ name: 'bare', permanent: true }]);
      expect(await totals(world, ['bare'])).toEqual([null]);
    } },
  ...refused([
    ['DELETE without saying what becomes of the events', ['DELETE', '/calendars/plain'], 400, 'INVALID_QUERY', 'has 3 events: say events=trash', 'events'],
    ['DELETE that moves nowhere', ['DELETE', '/calendars/plain?events=move'], 400, 'INVALID_QUERY', 'needs to', 'to'],
    ['DELETE that moves to a calendar that is not there', ['DELETE', '/calendars/plain?events=move&to=mdae'], 400, 'INVALID_QUERY', 'did you mean "made"?', 'to'],
    ['DELETE that moves to itself', ['DELETE', '/calendars/plain?events=move&to=plain'], 400, 'INVALID_QUERY', 'another calendar', 'to'],
    ['DELETE that moves and trashes', ['DELETE', '/calendars/plain?events=trash&to=made'], 400, 'INVALID_QUERY', 'only for events=move', 'to'],
    ['DELETE of default', ['DELETE', '/calendars/default?events=trash'], 409, 'READ_ONLY', 'cannot be deleted'],
    ['DELETE of a calendar that is not there', ['DELETE', '/calendars/nowhere?events=trash'], 404, 'NOT_FOUND', 'There is no calendar'],
    ['DELETE of another version', ['DELETE', '/calendars/plain?events=trash', undefined, { 'if-match': '"1"' }], 412, 'PRECONDITION_FAILED', 'read it again'],
  ]),
  { name: 'a calendar that does not count as busy takes no time', given: async ({ make }) => { await make('POST', '/events', at('20', { calendar_name: 'quiet' })); await make('PATCH', '/calendars/quiet', { counts_as_busy: false }); return {}; }, ask: ['GET', '/free-busy?date=2026-06-20'], status: 200, body: { data: { busy: [], calendars: expect.not.arrayContaining(['quiet']) } }, events: [] },
  { name: 'also when it is asked for by name', ask: ['GET', '/free-busy?date=2026-06-20&calendars=quiet'], status: 200, body: { data: { busy: [], calendars: ['quiet'] } }, events: [] },
  { name: 'and takes time again when it counts', given: async ({ make }) => { await make('PATCH', '/calendars/quiet', { counts_as_busy: true }); return {}; }, ask: ['GET', '/free-busy?date=2026-06-20'], status: 200, body: { data: { busy: [{ start_at: '2026-06-20T09:00:00Z' }] } }, events: [] },
  { name: 'a new event without reminders has the default ones of its calendar', given: async ({ make }) => { await make('POST', '/calendars', { name: 'reminding', default_reminders: [{ minutes_before: 15 }] }); return {}; }, ask: ['POST', '/events', at('21', { start_at: '1999-06-21T09:00:00Z', calendar_name: 'reminding' })], status: 201, body: { data: { reminders: [{ type: 'notification', minutes_before: 15 }] } }, events: ['event.created'] },
  { name: 'and none if it says so', ask: ['POST', '/events', at('22', { start_at: '1999-06-22T09:00:00Z', calendar_name: 'reminding', reminders: [] })], status: 201, body: { data: { reminders: [] } }, events: ['event.created'] },
  { name: 'also after the calendar was renamed', given: async ({ make }) => { await make('PATCH', '/calendars/reminding', { name: 'reminding still' }); return {}; }, ask: ['POST', '/events', at('23', { start_at: '1999-06-23T09:00:00Z', calendar_name: 'reminding still' })], status: 201, body: { data: { reminders: [{ type: 'notification', minutes_before: 15 }] } }, events: ['event.created'] },
  { name: 'white space around a name is removed, so that no two calendars look the same', given: async ({ make }) => { await make('POST', '/calendars', { name: ' spaced out\u00a0', default_reminders: [{ minutes_before: 7 }] }); return {}; }, ask: ['POST', '/events', at('24', { start_at: '1999-06-24T09:00:00Z', calendar_name: '\tspaced out ' })], status: 201, body: { data: { calendar_name: 'spaced out', reminders: [{ minutes_before: 7 }] } }, events: ['event.created'],
    also: async (_answer, world) => {
      expect(await totals(world, ['spaced out', ' spaced out'])).toEqual([1, null]);
      const { body } = await world.service.ask('GET', '/events?calendar_name=%20spaced%20out');
      expect(body).toMatchObject({ meta: { total: 1 } });
    } },
  { name: 'also when it is renamed, and in the path', ask: ['PATCH', '/calendars/spaced%20out%20', { name: ' still spaced ' }], status: 200, body: { data: { name: 'still spaced', total: 1 } }, events: ['event.updated', 'calendar.updated'] },
  ...refused([
    ['a name of spaces', ['POST', '/calendars', { name: '  ' }], 400, 'VALIDATION_ERROR', 'must not be blank', 'name'],
    ['an event in a calendar of spaces', ['POST', '/events', at('25', { calendar_name: '\u3000 ' })], 400, 'VALIDATION_ERROR', 'must not be blank', 'calendar_name'],
    ['a name that differs by spaces from one that exists', ['POST', '/calendars', { name: ' plain ' }], 409, 'CONFLICT', 'There is a calendar "plain" already'],
  ]),
  { name: 'the same Idempotency-Key creates it once', given: async ({ service }) => { await service.ask('POST', '/calendars', { name: 'once' }, { 'idempotency-key': 'c1' }); return {}; }, ask: ['POST', '/calendars', { name: 'once' }, { 'idempotency-key': 'c1' }], status: 201, body: { data: { name: 'once' } }, events: [] },
]);
