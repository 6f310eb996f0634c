// What else is stored with an event: where it lies in time.
import type { AfterSave, SaveHook } from '../records/effects.ts';
import { inSlices } from '../records/slices.ts';
import { collectFaults } from '../records/validate.ts';
import type { CalendarEvent } from '../resources/event.ts';
import { checkSeries } from './series-faults.ts';
import { isEqual, SPAN_FIELDS, seriesInput, spanOf } from './span.ts';

const nothing: AfterSave = () => [];

/** Sets the columns of the span, where the event is new or takes place at other times; refuses what cannot be expanded. */
export const keepSpan: SaveHook = async (tx, record, before) => {
  const isSame = (field: string) => before !== null && isEqual(before.record[field], record[field]);
  if (SPAN_FIELDS.every(isSame)) return nothing;
  const event = record as unknown as CalendarEvent;
  if (event.recurrence !== null && !RULE_FIELDS.every(isSame)) await checkRecurrence(event, tx.timezone);
  Object.assign(record, await inSlices(spanOf(event, tx.timezone)));
  return nothing;
};

/** What a recurrence is checked with. One that was stored before it was checked stays until one of them changes. */
const RULE_FIELDS = ['start_at', 'all_day', 'start_date', 'timezone', 'recurrence'];

async function checkRecurrence(event: CalendarEvent, timezone: string): Promise<void> {
  const faults = collectFaults();
  await inSlices(checkSeries(seriesInput(event, timezone, null), faults));
  faults.finish();
}
