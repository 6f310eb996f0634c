// One occurrence of a series, by its id: read, changed, removed and restored.
import { scenarios } from '../support/scenario.ts';
import { days, type SeriesRow, seriesRows } from '../support/series-scenarios.ts';

const BERLIN = 'Europe/Berlin';
const NOT_THERE = 'NOT_FOUND';
/** Tuesdays, 09:00 to 10:00 UTC, four times. */
const four = {
  start_at: '2026-06-02T09:00:00Z',
  end_at: '2026-06-02T10:00:00Z',
  recurrence: { freq: 'weekly', count: 4 },
};
const FOUR = days('09:00', '06-02', '06-09', '06-16', '06-23');
/** Two days from each Monday on, endless. */
const allDay = { all_day: true, start_date: '2026-06-01', end_date: '2026-06-03', recurrence: { freq: 'weekly' } };
const JUNE = 'from=2026-06-01&to=2026-06-30';
const berlin = {
  start_at: '2026-03-16T09:00',
  end_at: '2026-03-16T10:30',
  timezone: BERLIN,
  recurrence: { freq: 'weekly', until: '2026-04-06' },
};
const rdates = {
  ...four,
  recurrence: { freq: 'weekly', count: 2, rdates: ['2026-06-05T15:00:00Z'], exdates: ['2026-06-09'] },
};

// biome-ignore format: a table
const reading: SeriesRow[] = [
  { name: 'has the times of the occurrence', series: four, ask: ['GET', '/events/{id}_20260609T090000Z'], events: [], data: { id: '{id}_20260609T090000Z', series_id: '{id}', recurrence_id: '2026-06-09T09:00:00Z', start_at: '2026-06-09T09:00:00Z', end_at: '2026-06-09T10:00:00Z', title: 'Course', recurrence: { freq: 'weekly', count: 4 } } },
  { name: 'takes a handle', series: four, ask: ['GET', '/events/%23{handle}_20260609T090000Z'], events: [], data: { id: '{id}_20260609T090000Z' } },
  { name: 'takes small letters', series: four, ask: ['GET', '/events/{handle}_20260609t090000z'], events: [], data: { id: '{id}_20260609T090000Z' } },
  { name: 'has the dates of an all-day one', series: allDay, ask: ['GET', '/events/{id}_20270104'], events: [], data: { id: '{id}_20270104', recurrence_id: '2027-01-04', start_date: '2027-01-04', end_date: '2027-01-06', start_at: '2027-01-04T00:00:00Z', end_at: '2027-01-06T00:00:00Z' } },
  { name: 'follows the clock of its zone', series: berlin, ask: ['GET', '/events/{id}_20260330T070000Z'], events: [], data: { start_at: '2026-03-30T07:00:00Z', end_at: '2026-03-30T08:30:00Z' } },
  { name: 'finds a further date', series: rdates, ask: ['GET', '/events/{id}_20260605T150000Z'], events: [], data: { end_at: '2026-06-05T16:00:00Z' } },
  { name: 'finds a fraction of a second', series: { ...four, start_at: '2026-06-02T09:00:00.5Z' }, ask: ['GET', '/events/{id}_20260609T090000.500Z'], events: [], data: { id: '{id}_20260609T090000.500Z' } },
  { name: 'does not find another day', series: four, ask: ['GET', '/events/{id}_20260610T090000Z'], status: 404, error: NOT_THERE, says: 'no occurrence that originally starts at 2026-06-10T09:00:00Z' },
  { name: 'does not find what is after the end', series: four, ask: ['GET', '/events/{id}_20260630T090000Z'], status: 404, error: NOT_THERE },
  { name: 'does not find what is before the start', series: four, ask: ['GET', '/events/{id}_20260526T090000Z'], status: 404, error: NOT_THERE },
  { name: 'does not find a removed one', series: rdates, ask: ['GET', '/events/{id}_20260609T090000Z'], status: 404, error: NOT_THERE, says: 'restore it' },
  { name: 'does not find a day that does not exist', series: four, ask: ['GET', '/events/{id}_20260230T090000Z'], status: 404, error: NOT_THERE },
  { name: 'does not find a date in a timed series', series: four, ask: ['GET', '/events/{id}_20260609'], status: 404, error: NOT_THERE, says: '_20260602T090000Z' },
  { name: 'does not find a time in an all-day series', series: allDay, ask: ['GET', '/events/{id}_20260608T000000Z'], status: 404, error: NOT_THERE, says: 'all-day' },
  { name: 'does not find an occurrence of a single event', series: { start_at: '2026-06-02T09:00:00Z' }, ask: ['GET', '/events/{id}_20260602T090000Z'], status: 404, error: NOT_THERE, says: 'does not repeat' },
  { name: 'does not find an occurrence of an unknown series', series: four, ask: ['GET', '/events/018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10_20260602T090000Z'], status: 404, error: NOT_THERE },
  { name: 'does not find an occurrence of a series in the trash', series: four, after: [['DELETE', '/events/{id}']], ask: ['GET', '/events/{id}_20260602T090000Z'], status: 404, error: NOT_THERE },
];

