// Free and busy times: what takes time, how spans are merged and told apart, free slots within working hours, and that what
// cannot be computed is never free.
import { expect } from 'vitest';
import { type Scenario, scenarios, type World } from '../support/scenario.ts';

/** A week from Monday 1 June 2026, in Berlin two hours ahead of UTC. */
async function june({ make }: World): Promise<void> {
  const add = (title: string, start_at: string, end_at: string | null, more: object = {}) =>
    make('POST', '/events', { title, start_at, end_at, ...more });
  await add('One', '2026-06-01T07:00:00Z', '2026-06-01T08:00:00Z');
  await add('Overlapping', '2026-06-01T07:30:00Z', '2026-06-01T09:00:00Z', { calendar_name: 'work' });
  await add('Touching', '2026-06-01T09:00:00Z', '2026-06-01T09:30:00Z');
  await add('Perhaps', '2026-06-01T09:15:00Z', '2026-06-01T11:00:00Z', { status: 'tentative', calendar_name: 'work' });
  await add('Cancelled', '2026-06-01T12:00:00Z', '2026-06-01T13:00:00Z', { status: 'cancelled' });
  await add('See-through', '2026-06-01T12:00:00Z', '2026-06-01T13:00:00Z', { transparency: 'transparent' });
  await add('Moment', '2026-06-01T12:00:00Z', null);
  await add('Holiday', '2026-06-03', '2026-06-05', { all_day: true, calendar_name: 'home, sweet home' });
  await add('Festival', '2026-06-05', null, { all_day: true, status: 'tentative', calendar_name: 'home, sweet home' });
  await add('Night', '2026-06-02T20:00:00Z', '2026-06-03T04:00:00Z', { calendar_name: 'work' });
  await add('Daily', '2026-05-01T14:00:00Z', '2026-05-01T14:30:00Z', {
    calendar_name: 'series',
    timezone: 'Europe/Berlin',
    recurrence: { freq: 'daily', exdates: ['2026-06-04'] },
    overrides: {
      '2026-06-02T14:00:00Z': { status: 'cancelled' },
      '2026-06-03T14:00:00Z': { transparency: 'transparent' },
      '2026-06-05T14:00:00Z': { start_at: '2026-06-05T15:00:00Z' },
      '2026-06-06T14:00:00Z': { status: 'tentative' },
    },
  });
  await add('Never', '2026-05-01T16:00:00Z', '2026-05-01T17:00:00Z', {
    calendar_name: 'series',
    transparency: 'transparent',
    recurrence: { freq: 'daily' },
    overrides: { '2026-06-07T16:00:00Z': { transparency: 'opaque' } },
  });
}

type Kind = 'busy' | 'tentative' | 'all-day' | 'all-day tentative';
const WEEK = 'from=2026-06-01&to=2026-06-07';

/** Rows of GET /free-busy: [what, query, spans as `start/end kind`, in UTC]. */
function busy(rows: [what: string, query: string, spans: string[]][]): Scenario[] {
  return rows.map(([what, query, spans]) => ({
    name: what,
    ask: ['GET', `/free-busy?${query}`],
    status: 200,
    events: [],
    also: ({ body }) => {
      const { data } = body as { data: { busy: Record<string, never>[]; unknown: object[] } };
      expect(data.unknown).toEqual([]);
      expect(data.busy.map(shown)).toEqual(spans);
    },
  }));
}

function shown({ start_at, end_at, status, all_day }: Record<string, string | boolean>): string {
  const kind = (all_day ? (status === 'busy' ? 'all-day' : 'all-day tentative') : status) as Kind;
  return `${short(start_at)}/${short(end_at)} ${kind}`;
}

const short = (time: unknown) => (time as string).replace('2026-06-', '').replace(':00Z', '');

