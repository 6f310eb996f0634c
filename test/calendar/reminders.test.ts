// Reminders that fire, by a clock that the test moves: once, in time or late, for the occurrences that take place.
import { describe, expect, it } from 'vitest';
import { DAY, iso, useReminders } from '../support/reminders.ts';

const world = useReminders({ timezone: 'Europe/Berlin' });

describe('a single event', () => {
  it('fires each reminder once when it is due, with what it is about', async () => {
    const id = await world.create(world.talk(60, [30, 10], { location: 'Hall' }));
    const [first, second] = [world.inMinutes(30), world.inMinutes(50)];
    await world.pass(29);
    expect(await world.fired(id)).toEqual([]);
    await world.pass(1);
    expect(await world.dues(id)).toEqual([first]);
    await world.pass(20);
    await world.pass(100);
    const all = await world.fired(id);
    expect(all).toEqual([
      expect.objectContaining({ due_at: first, minutes_before: 30, late: false, status: 'fired', title: 'Talk' }),
      expect.objectContaining({
        due_at: second,
        minutes_before: 10,
        late: false,
        location: 'Hall',
        type: 'notification',
      }),
    ]);
    expect(await world.statuses(id)).toEqual([`${first} fired`, `${second} fired`]);
  });

  it('fires the same reminder once, even if it is given twice', async () => {
    const id = await world.create(world.talk(10, [5, 5]));
    await world.pass(5);
    expect(await world.dues(id)).toHaveLength(1);
  });

  it('does not fire a reminder that was due long before the event was created', async () => {
    const id = await world.create(world.talk(10, [30, 5]));
    const due = world.inMinutes(5);
    await world.pass(8);
    expect(await world.dues(id)).toEqual([due]);
  });

  // Each returns the event, whose reminder was due so many minutes ago.
  const trashed = async (minutes: number) => {
    const id = await world.create(world.talk(5, [0]));
    await world.make('DELETE', `/events/${id}`);
    await world.pass(5 + minutes);
    await world.make('POST', `/events/${id}/restore`);
    return id;
  };
  const cancelled = async (minutes: number) => {
    const id = await world.create(world.talk(5, [0], { status: 'cancelled' }));
    await world.pass(5 + minutes);
    await world.make('PATCH', `/events/${id}`, { status: 'confirmed' });
    return id;
  };
  const moved = async (minutes: number) => {
    const id = await world.create(world.talk(60, [0]));
    await world.make('PATCH', `/events/${id}`, { start_at: world.inMinutes(-minutes), end_at: null });
    return id;
  };
  it.each([
    ['created', (minutes: number) => world.create(world.talk(-minutes, [0]))],
    ['restored', trashed],
    ['no longer cancelled', cancelled],
    ['moved', moved],
  ])('that is %s fires at once what was due in the last minute, and nothing older', async (_, make) => {
    const recent = await make(1);
    await world.pass(0);
    expect(await world.fired(recent)).toMatchObject([{ late: false }]);
    const older = await make(1.001);
    await world.pass(0);
    expect(await world.fired(older)).toEqual([]);
  });

  it('fires again at its new time when it is moved, also after it has fired', async () => {
    const id = await world.create(world.talk(30, [10]));
    const first = world.inMinutes(20);
    await world.pass(20);
    await world.make('PATCH', `/events/${id}`, { start_at: world.inMinutes(60), end_at: null });
    const second = world.inMinutes(50);
    await world.pass(50);
    expect(await world.dues(id)).toEqual([first, second]);
  });

  it('does not fire again when other fields are changed', async () => {
    const id = await world.create(world.talk(30, [10]));
    await world.pass(20);
    await world.make('PATCH', `/events/${id}`, { title: 'Another', reminders: [{ minutes_before: 10 }] });
    await world.pass(1);
    expect(await world.fired(id)).toHaveLength(1);
  });

  it.each([
    ['in the trash', (id: string) => world.make('DELETE', `/events/${id}`)],
    ['erased', (id: string) => world.make('DELETE', `/events/${id}?permanent=true`)],
    ['cancelled', (id: string) => world.make('PATCH', `/events/${id}`, { status: 'cancelled' })],
    ['without its reminder', (id: string) => world.make('PATCH', `/events/${id}`, { reminders: [] })],
  ])('does not fire when it is %s', async (_, change) => {
    const id = await world.create(world.talk(30, [10]));
    await change(id);
    await world.pass(30);
    expect(await world.fired(id)).toEqual([]);
  });

  it('fires when it was restored from the trash before its time', async () => {
    const id = await world.create(world.talk(30, [10]));
    await world.make('DELETE', `/events/${id}`);
    await world.pass(5);
    await world.make('POST', `/events/${id}/restore`);
    await world.pass(15);
    expect(await world.fired(id)).toHaveLength(1);
  });

  it('that is all-day is reminded of by midnight in its time zone, else in that of the service', async () => {
    const date = (days: number) => iso(world.clock.now() + days * DAY).slice(0, 10);
    const day = { all_day: true, reminders: [{ minutes_before: 60 }] };
    const own = await world.create({ ...day, start_date: date(2), timezone: 'America/New_York' });
    const other = await world.create({ ...day, start_date: date(2) });
    expect((await world.listed(own)).map(({ due_at }) => due_at)).toEqual([`${date(2)}T04:00:00Z`]);
    expect((await world.listed(other)).map(({ due_at }) => due_at)).toEqual([`${date(1)}T22:00:00Z`]);
    await world.pass(3 * 24 * 60);
    expect(await world.fired(own)).toEqual([]);
    expect((await world.listed(own)).map(({ status }) => status)).toEqual(['missed']);
  });
});

