// Keeps the newest conversations of the inbox and the likely recipients at hand without a connection.
import { useEffect } from 'react';
import { keepKnownPeople } from '../compose/recipients/known-people.ts';
import { prefetchConversation } from '../conversation/conversation-data.ts';
import type { PagedList } from '../data/live/paged-list.ts';
import type { Row } from './lists.ts';

const KEPT = 30;

/** Reads them one by one while the browser has nothing else to do. */
export function useOfflineCopy(view: PagedList<Row>): void {
  const ids = Array.from({ length: Math.min(KEPT, view.total ?? 0) }, (_, index) => view.row(index)?.id ?? '').join(
    ' ',
  );
  useEffect(() => {
    const waiting = ids.split(' ').filter((id) => id !== '');
    const next = () => {
      const id = waiting.shift();
      if (id === undefined) return keepKnownPeople();
      prefetchConversation(id);
      handle = whenIdle(next);
    };
    let handle = whenIdle(next);
    return () => clearTimeout(handle);
  }, [ids]);
}

/** Safari has no requestIdleCallback; a pause between requests is enough. */
function whenIdle(run: () => void): ReturnType<typeof setTimeout> {
  return setTimeout(() => ('requestIdleCallback' in globalThis ? requestIdleCallback(run) : run()), 300);
}
