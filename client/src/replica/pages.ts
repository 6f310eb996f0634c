// Reads a whole list in pages while others write. Pages begin at an offset, so a record that leaves the list moves all
// records after it to earlier places, and one of them could be skipped. Therefore each page begins with a record of the
// page before: all that follow it follow it in the list. Records that come, change or leave meanwhile are in the feed.
import type { Query } from '../transport.ts';
import { type AnyRecord, keyOf } from './kinds.ts';

const PAGE = 500;

export interface Page {
  data: AnyRecord[];
  meta: { has_more: boolean };
}

/** Yields the records, some of them more than once; ends when `most` were read. */
export async function* readPages(
  read: (query: Query) => Promise<Page>,
  query: Query,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<AnyRecord[]> {
  const listed = new Set<string>();
  const isListed = (record: AnyRecord | undefined) => record !== undefined && listed.has(keyOf(record));
  const limit = Math.min(PAGE, most);
  let offset = 0;
  for (let back = 1; ; ) {
    const { data, meta } = await read({ ...query, limit, offset });
    let page = data;
    if (offset > 0 && !isListed(page[0])) {
      back *= 2;
      offset = Math.max(0, offset - back);
      continue;
    }
    back = 1;
    // A page ends early at a large record. If it has only the record that is known, the next one is read by itself.
    if (offset > 0 && page.length === 1 && meta.has_more) {
      const [known, next] = (await read({ ...query, fields: 'id', limit: 2, offset })).data;
      page = (await read({ ...query, limit: 1, offset: offset + 1 })).data;
      if (!isListed(known) || !next || !page[0] || keyOf(page[0]) !== keyOf(next)) continue;
      offset++;
    } else offset += page.length - 1;
    for (const record of page) listed.add(keyOf(record));
    yield page;
    if (!meta.has_more || listed.size >= most) return;
  }
}
