// The feed to poll: what it tells, how it is asked, where it ends and begins, and what it forgets.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pruneChanges } from '../../src/store/tables/changes.ts';
import { contact, event, idOf, standing } from '../support/records.ts';
import { changesSince, type Scenario, scenarios, type World } from '../support/scenario.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Five changes of two records: {first} is the seq before them, {id} an event, {contact} a contact. */
async function changed({ service, make }: World): Promise<Record<string, string>> {
  const first = String((await changesSince(service, 0, 0)).seq);
  const id = idOf(await make('POST', '/events', event.least));
  const contactId = idOf(await make('POST', '/contacts', contact.least));
  await make('PATCH', `/events/${id}`, { title: 'New' });
  await make('DELETE', `/contacts/${contactId}`);
  await make('DELETE', `/events/${id}?permanent=true`);
  const numbers = Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`s${n}`, String(Number(first) + n)]));
  return { first, id, contact: contactId, ...numbers };
}
const told =
  (...events: string[]): Scenario['also'] =>
  ({ body }) =>
    expect((body as { data: { event: string }[] }).data.map((one) => one.event)).toEqual(events);
const ALL = ['event.created', 'contact.created', 'event.updated', 'contact.deleted', 'event.deleted'];
const page = (more: boolean) => ({ status: 200, events: [], body: { meta: { has_more: more } } });
const badQuery = (field: string) => ({ status: 400, error: 'INVALID_QUERY', field, faults: [field], events: [] });

