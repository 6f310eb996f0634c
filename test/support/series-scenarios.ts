// Rows about one series: what is done to it first, the request, and what its calendar then shows.
import { expect } from 'vitest';
import type { Scenario, World } from './scenario.ts';
import type { Answered } from './service.ts';

type Request = [method: string, path: string, body?: unknown];

export interface SeriesRow {
  name: string;
  series: object;
  /** Requests that succeed before the one that the row is about. {id} is the series, {next} what the last one answered with. */
  after?: Request[];
  ask: [...Request] | [...Request, headers: Record<string, string>];
  status?: number;
  error?: string;
  field?: string;
  says?: string | RegExp;
  /** Members of the answered record. */
  data?: object;
  /** Exactly these events: event.updated unless given; none where it is refused. */
  events?: string[];
  /** Members of the series afterwards. */
  leaves?: object;
  /** What an expanded list has afterwards: starts (or dates), with the title where it is not that of the series. */
  shows?: string[];
  range?: string | string[];
}

const YEAR = 'from=2026-01-01&to=2026-12-31';
let calendars = 0;

export function seriesRows(rows: SeriesRow[]): Scenario[] {
  return rows.map((row) => {
    const calendar_name = `calendar ${++calendars}`;
    const refused = (row.status ?? 200) >= 400;
    return {
      name: row.name,
      given: (world) => prepare(world, { title: 'Course', calendar_name, ...row.series }, row.after ?? []),
      ask: row.ask as Scenario['ask'],
      status: row.status ?? 200,
      ...(row.error !== undefined && { error: row.error }),
      ...(row.field !== undefined && { field: row.field }),
      ...(row.says !== undefined && { says: row.says }),
      ...(row.data !== undefined && { body: { data: row.data } }),
      events: row.events ?? (refused ? [] : ['event.updated']),
      also: async (answer: Answered, world: World, names: Record<string, string>) => {
        if (!refused && row.ask[0] !== 'DELETE') await expectAsRead(answer, world);
        if (row.leaves) expect(await world.make('GET', `/events/${names.id}`)).toMatchObject(row.leaves);
        if (row.shows) expect(await shown(world, calendar_name, [row.range ?? YEAR].flat())).toEqual(row.shows);
      },
    };
  });
}

async function prepare({ make }: World, series: object, requests: Request[]): Promise<Record<string, string>> {
  const { id } = (await make('POST', '/events', series)) as unknown as { id: string };
  const names: Record<string, string> = { id, handle: id.slice(-10), next: id };
  for (const [method, path, body] of requests) {
    const to = path.replaceAll(/\{(\w+)\}/g, (_whole, name) => names[name] as string);
    names.next = ((await make(method, to, body)) as unknown as { id: string }).id;
  }
  return names;
}

/** What a change answers with is what is read afterwards, with no other fields. */
async function expectAsRead({ body }: Answered, world: World): Promise<void> {
  const { data } = body as { data: { id: string } };
  expect(data).toEqual(await world.make('GET', `/events/${data.id}`));
}

/** The occurrences of a calendar in one range after the other, in the order of the list. */
async function shown({ service }: World, calendar: string, ranges: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const range of ranges) {
    const path = `/events?expand=true&limit=500&calendar_name=${encodeURIComponent(calendar)}&${range}`;
    const { body } = await service.ask('GET', path);
    const { data } = body as { data: { start_at: string; start_date: string | null; title: string }[] };
    for (const { start_at, start_date, title } of data)
      found.push(`${start_date ?? start_at}${title === 'Course' ? '' : ` ${title}`}`);
  }
  return found;
}

/** A range for each of these years: a list has those of one year at most. */
export function years(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => `from=${from + index}-01-01&to=${from + index}-12-31`);
}

/** Days at one time of day. */
export function days(time: string, ...dates: string[]): string[] {
  return dates.map((date) => `2026-${date}T${time}:00Z`);
}
