// Random recurrence rules with starts and ranges, for comparisons of expanders.
import fc from 'fast-check';
import type { Rule } from '../../src/resources/recurrence.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Zones with all kinds of changes: at midnight, of half an hour, of a day, none, and in the other half of the year. */
export const ZONES = [
  'UTC',
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/Santiago',
  'America/Havana',
  'America/Sao_Paulo',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Beirut',
  'Asia/Kolkata',
  'Asia/Tehran',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Auckland',
];
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** Days that a range spans at most. */
const SPAN: Record<Rule['freq'], number> = {
  secondly: 0.02,
  minutely: 1,
  hourly: 12,
  daily: 200,
  weekly: 400,
  monthly: 1500,
  yearly: 4500,
};
export const FREQUENCIES = Object.keys(SPAN) as Rule['freq'][];

export interface Case {
  rule: Rule;
  zone: string;
  allDay: boolean;
  /** Local times, as the milliseconds that they would have in UTC. */
  start: number;
  from: number;
  before: number;
}

const several = (value: fc.Arbitrary<number>, most = 4) =>
  fc.uniqueArray(value, { minLength: 1, maxLength: most }).map((list) => list.sort((a, b) => a - b));
const place = (most: number) => fc.integer({ min: -most, max: most }).filter((value) => value !== 0);
const between = (min: number, max: number) => fc.integer({ min, max });

function weekdays(freq: Rule['freq'], hasWeeks: boolean): fc.Arbitrary<string[]> {
  const plain = fc.constantFrom(...WEEKDAYS);
  const numbered = (most: number) => fc.tuple(place(most), plain).map(([nth, day]) => `${nth}${day}`);
  const list = (one: fc.Arbitrary<string>) => fc.uniqueArray(one, { minLength: 1, maxLength: 4 });
  if (freq === 'monthly') return fc.oneof(list(plain), list(numbered(5)), list(fc.oneof(plain, numbered(5))));
  if (freq !== 'yearly' || hasWeeks) return list(plain);
  return fc.oneof(list(plain), list(numbered(5)), list(numbered(53)), list(fc.oneof(plain, numbered(53))));
}

const none = fc.constant(undefined);

/** A part that a rule has one time in four. */
const maybe = <T>(value: fc.Arbitrary<T>) => fc.oneof({ weight: 3, arbitrary: none }, { weight: 1, arbitrary: value });

function ruleOf(freq: Rule['freq'], allDay: boolean): fc.Arbitrary<Rule> {
  const isLong = freq === 'yearly' || freq === 'monthly';
  const bySubDay = !allDay && ['secondly', 'minutely', 'hourly'].includes(freq);
  return fc
    .record({
      byweekno:
        freq === 'yearly' ? maybe(several(fc.oneof(place(53), fc.constantFrom(1, 52, 53, -1, -52, -53)))) : none,
      interval: maybe(between(1, freq === 'daily' || bySubDay ? 30 : 5)),
      count: maybe(between(1, 60)),
      until: maybe(between(0, Math.ceil(2 * SPAN[freq]))),
      bymonth: maybe(several(between(1, 12))),
      bymonthday: freq === 'weekly' ? none : maybe(fc.oneof(several(place(31)), several(between(1, 31), 20))),
      byyearday: freq === 'yearly' || bySubDay ? maybe(several(place(366), 60)) : none,
      byhour: allDay ? none : maybe(several(fc.oneof(between(0, 23), between(0, 4)))),
      byminute: allDay ? none : maybe(several(between(0, 59))),
      bysecond: !allDay && (freq === 'minutely' || freq === 'secondly') ? maybe(several(between(0, 59))) : none,
      bysetpos: maybe(several(place(isLong ? 20 : 5))),
      wkst: maybe(fc.constantFrom(...WEEKDAYS)),
    })
    .chain((parts) =>
      maybe(weekdays(freq, parts.byweekno !== undefined)).map((byday) => cleaned({ freq, ...parts, byday })),
    );
}

