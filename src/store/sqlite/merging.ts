// Merges the parts of a search index. FTS5 does it by itself after every 64 pages that are written, with as many pages of
// each level at once: up to 75 ms in one turn of the event loop. Here the same work is done in steps of the transaction
// that has written the pages, and other requests are served in between.
import type { StatementSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { type Entry, runBig } from './search.ts';

const MERGED_AT = 64; // pages
const PAGE = 4000; // bytes
const LEVELS = 4; // of an index of some thousand mails or more
const STEP = 16; // pages

type Prepare = (sql: string) => StatementSync;

/** To be called with the entries of each transaction, after they were written. */
export function createMerging(): (entries: readonly Entry[], prepare: Prepare) => Promise<void> {
  /** What was written to each table since it was last merged, in characters. */
  const unmerged = new Map<string, number>();
  return async (entries, prepare) => {
    for (const { table, text } of entries) unmerged.set(table, (unmerged.get(table) ?? 0) + (text?.length ?? 0));
    for (const [table, chars] of unmerged) {
      const times = Math.floor(chars / (MERGED_AT * PAGE));
      if (times === 0) continue;
      unmerged.set(table, chars % (MERGED_AT * PAGE));
      await merge(table, times * MERGED_AT * LEVELS, prepare);
    }
  };
}

async function merge(table: string, pages: number, prepare: Prepare): Promise<void> {
  const changes = () => Number(prepare('select total_changes() as n').get()?.n);
  for (let done = 0; done < pages; done += STEP) {
    await setImmediate();
    const before = changes();
    runBig(prepare(`insert into ${table} (${table}, rank) values ('merge', ${STEP})`));
    if (changes() - before < 2) return; // nothing is left to merge
  }
}
