// The stored answers: what is read back, what is too large, and what is removed.
import { describe, expect, it } from 'vitest';
import { readCached, roughSize, tooMany, writeCached } from '../../../web/src/data/storage/cache.ts';
import { readKeys, readValues, removeValue, writeValue } from '../../../web/src/data/storage/storage.ts';
import { waitUntil } from '../../support/wait-until.ts';

describe('cached answers', () => {
  it('are read back before and after they are written', async () => {
    writeCached('a', { text: 'first' });
    expect(await readCached('a')).toEqual({ text: 'first' });
    await waitUntil(
      () => readKeys('cache'),
      (keys) => keys.includes('a'),
    );
    expect(await readCached('a')).toEqual({ text: 'first' });
  });

  it('that are too large are not written, and do not hide an older one for ever', async () => {
    writeCached('large', { text: 'x'.repeat(3_000_000) });
    writeCached('after', 1);
    await waitUntil(
      () => readKeys('cache'),
      (keys) => keys.includes('after'),
    );
    expect(await readKeys('cache')).not.toContain('large');
  });

  it('are removed from the oldest on when there are too many or they are too large', () => {
    const ages = ['a', 'b', 'c', 'd'].map((key, at) => ({ key, at, size: 10 }));
    expect(tooMany(ages, 3, 1000)).toEqual(['a']);
    expect(tooMany(ages, 9, 25)).toEqual(['b', 'a']);
    expect(tooMany(ages, 4, 40)).toEqual([]);
  });

  it('are measured without reading all of a large value', () => {
    let reads = 0;
    const item = () =>
      Object.defineProperty({}, 'text', {
        enumerable: true,
        get: () => {
          reads += 1;
          return 'x'.repeat(100);
        },
      });
    const size = roughSize(Array.from({ length: 10_000 }, item), 1000);
    expect(size).toBeGreaterThanOrEqual(1000);
    expect(reads).toBeLessThan(20);
    expect(roughSize({ subject: 'Lease', unread: 2 }, 1000)).toBeLessThan(40);
  });
});

describe('storage without IndexedDB', () => {
  it('has its values in the order of their keys until they are removed', async () => {
    await writeValue('mutations', '2', 'second');
    await writeValue('mutations', '1', 'first');
    expect(await readValues('mutations')).toEqual(['first', 'second']);
    await removeValue('mutations', '1');
    expect(await readKeys('mutations')).toEqual(['2']);
    await removeValue('mutations', '2');
  });
});
