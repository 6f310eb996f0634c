// The order of lists, which are put together from what the indexes of the engine have: every sort in both orders, with
// and without the trash, records without a value last, and pages from anywhere.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';

interface Mail {
  id: string;
  subject: string | null;
  received_at: string | null;
  created_at: string;
  deleted_at: string | null;
}

let service: TestService;
let mails: Mail[];

beforeAll(async () => {
  service = await startTestService();
  const subjects = ['Bills', 'apples', null, 'The lease', 'cider', 'Bills', null, 'dates'];
  const ids: string[] = [];
  for (const [n, subject] of subjects.entries()) {
    const isDraft = n % 4 === 1;
    const own = isDraft ? { status: 'draft' } : { received_at: `2026-0${1 + (n % 3)}-01T09:00:00Z` };
    const { body } = await service.ask('POST', '/emails', { from_address: 'a@b.org', subject, ...own });
    ids.push((body as { data: Mail }).data.id);
  }
  for (const n of [0, 1, 2, 7]) await service.ask('DELETE', `/emails/${ids[n]}`);
  const found = await service.ask('GET', '/emails?include_deleted=true&limit=500');
  mails = (found.body as { data: Mail[] }).data;
});
afterAll(() => service.end());

const read = async (path: string) =>
  (await service.ask('GET', `/emails?${path}`)).body as { data: Mail[]; meta: { total: number } };

/** What is compared; the mails of this test differ from each other without case. */
const keyOf = (mail: Mail, sort: 'subject' | 'received_at' | 'created_at') => mail[sort]?.toLowerCase() ?? null;

function inOrder(some: Mail[], sort: 'subject' | 'received_at' | 'created_at', order: string): string[] {
  const sign = order === 'asc' ? 1 : -1;
  const sorted = some.toSorted((one, other) => {
    const [a, b] = [keyOf(one, sort), keyOf(other, sort)];
    if (a === b) return one.id < other.id ? -sign : sign;
    if (a === null || b === null) return a === null ? 1 : -1;
    return a < b ? -sign : sign;
  });
  return sorted.map(({ id }) => id);
}

const halves: [string, (mail: Mail) => boolean][] = [
  ['', ({ deleted_at }) => deleted_at === null],
  ['&only_deleted=true', ({ deleted_at }) => deleted_at !== null],
  ['&include_deleted=true', () => true],
];

describe.each(['received_at', 'created_at', 'subject'] as const)('sorted by %s', (sort) => {
  it.each(['asc', 'desc'])('%s, every page has its mails', async (order) => {
    for (const [trash, isIn] of halves) {
      const expected = inOrder(mails.filter(isIn), sort, order);
      for (const [limit, offset] of [
        [20, 0],
        [3, 0],
        [3, 2],
        [2, 5],
        [5, 7],
      ] as const) {
        const { data, meta } = await read(`sort=${sort}&order=${order}&limit=${limit}&offset=${offset}${trash}`);
        expect(data.map(({ id }) => id)).toEqual(expected.slice(offset, offset + limit));
        expect(meta.total).toBe(expected.length);
      }
    }
  });
});
