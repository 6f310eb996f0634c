// Live queries: which answer is shown when changes, replacements and failures come between.
import { describe, expect, it } from 'vitest';
import { emitMessage, emitResync } from '../../../web/src/data/live/feed.ts';
import { LiveQuery } from '../../../web/src/data/live/query.ts';
import { readCached } from '../../../web/src/data/storage/cache.ts';
import { waitUntil } from '../../support/wait-until.ts';

let serial = 0;

/** A query whose answers the test gives. */
function queryWith(options = {}, key = `query-${++serial}`) {
  const asked: { signal: AbortSignal; answer(text: string): void; fail(error: Error): void }[] = [];
  const query = new LiveQuery<string>(
    key,
    (signal) => new Promise((answer, fail) => asked.push({ signal, answer, fail })),
    { events: ['email.*'], ...options },
  );
  const untilAsked = (times: number) =>
    waitUntil(
      () => asked.length,
      (count) => count === times,
    );
  return { key, query, asked, untilAsked };
}

const changed = { event: 'email.updated', seq: 1, timestamp: '', data: { id: 'e1' } } as never;

describe('a live query', () => {
  it('is read again after a change while it is shown, and when it is shown again after one', async () => {
    const { query, asked, untilAsked } = queryWith();
    const hide = query.show();
    await untilAsked(1);
    asked[0]?.answer('one');
    await waitUntil(query.get, ({ data }) => data === 'one');
    hide();
    emitMessage(changed);
    expect(asked).toHaveLength(1);
    query.show();
    await untilAsked(2);
  });

  it('that no event concerns is read again each time it is shown', async () => {
    const { query, asked, untilAsked } = queryWith({ events: undefined });
    const hide = query.show();
    await untilAsked(1);
    asked[0]?.answer('one');
    await waitUntil(query.get, ({ data }) => data === 'one');
    hide();
    query.show();
    await untilAsked(2);
    expect(query.get().data).toBe('one'); // shown until the answer
  });

  it('shows what is stored until the answer, and with the error if there is none', async () => {
    const first = queryWith();
    first.query.replace('stored');
    const { query, asked } = queryWith({}, first.key);
    query.show();
    expect(asked).toHaveLength(1); // what is stored is read meanwhile
    await waitUntil(query.get, ({ data }) => data === 'stored');
    asked[0]?.fail(new Error('no connection'));
    await waitUntil(query.get, ({ error }) => error !== undefined);
    expect(query.get()).toMatchObject({
      data: 'stored',
      error: { message: 'no connection' },
      isLoading: false,
    });
  });

  it('keeps a replacement that is newer than the answer of a request that runs', async () => {
    const { query, asked, untilAsked } = queryWith();
    const seen: (string | undefined)[] = [];
    query.subscribe(() => seen.push(query.get().data));
    query.show();
    await untilAsked(1);
    query.replace('saved');
    asked[0]?.answer('before it was saved');
    await untilAsked(2);
    asked[1]?.answer('saved');
    await waitUntil(query.get, ({ isLoading }) => !isLoading);
    expect(new Set(seen)).toEqual(new Set(['saved']));
  });

  it('keeps its data when it cannot be read, and recovers without being asked to', async () => {
    const { query, asked, untilAsked } = queryWith();
    query.show();
    await untilAsked(1);
    asked[0]?.answer('one');
    await waitUntil(query.get, ({ data }) => data === 'one');
    emitMessage(changed);
    await untilAsked(2);
    asked[1]?.fail(new Error('unreachable'));
    await waitUntil(query.get, ({ error }) => error !== undefined);
    expect(query.get().data).toBe('one');
    emitResync();
    await untilAsked(3);
    asked[2]?.answer('two');
    await waitUntil(query.get, ({ data, error }) => data === 'two' && error === undefined);
  });

  it('that was removed to save memory is read again if it is shown nevertheless', async () => {
    const { query, asked, untilAsked } = queryWith();
    query.stop();
    query.show();
    await untilAsked(1);
    asked[0]?.answer('one');
    await waitUntil(query.get, ({ data }) => data === 'one');
    emitMessage(changed);
    await untilAsked(2);
  });

  it('is stored unless it says otherwise', async () => {
    const kept = queryWith();
    const other = queryWith({ isStored: false });
    for (const { query, asked, untilAsked } of [kept, other]) {
      query.show();
      await untilAsked(1);
      asked[0]?.answer('one');
      await waitUntil(query.get, ({ data }) => data === 'one');
    }
    expect(await readCached(kept.key)).toBe('one');
    expect(await readCached(other.key)).toBeUndefined();
  });
});
