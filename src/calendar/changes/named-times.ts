// The local times that the rules of a series name for its occurrences. They are those that the clocks show, but for a time
// that the clocks skip: it is read with the offset before the gap (RFC 5545 section 3.3.5), so that the clocks show a later
// one. What moves or divides a series goes by the named times, so that nothing drifts.
import type { Recurrence, Rule } from '../../resources/recurrence.ts';
import type { SeriesStart } from '../rule-starts.ts';
import { Series } from '../series.ts';

export class NamedTimes {
  readonly #recurrence: Recurrence;
  readonly #at: SeriesStart;
  /** What the rules give if the clocks never change. */
  #withoutGaps: Series | undefined;

  constructor(recurrence: Recurrence, at: SeriesStart) {
    this.#recurrence = recurrence;
    this.#at = at;
  }

  /** The local time of an occurrence by its original start. */
  localOf(start: number): number {
    return this.skippedOf(start) ?? this.#at.zone.local(start);
  }

  /** The local time that the rules name if the clocks skip it; undefined if they show it. */
  skippedOf(start: number): number | undefined {
    const { zone } = this.#at;
    const skipped = Number.isNaN(start) ? undefined : zone.skipped(start);
    if (skipped === undefined) return undefined;
    const named = this.#seriesWithoutGaps();
    return named.has(skipped) && !named.has(zone.local(start)) ? skipped : undefined;
  }

  #seriesWithoutGaps(): Series {
    const endless = ({ count: _count, until: _until, ...rule }: Rule): Rule => rule;
    const { freq, rules } = this.#recurrence;
    const main = freq === undefined ? {} : endless(this.#recurrence as Rule);
    const recurrence = { ...main, rules: (rules ?? []).map(endless), exrules: [], exdates: [], rdates: [] };
    const start = this.#at.local;
    this.#withoutGaps ??= new Series({ start, allDay: false, zone: 'UTC', recurrence, lastStart: null });
    return this.#withoutGaps;
  }
}
