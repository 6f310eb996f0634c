// Reminders that are dismissed, and those that are snoozed: when they fire again, and what of their events they show.
import { describe, expect, it } from 'vitest';
import { useReminders } from '../support/reminders.ts';
import type { Answered } from '../support/service.ts';

const world = useReminders();

describe('dismiss and snooze', () => {
  it('a dismissed reminder does not fire', async () => {
    const id = await world.create(world.talk(30, [10]));
    const [pending] = await world.listed(id);
    expect(pending?.status).toBe('pending');
    const dismissed = await world.make('POST', `/reminders/${pending?.id}/dismiss`);
    expect(dismissed).toMatchObject({ status: 'dismissed', event_id: id });
    await world.pass(30);
    expect(await world.fired(id)).toEqual([]);
  });

  it('a snoozed reminder fires again, once', async () => {
    const id = await world.create(world.talk(30, [10]));
    await world.pass(20);
    const [one] = await world.listed(id);
    await world.make('POST', `/reminders/${one?.id}/snooze`, { minutes: 15 });
    expect((await world.listed(id))[0]).toMatchObject({ status: 'snoozed', snoozed_until: world.inMinutes(15) });
    await world.pass(14);
    expect(await world.fired(id)).toHaveLength(1);
    await world.pass(1);
    await world.pass(60);
    expect((await world.fired(id)).map((each) => each.id)).toEqual([one?.id, one?.id]);
    expect((await world.listed(id))[0]).toMatchObject({ status: 'fired', snoozed_until: null });
  });

  it.each([
    ['of a single event', {}],
    ['of a series', { recurrence: { freq: 'daily', count: 30 } }],
  ])('a snooze until a time long past fires only that reminder: %s', async (_, more) => {
    const start_at = world.inMinutes(60);
    const past = world.inMinutes(-20 * 1440);
    const id = await world.create(
      world.talk(60, [700, 500, 50, 40], { end_at: world.inMinutes(300), ...more, start_at }),
    );
    await world.pass(10);
    const [fired] = await world.fired(id);
    const snoozed = await world.make('POST', `/reminders/${fired?.id}/snooze`, { until: past });
    expect(snoozed).toMatchObject({ status: 'snoozed', snoozed_until: world.inMinutes(0) });
    await world.pass(0);
    expect((await world.fired(id)).map(({ minutes_before, late }) => [minutes_before, late])).toEqual([
      [50, false],
      [50, false],
    ]);
    expect(await world.listed(id, '&status=missed')).toEqual([]);
    await world.pass(10);
    expect((await world.fired(id)).map(({ minutes_before }) => minutes_before)).toEqual([50, 50, 40]);
    await world.make('DELETE', `/events/${id}?permanent=true`);
  });

  it('a snooze stays when the event is moved and shows it as it is, and the event reminds at its new time too', async () => {
    const id = await world.create(world.talk(30, [10]));
    const due_at = world.inMinutes(20);
    await world.pass(20);
    const path = `/reminders/${(await world.listed(id))[0]?.id}`;
    await world.make('POST', `${path}/snooze`, { minutes: 5 });
    const snoozed_until = world.inMinutes(5);
    const start_at = world.inMinutes(60);
    await world.make('PATCH', `/events/${id}`, { title: 'Later talk', start_at, end_at: null });
    const now = { due_at, start_at, title: 'Later talk' };
    expect(await world.make('GET', path)).toMatchObject({ ...now, status: 'snoozed', snoozed_until });
    expect(await world.listed(id)).toMatchObject([
      { ...now, status: 'snoozed' },
      { start_at, due_at: world.inMinutes(50), status: 'pending' },
    ]);
    await world.pass(5);
    expect((await world.fired(id)).at(-1)).toMatchObject({ ...now, late: false });
    await world.pass(45);
    expect((await world.fired(id)).at(-1)).toMatchObject({ start_at, due_at: world.inMinutes(0) });
    expect(await world.fired(id)).toHaveLength(3);
  });

  it('a snooze beyond the end of the event fires, late if the service was down', async () => {
    const ids = await Promise.all([1, 2].map(() => world.create(world.talk(30, [10]))));
    await world.pass(20);
    for (const [index, id] of ids.entries())
      await world.make('POST', `/reminders/${(await world.listed(id))[0]?.id}/snooze`, { minutes: 70 + index * 30 });
    await world.pass(70);
    await world.pass(40);
    for (const [index, id] of ids.entries())
      expect((await world.fired(id)).map(({ late }) => late)).toEqual([false, index === 1]);
  });

  it('a snooze that ended in the trash brings up no other reminder when the event is restored', async () => {
    const id = await world.create(world.talk(60, [50, 40], { end_at: world.inMinutes(300) }));
    await world.pass(10);
    await world.make('POST', `/reminders/${(await world.listed(id))[0]?.id}/snooze`, { minutes: 5 });
    await world.make('DELETE', `/events/${id}`);
    await world.pass(30);
    await world.make('POST', `/events/${id}/restore`);
    await world.pass(0);
    expect((await world.fired(id)).map(({ minutes_before, late }) => [minutes_before, late])).toEqual([
      [50, false],
      [50, true],
    ]);
    await world.make('DELETE', `/events/${id}?permanent=true`);
  });

  it('what is stored of a reminder does not grow with them, and an erased event leaves nothing in the log', async () => {
    const id = await world.create(world.talk(30, [10], { title: 'Hidden talk' }));
    const [reminder] = await world.listed(id);
    const size = async () => {
      const sql = 'select length(detail) as size from reminders where event_id = ?1';
      return (await world.service.store.catalogue(sql, id))[0]?.size as number;
    };
    const snooze = () => world.make('POST', `/reminders/${reminder?.id}/snooze`, { minutes: 500 });
    await snooze();
    const first = await size();
    for (let count = 0; count < 20; count++) await snooze();
    expect(await size()).toBeLessThan(first + 4); // the digits of a seq
    await world.make('DELETE', `/events/${id}?permanent=true`);
    const sql = 'select doc from changes where user_id = 1';
    expect(JSON.stringify(await world.service.store.catalogue(sql))).not.toContain('Hidden talk');
  });

  it('a snoozed reminder of an event that was deleted or cancelled does not fire and is not listed', async () => {
    const ids = await Promise.all([1, 2].map(() => world.create(world.talk(30, [10]))));
    const [trashed, cancelled] = ids as [string, string];
    await world.pass(20);
    const paths = new Map<string, string>();
    for (const id of ids) {
      paths.set(id, `/reminders/${(await world.listed(id))[0]?.id}`);
      await world.make('POST', `${paths.get(id)}/snooze`, { minutes: 5 });
    }
    await world.make('DELETE', `/events/${trashed}`);
    await world.make('PATCH', `/events/${cancelled}`, { status: 'cancelled' });
    for (const [id, why] of [
      [trashed, 'its event is in the trash'],
      [cancelled, 'its event or occurrence was cancelled or removed'],
    ] as const) {
      expect(await world.listed(id)).toEqual([]);
      const path = paths.get(id) as string;
      for (const answer of [
        await world.service.ask('GET', path),
        await world.service.ask('POST', `${path}/dismiss`),
        await world.service.ask('POST', `${path}/snooze`, { minutes: 5 }),
      ])
        expect([answer.status, answer.body]).toMatchObject([
          404,
          { error: { code: 'NOT_FOUND', message: expect.stringContaining(why) } },
        ]);
    }
    await world.pass(120);
    for (const id of ids) expect(await world.fired(id)).toHaveLength(1);
    expect((await world.listed(cancelled))[0]).toMatchObject({ status: 'dismissed', snoozed_until: null });
    await world.make('POST', `/events/${trashed}/restore`);
    await world.pass(0);
    expect((await world.listed(trashed))[0]).toMatchObject({ status: 'fired', late: true });
    for (const id of ids) await world.make('DELETE', `/events/${id}?permanent=true`);
  });

  it('each answer with one reminder has an ETag, which changes with the reminder and its event', async () => {
    const id = await world.create(world.talk(30, [10]));
    const path = `/reminders/${(await world.listed(id))[0]?.id}`;
    const tagOf = ({ headers }: Answered) => headers.get('etag') as string;
    const read = (tag?: string) =>
      world.service.ask('GET', path, undefined, tag === undefined ? {} : { 'if-none-match': tag });
    const tags = [tagOf(await read())];
    expect(tags[0]).toMatch(/^".+"$/);
    const same = await read(tags[0]);
    expect([same.status, same.text, tagOf(same)]).toEqual([304, '', tags[0]]);
    tags.push(tagOf(await world.service.ask('POST', `${path}/snooze`, { minutes: 5 })));
    expect((await read(tags[0])).status).toBe(200);
    expect((await read(tags[1])).status).toBe(304);
    await world.make('PATCH', `/events/${id}`, { title: 'Renamed talk' });
    tags.push(tagOf(await read(tags[1])));
    tags.push(tagOf(await world.service.ask('POST', `${path}/dismiss`)));
    expect(tagOf(await read())).toBe(tags.at(-1));
    expect(new Set(tags).size).toBe(4);
    await world.make('DELETE', `/events/${id}?permanent=true`);
  });

  it('needs until or minutes, and a reminder that exists', async () => {
    const id = await world.create(world.talk(30, [10]));
    const [one] = await world.listed(id);
    for (const body of [{}, { minutes: 5, until: world.inMinutes(5) }, { minutes: 0 }])
      expect((await world.service.ask('POST', `/reminders/${one?.id}/snooze`, body)).status).toBe(400);
    for (const other of ['x', `${id}_r000000000000`])
      expect((await world.service.ask('POST', `/reminders/${other}/dismiss`)).status).toBe(404);
  });

  it('an erased event takes its reminders and what the log shows of them with it', async () => {
    const id = await world.create(world.talk(30, [10], { title: 'Secret talk' }));
    await world.pass(20);
    expect(await world.fired(id)).toHaveLength(1);
    await world.make('DELETE', `/events/${id}?permanent=true`);
    const { text } = await world.service.ask('GET', '/changes?since=0&limit=1000');
    expect(text).not.toContain('Secret talk');
    expect(await world.listed(id)).toEqual([]);
  });
});
