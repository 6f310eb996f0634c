// Changes of events that repeat, with the question of which of them are meant, and of calendars as a whole, each with
// each fault: nothing is lost, and nothing is done twice.
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { expectNoPageErrors } from '../../support/web-app.ts';
import { type Change, type FaultWorld, type Flow, startFaultWorld, testFaults } from '../../support/web-faults.ts';
import { CalendarPage } from './pages/calendar.ts';

interface EventRecord {
  id: string;
  title: string;
  start_at: string;
  end_at: string;
  location: string | null;
  calendar_name: string;
}

let world: FaultWorld;
let view: CalendarPage;

beforeAll(async () => {
  world = await startFaultWorld('/calendar/week/2024-06-10');
  view = new CalendarPage(world.page);
  await view.page.locator('[data-grid-item]').first().waitFor();
});
afterEach(async () => {
  await world.reset();
});
afterAll(async () => {
  await world?.end();
  expectNoPageErrors();
});

let serial = 0;

const MINUTE = 60_000;
const DAY = 1440;
const later = (time: string, minutes: number) =>
  new Date(Date.parse(time) + minutes * MINUTE).toISOString().replace('.000', '');

/** The records of this title; `query` also for occurrences. */
async function titled(title: string, query = ''): Promise<EventRecord[]> {
  const path = `/events?limit=50&search=${encodeURIComponent(`"${title}"`)}${query}`;
  return (await world.app.api<{ data: EventRecord[] }>('GET', path)).data.filter((one) => one.title === title);
}

interface Series {
  id: string;
  title: string;
  /** When its occurrences take place, as pairs of start and end. */
  times: [string, string][];
}

/** A series of three days. Its days are those of no other one, all in summer, so that a day has 24 hours. */
async function storeSeries(): Promise<Series> {
  const title = `Series ${++serial}.`;
  const first = new Date(Date.UTC(2024, 3, 1 + 3 * serial)).toISOString().slice(0, 10);
  const { data } = await world.app.api<{ data: EventRecord }>('POST', '/events', {
    title,
    start_at: `${first}T10:00`,
    end_at: `${first}T11:00`,
    timezone: 'Europe/Berlin',
    recurrence: { freq: 'daily', count: 3 },
  });
  const times = [0, 1, 2].map((day): [string, string] => [
    later(data.start_at, day * DAY),
    later(data.end_at, day * DAY),
  ]);
  await world.go(`/calendar/day/${times[1]?.[0].slice(0, 10)}`);
  await view.event(title).waitFor();
  return { id: data.id, title, times };
}

async function timesOf({ title, times }: Series): Promise<[string, string][]> {
  const range = `&expand=true&from=${times[0]?.[0].slice(0, 10)}&to=${times[2]?.[0].slice(0, 10)}`;
  const all = await titled(title, range);
  return all.map(({ start_at, end_at }): [string, string] => [start_at, end_at]).sort();
}

interface TimeChange {
  key: 'Alt+ArrowDown' | 'Alt+Shift+ArrowDown';
  scope: 'Only this event' | 'This and the following events' | 'All events of the series';
  /** Which of the three occurrences change. */
  changed: readonly [boolean, boolean, boolean];
}

