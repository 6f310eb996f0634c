// Writes that wait together are committed together. One that fails takes nothing of the others with it, and nothing of
// its own is left.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEngine } from '../../../src/open-store.ts';
import type { Commit, Store, Tx } from '../../../src/store/port.ts';
import { addOwner, addUser } from '../../../src/store/tables/users.ts';
import { newDatabase } from '../../support/databases.ts';

const USER = 1;
let store: Store;
const commits: Commit[] = [];

beforeAll(async () => {
  store = await openEngine((await newDatabase()).place, { connections: 2 });
  await addOwner(store);
  store.onCommit((commit) => commits.push(commit));
});
afterAll(() => store.close());

/** Stores a change under this name; returns its seq. */
async function append(tx: Tx, name: string): Promise<number> {
  const seq = await tx.nextSeq();
  tx.run(
    "insert into changes (user_id, seq, event, at, record_id, doc) values (?1, ?2, 'test.made', ?3, ?4, '{}')",
    seq,
    tx.now,
    name,
  );
  return seq;
}

async function stored(user = USER): Promise<string[]> {
  const sql = 'select record_id from changes where user_id = ?1 order by seq';
  const [rows = []] = await store.read(user, [{ sql, params: [] }]);
  return rows.map(({ record_id }) => record_id as string);
}

async function lastSeq(user = USER): Promise<number> {
  const [rows = []] = await store.read(user, [{ sql: 'select seq from logs where user_id = ?1', params: [] }]);
  return rows[0]?.seq as number;
}

describe('writes that wait together', () => {
  it('one that fails after it has stored something is undone alone: the others run again and are stored', async () => {
    const before = await lastSeq();
    const runs: string[] = [];
    const write = (name: string, error?: Error) =>
      store.write(USER, async (tx) => {
        runs.push(name);
        const seq = await append(tx, name);
        if (error) throw error;
        return seq;
      });
    const fault = new Error('the write itself');
    const outcomes = await Promise.allSettled([write('a'), write('b', fault), write('c')]);
    expect(outcomes).toEqual([
      { status: 'fulfilled', value: before + 1 },
      { status: 'rejected', reason: fault },
      { status: 'fulfilled', value: before + 2 },
    ]);
    expect((await stored()).slice(-2)).toEqual(['a', 'c']);
    expect(await lastSeq()).toBe(before + 2);
    expect(runs).toEqual(['a', 'b', 'a', 'b', 'c']);
  });

  it('one that is refused before it has stored anything leaves the others as they are', async () => {
    const runs: string[] = [];
    const refusal = new Error('not found');
    const outcomes = await Promise.allSettled([
      store.write(USER, (tx) => {
        runs.push('d');
        return append(tx, 'd');
      }),
      store.write(USER, async (tx) => {
        runs.push('refused');
        await tx.get('select seq from logs where user_id = ?1');
        throw refusal;
      }),
      store.write(USER, (tx) => {
        runs.push('e');
        return append(tx, 'e');
      }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((await stored()).slice(-2)).toEqual(['d', 'e']);
    expect(runs).toEqual(['d', 'refused', 'e']);
  });

  it('a statement that the database refuses fails its own write alone', async () => {
    const outcomes = await Promise.allSettled([
      store.write(USER, (tx) => append(tx, 'f')),
      store.write(USER, (tx) => tx.run("insert into logs (user_id, seq) values (?1, 'none')")),
      store.write(USER, (tx) => append(tx, 'g')),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((await stored()).slice(-2)).toEqual(['f', 'g']);
  });

  it('a write that puts only words into the index and fails leaves none of them', async () => {
    const count = async () => {
      const [rows = []] = await store.read(USER, [{ sql: store.dialect.countIndexed('emails', USER), params: [] }]);
      return rows[0]?.n;
    };
    const before = await count();
    await expect(
      store.write(USER, (tx) => {
        tx.search.put('emails', 77, 'word', '', false);
        throw new Error('after the words');
      }),
    ).rejects.toThrow('after the words');
    expect(await count()).toBe(before);
  });
});

it('listeners hear of each commit once, after it, and not of what was rolled back', async () => {
  commits.length = 0;
  await Promise.allSettled([
    store.write(USER, (tx) => append(tx, 'h')),
    store.write(USER, async (tx) => {
      await append(tx, 'lost');
      throw new Error('lost');
    }),
    store.write(USER, (tx) => tx.wake(5)),
    store.write(USER, (tx) => void tx.now),
  ]);
  expect(commits.map(({ user, seq, dueAt }) => [user, seq !== undefined, dueAt])).toEqual([
    [USER, true, undefined],
    [USER, false, 5],
  ]);
  expect(commits[0]?.seq).toBe(await lastSeq());
});

it('users have logs of their own, whatever is committed together', async () => {
  const other = (await addUser(store, 'other')) as { id: number };
  const before = await lastSeq();
  await Promise.all([
    store.write(USER, (tx) => append(tx, 'i')),
    store.write(other.id, (tx) => append(tx, 'of the other')),
    store.write(USER, (tx) => append(tx, 'j')),
  ]);
  expect([await lastSeq(), await lastSeq(other.id)]).toEqual([before + 2, 1]);
  expect(await stored(other.id)).toEqual(['of the other']);
});

it('a statement of a user that does not bind the user is refused, also where it was used without one', async () => {
  const sql = 'select count(*) as n from users';
  await store.catalogue(sql);
  await expect(store.read(USER, [{ sql, params: [] }])).rejects.toThrow('without its user');
  await expect(store.write(USER, (tx) => tx.get(sql))).rejects.toThrow('without its user');
});
