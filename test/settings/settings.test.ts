// Settings: one object for each user, with defaults, changed like a record and sent on the feed.
import { describe, expect, it } from 'vitest';
import { addUser } from '../../src/store/tables/users.ts';
import { keyOf } from '../support/keys.ts';
import { type Scenario, scenarios } from '../support/scenario.ts';
import { startTestService } from '../support/service.ts';

const DEFAULTS = {
  timezone: null,
  week_start: 'MO',
  working_hours: null,
  hold_seconds: 0,
  signature_position: 'above',
  custom_fields: null,
};

const refused = (what: string, body: object, field: string, says: string): Scenario => ({
  name: `${what} is refused`,
  ask: ['PATCH', '/settings', body],
  status: 400,
  error: 'VALIDATION_ERROR',
  field,
  says,
  events: [],
});

// biome-ignore format: a row is a line
scenarios('settings', [
  { name: 'that nobody has changed have their defaults', ask: ['GET', '/settings'], status: 200, body: { data: { ...DEFAULTS, updated_at: null } }, events: [] },
  { name: 'a PATCH changes what was sent and nothing else', ask: ['PATCH', '/settings', { week_start: 'SU', working_hours: 'mon-fri 09:00-17:00' }], status: 200, body: { data: { ...DEFAULTS, week_start: 'SU', working_hours: 'mon-fri 09:00-17:00' } }, events: ['settings.updated'],
    also: async (answer, { service }) => {
      const read = await service.ask('GET', '/settings');
      expect(read.text).toBe(answer.text);
      expect(read.headers.get('etag')).toBe(answer.headers.get('etag'));
      const { data } = (await service.ask('GET', '/changes?since=0&events=settings.*')).body as { data: { data: object }[] };
      expect(data.at(-1)?.data).toEqual((answer.body as { data: object }).data);
    } },
  { name: 'null clears one', ask: ['PATCH', '/settings', { working_hours: null }], status: 200, body: { data: { week_start: 'SU', working_hours: null } }, events: ['settings.updated'] },
  { name: 'a PATCH with the same values emits too', ask: ['PATCH', '/settings', { week_start: 'SU' }], status: 200, events: ['settings.updated'] },
  { name: 'a time zone of Windows is stored as the IANA name', ask: ['PATCH', '/settings', { timezone: 'W. Europe Standard Time' }], status: 200, body: { data: { timezone: 'Europe/Berlin' } }, events: ['settings.updated'] },
  { name: 'clients keep values of their own', ask: ['PATCH', '/settings', { custom_fields: { theme: 'dark\u0000' } }], status: 200, body: { data: { custom_fields: { theme: 'dark\u0000' } } }, events: ['settings.updated'] },
  { name: 'If-Match with an old ETag is 412', ask: ['PATCH', '/settings', { week_start: 'MO' }, { 'if-match': '"0"' }], status: 412, error: 'PRECONDITION_FAILED', events: [] },
  { name: 'If-Match with the current ETag changes them', ask: ['PATCH', '/settings', { hold_seconds: 120 }], status: 200, events: ['settings.updated'],
    also: async (answer, { service }) => {
      const etag = { 'if-match': answer.headers.get('etag') as string };
      expect((await service.ask('PATCH', '/settings', { hold_seconds: 0 }, etag)).status).toBe(200);
      expect((await service.ask('PATCH', '/settings', { hold_seconds: 0 }, etag)).status).toBe(412);
    } },
  refused('an unknown time zone', { timezone: 'Europe/Berlim' }, 'timezone', 'did you mean Europe/Berlin?'),
  refused('a day in another form', { week_start: 'sunday' }, 'week_start', 'must be one of MO, TU'),
  refused('a longer hold', { hold_seconds: 121 }, 'hold_seconds', 'must be at most 120'),
  refused('half a second', { hold_seconds: 0.5 }, 'hold_seconds', 'must be an integer'),
  refused('hours in another form', { working_hours: '9 to 5' }, 'working_hours', 'such as mon-fri 09:00-17:00'),
  refused('a misspelt setting', { week_starts: 'MO' }, 'week_starts', 'did you mean week_start?'),
  refused('a time of the service', { updated_at: '2026-01-01' }, 'updated_at', 'cannot be set here'),
]);

describe('settings', () => {
  it('of one user are not those of another, and any token reads them but only settings:write changes them', async () => {
    const service = await startTestService();
    const bob = await addUser(service.store, 'bob');
    const reader = await keyOf(service, ['events:read']);
    const writer = await keyOf(service, ['settings:write']);
    const other = await keyOf(service, ['emails:read'], bob?.id);
    const week = async ({ headers }: { headers: Record<string, string> }) =>
      ((await service.ask('GET', '/settings', undefined, headers)).body as { data: typeof DEFAULTS }).data.week_start;
    expect((await service.ask('PATCH', '/settings', { week_start: 'SA' }, reader.headers)).status).toBe(403);
    expect((await service.ask('PATCH', '/settings', { week_start: 'SA' }, writer.headers)).status).toBe(200);
    expect([await week(reader), await week(writer), await week(other)]).toEqual(['SA', 'SA', 'MO']);
    const events = async ({ headers }: { headers: Record<string, string> }) =>
      (
        (await service.ask('GET', '/changes?since=0', undefined, headers)).body as { data: { event: string }[] }
      ).data.map(({ event }) => event);
    expect([await events(reader), await events(other)]).toEqual([['settings.updated'], []]);
    await service.end();
  });
});
