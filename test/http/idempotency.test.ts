// Idempotency-Key: a request that is repeated under its key is answered as it was, and done once.
import { afterAll, expect, vi } from 'vitest';
import { contact, idOf, standing, trashed } from '../support/records.ts';
import { changesSince, type Scenario, scenarios } from '../support/scenario.ts';

afterAll(() => void vi.useRealTimers());

type Given = NonNullable<Scenario['given']>;

const ann = { display_name: 'Ann Lee' };
const MISSING = '00000000-0000-0000-0000-000000000000';
const invalid = { status: 400, error: 'VALIDATION_ERROR', events: [] };
const keyed = (key: string) => ({ 'idempotency-key': key });

/** A POST under a key has been answered: its {answer}, {etag} and the {id} of its record. */
function answered(key: string, path: string, body: unknown): Given {
  return async ({ service }) => {
    const answer = await service.ask('POST', path, body, keyed(key));
    expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([201, null]);
    return {
      id: idOf((answer.body as { data: object }).data),
      answer: answer.text,
      etag: answer.headers.get('etag') ?? '',
    };
  };
}
/** A record was changed under a key, with its ETag {before}. */
function changed(key: string, method: string, body?: unknown, query = ''): Given {
  return async ({ service }) => {
    const made = await service.ask('POST', '/contacts', ann);
    const [id, before] = [idOf((made.body as { data: object }).data), made.headers.get('etag') ?? ''];
    const guarded = { ...keyed(key), 'if-match': before };
    const answer = await service.ask(method, `/contacts/${id}${query}`, body, guarded);
    expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([200, null]);
    return { id, before, answer: answer.text, etag: answer.headers.get('etag') ?? '' };
  };
}
const replays: Scenario['also'] = ({ text, headers }, _world, { answer, etag }) =>
  expect([text, headers.get('etag'), headers.get('idempotent-replayed')]).toEqual([answer, etag, 'true']);
const isFirst: Scenario['also'] = ({ headers }) => expect(headers.get('idempotent-replayed')).toBeNull();

