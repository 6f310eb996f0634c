// A search counts its matches and finds the newest of them in one pass over the newest twenty thousand records. What
// is older must be found too, completely and in order.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insert, newRecord } from '../../../src/records/records.ts';
import { email } from '../../../src/resources/email.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const NEWER = 20_050;
const OLD = ['oldest harvest', 'older harvest', 'old harvest'];
let service: TestService;

// Put in through the store, in one transaction: by requests it would take a minute.
beforeAll(async () => {
  service = await startTestService();
  await service.store.write(1, async (tx) => {
    const put = (subject: string, at: number) =>
      insert(
        tx,
        email,
        newRecord(
          tx,
          email,
          { from_address: 'a@b.org', folder: 'INBOX', subject, received_at: new Date(at).toISOString() },
          'test',
        ),
      );
    for (const [n, subject] of OLD.entries()) await put(subject, Date.UTC(2001, 0, 1 + n));
    for (let n = 0; n < NEWER; n++) await put(n === 7 ? 'new harvest' : 'weather', Date.UTC(2026, 0, 1) + n * 1000);
  });
});
afterAll(() => service.end());

async function subjects(query: string): Promise<{ found: string[]; total: number }> {
  const { body } = await service.ask('GET', `/emails?${query}`);
  const { data, meta } = body as { data: { subject: string }[]; meta: { total: number } };
  return { found: data.map(({ subject }) => subject), total: meta.total };
}

const harvests = ['new harvest', 'old harvest', 'older harvest', 'oldest harvest'];

it.each([
  ['search=harvest', harvests],
  ['search=harvest&limit=1', harvests.slice(0, 1)],
  ['search=harvest&limit=2&offset=1', harvests.slice(1, 3)],
  ['search=harvest&offset=3', harvests.slice(3)],
  ['search=harvest&offset=4', []],
  ['search=older', harvests.slice(2, 3)],
])('%s gives what sorting all matches gives', async (query, found) => {
  expect(await subjects(query)).toEqual({ found, total: query.includes('older') ? 1 : harvests.length });
});

it('a search without a match has an empty page and a total of 0', async () => {
  expect(await subjects('search=nothing')).toEqual({ found: [], total: 0 });
});
