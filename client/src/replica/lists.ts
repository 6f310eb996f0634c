// Reads the lists of collections: for the first time, and again where the feed does not have all of the list.
import { pages } from '../pages.ts';
import type { Query, Transport } from '../transport.ts';
import type { LiveCollection } from './collection.ts';
import { delay } from './connection.ts';
import type { AnyRecord } from './kinds.ts';

/** Between two reads of a list with counts. */
const REREAD_INTERVAL = 100;
const PAGE = 499;

interface Page {
  data: AnyRecord[];
  meta: { has_more: boolean };
}

export interface ListReader {
  /** Begins to read the lists that have to be read; the signal ends it. */
  read(signal: AbortSignal): void;
}

interface ListParts {
  transport: Transport;
  collections: readonly LiveCollection[];
  /** Whether emails have their bodies. */
  body: boolean;
}

/** `onRead` is called after each list, `onError` if one could not be read. */
export function createListReader(
  { transport, collections, body }: ListParts,
  onRead: () => void,
  onError: (error: unknown) => void,
): ListReader {
  const busy = new Set<LiveCollection>();

  async function* pagesOf(one: LiveCollection, signal: AbortSignal): AsyncGenerator<AnyRecord[]> {
    const { source, filters, newest } = one;
    const { path, isSingle } = source;
    const order = newest ? { sort: 'received_at', order: 'desc' } : source.query;
    const bodies = path === '/emails' ? { body } : {};
    const get = async (query?: object) =>
      (await transport.request<Page>('GET', path, { query: query as Query, signal })).body;
    if (isSingle) return yield [(await get()).data].flat();
    let count = 0;
    for await (const page of pages(get, { ...order, ...bodies, ...filters, limit: PAGE })) {
      yield page;
      count += page.length;
      if (newest && count > newest) return;
    }
  }

  async function readOne(one: LiveCollection, signal: AbortSignal): Promise<void> {
    busy.add(one);
    try {
      while (one.isStale && !signal.aborted) {
        await one.load(pagesOf(one, signal));
        onRead();
        if (one.source.isReadAgain) await delay(REREAD_INTERVAL, signal);
      }
    } catch (error) {
      if (!signal.aborted) onError(error);
    } finally {
      busy.delete(one);
    }
    onRead(); // it may have been wanted again meanwhile, by another signal
  }

  return {
    read(signal) {
      for (const one of collections) if (one.isStale && !busy.has(one)) void readOne(one, signal);
    },
  };
}