// biome-ignore format: a table
const changing: SeriesRow[] = [
  { name: 'keeps only what differs', series: four, ask: ['PATCH', '/events/{id}_20260609T090000Z', { title: 'Trip', location: null, status: 'confirmed' }], data: { id: '{id}_20260609T090000Z', title: 'Trip' }, leaves: { title: 'Course', overrides: { '2026-06-09T09:00:00Z': { title: 'Trip' } } }, shows: [FOUR[0], `${FOUR[1]} Trip`, FOUR[2], FOUR[3]] as string[] },
  { name: 'takes scope=this', series: four, ask: ['PATCH', '/events/{id}_20260609T090000Z?scope=this', { status: 'cancelled' }], data: { status: 'cancelled' }, leaves: { status: 'confirmed' } },
  { name: 'adds to what was changed before', series: four, after: [['PATCH', '/events/{id}_20260609T090000Z', { title: 'Trip' }]], ask: ['PATCH', '/events/{id}_20260609T090000Z', { location: 'Harbour' }], data: { title: 'Trip', location: 'Harbour' }, leaves: { overrides: { '2026-06-09T09:00:00Z': { title: 'Trip', location: 'Harbour' } } } },
  { name: 'forgets what is set back to the value of the series', series: four, after: [['PATCH', '/events/{id}_20260609T090000Z', { title: 'Trip' }]], ask: ['PATCH', '/events/{id}_20260609T090000Z', { title: 'Course' }], data: { title: 'Course' }, leaves: { overrides: null } },
  { name: 'moves it with its length', series: four, ask: ['PATCH', '/events/{id}_20260609T090000Z', { start_at: '2026-06-10T14:00:00Z' }], data: { start_at: '2026-06-10T14:00:00Z', end_at: '2026-06-10T15:00:00Z', recurrence_id: '2026-06-09T09:00:00Z' }, leaves: { overrides: { '2026-06-09T09:00:00Z': { start_at: '2026-06-10T14:00:00Z' } } }, shows: [FOUR[0], '2026-06-10T14:00:00Z', FOUR[2], FOUR[3]] as string[] },
  { name: 'moves it beyond its neighbours', series: four, ask: ['PATCH', '/events/{id}_20260609T090000Z', { start_at: '2026-06-17T09:00:00Z' }], shows: [FOUR[0], FOUR[2], '2026-06-17T09:00:00Z', FOUR[3]] as string[] },
  { name: 'moves it before the series begins', series: four, ask: ['PATCH', '/events/{id}_20260609T090000Z', { start_at: '2026-01-05T09:00:00Z' }], range: 'from=2026-01-01&to=2026-01-31', shows: ['2026-01-05T09:00:00Z'] },
  { name: 'moves it after the series ends', series: four, ask: ['PATCH', '/events/{id}_20260609T090000Z', { start_at: '2026-11-05T09:00:00Z' }], range: 'from=2026-11-01&to=2026-11-30', shows: ['2026-11-05T09:00:00Z'] },
  { name: 'moves it back', series: four, after: [['PATCH', '/events/{id}_20260609T090000Z', { start_at: '2026-11-05T09:00:00Z', end_at: '2026-11-05T12:00:00Z' }]], ask: ['PATCH', '/events/{id}_20260609T090000Z', { start_at: '2026-06-09T09:00:00Z', end_at: '2026-06-09T10:00:00Z' }], leaves: { overrides: null }, shows: FOUR },
  { name: 'makes it longer', series: four, ask: ['PATCH', '/events/{id}_20260609T090000Z', { end_at: '2026-06-09T12:00:00Z' }], data: { start_at: '2026-06-09T09:00:00Z', end_at: '2026-06-09T12:00:00Z' }, leaves: { overrides: { '2026-06-09T09:00:00Z': { end_at: '2026-06-09T12:00:00Z' } } } },
  { name: 'keeps a length of its own when it moves', series: four, after: [['PATCH', '/events/{id}_20260609T090000Z', { end_at: '2026-06-09T12:00:00Z' }]], ask: ['PATCH', '/events/{id}_20260609T090000Z', { start_at: '2026-06-09T10:00:00Z' }], data: { end_at: '2026-06-09T13:00:00Z' } },
  { name: 'takes its end away', series: four, ask: ['PATCH', '/events/{id}_20260609T090000Z', { end_at: null }], data: { end_at: null }, leaves: { overrides: { '2026-06-09T09:00:00Z': { end_at: null } } } },
  { name: 'moves an all-day one by its date', series: allDay, ask: ['PATCH', '/events/{id}_20260608', { start_date: '2026-06-10' }], data: { start_date: '2026-06-10', end_date: '2026-06-12', start_at: '2026-06-10T00:00:00Z', end_at: '2026-06-12T00:00:00Z' }, leaves: { overrides: { '2026-06-08': { start_at: '2026-06-10T00:00:00Z', start_date: '2026-06-10' } } }, range: JUNE, shows: ['2026-06-01', '2026-06-10', '2026-06-15', '2026-06-22', '2026-06-29'] },
  { name: 'moves an all-day one by start_at', series: allDay, ask: ['PATCH', '/events/{id}_20260608', { start_at: '2026-06-10' }], data: { start_date: '2026-06-10', end_date: '2026-06-12' } },
  { name: 'makes an all-day one longer', series: allDay, ask: ['PATCH', '/events/{id}_20260608', { end_date: '2026-06-13' }], data: { start_date: '2026-06-08', end_date: '2026-06-13', end_at: '2026-06-13T00:00:00Z' } },
  { name: 'moves one across a change of the clocks', series: berlin, ask: ['PATCH', '/events/{id}_20260323T080000Z', { start_at: '2026-03-31T09:00' }], data: { start_at: '2026-03-31T07:00:00Z', end_at: '2026-03-31T08:30:00Z' }, shows: ['2026-03-16T08:00:00Z', '2026-03-30T07:00:00Z', '2026-03-31T07:00:00Z', '2026-04-06T07:00:00Z'] },
  { name: 'changes a further date', series: rdates, ask: ['PATCH', '/events/{id}_20260605T150000Z', { title: 'Extra' }], shows: ['2026-06-02T09:00:00Z', '2026-06-05T15:00:00Z Extra'] },
  { name: 'takes its attendees and reminders', series: four, ask: ['PATCH', '/events/{id}_20260609T090000Z', { attendees: [{ email: 'ann@example.org' }], reminders: [{ minutes_before: 5 }] }], data: { attendees: [{ email: 'ann@example.org', name: null, status: 'pending' }], reminders: [{ type: 'notification', minutes_before: 5 }] }, leaves: { attendees: [], reminders: [] } },
  { name: 'emits also when nothing changes', series: four, ask: ['PATCH', '/events/{id}_20260609T090000Z', {}], leaves: { overrides: null } },
  { name: 'takes fields of the series as they are', series: four, ask: ['PATCH', '/events/{id}_20260609T090000Z', { timezone: null, all_day: false, recurrence: four.recurrence, title: 'Trip' }], data: { title: 'Trip' } },
  { name: 'merges custom fields', series: { ...four, custom_fields: { room: 1, hall: 2 } }, ask: ['PATCH', '/events/{id}_20260609T090000Z/custom', { room: 3, hall: null }], data: { custom_fields: { room: 3 } }, leaves: { custom_fields: { room: 1, hall: 2 }, overrides: { '2026-06-09T09:00:00Z': { custom_fields: { room: 3 } } } } },
  { name: 'merges custom fields of all', series: { ...four, custom_fields: { room: 1 } }, ask: ['PATCH', '/events/{id}_20260609T090000Z/custom?scope=all', { hall: 4 }], data: { custom_fields: { room: 1, hall: 4 } }, leaves: { custom_fields: { room: 1, hall: 4 }, overrides: null } },
  ...(['recurrence', 'calendar_name', 'timezone', 'all_day'] as const).map((field): SeriesRow => ({ name: `cannot change ${field} alone`, series: four, ask: ['PATCH', '/events/{id}_20260609T090000Z', { [field]: { recurrence: null, calendar_name: 'x', timezone: BERLIN, all_day: true }[field] }], status: 400, error: 'VALIDATION_ERROR', field, says: 'scope=following or scope=all' })),
  { name: 'cannot have overrides', series: four, ask: ['PATCH', '/events/{id}_20260609T090000Z?scope=all', { overrides: { '2026-06-09T09:00:00Z': {} } }], status: 400, error: 'VALIDATION_ERROR', field: 'overrides', says: 'PATCH /events/{id}' },
  { name: 'cannot have another series_id', series: four, ask: ['PATCH', '/events/{id}_20260609T090000Z', { series_id: 'x' }], status: 400, error: 'VALIDATION_ERROR', field: 'series_id', says: 'cannot be set' },
  { name: 'cannot end before it starts', series: four, ask: ['PATCH', '/events/{id}_20260609T090000Z', { end_at: '2026-06-09T08:00:00Z' }], status: 400, error: 'VALIDATION_ERROR', field: 'end_at' },
  { name: 'cannot have dates in a timed series', series: four, ask: ['PATCH', '/events/{id}_20260609T090000Z', { start_date: '2026-06-10' }], status: 400, error: 'VALIDATION_ERROR', field: 'start_date' },
  { name: 'an unknown field is named', series: four, ask: ['PATCH', '/events/{id}_20260609T090000Z', { titel: 'x' }], status: 400, error: 'VALIDATION_ERROR', field: 'titel', says: 'did you mean title' },
  { name: 'a removed one cannot be changed', series: rdates, ask: ['PATCH', '/events/{id}_20260609T090000Z', { title: 'x' }], status: 404, error: NOT_THERE },
  { name: 'an unknown scope is refused', series: four, ask: ['PATCH', '/events/{id}_20260609T090000Z?scope=some', { title: 'x' }], status: 400, error: 'INVALID_QUERY', field: 'scope', says: 'this, following, all' },
  { name: 'scope=this needs an occurrence', series: four, ask: ['PATCH', '/events/{id}?scope=this', { title: 'x' }], status: 400, error: 'INVALID_QUERY', field: 'scope', says: 'needs the id of an occurrence' },
  { name: 'scope=all is the series itself', series: four, ask: ['PATCH', '/events/{id}?scope=all', { title: 'x' }], data: { id: '{id}', title: 'x' } },
];

