// Random rules against a naive expansion that looks at every day and every second of the days that fit, and against
// themselves when the series is split.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Budget, finish } from '../../src/calendar/budget.ts';
import { split } from '../../src/calendar/changes/split.ts';
import { Series } from '../../src/calendar/series.ts';
import { seriesInput } from '../../src/calendar/span.ts';
import type { CalendarEvent } from '../../src/resources/event.ts';
import { TimeZone } from '../../src/values/time-zone.ts';
import { modelStarts } from '../support/recurrence-model.ts';
import { type Case, caseOf, caseOfWeeks, FREQUENCIES } from '../support/recurrence-rules.ts';

const RUNS = 150;
const DAY = 86_400_000;
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

/** Moments of the occurrences from the start of a case to the end of its range. */
function startsOf(event: CalendarEvent, { from, start, before }: Case): number[] {
  const series = new Series(seriesInput(event, 'UTC', null));
  return finish(series.starts(Math.min(from, start) - DAY, before, new Budget(1e6, 1e9)));
}

function eventOf({ rule, zone: name, allDay, start }: Case): CalendarEvent {
  const zone = new TimeZone(allDay ? 'UTC' : name, 0);
  const start_at = new Date(zone.momentOf(start)).toISOString();
  const dates = allDay
    ? { start_date: start_at.slice(0, 10), end_date: new Date(start + DAY).toISOString().slice(0, 10) }
    : {};
  const times = { start_at, end_at: null, start_date: null, end_date: null, ...dates };
  return { ...times, all_day: allDay, timezone: name, recurrence: rule, overrides: null } as unknown as CalendarEvent;
}

/** Splits the series at each of its first occurrences, and what follows again at its second. */
async function expectSame(one: Case, most: number): Promise<void> {
  const series = eventOf(one);
  const all = startsOf(series, one);
  for (const at of all.slice(1, most)) {
    const { head, tail } = await split(series, at, 'UTC');
    const following = startsOf(tail, one);
    expect({ at: text(at), starts: following.map(text) }).toEqual({
      at: text(at),
      starts: all.filter((other) => other >= at).map(text),
    });
    expect(startsOf({ ...series, ...head }, one)).toEqual(all.filter((other) => other < at));
    const second = following[1];
    if (second === undefined) continue;
    const again = await split(tail, second, 'UTC');
    expect(startsOf({ ...tail, ...again.head }, one)).toEqual([at]);
    expect(startsOf(again.tail, one).map(text)).toEqual(following.slice(1).map(text));
  }
}

describe('random series that are split have the same occurrences', () => {
  it.each(FREQUENCIES)('%s', async (freq) => {
    await fc.assert(
      fc.asyncProperty(caseOf(freq), (one) => expectSame(one, 6)),
      { seed: 5545, numRuns: RUNS / 3 },
    );
  });

  it('weeks of every second year or less often, split anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(caseOfWeeks, (one) => expectSame(one, 40)),
      { seed: 5545, numRuns: RUNS },
    );
  });
});