// biome-ignore format: a table
scenarios('Idempotency-Key', [
  { name: 'the same request is answered byte for byte and changes nothing', given: answered('a1', '/contacts', ann), ask: ['POST', '/contacts', ann, keyed('a1')], status: 201, events: [], also: replays },
  { name: 'the same key with another body is 409', given: answered('a2', '/contacts', ann), ask: ['POST', '/contacts', { ...ann, notes: 'x' }, keyed('a2')], status: 409, error: 'IDEMPOTENCY_KEY_REUSED', events: [] },
  { name: 'the same key on another path is 409', given: answered('a3', '/contacts', ann), ask: ['POST', '/emails/drafts', ann, keyed('a3')], status: 409, error: 'IDEMPOTENCY_KEY_REUSED', events: [] },
  { name: 'another key makes another record', given: answered('a4', '/contacts', ann), ask: ['POST', '/contacts', ann, keyed('a4b')], status: 201, events: ['contact.created'], also: isFirst },
  { name: 'the first answer comes even when the record has changed since', given: async (world) => {
    const names = (await answered('a5', '/contacts', ann)(world));
    await world.make('PATCH', `/contacts/${names.id}`, { notes: 'later' });
    return names;
  }, ask: ['POST', '/contacts', ann, keyed('a5')], status: 201, events: [], also: replays },
  { name: 'a refused request keeps nothing: the key is free for a right one', given: async ({ service }) => {
    expect((await service.ask('POST', '/contacts', { nme: 'x' }, keyed('a6'))).status).toBe(400);
    return {};
  }, ask: ['POST', '/contacts', ann, keyed('a6')], status: 201, events: ['contact.created'], also: isFirst },
  { name: 'a request refused for the state of a record may be repeated under its key', given: async (world) => {
    const names = await standing(contact)(world);
    expect((await world.service.ask('POST', `/contacts/${names.id}/restore`, undefined, keyed('a7'))).status).toBe(409);
    await world.make('DELETE', `/contacts/${names.id}`);
    return names;
  }, ask: ['POST', '/contacts/{id}/restore', undefined, keyed('a7')], status: 200, events: ['contact.restored'], also: isFirst },
  { name: 'an action is done once', given: async (world) => {
    const names = await trashed(contact)(world);
    const { text: answer, headers } = await world.service.ask('POST', `/contacts/${names.id}/restore`, undefined, keyed('a8'));
    return { ...names, answer, etag: headers.get('etag') ?? '' };
  }, ask: ['POST', '/contacts/{id}/restore', undefined, keyed('a8')], status: 200, events: [], also: replays },
  { name: 'the key of one record’s action is 409 for another record', given: async (world) => {
    const first = await trashed(contact)(world);
    await world.service.ask('POST', `/contacts/${first.id}/restore`, undefined, keyed('a9'));
    return trashed(contact)(world);
  }, ask: ['POST', '/contacts/{id}/restore', undefined, keyed('a9')], status: 409, error: 'IDEMPOTENCY_KEY_REUSED', events: [] },
  { name: 'requests that come at once under one key make one record', given: async ({ service }) => {
    const since = (await changesSince(service, 0, 0)).seq;
    const all = await Promise.all(Array.from({ length: 8 }, () => service.ask('POST', '/contacts', ann, keyed('a10'))));
    expect(new Set(all.map(({ text }) => text)).size).toBe(1);
    expect(all.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
    expect((await changesSince(service, since, 100)).messages.map((one) => one.event)).toEqual(['contact.created']);
    return { answer: all[0]?.text as string, etag: all[0]?.headers.get('etag') ?? '' };
  }, ask: ['POST', '/contacts', ann, keyed('a10')], status: 201, events: [], also: replays },
  { name: 'just before 24 hours the answer is kept', given: async (world) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-02-17T12:00:00Z') });
    const names = await answered('a11', '/contacts', ann)(world);
    vi.setSystemTime(new Date('2026-02-18T11:59:59Z'));
    return names;
  }, ask: ['POST', '/contacts', ann, keyed('a11')], status: 201, events: [], also: replays },
  { name: 'after 24 hours the key is free', given: async () => {
    vi.setSystemTime(new Date('2026-02-18T12:00:01Z'));
    return {};
  }, ask: ['POST', '/contacts', { ...ann, notes: 'next day' }, keyed('a11')], status: 201, events: ['contact.created'], also: (...all) => { vi.useRealTimers(); return isFirst(...all); } },
  { name: 'a key of 255 characters is taken', ask: ['POST', '/contacts', ann, keyed('k'.repeat(255))], status: 201, events: ['contact.created'] },
  { name: 'a longer key is refused', ask: ['POST', '/contacts', ann, keyed('k'.repeat(256))], ...invalid, field: 'Idempotency-Key', faults: ['Idempotency-Key'] },
  { name: 'an empty key is refused', ask: ['POST', '/contacts', ann, keyed('')], ...invalid, field: 'Idempotency-Key', faults: ['Idempotency-Key'] },
  { name: 'a key that is not ASCII is refused', ask: ['POST', '/contacts', ann, keyed('schl\u00fcssel')], ...invalid, field: 'Idempotency-Key', faults: ['Idempotency-Key'] },
  { name: 'the key of a POST is 409 for a PATCH', given: answered('a12', '/contacts', ann), ask: ['PATCH', '/contacts/{id}', { notes: 'x' }, keyed('a12')], status: 409, error: 'IDEMPOTENCY_KEY_REUSED', events: [] },
  { name: 'a known key is 409 also for a record that does not exist, so a client can ask for it without a change', given: answered('a17', '/contacts', ann), ask: ['PATCH', `/emails/drafts/${MISSING}`, {}, keyed('a17')], status: 409, error: 'IDEMPOTENCY_KEY_REUSED', events: [] },
  { name: 'an unknown key is 404 for it', ask: ['PATCH', `/emails/drafts/${MISSING}`, {}, keyed('a18')], status: 404, error: 'NOT_FOUND', events: [] },
  { name: 'a PATCH with If-Match is done once, although its own change has made the tag old', given: changed('a13', 'PATCH', { notes: 'x' }), ask: ['PATCH', '/contacts/{id}', { notes: 'x' }, { ...keyed('a13'), 'if-match': '{before}' }], status: 200, events: [], also: replays },
  { name: 'a PATCH with If-Match under another key is 412', given: changed('a14', 'PATCH', { notes: 'x' }), ask: ['PATCH', '/contacts/{id}', { notes: 'x' }, { ...keyed('a14b'), 'if-match': '{before}' }], status: 412, error: 'PRECONDITION_FAILED', events: [] },
  { name: 'a DELETE is done once, and its repetition is no second one', given: changed('a15', 'DELETE'), ask: ['DELETE', '/contacts/{id}', undefined, keyed('a15')], status: 200, events: [], also: replays },
  { name: 'a permanent DELETE is done once, although the record is gone', given: changed('a16', 'DELETE', undefined, '?permanent=true'), ask: ['DELETE', '/contacts/{id}?permanent=true', undefined, keyed('a16')], status: 200, events: [], also: replays },
]);