// biome-ignore format: a table
scenarios('the feed to poll', [
  { name: 'since shows what came after it', given: changed, ask: ['GET', '/changes?since={first}'], ...page(false), also: told(...ALL) },
  { name: 'a message has event, data, timestamp and seq, without gaps', given: changed, ask: ['GET', '/changes?since={first}'], ...page(false), also: ({ body }, _world, { first }) => {
    const { data, meta } = body as { data: { seq: number }[]; meta: object };
    expect(data.map((one) => one.seq)).toEqual([1, 2, 3, 4, 5].map((n) => Number(first) + n));
    for (const one of data) expect(one).toEqual({ event: expect.any(String), data: expect.any(Object), timestamp: expect.stringMatching(/^\d{4}-.*Z$/), seq: expect.any(Number) });
    expect(meta).toEqual({ seq: Number(first) + 5, has_more: false });
  } },
  { name: 'a change tells the full record, as it was then', given: changed, ask: ['GET', '/changes?since={s1}&limit=1'], ...page(true), also: ({ body }) => expect((body as { data: object[] }).data).toMatchObject([{ event: 'contact.created', data: { ...contact.least, deleted_at: null, source: 'local', emails: [] } }]) },
  { name: 'a deletion tells id and deleted_at', given: changed, ask: ['GET', '/changes?since={s3}&limit=1'], ...page(true), also: ({ body }, _world, { contact: id }) => expect((body as { data: { data: object }[] }).data[0]?.data).toEqual({ id, deleted_at: expect.any(String) }) },
  { name: 'an erasure tells id and permanent', given: changed, ask: ['GET', '/changes?since={s4}'], ...page(false), also: ({ body }, _world, { id }) => expect((body as { data: { data: object }[] }).data[0]?.data).toEqual({ id, permanent: true }) },
  { name: 'limit ends the page, and there is more', given: changed, ask: ['GET', '/changes?since={first}&limit=2'], ...page(true), also: told('event.created', 'contact.created') },
  { name: 'a page that ends with the newest has no more', given: changed, ask: ['GET', '/changes?since={s3}&limit=2'], ...page(false), also: told('contact.deleted', 'event.deleted') },
  { name: 'limit=0 tells the newest seq only', given: changed, ask: ['GET', '/changes?since={first}&limit=0'], ...page(true), also: told() },
  { name: 'since the newest there is nothing', given: changed, ask: ['GET', '/changes?since={s5}'], status: 200, body: { data: [], meta: { has_more: false } }, events: [] },
  { name: 'events shows one resource', given: changed, ask: ['GET', '/changes?since={first}&events=contact.*'], ...page(false), also: told('contact.created', 'contact.deleted') },
  { name: 'events shows named ones', given: changed, ask: ['GET', '/changes?since={first}&events=event.updated,%20contact.deleted'], ...page(false), also: told('event.updated', 'contact.deleted') },
  { name: 'events=* shows all', given: changed, ask: ['GET', '/changes?since={first}&events=*'], ...page(false), also: told(...ALL) },
  { name: 'limit counts what events lets through', given: changed, ask: ['GET', '/changes?since={first}&events=event.*&limit=2'], ...page(true), also: told('event.created', 'event.updated') },
  { name: 'there is no more when events lets nothing more through', given: changed, ask: ['GET', '/changes?since={first}&events=contact.*&limit=2'], ...page(false), also: told('contact.created', 'contact.deleted') },
  ...([['emial.*', 'did you mean email.*?'], ['emails.created', 'did you mean email.*?'], ['message.*', 'did you mean email.*?'], ['email.recieved', 'there are email.created, '], ['email.qeued', 'did you mean email.queued?'], ['contact.*,nope.*', 'there are event.*, email.*, contact.*']] as const).map(([events, hint]): Scenario => (
    { name: `events=${events} is refused: it fits no event`, ask: ['GET', `/changes?events=${events}`], ...badQuery('events'), says: hint })),
  { name: 'an event of a resource that other services have shows nothing', given: changed, ask: ['GET', '/changes?since={first}&events=note.*'], ...page(false), also: told() },
  { name: 'a since after the newest is 410 CURSOR_EXPIRED', given: changed, ask: ['GET', '/changes?since={s6}'], status: 410, error: 'CURSOR_EXPIRED', says: '{s5}', events: [] },
  ...([['since', '-1'], ['since', 'x'], ['since', ''], ['limit', '-1'], ['limit', 'all'], ['events', ''], ['events', 'email'], ['events', 'Email.*'], ['events', 'email.*;x'], ['sinc', '1']] as const).map(([field, value]): Scenario => (
    { name: `${field}=${value} is refused`, ask: ['GET', `/changes?${field}=${encodeURIComponent(value)}`], ...badQuery(field) })),
  { name: 'what is erased leaves no content in the log', given: async (world) => {
    const since = (await changesSince(world.service, 0, 0)).seq;
    const { id } = await standing(event, { title: 'Sesame one', custom_fields: { pin: 'sesame' } })(world);
    await world.make('PATCH', `/events/${id}`, { description: 'sesame two' });
    await world.make('DELETE', `/events/${id}`);
    await world.make('POST', `/events/${id}/restore`);
    await world.make('DELETE', `/events/${id}?permanent=true`);
    return { since: String(since), id: id as string };
  }, ask: ['GET', '/changes?since={since}'], ...page(false), also: ({ body, text }, _world, { id }) => {
    expect(text).not.toMatch(/sesame/i);
    const { data } = body as { data: { event: string; data: object }[] };
    expect(data.map((one) => one.event)).toEqual(['event.created', 'event.updated', 'event.deleted', 'event.restored', 'event.deleted']);
    for (const one of data) expect(one.data).toEqual({ id, permanent: true });
  } },
]);

describe('a log whose oldest changes were removed', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
    for (const display_name of ['Ann', 'Bo', 'Cem', 'Di', 'Eve'])
      await service.ask('POST', '/contacts', { display_name });
    await service.store.write(1, (tx) => pruneChanges(tx, Date.now() + 1000, 3));
  });
  afterAll(() => service.end());

  it.each([0, 1, 2])('since=%i is 410 CURSOR_EXPIRED and says where to continue', async (since) => {
    const answer = await service.ask('GET', `/changes?since=${since}`);
    expect(answer.status).toBe(410);
    expect(answer.body).toMatchObject({ error: { code: 'CURSOR_EXPIRED', details: { seq: 5 } } });
  });

  it('since= the last removed change, nothing is missing', async () => {
    const { messages } = await changesSince(service, 3, 100);
    expect(messages.map((one) => [one.seq, one.data.display_name])).toEqual([
      [4, 'Di'],
      [5, 'Eve'],
    ]);
  });

  it('all records still exist', async () => {
    expect((await service.ask('GET', '/contacts?limit=0')).body).toMatchObject({ meta: { total: 5 } });
  });
});
