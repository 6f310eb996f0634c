// What is read of the log for a client that wants little of it: of the other changes only the names of their events, a
// short stretch at a time, so that a long log blocks nobody.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Principal } from '../../src/access/access.ts';
import { changes } from '../../src/feed/changes.ts';
import { createHub } from '../../src/feed/hub.ts';
import { createFeedMemory } from '../../src/feed/memory.ts';
import { startClient } from '../../src/feed/socket.ts';
import { limits } from '../../src/limits.ts';
import type { Row, Store } from '../../src/store/port.ts';
import { pruneChanges } from '../../src/store/tables/changes.ts';
import { fakeSocket } from '../support/fake-socket.ts';
import { readPage } from '../support/pages.ts';
import { eventually } from '../support/process.ts';
import { changesSince } from '../support/scenario.ts';
import { startTestService, type TestService } from '../support/service.ts';

const BODY = 'x'.repeat(100_000);
const MAILS = 60;
const LOG = 5 * limits.changesStretch;
const owner: Principal = { user: 1, token: null, scopes: new Set(['admin']) };
let service: TestService;
/** The seqs of the contacts in the log: one among the mails, one at the end. */
let contacts: number[];

beforeAll(async () => {
  service = await startTestService();
  const mail = { from_address: 'a@b.org', received_at: '2026-02-17T09:00:00Z', body_plain: BODY };
  for (let index = 0; index < MAILS; index++) await service.ask('POST', '/emails', mail);
  const first = await addContact();
  await service.store.write(1, async (tx) => {
    for (let index = 0; index < LOG; index++) {
      const seq = await tx.nextSeq();
      tx.run(
        "insert into changes (user_id, seq, event, at, record_id, doc) values (?1, ?2, 'email.updated', ?3, 'none', '{}')",
        seq,
        tx.now,
      );
    }
  });
  contacts = [first, await addContact()];
});
afterAll(() => service.end());

async function addContact(): Promise<number> {
  await service.ask('POST', '/contacts', { first_name: 'Ann' });
  return (await changesSince(service, 0, 0)).seq;
}

/** The real store, and what was read of it: how often, characters in all, and the most rows of one read. */
function counting(store: Store): { store: Store; read: { times: number; chars: number; rows: number } } {
  const read = { times: 0, chars: 0, rows: 0 };
  const size = (row: Row) => Object.values(row).reduce<number>((sum, value) => sum + String(value ?? '').length, 0);
  return {
    read,
    store: {
      ...store,
      async read(user, queries, options) {
        const found = await store.read(user, queries, options);
        read.times++;
        read.chars += found.flat().reduce((sum, row) => sum + size(row), 0);
        read.rows = Math.max(read.rows, found.flat().length);
        return found;
      },
    },
  };
}

const parsed = readPage<{ seq: number; event: string }>;

