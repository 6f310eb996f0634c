// What can be wrong with a recurrence that shows only together with the start and the time zone of its event. A stored
// series that has such a fault can be expanded all the same: it has fewer occurrences than its owner expects.
import { limits } from '../limits.ts';
import type { Faults } from '../resources/fields.ts';
import type { Recurrence, Rule } from '../resources/recurrence.ts';
import { formatTime, isWritable } from '../values/time.ts';
import { type Budget, unbounded } from './budget.ts';
import { DAY } from './calendar-days.ts';
import { unitOf } from './recurrence-times.ts';
import { dayOf, momentOf, RuleStarts, type SeriesStart, untilOf } from './rule-starts.ts';
import { type SeriesInput, startOf } from './series.ts';

/** Reports the faults of a series that is to be stored. Pauses at each yield. */
export function* checkSeries(input: Omit<SeriesInput, 'lastStart'>, faults: Faults): Generator<undefined, void> {
  const at = startOf(input);
  const { recurrence } = input;
  const { rules = [], exrules = [] } = recurrence;
  checkDates(recurrence, at, faults);
  if (recurrence.freq !== undefined) yield* checkRule(recurrence as Rule, 'recurrence', at, unbounded(), faults);
  const further = [...placed(rules, 'rules'), ...placed(exrules, 'exrules')];
  const budget = unbounded(); // of all further rules together: their ends are not stored
  for (const [place, rule] of further) {
    yield* checkRule(rule, place, at, budget, faults);
    if (budget.spent <= limits.recurrenceCountSteps) continue;
    const message = `${place}: the further rules have too many occurrences to be counted together; use until instead of count.`;
    return faults.fault(place, 'steps', message);
  }
}

function placed(rules: readonly Rule[], list: string): [place: string, rule: Rule][] {
  return rules.map((rule, index) => [`recurrence.${list}[${index}]`, rule]);
}

function checkDates(recurrence: Recurrence, at: SeriesStart, faults: Faults): void {
  const time = at.local - Math.floor(at.local / DAY) * DAY;
  for (const list of ['exdates', 'rdates'] as const) {
    const wrong = recurrence[list]?.find((text) => {
      const day = dayOf(text, at);
      const moment = day === undefined ? momentOf(text, at) : at.zone.momentOf(day * DAY + time);
      return moment === undefined || !isWritable(moment);
    });
    if (wrong !== undefined) faults.fault(`recurrence.${list}`, 'range', outOfRange(`recurrence.${list}`, wrong));
  }
}

function* checkRule(
  rule: Rule,
  place: string,
  at: SeriesStart,
  budget: Budget,
  faults: Faults,
): Generator<undefined, void> {
  const { freq, until, count } = rule;
  if (at.allDay && unitOf(freq) !== undefined) {
    const message = `${place}.freq cannot be ${freq} in an all-day event; use daily, weekly, monthly or yearly.`;
    faults.fault(`${place}.freq`, 'allDay', message);
    return;
  }
  if (until !== undefined && untilOf(until, at) < at.start)
    return faults.fault(`${place}.until`, 'order', beforeStart(`${place}.until`, until, at));
  const starts = new RuleStarts(rule, at, null);
  const first = yield* starts.first(budget);
  if (starts.isCut) {
    const message = `${place}.count: the last of ${count} occurrences is too far away to be found; use until instead.`;
    return faults.fault(`${place}.count`, 'steps', message);
  }
  if (first === undefined) {
    const message = `${place} gives no occurrence from the start of the event on; compare its parts with each other${until === undefined ? '' : ', with until'} and with start_at.`;
    faults.fault(place, 'empty', message);
  }
}

function outOfRange(place: string, text: string): string {
  return `${place} has ${text}, which is not within the years 1 to 9999 in UTC.`;
}

function beforeStart(place: string, until: string, { start, allDay }: SeriesStart): string {
  const first = allDay ? formatTime(start).slice(0, 10) : formatTime(start);
  return `${place} (${until}) must not be before the start of the event (${first}).`;
}
