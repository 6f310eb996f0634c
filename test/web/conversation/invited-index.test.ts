// Which event an invitation is about, and which messages of the feed can change that.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseInvitations } from '../../../web/src/conversation/invitations/invitation.ts';
import { changesOf, INDEX_CHANGES, invitedIds } from '../../../web/src/conversation/invitations/invited-index.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

const invitationTo = (...lines: string[]) => {
  const text = ['BEGIN:VEVENT', 'UID:choir', 'DTSTART:20260303T090000Z', ...lines, 'END:VEVENT'].join('\n');
  const [found] = parseInvitations(text);
  if (!found) throw new Error('It cannot be read.');
  return found;
};

it('an invitation is about the event with its UID; one to an occurrence also about the series', () => {
  const index = [
    { id: 'e1', source_id: 'lunch' },
    { id: 'e2', source_id: 'choir' },
    { id: 'e3', source_id: 'choir#2026-03-10T09:00:00Z' },
  ];
  const none = { series: undefined, occurrence: undefined };
  expect(invitedIds(index, invitationTo())).toEqual({ own: 'e2', ...none });
  expect(invitedIds(index.slice(0, 1), invitationTo('RECURRENCE-ID:20260310T090000Z'))).toEqual({
    own: undefined,
    ...none,
  });
  expect(invitedIds(index, invitationTo('RECURRENCE-ID:20260310T090000Z'))).toEqual({
    own: 'e3',
    series: 'e2',
    occurrence: 'e2_20260310T090000Z',
  });
  // The calendar may have it, but that cannot be known.
  expect(invitedIds(index, invitationTo('RECURRENCE-ID;TZID=My Zone:20260317T090000'))).toMatchObject({
    own: undefined,
    series: 'e2',
    occurrence: undefined,
  });
});

it('the UIDs are read again when an event of an invitation is new, and the event when it is changed', async () => {
  const times = { start_at: '2026-03-03T09:00:00Z', recurrence: { freq: 'daily' } };
  const post = async (path: string, body?: object) =>
    ((await service.ask('POST', path, body)).body as { data: { id: string } }).data.id;
  const id = await post('/events', { title: 'Choir', source: 'invitation', source_id: 'choir', ...times });
  await service.ask('PATCH', `/events/${id}_20260310T090000Z`, { title: 'Ball' });
  await service.ask('PATCH', `/events/${id}`, { title: 'Choir, at nine' });
  await service.ask('DELETE', `/events/${id}`);
  await post(`/events/${id}/restore`);
  await post('/events', { title: 'Dentist', start_at: '2026-03-03T09:00:00Z' });
  const { data } = (await service.ask('GET', '/changes?since=0')).body as { data: { event: string; data: object }[] };
  const read = [INDEX_CHANGES, changesOf(id)].map(({ events, concerns }) =>
    data
      .filter(({ event }) => events.includes(event) || events.includes('event.*'))
      .filter((message) => concerns(message as never))
      .map(({ event }) => event),
  );
  expect(read).toEqual([
    ['event.created', 'event.restored'],
    ['event.created', 'event.updated', 'event.updated', 'event.deleted', 'event.restored'],
  ]);
});
