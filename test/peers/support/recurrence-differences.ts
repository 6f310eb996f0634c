// Why python3-dateutil and libical expand some rules differently. The first reason that fits counts. docs/
// recurrence-differences.md has the same table for people.
import type { Case } from '../../support/recurrence-rules.ts';

export type Peer = 'dateutil' | 'libical';

/** Times of the peer, or why it has given none. */
export type Answer = number[] | string;

export interface Reason {
  peer: Peer;
  behaviour: string;
  section: string;
  reason: string;
  fits(one: Case, answer: Answer, hasMerged: boolean): boolean;
}

const BY_CLOCK = ['secondly', 'minutely', 'hourly'];

const isShort = ({ rule }: Case) => BY_CLOCK.includes(rule.freq);
const hasTimes = ({ rule }: Case) => (rule.byhour ?? rule.byminute ?? rule.bysecond) !== undefined;
const isNumbered = (day: string) => day.length > 2;
const isMergeCounted = ({ rule }: Case, _answer: Answer, hasMerged: boolean) => rule.count !== undefined && hasMerged;

const COUNTED = {
  behaviour: 'Two local times that become one because daylight saving skips the first, in a rule with COUNT',
  section: '3.8.5.3',
  reason:
    'Occurrences are a set, so that one moment counts once. Both libraries count two, since they go by local times without a zone.',
};

export const REASONS: Reason[] = [
  { peer: 'dateutil', ...COUNTED, fits: isMergeCounted },
  {
    peer: 'dateutil',
    behaviour: 'BYWEEKNO without another part that names days',
    section: '3.3.10',
    reason:
      'What the rule does not say comes from DTSTART, here the weekday. dateutil gives all seven days of the week.',
    fits: ({ rule }) => rule.byweekno !== undefined && !(rule.byday ?? rule.bymonthday ?? rule.byyearday),
  },
  {
    peer: 'dateutil',
    behaviour: 'BYWEEKNO with INTERVAL or BYSETPOS',
    section: '3.3.10',
    reason:
      'A week belongs to the year that has at least four of its days, with all of its days. dateutil counts those before or after 1 January to the other year.',
    fits: ({ rule }) => rule.byweekno !== undefined && ((rule.interval ?? 1) > 1 || rule.bysetpos !== undefined),
  },
  {
    peer: 'dateutil',
    behaviour: 'BYWEEKNO with the last weeks of a year',
    section: '3.3.10',
    reason: 'dateutil numbers the week wrongly that begins in one year and ends in the next (its issue 1537).',
    fits: ({ rule }) => rule.byweekno?.some((week) => week >= 52 || week === -1 || week <= -52) ?? false,
  },
  {
    peer: 'dateutil',
    behaviour: 'A weekday with a number that is greater than the month has',
    section: '3.3.10',
    reason: 'There is no such day, and it is ignored. dateutil raises an error, or takes a day outside of the month.',
    fits: ({ rule }, answer) =>
      rule.bymonth !== undefined &&
      (typeof answer === 'string' || (rule.byday ?? []).some((day) => Math.abs(Number(day.slice(0, -2))) > 5)),
  },
  {
    peer: 'dateutil',
    behaviour: 'Weekdays with and without a number in one BYDAY',
    section: '3.3.10',
    reason: 'BYDAY is a list of days, each of which is meant. dateutil gives the days that are in both kinds.',
    fits: ({ rule }) => (rule.byday?.some(isNumbered) && !rule.byday.every(isNumbered)) ?? false,
  },
  {
    peer: 'dateutil',
    behaviour: 'BYSETPOS in the week of DTSTART',
    section: '3.3.10',
    reason:
      'BYSETPOS counts in the whole week, as it does in the whole month. dateutil counts from DTSTART on in the first week.',
    fits: ({ rule }) => rule.freq === 'weekly' && rule.bysetpos !== undefined,
  },
  { peer: 'libical', ...COUNTED, fits: isMergeCounted },
  {
    peer: 'libical',
    behaviour: 'BYSETPOS in weekly and shorter rules, or with times of day',
    section: '3.3.10',
    reason:
      'BYSETPOS counts in the set of one period of any frequency. libical only has it for the days of months and years.',
    fits: (one) =>
      one.rule.bysetpos !== undefined && (isShort(one) || ['daily', 'weekly'].includes(one.rule.freq) || hasTimes(one)),
  },
  {
    peer: 'libical',
    behaviour: 'Hourly, minutely and secondly rules with BYHOUR, BYMINUTE or BYSECOND',
    section: '3.3.10',
    reason:
      'These parts limit the times that FREQ and INTERVAL give. libical expands them, and leaves out the first times after DTSTART.',
    fits: (one) => isShort(one) && hasTimes(one),
  },
  {
    peer: 'libical',
    behaviour: 'BYWEEKNO',
    section: '3.3.10',
    reason:
      'Without BYDAY the weekday is that of DTSTART, week 53 exists in long years only, and a week belongs to one year. libical differs in all three.',
    fits: ({ rule }) => rule.byweekno !== undefined,
  },
  {
    peer: 'libical',
    behaviour: 'BYMONTHDAY without BYMONTH in yearly rules',
    section: '3.3.10, table',
    reason: 'BYMONTHDAY expands, so that it means every month. libical stays in the month of DTSTART.',
    fits: ({ rule }) => rule.freq === 'yearly' && rule.bymonthday !== undefined && rule.bymonth === undefined,
  },
  {
    peer: 'libical',
    behaviour: 'Weekly rules with INTERVAL and WKST',
    section: '3.3.10, 3.8.5.3 (example)',
    reason:
      'The weeks that INTERVAL counts begin on WKST, so that the first is the one of DTSTART. libical begins with another week.',
    fits: ({ rule }) => rule.freq === 'weekly' && (rule.interval ?? 1) > 1 && (rule.wkst ?? 'MO') !== 'MO',
  },
  {
    peer: 'libical',
    behaviour: 'BYSETPOS with BYYEARDAY or BYMONTHDAY from both ends',
    section: '3.3.10',
    reason: 'BYSETPOS counts in a set. libical counts a day twice that two values name, such as 228 and -138 in 2027.',
    fits: ({ rule }) => {
      const counted = [...(rule.byyearday ?? []), ...(rule.bymonthday ?? [])];
      return rule.bysetpos !== undefined && counted.some((place) => place < 0) && counted.some((place) => place > 0);
    },
  },
];

/** Cases of the reasons that random rules seldom meet: a daily 02:30 over the day that has none, and one day named twice. */
export const RARE: Case[] = [
  {
    rule: { freq: 'daily', byhour: [2, 3], count: 7 },
    zone: 'Europe/Berlin',
    allDay: false,
    start: Date.UTC(2026, 2, 27, 2, 30),
    from: Date.UTC(2026, 2, 27),
    before: Date.UTC(2026, 3, 10),
  },
  {
    rule: { freq: 'yearly', byyearday: [-138, 100, 228, 300], bysetpos: [3] },
    zone: 'UTC',
    allDay: true,
    start: Date.UTC(2026, 0, 1),
    from: Date.UTC(2026, 0, 1),
    before: Date.UTC(2031, 0, 1),
  },
];

/** What libical is not asked, because it never comes to an end with it. */
export function isTooMuch({ rule }: Case): boolean {
  const counted = [...(rule.bymonthday ?? []), ...(rule.byyearday ?? [])];
  return ['daily', ...BY_CLOCK].includes(rule.freq) && counted.some((place) => place < 0);
}