describe('a series', () => {
  const weekly = (minutes: number, more: object = {}) =>
    world.talk(minutes, [10], { recurrence: { freq: 'daily' }, ...more });

  it('fires for each occurrence, one after the other, with its recurrence id', async () => {
    const id = await world.create(weekly(20));
    const starts = [20, 20 + 1440, 20 + 2880].map((minutes) => world.inMinutes(minutes));
    await world.pass(10);
    await world.pass(1440);
    await world.pass(1440);
    expect((await world.fired(id)).map(({ recurrence_id }) => recurrence_id)).toEqual(starts);
    expect((await world.fired(id)).map(({ late }) => late)).toEqual([false, false, false]);
    await world.make('DELETE', `/events/${id}?permanent=true`);
  });

  it('fires a moved occurrence at its own time, and not a cancelled or a deleted one', async () => {
    const [first, second, third, fourth] = [20, 20 + 1440, 20 + 2880, 20 + 4320].map((minutes) =>
      world.inMinutes(minutes),
    ) as [string, string, string, string];
    const moved = world.inMinutes(20 + 60);
    const id = await world.create(
      weekly(20, {
        recurrence: { freq: 'daily', exdates: [third] },
        overrides: { [first]: { start_at: moved }, [second]: { status: 'cancelled' } },
      }),
    );
    await world.pass(10);
    expect(await world.fired(id)).toEqual([]);
    await world.pass(60);
    expect(await world.fired(id)).toEqual([expect.objectContaining({ recurrence_id: first, start_at: moved })]);
    for (let day = 0; day < 3; day++) await world.pass(1440);
    expect((await world.fired(id)).map(({ recurrence_id }) => recurrence_id)).toEqual([first, fourth]);
    await world.make('DELETE', `/events/${id}?permanent=true`);
  });

  it('fires an occurrence again that is moved after it has fired', async () => {
    const id = await world.create(weekly(20));
    const first = world.inMinutes(20);
    await world.pass(10);
    await world.make('PATCH', `/events/${id}`, { overrides: { [first]: { start_at: world.inMinutes(60) } } });
    const again = world.inMinutes(50);
    await world.pass(50);
    expect((await world.fired(id)).map(({ due_at, recurrence_id }) => [due_at, recurrence_id]).at(-1)).toEqual([
      again,
      first,
    ]);
    expect(await world.fired(id)).toHaveLength(2);
    await world.make('DELETE', `/events/${id}?permanent=true`);
  });

  it('fires by the reminders of a changed occurrence, if it has its own', async () => {
    const first = world.inMinutes(20);
    const id = await world.create(weekly(20, { overrides: { [first]: { reminders: [{ minutes_before: 5 }] } } }));
    const due = world.inMinutes(15);
    await world.pass(15);
    expect(await world.dues(id)).toEqual([due]);
    await world.make('DELETE', `/events/${id}?permanent=true`);
  });

  it('with an end has no job after its last occurrence', async () => {
    const id = await world.create(weekly(20, { recurrence: { freq: 'daily', count: 2 } }));
    await world.pass(10);
    await world.pass(1440);
    await world.pass(1440);
    expect(await world.fired(id)).toHaveLength(2);
    expect((await world.listed(id)).map(({ status }) => status)).toEqual(['fired', 'fired']);
  });
});

