// The occurrences of a recurring event: the starts that its rules and further dates give in a range. A series is parsed
// once and then asked for many ranges; it never throws, whatever is stored, except when the budget of a list is spent.
import type { Recurrence, Rule } from '../resources/recurrence.ts';
import { FIRST_TIME, isWritable } from '../values/time.ts';
import { TimeZone } from '../values/time-zone.ts';
import { type Budget, finish, StepLimit, unbounded } from './budget.ts';
import { ascending, DAY } from './calendar-days.ts';
import { dayOf, momentOf, RuleStarts, type SeriesStart } from './rule-starts.ts';

/** What of an event its occurrences follow from. Times of an all-day event are its dates as midnight in UTC. */
export interface SeriesInput {
  start: number;
  allDay: boolean;
  /** The time zone of the event, else that of the service. */
  zone: string;
  recurrence: Recurrence;
  /** The last start that a rule with COUNT gives, if it is known: see `countEnd`. */
  lastStart: number | null;
}

const SERIES_STEPS = 5;
const DATES_PER_STEP = 4; // of exdates and rdates, which are parsed once
const EXCLUDED_STEPS = 20; // to go on from an occurrence that is taken out
const HALF_YEAR = 183 * DAY;
const NONE: readonly number[] = [];

export class Series {
  readonly #at: SeriesStart;
  readonly #recurrence: Recurrence;
  readonly #rules: RuleStarts[];
  readonly #exrules: RuleStarts[];
  readonly #hasRule: boolean;
  #dates: { rdates: number[]; exdays: Set<number>; exmoments: Set<number> } | undefined;

