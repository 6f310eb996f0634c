// What a client of the feed asks for: event filters, messages, names of events, and cursors that the log cannot serve.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unknownEvent } from '../../src/feed/event-names.ts';
import { openApi } from '../../src/http/docs/openapi.ts';
import { limits } from '../../src/limits.ts';
import { pruneChanges } from '../../src/store/tables/changes.ts';
import { openFeed } from '../support/feed.ts';
import { changes, contact, email, event, make, newest, seqs, told } from '../support/feed-records.ts';
import { seqOf, startTestService, type TestService } from '../support/service.ts';

describe('requests of a client', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.end());

  it('?events= filters from the start, in the replay as well', async () => {
    const since = await newest(service);
    await email(service);
    const made = await event(service);
    const feed = await openFeed(service.url, `?since=${since}&events=email.*,event.created`);
    await contact(service);
    await make(service, 'PATCH', `/events/${made.id}`, { title: 'Moved' });
    await email(service);
    await event(service);
    await feed.until(() => feed.changes().length === 4);
    await feed.settled();
    expect(told(feed)).toEqual(['email.created', 'event.created', 'email.created', 'event.created']);
    expect(seqs(feed)).toEqual([since + 1, since + 2, since + 5, since + 6]);
    await feed.close();
  });

  it('subscribe and unsubscribe change what is sent from then on', async () => {
    const feed = await openFeed(service.url, '?events=contact.created');
    const say = async (action: string, events: string[]) => {
      feed.socket.send(JSON.stringify({ action, events }));
      await feed.settled(); // the pong comes after the message before it was understood
    };
    const all = async () => {
      const { id } = await contact(service);
      await make(service, 'PATCH', `/contacts/${id}`, { notes: 'x' });
      await event(service);
      await feed.settled();
    };
    await all();
    await say('subscribe', ['event.*']);
    await all();
    await say('unsubscribe', ['contact.created']);
    await all();
    await say('subscribe', ['*']);
    await all();
    await say('unsubscribe', ['contact.*']);
    await all();
    expect(told(feed)).toEqual([
      'contact.created',
      ...['contact.created', 'event.created'],
      'event.created',
      ...['contact.created', 'contact.updated', 'event.created'],
      'event.created',
    ]);
    await feed.close();
  });

  it('ping is answered by pong, with the seq up to which every change was sent or filtered', async () => {
    const feed = await openFeed(service.url, '?events=email.*');
    const { headers } = await service.ask('POST', '/contacts', { display_name: 'Ann' });
    feed.socket.send('{"action":"ping"}');
    await feed.until((all) => all.length === 2);
    expect(feed.messages[1]).toEqual({ event: 'pong', seq: seqOf({ headers }), timestamp: expect.any(String) });
    await feed.close();
  });

  const letter = (index: number) => String.fromCharCode(97 + (index % 26));
  const names = (count: number) =>
    Array.from({ length: count }, (_, index) => `note.${letter(index)}${letter(Math.floor(index / 26))}`);
  const malformed: [string, string | Buffer][] = [
    ['text that is no JSON', 'hello'],
    ['no text', ''],
    ['a binary message', Buffer.from([0, 1, 2])],
    ['a list', '[]'],
    ['null', 'null'],
    ['no action', '{}'],
    ['an unknown action', '{"action":"shout"}'],
    ['no events', '{"action":"subscribe"}'],
    ['an empty list of events', '{"action":"subscribe","events":[]}'],
    ['events that are no list', '{"action":"subscribe","events":"email.*"}'],
    ['a name that cannot be', '{"action":"subscribe","events":["email.*","EMAIL!"]}'],
    ['a misspelt resource', '{"action":"subscribe","events":["emial.*"]}'],
    ['a misspelt action', '{"action":"unsubscribe","events":["email.udpated"]}'],
    ['a resource that does not exist', '{"action":"subscribe","events":["contact.*","nope.*"]}'],
    ['an event that is a number', '{"action":"unsubscribe","events":[7]}'],
    ['too many events', JSON.stringify({ action: 'subscribe', events: names(limits.socketPatterns + 1) })],
  ];
  it.each(malformed)('%s is answered by an error, and the connection stays as it was', async (_, message) => {
    const feed = await openFeed(service.url, '?events=contact.*');
    feed.socket.send(message);
    await feed.settled();
    expect(feed.messages[1]).toMatchObject({ event: 'error', code: 'VALIDATION_ERROR', message: expect.any(String) });
    await email(service);
    await contact(service);
    await feed.settled();
    expect(told(feed)).toEqual(['contact.created']);
    await feed.close();
  });

  it.each(['since=-1', 'since=soon', 'events=', 'events=EMAIL', 'events=emial.*', 'colour=red'])(
    'an address with %s is answered by INVALID_QUERY and closed with 1008',
    async (query) => {
      const feed = await openFeed(service.url, `?${query}`);
      expect((await feed.closed).code).toBe(1008);
      expect(feed.messages).toMatchObject([{ event: 'error', code: 'INVALID_QUERY' }]);
    },
  );
});

describe('a name of an event that does not exist', () => {
  it('is answered with the name that was probably meant', async () => {
    const service = await startTestService();
    const feed = await openFeed(service.url);
    feed.socket.send('{"action":"subscribe","events":["emial.*"]}');
    await feed.settled();
    expect(feed.messages[1]).toMatchObject({ message: '"emial.*" fits no event; did you mean email.*?' });
    await feed.close();
    await service.end();
  });

  it('is not in the OpenAPI document or the guide', () => {
    const emitted = JSON.stringify(openApi('1')).match(/Emits [^"]*?\.(?=[" ])/g) ?? [];
    const guide = readFileSync(new URL('../../docs/guide/change-feed.md', import.meta.url), 'utf8');
    const names =
      [...emitted, guide].join(' ').match(/\b(event|email|contact|file|email_account|sync)\.(?!md)[a-z_]+\b/g) ?? [];
    expect(new Set(names).size).toBeGreaterThan(15);
    expect(unknownEvent(names)).toBeUndefined();
  });
});

describe('a cursor that the log cannot serve', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
    for (let made = 0; made < 5; made++) await contact(service);
    const before = Date.now() + 1000;
    expect(await service.store.write(1, (tx) => pruneChanges(tx, before, 3))).toBe(3);
  });
  afterAll(() => service.end());

  it.each([
    ['older than the kept log', 2],
    ['in the future', 6],
  ])('%s is CURSOR_EXPIRED: an error and close 4410 on the socket, 410 for polling', async (_, since) => {
    const feed = await openFeed(service.url, `?since=${since}`);
    expect((await feed.closed).code).toBe(4410);
    expect(feed.messages).toMatchObject([{ event: 'error', code: 'CURSOR_EXPIRED', details: { seq: 5 } }]);
    const answer = await service.ask('GET', `/changes?since=${since}`);
    expect([answer.status, answer.body]).toMatchObject([
      410,
      { error: { code: 'CURSOR_EXPIRED', details: { seq: 5 } } },
    ]);
  });

  it.each([
    [3, [4, 5]],
    [5, []],
  ])('since=%i, where the kept log begins or ends, is served', async (since, rest) => {
    const feed = await openFeed(service.url, `?since=${since}`);
    await feed.settled();
    expect(seqs(feed)).toEqual(rest);
    await feed.close();
    expect((await changes(service, `?since=${since}`)).data.map(({ seq }) => seq)).toEqual(rest);
  });
});
