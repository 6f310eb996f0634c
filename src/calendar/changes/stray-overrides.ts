// Refuses changes that are sent for what is not an occurrence of the series: they would be stored and never be shown.
import type { AfterSave, SaveHook } from '../../records/effects.ts';
import { inSlices } from '../../records/slices.ts';
import { type Collector, collectFaults } from '../../records/validate.ts';
import type { CalendarEvent } from '../../resources/event.ts';
import { recurrenceId } from '../occurrence-ids.ts';
import type { Series } from '../series.ts';
import { openSeries, withoutExdates } from './find-occurrence.ts';
import { isAnchored } from './move-series.ts';

const nothing: AfterSave = () => [];

/**
 * Those that the series already has may stay without an occurrence, such as after a change of the rule, and those of
 * removed occurrences are kept for a restore.
 */
export const refuseStrayOverrides: SaveHook = async (tx, record, before) => {
  const event = record as unknown as CalendarEvent;
  const known = (before?.record as unknown as CalendarEvent | undefined)?.overrides;
  if (!event.recurrence || !event.overrides || event.overrides === known || isAnchored(record)) return nothing;
  const added = Object.keys(event.overrides).filter((id) => !(known && id in known));
  if (added.length === 0) return nothing;
  const faults = collectFaults();
  const series = await openSeries(withoutExdates(event), tx.timezone);
  await inSlices(check(series, added, event.all_day, faults));
  faults.finish();
  return nothing;
};

function* check(series: Series, ids: string[], allDay: boolean, faults: Collector): Generator<undefined, void> {
  for (const id of ids) {
    const start = Date.parse(id);
    if (!series.has(start)) {
      const near = series.nextStart(start) ?? series.previousStart(start);
      const example = near === undefined ? '' : `, such as ${recurrenceId(near, allDay)}`;
      const message = `overrides.${id}: the series has no occurrence that originally starts then; use the original start of one${example}, or add ${id} to recurrence.rdates.`;
      return faults.fault(`overrides.${id}`, 'occurrence', message);
    }
    yield;
  }
}
