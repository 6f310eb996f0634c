// Changes of all occurrences: given for one of them with scope=all, or for the series itself. What was changed, removed or
// added for single occurrences stays with them.
import { scenarios } from '../support/scenario.ts';
import { days, type SeriesRow, seriesRows } from '../support/series-scenarios.ts';

const BERLIN = 'Europe/Berlin';
const four = {
  start_at: '2026-06-02T09:00:00Z',
  end_at: '2026-06-02T10:00:00Z',
  recurrence: { freq: 'weekly', count: 4 },
};
/** With the second changed, the third removed, and one more on a Friday. */
const rich = {
  ...four,
  recurrence: { freq: 'weekly', count: 4, exdates: ['2026-06-16T09:00:00Z'], rdates: ['2026-06-05T15:00:00Z'] },
  overrides: { '2026-06-09T09:00:00Z': { title: 'Trip', start_at: '2026-06-10T12:00:00Z' } },
};
const allDay = {
  all_day: true,
  start_date: '2026-06-01',
  recurrence: { freq: 'weekly', byday: ['MO'], until: '2026-06-22', exdates: ['2026-06-08'] },
  overrides: { '2026-06-15': { title: 'Trip', start_date: '2026-06-17' } },
};
const berlin = {
  start_at: '2026-03-16T09:00',
  end_at: '2026-03-16T10:00',
  timezone: BERLIN,
  recurrence: { freq: 'weekly', count: 4, exdates: ['2026-03-30T09:00'] },
  overrides: { '2026-04-06T07:00:00Z': { title: 'Trip' } },
};
const workdays = { ...four, recurrence: { freq: 'weekly', byday: ['TU', 'TH'], until: '2026-06-11T09:00:00Z' } };
/** Tuesdays 18:00 to 19:00 in Berlin, which is 16:00Z. */
const evening = {
  start_at: '2026-10-06T18:00',
  end_at: '2026-10-06T19:00',
  timezone: BERLIN,
  recurrence: { freq: 'weekly', count: 3 },
};
const own = (override: object) => ({ ...evening, overrides: { '2026-10-13T16:00:00Z': override } });
/** Two days each. */
const weekend = {
  all_day: true,
  start_date: '2026-10-06',
  end_date: '2026-10-08',
  timezone: BERLIN,
  recurrence: { freq: 'weekly', count: 3 },
  overrides: { '2026-10-13': { end_date: '2026-10-17' }, '2026-10-20': { end_date: '2026-10-21' } },
};
/** 29 March has no 02:30, which is read as 03:30. The fourth is removed, the third changed. */
const spring = {
  start_at: '2026-03-27T09:00',
  end_at: '2026-03-27T10:00',
  timezone: BERLIN,
  recurrence: { freq: 'daily', count: 5, exdates: ['2026-03-30T07:00:00Z'] },
  overrides: { '2026-03-29T07:00:00Z': { title: 'Trip', start_at: '2026-03-31T12:00' } },
};
const MORNINGS = [...days('08:00', '03-27', '03-28'), '2026-03-31T07:00:00Z', '2026-03-31T10:00:00Z Trip'];
const night = {
  start_at: '2026-03-28T02:30',
  end_at: '2026-03-28T03:30',
  timezone: BERLIN,
  recurrence: { freq: 'daily', count: 4 },
};
const NIGHTS = ['2026-03-28T01:30:00Z', '2026-03-29T01:30:00Z', ...days('00:30', '03-30', '03-31')];
const toNight = { start_at: '2026-03-27T02:30' };
const toMorning = { start_at: '2026-03-27T09:00' };
const removed = {
  ...spring,
  recurrence: { freq: 'daily', count: 4, exdates: ['2026-03-29T07:00:00Z'] },
  overrides: null,
};

/** A change of all_day for the series, for an occurrence with scope=all, and for the first with scope=following. */
const switches = (name: string, series: object, allDay: boolean, leaves: object, ids: string[]): SeriesRow[] =>
  ['', ...ids.map((id) => `_${id}?scope=all`), `_${ids[0]}?scope=following`].map((to) => ({
    ...{ name: `${name}: PATCH {id}${to}`, series, ask: ['PATCH', `/events/{id}${to}`, { all_day: allDay }], leaves },
  }));

// biome-ignore format: a table
const switched: SeriesRow[] = [
  ...switches('another time on its own day is no day of its own', own({ start_at: '2026-10-13T09:00' }), true, { start_date: '2026-10-06', end_date: '2026-10-07', overrides: null }, ['20261006T160000Z', '20261013T160000Z']),
  ...switches('a later time on its own day is no day of its own', own({ start_at: '2026-10-13T20:00' }), true, { start_date: '2026-10-06', overrides: null }, ['20261006T160000Z', '20261013T160000Z']),
  ...switches('a moved occurrence is on the day that it was moved to', own({ start_at: '2026-10-15T10:00' }), true, { overrides: { '2026-10-13': { start_date: '2026-10-15', start_at: '2026-10-15T00:00:00Z' } } }, ['20261006T160000Z', '20261013T160000Z']),
  { name: 'a moved occurrence is on its day in the zone of the series', series: own({ start_at: '2026-10-14T01:00' }), ask: ['PATCH', '/events/{id}', { all_day: true }], leaves: { overrides: { '2026-10-13': { start_date: '2026-10-14' } } }, shows: ['2026-10-06', '2026-10-14', '2026-10-20'] },
  { name: 'those that follow: a moved occurrence is on the day that it was moved to', series: { ...evening, recurrence: { freq: 'weekly', count: 4 }, overrides: { '2026-10-20T16:00:00Z': { start_at: '2026-10-21T01:00' } } }, ask: ['PATCH', '/events/{id}_20261013T160000Z?scope=following', { all_day: true }], data: { start_date: '2026-10-13', overrides: { '2026-10-20': { start_date: '2026-10-21' } } }, events: ['event.updated', 'event.created'] },
  { name: 'a further date and a removed one are on their days', series: { ...evening, recurrence: { freq: 'weekly', count: 3, rdates: ['2026-10-08T08:00'], exdates: ['2026-10-13T18:00'] } }, ask: ['PATCH', '/events/{id}', { all_day: true }], leaves: { recurrence: { rdates: ['2026-10-08'], exdates: ['2026-10-13'] } }, shows: ['2026-10-06', '2026-10-08', '2026-10-20'] },
  { name: 'the last day of the rule is that of its zone', series: { ...evening, start_at: '2026-10-06T01:00', end_at: '2026-10-06T02:00', recurrence: { freq: 'weekly', until: '2026-10-19T23:00:00Z' } }, ask: ['PATCH', '/events/{id}', { all_day: true }], leaves: { recurrence: { until: '2026-10-20' } }, shows: ['2026-10-06', '2026-10-13', '2026-10-20'] },
  ...switches('an occurrence over several days stays on these days', own({ end_at: '2026-10-15T10:00' }), true, { end_date: '2026-10-07', overrides: { '2026-10-13': { end_date: '2026-10-16', end_at: '2026-10-16T00:00:00Z' } } }, ['20261006T160000Z', '20261013T160000Z']),
  { name: 'one that has no end of its own has as many days as the series', series: own({ start_at: '2026-10-15T23:30' }), ask: ['PATCH', '/events/{id}', { all_day: true }], leaves: { overrides: { '2026-10-13': { start_date: '2026-10-15' } } } },
  { name: 'a length of its own that is within the day of all is dropped', series: own({ end_at: '2026-10-13T22:00' }), ask: ['PATCH', '/events/{id}', { all_day: true }], leaves: { overrides: null } },
  { name: 'one without an end is one day', series: { ...own({ end_at: null }), end_at: '2026-10-07T10:00' }, ask: ['PATCH', '/events/{id}', { all_day: true }], leaves: { end_date: '2026-10-08', overrides: { '2026-10-13': { end_at: null, end_date: '2026-10-14' } } } },
  ...switches('numbers of days of their own are kept from midnight to midnight', weekend, false, { start_at: '2026-10-05T22:00:00Z', end_at: '2026-10-07T22:00:00Z', overrides: { '2026-10-12T22:00:00Z': { end_at: '2026-10-16T22:00:00Z' }, '2026-10-19T22:00:00Z': { end_at: '2026-10-20T22:00:00Z' } } }, ['20261006', '20261013']),
  { name: 'days of its own are kept where the occurrence was moved to', series: { ...weekend, overrides: { '2026-10-13': { start_date: '2026-10-14', end_date: '2026-10-17' } } }, ask: ['PATCH', '/events/{id}', { all_day: false }], leaves: { overrides: { '2026-10-12T22:00:00Z': { start_at: '2026-10-13T22:00:00Z', end_at: '2026-10-16T22:00:00Z' } } } },
  { name: 'numbers of days are given up where a time of day is given', series: weekend, ask: ['PATCH', '/events/{id}', { all_day: false, start_at: '2026-10-06T09:00' }], leaves: { end_at: '2026-10-06T08:00:00Z', overrides: null } },
  { name: 'an end date given with it for a later time of the day leaves the day', series: own({ start_at: '2026-10-13T20:00' }), ask: ['PATCH', '/events/{id}_20261013T160000Z?scope=all', { all_day: true, end_date: '2026-10-15' }], leaves: { start_date: '2026-10-06', end_date: '2026-10-08' } },
];

