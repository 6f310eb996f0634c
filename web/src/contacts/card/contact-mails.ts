// The conversations in which a person takes part, by any of their addresses.
import { daybook } from '../../data/client.ts';
import { mapFewAtOnce } from '../../data/few-at-once.ts';
import type { Conversation } from '../../data/types.ts';
import { type Found, type MergedList, mailQueriesOf, mergeLists } from './history-queries.ts';

const PAGE = 500;

export async function loadMails(
  addresses: readonly string[],
  limit: number,
  signal: AbortSignal,
): Promise<MergedList<Conversation>> {
  return mergeLists(await mapFewAtOnce(mailQueriesOf(addresses), (q) => readFirst(q, limit, signal)), limit);
}

async function readFirst(q: string, limit: number, signal: AbortSignal): Promise<Found<Conversation>> {
  const found: Conversation[] = [];
  for (;;) {
    const size = Math.min(PAGE, limit - found.length);
    const { data, meta } = await daybook.threads.list({ q, limit: size, offset: found.length }, { signal });
    found.push(...data);
    if (found.length >= limit || !meta.has_more || data.length === 0) return { data: found, total: meta.total };
  }
}
