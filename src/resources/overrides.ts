// The field type of changed occurrences: for each, by its recurrence id, the fields that differ from its series.
import { limits } from '../limits.ts';
import type { Schema } from '../values/schema.ts';
import { formatDate, formatTime, isDateAlone, isWritable, parseTime, writtenTime } from '../values/time.ts';
import { type EventTimes, settleTimes } from './event-times.ts';
import type { Field, FieldContext, Fields } from './fields.ts';

/** The fields of an occurrence that differ from those of its series. */
type Override = Record<string, unknown> & Partial<Omit<EventTimes, 'all_day' | 'timezone'>>;
export type Overrides = Record<string, Override>;

/** `fields` are those that an occurrence can have of its own. */
export function overrides(fields: Fields): Field<Overrides> {
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, { schema }]) => [name, withoutDefault(schema)]),
  );
  const schema = {
    type: 'object',
    maxProperties: limits.overrides,
    additionalProperties: { type: 'object', properties, additionalProperties: false },
    description:
      'Changed occurrences of a series: the fields that differ, by recurrence id (the original start, such as 2026-06-02T09:00:00Z, or 2026-06-02 of an all-day event).',
    examples: [null],
  };
  const read = (value: Overrides, field: string, context: FieldContext) => readAll(fields, value, field, context);
  return { schema, read };
}

// A default would be filled in where the occurrence has the value of its series.
function withoutDefault({ default: _, ...schema }: Schema & { default?: unknown }): Schema {
  return schema;
}

function readAll(fields: Fields, value: Overrides, field: string, context: FieldContext): Overrides {
  const entries = Object.entries(value).map(([id, override]) => {
    const read = Object.entries(override).map(([name, one]) => {
      const convert = fields[name]?.read as
        | ((value: unknown, name: string, context: FieldContext) => unknown)
        | undefined;
      return [name, convert ? convert(one, `${field}.${id}.${name}`, context) : one];
    });
    return [id, Object.fromEntries(read)];
  });
  return Object.fromEntries(entries);
}

/** A series, as far as its overrides depend on it. */
interface SeriesRecord extends EventTimes {
  recurrence: unknown;
  overrides: Overrides | null;
}

/** Checks the overrides of a new or changed event and brings them to their stored form. */
export function settleOverrides(record: SeriesRecord, given: Partial<SeriesRecord>, context: FieldContext): void {
  if (record.overrides === null || record.overrides === undefined) return;
  if (record.recurrence === null) {
    if (given.overrides)
      context.fault('overrides', 'recurrence', 'overrides belong to recurring events; send recurrence too.');
    record.overrides = null;
    return;
  }
  if (!given.overrides) return;
  const settled: Overrides = {};
  for (const [id, override] of Object.entries(record.overrides)) {
    const key = canonicalId(id, record.all_day, context.timezone);
    if (key === undefined) {
      const example = record.all_day ? '2026-06-02' : '2026-06-02T09:00:00Z';
      context.fault(
        `overrides.${id}`,
        'recurrenceId',
        `overrides.${id}: use the original start of the occurrence, such as ${example}.`,
      );
      continue;
    }
    if (Object.keys(override).length === 0) continue; // as its series
    settled[key] = settleOverride(record, id, key, override, context);
  }
  record.overrides = Object.keys(settled).length === 0 ? null : settled;
  if (JSON.stringify(record.overrides).length > limits.overrideChars)
    context.fault('overrides', 'maxSize', `overrides must take at most ${limits.overrideChars} characters as JSON.`);
}

/** The recurrence id as it is stored: UTC, or the date of an all-day event; undefined when it is neither. */
function canonicalId(id: string, allDay: boolean, timezone: string): string | undefined {
  if (allDay) {
    const written = writtenTime(id);
    return written === undefined ? undefined : formatDate(written);
  }
  const moment = isDateAlone(id) ? undefined : parseTime(id, timezone);
  return moment === undefined ? undefined : formatTime(moment);
}

// Its times are completed and checked as those of an event that begins at the original start.
function settleOverride(
  series: SeriesRecord,
  id: string,
  key: string,
  override: Override,
  context: FieldContext,
): Override {
  const { all_day, timezone } = series;
  const occurrence = originalTimes(series, key);
  const times = { ...occurrence, ...pickTimes(override), all_day, timezone };
  const before = { ...occurrence, all_day, timezone };
  const isMoved = override.start_at !== undefined || override.start_date !== undefined;
  settleTimes(times, pickTimes(override), context, before, `overrides.${id}.`);
  const settled: Override = { ...override };
  if (isMoved) Object.assign(settled, { start_at: times.start_at, ...(all_day && { start_date: times.start_date }) });
  if (override.end_at !== undefined || override.end_date !== undefined)
    Object.assign(settled, { end_at: times.end_at, ...(all_day && { end_date: times.end_date }) });
  return settled;
}

const TIMES = ['start_at', 'end_at', 'start_date', 'end_date'] as const;

function pickTimes(override: Override): Partial<EventTimes> {
  return Object.fromEntries(TIMES.flatMap((name) => (override[name] === undefined ? [] : [[name, override[name]]])));
}

/** The times of an occurrence of a series before it is changed; `id` is its recurrence id. */
export function originalTimes(series: EventTimes, id: string): Omit<EventTimes, 'all_day' | 'timezone'> {
  const start = Date.parse(id);
  if (!series.all_day) {
    const length = series.end_at === null ? null : Date.parse(series.end_at) - Date.parse(series.start_at);
    return {
      start_at: formatTime(start),
      end_at: length === null ? null : timeOrNull(start + length),
      start_date: null,
      end_date: null,
    };
  }
  const days = Date.parse(series.end_date as string) - Date.parse(series.start_date as string);
  const shift = start - Date.parse(series.start_date as string);
  // Their datetimes move by as many days, whatever time of day they were given with.
  return {
    start_at: timeOrNull(Date.parse(series.start_at) + shift) ?? formatTime(start),
    end_at: series.end_at === null ? null : timeOrNull(Date.parse(series.end_at) + shift),
    start_date: id,
    end_date: formatDate(start + days),
  };
}

function timeOrNull(ms: number): string | null {
  return isWritable(ms) ? formatTime(ms) : null;
}