// biome-ignore format: a table
const skipped: SeriesRow[] = [
  { name: 'a removed occurrence keeps its local time', series: removed, ask: ['PATCH', '/events/{id}', toNight], leaves: { recurrence: { exdates: ['2026-03-29T02:30:00'] } } },
  { name: 'a removed occurrence is removed when the series is back', series: removed, after: [['PATCH', '/events/{id}', toNight]], ask: ['PATCH', '/events/{id}', toMorning], leaves: { recurrence: { exdates: ['2026-03-29T07:00:00Z'] } }, shows: ['2026-03-27T08:00:00Z', '2026-03-28T08:00:00Z', '2026-03-30T07:00:00Z'] },
  { name: 'a further date is the same when the series is back', series: { ...removed, recurrence: { freq: 'weekly', count: 2, rdates: ['2026-03-29T07:00:00Z'] } }, after: [['PATCH', '/events/{id}', toNight]], ask: ['PATCH', '/events/{id}', toMorning], shows: ['2026-03-27T08:00:00Z', '2026-03-29T07:00:00Z', '2026-04-03T07:00:00Z'] },
  { name: 'the last time of the rule is the same when the series is back', series: { ...removed, recurrence: { freq: 'daily', until: '2026-03-29T07:00:00Z' } }, after: [['PATCH', '/events/{id}', toNight]], ask: ['PATCH', '/events/{id}', toMorning], leaves: { recurrence: { until: '2026-03-29T07:00:00Z' } } },
  ...['', '_20260328T080000Z?scope=all'].map((to): SeriesRow => (
    { name: `a changed occurrence keeps its changes at a time that is skipped: PATCH {id}${to}`, series: spring, ask: ['PATCH', `/events/{id}${to}`, { start_at: to ? '2026-03-28T02:30' : '2026-03-27T02:30' }], leaves: { overrides: { '2026-03-29T01:30:00Z': { title: 'Trip', start_at: '2026-03-31T03:30:00Z' } } }, shows: ['2026-03-27T01:30:00Z', '2026-03-28T01:30:00Z', '2026-03-31T00:30:00Z', '2026-03-31T03:30:00Z Trip'] })),
  ...[toMorning, { timezone: 'UTC', start_at: '2026-03-27T08:00:00Z' }].map((sent): SeriesRow => (
    { name: `a changed occurrence is there when the series is moved on: ${JSON.stringify(sent)}`, series: spring, after: [['PATCH', '/events/{id}_20260328T080000Z?scope=all', { start_at: '2026-03-28T02:30' }]], ask: ['PATCH', '/events/{id}', sent], shows: 'timezone' in sent ? [...days('08:00', '03-27', '03-28', '03-31'), '2026-03-31T11:00:00Z Trip'] : MORNINGS })),
  { name: 'a changed occurrence is there when an occurrence moves the series back', series: spring, after: [['PATCH', '/events/{id}', toNight]], ask: ['PATCH', '/events/{id}_20260328T013000Z?scope=all', { start_at: '2026-03-28T09:00' }], leaves: { overrides: { '2026-03-29T07:00:00Z': { title: 'Trip', start_at: '2026-03-31T10:00:00Z' } } }, shows: MORNINGS },
  { name: 'the skipped occurrence itself is moved to another time with all', series: night, ask: ['PATCH', '/events/{id}_20260329T013000Z?scope=all', { start_at: '2026-03-29T09:00' }], data: { id: '{id}_20260329T070000Z', start_at: '2026-03-29T07:00:00Z' }, shows: ['2026-03-28T08:00:00Z', ...days('07:00', '03-29', '03-30', '03-31')] },
  { name: 'the skipped occurrence alone is moved and back', series: night, after: [['PATCH', '/events/{id}_20260329T013000Z', { start_at: '2026-03-29T09:00' }]], ask: ['PATCH', '/events/{id}_20260329T013000Z', { start_at: '2026-03-29T03:30' }], leaves: { overrides: null }, shows: NIGHTS },
  { name: 'an occurrence of the hour after the gap moves by as much', series: { ...removed, start_at: '2026-03-27T03:30', end_at: '2026-03-27T04:00', recurrence: { freq: 'daily', count: 3 }, overrides: { '2026-03-29T01:30:00Z': { title: 'Trip' } } }, ask: ['PATCH', '/events/{id}', { start_at: '2026-03-27T09:30' }], leaves: { overrides: { '2026-03-29T07:30:00Z': { title: 'Trip' } } } },
];

