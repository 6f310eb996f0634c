// Changing and deleting an occurrence with all that follow: the series is split or ends before it.
import { scenarios } from '../support/scenario.ts';
import { days, type SeriesRow, seriesRows } from '../support/series-scenarios.ts';

const SPLIT = ['event.updated', 'event.created'];
const four = {
  start_at: '2026-06-02T09:00:00Z',
  end_at: '2026-06-02T10:00:00Z',
  recurrence: { freq: 'weekly', count: 4 },
};
const FOUR = days('09:00', '06-02', '06-09', '06-16', '06-23');
const titled = (title: string, starts: string[]) => starts.map((start) => `${start} ${title}`);
const rich = {
  ...four,
  recurrence: {
    freq: 'weekly',
    count: 6,
    exdates: ['2026-06-09', '2026-06-30T09:00:00Z'],
    rdates: ['2026-06-05', '2026-06-26T15:00:00Z'],
  },
  overrides: {
    '2026-06-02T09:00:00Z': { location: 'A' },
    '2026-06-23T09:00:00Z': { title: 'Trip' },
    '2026-06-30T09:00:00Z': { title: 'Gone' },
  },
};
/** 29 March has no 02:30, which is read as 03:30. */
const night = { start_at: '2026-03-28T02:30', timezone: 'Europe/Berlin', recurrence: { freq: 'daily', count: 4 } };
const JUNE = 'from=2026-06-01&to=2026-06-30';

