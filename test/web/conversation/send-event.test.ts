// Versions of an invitation in a real service: what is stored, and what is shown of it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Invitation, parseInvitations } from '../../../web/src/conversation/invitations/invitation.ts';
import { eventOf, updateOf } from '../../../web/src/conversation/invitations/invitation-event.ts';
import { sendEvent, withStrayOccurrences } from '../../../web/src/conversation/invitations/send-event.ts';
import type { Request, Result } from '../../../web/src/data/changes/requests.ts';
import type { CalendarEvent } from '../../../web/src/data/types.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ timezone: 'UTC' });
});
afterAll(() => service.end());

/** As the app makes them, without what it does when there is no connection. */
async function make(requests: readonly Request[]): Promise<Result[]> {
  const results: Result[] = [];
  for (const { method, path, body } of requests) {
    const answer = await service.ask(method, path, body);
    const { error, data } = answer.body as { error?: { message: string; details: object }; data?: CalendarEvent };
    if (error) throw Object.assign(new Error(error.message), { details: error.details });
    results.push({ body: { data }, etag: undefined });
  }
  return results;
}

const get = async <T>(path: string) => ((await service.ask('GET', path)).body as { data: T }).data;
const read = (id: string) => get<CalendarEvent>(`/events/${id}`);

/** Each day on which the event is shown in March, with its title. */
async function shown(id: string): Promise<string[]> {
  const events = await get<CalendarEvent[]>('/events?expand=true&from=2026-03-01&to=2026-03-31&limit=499');
  const own = events.filter((one) => one.id === id || one.series_id === id);
  return own.map(({ start_at, title }) => `${start_at.slice(8, 10)} ${title}`);
}

const recordOf = (result: Result | undefined) =>
  (result?.body as { data: CalendarEvent } | undefined)?.data ?? { id: '' };
let serial = 0;

/** The versions of one invitation. Each is the lines of the event, and those of its changed occurrences. */
async function versions(...all: [event: string[], ...changed: string[][]][]) {
  const uid = `UID:choir-${++serial}@example.org`;
  const invitations = all.map((events, sequence) => {
    const texts = events.flatMap((lines) => ['BEGIN:VEVENT', uid, `SEQUENCE:${sequence}`, ...lines, 'END:VEVENT']);
    const [found] = parseInvitations(['BEGIN:VCALENDAR', 'METHOD:REQUEST', ...texts, 'END:VCALENDAR'].join('\n'));
    if (!found) throw new Error('It cannot be read.');
    return found;
  });
  const [first, ...later] = invitations as [Invitation, ...Invitation[]];
  const body = eventOf(first);
  const [created] = await sendEvent([{ method: 'POST', path: '/events', body }], undefined, make);
  const { id } = recordOf(created);
  const update = async () => {
    const stored = await read(id);
    const body = updateOf(later.shift() ?? first, stored);
    await sendEvent([{ method: 'PATCH', path: `/events/${id}`, body }], stored, make);
  };
  return { id, update };
}

const weekly = (day: string, ...lines: string[]) => [
  `DTSTART;TZID=Europe/Berlin:202603${day}T100000`,
  `DTEND;TZID=Europe/Berlin:202603${day}T110000`,
  'SUMMARY:Choir',
  'RRULE:FREQ=WEEKLY',
  ...lines,
];
const changed = (day: string, title: string) => [
  `RECURRENCE-ID;TZID=Europe/Berlin:202603${day}T100000`,
  `DTSTART;TZID=Europe/Berlin:202603${day}T100000`,
  `DTEND;TZID=Europe/Berlin:202603${day}T110000`,
  `SUMMARY:${title}`,
];