// biome-ignore format: a table
const all: SeriesRow[] = [
  { name: 'a title is that of the series', series: rich, ask: ['PATCH', '/events/{id}_20260623T090000Z?scope=all', { title: 'Class' }], data: { id: '{id}_20260623T090000Z', title: 'Class' }, leaves: { title: 'Class' }, shows: ['2026-06-02T09:00:00Z Class', '2026-06-05T15:00:00Z Class', '2026-06-10T12:00:00Z Trip', '2026-06-23T09:00:00Z Class'] },
  { name: 'a title holds for the changed occurrence that it was given for', series: rich, ask: ['PATCH', '/events/{id}_20260609T090000Z?scope=all', { title: 'Class' }], data: { title: 'Class', start_at: '2026-06-10T12:00:00Z' }, leaves: { title: 'Class', overrides: { '2026-06-09T09:00:00Z': { start_at: '2026-06-10T12:00:00Z' } } } },
  { name: 'another time of day moves all, with exdates, rdates and overrides', series: rich, ask: ['PATCH', '/events/{id}_20260623T090000Z?scope=all', { start_at: '2026-06-23T10:30:00Z' }], data: { id: '{id}_20260623T103000Z', start_at: '2026-06-23T10:30:00Z', end_at: '2026-06-23T11:30:00Z' }, leaves: { start_at: '2026-06-02T10:30:00Z', end_at: '2026-06-02T11:30:00Z', recurrence: { freq: 'weekly', count: 4, exdates: ['2026-06-16T10:30:00Z'], rdates: ['2026-06-05T16:30:00Z'] }, overrides: { '2026-06-09T10:30:00Z': { title: 'Trip', start_at: '2026-06-10T13:30:00Z' } } }, shows: ['2026-06-02T10:30:00Z', '2026-06-05T16:30:00Z', '2026-06-10T13:30:00Z Trip', '2026-06-23T10:30:00Z'] },
  { name: 'another day moves all', series: rich, ask: ['PATCH', '/events/{id}_20260623T090000Z?scope=all', { start_at: '2026-06-22T09:00:00Z' }], shows: ['2026-06-01T09:00:00Z', '2026-06-04T15:00:00Z', '2026-06-09T12:00:00Z Trip', '2026-06-22T09:00:00Z'] },
  { name: 'a start given for a moved occurrence holds for all: its own start is dropped', series: rich, ask: ['PATCH', '/events/{id}_20260609T090000Z?scope=all', { start_at: '2026-06-10T13:00:00Z' }], data: { start_at: '2026-06-10T13:00:00Z', end_at: '2026-06-10T14:00:00Z', recurrence_id: '2026-06-10T13:00:00Z', title: 'Trip' }, leaves: { start_at: '2026-06-03T13:00:00Z', overrides: { '2026-06-10T13:00:00Z': { title: 'Trip' } } }, shows: ['2026-06-03T13:00:00Z', '2026-06-06T19:00:00Z', '2026-06-10T13:00:00Z Trip', '2026-06-24T13:00:00Z'] },
  { name: 'an end of its own stays as far from the start', series: { ...four, overrides: { '2026-06-09T09:00:00Z': { start_at: '2026-06-10T12:00:00Z', end_at: '2026-06-10T15:00:00Z' } } }, ask: ['PATCH', '/events/{id}_20260609T090000Z?scope=all', { start_at: '2026-06-10T13:00:00Z' }], data: { start_at: '2026-06-10T13:00:00Z', end_at: '2026-06-10T16:00:00Z' }, leaves: { end_at: '2026-06-03T14:00:00Z', overrides: { '2026-06-10T13:00:00Z': { end_at: '2026-06-10T16:00:00Z' } } }, shows: days('13:00', '06-03', '06-10', '06-17', '06-24') },
  { name: 'start and end given for a moved and longer occurrence hold for all', series: { ...four, overrides: { '2026-06-09T09:00:00Z': { start_at: '2026-06-09T12:00:00Z', end_at: '2026-06-09T15:00:00Z' } } }, ask: ['PATCH', '/events/{id}_20260609T090000Z?scope=all', { start_at: '2026-06-09T13:00:00Z', end_at: '2026-06-09T16:00:00Z' }], leaves: { start_at: '2026-06-02T13:00:00Z', end_at: '2026-06-02T16:00:00Z', overrides: null } },
  { name: 'an end given for a moved occurrence leaves its start', series: rich, ask: ['PATCH', '/events/{id}_20260609T090000Z?scope=all', { end_at: '2026-06-10T14:00:00Z' }], leaves: { start_at: '2026-06-02T09:00:00Z', end_at: '2026-06-02T11:00:00Z', overrides: { '2026-06-09T09:00:00Z': { title: 'Trip', start_at: '2026-06-10T12:00:00Z' } } } },
  { name: 'an end given for an occurrence with its own moves all ends by as much', series: own({ end_at: '2026-10-13T20:30' }), ask: ['PATCH', '/events/{id}_20261013T160000Z?scope=all', { end_at: '2026-10-14T03:30' }], data: { end_at: '2026-10-14T01:30:00Z' }, leaves: { start_at: '2026-10-06T16:00:00Z', end_at: '2026-10-07T00:00:00Z', overrides: { '2026-10-13T16:00:00Z': { end_at: '2026-10-14T01:30:00Z' } } } },
  { name: 'an end_date given for an occurrence with its own moves all ends by as much', series: weekend, ask: ['PATCH', '/events/{id}_20261013?scope=all', { end_date: '2026-10-18' }], data: { end_date: '2026-10-18' }, leaves: { end_date: '2026-10-09', end_at: '2026-10-09T00:00:00Z', overrides: { '2026-10-13': { end_date: '2026-10-18' }, '2026-10-20': { end_date: '2026-10-21' } } } },
  { name: 'an end that would put the ends of the others before their starts is refused', series: own({ end_at: '2026-10-13T23:00' }), ask: ['PATCH', '/events/{id}_20261013T160000Z?scope=all', { end_at: '2026-10-13T19:30' }], status: 400, error: 'VALIDATION_ERROR', field: 'end_at', says: 'by its own id' },
  { name: 'a date given for a moved all-day occurrence holds for all', series: allDay, ask: ['PATCH', '/events/{id}_20260615?scope=all', { start_date: '2026-06-16' }], data: { start_date: '2026-06-16', recurrence_id: '2026-06-16', title: 'Trip' }, leaves: { start_date: '2026-06-02', recurrence: { byday: ['TU'] }, overrides: { '2026-06-16': { title: 'Trip' } } }, shows: ['2026-06-02', '2026-06-16 Trip', '2026-06-23'] },
  { name: 'the times of a moved occurrence, sent as they are, move nothing', series: rich, ask: ['PATCH', '/events/{id}_20260609T090000Z?scope=all', { start_at: '2026-06-10T12:00:00Z', end_at: '2026-06-10T13:00:00Z', location: 'Hall' }], leaves: { start_at: '2026-06-02T09:00:00Z', location: 'Hall', overrides: { '2026-06-09T09:00:00Z': { start_at: '2026-06-10T12:00:00Z' } } } },
  { name: 'another end makes all longer', series: four, ask: ['PATCH', '/events/{id}_20260609T090000Z?scope=all', { end_at: '2026-06-09T12:00:00Z' }], data: { end_at: '2026-06-09T12:00:00Z' }, leaves: { start_at: '2026-06-02T09:00:00Z', end_at: '2026-06-02T12:00:00Z' } },
  { name: 'start and end together', series: four, ask: ['PATCH', '/events/{id}_20260609T090000Z?scope=all', { start_at: '2026-06-09T08:00:00Z', end_at: '2026-06-09T12:00:00Z' }], leaves: { start_at: '2026-06-02T08:00:00Z', end_at: '2026-06-02T12:00:00Z' } },
  { name: 'weekdays move along, with until', series: workdays, ask: ['PATCH', '/events/{id}_20260604T090000Z?scope=all', { start_at: '2026-06-05T10:00:00Z' }], data: { start_at: '2026-06-05T10:00:00Z' }, leaves: { recurrence: { freq: 'weekly', byday: ['WE', 'FR'], until: '2026-06-12T10:00:00Z' } }, shows: days('10:00', '06-03', '06-05', '06-10', '06-12') },
  { name: 'weekdays of every second week stay in one week', series: { start_at: '2026-06-06T09:00:00Z', recurrence: { freq: 'weekly', interval: 2, byday: ['SA', 'SU'], count: 4 } }, ask: ['PATCH', '/events/{id}_20260607T090000Z?scope=all', { start_at: '2026-06-08T09:00:00Z' }], shows: days('09:00', '06-07', '06-08', '06-21', '06-22') },
  { name: 'a day of the month moves along', series: { start_at: '2026-06-10T09:00:00Z', recurrence: { freq: 'monthly', bymonthday: [10], count: 3 } }, ask: ['PATCH', '/events/{id}_20260710T090000Z?scope=all', { start_at: '2026-07-12T09:00:00Z' }], shows: days('09:00', '06-12', '07-12', '08-12') },
  { name: 'the last day of the month stays counted from its end', series: { start_at: '2026-06-30T09:00:00Z', recurrence: { freq: 'monthly', bymonthday: [-1], count: 3 } }, ask: ['PATCH', '/events/{id}_20260731T090000Z?scope=all', { start_at: '2026-07-30T09:00:00Z' }], shows: days('09:00', '06-29', '07-30', '08-30') },
  { name: 'a numbered weekday moves along', series: { start_at: '2026-06-09T09:00:00Z', recurrence: { freq: 'monthly', byday: ['2TU'], count: 3 } }, ask: ['PATCH', '/events/{id}_20260714T090000Z?scope=all', { start_at: '2026-07-15T09:00:00Z' }], leaves: { recurrence: { byday: ['2WE'] } } },
  { name: 'hours of the rule move along', series: { start_at: '2026-06-02T09:00:00Z', recurrence: { freq: 'daily', byhour: [9, 15], count: 4 } }, ask: ['PATCH', '/events/{id}_20260602T150000Z?scope=all', { start_at: '2026-06-02T16:00:00Z' }], shows: ['2026-06-02T10:00:00Z', '2026-06-02T16:00:00Z', '2026-06-03T10:00:00Z', '2026-06-03T16:00:00Z'] },
  { name: 'a rule that cannot be moved is refused', series: { start_at: '2026-06-10T09:00:00Z', recurrence: { freq: 'monthly', bymonthday: [10, 20], count: 3 } }, ask: ['PATCH', '/events/{id}_20260620T090000Z?scope=all', { start_at: '2026-06-21T09:00:00Z' }], status: 400, error: 'VALIDATION_ERROR', field: 'start_at', says: 'send recurrence' },
  { name: 'a rule that is sent is taken as it is', series: { start_at: '2026-06-10T09:00:00Z', recurrence: { freq: 'monthly', bymonthday: [10, 20], count: 3 } }, ask: ['PATCH', '/events/{id}_20260620T090000Z?scope=all', { start_at: '2026-06-21T09:00:00Z', recurrence: { freq: 'monthly', bymonthday: [11, 21], count: 3 } }], data: { start_at: '2026-06-21T09:00:00Z' }, shows: days('09:00', '06-11', '06-21', '07-11') },
  { name: 'the time of day stays across a change of the clocks', series: berlin, ask: ['PATCH', '/events/{id}_20260406T070000Z?scope=all', { start_at: '2026-04-06T11:00' }], data: { start_at: '2026-04-06T09:00:00Z', title: 'Trip' }, leaves: { start_at: '2026-03-16T10:00:00Z', recurrence: { exdates: ['2026-03-30T09:00:00Z'] }, overrides: { '2026-04-06T09:00:00Z': { title: 'Trip' } } }, shows: ['2026-03-16T10:00:00Z', '2026-03-23T10:00:00Z', '2026-04-06T09:00:00Z Trip'] },
  { name: 'all-day dates move', series: allDay, ask: ['PATCH', '/events/{id}_20260622?scope=all', { start_date: '2026-06-23' }], data: { id: '{id}_20260623', start_date: '2026-06-23', end_date: '2026-06-24' }, leaves: { start_date: '2026-06-02', end_at: null, recurrence: { freq: 'weekly', byday: ['TU'], until: '2026-06-23', exdates: ['2026-06-09'] }, overrides: { '2026-06-16': { title: 'Trip', start_date: '2026-06-18', start_at: '2026-06-18T00:00:00Z' } } }, shows: ['2026-06-02', '2026-06-18 Trip', '2026-06-23'] },
  { name: 'a calendar is that of the series', series: four, ask: ['PATCH', '/events/{id}_20260609T090000Z?scope=all', { calendar_name: 'other' }], data: { calendar_name: 'other', recurrence_id: '2026-06-09T09:00:00Z' }, leaves: { calendar_name: 'other' } },
  { name: 'another time zone leaves the occurrence at its moment', series: berlin, ask: ['PATCH', '/events/{id}_20260406T070000Z?scope=all', { timezone: 'UTC' }], data: { start_at: '2026-04-06T07:00:00Z', title: 'Trip' }, leaves: { start_at: '2026-03-16T07:00:00Z' }, shows: ['2026-03-16T07:00:00Z', '2026-03-23T07:00:00Z', '2026-04-06T07:00:00Z Trip'] },
  { name: 'all_day makes dates of all', series: rich, ask: ['PATCH', '/events/{id}_20260623T090000Z?scope=all', { all_day: true }], data: { id: '{id}_20260623', start_date: '2026-06-23' }, leaves: { start_date: '2026-06-02', end_date: '2026-06-03' }, shows: ['2026-06-02', '2026-06-05', '2026-06-10 Trip', '2026-06-23'] },
  { name: 'all_day taken away makes times of all', series: allDay, ask: ['PATCH', '/events/{id}_20260622?scope=all', { all_day: false, start_at: '2026-06-22T09:00:00Z', end_at: '2026-06-22T10:00:00Z' }], data: { id: '{id}_20260622T090000Z' }, shows: ['2026-06-01T09:00:00Z', '2026-06-17T09:00:00Z Trip', '2026-06-22T09:00:00Z'] },
  { name: 'a week later, exdates move with a rule that names the day', series: { ...four, recurrence: { freq: 'weekly', byday: ['TU'], count: 4, exdates: ['2026-06-16T09:00:00Z'] } }, ask: ['PATCH', '/events/{id}_20260623T090000Z?scope=all', { start_at: '2026-06-30T09:00:00Z' }], leaves: { recurrence: { exdates: ['2026-06-23T09:00:00Z'] } }, shows: days('09:00', '06-09', '06-16', '06-30') },
  { name: 'what was changed in an occurrence that is gone does not come to another one', series: { ...four, overrides: { '2026-06-23T09:00:00Z': { title: 'Gone' } } }, after: [['PATCH', '/events/{id}', { recurrence: { freq: 'weekly', until: '2026-06-16' } }]], ask: ['PATCH', '/events/{id}_20260616T090000Z?scope=all', { start_at: '2026-06-23T09:00:00Z' }], leaves: { overrides: { '2026-06-30T09:00:00Z': { title: 'Gone' } } }, shows: days('09:00', '06-09', '06-16', '06-23') },
  { name: 'recurrence null makes a single event of it', series: rich, ask: ['PATCH', '/events/{id}_20260623T090000Z?scope=all', { recurrence: null }], data: { id: '{id}', recurrence: null, overrides: null } },
  { name: 'a rule without the occurrence answers with the series', series: four, ask: ['PATCH', '/events/{id}_20260623T090000Z?scope=all', { recurrence: { freq: 'weekly', count: 2 } }], data: { id: '{id}', recurrence: { freq: 'weekly', count: 2 } } },
];

