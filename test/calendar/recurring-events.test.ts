// Recurring events over HTTP: which rules are taken, and which occurrences they have in a range.
import { expect } from 'vitest';
import { event, listed, refused, taken } from '../support/records.ts';
import { type Scenario, scenarios, type World } from '../support/scenario.ts';

const weekly = { freq: 'weekly' };

// biome-ignore format: a table
scenarios('recurrence of an event', [
  ...taken(event, [
    ['a rule with freq in lower and weekdays in upper case, adding nothing', { recurrence: { freq: 'WEEKLY', byday: ['mo', 'We'], wkst: 'su' } }, { recurrence: { freq: 'weekly', byday: ['MO', 'WE'], wkst: 'SU' } }],
    ...([
      ['every key of a rule', { freq: 'yearly', interval: 1, count: 10, byday: ['1MO', '-1FR'], bymonthday: [1, -1], bymonth: [1, 12], byyearday: [1, -1], byhour: [0, 23], byminute: [0, 59], bysetpos: [1, -1], wkst: 'MO', exdates: ['2026-12-25'], rdates: ['2027-01-02T10:00:00Z'] }],
      ['weeks of a year', { freq: 'yearly', byweekno: [1, -53], byday: ['MO'] }],
      ['further rules and rules that take out', { freq: 'weekly', rules: [{ freq: 'monthly', bymonthday: [1] }], exrules: [{ freq: 'yearly', bymonth: [8], byday: ['MO'] }] }],
      ['further dates without a rule', { rdates: ['2027-01-02', '2027-03-05T10:00:00Z'], exdates: ['2027-01-02'] }],
    ] as [string, object][]).map(([what, recurrence]): [string, object, object] => [what, { recurrence }, { recurrence }]),
    ['further rules with freq in lower and weekdays in upper case', { recurrence: { ...weekly, rules: [{ freq: 'MONTHLY', byday: ['1mo'] }] } }, { recurrence: { ...weekly, rules: [{ freq: 'monthly', byday: ['1MO'] }] } }],
    ...['minutely', 'hourly', 'daily', 'monthly', 'yearly'].map((freq): [string, object, object] => [`freq ${freq}`, { all_day: false, reminders: [], recurrence: { freq } }, { recurrence: { freq } }]),
    ['an until as it was sent', { recurrence: { ...weekly, until: '2026-12-31' } }, { recurrence: { ...weekly, until: '2026-12-31' } }],
  ]),
  ...refused(event, ([
    ['no freq', { byday: ['MO'] }, 'freq', 'required'],
    ['no freq, but parts of a rule beside rdates', { byday: ['MO'], rdates: ['2027-01-02'] }, 'freq', 'required'],
    ['no freq and no rdates', { rdates: [] }, 'freq', 'required'],
    ['a further rule without freq', { ...weekly, rules: [{ byday: ['MO'] }] }, 'rules[0].freq', 'required'],
    ['a further rule by seconds', { ...weekly, exrules: [{ freq: 'daily' }, { freq: 'secondly' }] }, 'exrules[1].freq', 'minutely, hourly, daily'],
    ['exdates in a further rule', { ...weekly, rules: [{ freq: 'daily', exdates: [] }] }, 'rules[0].exdates', 'not a field'],
    ['a numbered weekday of numbered weeks', { freq: 'yearly', byweekno: [1], byday: ['1MO'] }, 'byday', 'together with byweekno'],
    ['freq secondly', { freq: 'secondly' }, 'freq', 'minutely, hourly, daily'],
    ['freq fortnightly', { freq: 'fortnightly' }, 'freq', 'weekly'],
    ['an unknown key, and tells the one that was meant', { ...weekly, by_day: ['MO'] }, 'by_day', 'did you mean byday?'],
    ['a key in capitals', { FREQ: 'weekly', ...weekly }, 'FREQ', 'did you mean freq?'],
    ['count and until together', { ...weekly, count: 3, until: '2026-12-31' }, 'until', 'exclude each other'],
    ['an interval of 0', { ...weekly, interval: 0 }, 'interval', 'at least 1'],
    ['an interval of one and a half', { ...weekly, interval: 1.5 }, 'interval', 'integer'],
    ['a count of 0', { ...weekly, count: 0 }, 'count', 'at least 1'],
    ['a count as a text', { ...weekly, count: '3' }, 'count', 'integer'],
    ['an until that does not exist', { ...weekly, until: '2026-02-30' }, 'until', 'existing'],
    ['a weekday that is none', { ...weekly, byday: ['MO', 'XX'] }, 'byday', 'XX'],
    ['a byday that is a text', { ...weekly, byday: 'MO' }, 'byday', 'an array'],
    ['an empty byday', { ...weekly, byday: [] }, 'byday', 'at least 1'],
    ['a numbered weekday in a weekly rule', { ...weekly, byday: ['1MO'] }, 'byday', 'monthly and yearly'],
    ['a weekday numbered 0', { freq: 'monthly', byday: ['0MO'] }, 'byday', '0MO'],
    ['the 54th Monday', { freq: 'yearly', byday: ['54MO'] }, 'byday', '53'],
    ['day 0 of a month', { freq: 'monthly', bymonthday: [0] }, 'bymonthday', '0 is not a day'],
    ['day 32 of a month', { freq: 'monthly', bymonthday: [32] }, 'bymonthday[0]', 'at most 31'],
    ['month 13', { freq: 'yearly', bymonth: [1, 13] }, 'bymonth[1]', 'at most 12'],
    ['month 0', { freq: 'yearly', bymonth: [0] }, 'bymonth[0]', 'at least 1'],
    ['day 367 of a year', { freq: 'yearly', byyearday: [367] }, 'byyearday[0]', 'at most 366'],
    ['week 54', { freq: 'yearly', byweekno: [54] }, 'byweekno[0]', 'at most 53'],
    ['weeks in a monthly rule', { freq: 'monthly', byweekno: [1] }, 'byweekno', 'yearly'],
    ['days of the month in a weekly rule', { ...weekly, bymonthday: [1] }, 'bymonthday', 'weekly'],
    ['days of the year in a monthly rule', { freq: 'monthly', byyearday: [1] }, 'byyearday', 'monthly'],
    ['hour 24', { freq: 'daily', byhour: [24] }, 'byhour[0]', 'at most 23'],
    ['minute 60', { freq: 'daily', byminute: [60] }, 'byminute[0]', 'at most 59'],
    ['bysetpos alone', { freq: 'monthly', bysetpos: [1] }, 'bysetpos', 'needs another'],
    ['bysetpos 0', { freq: 'monthly', byday: ['MO'], bysetpos: [0] }, 'bysetpos', 'counts from 1'],
    ['a wkst that is no weekday', { ...weekly, wkst: 'X' }, 'wkst', 'MO, TU'],
    ['an exdate that does not exist', { ...weekly, exdates: ['2026-13-01'] }, 'exdates', 'existing'],
    ['an rdate that is a number', { ...weekly, rdates: [1] }, 'rdates[0]', 'a string'],
    ['an until before the start', { ...weekly, until: '2000-01-01' }, 'until', 'must not be before the start of the event'],
    ['a count that is too far away', { freq: 'daily', bymonthday: [31], byday: ['MO'], count: 100_000 }, 'count', 'use until instead'],
    ['an rdate that is in the year 0 in UTC', { ...weekly, rdates: ['0001-01-01T00:00:00+14:00'] }, 'rdates', 'existing'],
  ] as [string, object, string, string][]).map(([what, recurrence, part, says]) => [what, { recurrence }, `recurrence.${part}`, says])),
  ...refused(event, [
    ['a rule without an occurrence', { recurrence: { freq: 'yearly', bymonth: [2], bymonthday: [30] } }, 'recurrence', 'gives no occurrence'],
    ['an all-day event by hours', { start_at: '2026-03-02', all_day: true, recurrence: { freq: 'hourly' } }, 'recurrence.freq', 'all-day event'],
    ['an exdate after the year 9999 in UTC', { start_at: '2026-03-02T09:00:00Z', all_day: false, timezone: 'America/New_York', recurrence: { ...weekly, exdates: ['9999-12-31T23:00:00'] } }, 'recurrence.exdates', 'years 1 to 9999'],
  ]),
]);

