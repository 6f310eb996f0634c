// Events over HTTP: the shared behaviours, every field, and the list. (Recurrence has a table of its own.)
import { afterAll, expect, vi } from 'vitest';
import { misaskedRows, sharedRows } from '../support/behaviours.ts';
import { event, idOf, listed, misasked, refused, standing, taken } from '../support/records.ts';
import { type Scenario, scenarios, type World } from '../support/scenario.ts';

afterAll(() => void vi.useRealTimers());

scenarios('what all records do, as events', sharedRows(event));

const NULLABLE = ['description', 'location', 'end_at', 'timezone', 'recurrence', 'overrides', 'custom_fields'];
const FIXED = ['title', 'start_at', 'all_day', 'status', 'transparency', 'calendar_name', 'reminders', 'attendees'];
const WRONG_TYPES = {
  title: 7,
  description: 7,
  location: ['a'],
  start_at: 1_771_319_000,
  end_at: true,
  all_day: 'true',
  start_date: 20_260_217,
  end_date: true,
  timezone: 1,
  recurrence: 'weekly',
  overrides: [],
  status: 1,
  transparency: false,
  calendar_name: {},
  reminders: {},
  attendees: 'ann@example.org',
  custom_fields: [],
};

// biome-ignore format: a table
scenarios('fields of an event', [
  { name: 'a new event has every field, with its default', ask: ['POST', '/events', event.least], status: 201, events: ['event.created'],
    also: (answer) => expect((answer.body as { data: object }).data).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      title: 'Dentist', description: null, location: null, start_at: '2026-02-17T09:00:00Z', end_at: '2026-02-17T10:00:00Z', all_day: false,
      start_date: null, end_date: null, timezone: null, recurrence: null, overrides: null, status: 'confirmed', transparency: 'opaque', calendar_name: 'default', reminders: [], attendees: [], custom_fields: null,
      source: 'local', source_id: null, created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/), updated_at: expect.any(String), deleted_at: null,
    }) },
  { name: 'a full event comes back as it was sent', ask: ['POST', '/events', event.full], status: 201, body: { data: event.full }, events: ['event.created'] },
  ...['title', 'start_at'].map((field): Scenario => (
    { name: `${field} is required`, ask: ['POST', '/events', { ...event.least, [field]: undefined }], status: 400, error: 'VALIDATION_ERROR', field, faults: [field], says: 'is required', events: [] })),
  { name: 'a missing start names both fields for it', ask: ['POST', '/events', { title: 'x', all_day: true }], status: 400, error: 'VALIDATION_ERROR', field: 'start_at', says: 'start_at is required, or start_date of an all-day event.', events: [] },
  { name: 'all that is missing is told', ask: ['POST', '/events', {}], status: 400, error: 'VALIDATION_ERROR', faults: ['title', 'start_at'], events: [] },
  { name: 'a whole day has no end unless one is given', ask: ['POST', '/events', { ...event.least, all_day: true }], status: 201, body: { data: { end_at: null } }, events: ['event.created'] },
  { name: 'an end given as null stays null', ask: ['POST', '/events', { ...event.least, end_at: null }], status: 201, body: { data: { end_at: null } }, events: ['event.created'] },
  { name: 'a start alone moves the event with its length', given: standing(event, { end_at: '2026-02-17T12:00:00Z' }), ask: ['PATCH', '/events/{id}', { start_at: '2026-02-17T11:00:00Z' }], status: 200, body: { data: { start_at: '2026-02-17T11:00:00Z', end_at: '2026-02-17T14:00:00Z' } }, events: ['event.updated'] },
  { name: 'an end alone changes the length', given: standing(event), ask: ['PATCH', '/events/{id}', { end_at: '2026-02-17T12:00:00Z' }], status: 200, body: { data: { start_at: '2026-02-17T09:00:00Z', end_at: '2026-02-17T12:00:00Z' } }, events: ['event.updated'] },
  { name: 'a start alone leaves an event without an end', given: standing(event, { end_at: null }), ask: ['PATCH', '/events/{id}', { start_at: '2026-02-18' }], status: 200, events: ['event.updated'] },
  { name: 'a start that moves the end behind the year 9999 is refused', given: standing(event), ask: ['PATCH', '/events/{id}', { start_at: '9999-12-31T23:30:00Z' }], status: 400, error: 'VALIDATION_ERROR', field: 'start_at', faults: ['start_at'], events: [] },
  { name: 'a start with an end before it is refused', given: standing(event), ask: ['PATCH', '/events/{id}', { start_at: '2026-02-18', end_at: '2026-02-17T10:00:00Z' }], status: 400, error: 'VALIDATION_ERROR', field: 'end_at', faults: ['end_at'], events: [] },
  ...taken(event, [
    ...NULLABLE.map((field): [string, object, object] => [`null for ${field}`, { [field]: null }, { [field]: null }]),
    ['a start with an offset, in UTC', { start_at: '2026-02-17T09:00:00+05:30' }, { start_at: '2026-02-17T03:30:00Z' }],
    ['milliseconds, and keeps them', { start_at: '2026-02-17T09:00:00.250Z' }, { start_at: '2026-02-17T09:00:00.250Z' }],
    ['milliseconds of zero, and leaves them out', { start_at: '2026-02-17T09:00:00.000Z' }, { start_at: '2026-02-17T09:00:00Z' }],
    ['a start without an offset as UTC, the zone of this service', { start_at: '2026-02-17T09:15', timezone: null }, { start_at: '2026-02-17T09:15:00Z' }],
    ['a date alone as its midnight', { start_at: '2026-02-17' }, { start_at: '2026-02-17T00:00:00Z' }],
    ['29 February of a leap year', { start_at: '2024-02-29T12:00:00Z' }, { start_at: '2024-02-29T12:00:00Z' }],
    ['a time zone of Windows as that of IANA, and reads the times in it', { timezone: 'W. Europe Standard Time', start_at: '2026-02-17T09:00', end_at: null }, { timezone: 'Europe/Berlin', start_at: '2026-02-17T08:00:00Z' }],
    ['an end that is the start', { start_at: '2026-01-01T10:00:00Z', end_at: '2026-01-01T10:00:00Z' }, { end_at: '2026-01-01T10:00:00Z' }],
    ['each status: confirmed and cancelled', { status: 'cancelled' }, { status: 'cancelled' }],
    ['a reminder without a type as a notification', { reminders: [{ minutes_before: 0 }, { minutes_before: 525_600, type: 'sms' }] }, { reminders: [{ type: 'notification', minutes_before: 0 }, { type: 'sms', minutes_before: 525_600 }] }],
    ['an attendee without name and status as pending', { attendees: [{ email: 'bo@example.org' }] }, { attendees: [{ email: 'bo@example.org', name: null, status: 'pending' }] }],
    ['every status of an attendee', { attendees: ['accepted', 'declined', 'tentative', 'pending'].map((status) => ({ email: 'a@b.c', status })) }, { attendees: ['accepted', 'declined', 'tentative', 'pending'].map((status) => ({ email: 'a@b.c', name: null, status })) }],
    ['empty lists', { reminders: [], attendees: [], title: 'Bare' }, { reminders: [], attendees: [] }],
    ['any data in custom_fields', { custom_fields: { n: null, list: [1, { a: 'ß\u0000' }], 'ключ': true } }, { custom_fields: { n: null, list: [1, { a: 'ß\u0000' }], 'ключ': true } }],
  ]),
  ...refused(event, [
    ...Object.entries(WRONG_TYPES).map(([field, value]): [string, object, string, string] => [`${JSON.stringify(value)} as ${field}`, { [field]: value }, field, `${field} must be`]),
    ...FIXED.map((field): [string, object, string, string] => [`null for ${field}`, { [field]: null }, field, `${field} must be`]),
    ['an empty title', { title: '' }, 'title', 'must not be empty'],
    ['a title of 1001 characters', { title: 'x'.repeat(1001) }, 'title', '1000'],
    ['a status that is none', { status: 'maybe' }, 'status', 'confirmed, tentative, cancelled'],
    ['30 February', { start_at: '2026-02-30T09:00:00Z' }, 'start_at', 'existing'],
    ['29 February of a common year', { start_at: '2026-02-29' }, 'start_at', 'existing'],
    ['the hour 25', { start_at: '2026-02-17T25:00:00Z' }, 'start_at', 'existing'],
    ['a date in words', { start_at: 'next Tuesday' }, 'start_at', 'existing'],
    ['an end before the start', { start_at: '2026-02-17T09:00:00Z', end_at: '2026-02-17T08:59:59Z' }, 'end_at', 'must not be before'],
    ['a time zone that does not exist', { timezone: 'Europe/Atlantis' }, 'timezone', 'IANA'],
    ['an ambiguous abbreviation of a time zone', { timezone: 'PST' }, 'timezone', 'IANA'],
    ['a reminder without minutes_before', { reminders: [{ type: 'email' }] }, 'reminders[0].minutes_before', 'required'],
    ['a reminder before now', { reminders: [{ minutes_before: -1 }] }, 'reminders[0].minutes_before', 'at least 0'],
    ['a reminder more than a year ahead', { reminders: [{ minutes_before: 525_601 }] }, 'reminders[0].minutes_before', 'at most 525600'],
    ['half a minute', { reminders: [{ minutes_before: 5 }, { minutes_before: 1.5 }] }, 'reminders[1].minutes_before', 'integer'],
    ['an unknown member of a reminder', { reminders: [{ minutes_before: 5, typ: 'email' }] }, 'reminders[0].typ', 'did you mean type?'],
    ['an attendee without an email', { attendees: [{ name: 'Ann' }] }, 'attendees[0].email', 'required'],
    ['an attendee that is a text', { attendees: ['ann@example.org'] }, 'attendees[0]', 'an object'],
    ['a status of an attendee that is none', { attendees: [{ email: 'a@b.c', status: 'maybe' }] }, 'attendees[0].status', 'accepted, declined, tentative, pending'],
    ['a duration', { duration: 60 }, 'duration', 'did you mean end_at?'],
    ['a member of a reminder by another name', { reminders: [{ minutes: 5 }] }, 'reminders[0].minutes', 'did you mean minutes_before?'],
    ['a member of an attendee by another name', { attendees: [{ address: 'a@b.c' }] }, 'attendees[0].address', 'did you mean email?'],
    ['an unknown member of a second reminder', { reminders: [{ minutes_before: 5 }, { colour: 'red' }] }, 'reminders[1].colour', 'the fields are type, minutes_before'],
    ['an unknown member of a rule', { recurrence: { freq: 'daily', rules: [{ frequency: 'daily' }] } }, 'recurrence.rules[0].frequency', 'is not a field here'],
    ['an unknown member of an occurrence', { recurrence: { freq: 'daily' }, overrides: { '2026-02-17T09:00:00Z': { titel: 'x' } } }, 'overrides.2026-02-17T09:00:00Z.titel', 'did you mean title?'],
    ['an unknown member of a reminder of an occurrence', { recurrence: { freq: 'daily' }, overrides: { '2026-02-17T09:00:00Z': { reminders: [{ minutes: 5 }] } } }, 'overrides.2026-02-17T09:00:00Z.reminders[0].minutes', 'did you mean minutes_before?'],
    ['an unknown member of an attendee', { attendees: [{ email: 'a@b.c', stats: 'accepted' }] }, 'attendees[0].stats', 'did you mean status?'],
  ]),
]);