  constructor({ start, allDay, zone, recurrence, lastStart }: SeriesInput) {
    this.#at = startOf({ start, allDay, zone });
    this.#recurrence = recurrence;
    this.#hasRule = recurrence.freq !== undefined;
    const main = this.#hasRule ? [new RuleStarts(recurrence as Rule, this.#at, lastStart)] : [];
    const others = (rules: Rule[] | undefined) => (rules ?? []).map((rule) => new RuleStarts(rule, this.#at, null));
    this.#rules = [...main, ...others(recurrence.rules)];
    this.#exrules = others(recurrence.exrules);
  }

  /** Starts from `from` up to but not including `before`, ascending: rules and rdates without exrules and exdates. */
  *starts(from: number, before: number, budget: Budget): Generator<undefined, number[]> {
    const { rdates = [], exdates = [] } = this.#recurrence;
    // The time zone has about two changes of its offset in a year, which are looked up.
    const dates = Math.ceil((rdates.length + exdates.length) / DATES_PER_STEP);
    budget.spend(SERIES_STEPS + Math.ceil((before - from) / HALF_YEAR) + dates);
    const isExcluded = yield* this.#exclusions(from, before, budget);
    const found: number[] = [];
    const take = (start: number) => {
      if (isExcluded?.(start)) return;
      budget.find();
      found.push(start);
    };
    for (const rule of this.#rules) yield* rule.between(from, before, budget, take);
    for (const start of this.#given()) if (start >= from && start < before) take(start);
    return this.#rules.length === 1 && rdates.length === 0 ? found : ascending(found);
  }

  /** Finds the end of each rule with COUNT, which can take long the first time. Afterwards single moments are cheap. */
  *findEnds(): Generator<undefined, void> {
    for (const rule of [...this.#rules, ...this.#exrules]) yield* rule.findEnd(unbounded());
  }

  /** Whether an occurrence starts at this moment. */
  has(start: number): boolean {
    return isWritable(start) && this.#all(start, start + 1).length > 0;
  }

  /** The first start after a moment. */
  nextStart(moment: number): number | undefined {
    finish(this.findEnds());
    const steps = new StepLimit();
    for (let after = Math.max(moment, FIRST_TIME - 1); ; ) {
      const ofRules = this.#rules.map((rule) => steps.within(() => rule.after(after, steps)));
      const next = least([...ofRules, ...this.#given().filter((start) => start > after)]);
      if (next === undefined || !this.#isExcluded(next)) return next;
      steps.within(() => steps.spend(EXCLUDED_STEPS));
      after = next;
    }
  }

  /** The last start before a moment. */
  previousStart(moment: number): number | undefined {
    finish(this.findEnds());
    const steps = new StepLimit();
    for (let before = moment; ; ) {
      const ofRules = this.#rules.map((rule) => steps.within(() => rule.before(before, steps)));
      const previous = greatest([...ofRules, ...this.#given().filter((start) => start < before)]);
      if (previous === undefined || !this.#isExcluded(previous)) return previous;
      steps.within(() => steps.spend(EXCLUDED_STEPS));
      before = previous;
    }
  }

  /** The last start of the series, or null if it is endless. What is excluded counts: the end is not looked for again. */
  *lastStart(budget: Budget): Generator<undefined, number | null> {
    let last = this.#given().at(-1) ?? this.#at.start;
    for (const rule of this.#rules) {
      const one = yield* rule.last(budget);
      if (one === null) return null;
      last = Math.max(last, one ?? last);
    }
    return last;
  }

  /** The last start that the main rule gives if it has COUNT, to be kept as `lastStart` of the input; else null. */
  *countEnd(budget: Budget): Generator<undefined, number | null> {
    if (!this.#hasRule || this.#recurrence.count === undefined) return null;
    return (yield* (this.#rules[0] as RuleStarts).last(budget)) ?? FIRST_TIME;
  }

  /** Starts that no rule gives, ascending: rdates, and the start of a series that has nothing else. */
  #given(): readonly number[] {
    return this.#rules.length > 0 && this.#recurrence.rdates === undefined ? NONE : this.#parsed().rdates;
  }

  #isExcluded(start: number): boolean {
    return finish(this.#exclusions(start, start + 1, unbounded()))?.(start) ?? false;
  }

  *#exclusions(from: number, before: number, budget: Budget): Generator<undefined, ((at: number) => boolean) | null> {
    const { exdates = [] } = this.#recurrence;
    if (exdates.length === 0 && this.#exrules.length === 0) return null;
    const byRules = new Set<number>();
    for (const rule of this.#exrules) yield* rule.between(from, before, budget, (start) => byRules.add(start));
    const { exdays, exmoments } = this.#parsed();
    const { zone } = this.#at;
    return (start) =>
      exmoments.has(start) ||
      byRules.has(start) ||
      (exdays.size > 0 && exdays.has(Math.floor(zone.local(start) / DAY)));
  }

  // An exdate without a time of day takes out whatever falls on that day; an rdate without one takes the series' own.
  #parsed() {
    if (this.#dates) return this.#dates;
    const at = this.#at;
    const time = at.local - Math.floor(at.local / DAY) * DAY;
    const rdates = this.#rules.length === 0 ? [at.start] : [];
    for (const text of this.#recurrence.rdates ?? []) {
      const day = dayOf(text, at);
      const moment = day === undefined ? momentOf(text, at) : at.zone.momentOf(day * DAY + (at.allDay ? 0 : time));
      if (moment !== undefined && isWritable(moment)) rdates.push(moment);
    }
    const exdays = new Set<number>();
    const exmoments = new Set<number>();
    for (const text of this.#recurrence.exdates ?? []) {
      const day = dayOf(text, at);
      const moment = day === undefined ? momentOf(text, at) : undefined;
      if (day !== undefined) exdays.add(day);
      if (moment !== undefined) exmoments.add(moment);
    }
    this.#dates = { rdates: ascending(rdates), exdays, exmoments };
    return this.#dates;
  }

  #all(from: number, before: number): number[] {
    return finish(this.starts(from, before, unbounded()));
  }
}

/** The start of a series with its local time. */
export function startOf({ start, allDay, zone }: Pick<SeriesInput, 'start' | 'allDay' | 'zone'>): SeriesStart {
  const timeZone = allDay ? new TimeZone('UTC', start) : zoneOf(zone, start);
  return { start, allDay, zone: timeZone, local: timeZone.local(start) };
}

// A name that the time zone data no longer has must not make a list fail.
function zoneOf(name: string, moment: number): TimeZone {
  try {
    return new TimeZone(name, moment);
  } catch {
    return new TimeZone('UTC', moment);
  }
}

function least(numbers: (number | undefined)[]): number | undefined {
  const given = numbers.filter((one) => one !== undefined);
  return given.length === 0 ? undefined : Math.min(...given);
}

function greatest(numbers: (number | undefined)[]): number | undefined {
  const given = numbers.filter((one) => one !== undefined);
  return given.length === 0 ? undefined : Math.max(...given);
}
