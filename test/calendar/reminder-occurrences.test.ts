// Reminders of occurrences that are changed, deleted, restored or split off by their ids, and the default reminders of a
// calendar.
import { describe, expect, it } from 'vitest';
import { putSettings } from '../../src/store/tables/names/calendars.ts';
import { DAY, iso, MINUTE, useReminders } from '../support/reminders.ts';

const world = useReminders({ timezone: 'Europe/Berlin' });

describe('an occurrence that is changed by its id', () => {
  /** A daily series from in so many minutes on, with a reminder ten minutes before; and its starts. */
  async function daily(more: object = {}) {
    const starts = [0, 1, 2, 3].map((day) => world.inMinutes(20 + day * 1440)) as [string, string, string, string];
    const id = await world.create(world.talk(20, [10], { recurrence: { freq: 'daily' }, ...more }));
    const path = (start: string) => `/events/${id}_${start.replaceAll(/[-:]/g, '')}`;
    const days = async (count: number) => {
      for (let day = 0; day < count; day++) await world.pass(1440);
    };
    return { id, starts, path, days };
  }
  const minutesAfter = (start: string, minutes: number) => iso(Date.parse(start) + minutes * MINUTE);
  const shown = async (id: string) =>
    (await world.fired(id)).map(({ recurrence_id, due_at }) => `${recurrence_id} ${due_at}`);

  it('fires at its new time when it is moved, again if it has fired before', async () => {
    const { id, starts, path } = await daily();
    const [first, second, third] = starts;
    await world.pass(10);
    await world.make('PATCH', path(first), { start_at: minutesAfter(first, 60) });
    await world.make('PATCH', path(second), { start_at: minutesAfter(second, 120) });
    for (const minutes of [60, 1440 + 60, 1440 - 120]) await world.pass(minutes);
    expect(await shown(id)).toEqual([
      `${first} ${minutesAfter(first, -10)}`,
      `${first} ${minutesAfter(first, 50)}`,
      `${second} ${minutesAfter(second, 110)}`,
      `${third} ${minutesAfter(third, -10)}`,
    ]);
    expect((await world.fired(id)).map(({ occurrence_id }) => occurrence_id).at(-1)).toBe(path(third).slice(8));
    await world.make('DELETE', `/events/${id}?permanent=true`);
  });

  it('does not fire when it is deleted or cancelled, and fires when it was restored in time', async () => {
    const { id, starts, path, days } = await daily();
    const [first, second, third, fourth] = starts;
    for (const start of [first, third]) await world.make('DELETE', path(start));
    await world.make('PATCH', path(second), { status: 'cancelled' });
    await world.make('POST', `${path(third)}/restore`);
    await world.pass(10);
    await days(3);
    expect(await shown(id)).toEqual([third, fourth].map((start) => `${start} ${minutesAfter(start, -10)}`));
    await world.make('DELETE', `/events/${id}?permanent=true`);
  });

  it('fires once on either side of a series that is split', async () => {
    const { id, starts, path, days } = await daily();
    const [first, second, third] = starts;
    const change = { start_at: minutesAfter(third, 5), reminders: [{ minutes_before: 1 }] };
    const split = await world.make('PATCH', `${path(third)}?scope=following`, change);
    const other = split.id as unknown as string;
    await world.pass(10);
    await days(2);
    await world.pass(14);
    expect(await shown(id)).toEqual([first, second].map((start) => `${start} ${minutesAfter(start, -10)}`));
    expect(await world.dues(other)).toEqual([minutesAfter(third, 4)]);
    for (const one of [id, other]) await world.make('DELETE', `/events/${one}?permanent=true`);
  });

  it('fires at the new times when all are moved, and not after the last when the rest is deleted', async () => {
    const { id, starts, path, days } = await daily();
    const [first, second] = starts;
    await world.make('PATCH', `${path(second)}?scope=all`, { start_at: minutesAfter(second, 30) });
    const moved = starts.map((start) => minutesAfter(start, 30));
    await world.make('DELETE', `${path(moved[2] as string)}?scope=following`);
    await world.pass(40);
    await days(4);
    expect(await shown(id)).toEqual(
      [first, second].map((start) => `${minutesAfter(start, 30)} ${minutesAfter(start, 20)}`),
    );
    await world.make('DELETE', `/events/${id}?permanent=true`);
  });

  it('of an all-day series fires by its date', async () => {
    const date = (days: number) => iso(world.clock.now() + days * DAY).slice(0, 10);
    const id = await world.create({
      ...{ all_day: true, start_date: date(2), timezone: 'America/New_York', recurrence: { freq: 'daily', count: 2 } },
      reminders: [{ minutes_before: 60 }],
    });
    await world.make('PATCH', `/events/${id}_${date(3).replaceAll('-', '')}`, { start_date: date(5) });
    expect((await world.listed(id)).map(({ recurrence_id, due_at }) => [recurrence_id, due_at.slice(0, 10)])).toEqual([
      [date(2), date(2)],
      [date(3), date(5)],
    ]);
    await world.make('DELETE', `/events/${id}?permanent=true`);
  });
});

describe('default reminders of a calendar', () => {
  const minutesOf = async (id: string) =>
    ((await world.make('GET', `/events/${id}`)).reminders as unknown as { minutes_before: number }[]).map(
      ({ minutes_before }) => minutes_before,
    );

  it('apply to events that are created without reminders, and to no others', async () => {
    const ofWork = [{ minutes_before: 15 }, { type: 'email', minutes_before: 60 }];
    await world.make('POST', '/calendars', { name: 'work', default_reminders: ofWork });
    await world.make('PATCH', '/calendars/default', { default_reminders: [{ minutes_before: 3 }] });
    const start_at = world.inMinutes(30);
    const event = (more: object = {}) => world.create({ start_at, ...more });
    expect(await minutesOf(await event({ calendar_name: 'work' }))).toEqual([15, 60]);
    expect(await minutesOf(await event({ calendar_name: 'work', reminders: [] }))).toEqual([]);
    expect(await minutesOf(await event({ calendar_name: 'work', reminders: [{ minutes_before: 1 }] }))).toEqual([1]);
    expect(await minutesOf(await event({ calendar_name: 'home' }))).toEqual([]);
    const usual = await event();
    expect(await minutesOf(usual)).toEqual([3]);
    await world.make('PATCH', `/events/${usual}`, { calendar_name: 'work' });
    expect(await minutesOf(usual)).toEqual([3]);
    await world.make('PATCH', '/calendars/default', { default_reminders: [] });
    expect(await minutesOf(await event())).toEqual([]);
    await world.pass(27);
    expect(await world.fired(usual)).toMatchObject([{ minutes_before: 3, calendar_name: 'work' }]);
  });

  it('that are stored for birthdays do not apply', async () => {
    const none = { seq: 0, color: null, position: null, is_visible: 1, counts_as_busy: 1 };
    const default_reminders = '[{"type":"notification","minutes_before":5}]';
    const stored = { ...none, name: 'birthdays', default_reminders };
    await world.service.store.write(1, async (tx) => putSettings(tx, stored));
    const id = await world.create({ start_at: world.inMinutes(30), calendar_name: ' birthdays' });
    expect(await minutesOf(id)).toEqual([]);
  });

  it('do not hide what is wrong with a body', async () => {
    for (const body of [
      [],
      'x',
      { calendar_name: 7 },
      { calendar_name: 'a\u0000' },
      { calendar_name: 'work', reminders: null },
    ])
      expect((await world.service.ask('POST', '/events', body)).body).toMatchObject({
        error: { code: 'VALIDATION_ERROR' },
      });
  });
});
