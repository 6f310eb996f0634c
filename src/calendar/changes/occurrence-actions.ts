// Reads and changes an occurrence by its id: alone, with those that follow, or with all of its series. Each function
// returns undefined for an id that does not name an occurrence.
import { faulty } from '../../errors.ts';
import {
  type Context,
  checkVersion,
  insert,
  mergedCustom,
  newRecord,
  patchable,
  zoneOf,
} from '../../records/records.ts';
import { save } from '../../records/save.ts';
import { newValidator, type Validator, validateFields } from '../../records/validate.ts';
import { type CalendarEvent, event, occurrenceFields } from '../../resources/event.ts';
import type { AnyRecord } from '../../resources/resource.ts';
import type { Store, Tx } from '../../store/port.ts';
import { outside } from '../../store/tables/record-lookups.ts';
import { type Stored, servedFields } from '../../store/tables/records.ts';
import { formatTime } from '../../values/time.ts';
import { type NamedOccurrence, readOccurrenceId } from '../occurrence-ids.ts';
import { occurrenceOf } from '../occurrences.ts';
import { putReminderJob } from '../reminders/jobs.ts';
import { moveSnoozes } from '../reminders/moved-snoozes.ts';
import { type FoundOccurrence, findPresent, openSeries } from './find-occurrence.ts';
import { asAnchored } from './move-series.ts';
import { changeAll, overridesWith, singleFrom } from './occurrence-changes.ts';
import { isFirst, split } from './split.ts';

export const SCOPES = ['this', 'following', 'all'] as const;
export type OccurrenceScope = (typeof SCOPES)[number];

/** An occurrence, or the record that a change of one left, as it is served: the version is that of the series. */
export interface ServedOccurrence {
  text: string;
  seq: number;
  record: { id: string };
}

type Given = Record<string, unknown>;

export async function getOccurrence(
  store: Store,
  user: number,
  id: string,
  timezone: string,
): Promise<ServedOccurrence | undefined> {
  const named = readOccurrenceId(id);
  if (!named) return undefined;
  const found = await findPresent(outside(store, user), named, timezone);
  return served(found.stored, found.id);
}

export function served({ record, seq, text }: Stored<CalendarEvent>, id: string | null): ServedOccurrence {
  if (id === null || record.recurrence === null) return { text, seq, record };
  // The record has columns too after it was saved; they are not served.
  return { text: JSON.stringify(occurrenceOf(JSON.parse(text), id)), seq, record };
}

/** What an id names, if that is an occurrence. A scope is only for occurrences; `all` of a whole event is that event. */
export function namedBy(id: string, scope: OccurrenceScope | undefined): NamedOccurrence | undefined {
  const named = readOccurrenceId(id);
  if (named || scope === undefined || scope === 'all') return named;
  const message = `scope=${scope} needs the id of an occurrence, such as <series id>_20260602T090000Z; leave it out to change the whole event.`;
  throw faulty('INVALID_QUERY', [{ field: 'scope', constraint: 'occurrence', message }]);
}

export async function patchOccurrence(
  tx: Tx,
  id: string,
  scope: OccurrenceScope | undefined,
  body: unknown,
  context: Context,
): Promise<ServedOccurrence | undefined> {
  const named = namedBy(id, scope);
  if (!named) return undefined;
  const found = await findPresent(tx, named, tx.timezone);
  checkVersion(found.stored, context.versions);
  const validator = newValidator(zoneOf(event, body, found.stored.record as unknown as AnyRecord, context.timezone));
  const given = readChanges(found.stored.record, body, scope, validator);
  return applyChanges(tx, found, scope, given, validator, context);
}

/** Merges keys into the custom fields that the occurrence has. */
export async function mergeOccurrence(
  tx: Tx,
  id: string,
  scope: OccurrenceScope | undefined,
  body: unknown,
  context: Context,
): Promise<ServedOccurrence | undefined> {
  const named = namedBy(id, scope);
  if (!named) return undefined;
  const found = await findPresent(tx, named, tx.timezone);
  checkVersion(found.stored, context.versions);
  const validator = newValidator(context.timezone);
  const { record } = found.stored;
  const shown = scope === 'all' ? record : occurrenceOf(record, found.id);
  const given = mergedCustom(event, shown.custom_fields, body, validator);
  return applyChanges(tx, found, scope, given, validator, context);
}