// biome-ignore format: a table
const changing: SeriesRow[] = [
  { name: 'splits a series with count', series: four, ask: ['PATCH', '/events/{id}_20260616T090000Z?scope=following', { title: 'Class' }], events: SPLIT, data: { title: 'Class', start_at: '2026-06-16T09:00:00Z', end_at: '2026-06-16T10:00:00Z', recurrence: { freq: 'weekly', count: 2 }, overrides: null, source_id: null }, leaves: { title: 'Course', recurrence: { freq: 'weekly', until: '2026-06-15' } }, shows: [...FOUR.slice(0, 2), ...titled('Class', FOUR.slice(2))] },
  { name: 'splits a series with until', series: { ...four, recurrence: { freq: 'weekly', until: '2026-06-23' } }, ask: ['PATCH', '/events/{id}_20260616T090000Z?scope=following', { title: 'Class' }], events: SPLIT, data: { recurrence: { freq: 'weekly', until: '2026-06-23' } }, shows: [...FOUR.slice(0, 2), ...titled('Class', FOUR.slice(2))] },
  { name: 'splits an endless series', series: { ...four, recurrence: { freq: 'weekly' } }, ask: ['PATCH', '/events/{id}_20260616T090000Z?scope=following', { title: 'Class' }], events: SPLIT, range: JUNE, shows: [...FOUR.slice(0, 2), ...titled('Class', [...FOUR.slice(2), '2026-06-30T09:00:00Z'])] },
  { name: 'splits at the last occurrence', series: four, ask: ['PATCH', '/events/{id}_20260623T090000Z?scope=following', { title: 'Class' }], events: SPLIT, data: { recurrence: { freq: 'weekly', count: 1 } }, shows: [...FOUR.slice(0, 3), ...titled('Class', FOUR.slice(3))] },
  { name: 'changes all at the first occurrence', series: four, ask: ['PATCH', '/events/{id}_20260602T090000Z?scope=following', { title: 'Class' }], data: { id: '{id}_20260602T090000Z', title: 'Class' }, leaves: { recurrence: four.recurrence }, shows: titled('Class', FOUR) },
  { name: 'changes all where those before were removed', series: four, after: [['DELETE', '/events/{id}_20260602T090000Z']], ask: ['PATCH', '/events/{id}_20260609T090000Z?scope=following', { title: 'Class' }], shows: titled('Class', FOUR.slice(1)) },
  { name: 'divides exdates, rdates and overrides', series: rich, ask: ['PATCH', '/events/{id}_20260616T090000Z?scope=following', { location: 'B' }], events: SPLIT, data: { location: 'B', recurrence: { freq: 'weekly', count: 4, exdates: ['2026-06-30T09:00:00Z'], rdates: ['2026-06-26T15:00:00Z'] }, overrides: { '2026-06-23T09:00:00Z': { title: 'Trip' }, '2026-06-30T09:00:00Z': { title: 'Gone' } } }, leaves: { recurrence: { freq: 'weekly', until: '2026-06-15', exdates: ['2026-06-09'], rdates: ['2026-06-05'] }, overrides: { '2026-06-02T09:00:00Z': { location: 'A' } } }, shows: ['2026-06-02T09:00:00Z', '2026-06-05T09:00:00Z', '2026-06-16T09:00:00Z', '2026-06-23T09:00:00Z Trip', '2026-06-26T15:00:00Z', '2026-07-07T09:00:00Z'] },
  { name: 'moves what follows, with what was changed in it', series: rich, ask: ['PATCH', '/events/{id}_20260616T090000Z?scope=following', { start_at: '2026-06-17T11:00:00Z' }], events: SPLIT, data: { start_at: '2026-06-17T11:00:00Z', end_at: '2026-06-17T12:00:00Z', recurrence: { exdates: ['2026-07-01T11:00:00Z'], rdates: ['2026-06-27T17:00:00Z'] } }, shows: ['2026-06-02T09:00:00Z', '2026-06-05T09:00:00Z', '2026-06-17T11:00:00Z', '2026-06-24T11:00:00Z Trip', '2026-06-27T17:00:00Z', '2026-07-08T11:00:00Z'] },
  { name: 'splits twice', series: four, after: [['PATCH', '/events/{id}_20260609T090000Z?scope=following', { title: 'Second' }]], ask: ['PATCH', '/events/{next}_20260616T090000Z?scope=following', { title: 'Third' }], events: SPLIT, data: { recurrence: { freq: 'weekly', count: 2 } }, shows: [FOUR[0] as string, `${FOUR[1]} Second`, ...titled('Third', FOUR.slice(2))] },
  { name: 'splits the first part again', series: four, after: [['PATCH', '/events/{id}_20260616T090000Z?scope=following', { title: 'Second' }]], ask: ['PATCH', '/events/{id}_20260609T090000Z?scope=following', { title: 'Third' }], events: SPLIT, shows: [FOUR[0] as string, `${FOUR[1]} Third`, ...titled('Second', FOUR.slice(2))] },
  { name: 'splits all-day events', series: { all_day: true, start_date: '2026-06-01', end_date: '2026-06-03', recurrence: { freq: 'weekly', count: 4 } }, ask: ['PATCH', '/events/{id}_20260615?scope=following', { start_date: '2026-06-16' }], events: SPLIT, data: { start_date: '2026-06-16', end_date: '2026-06-18', recurrence: { freq: 'weekly', count: 2 } }, leaves: { recurrence: { freq: 'weekly', until: '2026-06-14' } }, shows: ['2026-06-01', '2026-06-08', '2026-06-16', '2026-06-23'] },
  { name: 'keeps the time of day across a change of the clocks', series: { start_at: '2026-03-16T09:00', timezone: 'Europe/Berlin', recurrence: { freq: 'weekly', count: 4 } }, ask: ['PATCH', '/events/{id}_20260323T080000Z?scope=following', { start_at: '2026-03-23T10:00' }], events: SPLIT, shows: ['2026-03-16T08:00:00Z', '2026-03-23T09:00:00Z', '2026-03-30T08:00:00Z', '2026-04-06T08:00:00Z'] },
  { name: 'keeps the time of day when it begins with a time that daylight saving skips', series: night, ask: ['PATCH', '/events/{id}_20260329T013000Z?scope=following', { title: 'Class' }], events: SPLIT, shows: ['2026-03-28T01:30:00Z', '2026-03-29T01:30:00Z Class', '2026-03-30T00:30:00Z Class', '2026-03-31T00:30:00Z Class'] },
  { name: 'moves what follows a time that daylight saving skips', series: night, ask: ['PATCH', '/events/{id}_20260329T013000Z?scope=following', { start_at: '2026-03-29T09:00' }], events: SPLIT, shows: ['2026-03-28T01:30:00Z', '2026-03-29T07:00:00Z', '2026-03-30T07:00:00Z', '2026-03-31T07:00:00Z'] },
  { name: 'ends before a time that daylight saving skips and is the last', series: { ...night, recurrence: { freq: 'daily', count: 2 } }, ask: ['PATCH', '/events/{id}_20260329T013000Z?scope=following', { title: 'Class' }], events: SPLIT, shows: ['2026-03-28T01:30:00Z', '2026-03-29T01:30:00Z Class'] },
  { name: 'keeps every second week', series: { ...four, recurrence: { freq: 'weekly', interval: 2, byday: ['TU', 'TH'], count: 6 } }, ask: ['PATCH', '/events/{id}_20260618T090000Z?scope=following', { title: 'Class' }], events: SPLIT, data: { recurrence: { freq: 'weekly', interval: 2, byday: ['TU', 'TH'], count: 3 } }, shows: [...days('09:00', '06-02', '06-04', '06-16'), ...titled('Class', days('09:00', '06-18', '06-30', '07-02'))] },
  { name: 'splits within a day', series: { start_at: '2026-06-02T09:00:00Z', recurrence: { freq: 'hourly', count: 4 } }, ask: ['PATCH', '/events/{id}_20260602T110000Z?scope=following', { title: 'Class' }], events: SPLIT, leaves: { recurrence: { freq: 'hourly', until: '2026-06-02T10:59:59Z' } }, shows: ['2026-06-02T09:00:00Z', '2026-06-02T10:00:00Z', '2026-06-02T11:00:00Z Class', '2026-06-02T12:00:00Z Class'] },
  { name: 'splits at a further date without moving the rule to it', series: rich, ask: ['PATCH', '/events/{id}_20260626T150000Z?scope=following', { title: 'Class' }], events: SPLIT, data: { start_at: '2026-06-30T09:00:00Z' }, shows: ['2026-06-02T09:00:00Z', '2026-06-05T09:00:00Z', '2026-06-16T09:00:00Z', '2026-06-23T09:00:00Z Trip', '2026-06-26T15:00:00Z Class', '2026-07-07T09:00:00Z Class'] },
  { name: 'splits at a further date after the rule', series: { ...four, recurrence: { freq: 'weekly', count: 2, rdates: ['2026-07-01T15:00:00Z', '2026-07-02T16:00:00Z'] } }, ask: ['PATCH', '/events/{id}_20260701T150000Z?scope=following', { title: 'Class' }], events: SPLIT, data: { recurrence: { rdates: ['2026-07-01T15:00:00Z', '2026-07-02T16:00:00Z'] } }, leaves: { recurrence: { freq: 'weekly', count: 2 } }, shows: [...FOUR.slice(0, 2), '2026-07-01T15:00:00Z Class', '2026-07-02T16:00:00Z Class'] },
  { name: 'splits a series of dates', series: { ...four, recurrence: { rdates: ['2026-06-05', '2026-06-07'] } }, ask: ['PATCH', '/events/{id}_20260605T090000Z?scope=following', { title: 'Class' }], events: SPLIT, shows: [FOUR[0] as string, ...titled('Class', days('09:00', '06-05', '06-07'))] },
  { name: 'splits before the start of the rule, after an earlier date', series: { ...four, recurrence: { freq: 'weekly', count: 2, rdates: ['2026-05-05T09:00:00Z'] } }, ask: ['PATCH', '/events/{id}_20260602T090000Z?scope=following', { title: 'Class' }], events: SPLIT, shows: ['2026-05-05T09:00:00Z', ...titled('Class', FOUR.slice(0, 2))] },
  { name: 'gives what follows another rule and calendar', series: four, ask: ['PATCH', '/events/{id}_20260616T090000Z?scope=following', { recurrence: { freq: 'daily', count: 2 }, status: 'tentative' }], events: SPLIT, data: { recurrence: { freq: 'daily', count: 2 }, status: 'tentative' }, shows: [...FOUR.slice(0, 2), ...days('09:00', '06-16', '06-17')] },
  { name: 'makes a single event of it', series: rich, ask: ['PATCH', '/events/{id}_20260616T090000Z?scope=following', { recurrence: null }], events: SPLIT, data: { recurrence: null, overrides: null, start_at: '2026-06-16T09:00:00Z' }, shows: ['2026-06-02T09:00:00Z', '2026-06-05T09:00:00Z', '2026-06-16T09:00:00Z'] },
  { name: 'makes a single event of a changed one as it is shown', series: rich, ask: ['PATCH', '/events/{id}_20260623T090000Z?scope=following', { recurrence: null, location: 'B' }], events: SPLIT, data: { title: 'Trip', location: 'B', start_at: '2026-06-23T09:00:00Z', end_at: '2026-06-23T10:00:00Z', recurrence: null, overrides: null } },
  { name: 'makes a single event of a further date', series: rich, ask: ['PATCH', '/events/{id}_20260626T150000Z?scope=following', { recurrence: null }], events: SPLIT, data: { start_at: '2026-06-26T15:00:00Z', end_at: '2026-06-26T16:00:00Z' } },
  { name: 'makes a single event of the first that is left', series: four, after: [['DELETE', '/events/{id}_20260602T090000Z']], ask: ['PATCH', '/events/{id}_20260609T090000Z?scope=following', { recurrence: null, title: 'Class' }], data: { id: '{id}', start_at: '2026-06-09T09:00:00Z', recurrence: null }, shows: ['2026-06-09T09:00:00Z Class'] },
  { name: 'splits where only further dates are before the rule', series: { ...four, start_at: '2026-06-03T09:00:00Z', end_at: '2026-06-03T10:00:00Z', recurrence: { freq: 'weekly', byday: ['TU'], count: 2, rdates: ['2026-05-05T09:00:00Z'] } }, ask: ['PATCH', '/events/{id}_20260609T090000Z?scope=following', { title: 'Class' }], events: SPLIT, shows: ['2026-05-05T09:00:00Z', ...titled('Class', days('09:00', '06-09', '06-16'))] },
  { name: 'leaves a further date of the same day before it', series: { ...four, recurrence: { freq: 'daily', byhour: [15], count: 3, rdates: ['2026-06-03'] } }, ask: ['PATCH', '/events/{id}_20260603T150000Z?scope=following', { title: 'Class' }], events: SPLIT, shows: ['2026-06-02T15:00:00Z', '2026-06-03T09:00:00Z', ...titled('Class', days('15:00', '06-03', '06-04'))] },
  { name: 'leaves a removed day out of both parts', series: { ...four, recurrence: { freq: 'daily', byhour: [9, 15], count: 6, exdates: ['2026-06-03'] } }, ask: ['PATCH', '/events/{id}_20260604T150000Z?scope=following', { title: 'Class' }], events: SPLIT, shows: ['2026-06-02T09:00:00Z', '2026-06-02T15:00:00Z', '2026-06-04T09:00:00Z', '2026-06-04T15:00:00Z Class'] },
  { name: 'merges custom fields from there on', series: { ...four, custom_fields: { a: 1 } }, ask: ['PATCH', '/events/{id}_20260616T090000Z/custom?scope=following', { b: 2 }], events: SPLIT, data: { custom_fields: { a: 1, b: 2 } }, leaves: { custom_fields: { a: 1 } } },
  { name: 'does not copy the id at the origin', series: { ...four, source: 'google', source_id: 'split-1' }, ask: ['PATCH', '/events/{id}_20260616T090000Z?scope=following', { title: 'Class' }], events: SPLIT, data: { source: 'local', source_id: null }, leaves: { source: 'google', source_id: 'split-1' } },
  { name: 'is refused with several rules', series: { ...four, recurrence: { freq: 'weekly', count: 4, rules: [{ freq: 'daily', interval: 3, count: 3 }] } }, ask: ['PATCH', '/events/{id}_20260616T090000Z?scope=following', { title: 'Class' }], status: 400, error: 'INVALID_QUERY', field: 'scope', says: 'several rules' },
  { name: 'is refused with a faulty value, and nothing is split', series: four, ask: ['PATCH', '/events/{id}_20260616T090000Z?scope=following', { end_at: '2026-06-16T08:00:00Z' }], status: 400, error: 'VALIDATION_ERROR', field: 'end_at', shows: FOUR },
  { name: 'is refused where a rule ends before it begins, and nothing is split', series: four, ask: ['PATCH', '/events/{id}_20260616T090000Z?scope=following', { recurrence: { freq: 'daily', until: '2026-06-01' } }], status: 400, error: 'VALIDATION_ERROR', field: 'recurrence.until', shows: FOUR },
];

