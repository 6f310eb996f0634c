// Calendars: a calendar exists as soon as an event names it; the table has only what was set for one. Names are compared
// as the column `calendar_name` of events has them. Totals come from the counters of events. The calendar of birthdays is
// read from contacts, whose days are a date, or --05-10 where the year is unknown.
import type { Dialect, Query, Tx, Value } from '../../port.ts';
import { bind } from '../list-plan.ts';

/** What was set for a calendar, as columns. */
export interface CalendarRow {
  name: string;
  /** Of its last change. */
  seq: number;
  color: string | null;
  position: number | null;
  default_reminders: string | null;
  is_visible: number | null;
  counts_as_busy: number | null;
  created_at: number;
  updated_at: number;
}

/** The query for what was set. */
export const settingsQuery: Query = { sql: 'select * from calendars where user_id = ?1', params: [] };

/** The query for each calendar that events name: `live` of them, and those in the trash. */
export const totalsQuery: Query = {
  sql: `select calendar_name as name, sum(case when trashed = 0 then n else 0 end) as live,
      sum(case when trashed = 1 then n else 0 end) as trashed
    from events_tally where user_id = ?1 group by calendar_name having sum(n) > 0`,
  params: [],
};

/** The query for how many birthdays and anniversaries contacts have, as `total`. */
export const birthdaysQuery: Query = {
  sql: `select (select count(*) from contacts where user_id = ?1 and birthday is not null and deleted_at is null)
    + (select count(*) from contacts where user_id = ?1 and anniversary is not null and deleted_at is null) as total`,
  params: [],
};

export function putSettings(tx: Tx, row: Omit<CalendarRow, 'created_at' | 'updated_at'>): void {
  tx.run(
    `insert into calendars (user_id, name, seq, color, position, default_reminders, is_visible, counts_as_busy, created_at, updated_at)
      values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9)
      on conflict (user_id, name) do update set seq = excluded.seq, color = excluded.color, position = excluded.position,
        default_reminders = excluded.default_reminders, is_visible = excluded.is_visible,
        counts_as_busy = excluded.counts_as_busy, updated_at = excluded.updated_at`,
    row.name,
    row.seq,
    row.color,
    row.position,
    row.default_reminders,
    row.is_visible,
    row.counts_as_busy,
    tx.timestamp,
  );
}

export function dropSettings(tx: Tx, name: string): void {
  tx.run('delete from calendars where user_id = ?1 and name = ?2', name);
}

/** The default reminders of a calendar as JSON; undefined if it has none. */
export async function defaultReminders(tx: Tx, calendar: string): Promise<string | undefined> {
  const row = await tx.get('select default_reminders from calendars where user_id = ?1 and name = ?2', calendar);
  return (row?.default_reminders as string | null | undefined) ?? undefined;
}

export const DAYS_OF_LIFE = ['birthday', 'anniversary'] as const;
export type DayOfLife = (typeof DAYS_OF_LIFE)[number];

/** A contact that has such a day. */
export interface DayRow {
  id: string;
  seq: number;
  day: string;
  created_at: number;
  updated_at: number;
  /** The name, as a JSON array. */
  members: string;
}

/** The query for contacts that have such a day; `dates` are months and days such as 05-10, null for all. */
export function daysOfLife(dialect: Dialect, column: DayOfLife, dates: readonly string[] | null, max: number): Query {
  const params: Value[] = [];
  const parts = [`r.user_id = ?1 and r.${column} is not null and r.deleted_at is null`];
  if (dates) {
    params.push(dialect.list(dates));
    parts.push(`substr(r.${column}, length(r.${column}) - 4) ${dialect.in(2)}`);
  }
  const name = dialect.members('r.doc', ['display_name']);
  const sql = `select r.id, r.seq, r.${column} as day, r.created_at, r.updated_at, ${name} as members
    from contacts r where ${parts.join(' and ')} limit ${bind(params, max)}`;
  return { sql, params };
}