/** The second of three occurrences begins, or only ends, a quarter of an hour later. */
async function timeChange({ key, scope, changed }: TimeChange): Promise<Change> {
  const series = await storeSeries();
  const { id, title, times } = series;
  const isMoved = key === 'Alt+ArrowDown';
  const expected = times.map(([start, end], at): [string, string] =>
    changed[at] ? [isMoved ? later(start, 15) : start, later(end, 15)] : [start, end],
  );
  const isDivided = scope === 'This and the following events';
  const records = isDivided ? 2 : 1;
  const isMade = async () => {
    expect(await timesOf(series)).toEqual(expected);
    expect(await titled(title)).toHaveLength(records);
  };
  return {
    write: new RegExp(`^PATCH /api/v1/events/${id}_`),
    act: async () => {
      await view.event(title).focus();
      await view.page.keyboard.press(key);
      await view.chooseScope(scope);
    },
    made: isMade,
    untouched: async () => {
      expect(await timesOf(series)).toEqual(times);
      expect(await titled(title)).toHaveLength(1);
      await view.event(title).getByText('10:00', { exact: true }).waitFor();
      await view.event(title).getByText('– 11:00', { exact: true }).waitFor();
    },
    // The service refuses the change of one occurrence; a change of more is made together with what others change.
    ...(scope !== 'Only this event' && {
      elsewhere: () => world.app.api('PATCH', `/events/${id}`, { location: 'Theirs' }),
      merged: () =>
        expect
          .poll(async () => {
            await isMade();
            return (await titled(title)).map(({ location }) => location);
          })
          .toEqual(Array(records).fill('Theirs')),
    }),
    remove: () => world.app.api('DELETE', `/events/${id}`),
    gone: async () => {
      await view.event(title).waitFor({ state: 'detached' });
      expect(await titled(title)).toEqual([]);
    },
  };
}

/** The second of three occurrences is deleted: alone, with the one after it, or with all. */
async function deletion({ scope, changed }: Omit<TimeChange, 'key'>): Promise<Change> {
  const series = await storeSeries();
  const { id, title, times } = series;
  return {
    write: new RegExp(`^DELETE /api/v1/events/${id}`),
    act: async () => {
      await view.event(title).focus();
      await view.page.keyboard.press('Delete');
      await view.chooseScope(scope);
    },
    made: async () => expect(await timesOf(series)).toEqual(times.filter((_, at) => !changed[at])),
    untouched: async () => {
      expect(await timesOf(series)).toEqual(times);
      await view.event(title).waitFor();
    },
    remove: () => world.app.api('DELETE', `/events/${id}`),
    gone: async () => {
      await view.event(title).waitFor({ state: 'detached' });
      expect(await titled(title)).toEqual([]);
    },
  };
}

/** The names that begin with this one. */
async function calendarNames(name: string): Promise<string[]> {
  const { data } = await world.app.api<{ data: { name: string }[] }>('GET', '/calendars?limit=500');
  return data.map((one) => one.name).filter((one) => one.startsWith(name));
}

async function calendarCreation(): Promise<Change> {
  const name = `Created ${++serial}.`;
  const dialog = view.page.getByRole('dialog', { name: 'New calendar' });
  const field = dialog.getByRole('textbox', { name: 'Name' });
  const save = () => dialog.getByRole('button', { name: 'Save' }).click();
  return {
    write: /^POST \/api\/v1\/calendars$/,
    act: async () => {
      await view.page.getByRole('button', { name: 'New calendar' }).press('Enter');
      await field.fill(name);
      await save();
    },
    made: async () => {
      expect(await calendarNames(name)).toEqual([name]);
      // A second attempt that the service refuses because of the first would be shown here.
      expect(await dialog.count()).toBe(0);
    },
    untouched: async () => expect(await calendarNames(name)).toEqual([]),
    failed: dialog.getByText(/fault of the test/),
    kept: async () => expect(await field.inputValue()).toBe(name),
    again: save,
  };
}

async function hidingCalendar(): Promise<Change> {
  const name = `Hidden ${++serial}.`;
  await world.app.api('POST', '/calendars', { name });
  const box = view.page.getByRole('checkbox', { name, exact: true });
  await box.waitFor();
  const isVisible = async () => {
    const { data } = await world.app.api<{ data: { name: string; is_visible: boolean }[] }>(
      'GET',
      '/calendars?limit=500',
    );
    return data.find((one) => one.name === name)?.is_visible;
  };
  return {
    write: /^PATCH \/api\/v1\/calendars\//,
    act: () => box.press('Space'),
    made: async () => {
      expect(await isVisible()).toBe(false);
      expect(await box.isChecked()).toBe(false);
    },
    untouched: async () => {
      expect(await isVisible()).toBe(true);
      await expect.poll(() => box.isChecked()).toBe(true);
    },
    remove: () => world.app.api('DELETE', `/calendars/${encodeURIComponent(name)}`),
    gone: () => box.waitFor({ state: 'detached' }),
  };
}