// biome-ignore format: a table
const removing: SeriesRow[] = [
  { name: 'takes it out', series: four, ask: ['DELETE', '/events/{id}_20260609T090000Z'], data: { id: '{id}_20260609T090000Z' }, leaves: { recurrence: { freq: 'weekly', count: 4, exdates: ['2026-06-09T09:00:00Z'] } }, shows: [FOUR[0], FOUR[2], FOUR[3]] as string[] },
  { name: 'takes out an all-day one', series: allDay, ask: ['DELETE', '/events/{id}_20260608?scope=this'], leaves: { recurrence: { freq: 'weekly', exdates: ['2026-06-08'] } }, range: JUNE, shows: ['2026-06-01', '2026-06-15', '2026-06-22', '2026-06-29'] },
  { name: 'takes out the first', series: four, ask: ['DELETE', '/events/{id}_20260602T090000Z'], leaves: { start_at: '2026-06-02T09:00:00Z' }, shows: FOUR.slice(1) },
  { name: 'takes out a further date', series: rdates, ask: ['DELETE', '/events/{id}_20260605T150000Z'], shows: ['2026-06-02T09:00:00Z'] },
  { name: 'takes out a moved one', series: four, after: [['PATCH', '/events/{id}_20260609T090000Z', { start_at: '2026-11-05T09:00:00Z' }]], ask: ['DELETE', '/events/{id}_20260609T090000Z'], leaves: { overrides: { '2026-06-09T09:00:00Z': { start_at: '2026-11-05T09:00:00Z' } } }, shows: [FOUR[0], FOUR[2], FOUR[3]] as string[] },
  { name: 'takes it out for good, with its changes', series: four, after: [['PATCH', '/events/{id}_20260609T090000Z', { title: 'Trip' }]], ask: ['DELETE', '/events/{id}_20260609T090000Z?permanent=true'], data: { id: '{id}_20260609T090000Z', deleted: true }, leaves: { overrides: null, recurrence: { exdates: ['2026-06-09T09:00:00Z'] } } },
  { name: 'takes the changes of a removed one away for good', series: four, after: [['PATCH', '/events/{id}_20260609T090000Z', { title: 'Trip' }], ['DELETE', '/events/{id}_20260609T090000Z']], ask: ['DELETE', '/events/{id}_20260609T090000Z?permanent=true'], data: { deleted: true }, leaves: { overrides: null, recurrence: { exdates: ['2026-06-09T09:00:00Z'] } } },
  { name: 'is refused beyond the number of exdates that a series can have', series: { ...four, recurrence: { freq: 'weekly', exdates: Array.from({ length: 1000 }, (_, n) => new Date(Date.UTC(2027, 0, 1 + n)).toISOString().slice(0, 10)) } }, ask: ['DELETE', '/events/{id}_20260609T090000Z'], status: 400, error: 'VALIDATION_ERROR', field: 'recurrence.exdates', says: '1001 exdates, and the most that it can have is 1000; end the series' },
  { name: 'is refused for one that is removed', series: rdates, ask: ['DELETE', '/events/{id}_20260609T090000Z'], status: 409, error: 'ALREADY_DELETED', says: 'permanent=true' },
  { name: 'is refused for one that does not exist', series: four, ask: ['DELETE', '/events/{id}_20260610T090000Z'], status: 404, error: NOT_THERE },
  { name: 'scope=all puts the series into the trash', series: four, ask: ['DELETE', '/events/{id}_20260609T090000Z?scope=all'], events: ['event.deleted'], data: { id: '{id}' }, shows: [] },
  { name: 'scope=all twice is refused', series: four, after: [['DELETE', '/events/{id}']], ask: ['DELETE', '/events/{id}_20260609T090000Z?scope=all'], status: 409, error: 'ALREADY_DELETED' },
  { name: 'scope=all deletes the series for good', series: four, ask: ['DELETE', '/events/{id}_20260609T090000Z?scope=all&permanent=true'], events: ['event.deleted'], data: { id: '{id}', deleted: true }, shows: [] },
  { name: 'scope=all is refused for one that does not exist', series: four, ask: ['DELETE', '/events/{id}_20260610T090000Z?scope=all'], status: 404, error: NOT_THERE },
  { name: 'scope=following needs an occurrence', series: four, ask: ['DELETE', '/events/{id}?scope=following'], status: 400, error: 'INVALID_QUERY', field: 'scope' },
];