// biome-ignore format: a table
const direct: SeriesRow[] = [
  { name: 'another start_at moves exdates, rdates and overrides', series: rich, ask: ['PATCH', '/events/{id}', { start_at: '2026-06-02T10:00:00Z', end_at: '2026-06-02T11:00:00Z' }], data: { recurrence: { freq: 'weekly', count: 4, exdates: ['2026-06-16T10:00:00Z'], rdates: ['2026-06-05T16:00:00Z'] }, overrides: { '2026-06-09T10:00:00Z': { title: 'Trip', start_at: '2026-06-10T13:00:00Z' } } }, shows: ['2026-06-02T10:00:00Z', '2026-06-05T16:00:00Z', '2026-06-10T13:00:00Z Trip', '2026-06-23T10:00:00Z'] },
  { name: 'another day moves them where the rule follows the start', series: rich, ask: ['PATCH', '/events/{id}', { start_at: '2026-06-03T09:00:00Z', end_at: '2026-06-03T10:00:00Z' }], shows: ['2026-06-03T09:00:00Z', '2026-06-06T15:00:00Z', '2026-06-11T12:00:00Z Trip', '2026-06-24T09:00:00Z'] },
  { name: 'a start alone keeps the length', series: rich, ask: ['PATCH', '/events/{id}', { start_at: '2026-06-02T10:00:00Z' }], data: { end_at: '2026-06-02T11:00:00Z' }, shows: ['2026-06-02T10:00:00Z', '2026-06-05T16:00:00Z', '2026-06-10T13:00:00Z Trip', '2026-06-23T10:00:00Z'] },
  { name: 'scope=all with the id of the series is the same', series: rich, ask: ['PATCH', '/events/{id}?scope=all', { start_at: '2026-06-03T09:00:00Z' }], data: { end_at: '2026-06-03T10:00:00Z' }, shows: ['2026-06-03T09:00:00Z', '2026-06-06T15:00:00Z', '2026-06-11T12:00:00Z Trip', '2026-06-24T09:00:00Z'] },
  { name: 'an end alone changes the length', series: four, ask: ['PATCH', '/events/{id}', { end_at: '2026-06-02T12:00:00Z' }], data: { start_at: '2026-06-02T09:00:00Z', end_at: '2026-06-02T12:00:00Z' } },
  { name: 'weekdays of the rule move along, with exdates and overrides', series: { ...four, recurrence: { freq: 'weekly', byday: ['TU', 'TH'], until: '2026-06-18', exdates: ['2026-06-16'] }, overrides: { '2026-06-11T09:00:00Z': { title: 'Trip' } } }, ask: ['PATCH', '/events/{id}', { start_at: '2026-06-03T10:00:00Z' }], data: { end_at: '2026-06-03T11:00:00Z', recurrence: { freq: 'weekly', byday: ['WE', 'FR'], until: '2026-06-19', exdates: ['2026-06-17'] } }, shows: ['2026-06-03T10:00:00Z', '2026-06-05T10:00:00Z', '2026-06-10T10:00:00Z', '2026-06-12T10:00:00Z Trip', '2026-06-19T10:00:00Z'] },
  { name: 'a day of the month moves along', series: { ...four, recurrence: { freq: 'monthly', bymonthday: [2], count: 3 } }, ask: ['PATCH', '/events/{id}', { start_at: '2026-06-04T09:00:00Z' }], data: { recurrence: { bymonthday: [4] } }, shows: days('09:00', '06-04', '07-04', '08-04') },
  { name: 'days of the month that do not all move by as much are refused, if one was removed', series: { start_at: '2026-01-28T09:00:00Z', recurrence: { freq: 'monthly', count: 4, exdates: ['2026-03-28'] } }, ask: ['PATCH', '/events/{id}', { start_at: '2026-02-01T09:00:00Z' }], status: 400, error: 'VALIDATION_ERROR', field: 'start_at', says: 'send recurrence' },
  { name: 'the same with a last occurrence, on days that some months lack', series: { start_at: '2026-01-30T09:00:00Z', recurrence: { freq: 'monthly', until: '2026-05-30T09:00:00Z' } }, ask: ['PATCH', '/events/{id}', { start_at: '2026-01-31T09:00:00Z' }], status: 400, error: 'VALIDATION_ERROR', field: 'start_at', says: 'send recurrence' },
  { name: 'the same once a year, across the leap day', series: { start_at: '2026-02-20T09:00:00Z', recurrence: { freq: 'yearly', count: 4, exdates: ['2028-02-20'] } }, ask: ['PATCH', '/events/{id}', { start_at: '2026-03-02T09:00:00Z' }], status: 400, error: 'VALIDATION_ERROR', field: 'start_at', says: 'send recurrence' },
  { name: 'into the next month without removed or changed occurrences they move', series: { start_at: '2026-01-28T09:00:00Z', recurrence: { freq: 'monthly', count: 3 } }, ask: ['PATCH', '/events/{id}', { start_at: '2026-02-01T09:00:00Z' }], shows: days('09:00', '02-01', '03-01', '04-01') },
  { name: 'once a year, a removed occurrence stays with its year', series: { start_at: '2026-05-10T09:00:00Z', recurrence: { freq: 'yearly', count: 3, exdates: ['2026-05-10T09:00:00Z'] } }, ask: ['PATCH', '/events/{id}', { start_at: '2026-06-20T09:00:00Z' }], leaves: { recurrence: { exdates: ['2026-06-20T09:00:00Z'] } } },
  { name: 'within the month a removed occurrence stays with its month', series: { start_at: '2026-01-10T09:00:00Z', recurrence: { freq: 'monthly', count: 3, exdates: ['2026-02-10T09:00:00Z'] } }, ask: ['PATCH', '/events/{id}', { start_at: '2026-01-12T09:00:00Z' }], shows: days('09:00', '01-12', '03-12') },
  { name: 'a start in another year is refused where weeks of every second year count from it', series: { start_at: '2024-12-31T10:00', timezone: BERLIN, recurrence: { freq: 'yearly', interval: 2, byweekno: [1], byday: ['TU'] } }, ask: ['PATCH', '/events/{id}', { start_at: '2025-12-30T10:00' }], status: 400, error: 'VALIDATION_ERROR', field: 'start_at', says: 'send recurrence', range: ['from=2025-01-01&to=2025-12-31', 'from=2028-01-01&to=2028-12-31'], shows: ['2025-12-30T09:00:00Z', '2028-01-04T09:00:00Z'] },
  { name: 'days of the month that cannot be moved together are refused', series: { ...four, recurrence: { freq: 'monthly', bymonthday: [2, 20], count: 3 } }, ask: ['PATCH', '/events/{id}', { start_at: '2026-06-04T09:00:00Z' }], status: 400, error: 'VALIDATION_ERROR', field: 'start_at', says: 'send recurrence' },
  { name: 'another day leaves them where a rule that is sent names the days', series: { ...four, recurrence: { freq: 'weekly', byday: ['TU', 'TH'], until: '2026-06-18', exdates: ['2026-06-16'] }, overrides: { '2026-06-11T09:00:00Z': { title: 'Trip' } } }, ask: ['PATCH', '/events/{id}', { start_at: '2026-06-03T10:00:00Z', end_at: '2026-06-03T11:00:00Z', recurrence: { freq: 'weekly', byday: ['TU', 'TH'], until: '2026-06-18', exdates: ['2026-06-16'] } }], shows: ['2026-06-04T10:00:00Z', '2026-06-09T10:00:00Z', '2026-06-11T10:00:00Z Trip', '2026-06-18T10:00:00Z'] },
  { name: 'an earlier start of a daily rule moves them', series: { ...four, recurrence: { freq: 'daily', count: 3, exdates: ['2026-06-04T09:00:00Z'] } }, ask: ['PATCH', '/events/{id}', { start_at: '2026-06-01T09:00:00Z', end_at: '2026-06-01T10:00:00Z' }], shows: days('09:00', '06-01', '06-02') },
  { name: 'another time zone keeps them with their occurrences', series: berlin, ask: ['PATCH', '/events/{id}', { timezone: 'UTC' }], data: { start_at: '2026-03-16T08:00:00Z', recurrence: { exdates: ['2026-03-30T08:00:00Z'] }, overrides: { '2026-04-06T08:00:00Z': { title: 'Trip' } } }, shows: ['2026-03-16T08:00:00Z', '2026-03-23T08:00:00Z', '2026-04-06T08:00:00Z Trip'] },
  { name: 'another time zone rewrites what has no offset', series: { ...berlin, recurrence: { freq: 'weekly', count: 4, exdates: ['2026-03-23T09:00'], rdates: ['2026-03-18T09:00'] } }, ask: ['PATCH', '/events/{id}', { timezone: 'UTC' }], data: { recurrence: { exdates: ['2026-03-23T08:00:00Z'], rdates: ['2026-03-18T08:00:00Z'] } }, shows: ['2026-03-16T08:00:00Z', '2026-03-18T08:00:00Z', '2026-03-30T08:00:00Z', '2026-04-06T08:00:00Z Trip'] },
  { name: 'a later start of a rule that names its days removes nothing else', series: { ...four, recurrence: { freq: 'weekly', byday: ['MO', 'TU', 'WE', 'TH', 'FR'], until: '2026-06-12', exdates: ['2026-06-04T09:00:00Z'] }, overrides: { '2026-06-09T09:00:00Z': { title: 'Trip' } } }, ask: ['PATCH', '/events/{id}', { start_at: '2026-06-03T09:00:00Z', recurrence: { freq: 'weekly', byday: ['MO', 'TU', 'WE', 'TH', 'FR'], until: '2026-06-12', exdates: ['2026-06-04T09:00:00Z'] } }], shows: ['2026-06-03T09:00:00Z', '2026-06-05T09:00:00Z', '2026-06-08T09:00:00Z', '2026-06-09T09:00:00Z Trip', ...days('09:00', '06-10', '06-11', '06-12')] },
  { name: 'a later start of a rule that names its hours removes nothing else', series: { ...four, recurrence: { freq: 'daily', byhour: [9, 10, 11], count: 6, exdates: ['2026-06-03T10:00:00Z'] } }, ask: ['PATCH', '/events/{id}', { start_at: '2026-06-02T10:00:00Z', recurrence: { freq: 'daily', byhour: [9, 10, 11], count: 6, exdates: ['2026-06-03T10:00:00Z'] } }], shows: ['2026-06-02T10:00:00Z', '2026-06-02T11:00:00Z', '2026-06-03T09:00:00Z', '2026-06-03T11:00:00Z', '2026-06-04T09:00:00Z'] },
  { name: 'exdates and rdates that are sent as they were move with the start', series: rich, ask: ['PATCH', '/events/{id}', { start_at: '2026-06-03T10:00:00Z', end_at: '2026-06-03T11:00:00Z', recurrence: { ...rich.recurrence, count: 5 } }], shows: ['2026-06-03T10:00:00Z', '2026-06-06T16:00:00Z', '2026-06-11T13:00:00Z Trip', '2026-06-24T10:00:00Z', '2026-07-01T10:00:00Z'] },
  { name: 'all-day dates move with start_date', series: { ...allDay, recurrence: { ...allDay.recurrence, byday: undefined, until: '2026-06-23' } }, ask: ['PATCH', '/events/{id}', { start_date: '2026-06-02' }], data: { recurrence: { exdates: ['2026-06-09'] }, overrides: { '2026-06-16': { start_date: '2026-06-18' } } }, shows: ['2026-06-02', '2026-06-18 Trip', '2026-06-23'] },
  { name: 'several days move with start_date, and the weekday of the rule', series: { ...allDay, end_date: '2026-06-03' }, ask: ['PATCH', '/events/{id}', { start_date: '2026-06-02' }], data: { start_at: '2026-06-02T00:00:00Z', end_at: '2026-06-04T00:00:00Z', end_date: '2026-06-04', recurrence: { byday: ['TU'], until: '2026-06-23', exdates: ['2026-06-09'] } }, shows: ['2026-06-02', '2026-06-18 Trip', '2026-06-23'] },
  { name: 'all_day makes dates of them', series: rich, ask: ['PATCH', '/events/{id}', { all_day: true }], data: { recurrence: { exdates: ['2026-06-16'], rdates: ['2026-06-05'] }, overrides: { '2026-06-09': { title: 'Trip', start_date: '2026-06-10' } } }, shows: ['2026-06-02', '2026-06-05', '2026-06-10 Trip', '2026-06-23'] },
  { name: 'a recurrence that is sent keeps its dates, and overrides move', series: rich, ask: ['PATCH', '/events/{id}', { start_at: '2026-06-02T10:00:00Z', end_at: null, recurrence: { freq: 'weekly', count: 3, exdates: ['2026-06-16T10:00:00Z'] } }], data: { recurrence: { freq: 'weekly', count: 3, exdates: ['2026-06-16T10:00:00Z'] }, overrides: { '2026-06-09T10:00:00Z': { title: 'Trip' } } }, shows: ['2026-06-02T10:00:00Z', '2026-06-10T13:00:00Z Trip'] },
  { name: 'overrides that are sent are taken as they are', series: rich, ask: ['PATCH', '/events/{id}', { start_at: '2026-06-02T10:00:00Z', end_at: null, overrides: { '2026-06-23T10:00:00Z': { title: 'Last' } } }], data: { overrides: { '2026-06-23T10:00:00Z': { title: 'Last' } } } },
  { name: 'another title moves nothing', series: rich, ask: ['PATCH', '/events/{id}', { title: 'Class' }], data: { recurrence: rich.recurrence, overrides: rich.overrides } },
  { name: 'another rule leaves overrides that match nothing', series: rich, ask: ['PATCH', '/events/{id}', { recurrence: { freq: 'weekly', byday: ['MO'], count: 2 } }], data: { overrides: rich.overrides }, shows: ['2026-06-08T09:00:00Z', '2026-06-15T09:00:00Z'] },
];

