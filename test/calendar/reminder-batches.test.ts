// The list of reminders is computed in batches of events, while other clients change them.
import { expect, it } from 'vitest';
import { listReminders } from '../../src/calendar/reminders/list.ts';
import type { Store } from '../../src/store/port.ts';
import { type Shown, useReminders } from '../support/reminders.ts';

const world = useReminders();
const OWNER = 1;

/** The dates and states of an event's reminders, where something happens before or after the first batch is read. */
async function listedWith(id: string, when: 'before' | 'after', happens: () => Promise<unknown>): Promise<string[]> {
  const { store } = world.service;
  let batches = 0;
  const reading: Store = {
    ...store,
    async read(user, queries, options) {
      const isFirst = queries.some(({ sql }) => sql.includes('from jobs')) && batches++ === 0;
      if (isFirst && when === 'before') await happens();
      const results = await store.read(user, queries, options);
      if (isFirst && when === 'after') await happens();
      return results;
    },
  };
  const { texts = [] } = (await listReminders(reading, OWNER, { event_id: id }, 'UTC')) as { texts?: string[] };
  expect(batches).toBeGreaterThan(0);
  return texts.map((text) => JSON.parse(text) as Shown).map(({ due_at, status }) => `${due_at} ${status}`);
}

it('has a reminder once if its event is moved while the list is computed', async () => {
  const id = await world.create(world.talk(30, [10]));
  const move = () => world.make('PATCH', `/events/${id}`, { start_at: world.inMinutes(60), end_at: null });
  expect(await listedWith(id, 'after', move)).toEqual([`${world.inMinutes(20)} pending`]);
});

it.each(['before', 'after'] as const)('has a reminder that fires %s the first batch is read', async (when) => {
  const id = await world.create(world.talk(30, [10]));
  const due = world.inMinutes(20);
  expect(await listedWith(id, when, () => world.pass(20))).toEqual([`${due} fired`]);
});