/** Only what a rule may have: not both count and until, and places of a set only with parts that make one. */
function cleaned({ until, count, bysetpos, ...parts }: Omit<Rule, 'until'> & { [part: string]: unknown }): Rule {
  const given = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
  const hasParts = Object.keys(given).some((key) => key.startsWith('by'));
  return {
    ...given,
    ...(count !== undefined ? { count } : until !== undefined && { until }),
    ...(hasParts && bysetpos !== undefined && { bysetpos }),
  } as Rule;
}

// Half of the starts are near the days on which clocks are changed somewhere.
const CHANGES = [
  [2026, 2, 8], [2026, 2, 29], [2026, 9, 25], [2026, 10, 1], [2026, 3, 5], [2026, 8, 6], [2026, 3, 24], [2026, 9, 29],
  [2011, 11, 30], [2018, 10, 4], [2021, 2, 22], [2026, 1, 15], [2024, 1, 29], [2024, 11, 30],
].map(([year, month, day]) => Date.UTC(year as number, month as number, day)); // biome-ignore format: a table

export function caseOf(freq: Rule['freq']): fc.Arbitrary<Case> {
  const canBeAllDay = !['secondly', 'minutely', 'hourly'].includes(freq);
  const span = SPAN[freq] * DAY;
  const minutes = fc.oneof(
    between(Date.UTC(2012, 0) / MINUTE, Date.UTC(2026, 0) / MINUTE),
    fc.tuple(fc.constantFrom(...CHANGES), between(-2880, 2880)).map(([day, minute]) => day / MINUTE + minute),
  );
  const fraction = fc.noBias(between(0, 1000)).map((value) => value / 1000);
  return fc
    .record({
      allDay: canBeAllDay ? fc.boolean() : fc.constant(false),
      zone: fc.constantFrom(...ZONES),
      minute: minutes,
      skipped: fraction,
      shown: fraction,
    })
    .chain(({ allDay, zone, minute, skipped, shown }) =>
      ruleOf(freq, allDay).map((rule) => {
        const start = allDay ? Math.floor((minute * MINUTE) / DAY) * DAY : minute * MINUTE;
        const from = start + Math.floor((skipped * 1.2 - 0.2) * (span / 1000)) * 1000;
        const before = from + Math.ceil(shown * (span / 1000)) * 1000;
        const until = rule.until as unknown as number | undefined;
        const last = until === undefined ? {} : { until: dateText(start + until * DAY) };
        return { rule: { ...rule, ...last }, zone, allDay, start, from, before };
      }),
    );
}

/** Yearly rules with weeks of every second year or less often, for 40 years, mostly with days around New Year. */
export const caseOfWeeks: fc.Arbitrary<Case> = fc
  .record({
    year: between(1995, 2030),
    day: fc.oneof(between(-6, 6), between(0, 364)),
    allDay: fc.boolean(),
    zone: fc.constantFrom('UTC', 'Europe/Berlin', 'Pacific/Auckland'),
    interval: between(2, 5),
    weeks: several(fc.oneof(fc.constantFrom<number>(1, 52, 53, -1), place(53)), 2),
    byday: maybe(weekdays('yearly', true)),
    byhour: maybe(several(between(0, 23))),
    bymonth: maybe(fc.constantFrom<number[]>([1], [12], [1, 12])),
    bysetpos: maybe(several(place(3), 2)),
    wkst: maybe(fc.constantFrom(...WEEKDAYS)),
    end: fc.constantFrom('none', 'count', 'until'),
    length: between(1, 40),
  })
  .map(({ year, day, allDay, zone, end, length, weeks, byhour, ...parts }) => {
    const start = Date.UTC(year, 0, 1 + day, allDay ? 0 : 10);
    const rule = cleaned({
      ...{ freq: 'yearly', byweekno: weeks, byhour: allDay ? undefined : byhour, ...parts },
      count: end === 'count' ? length : undefined,
    });
    const until = end === 'until' ? { until: dateText(Date.UTC(year + length, 0, 3)) } : {};
    return { rule: { ...rule, ...until }, zone, allDay, start, from: start, before: Date.UTC(year + 40, 0) };
  });

function dateText(local: number): string {
  return new Date(local).toISOString().slice(0, 10);
}