/** The second Tuesday of each month; that of April is 14 April, and its second Wednesday is 8 April. */
const second = {
  start_at: '2026-01-13T09:00:00Z',
  recurrence: { freq: 'monthly', byday: ['2TU'], until: '2026-05-12T09:00:00Z', exdates: ['2026-04-14T09:00:00Z'] },
  overrides: { '2026-03-10T09:00:00Z': { title: 'Trip', start_at: '2026-03-11T12:00:00Z' } },
};
const SECOND_WEDNESDAYS = {
  recurrence: { byday: ['2WE'], until: '2026-05-13T09:00:00Z', exdates: ['2026-04-08T09:00:00Z'] },
  overrides: { '2026-03-11T09:00:00Z': { title: 'Trip', start_at: '2026-03-12T12:00:00Z' } },
};
const aprilChanged = {
  ...second,
  recurrence: { freq: 'monthly', byday: ['2TU'] },
  overrides: { '2026-04-14T09:00:00Z': { title: 'Trip', start_at: '2026-04-15T12:00:00Z' } },
};
/** 1 April is the last. */
const first = {
  start_at: '2026-01-07T09:00:00Z',
  recurrence: { freq: 'monthly', byday: ['1WE'], until: '2026-04-01T09:00:00Z' },
};
const SECOND_TUESDAYS = days('09:00', '01-13', '02-10', '03-10', '04-14');
const fifth = { start_at: '2026-01-20T09:00:00Z', recurrence: { freq: 'monthly', byday: ['3TU'], count: 3 } };
const toFifth = { start_at: '2026-01-30T09:00:00Z' };

