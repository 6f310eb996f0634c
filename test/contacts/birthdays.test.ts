// Birthdays and anniversaries of contacts as a calendar of all-day events, which are computed and cannot be changed.
import { expect } from 'vitest';
import { listed } from '../support/records.ts';
import { changesSince, type Scenario, scenarios, type World } from '../support/scenario.ts';
import { seqOf } from '../support/service.ts';

const people = {
  ann: { display_name: 'Ann Lee', birthday: '1980-05-10', anniversary: '2006-06-21' },
  bo: { display_name: 'Bo', birthday: '--05-10' },
  leap: { display_name: 'Lea Péter', birthday: '1996-02-29', anniversary: '--02-29' },
  eve: { display_name: 'Eve', birthday: '2026-12-31' },
  none: { display_name: 'Nobody' },
};

const ids: Record<string, string> = {};

async function setUp({ make }: World): Promise<void> {
  for (const [key, body] of Object.entries(people)) ids[key] = (await make('POST', '/contacts', body)).id ?? '';
  const gone = await make('POST', '/contacts', { display_name: 'Gone', birthday: '1970-05-11' });
  await make('DELETE', `/contacts/${gone.id}`);
}

const of = (query: string) => `calendar_name=birthdays&expand=true&${query}`;
const year = (number: number) => of(`from=${number}-01-01&to=${number}-12-31`);
const given = async () => ids;

const refused: Scenario[] = (
  [
    ['PATCH', '', { title: 'x' }],
    ['PATCH', '/custom', { a: 1 }],
    ['DELETE', ''],
    ['DELETE', '?permanent=true'],
    ['POST', '/restore'],
    ['PATCH', '?scope=all', { title: 'x' }],
  ] as const
).map(([method, rest, body]) => ({
  name: `${method} …${rest} of a birthday is refused, and says where it can be changed`,
  given,
  ask: [method, `/events/{ann}_birthday_20260510${rest}`, body],
  status: 409,
  error: 'READ_ONLY',
  says: 'change birthday with PATCH /contacts/{ann}',
  events: [],
}));