describe('a changed occurrence that the rule does not have', () => {
  it('is shown in each version', async () => {
    const { id, update } = await versions(
      [weekly('03'), changed('12', 'Concert')],
      [weekly('03'), changed('12', 'Ball')],
    );
    expect(await shown(id)).toEqual(['03 Choir', '10 Choir', '12 Concert', '17 Choir', '24 Choir', '31 Choir']);
    await update();
    expect(await shown(id)).toEqual(['03 Choir', '10 Choir', '12 Ball', '17 Choir', '24 Choir', '31 Choir']);
  });

  it('is shown when the rule had it in the version before, also after that one is put back', async () => {
    const { id, update } = await versions([weekly('03'), changed('10', 'Ball')], [weekly('04'), changed('10', 'Ball')]);
    const { recurrence, overrides, start_at, end_at } = await read(id);
    const before = await shown(id);
    await update();
    expect(await shown(id)).toEqual(['04 Choir', '10 Ball', '11 Choir', '18 Choir', '25 Choir']);
    const undo = { method: 'PATCH', path: `/events/${id}`, body: { recurrence, overrides, start_at, end_at } } as const;
    await sendEvent([undo], await read(id), make);
    expect(await shown(id)).toEqual(before);
  });
});

describe('an update of a series', () => {
  it('has its own removed and added dates, also where they are those of a series that began on another day', async () => {
    const exceptions = ['EXDATE;TZID=Europe/Berlin:20260317T100000', 'RDATE;TZID=Europe/Berlin:20260320T100000'];
    const { id, update } = await versions([weekly('03', ...exceptions)], [weekly('10', ...exceptions)]);
    await update();
    expect(await shown(id)).toEqual(['10 Choir', '20 Choir', '24 Choir', '31 Choir']);
  });

  it('removes the exceptions that it does not have, also those of mails about one occurrence', async () => {
    const { id, update } = await versions(
      [weekly('03', 'EXDATE;TZID=Europe/Berlin:20260317T100000'), changed('10', 'Ball')],
      [weekly('03'), changed('31', 'Concert')],
      [weekly('03')],
    );
    await make([{ method: 'PATCH', path: `/events/${id}_20260324T090000Z`, body: { title: 'Picnic' } }]);
    expect(await shown(id)).toEqual(['03 Choir', '10 Ball', '24 Picnic', '31 Choir']);
    await update();
    expect(await shown(id)).toEqual(['03 Choir', '10 Choir', '17 Choir', '24 Choir', '31 Concert']);
    await update();
    expect(await shown(id)).toEqual(['03 Choir', '10 Choir', '17 Choir', '24 Choir', '31 Choir']);
  });

  it('can be to an event that does not repeat and is in UTC; other custom fields and reminders stay', async () => {
    const { id, update } = await versions(
      [weekly('03'), changed('10', 'Ball')],
      [['DTSTART:20260305T120000Z', 'DTEND:20260305T130000Z', 'SUMMARY:Choir']],
    );
    const own = { reminders: [{ type: 'email', minutes_before: 5 }], calendar_name: 'music' };
    const custom = { ...(await read(id)).custom_fields, color: 'red' };
    await make([{ method: 'PATCH', path: `/events/${id}`, body: { ...own, custom_fields: custom } }]);
    await update();
    expect(await read(id)).toMatchObject({
      ...own,
      start_at: '2026-03-05T12:00:00Z',
      timezone: null,
      recurrence: null,
      overrides: null,
      custom_fields: { color: 'red', invitation: { sequence: 1 } },
    });
  });

  it('has its version when all of it is stored', async () => {
    const { id, update } = await versions(
      [weekly('03'), changed('10', 'Ball')],
      [weekly('03'), changed('10', 'x'.repeat(5000))],
    );
    await expect(update()).rejects.toThrow('overrides');
    expect((await read(id)).custom_fields).toEqual({ invitation: { sequence: 0 } });
  });
});

it('only what the service says about changed occurrences is sent otherwise', () => {
  const body = { title: 'Weekly', recurrence: { freq: 'weekly', rdates: ['2026-04-01'] } };
  const stray = { field: 'overrides.2026-03-18T09:00:00Z', constraint: 'occurrence' };
  expect(withStrayOccurrences(body, { errors: [stray] })).toEqual({
    title: 'Weekly',
    recurrence: { freq: 'weekly', rdates: ['2026-04-01', '2026-03-18T09:00:00Z'] },
  });
  expect(withStrayOccurrences(body, { errors: [stray, { field: 'title', constraint: 'minLength' }] })).toBeUndefined();
  expect(withStrayOccurrences(body, {})).toBeUndefined();
});