/** Rows of GET /free-slots: [what, query, slots as `start/end` in local time]. */
function slots(rows: [what: string, query: string, slots: string[]][]): Scenario[] {
  return rows.map(([what, query, expected]) => ({
    name: what,
    ask: ['GET', `/free-slots?${query}`],
    status: 200,
    events: [],
    also: ({ body }) => {
      const { data } = body as { data: { slots: { start_local: string; end_local: string }[] } };
      const local = (time: string) => time.replace('2026-06-', '').replace(/:00[+-]\d\d:\d\d$/, '');
      expect(data.slots.map((one) => `${local(one.start_local)}/${local(one.end_local)}`)).toEqual(expected);
    },
  }));
}

const refused = (path: string, rows: [what: string, query: string, field: string, says: string][]): Scenario[] =>
  rows.map(([what, query, field, says]) => ({
    name: `${path} refuses ${what}`,
    ask: ['GET', `/${path}?${query}`],
    status: 400,
    error: 'INVALID_QUERY',
    field,
    says,
    events: [],
  }));

const HOURS = 'working_hours=mon-fri+09:00-17:00&tz=Europe/Berlin';

// biome-ignore format: a table
scenarios('free and busy', [
  ...busy([
    ['spans that overlap or touch are one; tentative ones are apart', 'date=2026-06-01&calendars=default,work', ['01T07:00/01T09:30 busy', '01T09:15/01T11:00 tentative']],
    ['only the calendars named', 'date=2026-06-01&calendars=work', ['01T07:30/01T09:00 busy', '01T09:15/01T11:00 tentative']],
    ['all-day events are days in tz', 'from=2026-06-03&to=2026-06-05&tz=Europe/Berlin&calendars=home\\,+sweet+home', ['02T22:00/04T22:00 all-day', '04T22:00/05T22:00 all-day tentative']],
    ['all-day events are days in another tz', 'from=2026-06-03&to=2026-06-05&tz=America/Los_Angeles&calendars=home\\,+sweet+home', ['03T07:00/05T07:00 all-day', '05T07:00/06T07:00 all-day tentative']],
    ['series with their changed occurrences', `${WEEK}&calendars=series`, ['01T14:00/01T14:30 busy', '05T15:00/05T15:30 busy', '06T14:00/06T14:30 tentative', '07T14:00/07T14:30 busy', '07T16:00/07T17:00 busy']],
    ['spans are cut at the ends of the range', 'from=2026-06-02T22:00:00Z&to=2026-06-03T03:00:00Z&calendars=work', ['02T22:00/03T03:00 busy']],
    ['what ends where the range begins is not in it', 'from=2026-06-03T04:00:00Z&to=2026-06-03T05:00:00Z&calendars=work', []],
    ['what begins where the range ends is not in it', 'from=2026-06-02T19:00:00Z&to=2026-06-02T20:00:00Z&calendars=work', []],
    ['everything in the order of time', 'from=2026-06-03&to=2026-06-03', ['03T00:00/04T00:00 all-day', '03T00:00/03T04:00 busy']],
  ]),
  { name: 'UTC and local times are side by side', ask: ['GET', '/free-busy?date=2026-06-01&calendars=work&tz=W.+Europe+Standard+Time'], status: 200, events: [],
    body: { data: { from: '2026-05-31T22:00:00Z', to: '2026-06-01T22:00:00Z', timezone: 'Europe/Berlin', calendars: ['work'], unknown: [],
      busy: [{ start_at: '2026-06-01T07:30:00Z', end_at: '2026-06-01T09:00:00Z', start_local: '2026-06-01T09:30:00+02:00', end_local: '2026-06-01T11:00:00+02:00', status: 'busy', all_day: false }, {}] } } },
  { name: 'without a range it is today', ask: ['GET', '/free-busy'], status: 200, body: { data: { from: expect.stringMatching(/T00:00:00Z$/), to: expect.stringMatching(/T00:00:00Z$/) } }, events: [] },
  ...slots([
    ['free slots within working hours', `from=2026-06-01&to=2026-06-03&${HOURS}`, ['01T13:00/01T16:00', '01T16:30/01T17:00', '02T09:00/02T17:00']],
    ['slots that are long enough', `from=2026-06-01&to=2026-06-03&${HOURS}&minutes=60`, ['01T13:00/01T16:00', '02T09:00/02T17:00']],
    ['tentative events can be ignored', `date=2026-06-01&${HOURS}&ignore_tentative=true`, ['01T11:30/01T16:00', '01T16:30/01T17:00']],
    ['all-day events can be ignored', `date=2026-06-03&${HOURS}&ignore_all_day=true`, ['03T09:00/03T17:00']],
    ['tentative all-day events take the day', `date=2026-06-05&${HOURS}`, []],
    ['and can be ignored too', `date=2026-06-05&${HOURS}&ignore_tentative=true`, ['05T09:00/05T17:00']],
    ['no slots at the weekend', `from=2026-06-06&to=2026-06-07&${HOURS}`, []],
    ['several hours, and days by name', 'from=2026-06-01&to=2026-06-07&calendars=work&working_hours=mon,wed+08:00-09:00,18:00-19:00;+sat-sun+10:00-11:00&tz=Europe/Berlin', ['01T08:00/01T09:00', '01T18:00/01T19:00', '03T08:00/03T09:00', '03T18:00/03T19:00', '06T10:00/06T11:00', '07T10:00/07T11:00']],
    ['hours over midnight', 'from=2026-06-04&to=2026-06-05&calendars=work&working_hours=thu+22:00-02:00', ['04T22:00/05T02:00']],
    ['hours of the day before reach into the range', 'date=2026-06-05&calendars=work&working_hours=thu+22:00-02:00', ['05T00:00/05T02:00']],
    ['hours of every day', 'from=2026-06-06&to=2026-06-07&calendars=work&working_hours=10:00-11:00', ['06T10:00/06T11:00', '07T10:00/07T11:00']],
    ['without working hours all times', 'from=2026-06-02T18:00:00Z&to=2026-06-03T06:00:00Z&calendars=work', ['02T18:00/02T20:00', '03T04:00/03T06:00']],
  ]),
  { name: 'the first slots, with how long they are', ask: ['GET', `/free-slots?from=2026-06-01&to=2026-06-03&${HOURS}&limit=1`], status: 200, events: [],
    body: { data: { has_more: true, minutes: 30, slots: [{ start_at: '2026-06-01T11:00:00Z', end_at: '2026-06-01T14:00:00Z', start_local: '2026-06-01T13:00:00+02:00', end_local: '2026-06-01T16:00:00+02:00', minutes: 180 }] } } },
  { name: 'working hours across a change of the clocks are hours of the wall clock', ask: ['GET', '/free-slots?from=2026-10-24&to=2026-10-25&calendars=work&working_hours=00:00-04:00&tz=Europe/Berlin'], status: 200, events: [],
    body: { data: { slots: [{ minutes: 240 }, { minutes: 300 }] } } },
  ...(['free-busy', 'free-slots'] as const).flatMap((path) => refused(path, [
    ['a range without an end', 'from=2026-06-01', 'to', 'from and to'],
    ['a range without a beginning', 'to=2026-06-01', 'from', 'from and to'],
    ['from after to', 'from=2026-06-02&to=2026-06-01', 'from', 'exchanged'],
    ['an empty range', 'from=2026-06-02T09:00:00Z&to=2026-06-02T09:00:00Z', 'from', 'must be before'],
    ['more than a year', 'from=2026-01-01&to=2027-06-01', 'to', '366'],
    ['a calendar that does not exist, and tells which was meant', 'date=today&calendars=wrok', 'calendars', 'did you mean "work"? In calendars, a comma within a name is written as \\,.'],
    ['a name whose comma is not escaped', 'date=today&calendars=home,+sweet+home', 'calendars', 'the calendars are "default", "home, sweet home", "series", "work".'],
    ['an empty name of a calendar', 'date=today&calendars=work,', 'calendars', 'commas'],
    ['a day that does not exist', 'date=2026-02-30', 'date', 'existing'],
    ['an unknown parameter', 'date=today&calendar=work', 'calendar', 'calendars'],
  ])),
  ...refused('free-slots', [
    ['hours in another form', 'date=today&working_hours=nine+to+five', 'working_hours', 'mon-fri 09:00-17:00'],
    ['an unknown day', 'date=today&working_hours=mo-fr+09:00-17:00', 'working_hours', 'mon-fri'],
    ['the hour 25', 'date=today&working_hours=mon+09:00-25:00', 'working_hours', 'mon-fri'],
    ['no hours', 'date=today&working_hours=', 'working_hours', 'mon-fri'],
    ['many spaces, at once', `date=today&working_hours=mon${'+'.repeat(990)}x`, 'working_hours', 'mon-fri'],
    ['slots of no length', 'date=today&minutes=0', 'minutes', '1 or more'],
  ]),
], june);

