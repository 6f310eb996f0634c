// The order of a list of names, and what is said of an unknown one, at a bounded cost.
import { expect, it } from 'vitest';
import { labels } from '../../src/mail/labels.ts';
import { openEngine } from '../../src/open-store.ts';
import { inListOrder, noSuchName, readNames } from '../../src/records/names/list.ts';
import { inSlices } from '../../src/records/slices.ts';
import { putName } from '../../src/store/tables/names/names.ts';
import { newMigratedDatabase } from '../support/databases.ts';

it('a list is in the order that was set, then by rank, then by name regardless of case and accents', async () => {
  const names = ['b', 'Á', 'z', 'a', 'first', 'B'].map((name) => ({ name, order: name === 'first' ? 1 : null }));
  const sorted = await inSlices(
    inListOrder(
      names,
      (one) => one,
      (name) => (name === 'z' ? 0 : 1),
    ),
  );
  expect(sorted.map(({ name }) => name)).toEqual(['first', 'z', 'a', 'Á', 'B', 'b']);
});

it('each name is read once for the sort, however many there are', async () => {
  let reads = 0;
  const names = Array.from({ length: 100 }, (_, index) => ({ name: `é ${(index * 37) % 100}`, order: null }));
  await inSlices(
    inListOrder(names, (one) => {
      reads++;
      return one;
    }),
  );
  expect(reads).toBe(100);
});

it('an unknown name is compared with a bounded number of names, and not if it is long', () => {
  const many = Array.from({ length: 100 }, (_, index) => `name ${index}`);
  expect(noSuchName('label', 'hone', ['home', ...many])).toContain('did you mean "home"?');
  expect(noSuchName('label', 'hone', [...many, 'home'])).toContain('the labels are');
  const long = 'x'.repeat(61);
  expect(noSuchName('label', long, [`${long}y`])).toContain('the labels are');
});

it('ten thousand names are read in slices, so that others are served meanwhile', async () => {
  const { place } = await newMigratedDatabase();
  const store = await openEngine(place);
  await store.write(1, async (tx) => {
    for (let index = 0; index < 10_000; index++)
      putName(tx, 'label', { name: `Größe ${index}`, seq: 1, color: null, position: null });
  });
  let turns = 0;
  let isReading = true;
  const count = () => void (isReading && turns++ >= 0 && setImmediate(count));
  setImmediate(count);
  const { known } = await readNames(store, 1, labels);
  isReading = false;
  expect(known.size).toBe(10_000);
  expect(turns).toBeGreaterThan(1);
  await store.close();
});
