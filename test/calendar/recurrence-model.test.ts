// Random rules against a naive expansion that looks at every day and every second of the days that fit.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Budget, finish } from '../../src/calendar/budget.ts';
import { Series } from '../../src/calendar/series.ts';
import { TimeZone } from '../../src/values/time-zone.ts';
import { modelStarts } from '../support/recurrence-model.ts';
import { type Case, caseOf, FREQUENCIES } from '../support/recurrence-rules.ts';

const RUNS = 150;
const text = (local: number) => new Date(local).toISOString().slice(0, 19);

/** Local times of the occurrences in the range: by the service, and by the model. */
function both({ rule, zone: name, allDay, start, from, before }: Case) {
  const zone = new TimeZone(allDay ? 'UTC' : name, 0);
  const series = new Series({ start: zone.momentOf(start), allDay, zone: name, recurrence: rule, lastStart: null });
  const found = finish(series.starts(zone.momentOf(from), zone.momentOf(before), new Budget(1e6, 1e9)));
  const local = zone.local(zone.momentOf(start)); // a start that the clocks skip is another one
  const expected = modelStarts({
    rule,
    start: local,
    before,
    allDay,
    shown: (one) => zone.local(zone.momentOf(one)),
  });
  return {
    found: found.map((moment) => text(zone.local(moment))),
    expected: expected.filter((one) => one >= from).map(text),
  };
}

describe('random rules give what looking at every time gives', () => {
  it.each(FREQUENCIES)('%s', (freq) => {
    fc.assert(
      fc.property(caseOf(freq), (one) => {
        const { found, expected } = both(one);
        expect(found).toEqual(expected);
      }),
      { seed: 5545, numRuns: RUNS },
    );
  });
});
