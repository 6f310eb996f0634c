// The local times at which the occurrences of a series were before it is moved. A time that the clocks skip has no moment
// of its own: it is stored as the one that it would have without the gap, and is not to drift from move to move.
import type { CalendarEvent } from '../../resources/event.ts';
import type { Recurrence, Rule } from '../../resources/recurrence.ts';
import type { SeriesStart } from '../rule-starts.ts';
import { Series } from '../series.ts';
import type { SeriesDate } from './series-dates.ts';

export class Originals {
  readonly #from: SeriesStart;
  readonly #recurrence: Recurrence;
  /** The moments of further dates. */
  readonly #given: Set<number | undefined>;
  /** The local times of those that are written without an offset, by their moments. */
  readonly #added: Map<number, number>;
  /** What the rules give if the clocks never change. */
  #unskipped: Series | undefined;
  /** The series with the occurrences that were removed; it is only needed where `maySkip`, or where the rule changes. */
  series: Series | undefined;

  constructor({ recurrence }: CalendarEvent, from: SeriesStart, added: readonly SeriesDate[]) {
    this.#from = from;
    this.#recurrence = recurrence as Recurrence;
    const local = added.flatMap((date): [number, number][] =>
      date.moment === undefined || date.local === undefined ? [] : [[date.moment, date.local]],
    );
    this.#added = new Map(local);
    this.#given = new Set(added.map(({ moment }) => moment));
  }

  /** Whether one of these texts can be what a time that the clocks skip is stored as. */
  maySkip(texts: readonly string[]): boolean {
    return texts.some((text) => this.#skipped(Date.parse(text)) !== undefined);
  }

  has(original: number): boolean {
    return this.series?.has(original) ?? false;
  }

  /** Whether it is given by a date, and so is not of the rules alone. */
  isAdded(original: number): boolean {
    return this.#given.has(original);
  }

  localOf(original: number): number {
    const added = this.#added.get(original);
    if (added !== undefined) return added;
    const skipped = this.#skipped(original);
    const isSkipped = skipped !== undefined && this.series?.has(original) === false && this.#withoutGaps().has(skipped);
    return isSkipped ? skipped : this.#from.zone.local(original);
  }

  #skipped(moment: number): number | undefined {
    return Number.isNaN(moment) ? undefined : this.#from.zone.skipped(moment);
  }

  #withoutGaps(): Series {
    const endless = ({ count: _count, until: _until, ...rule }: Rule): Rule => rule;
    const { freq, rules } = this.#recurrence;
    const main = freq === undefined ? {} : endless(this.#recurrence as Rule);
    const recurrence = { ...main, rules: (rules ?? []).map(endless), exrules: [], exdates: [], rdates: [] };
    const start = this.#from.local;
    this.#unskipped ??= new Series({ start, allDay: false, zone: 'UTC', recurrence, lastStart: null });
    return this.#unskipped;
  }
}