describe('after a time without the service', () => {
  it('fires late what is not over, and lists the rest as missed', async () => {
    const running = await world.create(world.talk(60, [10], { end_at: world.inMinutes(600) }));
    const over = await world.create(world.talk(60, [10], { end_at: world.inMinutes(90) }));
    await world.pass(300);
    expect(await world.fired(running)).toEqual([expect.objectContaining({ late: true })]);
    expect(await world.fired(over)).toEqual([]);
    expect((await world.listed(over)).map(({ status }) => status)).toEqual(['missed']);
  });

  it('of years, lists what was missed in the last 90 days', async () => {
    const id = await world.create(world.talk(60, [10], { recurrence: { freq: 'daily' } }));
    await world.pass(3 * 365 * 1440);
    expect(await world.fired(id)).toEqual([]);
    const missed = await world.listed(id, '&status=missed');
    expect(missed).toHaveLength(90);
    expect(Date.parse(missed[0]?.due_at as string)).toBeGreaterThan(world.clock.now() - 91 * DAY);
    await world.make('DELETE', `/events/${id}?permanent=true`);
  });

  it('of years, still fires for what began before them and is not over', async () => {
    const id = await world.create(
      world.talk(60, [10], { end_at: world.inMinutes(400 * 1440), recurrence: { freq: 'yearly' } }),
    );
    const [first, second] = [world.inMinutes(50), world.inMinutes(50 + 365 * 1440)];
    await world.pass(370 * 1440);
    expect(await world.fired(id)).toEqual([
      expect.objectContaining({ due_at: first, late: true }),
      expect.objectContaining({ due_at: second, late: true }),
    ]);
    await world.make('DELETE', `/events/${id}?permanent=true`);
  });

  it('a series of every minute fires for the occurrences that are not over, and misses all the others', async () => {
    const id = await world.create(
      world.talk(1, [0], { end_at: world.inMinutes(31), recurrence: { freq: 'minutely', count: 300 } }),
    );
    await world.pass(300);
    const fired = await world.fired(id);
    // The last 30 have begun in the last half hour; those of the last minute are not late.
    expect(fired.map(({ late }) => late)).toEqual([...Array(28).fill(true), false, false]);
    expect(fired.at(-1)?.due_at).toBe(world.inMinutes(0));
    expect(await world.listed(id, '&status=missed')).toHaveLength(270);
    await world.make('DELETE', `/events/${id}?permanent=true`);
  });

  it('a clock that is set back fires nothing twice', async () => {
    const id = await world.create(world.talk(30, [10]));
    await world.pass(20);
    expect(await world.fired(id)).toHaveLength(1);
    await world.pass(-60);
    await world.make('PATCH', `/events/${id}`, { reminders: [{ minutes_before: 10 }, { minutes_before: 5 }] });
    await world.pass(85);
    expect((await world.fired(id)).map(({ minutes_before }) => minutes_before)).toEqual([10, 5]);
  });
});