/** The fields that a body changes. What only a series can have may be sent as it is. */
function readChanges(
  series: CalendarEvent,
  body: unknown,
  scope: OccurrenceScope | undefined,
  validator: Validator,
): Given {
  const fixed = [...servedFields(event), ...Object.keys(event.listFields ?? {})];
  const given = validateFields(patchable(event), body, validator, { partial: true, fixed });
  validator.finish();
  const isWhole = scope === 'following' || scope === 'all';
  for (const name of Object.keys(given)) {
    if (isWhole ? name !== 'overrides' : occurrenceFields.includes(name)) continue;
    const isSame = JSON.stringify(given[name]) === JSON.stringify(series[name as keyof CalendarEvent]);
    delete given[name];
    if (!isSame) validator.fault(name, 'scope', cannotDiffer(name, series.id));
  }
  return given;
}

function cannotDiffer(name: string, seriesId: string): string {
  return name === 'overrides'
    ? `overrides belong to the series; change them with PATCH /events/${seriesId}.`
    : `${name} cannot be changed for one occurrence; use scope=following or scope=all.`;
}

async function applyChanges(
  tx: Tx,
  found: FoundOccurrence,
  scope: OccurrenceScope | undefined,
  given: Given,
  validator: Validator,
  context: Context,
): Promise<ServedOccurrence> {
  const { stored, start, id } = found;
  const { record } = stored;
  if (scope === 'following') {
    if (!(await isFirst(record, start, tx.timezone))) return changeFollowing(tx, found, given, validator, context);
    if (given.recurrence === null) {
      const single = singleFrom(record, id, given, validator);
      validator.finish();
      return served(await update(tx, stored, single), null);
    }
  }
  if (scope === 'following' || scope === 'all') {
    const changed = await changeAll(record, id, given, validator, tx.timezone);
    validator.finish();
    return servedIfPresent(tx, await update(tx, stored, changed.record), changed.id);
  }
  const overrides = overridesWith(record, id, given, validator);
  validator.finish();
  return served(await update(tx, stored, { overrides }), id);
}

/** The occurrence, or the series if it has another rule now that does not give it. */
async function servedIfPresent(tx: Tx, stored: Stored<CalendarEvent>, id: string): Promise<ServedOccurrence> {
  const { record } = stored;
  const isPresent = record.recurrence !== null && (await openSeries(record, tx.timezone)).has(Date.parse(id));
  return served(stored, isPresent ? id : null);
}

/** The old series ends before the occurrence, and a new one begins with it. */
async function changeFollowing(
  tx: Tx,
  { stored, start, id }: FoundOccurrence,
  given: Given,
  validator: Validator,
  context: Context,
): Promise<ServedOccurrence> {
  const { head, tail } = await split(stored.record, start, tx.timezone, given.recurrence !== undefined);
  const record =
    given.recurrence === null
      ? singleFrom(tail, id, given, validator)
      : (await changeAll(tail, id, given, validator, tx.timezone)).record;
  validator.finish();
  const { source: _source, source_id: _sourceId, ...values } = record as unknown as Given;
  const created = newRecord(tx, event, values, context.source);
  await moveSnoozes(tx, tail, created as unknown as CalendarEvent, start);
  await update(tx, stored, head);
  const inserted = (await insert(tx, event, asAnchored(created))) as unknown as Stored<CalendarEvent>;
  await putReminderJob(tx, inserted.record, false);
  return served(inserted, null);
}

export async function update(
  tx: Tx,
  stored: Stored<CalendarEvent>,
  values: Partial<CalendarEvent>,
): Promise<Stored<CalendarEvent>> {
  const record = { ...stored.record, ...values, updated_at: formatTime(tx.timestamp) };
  return save(tx, event, 'updated', asAnchored(record), stored);
}
