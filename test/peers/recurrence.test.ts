// Thousands of random recurrence rules in 15 time zones, expanded by python3-dateutil and libical too. Where one of them
// differs, the reason must be known, and the naive model must agree with Daybook.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { Budget, finish } from '../../src/calendar/budget.ts';
import { Series } from '../../src/calendar/series.ts';
import type { Rule } from '../../src/resources/recurrence.ts';
import { TimeZone } from '../../src/values/time-zone.ts';
import { modelStarts } from '../support/recurrence-model.ts';
import { type Case, caseOf, FREQUENCIES, ZONES } from '../support/recurrence-rules.ts';
import { type Answer, isTooMuch, type Peer, RARE, REASONS, type Reason } from './support/recurrence-differences.ts';

const PYTHON = process.env.DAYBOOK_TEST_PYTHON ?? '/usr/bin/python3';
const script = fileURLToPath(new URL('./support/recurrence.py', import.meta.url));
const seed = Number(process.env.DAYBOOK_TEST_SEED ?? 77);
const RULES = 750; // of each frequency
const DAY = 86_400_000;
const UNITS: Partial<Record<Rule['freq'], number>> = { secondly: 1000, minutely: 60_000, hourly: 3_600_000 };

interface Compared extends Case {
  zoned: TimeZone;
  /** Local times of the occurrences before the end of the range. */
  found: number[];
  isAsked: boolean;
  answers: Partial<Record<Peer, Answer>>;
}

interface Difference {
  one: Compared;
  peer: Peer;
  answer: Answer;
  reason: Reason | undefined;
}

let compared: Compared[];
let differences: Difference[];

beforeAll(() => {
  const random = FREQUENCIES.flatMap((freq) => fc.sample(caseOf(freq), { seed, numRuns: RULES }));
  const cases = [...random, ...RARE];
  compared = cases.map(expand);
  askPeers(compared.filter(({ isAsked }) => isAsked));
  differences = compared.flatMap((one) =>
    Object.entries(one.answers).flatMap(([peer, answer]) => differing(one, peer as Peer, answer)),
  );
});

function expand(one: Case): Compared {
  const { rule, allDay, before } = one;
  const zoned = new TimeZone(allDay ? 'UTC' : one.zone, 0);
  const moment = zoned.momentOf(one.start);
  const series = (recurrence: Rule) =>
    new Series({ start: moment, allDay, zone: one.zone, recurrence, lastStart: null });
  const { until: _until, count: _count, ...endless } = rule;
  const starts = (given: Rule) => finish(series(given).starts(moment, zoned.momentOf(before), new Budget(1e6, 1e9)));
  // A rule with COUNT that gives nothing is followed to the year 9999.
  const found = starts(endless).length > 0 ? starts(rule) : [];
  const start = zoned.local(moment); // a start that the clocks skip is another one
  return {
    ...one,
    start,
    zoned,
    found: found.map((at) => zoned.local(at)).filter((local) => local < before),
    isAsked: goesOn(series(endless), Math.max(moment, zoned.momentOf(before)), rule),
    answers: {},
  };
}

// The peers look for the next occurrence after the range, however far away it is.
function goesOn(series: Series, before: number, { freq }: Rule): boolean {
  const unit = UNITS[freq];
  const reach = unit ? 20_000 * unit : 20 * 366 * DAY;
  try {
    finish(series.starts(before, before + reach, new Budget(0, 1e9)));
    return false;
  } catch {
    return true;
  }
}

function askPeers(asked: Compared[]): void {
  const cases = asked.map((one) => {
    const { until, ...rule } = one.rule;
    const last = until === undefined ? {} : { until: Date.parse(until) + (one.allDay ? 0 : DAY - 1000) };
    return {
      rule: { ...rule, ...last },
      start: one.start,
      before: one.before,
      allDay: one.allDay,
      libical: !isTooMuch(one),
    };
  });
  const { stdout, stderr, status, error } = spawnSync(PYTHON, [script], {
    input: JSON.stringify(cases),
    maxBuffer: 1 << 30,
  });
  if (error || status !== 0) throw new Error(`${PYTHON} ${script} failed: ${error?.message ?? stderr.toString()}`);
  const answers = JSON.parse(stdout.toString()) as Record<Peer, (Answer | null)[]>;
  for (const [index, one] of asked.entries())
    for (const peer of ['dateutil', 'libical'] as const) {
      const answer = answers[peer][index];
      if (answer) one.answers[peer] = answer;
    }
}

