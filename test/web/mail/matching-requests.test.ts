// A change of all that match is for the same mails as the change of single conversations.
import { describe, expect, it } from 'vitest';
import { pages } from '../../../client/src/pages.ts';
import type { Change } from '../../../web/src/mail/changes/changes.ts';
import { requestsForMatching } from '../../../web/src/mail/changes/matching-requests.ts';
import type { ListQuery } from '../../../web/src/mail/list-query.ts';

const ARCHIVE: Change = { type: 'move', folder: 'ARCHIVE', from: ['INBOX'] };
const UNTIL = '2030-01-01T08:00:00Z';

type Service = Parameters<typeof requestsForMatching>[0];

interface Listed {
  id: string;
  thread_id: string;
  received_at: string | null;
}

/** Answers each dry run with two mails; `read` is called before a page of the mails is read. */
function serviceWith(mails: Listed[] = [], read: () => void = () => {}): Service {
  const request = async () => ({ body: { matched: 2, until_seq: 7 } });
  const list = async ({ limit = 0, offset = 0, all }: { limit?: number; offset?: number; all?: true }) => {
    expect(all).toBeUndefined();
    if (limit > 0) read();
    const data = mails.slice(offset, offset + limit);
    return { data, meta: { total: mails.length, has_more: offset + data.length < mails.length } };
  };
  return { request, emails: { list, pages: (query: object) => pages(list, query) } } as unknown as Service;
}

/** The later ones of a list are older. */
function mail(id: string, thread_id: string, values: object = {}): Listed {
  return {
    id,
    thread_id,
    received_at: null,
    status: 'received',
    folder: 'INBOX',
    is_read: true,
    is_starred: false,
    labels: [],
    snoozed_until: null,
    snoozed_from: null,
    deleted_at: null,
    ...values,
  } as Listed;
}

async function selected(filters: ListQuery, change: Change): Promise<unknown[]> {
  const { requests } = await requestsForMatching(serviceWith(), filters, change);
  return requests.map(({ body }) => {
    const { until_seq, ...where } = (body as { where: ListQuery }).where;
    expect(until_seq).toBe(7);
    return where;
  });
}

const SELECTED: [what: string, filters: ListQuery, change: Change, where: ListQuery[]][] = [
  ['archived in all mail', { all: true }, ARCHIVE, [{ status: 'received', folder: 'INBOX' }]],
  ['archived with a label', { label: 'home' }, ARCHIVE, [{ label: 'home', status: 'received', folder: 'INBOX' }]],
  ['archived in a search', { q: 'lease' }, ARCHIVE, [{ q: 'lease', status: 'received', folder: 'INBOX' }]],
  [
    'archived in a folder',
    { folder: 'Home' },
    { ...ARCHIVE, from: ['INBOX', 'Home'] },
    [{ folder: 'Home', status: 'received' }],
  ],
  ['archived among sent mail', { folder: 'SENT' }, ARCHIVE, []],
  [
    'snoozed with a star',
    { is_starred: true },
    { type: 'snooze', until: UNTIL, from: ['INBOX', 'SNOOZED'] },
    [
      { is_starred: true, status: 'received', folder: 'INBOX' },
      { is_starred: true, status: 'received', folder: 'SNOOZED' },
    ],
  ],
  ['moved', { label: 'home' }, { type: 'move', folder: 'Home' }, [{ label: 'home', status: 'received' }]],
  ['read, without any filter', { all: true }, { type: 'read' }, [{ all: true }]],
  [
    'deleted, without any filter',
    { all: true },
    { type: 'delete' },
    ['received', 'sent', 'draft', 'failed'].map((status) => ({ status })),
  ],
];

describe('all that match', () => {
  it.each(SELECTED)('are %s', async (_, filters, change, where) => {
    expect(await selected(filters, change)).toEqual(where);
  });

  it.each([
    ['unread', 'mark_unread', ['new', 'single']],
    ['star', 'star', ['single', 'sent']],
  ] as const)('are %s: of each conversation its latest mail', async (type, action, ids) => {
    const mails = [
      mail('answer', 'long', { status: 'sent' }),
      mail('new', 'long', { is_starred: true }),
      mail('single', 'short'),
      mail('old', 'long'),
      mail('sent', 'own', { status: 'sent' }),
    ];
    const { matched, requests, parts } = await requestsForMatching(serviceWith(mails), { all: true }, { type });
    expect(matched).toBe(2);
    expect(requests).toEqual([]);
    expect(parts.map(({ request, size }) => ({ body: request.body, size }))).toEqual([
      { body: { ids: expect.arrayContaining([...ids]), action }, size: 2 },
    ]);
  });
});

describe('many mails', () => {
  const COUNT = 1100;
  /** Two of each conversation, a page of the list apart. */
  const many = () =>
    Array.from({ length: COUNT }, (_, index) =>
      mail(`${index}`, `thread ${index % (COUNT / 2)}`, { received_at: new Date(1e12 - index * 1000).toISOString() }),
    );
  const latest = Array.from({ length: COUNT / 2 }, (_, index) => `${index}`);
  const chosen = async (service: Service) => {
    const { parts } = await requestsForMatching(service, { is_read: true }, { type: 'star' });
    return parts.flatMap(({ request }) => (request.body as { ids: string[] }).ids).toSorted();
  };

  it('are changed in parts of 100, each with its mails and conversations, and it is shown how many were read', async () => {
    const read: number[][] = [];
    const { matched, parts } = await requestsForMatching(
      serviceWith(many()),
      { all: true },
      { type: 'star' },
      (...one) => read.push(one),
    );
    expect(matched).toBe(COUNT / 2);
    expect(parts.map(({ size }) => size)).toEqual([100, 100, 100, 100, 100, 50]);
    for (const { request, records, size } of parts) {
      expect(records).toHaveLength(2 * size);
      expect(records).toEqual(expect.arrayContaining((request.body as { ids: string[] }).ids));
    }
    expect(read).toEqual([
      [499, COUNT],
      [998, COUNT],
    ]);
  });

  it('are found also if mails before them leave the list while it is read', async () => {
    const mails = many();
    let reads = 0;
    // Those that leave were read, and others take their places.
    const service = serviceWith(mails, () => ++reads === 2 && mails.splice(0, 10));
    expect(await chosen(service)).toEqual(latest.toSorted());
  });

  it('are the latest ones also if newer mails are read after older ones', async () => {
    const [newer, older] = [many().slice(0, COUNT / 2), many().slice(COUNT / 2)];
    const service = serviceWith() as unknown as { emails: { pages: () => AsyncIterable<Listed[]> } };
    service.emails.pages = async function* () {
      yield older;
      yield newer;
    };
    expect(await chosen(service as unknown as Service)).toEqual(latest.toSorted());
  });
});
