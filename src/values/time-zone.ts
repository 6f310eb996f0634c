// Converts between moments and local times of a time zone as plain numbers: a local time is the milliseconds that its
// date and time of day would have in UTC. The spans between two offset changes are found with Temporal and cached,
// because Temporal takes microseconds for each conversion and a list of occurrences needs thousands.

/** A span during which the offset of a zone is constant: from `start` up to but not including `end`. */
interface Span {
  start: number;
  end: number;
  /** Offset from UTC in milliseconds. */
  offset: number;
}

/** Larger than any offset change: Samoa and Alaska have changed theirs by 24 hours. */
const MARGIN = 2 * 86_400_000;
const MAX_SPANS = 20_000;

const spansOfZones = new Map<string, Span[]>();
let kept = 0;

export class TimeZone {
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

  /** The same, but a time that is skipped counts from before the gap (RFC 5545 section 3.3.5). */
  momentOf(local: number): number {
    return this.moment(local) ?? local - this.#at(local - MARGIN).offset;
  }

  /** The local time that the clocks skipped and that `momentOf` takes for this moment; undefined if there is none. */
  skipped(moment: number): number | undefined {
    const { start, offset } = this.#at(moment);
    if (!Number.isFinite(start)) return undefined;
    const local = moment + spanAt(this.#name, start - 1).offset;
    return local < start + offset ? local : undefined;
  }

  /** A local time that none of the moments before this one has, whatever the clocks did. */
  localEnd(moment: number): number {
    return Math.max(this.local(moment), this.local(moment - MARGIN / 2) + MARGIN / 2);
  }

  #at(moment: number): Span {
    if (moment < this.#span.start || moment >= this.#span.end) {
      this.#span = spanAt(this.#name, moment);
    }
    return this.#span;
  }
}

// From here on the rules of all zones are those of every 400 years, in which the calendar repeats itself.
const FAR = Date.UTC(2500, 0);
const CYCLE = 146_097 * 86_400_000;

function spanAt(zone: string, moment: number): Span {
  if (moment < FAR) return nearSpanAt(zone, moment);
  const cycles = Math.floor((moment - FAR) / CYCLE) + 1;
  const { start, end, offset } = nearSpanAt(zone, moment - cycles * CYCLE);
  return { start: start + cycles * CYCLE, end: end + cycles * CYCLE, offset };
}

function nearSpanAt(zone: string, moment: number): Span {
  const spans = spansOfZones.get(zone) ?? [];
  let index = -1; // of the last span that starts at or before the moment
  for (let high = spans.length; high - index > 1; ) {
    const middle = (index + high) >> 1;
    if ((spans[middle] as Span).start <= moment) index = middle;
    else high = middle;
  }
  const known = spans[index];
  if (known && moment < known.end) return known;
  const span = readSpan(zone, moment);
  if (++kept > MAX_SPANS) {
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