const at = (time: string) => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });

// A month of events around Tuesday 17 February 2026, noon; made in another order than they begin.
async function february({ make }: World): Promise<void> {
  // biome-ignore format: a table
  const table: [made: string, title: string, start: string, more?: object][] = [
    ['10:00', 'Zebra lunch', '2026-02-22T23:59:59.999Z'],
    ['11:00', 'zebra lunch', '2026-02-28T23:00:00Z'],
    ['12:00', 'Board meeting', '2026-02-17T14:00:00Z', { calendar_name: 'work', description: 'Quarterly café budget', location: 'Harbour', attendees: [{ email: 'bo@example.org', name: 'Bo' }] }],
    ['12:00', 'anna’s party', '2026-02-18T22:30:00Z', { calendar_name: 'home', status: 'tentative' }],
    ['13:00', 'Ännchen visits', '2026-02-15T23:30:00Z', { calendar_name: 'home' }],
    ['14:00', '会议室预订', '2026-02-01T00:00:00Z', { source: 'google' }],
    ['15:00', 'Straße fest', '2026-03-01T00:00:00Z', { status: 'cancelled' }],
    ['16:00', 'Old thing', '2026-02-17T08:00:00Z'],
  ];
  const ids = new Map<string, string>();
  for (const [made, title, start_at, more] of table) {
    at(`2026-02-10T${made}:00Z`);
    ids.set(title, idOf(await make('POST', '/events', { title, start_at, ...more })));
  }
  await make('DELETE', `/events/${ids.get('Old thing')}`);
  at('2026-02-11T09:00:00Z');
  await make('PATCH', `/events/${ids.get('Zebra lunch')}`, { location: 'Zoo' });
  at('2026-02-17T12:00:00Z');
}
const [ZEBRA, ZEBRA2, BOARD, ANNA, ANN, ROOM, FEST, OLD] = [
  'Zebra lunch',
  'zebra lunch',
  'Board meeting',
  'anna’s party',
  'Ännchen visits',
  '会议室预订',
  'Straße fest',
  'Old thing',
];
const ALL = [ROOM, ANN, BOARD, ANNA, ZEBRA, ZEBRA2, FEST];
const find = (what: string, search: string, titles: unknown[]): [string, string, unknown[]] => [
  `search ${what}`,
  `search=${encodeURIComponent(search)}`,
  titles,
];

