// What waits for names of recipients that are being looked up.
import { expect, it } from 'vitest';
import { lookupsOf, waitForLookup } from '../../../web/src/compose/recipients/lookups.ts';

it('a mail waits for the names of its own recipients, also for those that are typed meanwhile', async () => {
  const [mail, other] = [{}, {}];
  expect(lookupsOf(mail)).toBeUndefined();
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  waitForLookup(mail, first.promise);
  expect(lookupsOf(other)).toBeUndefined();
  const seen: string[] = [];
  const all = lookupsOf(mail)?.then(() => seen.push('all'));
  waitForLookup(mail, second.promise);
  first.resolve();
  await first.promise;
  await Promise.resolve();
  expect(seen).toEqual([]);
  second.resolve();
  await all;
  expect(lookupsOf(mail)).toBeUndefined();
});