/** What the clocks of the zone show: times that they skip are later, and may be the same as others. */
function shownTimes({ zoned, before }: Compared, times: number[]): number[] {
  const shown = new Set(times.map((local) => zoned.local(zoned.momentOf(local))));
  return [...shown].filter((local) => local < before).sort((a, b) => a - b);
}

function differing(one: Compared, peer: Peer, answer: Answer): Difference[] {
  const theirs = typeof answer === 'string' ? [] : shownTimes(one, answer);
  const isSame = typeof answer !== 'string' && JSON.stringify(theirs) === JSON.stringify(one.found);
  // libical refuses what it cannot do.
  if (isSame || (peer === 'libical' && typeof answer === 'string')) return [];
  const hasMerged = theirs.length < answer.length;
  return [
    {
      one,
      peer,
      answer,
      reason: REASONS.find((reason) => reason.peer === peer && reason.fits(one, answer, hasMerged)),
    },
  ];
}

const text = (local: number) => new Date(local).toISOString().slice(0, 19);

function described({ one, peer, answer }: Difference): string {
  const first = (times: Answer) => (typeof times === 'string' ? times : times.slice(0, 12).map(text).join(' '));
  const { rule, zone, allDay, start, before } = one;
  return `seed ${seed}: ${JSON.stringify({ rule, zone, allDay, start: text(start), before: text(before) })}\n  Daybook ${first(one.found)}\n  ${peer} ${first(answer)}`;
}

describe('random rules', () => {
  it('are at least 5,000 in 15 zones, most with occurrences, and both peers have expanded most of them', () => {
    expect(compared.length).toBeGreaterThanOrEqual(5000);
    expect(new Set(compared.map(({ zone }) => zone)).size).toBe(ZONES.length);
    expect(compared.filter(({ found }) => found.length > 0).length).toBeGreaterThan(compared.length / 2);
    for (const peer of ['dateutil', 'libical'] as const)
      expect(compared.filter(({ answers }) => Array.isArray(answers[peer])).length).toBeGreaterThan(
        compared.length * 0.6,
      );
  });

  it('give what dateutil and libical give, except where the reason is known', () => {
    expect(
      differences
        .filter(({ reason }) => !reason)
        .slice(0, 5)
        .map(described),
    ).toEqual([]);
  });

  it('give what looking at every time gives, wherever a peer differs', () => {
    const wrong = differences.filter(({ one }) => {
      const { rule, start, before, allDay, zoned } = one;
      const shown = (local: number) => zoned.local(zoned.momentOf(local));
      return JSON.stringify(modelStarts({ rule, start, before, allDay, shown })) !== JSON.stringify(one.found);
    });
    expect(wrong.slice(0, 5).map(described)).toEqual([]);
  });

  it('differ for every reason that is listed, and docs/recurrence-differences.md lists the same', () => {
    const met = new Set(differences.map(({ reason }) => reason));
    if (!process.env.DAYBOOK_TEST_SEED)
      expect(REASONS.filter((reason) => !met.has(reason)).map(({ behaviour }) => behaviour)).toEqual([]);
    const page = readFileSync(new URL('../../docs/recurrence-differences.md', import.meta.url), 'utf8');
    const rows = REASONS.map(
      ({ peer, behaviour, section, reason }) => `| ${peer} | ${behaviour} | ${section} | ${reason} |`,
    );
    expect(page.split('\n').filter((line) => /^\| (dateutil|libical) \|/.test(line))).toEqual(rows);
  });
});
