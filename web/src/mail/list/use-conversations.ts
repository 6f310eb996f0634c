// The conversations of a list, read in pages.
import { daybook } from '../../data/client.ts';
import { type PagedList, usePagedList } from '../../data/live/paged-list.ts';
import type { Filter } from '../list-query.ts';
import { belongsTo, queryOf, type Row } from '../lists.ts';
import type { MailList } from '../mail-address.ts';

export function useConversations(list: MailList, filter: Filter): PagedList<Row> {
  const query = queryOf(list, filter);
  return usePagedList<Row>({
    key: `threads?${JSON.stringify(query)}`,
    kind: 'threads',
    events: ['email.*'],
    load: ({ limit, offset }, signal) => daybook.threads.list({ ...query, limit, offset }, { signal }),
    belongs: belongsTo(list, filter),
  });
}

/** The rows of a range, those that were not read yet included. */
export async function readRange(
  list: MailList,
  filter: Filter,
  view: PagedList<Row>,
  [first, last]: readonly [number, number],
): Promise<Row[]> {
  const known = Array.from({ length: last - first + 1 }, (_, index) => view.row(first + index));
  if (known.every((row) => row !== undefined)) return known;
  const rows: Row[] = [];
  while (rows.length <= last - first) {
    const page = { offset: first + rows.length, limit: Math.min(500, last - first + 1 - rows.length) };
    const { data } = await daybook.threads.list({ ...queryOf(list, filter), ...page });
    if (data.length === 0) break;
    rows.push(...data);
  }
  return rows;
}