// biome-ignore format: a table
const numbered: SeriesRow[] = [
  { name: 'removed and changed occurrences stay with their months', series: second, ask: ['PATCH', '/events/{id}', { start_at: '2026-01-14T09:00:00Z' }], leaves: SECOND_WEDNESDAYS, shows: ['2026-01-14T09:00:00Z', '2026-02-11T09:00:00Z', '2026-03-12T12:00:00Z Trip', '2026-05-13T09:00:00Z'] },
  { name: 'the same with scope=all', series: second, ask: ['PATCH', '/events/{id}_20260113T090000Z?scope=all', { start_at: '2026-01-14T09:00:00Z' }], leaves: SECOND_WEDNESDAYS },
  { name: 'scope=all answers with the occurrence of the same month', series: second, ask: ['PATCH', '/events/{id}_20260512T090000Z?scope=all', { start_at: '2026-05-13T09:00:00Z' }], data: { id: '{id}_20260513T090000Z' }, leaves: SECOND_WEDNESDAYS },
  { name: 'the same with scope=following', series: second, ask: ['PATCH', '/events/{id}_20260210T090000Z?scope=following', { start_at: '2026-02-11T09:00:00Z' }], data: SECOND_WEDNESDAYS, events: ['event.updated', 'event.created'], shows: ['2026-01-13T09:00:00Z', '2026-02-11T09:00:00Z', '2026-03-12T12:00:00Z Trip', '2026-05-13T09:00:00Z'] },
  { name: 'there and back is the same', series: second, after: [['PATCH', '/events/{id}', { start_at: '2026-01-14T09:00:00Z' }]], ask: ['PATCH', '/events/{id}', { start_at: '2026-01-13T09:00:00Z' }], leaves: { recurrence: second.recurrence, overrides: second.overrides } },
  { name: 'a changed occurrence keeps its distance from the rule', series: aprilChanged, ask: ['PATCH', '/events/{id}', { start_at: '2026-01-14T09:00:00Z' }], leaves: { overrides: { '2026-04-08T09:00:00Z': { title: 'Trip', start_at: '2026-04-09T12:00:00Z' } } } },
  { name: 'an exdate without a time stays with its month', series: { ...second, recurrence: { freq: 'monthly', byday: ['2TU'], count: 4, exdates: ['2026-04-14'] }, overrides: null }, ask: ['PATCH', '/events/{id}', { start_at: '2026-01-14T10:00:00Z' }], leaves: { recurrence: { exdates: ['2026-04-08'] } }, shows: days('10:00', '01-14', '02-11', '03-11') },
  { name: 'a further date moves by as much, and is removed where it was', series: { ...second, recurrence: { freq: 'monthly', byday: ['2TU'], count: 2, rdates: ['2026-04-14T15:00:00Z', '2026-04-16T09:00:00Z'], exdates: ['2026-04-14T15:00:00Z'] }, overrides: null }, ask: ['PATCH', '/events/{id}', { start_at: '2026-01-14T09:00:00Z' }], shows: days('09:00', '01-14', '02-11', '04-17') },
  { name: 'the last occurrence stays', series: first, ask: ['PATCH', '/events/{id}', { start_at: '2026-01-13T09:00:00Z' }], leaves: { recurrence: { byday: ['2TU'], until: '2026-04-14T09:00:00Z' } }, shows: SECOND_TUESDAYS },
  { name: 'the last occurrence stays where the end is a date', series: { ...first, recurrence: { ...first.recurrence, until: '2026-04-01' } }, ask: ['PATCH', '/events/{id}_20260107T090000Z?scope=all', { start_at: '2026-01-13T09:00:00Z' }], leaves: { recurrence: { until: '2026-04-14' } }, shows: SECOND_TUESDAYS },
  { name: 'no occurrence is added at the end', series: { start_at: '2026-01-13T09:00:00Z', recurrence: { freq: 'monthly', byday: ['2TU'], until: '2026-04-07' } }, ask: ['PATCH', '/events/{id}', { start_at: '2026-01-14T09:00:00Z' }], leaves: { recurrence: { until: '2026-03-11' } }, shows: days('09:00', '01-14', '02-11', '03-11') },
  { name: 'the last of the month, all-day, moves into the next month', series: { all_day: true, start_date: '2026-01-27', recurrence: { freq: 'monthly', byday: ['-1TU'], until: '2026-04-28', exdates: ['2026-03-31'] }, overrides: { '2026-02-24': { title: 'Trip' } } }, ask: ['PATCH', '/events/{id}', { start_date: '2026-02-24' }], leaves: { recurrence: { byday: ['-1TU'], until: '2026-05-26', exdates: ['2026-04-28'] }, overrides: { '2026-03-31': { title: 'Trip' } } }, shows: ['2026-02-24', '2026-03-31 Trip', '2026-05-26'] },
  { name: 'a weekday of some months of the year stays with them', series: { start_at: '2026-01-13T09:00:00Z', recurrence: { freq: 'yearly', bymonth: [1, 4, 7], byday: ['2TU'], until: '2026-07-14T09:00:00Z', exdates: ['2026-04-14T09:00:00Z'] } }, ask: ['PATCH', '/events/{id}', { start_at: '2026-01-14T09:00:00Z' }], leaves: { recurrence: { exdates: ['2026-04-08T09:00:00Z'] } }, shows: days('09:00', '01-14', '07-08') },
  { name: 'a fifth weekday, which some months do not have, is taken where nothing is lost', series: fifth, ask: ['PATCH', '/events/{id}', toFifth], leaves: { recurrence: { byday: ['5FR'] } } },
  ...[{ recurrence: { ...fifth.recurrence, exdates: ['2026-02-17'] } }, { overrides: { '2026-02-17T09:00:00Z': { title: 'Trip' } } }, { recurrence: { freq: 'monthly', byday: ['3TU'], until: '2026-06-01' } }].flatMap((more) => ['', '_20260120T090000Z?scope=all'].map((to): SeriesRow => (
    { name: `a fifth weekday is refused: ${JSON.stringify(more)} ${to}`, series: { ...fifth, ...more }, ask: ['PATCH', `/events/{id}${to}`, toFifth], status: 400, error: 'VALIDATION_ERROR', field: 'start_at', says: 'send recurrence' }))),
  { name: 'a weekday with another number than that of the start is refused', series: { ...second, start_at: '2026-01-06T09:00:00Z' }, ask: ['PATCH', '/events/{id}_20260113T090000Z?scope=all', { start_at: '2026-01-14T09:00:00Z' }], status: 400, error: 'VALIDATION_ERROR', field: 'start_at', says: 'send recurrence' },
  { name: 'a numbered weekday beside another rule is refused', series: { ...second, recurrence: { freq: 'weekly', count: 9, exrules: [{ freq: 'monthly', byday: ['2TU'] }] }, overrides: null }, ask: ['PATCH', '/events/{id}', { start_at: '2026-01-14T09:00:00Z' }], status: 400, error: 'VALIDATION_ERROR', field: 'start_at', says: 'send recurrence' },
];

