// When the reminders of an event are due: of a single event, and of every occurrence of a series, the changed ones with
// their own times and reminders. The next one is found by the next start of the series, without a walk from its first.
import type { CalendarEvent } from '../../resources/event.ts';
import { isTrashed } from '../../resources/resource.ts';
import { DAY, dateOf, FIRST_TIME, isWritable, startOfDay } from '../../values/time.ts';
import { zoneName } from '../../values/zone-names.ts';
import { recurrenceId } from '../occurrence-ids.ts';
import { occurrenceOf, spanOfTimes } from '../occurrences.ts';
import { Series } from '../series.ts';
import { seriesInput } from '../span.ts';

/** What of an event is needed to know its reminders, and to show them. */
export const REMINDED_FIELDS = [
  ...(['id', 'title', 'location', 'start_at', 'end_at', 'all_day', 'start_date', 'end_date', 'timezone'] as const),
  ...(['recurrence', 'overrides', 'status', 'calendar_name', 'reminders', 'deleted_at'] as const),
];

export type RemindedEvent = Pick<CalendarEvent, (typeof REMINDED_FIELDS)[number]>;

/** A single event, or an occurrence of a series. */
export type EventOrOccurrence = Omit<CalendarEvent, 'overrides'>;

/** A reminder of an event or of one of its occurrences. */
export interface DueReminder {
  /** The recurrence id of the occurrence; empty for a single event. */
  recurrenceId: string;
  type: string;
  minutesBefore: number;
  dueAt: number;
}

/** Which reminders are looked for. */
interface Only {
  type?: string;
  /** Only of events and occurrences that are not over at this moment. */
  notOverAt?: number;
}

const MINUTE = 60_000;

export class ReminderTimes {
  readonly #event: CalendarEvent;
  readonly #zone: string;
  readonly #series: Series | undefined;
  /** Those of the event; the same one given twice is one. */
  readonly #reminders: CalendarEvent['reminders'];
  /** The reminders of the single event, or of the changed occurrences, in the order in which they are due. */
  readonly #own: (DueReminder & { end: number })[] = [];
  /** The starts that the rule gives for the changed occurrences. */
  readonly #changed = new Set<number>();

  private constructor(event: RemindedEvent, serviceZone: string, lastStart: number | null) {
    this.#event = event as CalendarEvent;
    this.#zone = zoneOf(event, serviceZone);
    const named = event.reminders.map((one) => [`${one.minutes_before} ${one.type}`, one] as const);
    this.#reminders = [...new Map(named).values()];
    if (!isTrashed(event) && event.recurrence !== null)
      this.#series = new Series(seriesInput(event, serviceZone, lastStart));
  }

  /** `lastStart` is the column `last_start` of the event, if it is known. Pauses at each yield. */
  static *of(event: RemindedEvent, serviceZone: string, lastStart: number | null): Generator<undefined, ReminderTimes> {
    const times = new ReminderTimes(event, serviceZone, lastStart);
    yield* times.#read();
    return times;
  }

