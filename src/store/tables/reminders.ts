// Reminders that were fired, missed, dismissed or snoozed, a row for each; those that are still to come follow from the
// events. A row is unique by its event, occurrence, type, minutes and due time, so that no reminder fires twice. `detail`
// is JSON: what is shown of the event, and the last log entry that shows it too.
import type { Dialect, Query, Row, Tx } from '../port.ts';
import type { Source } from './record-lookups.ts';

export type ReminderStatus = 'pending' | 'fired' | 'missed' | 'snoozed' | 'dismissed';

export interface ReminderRow {
  id: string;
  eventId: string;
  /** Empty for a single event. */
  recurrenceId: string;
  type: string;
  minutesBefore: number;
  dueAt: number;
  status: ReminderStatus;
  firedAt: number | null;
  late: boolean | null;
  dismissedAt: number | null;
  snoozedUntil: number | null;
  emailId: string | null;
  detail: string;
}

const COLUMNS = `id, event_id, recurrence_id, type, minutes_before, due_at, status, fired_at, late, dismissed_at,
  snoozed_until, email_id, detail`;

function readReminder(row: Row): ReminderRow {
  return {
    id: row.id as string,
    eventId: row.event_id as string,
    recurrenceId: row.recurrence_id as string,
    type: row.type as string,
    minutesBefore: row.minutes_before as number,
    dueAt: row.due_at as number,
    status: row.status as ReminderStatus,
    firedAt: row.fired_at as number | null,
    late: row.late === null ? null : row.late === 1,
    dismissedAt: row.dismissed_at as number | null,
    snoozedUntil: row.snoozed_until as number | null,
    emailId: row.email_id as string | null,
    detail: row.detail as string,
  };
}

/** Adds the row unless there is one for the same reminder; returns whether it was added. */
export async function addReminder(tx: Tx, row: ReminderRow): Promise<boolean> {
  const sql = `insert into reminders (user_id, ${COLUMNS}, created_at, updated_at)
    values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?15) on conflict do nothing`;
  const late = row.late === null ? null : Number(row.late);
  const { id, eventId, recurrenceId, type, minutesBefore, dueAt, status, firedAt, dismissedAt, snoozedUntil } = row;
  const key = [id, eventId, recurrenceId, type, minutesBefore, dueAt] as const;
  const state = [status, firedAt, late, dismissedAt, snoozedUntil, row.emailId, row.detail, tx.now] as const;
  return (await tx.count(sql, ...key, ...state)) === 1;
}

/** Stores the state of a row that exists. */
export function updateReminder(tx: Tx, row: ReminderRow): void {
  tx.run(
    `update reminders set status = ?3, fired_at = ?4, late = ?5, dismissed_at = ?6, snoozed_until = ?7, email_id = ?8,
      detail = ?9, updated_at = ?10 where user_id = ?1 and id = ?2`,
    row.id,
    row.status,
    row.firedAt,
    row.late === null ? null : Number(row.late),
    row.dismissedAt,
    row.snoozedUntil,
    row.emailId,
    row.detail,
    tx.now,
  );
}

export async function findReminder(source: Source, id: string): Promise<ReminderRow | undefined> {
  const [row] = await source.all(`select ${COLUMNS} from reminders where user_id = ?1 and id = ?2`, id);
  return row && readReminder(row);
}

/** When the job of an event is due: at its next reminder, or where the next snooze of one ends. */
export async function reminderJobAt(source: Source, eventId: string): Promise<number | undefined> {
  const sql = "select due_at from jobs where user_id = ?1 and kind = 'reminder' and record_id = ?2";
  return (await source.all(sql, eventId))[0]?.due_at as number | undefined;
}

/** The reminders of an event whose snooze has ended. */
export async function endedSnoozes(tx: Tx, eventId: string): Promise<ReminderRow[]> {
  const sql = `select ${COLUMNS} from reminders
    where user_id = ?1 and event_id = ?2 and snoozed_until is not null and snoozed_until <= ?3 order by snoozed_until, id`;
  return (await tx.all(sql, eventId, tx.now)).map(readReminder);
}

/** The snoozed reminders of an event. */
export async function snoozedOf(tx: Tx, eventId: string): Promise<ReminderRow[]> {
  const sql = `select ${COLUMNS} from reminders
    where user_id = ?1 and event_id = ?2 and snoozed_until is not null order by id`;
  return (await tx.all(sql, eventId)).map(readReminder);
}

