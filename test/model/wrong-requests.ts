// Requests that must be refused whatever the world is like, and bodies that no PATCH accepts.
import type { Fields, Kind } from './kinds.ts';
import type { Wrong } from './operations.ts';

const invalid = (path: string, body?: unknown): Wrong => ({
  method: 'POST',
  path,
  ...(body !== undefined && { body }),
  status: 400,
  error: 'VALIDATION_ERROR',
});
const asked = (path: string): Wrong => ({ method: 'GET', path, status: 400, error: 'INVALID_QUERY' });

const mail = { from_address: 'a@x.org', received_at: '2026-02-17' };

export const wrongRequests: Wrong[] = [
  invalid('/events'),
  invalid('/events', {}),
  invalid('/events', '{"title": "cut o'),
  invalid('/events', [{ title: 'Dentist', start_at: '2026-02-17' }]),
  invalid('/events', { title: 'Dentist', start_at: '2026-02-30' }),
  invalid('/events', { title: 'Dentist', start_at: '2026-02-17', all_day: 'true' }),
  invalid('/events', { titel: 'Dentist', title: 'Dentist', start_at: '2026-02-17' }),
  invalid('/events', { title: 'Dentist', start_at: '2026-02-17', id: 'mine' }),
  invalid('/events', { title: 'Dentist', start_at: '2026-02-17', recurrence: { freq: 'secondly' } }),
  invalid('/contacts', { company: 'Nameless' }),
  invalid('/contacts', { first_name: 'Ann', tags: 'friend' }),
  invalid('/contacts', {
    first_name: 'Ann',
    phones: [
      { number: '1', primary: true },
      { number: '2', primary: true },
    ],
  }),
  invalid('/emails', { from_address: 'a@x.org' }),
  invalid('/emails', { received_at: '2026-02-17' }),
  invalid('/emails', { ...mail, status: 'lost' }),
  invalid('/emails', { ...mail, snoozed_until: '2999-01-01' }),
  invalid('/emails/drafts', { to: 'a@x.org', to_addresses: [] }),
  invalid('/emails/send', { body_plain: 'Hello' }),
  invalid('/emails/send', { to_addresses: [], body_plain: 'Hello' }),
  invalid('/emails/send', { to_addresses: ['bob@example.org'] }),
  invalid('/emails/batch', { ids: [], action: 'star' }),
  invalid('/emails/batch', { ids: Array.from({ length: 101 }, (_, index) => String(index)), action: 'star' }),
  invalid('/emails/batch', { ids: ['x'], action: 'burn' }),
  invalid('/emails/batch', { ids: ['x'], action: 'move' }),
  invalid('/emails/batch', { ids: ['x'], action: 'snooze', params: { until: 'soon' } }),
  asked('/events?limit=-1'),
  asked('/events?date=2026-02-30'),
  asked('/events?sort=location'),
  asked('/emails?is_read=maybe'),
  asked('/emails?offset=x'),
  asked('/contacts?order=up'),
  asked('/contacts?colour=red'),
  asked('/contacts?fields=tags&format=compact'),
  { method: 'GET', path: '/nothing', status: 404, error: 'NOT_FOUND' },
  { method: 'DELETE', path: '/contacts', status: 405, error: 'METHOD_NOT_ALLOWED' },
];

export const wrongPatches: Record<Kind, Fields[]> = {
  event: [{ title: null }, { start_at: 'soon' }, { created_at: '2026-02-17' }, { reminders: [{ type: 'email' }] }],
  email: [{ subject: 'Rewritten' }, { folder: null }, { is_read: 1 }, { labels: [1] }],
  contact: [{ display_name: null }, { tags: null }, { emails: [{ label: 'work' }] }, { name: 'Ann' }],
};