  *#read(): Generator<undefined, void> {
    if (isTrashed(this.#event)) return;
    if (!this.#series) this.#add(this.#event, '');
    else {
      yield* this.#series.findEnds();
      for (const id of Object.keys(this.#event.overrides ?? {})) {
        const original = Date.parse(id);
        this.#changed.add(original);
        // One that was removed, or that the rule no longer gives, does not take place.
        if (this.#series.has(original)) this.#add(occurrenceOf(this.#event, id), id);
        yield;
      }
    }
    this.#own.sort((a, b) => a.dueAt - b.dueAt);
  }

  /** When the first reminder at or after a moment is due. Pauses at each yield. */
  *next(from: number): Generator<undefined, number | undefined> {
    let next = this.#own.find((one) => one.dueAt >= from)?.dueAt ?? Number.POSITIVE_INFINITY;
    for (const minutes of new Set(this.#usual().map((one) => one.minutes_before))) {
      next = Math.min(next, this.#nextOfRule(from, minutes * MINUTE) ?? next);
      yield;
    }
    return next === Number.POSITIVE_INFINITY ? undefined : next;
  }

  /** The reminders that are due in a range; more than `most` are not looked for. Pauses at each yield. */
  *within(from: number, before: number, most: number, only: Only = {}): Generator<undefined, DueReminder[]> {
    const { notOverAt = Number.NEGATIVE_INFINITY } = only;
    const isWanted = ({ type }: { type: string }) => only.type === undefined || type === only.type;
    const isOwn = (one: DueReminder & { end: number }) =>
      one.dueAt >= from && one.dueAt < before && one.end > notOverAt && isWanted(one);
    const found = distinct(this.#own.filter(isOwn).map(withoutEnd));
    for (const { type, minutes_before } of this.#usual().filter(isWanted)) {
      const ahead = minutes_before * MINUTE;
      let due = this.#nextOfRule(Math.max(from, notOverAt - this.#longest() - ahead), ahead);
      for (; due !== undefined && due < before && found.length <= most; due = this.#nextOfRule(due + 1, ahead)) {
        const id = recurrenceId(this.#startAt(due + ahead) as number, this.#event.all_day);
        if (this.endOf(id) > notOverAt)
          found.push({ recurrenceId: id, type, minutesBefore: minutes_before, dueAt: due });
        yield;
      }
    }
    return found;
  }

  /** All reminders that are due at this moment. */
  dueAt(moment: number): DueReminder[] {
    const own = this.#own.filter((one) => one.dueAt === moment);
    const usual = this.#usual().flatMap(({ type, minutes_before }): DueReminder[] => {
      const start = this.#startAt(moment + minutes_before * MINUTE);
      if (start === undefined || this.#changed.has(start) || !this.#series?.has(start)) return [];
      const id = recurrenceId(start, this.#event.all_day);
      return [{ recurrenceId: id, type, minutesBefore: minutes_before, dueAt: moment }];
    });
    return [...distinct(own.map(withoutEnd)), ...usual];
  }

  /** The reminders of one occurrence, or of the single event. */
  ofOccurrence(id: string): DueReminder[] {
    if (!this.exists(id)) return [];
    if (id === '' || this.#changed.has(Date.parse(id)))
      return distinct(this.#own.filter((one) => one.recurrenceId === id).map(withoutEnd));
    return this.#usual().map(({ type, minutes_before }) => {
      const dueAt = this.#moment(Date.parse(id)) - minutes_before * MINUTE;
      return { recurrenceId: id, type, minutesBefore: minutes_before, dueAt };
    });
  }

  /** Whether the single event or the occurrence takes place: neither deleted nor cancelled. */
  exists(id: string): boolean {
    if (isTrashed(this.#event) || (id === '') !== (this.#series === undefined)) return false;
    if (id === '') return this.#event.status !== 'cancelled';
    return this.#series?.has(Date.parse(id)) === true && this.shown(id).status !== 'cancelled';
  }

  /** The event, or the occurrence with this recurrence id. */
  shown(id: string): EventOrOccurrence {
    return id === '' ? this.#event : occurrenceOf(this.#event, id);
  }

  /** The moment at which the event or occurrence is over. */
  endOf(id: string): number {
    return this.#moment(spanOfTimes(this.shown(id)).end);
  }

  /** No reminder of something that is not over at `moment` is due before the result. */
  firstNotOver(moment: number): number {
    const earliest = Math.max(0, ...this.#usual().map((one) => one.minutes_before * MINUTE));
    const ofRule = this.#usual().length > 0 ? moment - this.#longest() - earliest : Number.POSITIVE_INFINITY;
    const own = this.#own.find((one) => one.end > moment)?.dueAt;
    return own === undefined ? ofRule : Math.min(ofRule, own);
  }

  #add(event: EventOrOccurrence, id: string): void {
    if (event.status === 'cancelled') return;
    const span = spanOfTimes(event);
    const [start, end] = [this.#moment(span.start), this.#moment(span.end)];
    for (const { type, minutes_before } of event.reminders) {
      const dueAt = start - minutes_before * MINUTE;
      this.#own.push({ recurrenceId: id, type, minutesBefore: minutes_before, dueAt, end });
    }
  }

  /** The reminders of the occurrences that were not changed. */
  #usual(): CalendarEvent['reminders'] {
    return this.#series && this.#event.status !== 'cancelled' ? this.#reminders : [];
  }

  /** No occurrence that was not changed takes longer. */
  #longest(): number {
    const { start, end } = spanOfTimes(this.#event);
    // An all-day event is an hour longer when the clocks are set back.
    return end - start + (this.#event.all_day ? DAY : 0);
  }

  #nextOfRule(from: number, before: number): number | undefined {
    const least = Math.max(from + before, FIRST_TIME);
    if (!isWritable(least)) return undefined;
    const { all_day } = this.#event;
    for (let after = (all_day ? dateOf(least, this.#zone) : least) - 1; ; ) {
      const start = this.#series?.nextStart(after);
      if (start === undefined) return undefined;
      const moment = this.#moment(start);
      if (moment >= least && !this.#changed.has(start)) return moment - before;
      after = start;
    }
  }

  /** The start, as the series has it, of what begins at this moment. */
  #startAt(moment: number): number | undefined {
    if (!isWritable(moment)) return undefined;
    if (!this.#event.all_day) return moment;
    const date = dateOf(moment, this.#zone);
    return startOfDay(date, this.#zone) === moment ? date : undefined;
  }

  /** All-day events begin and end at midnight in their time zone. */
  #moment(at: number): number {
    return this.#event.all_day && isWritable(at) ? startOfDay(at, this.#zone) : at;
  }
}

function withoutEnd({ end: _, ...one }: DueReminder & { end: number }): DueReminder {
  return one;
}

/** The time zone of an event, else that of the service. A name that the time zone data no longer has is left out. */
export function zoneOf({ timezone }: Pick<CalendarEvent, 'timezone'>, serviceZone: string): string {
  return (timezone === null ? undefined : zoneName(timezone)) ?? serviceZone;
}

/** The same reminder given twice is one. */
function distinct(reminders: DueReminder[]): DueReminder[] {
  const known = new Map(reminders.map((one) => [`${one.recurrenceId} ${one.minutesBefore} ${one.type}`, one]));
  return [...known.values()];
}
