// A change of all that match is for the same mails as the change of single conversations.
import { describe, expect, it } from 'vitest';
import type { Change } from '../../../web/src/mail/changes/changes.ts';
import { requestsForMatching } from '../../../web/src/mail/changes/matching-requests.ts';
import type { ListQuery } from '../../../web/src/mail/list-query.ts';

const ARCHIVE: Change = { type: 'move', folder: 'ARCHIVE', from: ['INBOX'] };
const UNTIL = '2030-01-01T08:00:00Z';

type Service = Parameters<typeof requestsForMatching>[0];

/** Answers each dry run with two mails; the lists of mail have these pages. */
function serviceWith(pages: readonly object[][] = []): Service {
  const request = async () => ({ body: { matched: 2, until_seq: 7 } });
  const list = async (query: { offset: number; all?: true }) => {
    expect(query.all).toBeUndefined();
    const at = query.offset === 0 ? 0 : 1;
    return { data: pages[at], meta: { has_more: at === 0 } };
  };
  return { request, emails: { list } } as unknown as Service;
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
    const mail = (id: string, thread_id: string, values: object = {}) => ({
      id,
      thread_id,
      status: 'received',
      folder: 'INBOX',
      is_read: true,
      is_starred: false,
      labels: [],
      snoozed_until: null,
      snoozed_from: null,
      deleted_at: null,
      ...values,
    });
    const pages = [
      [mail('answer', 'long', { status: 'sent' }), mail('new', 'long', { is_starred: true })],
      [mail('single', 'short'), mail('old', 'long'), mail('sent', 'own', { status: 'sent' })],
    ];
    const { matched, requests } = await requestsForMatching(serviceWith(pages), { all: true }, { type });
    expect(matched).toBe(2);
    expect(requests.map(({ body }) => body)).toEqual([{ ids: expect.arrayContaining([...ids]), action }]);
  });
});