describe('GET /changes', () => {
  it.each<[what: string, principal: Principal, given: object]>([
    ['a filter', owner, { events: ['contact.*'] }],
    ['a filter of one event', owner, { events: ['contact.created', 'contact.updated', 'event.created'] }],
    ['the scopes of a token', { ...owner, scopes: new Set(['contacts:read']) }, {}],
  ])('reads only what %s selects', async (_, principal, given) => {
    const { store, read } = counting(service.store);
    const { data, meta } = parsed(await changes(store, principal, { since: 0, ...given }));
    expect(data.map(({ seq }) => seq)).toEqual(contacts);
    expect(meta).toEqual({ seq: contacts[1], has_more: false });
    expect(read.chars).toBeLessThan(BODY.length / 10);
    expect(read.rows).toBeLessThan(20);
  });

  it('with a filter that matches nothing reads no change', async () => {
    const { store, read } = counting(service.store);
    const { data, meta } = parsed(await changes(store, owner, { since: 0, events: ['event.*'] }));
    expect({ data, meta }).toEqual({ data: [], meta: { seq: contacts[1], has_more: false } });
    expect(read.chars).toBeLessThan(BODY.length / 10);
  });

  it('sets has_more if anything that matches is left, however far away', async () => {
    const read = async (since: number, limit: number) => {
      const { data, meta } = parsed(await changes(service.store, owner, { since, limit, events: ['contact.*'] }));
      return [data.map(({ seq }) => seq), meta.has_more];
    };
    const [first, last] = contacts as [number, number];
    expect(await read(0, 0)).toEqual([[], true]);
    expect(await read(0, 1)).toEqual([[first], true]);
    expect(await read(0, 2)).toEqual([[first, last], false]);
    expect(await read(first, 1)).toEqual([[last], false]);
    expect(await read(last, 1)).toEqual([[], false]);
  });

  it('returns every change in pages, without a filter', async () => {
    const seqs: number[] = [];
    for (let more = true; more; ) {
      const { data, meta } = parsed(await changes(service.store, owner, { since: seqs.at(-1) ?? 0, limit: 1000 }));
      seqs.push(...data.map(({ seq }) => seq));
      more = meta.has_more;
    }
    expect(seqs).toEqual(Array.from({ length: contacts[1] as number }, (_, index) => index + 1));
  });

  it('without a filter reads the store once for a page', async () => {
    const { store, read } = counting(service.store);
    const { data, meta } = parsed(await changes(store, owner, { since: MAILS, limit: 100 }));
    expect(data).toHaveLength(100);
    expect(meta).toEqual({ seq: contacts[1], has_more: true });
    expect(read.times).toBe(1);
  });

  it('yields while it scans the log', async () => {
    let turns = 0;
    let done = false;
    const turn = () => {
      turns++;
      if (!done) setImmediate(turn);
    };
    setImmediate(turn);
    await changes(service.store, owner, { since: 0, events: ['event.*'] });
    done = true;
    expect(turns).toBeGreaterThanOrEqual(LOG / limits.changesStretch);
  });
});

it('a replay over the socket reads only what its filter selects', async () => {
  const { store, read } = counting(service.store);
  const fail = (error: unknown) => {
    throw error;
  };
  const hub = createHub(service.store, () => {}, fail);
  const { socket, sent } = fakeSocket();
  const parts = { store, hub, memory: createFeedMemory(), onError: fail };
  startClient(
    socket,
    owner,
    { since: 0, events: ['contact.*'], bodies: true },
    { ...parts, readCounts: async () => ({}) },
  );
  await eventually(
    () => sent,
    (all) => all.length === 3,
  );
  expect(sent.map(({ seq }) => seq)).toEqual([contacts[1], ...contacts]);
  expect(read.chars).toBeLessThan(BODY.length / 10);
});

it('a log that is pruned during the scan is CURSOR_EXPIRED, and nothing is skipped', async () => {
  let reads = 0;
  const pruning: Store = {
    ...service.store,
    async read(user, queries, options) {
      if (++reads === 4)
        await service.store.write(1, (tx) => pruneChanges(tx, Number.POSITIVE_INFINITY, LOG - limits.changesStretch));
      return service.store.read(user, queries, options);
    },
  };
  await expect(changes(pruning, owner, { since: 0, events: ['event.*'] })).rejects.toMatchObject({
    code: 'CURSOR_EXPIRED',
  });
});

it('a response that grows too large ends with has_more, and the next one continues', async () => {
  const own = await startTestService();
  const [rows, chars] = [10, limits.pageBytes / 8];
  await own.store.write(1, async (tx) => {
    for (let index = 0; index < rows; index++)
      tx.run(
        "insert into changes (user_id, seq, event, at, record_id, doc) values (?1, ?2, 'contact.created', ?3, 'none', ?4)",
        await tx.nextSeq(),
        tx.now,
        `{"text":"${'x'.repeat(chars)}"}`,
      );
  });
  const first = parsed(await changes(own.store, owner, { since: 0 }));
  const rest = parsed(await changes(own.store, owner, { since: first.data.at(-1)?.seq as number }));
  expect([first.meta.has_more, rest.meta.has_more]).toEqual([true, false]);
  expect([...first.data, ...rest.data].map(({ seq }) => seq)).toEqual(Array.from({ length: rows }, (_, n) => n + 1));
  await own.end();
});