/** The start is a Monday, and the first occurrence is on the Tuesday after it. */
const monday = {
  start_at: '2026-01-05T09:00:00Z',
  recurrence: { freq: 'weekly', byday: ['TU'], count: 3, exdates: ['2026-01-13T09:00:00Z'] },
  overrides: { '2026-01-20T09:00:00Z': { title: 'Trip' } },
};

// biome-ignore format: a table
const later: SeriesRow[] = [
  { name: 'a start where the first occurrence is moves nothing', series: monday, ask: ['PATCH', '/events/{id}', { start_at: '2026-01-06T09:00:00Z' }], data: { start_at: '2026-01-06T09:00:00Z', recurrence: monday.recurrence, overrides: monday.overrides }, shows: ['2026-01-06T09:00:00Z', '2026-01-20T09:00:00Z Trip'] },
  { name: 'another day is that of the first occurrence', series: monday, ask: ['PATCH', '/events/{id}', { start_at: '2026-01-07T10:00:00Z' }], data: { recurrence: { byday: ['WE'], exdates: ['2026-01-14T10:00:00Z'] } }, shows: ['2026-01-07T10:00:00Z', '2026-01-21T10:00:00Z Trip'] },
  { name: 'another time on the day of the start is another time of all', series: monday, ask: ['PATCH', '/events/{id}', { start_at: '2026-01-05T10:00:00Z' }], data: { start_at: '2026-01-05T10:00:00Z', recurrence: { byday: ['TU'] } }, shows: ['2026-01-06T10:00:00Z', '2026-01-20T10:00:00Z Trip'] },
  { name: 'an hour where the first occurrence is moves nothing', series: { start_at: '2026-01-05T08:00:00Z', recurrence: { freq: 'daily', byhour: [9], count: 2 } }, ask: ['PATCH', '/events/{id}', { start_at: '2026-01-05T09:00:00Z' }], shows: days('09:00', '01-05', '01-06') },
  { name: 'weeks that are skipped stay the same', series: { start_at: '2026-01-09T09:00:00Z', recurrence: { freq: 'weekly', interval: 2, byday: ['TU'], count: 3 } }, ask: ['PATCH', '/events/{id}', { start_at: '2026-01-21T09:00:00Z' }], shows: days('09:00', '01-21', '02-04', '02-18') },
  { name: 'a numbered weekday moves from its first occurrence', series: { start_at: '2026-01-06T09:00:00Z', recurrence: { freq: 'monthly', byday: ['2TU'], count: 4, exdates: ['2026-04-14'] } }, ask: ['PATCH', '/events/{id}', { start_at: '2026-01-14T09:00:00Z' }], shows: days('09:00', '01-14', '02-11', '03-11') },
  { name: 'another time zone leaves the moments', series: { ...monday, start_at: '2026-01-05T20:00:00Z', recurrence: { freq: 'weekly', byday: ['TU'], count: 2 }, overrides: null }, ask: ['PATCH', '/events/{id}', { timezone: 'Asia/Tokyo' }], shows: days('20:00', '01-06', '01-13') },
];

scenarios('scope=all', seriesRows(all));
scenarios('a series that moves', seriesRows(direct));
scenarios('a change of all_day', seriesRows(switched));
scenarios('a series that passes through a skipped hour', seriesRows(skipped));
scenarios('a series on a numbered weekday that moves', seriesRows(numbered));
scenarios('a series that begins before its first occurrence', seriesRows(later));
