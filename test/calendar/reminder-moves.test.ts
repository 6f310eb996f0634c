// Snoozed reminders stay with their occurrence when the series is moved or divided, begins to repeat or stops.
import { describe, expect, it } from 'vitest';
import { type Shown, useReminders } from '../support/reminders.ts';

const world = useReminders();
const daily = { recurrence: { freq: 'daily', count: 9 } };

/** An event in half an hour whose reminder has fired and is snoozed for 300 minutes. */
async function snoozed(more: object): Promise<{ id: string; reminder: Shown }> {
  const id = await world.create(world.talk(30, [10], { end_at: world.inMinutes(60), ...more }));
  await world.pass(20);
  const [one] = await world.listed(id, '&status=fired');
  const reminder = (await world.make('POST', `/reminders/${one?.id}/snooze`, { minutes: 300 })) as unknown as Shown;
  return { id, reminder };
}

/** Expects that the reminder is listed, can be read and fires once with what its occurrence is now. */
async function stays(id: string, { due_at }: Shown, now: Partial<Shown>): Promise<void> {
  const [one, ...others] = await world.listed(id, '&status=snoozed');
  expect(others).toEqual([]);
  expect(one).toMatchObject({ ...now, due_at, status: 'snoozed' });
  expect(await world.make('GET', `/reminders/${one?.id}`)).toEqual(one);
  await world.pass(300);
  const fired = (await world.fired(id)).filter((each) => each.id === one?.id);
  expect(fired).toMatchObject([{ ...now, due_at, status: 'fired', late: false }]);
  expect(await world.listed(id, '&status=dismissed')).toEqual([]);
  await world.make('DELETE', `/events/${id}?permanent=true`);
}

describe('the snooze of an occurrence', () => {
  it('stays when the series is moved by an hour, and again', async () => {
    const { id, reminder } = await snoozed(daily);
    await world.make('PATCH', `/events/${id}`, { start_at: world.inMinutes(70), end_at: null });
    const start_at = world.inMinutes(130);
    await world.make('PATCH', `/events/${id}`, { start_at, end_at: null, title: 'Later talk' });
    await stays(id, reminder, { start_at, recurrence_id: start_at, title: 'Later talk' });
  });

  it('stays with a later occurrence when all are moved by the id of another, also to other weekdays', async () => {
    const { id, reminder } = await snoozed({ recurrence: { freq: 'weekly', byday: ['MO', 'WE'], count: 9 } });
    const [first, second] = [reminder.start_at, world.inMinutes(10 + 2 * 1440)];
    expect(first).toBe(world.inMinutes(10));
    const named = `${id}_${second.replaceAll(/[-:]/g, '')}`;
    await world.make('PATCH', `/events/${named}?scope=all`, { start_at: world.inMinutes(10 + 3 * 1440) });
    await stays(id, reminder, { start_at: world.inMinutes(10 + 1440) });
  });

  it('stays when a series that begins before its first occurrence is moved', async () => {
    const weekday = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'][new Date(world.inMinutes(30)).getUTCDay()];
    const [before, end_at] = [world.inMinutes(30 - 1440), world.inMinutes(60 - 1440)];
    const recurrence = { freq: 'weekly', byday: [weekday], count: 9 };
    const { id, reminder } = await snoozed({ start_at: before, end_at, recurrence });
    const start_at = world.inMinutes(10 + 1440);
    await world.make('PATCH', `/events/${id}`, { start_at });
    await stays(id, reminder, { start_at, recurrence_id: start_at });
  });

  it('stays when the series becomes all-day, and in another time zone', async () => {
    const { id, reminder } = await snoozed(daily);
    await world.make('PATCH', `/events/${id}`, { timezone: 'Asia/Tokyo' });
    await world.make('PATCH', `/events/${id}`, { all_day: true, start_date: '2031-01-01' });
    await stays(id, reminder, { recurrence_id: '2031-01-01', occurrence_id: `${id}_20310101` });
  });

  it('stays when the event begins to repeat, and when it does so no longer', async () => {
    const { id, reminder } = await snoozed({});
    await world.make('PATCH', `/events/${id}`, daily);
    const { start_at } = reminder;
    expect(await world.listed(id, '&status=snoozed')).toMatchObject([{ recurrence_id: start_at, start_at }]);
    await world.make('PATCH', `/events/${id}`, { recurrence: null });
    expect(await world.make('GET', `/reminders/${reminder.id}`)).toMatchObject({ status: 'snoozed' });
    const later = world.inMinutes(90);
    await world.make('PATCH', `/events/${id}`, { ...daily, start_at: later, end_at: null });
    await stays(id, reminder, { recurrence_id: later, start_at: later });
  });

  it('goes with those that follow to their series', async () => {
    const id = await world.create(world.talk(30 - 1440, [10], { end_at: world.inMinutes(60 - 1440), ...daily }));
    await world.pass(20);
    const [one] = await world.listed(id, '&status=fired');
    const reminder = (await world.make('POST', `/reminders/${one?.id}/snooze`, { minutes: 300 })) as unknown as Shown;
    const start_at = world.inMinutes(70);
    const made = await world.make('PATCH', `/events/${one?.occurrence_id}?scope=following`, { start_at });
    const other = made.id as unknown as string;
    expect(other).not.toBe(id);
    expect(await world.listed(id, '&status=snoozed')).toEqual([]);
    await stays(other, reminder, { recurrence_id: start_at, start_at });
  });

  it('goes when the occurrence was removed, also if the series is moved afterwards', async () => {
    const { id, reminder } = await snoozed(daily);
    await world.make('DELETE', `/events/${reminder.occurrence_id}`);
    await world.make('PATCH', `/events/${id}`, { start_at: world.inMinutes(10 + 1440), end_at: null });
    expect(await world.listed(id, '&status=snoozed')).toEqual([]);
    await world.pass(300);
    expect(await world.fired(id)).toHaveLength(1);
  });

  it('an erased event leaves nothing of a moved reminder in the log', async () => {
    const { id } = await snoozed({ ...daily, title: 'Concealed talk' });
    await world.make('PATCH', `/events/${id}`, { start_at: world.inMinutes(70), end_at: null });
    await world.make('DELETE', `/events/${id}?permanent=true`);
    const sql = 'select doc from changes where user_id = 1';
    expect(JSON.stringify(await world.service.store.catalogue(sql))).not.toContain('Concealed talk');
  });
});