// biome-ignore format: a table
const restoring: SeriesRow[] = [
  { name: 'brings a removed one back', series: four, after: [['DELETE', '/events/{id}_20260609T090000Z']], ask: ['POST', '/events/{id}_20260609T090000Z/restore'], data: { id: '{id}_20260609T090000Z', start_at: '2026-06-09T09:00:00Z' }, leaves: { recurrence: { freq: 'weekly', count: 4 } }, shows: FOUR },
  { name: 'brings it back with the changes that it had', series: four, after: [['PATCH', '/events/{id}_20260609T090000Z', { title: 'Trip' }], ['DELETE', '/events/{id}_20260609T090000Z']], ask: ['POST', '/events/{id}_20260609T090000Z/restore'], data: { title: 'Trip' }, shows: [FOUR[0], `${FOUR[1]} Trip`, FOUR[2], FOUR[3]] as string[] },
  { name: 'undoes the changes of one that is there', series: four, after: [['PATCH', '/events/{id}_20260609T090000Z', { title: 'Trip', start_at: '2026-11-05T09:00:00Z' }]], ask: ['POST', '/events/{id}_20260609T090000Z/restore'], data: { title: 'Course', start_at: '2026-06-09T09:00:00Z' }, leaves: { overrides: null }, shows: FOUR },
  { name: 'brings an all-day one back', series: allDay, after: [['DELETE', '/events/{id}_20260608']], ask: ['POST', '/events/{id}_20260608/restore'], data: { start_date: '2026-06-08', end_date: '2026-06-10' }, range: JUNE, shows: ['2026-06-01', '2026-06-08', '2026-06-15', '2026-06-22', '2026-06-29'] },
  { name: 'removes an exdate that is a day', series: rdates, ask: ['POST', '/events/{id}_20260609T090000Z/restore'], leaves: { recurrence: { freq: 'weekly', count: 2, rdates: ['2026-06-05T15:00:00Z'] } } },
  { name: 'leaves the others of that day out', series: { start_at: '2026-06-02T09:00:00Z', recurrence: { freq: 'daily', byhour: [9, 12, 15], count: 6, exdates: ['2026-06-03'] } }, ask: ['POST', '/events/{id}_20260603T120000Z/restore'], shows: [...days('09:00', '06-02'), ...days('12:00', '06-02'), ...days('15:00', '06-02'), ...days('12:00', '06-03')] },
  { name: 'brings one back in its time zone', series: { ...berlin, recurrence: { freq: 'weekly', exdates: ['2026-03-30T09:00'] } }, ask: ['POST', '/events/{id}_20260330T070000Z/restore'], leaves: { recurrence: { freq: 'weekly' } } },
  { name: 'is refused where it takes more exdates than a series can have', series: { start_at: '2026-06-02T09:00:00Z', end_at: null, recurrence: { freq: 'minutely', until: '2026-06-05', exdates: ['2026-06-03'] } }, ask: ['POST', '/events/{id}_20260603T090000Z/restore'], status: 400, error: 'VALIDATION_ERROR', field: 'recurrence.exdates', says: /1439 exdates.* most .* is 1000; restore all of that day/, leaves: { recurrence: { exdates: ['2026-06-03'] } } },
  { name: 'of a series in the trash says to restore that first', series: four, after: [['DELETE', '/events/{id}_20260609T090000Z'], ['DELETE', '/events/{id}']], ask: ['POST', '/events/{id}_20260609T090000Z/restore'], status: 404, error: NOT_THERE, says: 'in the trash; restore it first with POST /events/{id}/restore' },
  { name: 'is refused where there is nothing to restore', series: four, ask: ['POST', '/events/{id}_20260609T090000Z/restore'], status: 409, error: 'NOT_DELETED', says: 'nothing to restore' },
  { name: 'is refused for one that does not exist', series: four, ask: ['POST', '/events/{id}_20260610T090000Z/restore'], status: 404, error: NOT_THERE },
];

scenarios('GET of an occurrence', seriesRows(reading));
scenarios('PATCH of an occurrence', seriesRows(changing));
scenarios('DELETE of an occurrence', seriesRows(removing));
scenarios('restore of an occurrence', seriesRows(restoring));