/** Gives a row another event, recurrence id and id. A row that has this id already is replaced, its detail merged. */
export async function moveReminder(
  tx: Tx,
  row: ReminderRow,
  to: ReminderRow,
  merged: (replaced: string, kept: string) => string,
): Promise<void> {
  const replaced = await findReminder(tx, to.id);
  if (replaced) tx.run('delete from reminders where user_id = ?1 and id = ?2', to.id);
  const detail = replaced ? merged(replaced.detail, row.detail) : row.detail;
  tx.run(
    'update reminders set id = ?3, event_id = ?4, recurrence_id = ?5, detail = ?6 where user_id = ?1 and id = ?2',
    row.id,
    to.id,
    to.eventId,
    to.recurrenceId,
    detail,
  );
}

/** When the first snooze of a reminder of an event ends. */
export async function nextSnooze(tx: Tx, eventId: string): Promise<number | undefined> {
  const sql = `select min(snoozed_until) as at from reminders
    where user_id = ?1 and event_id = ?2 and snoozed_until is not null`;
  return ((await tx.get(sql, eventId))?.at as number | null | undefined) ?? undefined;
}

/** The column `last_start` of an event. */
export async function lastStartOf(source: Source, eventId: string): Promise<number | null> {
  const [row] = await source.all('select last_start from events where user_id = ?1 and id = ?2', eventId);
  return (row?.last_start as number | null | undefined) ?? null;
}

/** Drops the rows of an event and returns their details. */
export async function dropRemindersOf(tx: Tx, eventId: string): Promise<string[]> {
  const rows = await tx.all('select detail from reminders where user_id = ?1 and event_id = ?2', eventId);
  if (rows.length > 0) tx.run('delete from reminders where user_id = ?1 and event_id = ?2', eventId);
  return rows.map(({ detail }) => detail as string);
}

/** Drops up to `most` reminders that were due before a moment and have not changed since; returns how many. */
export async function pruneReminders(tx: Tx, before: number, most: number): Promise<number> {
  return tx.count(
    `delete from reminders where user_id = ?1 and id in (select id from reminders
      where user_id = ?1 and due_at < ?2 and updated_at < ?2 and (snoozed_until is null or snoozed_until < ?2)
      order by due_at limit ?3)`,
    before,
    most,
  );
}

/** The rows that were due in a range, or whose snooze ends in it, without those of events in the trash. */
export function rowsInRange(from: number, before: number, most: number, eventId?: string): Query {
  const ofEvent = eventId === undefined ? '' : ' and event_id = ?5';
  const isPresent = `exists (select 1 from events e
    where e.user_id = ?1 and e.id = reminders.event_id and e.deleted_at is null)`;
  const part = (condition: string) =>
    `select ${COLUMNS} from reminders where user_id = ?1 and ${condition}${ofEvent} and ${isPresent}`;
  const due = part('due_at >= ?2 and due_at < ?3');
  const snoozed = part('snoozed_until >= ?2 and snoozed_until < ?3');
  return {
    sql: `${due} union ${snoozed} order by due_at, id limit ?4`,
    params: [from, before, most, ...given(eventId)],
  };
}

function given(eventId: string | undefined): string[] {
  return eventId === undefined ? [] : [eventId];
}

/** Events with a reminder whose snooze ends in a range, by their ids: members of the documents. */
export function snoozedEvents(
  dialect: Dialect,
  members: readonly string[],
  range: { from: number; before: number },
  after: string,
  most: number,
): Query {
  const sql = `select e.id, e.last_start, ${dialect.members('e.doc', members)} as members from events e
    where e.user_id = ?1 and e.id > ?4 and e.id in (select event_id from reminders
      where user_id = ?1 and snoozed_until >= ?2 and snoozed_until < ?3)
    order by e.id limit ?5`;
  return { sql, params: [range.from, range.before, after, most] };
}

export const readRows = (rows: Row[]): ReminderRow[] => rows.map(readReminder);

/** Events with a reminder before a moment, by their jobs: members of the documents, and the job's time as `due_at`. */
export function remindedEvents(
  dialect: Dialect,
  members: readonly string[],
  before: number,
  after: { dueAt: number; id: string },
  most: number,
  eventId?: string,
): Query {
  const sql = `select e.id, e.last_start, ${dialect.members('e.doc', members)} as members, j.due_at
    from jobs j join events e on e.user_id = ?1 and e.id = j.record_id
    where j.user_id = ?1 and j.kind = 'reminder' and j.due_at < ?2
      and (j.due_at > ?3 or (j.due_at = ?3 and j.record_id > ?4))${eventId === undefined ? '' : ' and j.record_id = ?6'}
    order by j.due_at, j.record_id limit ?5`;
  return { sql, params: [before, after.dueAt, after.id, most, ...given(eventId)] };
}
