// The local times at which the occurrences of a series were before it is moved.
import type { CalendarEvent } from '../../resources/event.ts';
import type { Recurrence } from '../../resources/recurrence.ts';
import type { SeriesStart } from '../rule-starts.ts';
import type { Series } from '../series.ts';
import { NamedTimes } from './named-times.ts';
import type { SeriesDate } from './series-dates.ts';

export class Originals {
  readonly #named: NamedTimes;
  /** The moments of further dates. */
  readonly #given: Set<number | undefined>;
  /** The local times of those that are written without an offset, by their moments. */
  readonly #added: Map<number, number>;
  /** The series with the occurrences that were removed; it is only needed where the rule changes. */
  series: Series | undefined;

  constructor({ recurrence }: CalendarEvent, from: SeriesStart, added: readonly SeriesDate[]) {
    this.#named = new NamedTimes(recurrence as Recurrence, from);
    const local = added.flatMap((date): [number, number][] =>
      date.moment === undefined || date.local === undefined ? [] : [[date.moment, date.local]],
    );
    this.#added = new Map(local);
    this.#given = new Set(added.map(({ moment }) => moment));
  }

  has(original: number): boolean {
    return this.series?.has(original) ?? false;
  }

  /** Whether it is given by a date, and so is not of the rules alone. */
  isAdded(original: number): boolean {
    return this.#given.has(original);
  }

  localOf(original: number): number {
    return this.#added.get(original) ?? this.#named.localOf(original);
  }
}