// Every minute of a year has more occurrences than a list can have.
// biome-ignore format: a table
scenarios('times that cannot be computed', [
  { name: 'are unknown, and nothing is said to be free', ask: ['GET', '/free-slots?from=2026-01-01&to=2026-12-31'], status: 200, events: [],
    body: { data: { slots: [], unknown: [{ start_at: '2026-01-01T00:00:00Z', end_at: '2027-01-01T00:00:00Z', reason: expect.stringContaining('shorter range'), event_id: expect.stringMatching(/^\S{36}$/), title: 'Every minute', calendar_name: 'default' }] } } },
  { name: 'are unknown in the busy times, beside those that are known', ask: ['GET', '/free-busy?from=2026-01-01&to=2026-12-31'], status: 200, events: [],
    also: ({ body }) => {
      const { data } = body as { data: { busy: Record<string, never>[]; unknown: object[] } };
      expect(data.unknown).toHaveLength(1);
      expect(data.busy.map(shown)).toContain('01T09:00/01T10:00 busy');
    } },
  { name: 'are known in a shorter range', ask: ['GET', '/free-slots?from=2026-06-01T08:00:00Z&to=2026-06-01T11:00:00Z&minutes=1'], status: 200, events: [], body: { data: { slots: [], unknown: [] } } },
], async ({ make }) => {
  await make('POST', '/events', { title: 'Single', start_at: '2026-06-01T09:00:00Z' });
  await make('POST', '/events', { title: 'Every minute', start_at: '2026-01-01T00:00:00Z', end_at: '2026-01-01T00:00:30Z', recurrence: { freq: 'minutely' } });
});