// biome-ignore format: a table
scenarios('the list of events', [
  ...listed(event, 'title', [
    ['events come in the order they begin', '', ALL],
    ['sort=start_at, descending', 'sort=start_at&order=desc', ALL.toReversed()],
    ['sort=title ignores case and accents, ties by id', 'sort=title', [ANNA, ANN, BOARD, FEST, ZEBRA, ZEBRA2, ROOM]],
    ['sort=title, descending, ties by id the other way round', 'sort=title&order=desc', [ROOM, ZEBRA2, ZEBRA, FEST, BOARD, ANN, ANNA]],
    ['sort=created_at, ties by id', 'sort=created_at', [ZEBRA, ZEBRA2, BOARD, ANNA, ANN, ROOM, FEST]],
    ['sort=created_at, descending', 'sort=created_at&order=desc', [FEST, ROOM, ANN, ANNA, BOARD, ZEBRA2, ZEBRA]],
    ['sort=updated_at', 'sort=updated_at', [ZEBRA2, BOARD, ANNA, ANN, ROOM, FEST, ZEBRA]],
    ['sort=updated_at, descending', 'sort=updated_at&order=desc', [ZEBRA, FEST, ROOM, ANN, ANNA, BOARD, ZEBRA2]],
    ['limit takes the first', 'limit=2', [ROOM, ANN], 7],
    ['offset passes over the first', 'limit=2&offset=6', [FEST], 7],
    ['an offset beyond the end shows nothing', 'offset=100', [], 7],

    ['date=today', 'date=today', [BOARD]],
    ['date=tomorrow', 'date=tomorrow', [ANNA]],
    ['date=this_week is Monday to Sunday, with what runs into it', 'date=this_week', [ANN, BOARD, ANNA, ZEBRA]],
    ['date=this_week in the week of tz', 'date=this_week&tz=Europe/Berlin', [ANN, BOARD, ANNA]],
    ['date=this_month', 'date=this_month', [ROOM, ANN, BOARD, ANNA, ZEBRA, ZEBRA2]],
    ['date=this_month in the month of tz', 'date=this_month&tz=Europe/Berlin', [ROOM, ANN, BOARD, ANNA, ZEBRA]],
    ['today is tomorrow’s date where tz says so', 'date=tomorrow&tz=Pacific/Kiritimati', [ANNA]],
    ['a date', 'date=2026-02-15', [ANN]],
    ['a date in tz', 'date=2026-02-16&tz=Europe/Berlin', [ANN]],
    ['a date has what runs into it', 'date=2026-02-16', [ANN]],
    ['a date without events', 'date=2026-02-20', []],
    ['date wins over from and to', 'date=today&from=2030-01-01&to=2030-01-02', [BOARD]],
    ['from is inclusive', 'from=2026-02-18T22:30:00Z', [ANNA, ZEBRA, ZEBRA2, FEST]],
    ['from one millisecond later', 'from=2026-02-18T22:30:00.001Z', [ZEBRA, ZEBRA2, FEST]],
    ['from with an offset', 'from=2026-02-18T23:30:00%2B01:00', [ANNA, ZEBRA, ZEBRA2, FEST]],
    ['from as a date is its midnight in tz', 'from=2026-02-16&tz=Europe/Berlin', [ANN, BOARD, ANNA, ZEBRA, ZEBRA2, FEST]],
    ['to is inclusive', 'to=2026-02-17T14:00:00Z', [ROOM, ANN, BOARD]],
    ['to one millisecond earlier', 'to=2026-02-17T13:59:59.999Z', [ROOM, ANN]],
    ['to as a date includes that whole day', 'to=2026-02-28', [ROOM, ANN, BOARD, ANNA, ZEBRA, ZEBRA2]],
    ['to as a date ends with the day of tz', 'to=2026-02-28&tz=Europe/Berlin', [ROOM, ANN, BOARD, ANNA, ZEBRA]],
    ['from and to together', 'from=2026-02-17&to=2026-02-18', [BOARD, ANNA]],

    ['calendar_name', 'calendar_name=home', [ANN, ANNA]],
    ['a calendar that is not there', 'calendar_name=nowhere', []],
    ['status', 'status=tentative', [ANNA]],
    ['source', 'source=google', [ROOM]],
    ['filters together', 'calendar_name=home&status=confirmed&source=local', [ANN]],
    ['include_deleted shows the trash among the others', 'include_deleted=true&to=2026-02-17', [ROOM, ANN, OLD, BOARD]],
    ['include_deleted=false is the default', 'include_deleted=0&date=today', [BOARD]],
    ['only_deleted shows the trash', 'only_deleted=1', [OLD]],
    ['only_deleted wins over include_deleted', 'only_deleted=true&include_deleted=true', [OLD]],
    ['only_deleted with a filter', 'only_deleted=true&calendar_name=work', []],

    find('by a word, in any case', 'BOARD', [BOARD]),
    find('by the beginning of a word', 'boa', [BOARD]),
    find('not by the middle of a word', 'oard', []),
    find('for all words, in title and description together', 'budget board', [BOARD]),
    find('finds nothing when one word is missing', 'board breakfast', []),
    find('without the accent', 'cafe', [BOARD]),
    find('with an accent where there is none', 'bóard', [BOARD]),
    find('ss for ß', 'strasse', [FEST]),
    find('for a phrase', '"board meeting"', [BOARD]),
    find('not for a phrase in another order', '"meeting board"', []),
    find('for a phrase and a word', 'caf "board meeting"', [BOARD]),
    find('for a quote that is not closed', '"zebra lunch', [ZEBRA, ZEBRA2]),
    find('by two Chinese characters in a row', '室预', [ROOM]),
    find('by more Chinese characters in a row', '会议室', [ROOM]),
    find('not by Chinese characters that are apart', '会室', []),
    find('does not look at the place', 'harbour', []),
    find('takes OR as a word', 'zebra OR board', []),
    find('takes NOT as a word', 'zebra NOT lunch', []),
    find('takes no sign as an operator', '-zebra* (lunch)', [ZEBRA, ZEBRA2]),
    find('takes a colon as no column', 'words:zebra', []),
    find('of signs only finds nothing', '!? *', []),
    find('of nothing shows all', '  ', ALL),
    ['search with a filter and a sort', 'search=zebra&sort=start_at&order=desc&status=confirmed', [ZEBRA2, ZEBRA]],
    ['search in the trash', 'search=thing&only_deleted=true', [OLD]],
    ['search does not show the trash', 'search=thing', []],
  ]),
  { name: 'the envelope of a list', ask: ['GET', '/events?limit=3&offset=1'], status: 200, events: [], also: ({ body }) => {
    expect(Object.keys(body)).toEqual(['data', 'meta']);
    expect((body as { meta: object }).meta).toEqual({ total: 7, limit: 3, offset: 1, has_more: true });
  } },
  { name: 'the last page has no more', ask: ['GET', '/events?limit=3&offset=4'], status: 200, body: { meta: { total: 7, limit: 3, offset: 4, has_more: false } }, events: [] },
  { name: 'a list has 20 records unless it is asked for more', ask: ['GET', '/events'], status: 200, body: { meta: { limit: 20, offset: 0 } }, events: [] },
  { name: 'limit=0 asks for the total only', ask: ['GET', '/events?limit=0'], status: 200, body: { data: [], meta: { total: 7, limit: 0, has_more: true } }, events: [] },
  { name: 'limit=501 is lowered to 500', ask: ['GET', '/events?limit=501'], status: 200, body: { meta: { limit: 500 } }, events: [] },
  { name: 'a limit of any size is lowered to 500', ask: ['GET', '/events?limit=99999999999'], status: 200, body: { meta: { limit: 500 } }, events: [] },
  { name: 'fields shows those and id, nothing else', ask: ['GET', '/events?date=today&fields=title,end_at'], status: 200, events: [],
    also: ({ body }) => expect((body as { data: object[] }).data).toEqual([{ id: expect.any(String), title: BOARD, end_at: '2026-02-17T15:00:00Z' }]) },
  { name: 'fields may name id and name a field twice', ask: ['GET', '/events?date=today&fields=id,%20title,title'], status: 200, events: [],
    also: ({ body }) => expect((body as { data: object[] }).data).toEqual([{ id: expect.any(String), title: BOARD }]) },
  { name: 'compact: a summary, a line for each record and the meta', ask: ['GET', '/events?format=compact&date=today'], status: 200, events: [],
    also: ({ body }) => expect(body).toEqual({
      format: 'compact', summary: '1 event (today)', meta: { total: 1, limit: 20, offset: 0, has_more: false },
      lines: [expect.stringMatching(/^#[0-9a-f]{10} today 14:00–15:00 Board meeting\b.*Harbour.*work.*Bo/)],
    }) },
  { name: 'compact: times in tz, and no word for what is null or usual', ask: ['GET', '/events?format=compact&tz=Asia/Tokyo'], status: 200, events: [],
    also: ({ body }) => {
      const { summary, lines } = body as { summary: string; lines: string[] };
      expect([summary, lines.length]).toEqual(['7 events', 7]);
      expect(lines[3]).toMatch(/ Thu 19 Feb 07:30–08:30 anna’s party .*tentative/);
      for (const line of lines) expect(line).not.toMatch(/null|undefined|confirmed|default|\[object/);
    } },
  { name: 'compact: the handle of a line opens its record', given: async ({ service }) => {
    const { lines } = (await service.ask('GET', '/events?format=compact&search=party')).body as { lines: string[] };
    return { handle: encodeURIComponent(lines[0]?.split(' ')[0] as string) };
  }, ask: ['GET', '/events/{handle}'], status: 200, body: { data: { title: ANNA } }, events: [] },
  { name: 'compact: what is in the trash is marked', ask: ['GET', '/events?format=compact&only_deleted=true'], status: 200, events: [], also: ({ body }) => expect((body as { lines: string[] }).lines).toEqual([expect.stringContaining('(deleted)')]) },
  ...misaskedRows(event),
  ...misasked(event, [
    ['a status that is none', 'status=maybe', 'status', 'confirmed, tentative, cancelled'],
    ['a day that is none', 'date=yesterday', 'date', 'this_week'],
    ['a date that does not exist', 'date=2026-02-30', 'date', 'existing'],
    ['a from that does not exist', 'from=2026-02-30', 'from', 'existing'],
    ['a to in words', 'to=tomorrow', 'to', 'existing'],
    ['an offset whose + was not encoded, and says how', 'from=2026-02-17T09:00:00+01:00', 'from', '%2B'],
    ['an expand that is no boolean', 'expand=all&date=today', 'expand', 'true or false'],
    ['expand without a range', 'expand=true', 'expand', 'bounded'],
    ['expand with a beginning only', 'expand=true&from=2026-01-01', 'expand', 'bounded'],
    ['expand with an end only', 'expand=true&to=2026-01-01', 'expand', 'bounded'],
  ]),
], february);
