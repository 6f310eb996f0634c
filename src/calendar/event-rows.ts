// What the rows of events have that SQL alone cannot compute: the dates of all-day events that were stored before these
// had dates, and where each event lies in time. It is computed for all rows when the service starts after an upgrade, on
// copied records, or in another time zone, in which series without a time zone of their own are then expanded.
import { inSlices } from '../records/slices.ts';
import { type CalendarEvent, event } from '../resources/event.ts';
import { settleTimes } from '../resources/event-times.ts';
import type { AnyRecord } from '../resources/resource.ts';
import type { ReadStore, Row, Store, Tx } from '../store/port.ts';
import { updateCounters } from '../store/tables/counters.ts';
import { dropNote, readNote, writeNote } from '../store/tables/notes.ts';
import { rowsToIndex } from '../store/tables/record-lookups.ts';
import { putColumns } from '../store/tables/records.ts';
import { listUsers } from '../store/tables/users.ts';
import { renewReminderJob } from './reminders/jobs.ts';
import { spanOf } from './span.ts';

/** To be raised when the columns hold something else. */
const VERSION = '3';

const noteOf = (timezone: string): string => `${VERSION} ${timezone}`;

/** Whether the rows were computed by the current rules and in this time zone. */
export async function areRowsCurrent(store: ReadStore, timezone: string): Promise<boolean> {
  return (await readNote(store, 'events')) === noteOf(timezone);
}

/** Has the rows computed at the next start, in a transaction of the catalogue. */
export function forgetRows(tx: Tx): void {
  dropNote(tx, 'events');
}

/** Computes all rows anew, in batches, and returns how many there are. */
export async function renewRows(store: Store, timezone: string): Promise<number> {
  let count = 0;
  for (const { id: user } of await listUsers(store)) {
    for (let last: string | undefined = ''; last !== undefined; ) {
      const rows: Row[] = await store.write(user, (tx) => renewPage(tx, last as string, timezone));
      count += rows.length;
      last = rows.at(-1)?.id as string | undefined;
    }
  }
  await store.administer((tx) => writeNote(tx, 'events', noteOf(timezone)));
  return count;
}

const PAGE = 100; // records in memory at a time

// Read and written in one transaction, so that no record changes in between.
async function renewPage(tx: Tx, after: string, timezone: string): Promise<Row[]> {
  const rows = await rowsToIndex(tx, event, after, PAGE);
  for (const row of rows) await renewRow(tx, row, timezone);
  return rows;
}

async function renewRow(tx: Tx, row: Row, timezone: string): Promise<void> {
  const record = JSON.parse(row.doc as string) as CalendarEvent & AnyRecord;
  const needsDates = record.all_day && record.start_date === null;
  let renewed: AnyRecord;
  try {
    const dated = needsDates ? withDates(record, timezone) : record;
    renewed = { ...dated, ...(await inSlices(spanOf(dated, timezone))) };
  } catch {
    return; // a record that a foreign program has written wrongly stays as it is
  }
  if (needsDates) updateCounters(tx, event, record, renewed);
  putColumns(tx, event, row.key as number, renewed, needsDates ? docOf(record, renewed) : null);
  await renewJob(tx, renewed as unknown as CalendarEvent);
}

// The reminders of a record can be wrong, too; the service must start all the same.
async function renewJob(tx: Tx, renewed: CalendarEvent): Promise<void> {
  try {
    await renewReminderJob(tx, renewed);
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
  }
}

/** The document with its dates, without the columns. */
function docOf(record: AnyRecord, { start_date, end_date }: AnyRecord): string {
  return JSON.stringify({ ...record, start_date, end_date });
}

// By the time zone of the event, else that of the service. What is stored cannot be refused.
function withDates(record: CalendarEvent & AnyRecord, timezone: string): CalendarEvent & AnyRecord {
  const dated = { ...record };
  settleTimes(dated, {}, { fault() {}, timezone }, record);
  return dated;
}