const berlin = { start_at: '2026-03-16T09:00:00+01:00', timezone: 'Europe/Berlin', recurrence: weekly };
const daily = { start_at: '2026-03-16T10:00:00Z', recurrence: { freq: 'daily' } };
const MARCH = 'from=2026-03-16&to=2026-04-06';
const WORKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR'];
/** Days at one time of day. */
const days = (time: string, ...dates: string[]) => dates.map((date) => `${date}T${time}:00Z`);

/** Occurrences of one series in a range: [what, the event, the range, the starts]. */
// biome-ignore format: a table
const expansions: [what: string, series: object, range: string, starts: string[]][] = [
  ['a weekly 09:00 in Berlin stays 09:00 when summer time begins', berlin, MARCH, [...days('08:00', '2026-03-16', '2026-03-23'), ...days('07:00', '2026-03-30', '2026-04-06')]],
  ['a weekly 09:00 in Berlin stays 09:00 when summer time ends', { ...berlin, start_at: '2026-10-12T09:00:00+02:00' }, 'from=2026-10-19&to=2026-11-02', [...days('07:00', '2026-10-19'), ...days('08:00', '2026-10-26', '2026-11-02')]],
  ['a daily 09:00 in New York stays 09:00', { start_at: '2026-03-06T14:00:00Z', timezone: 'America/New_York', recurrence: { freq: 'daily' } }, 'from=2026-03-07&to=2026-03-09', [...days('14:00', '2026-03-07'), ...days('13:00', '2026-03-08', '2026-03-09')]],
  ['without a time zone the time stays in that of the service', { ...berlin, timezone: null }, MARCH, days('08:00', '2026-03-16', '2026-03-23', '2026-03-30', '2026-04-06')],
  ['a time that daylight saving skips is an hour later (RFC 5545 section 3.3.5)', { start_at: '2026-03-27T02:30:00+01:00', timezone: 'Europe/Berlin', recurrence: { freq: 'daily' } }, 'from=2026-03-28&to=2026-03-30', ['2026-03-28T01:30:00Z', '2026-03-29T01:30:00Z', '2026-03-30T00:30:00Z']],
  ['an exdate takes out a time that is skipped, by its day', { start_at: '2026-03-27T02:30:00+01:00', timezone: 'Europe/Berlin', recurrence: { freq: 'daily', exdates: ['2026-03-29'] } }, 'from=2026-03-28&to=2026-03-30', ['2026-03-28T01:30:00Z', '2026-03-30T00:30:00Z']],
  ['an exdate takes out a time that is skipped, as it is named', { start_at: '2026-03-27T02:30:00+01:00', timezone: 'Europe/Berlin', recurrence: { freq: 'daily', exdates: ['2026-03-29T02:30'] } }, 'from=2026-03-28&to=2026-03-30', ['2026-03-28T01:30:00Z', '2026-03-30T00:30:00Z']],
  ['an exdate takes out a time that is skipped, as it is shown', { start_at: '2026-03-27T02:30:00+01:00', timezone: 'Europe/Berlin', recurrence: { freq: 'daily', exdates: ['2026-03-29T03:30'] } }, 'from=2026-03-28&to=2026-03-30', ['2026-03-28T01:30:00Z', '2026-03-30T00:30:00Z']],
  ['a time that comes twice is meant the first time (RFC 5545 section 3.3.5)', { start_at: '2026-10-23T02:30:00+02:00', timezone: 'Europe/Berlin', recurrence: { freq: 'daily' } }, 'from=2026-10-24&to=2026-10-26', ['2026-10-24T00:30:00Z', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00Z']],
  ['the day on which summer time begins has 23 hours in tz', { start_at: '2026-03-01', recurrence: { freq: 'hourly' } }, 'date=2026-03-29&tz=Europe/Berlin', Array.from({ length: 23 }, (_, hour) => new Date(Date.UTC(2026, 2, 28, 23 + hour)).toISOString().replace('.000', ''))],

  ['an exdate takes out the occurrence of that day', { ...berlin, recurrence: { ...weekly, exdates: ['2026-03-30'] } }, MARCH, ['2026-03-16T08:00:00Z', '2026-03-23T08:00:00Z', '2026-04-06T07:00:00Z']],
  ['an exdate takes out the occurrence of that moment', { ...berlin, recurrence: { ...weekly, exdates: ['2026-03-30T09:00:00+02:00', '2026-03-16T08:00:00Z'] } }, MARCH, ['2026-03-23T08:00:00Z', '2026-04-06T07:00:00Z']],
  ['an exdate of another moment takes out nothing', { ...daily, recurrence: { freq: 'daily', count: 2, exdates: ['2026-03-16T10:00:01Z'] } }, MARCH, days('10:00', '2026-03-16', '2026-03-17')],
  ['an rdate of a day takes the time of the series', { ...berlin, recurrence: { ...weekly, count: 1, rdates: ['2026-04-01'] } }, MARCH, ['2026-03-16T08:00:00Z', '2026-04-01T07:00:00Z']],
  ['an rdate of a moment is that moment', { ...berlin, recurrence: { ...weekly, count: 1, rdates: ['2026-03-20T15:15:00Z'] } }, MARCH, ['2026-03-16T08:00:00Z', '2026-03-20T15:15:00Z']],
  ['an rdate that the rule gives too comes once', { ...daily, recurrence: { freq: 'daily', count: 2, rdates: ['2026-03-17'] } }, MARCH, days('10:00', '2026-03-16', '2026-03-17')],
  ['an exdate takes out an rdate', { ...daily, recurrence: { freq: 'daily', count: 1, rdates: ['2026-03-19', '2026-03-20'], exdates: ['2026-03-20'] } }, MARCH, days('10:00', '2026-03-16', '2026-03-19')],
  ['an rdate before the start of the series shows in every range that holds it', { ...daily, recurrence: { freq: 'daily', count: 1, rdates: ['2026-03-12'] } }, 'from=2026-03-10&to=2026-03-14', days('10:00', '2026-03-12')],

  ['count ends the series', { ...daily, recurrence: { freq: 'daily', count: 3 } }, MARCH, days('10:00', '2026-03-16', '2026-03-17', '2026-03-18')],
  ['count counts from the start, not from the range', { ...daily, recurrence: { freq: 'daily', count: 3 } }, 'from=2026-03-18&to=2026-04-30', days('10:00', '2026-03-18')],
  ['count counts what an exdate takes out', { ...daily, recurrence: { freq: 'daily', count: 3, exdates: ['2026-03-17'] } }, MARCH, days('10:00', '2026-03-16', '2026-03-18')],
  ['an until of a day includes that day', { ...daily, recurrence: { freq: 'daily', until: '2026-03-17' } }, MARCH, days('10:00', '2026-03-16', '2026-03-17')],
  ['an until of a moment includes that moment', { ...daily, recurrence: { freq: 'daily', until: '2026-03-17T10:00:00Z' } }, MARCH, days('10:00', '2026-03-16', '2026-03-17')],
  ['an until a second earlier does not', { ...daily, recurrence: { freq: 'daily', until: '2026-03-17T09:59:59Z' } }, MARCH, days('10:00', '2026-03-16')],
  ['an until of a day is a day in the time zone of the event', { start_at: '2026-03-18T00:30:00+01:00', timezone: 'Europe/Berlin', recurrence: { freq: 'daily', until: '2026-03-19' } }, MARCH, days('23:30', '2026-03-17', '2026-03-18')],
  ['after its until a series has no more', { ...daily, recurrence: { freq: 'daily', until: '2026-03-17' } }, 'from=2026-03-18&to=2026-04-30', []],
  ['before its start a series has none', daily, 'from=2026-03-01&to=2026-03-15', []],

  ['every three days', { ...daily, recurrence: { freq: 'daily', interval: 3 } }, 'from=2026-03-16&to=2026-03-23', days('10:00', '2026-03-16', '2026-03-19', '2026-03-22')],
  ['on Mondays, Wednesdays and Fridays', { ...daily, recurrence: { ...weekly, byday: ['MO', 'WE', 'FR'] } }, 'from=2026-03-17&to=2026-03-23', days('10:00', '2026-03-18', '2026-03-20', '2026-03-23')],
  ['every other week, weeks beginning on Monday', { start_at: '1997-08-05T09:00:00Z', recurrence: { ...weekly, interval: 2, count: 4, byday: ['TU', 'SU'], wkst: 'MO' } }, 'from=1997-08-01&to=1997-09-30', days('09:00', '1997-08-05', '1997-08-10', '1997-08-19', '1997-08-24')],
  ['every other week, weeks beginning on Sunday', { start_at: '1997-08-05T09:00:00Z', recurrence: { ...weekly, interval: 2, count: 4, byday: ['TU', 'SU'], wkst: 'SU' } }, 'from=1997-08-01&to=1997-09-30', days('09:00', '1997-08-05', '1997-08-17', '1997-08-19', '1997-08-31')],
  ['-1FR is the last Friday of the month', { start_at: '2026-01-30T10:00:00Z', recurrence: { freq: 'monthly', byday: ['-1FR'] } }, 'from=2026-01-01&to=2026-04-30', days('10:00', '2026-01-30', '2026-02-27', '2026-03-27', '2026-04-24')],
  ['2TU is the second Tuesday of the month', { start_at: '2026-01-13T10:00:00Z', recurrence: { freq: 'monthly', byday: ['2TU'] } }, 'from=2026-02-01&to=2026-03-31', days('10:00', '2026-02-10', '2026-03-10')],
  ['the 31st passes over shorter months', { start_at: '2026-01-31T10:00:00Z', recurrence: { freq: 'monthly' } }, 'from=2026-02-01&to=2026-06-30', days('10:00', '2026-03-31', '2026-05-31')],
  ['bymonthday -1 is the last day of the month', { start_at: '2026-01-31T10:00:00Z', recurrence: { freq: 'monthly', bymonthday: [-1] } }, 'from=2026-01-01&to=2026-03-31', days('10:00', '2026-01-31', '2026-02-28', '2026-03-31')],
  ['bysetpos -1 of the workdays is the last workday', { start_at: '2026-01-30T10:00:00Z', recurrence: { freq: 'monthly', byday: WORKDAYS, bysetpos: [-1] } }, 'from=2026-01-01&to=2026-03-31', days('10:00', '2026-01-30', '2026-02-27', '2026-03-31')],
  ['bysetpos 1 and 2 of the workdays are the first two', { start_at: '2026-02-02T10:00:00Z', recurrence: { freq: 'monthly', byday: WORKDAYS, bysetpos: [1, 2] } }, 'from=2026-02-01&to=2026-04-30', days('10:00', '2026-02-02', '2026-02-03', '2026-03-02', '2026-03-03', '2026-04-01', '2026-04-02')],
  ['a Friday that is the 13th', { start_at: '2026-02-13T10:00:00Z', recurrence: { freq: 'monthly', byday: ['FR'], bymonthday: [13] } }, 'from=2026-01-01&to=2026-12-31', days('10:00', '2026-02-13', '2026-03-13', '2026-11-13')],
  ['daily in some months', { start_at: '2026-04-29T10:00:00Z', recurrence: { freq: 'daily', bymonth: [4, 6] } }, 'from=2026-04-29&to=2026-06-01', days('10:00', '2026-04-29', '2026-04-30', '2026-06-01')],
  ['29 February comes in leap years', { start_at: '2024-02-29T10:00:00Z', recurrence: { freq: 'yearly' } }, 'from=2025-01-01&to=2032-12-31', days('10:00', '2028-02-29', '2032-02-29')],
  ['days of the year, from either end', { start_at: '2026-04-10T10:00:00Z', recurrence: { freq: 'yearly', byyearday: [100, -1] } }, 'from=2026-01-01&to=2026-12-31', days('10:00', '2026-04-10', '2026-12-31')],
  ['the Monday of week 20', { start_at: '1997-05-12T09:00:00Z', recurrence: { freq: 'yearly', byweekno: [20], byday: ['MO'] } }, 'from=1997-01-01&to=1999-12-31', days('09:00', '1997-05-12', '1998-05-11', '1999-05-17')],
  ['several times a day', { start_at: '2026-03-16T09:00:00Z', recurrence: { freq: 'daily', byhour: [9, 17], byminute: [0, 30] } }, 'date=2026-03-18', ['09:00', '09:30', '17:00', '17:30'].flatMap((time) => days(time, '2026-03-18'))],
  ['every six hours', { start_at: '2026-03-16T01:00:00Z', recurrence: { freq: 'hourly', interval: 6 } }, 'date=2026-03-17', ['01:00', '07:00', '13:00', '19:00'].flatMap((time) => days(time, '2026-03-17'))],
  ['every twenty minutes', { start_at: '2026-03-16T09:00:00Z', recurrence: { freq: 'minutely', interval: 20, count: 4 } }, MARCH, ['09:00', '09:20', '09:40', '10:00'].flatMap((time) => days(time, '2026-03-16'))],
  ['a whole day without an end', { start_at: '2026-03-16', all_day: true, recurrence: { freq: 'daily', count: 2 } }, MARCH, days('00:00', '2026-03-16', '2026-03-17')],
  ['an occurrence is on every day on which it takes place', { start_at: '2026-03-16T23:00:00Z', end_at: '2026-03-17T01:00:00Z', recurrence: { freq: 'daily' } }, 'date=2026-03-18', days('23:00', '2026-03-17', '2026-03-18')],
  ['to is inclusive for occurrences too', daily, 'from=2026-03-17T10:00:00Z&to=2026-03-18T10:00:00Z', days('10:00', '2026-03-17', '2026-03-18')],
];

scenarios(
  'occurrences of a series',
  expansions.map(([what, series, range, starts], index): Scenario => {
    const made: Record<string, string> = {};
    return {
      name: what,
      given: async ({ make }) => {
        const own = { ...event.least, calendar_name: `series ${index}`, ...series };
        return Object.assign(made, await make('POST', '/events', own));
      },
      ask: ['GET', `/events?expand=true&calendar_name=series%20${index}&${range}&limit=100`],
      status: 200,
      body: { meta: { total: starts.length, has_more: false } },
      events: [],
      also({ body }) {
        const { data } = body as { data: Record<string, string>[] };
        expect(data.map((one) => one.start_at)).toEqual(starts);
        const length = made.end_at ? Date.parse(made.end_at) - Date.parse(made.start_at as string) : null;
        for (const one of data) {
          const { overrides: _, ...series } = made;
          const { id, start_at, end_at, start_date, end_date, recurrence_id } = one;
          const original = start_date ?? (start_at as string);
          const own = { id, start_at, end_at, start_date, end_date, series_id: made.id, recurrence_id };
          expect(one).toEqual({ ...series, ...own });
          expect([recurrence_id, id]).toEqual([original, `${made.id}_${original.replaceAll(/[-:]/g, '')}`]);
          expect(one.end_at ? Date.parse(one.end_at) - Date.parse(one.start_at as string) : null).toBe(length);
        }
      },
    };
  }),
);

async function fortnight({ make }: World): Promise<void> {
  const add = (title: string, start_at: string, more: object = {}) =>
    make('POST', '/events', { title, start_at, ...more });
  await add('Stand-up', '2026-03-02T09:00:00Z', { recurrence: { freq: 'daily' }, calendar_name: 'work' });
  await add('Lunch', '2026-03-10T12:00:00Z');
  await add('Yoga', '2026-03-03T18:00:00Z', { recurrence: weekly, status: 'tentative' });
  const { id } = await add('Old course', '2026-03-03T07:00:00Z', { recurrence: weekly });
  await make('DELETE', `/events/${id}`);
}

// biome-ignore format: a table
scenarios('a list with occurrences', [
  ...listed(event, 'title', [
    ['single events and occurrences come in one order', 'expand=true&date=2026-03-10', ['Stand-up', 'Lunch', 'Yoga']],
    ['in the other order', 'expand=1&date=2026-03-10&order=desc', ['Yoga', 'Lunch', 'Stand-up']],
    ['sorted by title', 'expand=true&date=2026-03-10&sort=title', ['Lunch', 'Stand-up', 'Yoga']],
    ['paged', 'expand=true&from=2026-03-10&to=2026-03-11&limit=2&offset=1', ['Lunch', 'Yoga'], 4],
    ['filtered by calendar', 'expand=true&from=2026-03-10&to=2026-03-11&calendar_name=work', ['Stand-up', 'Stand-up']],
    ['filtered by status', 'expand=true&from=2026-03-10&to=2026-03-17&status=tentative', ['Yoga', 'Yoga']],
    ['searched', 'expand=true&date=2026-03-10&search=yo', ['Yoga']],
    ['with those of the trash', 'expand=true&date=2026-03-10&include_deleted=true', ['Old course', 'Stand-up', 'Lunch', 'Yoga']],
    ['only those of the trash', 'expand=true&date=2026-03-10&only_deleted=true', ['Old course']],
    ['without expand a series is one record, by its own start', 'from=2026-03-01&to=2026-03-31', ['Stand-up', 'Yoga', 'Lunch']],
    ['without expand a series does not show on later days', 'date=2026-03-10', ['Lunch']],
    ['expand=false is the default', 'expand=false&date=2026-03-10', ['Lunch']],
    ['a limit of 0 counts only', 'expand=true&date=2026-03-10&limit=0', [], 3],
  ]),
  { name: 'a single event has no recurrence_id', ask: ['GET', '/events?expand=true&date=2026-03-10&search=lunch'], status: 200, events: [],
    also: ({ body }) => expect((body as { data: object[] }).data[0]).not.toHaveProperty('recurrence_id') },
  { name: 'fields of occurrences', ask: ['GET', '/events?expand=true&date=2026-03-10&search=yoga&fields=start_at'], status: 200, events: [],
    also: ({ body }) => expect((body as { data: object[] }).data).toEqual([{ id: expect.any(String), start_at: '2026-03-10T18:00:00Z' }]) },
  { name: 'fields may name recurrence_id where series are expanded', ask: ['GET', '/events?expand=true&date=2026-03-10&search=yoga&fields=recurrence_id'], status: 200, body: { data: [{ recurrence_id: '2026-03-10T18:00:00Z' }] }, events: [] },
  { name: 'occurrences in a compact list', ask: ['GET', '/events?expand=true&date=2026-03-10&format=compact&tz=Europe/Berlin'], status: 200, events: [],
    body: { summary: expect.stringMatching(/^3 events/), lines: [/10:00–11:00 Stand-up/, /13:00–14:00 Lunch/, /19:00–20:00 Yoga/].map((line) => expect.stringMatching(line)) } },
  { name: 'an occurrence names its series', given: async ({ service }) => {
    const { data } = (await service.ask('GET', '/events?expand=true&date=2026-03-10&search=yoga')).body as { data: { series_id: string }[] };
    return { id: data[0]?.series_id as string };
  }, ask: ['GET', '/events/{id}'], status: 200, body: { data: { title: 'Yoga', start_at: '2026-03-03T18:00:00Z' } }, events: [] },
  { name: 'a range of more than 50,000 occurrences is refused', given: async ({ make }) => {
    await make('POST', '/events', { title: 'Pulse', start_at: '2030-01-01', recurrence: { freq: 'minutely' } });
    return {};
  }, ask: ['GET', '/events?expand=true&from=2030-01-01&to=2030-02-28'], status: 400, error: 'INVALID_QUERY', field: 'expand', faults: ['expand'], says: 'shorter', events: [] },
], fortnight);

// biome-ignore format: a table
scenarios('a service in Europe/Berlin', [
  ...taken(event, [
    ['a time without an offset as local time', { start_at: '2026-02-17T09:00:00' }, { start_at: '2026-02-17T08:00:00Z' }],
    ['a date as its local midnight', { start_at: '2026-02-17', all_day: false }, { start_at: '2026-02-16T23:00:00Z' }],
  ]),
  ...listed(event, 'start_at', [
    ['a day is a day in Berlin', 'date=2026-07-01', ['2026-06-30T22:00:00Z']],
    ['a day is a day in tz where one is given', 'date=2026-07-01&tz=UTC', []],
    ['a series without a time zone keeps the time of Berlin', 'expand=true&search=midnight&from=2026-10-24&to=2026-10-26', ['2026-10-23T22:00:00Z', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z']],
  ]),
], async ({ make }) => void (await make('POST', '/events', { title: 'Midnight', start_at: '2026-07-01', recurrence: { freq: 'daily' } })), { timezone: 'Europe/Berlin' });
