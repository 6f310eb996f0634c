// Local times of a time zone as plain numbers: a local time is the milliseconds that its date and time of day would have
// in UTC. The times between two changes of the offset are found once with Temporal and then kept, because Temporal takes
// microseconds for each conversion and a list of occurrences needs thousands.

/** A time during which the offset of a zone stays the same: from `start` up to but not including `end`. */
interface Span {
  start: number;
  end: number;
  /** Milliseconds from UTC to the local time. */
  offset: number;
}

/** Above any change of an offset: Samoa and Alaska have changed theirs by 24 hours. */
const MARGIN = 2 * 86_400_000;
const MOST_SPANS = 20_000;

const spansOfZones = new Map<string, Span[]>();
let kept = 0;

export class TimeZone {
  /** How often a conversion left the span of the one before: the same for the same conversions, cached or not. */
  moves = 0;
  readonly #name: string;
  #span: Span;

  constructor(name: string, moment: number) {
    this.#name = name;
    this.#span = spanAt(name, moment);
  }

  /** The local time of a moment. */
  local(moment: number): number {
    return moment + this.#at(moment).offset;
  }

  /** Where the offset of a moment ends. */
  changeAfter(moment: number): number {
    return this.#at(moment).end;
  }

  /** The moment of a local time: the first of two when clocks are set back, undefined when they skip it. */
  moment(local: number): number | undefined {
    const here = local - this.#span.offset;
    if (here >= this.#span.start + MARGIN && here < this.#span.end) return here;
    for (let span = this.#at(local - MARGIN); ; span = this.#at(span.end)) {
      const moment = local - span.offset;
      if (moment < span.start) return undefined;
      if (moment < span.end) return moment;
    }
  }

  #at(moment: number): Span {
    if (moment < this.#span.start || moment >= this.#span.end) {
      this.#span = spanAt(this.#name, moment);
      this.moves++;
    }
    return this.#span;
  }
}

function spanAt(zone: string, moment: number): Span {
  const spans = spansOfZones.get(zone) ?? [];
  let index = -1; // of the last span that begins at or before the moment
  for (let high = spans.length; high - index > 1; ) {
    const middle = (index + high) >> 1;
    if ((spans[middle] as Span).start <= moment) index = middle;
    else high = middle;
  }
  const known = spans[index];
  if (known && moment < known.end) return known;
  const span = readSpan(zone, moment);
  if (++kept > MOST_SPANS) {
    spansOfZones.clear();
    kept = 1;
    spansOfZones.set(zone, [span]);
  } else {
    spans.splice(index + 1, 0, span);
    spansOfZones.set(zone, spans);
  }
  return span;
}

function readSpan(zone: string, moment: number): Span {
  const zoned = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone);
  // A transition at the moment itself begins its span, and "previous" means strictly before.
  const start = zoned.add({ milliseconds: 1 }).getTimeZoneTransition('previous');
  const end = zoned.getTimeZoneTransition('next');
  return {
    start: start?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
    end: end?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    offset: zoned.offsetNanoseconds / 1e6,
  };
}