// biome-ignore format: a table
const removing: SeriesRow[] = [
  { name: 'ends the series before it', series: four, ask: ['DELETE', '/events/{id}_20260616T090000Z?scope=following'], data: { id: '{id}_20260616T090000Z' }, leaves: { recurrence: { freq: 'weekly', until: '2026-06-15' } }, shows: FOUR.slice(0, 2) },
  { name: 'keeps what was changed in those that follow', series: rich, ask: ['DELETE', '/events/{id}_20260616T090000Z?scope=following'], leaves: { overrides: rich.overrides }, shows: ['2026-06-02T09:00:00Z', '2026-06-05T09:00:00Z'] },
  { name: 'is refused where further dates would take more exdates than a series can have', series: { ...four, recurrence: { freq: 'weekly', exdates: Array.from({ length: 999 }, (_, n) => new Date(Date.UTC(2027, 0, 1 + n)).toISOString().slice(0, 10)), rdates: ['2026-07-01', '2026-07-02'] } }, ask: ['DELETE', '/events/{id}_20260616T090000Z?scope=following'], status: 400, error: 'VALIDATION_ERROR', field: 'recurrence.exdates', says: 'use permanent=true' },
  { name: 'forgets it with permanent=true', series: rich, ask: ['DELETE', '/events/{id}_20260616T090000Z?scope=following&permanent=true'], data: { deleted: true }, leaves: { overrides: { '2026-06-02T09:00:00Z': { location: 'A' } }, recurrence: { freq: 'weekly', until: '2026-06-15', exdates: ['2026-06-09'], rdates: ['2026-06-05'] } }, shows: ['2026-06-02T09:00:00Z', '2026-06-05T09:00:00Z'] },
  { name: 'a further date that went can be restored', series: rich, after: [['DELETE', '/events/{id}_20260616T090000Z?scope=following']], ask: ['POST', '/events/{id}_20260626T150000Z/restore'], shows: ['2026-06-02T09:00:00Z', '2026-06-05T09:00:00Z', '2026-06-26T15:00:00Z'] },
  { name: 'at the first occurrence puts the series into the trash', series: four, ask: ['DELETE', '/events/{id}_20260602T090000Z?scope=following'], events: ['event.deleted'], data: { id: '{id}' }, shows: [] },
  { name: 'ends every one of several rules', series: { ...four, recurrence: { freq: 'weekly', count: 4, rules: [{ freq: 'daily', interval: 3, count: 9 }] } }, ask: ['DELETE', '/events/{id}_20260609T090000Z?scope=following'], shows: days('09:00', '06-02', '06-05', '06-08') },
  { name: 'drops a further rule that has not begun', series: { ...four, recurrence: { freq: 'weekly', count: 4, rules: [{ freq: 'monthly', bymonthday: [28] }] } }, ask: ['DELETE', '/events/{id}_20260616T090000Z?scope=following'], leaves: { recurrence: { freq: 'weekly', until: '2026-06-15' } }, shows: FOUR.slice(0, 2) },
  { name: 'keeps a further rule where the main one has not begun', series: { ...four, recurrence: { freq: 'monthly', bymonthday: [28], rules: [{ freq: 'weekly' }] } }, ask: ['DELETE', '/events/{id}_20260616T090000Z?scope=following'], leaves: { recurrence: { freq: 'weekly', until: '2026-06-15' } }, shows: FOUR.slice(0, 2) },
  { name: 'an all-day one', series: { all_day: true, start_date: '2026-06-01', recurrence: { freq: 'weekly' } }, ask: ['DELETE', '/events/{id}_20260615?scope=following'], shows: ['2026-06-01', '2026-06-08'] },
  { name: 'a removed one is not found', series: rich, ask: ['DELETE', '/events/{id}_20260630T090000Z?scope=following'], status: 404, error: 'NOT_FOUND' },
];

scenarios('PATCH with scope=following', seriesRows(changing));
scenarios('DELETE with scope=following', seriesRows(removing));