/** A calendar with an event is deleted, and the event goes to another calendar or to the trash. */
async function calendarDeletion(events: 'move' | 'trash'): Promise<Change> {
  const name = `Deleted ${++serial}.`;
  const title = `Event of ${name}`;
  const times = { start_at: '2025-01-01T10:00:00Z', end_at: '2025-01-01T11:00:00Z' };
  const { data } = await world.app.api<{ data: EventRecord }>('POST', '/events', {
    title,
    calendar_name: name,
    ...times,
  });
  const { id } = data;
  const dialog = view.page.getByRole('dialog', { name: `Delete “${name}”?` });
  const choice = dialog.getByRole('radio', {
    name: `Move the events to ${events === 'move' ? 'another' : 'the trash'}`,
  });
  const submit = () => dialog.getByRole('button', { name: 'Delete' }).click();
  const menu = view.page.getByRole('button', { name: `Actions for ${name}`, exact: true });
  await menu.waitFor({ state: 'attached' });
  const stored = async () =>
    (await world.app.api<{ data: EventRecord }>('GET', `/events/${id}`).catch(() => undefined))?.data;
  return {
    write: /^DELETE \/api\/v1\/calendars\//,
    act: async () => {
      await menu.press('Enter');
      await view.page.getByRole('menuitem', { name: 'Delete' }).click();
      await choice.check({ force: true });
      await submit();
    },
    made: async () => {
      expect(await calendarNames(name)).toEqual([]);
      const after = await stored();
      if (events === 'move') expect(after).toMatchObject({ title, calendar_name: 'default', ...times });
      else expect(after).toBeUndefined();
      expect(await dialog.count()).toBe(0);
    },
    untouched: async () => {
      expect(await calendarNames(name)).toEqual([name]);
      expect(await stored()).toMatchObject({ calendar_name: name });
    },
    failed: dialog.getByRole('alert'),
    kept: async () => expect(await choice.isChecked()).toBe(true),
    again: submit,
    remove: () => world.app.api('DELETE', `/calendars/${encodeURIComponent(name)}?events=move&to=default`),
    gone: async () => {
      await dialog.getByText(/no calendar/i).waitFor();
      // What the other client has done with the event stays.
      expect(await stored()).toMatchObject({ calendar_name: 'default' });
    },
  };
}

const MOVE = 'Alt+ArrowDown';
const RESIZE = 'Alt+Shift+ArrowDown';
const ONE = { scope: 'Only this event', changed: [false, true, false] } as const;
const FOLLOWING = { scope: 'This and the following events', changed: [false, true, true] } as const;
const ALL = { scope: 'All events of the series', changed: [true, true, true] } as const;

const FLOWS: Flow[] = [
  { name: 'move one occurrence', begin: () => timeChange({ key: MOVE, ...ONE }) },
  { name: 'resize one occurrence', begin: () => timeChange({ key: RESIZE, ...ONE }) },
  { name: 'move one occurrence and those after it', begin: () => timeChange({ key: MOVE, ...FOLLOWING }) },
  { name: 'move a series', begin: () => timeChange({ key: MOVE, ...ALL }) },
  { name: 'resize a series', begin: () => timeChange({ key: RESIZE, ...ALL }) },
  { name: 'delete one occurrence', begin: () => deletion(ONE) },
  { name: 'delete one occurrence and those after it', begin: () => deletion(FOLLOWING) },
  { name: 'delete a series', begin: () => deletion(ALL) },
  { name: 'create a calendar', begin: calendarCreation, isUndeletable: true },
  { name: 'hide a calendar', begin: hidingCalendar },
  { name: 'delete a calendar and keep its events', begin: () => calendarDeletion('move') },
  { name: 'delete a calendar and its events', begin: () => calendarDeletion('trash') },
];

testFaults(() => world, FLOWS);