// The recurrence of the series gets a member in the database that is not what it should be.
// biome-ignore format: a table
scenarios('a series that a foreign program has written wrongly', [
  { name: 'is unknown, so that nothing is said to be free', ask: ['GET', '/free-slots?date=2026-06-01'], status: 200, events: [], body: { data: { slots: [], unknown: [{ start_at: '2026-06-01T00:00:00Z', end_at: '2026-06-02T00:00:00Z', reason: expect.stringMatching(/^The recurring event \S{36} cannot be read/) }] } } },
  { name: 'also the second time', ask: ['GET', '/free-busy?date=2026-06-01'], status: 200, events: [], body: { data: { busy: [{ start_at: '2026-06-01T09:00:00Z' }], unknown: [{ event_id: expect.stringMatching(/^\S{36}$/), title: 'Broken', calendar_name: 'default' }] } } },
  { name: 'but not in the times of another calendar', given: async ({ make }) => { await make('POST', '/calendars', { name: 'other' }); return {}; }, ask: ['GET', '/free-busy?date=2026-06-01&calendars=other'], status: 200, events: [], body: { data: { unknown: [] } } },
  { name: 'and does not hide the others in a list', ask: ['GET', '/events?expand=true&date=2026-06-01'], status: 200, events: [], body: { data: [{ title: 'Single' }], meta: { total: 1 } } },
], async ({ make, service }) => {
  await make('POST', '/events', { title: 'Single', start_at: '2026-06-01T09:00:00Z' });
  await make('POST', '/events', { title: 'Broken', start_at: '2026-05-01T09:00:00Z', recurrence: { freq: 'daily' } });
  await service.store.write(1, (tx) => tx.run("update events set doc = replace(doc, '\"freq\"', '\"exdates\":3,\"freq\"') where user_id = ?1"));
});
