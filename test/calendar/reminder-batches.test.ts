// The list of reminders is computed in batches of events, while other clients change them.
import { expect, it } from 'vitest';
import { listReminders } from '../../src/calendar/reminders/list.ts';
import type { Store } from '../../src/store/port.ts';
import { type Shown, useReminders } from '../support/reminders.ts';

const world = useReminders();
const OWNER = 1;

it('has a reminder once if its event is moved while the list is computed', async () => {
  const id = await world.create(world.talk(30, [10]));
  let batches = 0;
  const { store } = world.service;
  const reading: Store = {
    ...store,
    async read(user, queries, options) {
      const results = await store.read(user, queries, options);
      if (queries.some(({ sql }) => sql.includes('from jobs')) && batches++ === 0)
        await world.make('PATCH', `/events/${id}`, { start_at: world.inMinutes(60), end_at: null });
      return results;
    },
  };
  const { texts = [] } = (await listReminders(reading, OWNER, { event_id: id }, 'UTC')) as { texts?: string[] };
  expect(batches).toBeGreaterThan(1);
  expect(texts.map((text) => (JSON.parse(text) as Shown).due_at)).toEqual([world.inMinutes(20)]);
});