// biome-ignore format: a table
scenarios('birthdays', [
  { name: 'the calendar is listed, and is read-only', ask: ['GET', '/calendars/birthdays'], status: 200, body: { data: { name: 'birthdays', total: 6, is_read_only: true, counts_as_busy: false, is_visible: true } }, events: [] },
  ...listed({ path: 'events' }, 'title', [
    ['a year has each of them, with the age', year(2027), ['Anniversary: Lea Péter', 'Birthday: Lea Péter (31)', 'Birthday: Ann Lee (47)', 'Birthday: Bo', 'Anniversary: Ann Lee (21)', 'Birthday: Eve (1)']],
    ['nobody has a birthday before the birth', year(1979), ['Anniversary: Lea Péter', 'Birthday: Bo']],
    ['the day of the birth is one', of('date=2026-12-31'), ['Birthday: Eve']],
    ['by title', `${year(2026)}&sort=title&order=desc`, ['Birthday: Lea Péter (30)', 'Birthday: Eve', 'Birthday: Bo', 'Birthday: Ann Lee (46)', 'Anniversary: Lea Péter', 'Anniversary: Ann Lee (20)']],
    ['by creation', `${year(2026)}&sort=created_at&search=anniversary`, ['Anniversary: Ann Lee (20)', 'Anniversary: Lea Péter']],
    ['a search by name ignores accents', `${year(2026)}&search=peter`, ['Anniversary: Lea Péter', 'Birthday: Lea Péter (30)']],
    ['a search for birthdays', `${year(2026)}&search=birthday+ann`, ['Birthday: Ann Lee (46)']],
    ['all are confirmed', `${year(2026)}&status=cancelled`, []],
    ['their source is contacts', `${year(2026)}&source=contacts&search=bo`, ['Birthday: Bo']],
    ['none has another source', `${year(2026)}&source=local`, []],
    ['none is in the trash', `${year(2026)}&only_deleted=true`, []],
    ['two days, over the end of a month', of('from=2026-04-30&to=2026-05-10'), ['Birthday: Ann Lee (46)', 'Birthday: Bo']],
    ['29 February in a leap year', of('date=2028-02-29'), ['Anniversary: Lea Péter', 'Birthday: Lea Péter (32)']],
    ['29 February is not on the 28th of a leap year', of('date=2028-02-28'), []],
    ['29 February is on the 28th of other years', of('date=2026-02-28'), ['Anniversary: Lea Péter', 'Birthday: Lea Péter (30)']],
    ['and not on 1 March', of('date=2026-03-01'), []],
    ['ten years have ten of each', of('from=2026-05-01&to=2035-05-31&search=bo'), Array(10).fill('Birthday: Bo')],
    ['without expand there are none', 'calendar_name=birthdays&from=2026-01-01&to=2026-12-31', []],
    ['without the calendar there are none', 'expand=true&from=2026-01-01&to=2026-12-31', []],
    ['another calendar has none', 'calendar_name=default&expand=true&from=2026-01-01&to=2026-12-31', []],
  ]),
  ...['Pacific/Kiritimati', 'America/Los_Angeles', 'America/Santiago'].flatMap((tz) => listed({ path: 'events' }, 'start_date', [
    [`they are on their date in ${tz}`, of(`date=2026-05-10&tz=${tz}`), ['2026-05-10', '2026-05-10']],
    [`and not on the next one in ${tz}`, of(`date=2026-05-11&tz=${tz}`), []],
  ])),
  { name: 'a page of them, with the total', ask: ['GET', `/events?${year(2026)}&limit=2&offset=2`], status: 200, body: { data: [{ title: 'Birthday: Ann Lee (46)' }, { title: 'Birthday: Bo' }], meta: { total: 6, limit: 2, offset: 2, has_more: true } }, events: [] },
  { name: 'the record is an all-day event that takes no time, with the contact and the age', given, ask: ['GET', `/events?${of('date=2026-05-10')}&limit=1`], status: 200, events: [],
    body: { data: [{ id: '{ann}_birthday_20260510', title: 'Birthday: Ann Lee (46)', all_day: true, start_at: '2026-05-10T00:00:00Z', end_at: null, start_date: '2026-05-10', end_date: '2026-05-11', status: 'confirmed', transparency: 'transparent', calendar_name: 'birthdays', recurrence: null, contact_id: '{ann}', age: 46, is_read_only: true }] },
    also: async ({ body }, { service }, { ann }) => {
      const [one] = (body as { data: object[] }).data;
      expect((await service.ask('GET', `/events/${ann}_birthday_20260510`)).body).toEqual({ data: one });
    } },
  { name: 'the age is null where the year is unknown', ask: ['GET', `/events?${of('date=2026-05-10')}&search=bo&fields=age`], status: 200, body: { data: [{ age: null }] }, events: [] },
  { name: 'compact lines, and their handles', given, ask: ['GET', `/events?${of('date=2026-06-21')}&format=compact`], status: 200, body: { lines: [expect.stringMatching(/^#[0-9a-f]{10}_anniversary_20260621 .* all day Anniversary: Ann Lee \(20\) \[birthdays\]$/)] }, events: [],
    also: async ({ body }, { service }) => {
      const [handle] = ((body as { lines: string[] }).lines[0] as string).split(' ') as [string];
      expect((await service.ask('GET', `/events/${encodeURIComponent(handle)}`)).body).toMatchObject({ data: { age: 20 } });
    } },
  ...[['on another day', '{ann}_birthday_20260511'], ['of a contact without one', '{none}_birthday_20260510'], ['before the birth', '{eve}_birthday_20251231'], ['on a day that does not exist', '{leap}_birthday_20260229'], ['of nobody', '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10_birthday_20260510']].map(([what, id]): Scenario => (
    { name: `there is no birthday ${what}`, given, ask: ['GET', `/events/${id}`], status: 404, error: 'NOT_FOUND', says: 'There is no event', events: [] })),
  ...refused,
  { name: 'a list of birthdays needs a range', ask: ['GET', '/events?calendar_name=birthdays&expand=true'], status: 400, error: 'INVALID_QUERY', says: 'bounded range', field: 'expand', events: [] },
  { name: 'birthdays take no time', ask: ['GET', '/free-busy?date=2026-05-10'], status: 200, body: { data: { busy: [], calendars: ['default'] } }, events: [] },
  { name: 'nor when they are asked for by name', ask: ['GET', '/free-busy?date=2026-05-10&calendars=birthdays'], status: 200, body: { data: { busy: [], unknown: [], calendars: ['birthdays'] } }, events: [] },
  { name: 'the calendar can be coloured and hidden', ask: ['PATCH', '/calendars/birthdays', { color: '#ff00ff', is_visible: false }], status: 200, body: { data: { name: 'birthdays', color: '#ff00ff', is_visible: false, total: 6 } }, events: ['calendar.updated'] },
  { name: 'the feed has what was set, and not how many birthdays there are', ask: ['PATCH', '/calendars/birthdays', { order: 2, default_reminders: [], counts_as_busy: false }], status: 200, body: { data: { order: 2, total: 6 } }, events: ['calendar.updated'],
    also: async (answer, { service }) => {
      const { messages } = await changesSince(service, seqOf(answer) - 1, 1);
      expect(messages.map(({ data }) => data)).toEqual([{ name: 'birthdays', color: '#ff00ff', order: 2, default_reminders: [], is_visible: false, counts_as_busy: false }]);
    } },
  { name: 'default reminders cannot be set', ask: ['PATCH', '/calendars/birthdays', { default_reminders: [{ minutes_before: 10 }] }], status: 400, error: 'VALIDATION_ERROR', says: 'Only color, order and is_visible can be set.', field: 'default_reminders', events: [] },
  { name: 'nor that they take time', ask: ['PATCH', '/calendars/birthdays', { counts_as_busy: true }], status: 400, error: 'VALIDATION_ERROR', says: 'Only color, order and is_visible can be set.', field: 'counts_as_busy', events: [] },
  { name: 'but not renamed', ask: ['PATCH', '/calendars/birthdays', { name: 'mine' }], status: 409, error: 'READ_ONLY', says: 'computed from the birthdays', events: [] },
  { name: 'nor deleted', ask: ['DELETE', '/calendars/birthdays?events=trash'], status: 409, error: 'READ_ONLY', says: 'computed from the birthdays', events: [] },
  { name: 'nor be where other events are moved to', given: async ({ make }) => { await make('POST', '/calendars', { name: 'other' }); return {}; }, ask: ['DELETE', '/calendars/other?events=move&to=birthdays'], status: 400, error: 'INVALID_QUERY', says: 'computed from contacts', field: 'to', events: [] },
  { name: 'what a client has put into the calendar is listed with them', given: async ({ make }) => { await make('POST', '/events', { title: 'A party', all_day: true, start_at: '2026-05-10', calendar_name: 'birthdays' }); return {}; }, ask: ['GET', `/events?${of('date=2026-05-10')}&sort=title`], status: 200, body: { data: [{ title: 'A party' }, { title: 'Birthday: Ann Lee (46)' }, { title: 'Birthday: Bo' }], meta: { total: 3 } }, events: [] },
  { name: 'and counts in its total', ask: ['GET', '/calendars/birthdays'], status: 200, body: { data: { total: 7 } }, events: [] },
  { name: 'a change of the contact shows at once', given: async ({ make }) => { await make('PATCH', `/contacts/${ids.bo}`, { birthday: '2001-05-11', display_name: 'Boris' }); return {}; }, ask: ['GET', `/events?${of('date=2026-05-11')}`], status: 200, body: { data: [{ title: 'Birthday: Boris (25)', contact_id: expect.any(String) }], meta: { total: 1 } }, events: [] },
  { name: 'without any there is no such calendar', given: async ({ make, service }) => {
      for (const id of Object.values(ids)) await make('PATCH', `/contacts/${id}`, { birthday: null, anniversary: null });
      const { data } = (await service.ask('GET', '/events?calendar_name=birthdays')).body as { data: { id: string }[] };
      for (const { id } of data) await make('DELETE', `/events/${id}`);
      return {};
    }, ask: ['GET', '/calendars/birthdays'], status: 404, error: 'NOT_FOUND', says: 'There is no calendar', events: [] },
], setUp);
