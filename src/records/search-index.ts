// Everything derived from records by folding: the search index, and the columns that lists sort and filter text by. It
// is rebuilt when the folding rules have changed, or after records were copied from another database.
import { limits } from '../limits.ts';
import type { AnyRecord, Resource } from '../resources/resource.ts';
import { searchedResources } from '../resources/resources.ts';
import type { ReadStore, Store, Tx } from '../store/port.ts';
import { dropJobsOfKind } from '../store/tables/jobs.ts';
import { readNote, writeNote } from '../store/tables/notes.ts';
import { countAllRecords, rowsToIndex } from '../store/tables/record-lookups.ts';
import { readText, refoldRow } from '../store/tables/records.ts';
import { readMissingTexts } from '../store/tables/search/attachment-texts.ts';
import { listUsers } from '../store/tables/users.ts';
import { effectsOf } from './effects.ts';
import { indexedText } from './indexed-text.ts';
import { createPause } from './slices.ts';

/**
 * To be raised when folding.ts, search-words.ts, word-parts.ts, umlauts.ts, text-language.ts, indexed-text.ts or html-text.ts
 * give something else, or an engine keeps it
 * differently.
 */
const INDEX_VERSIONS: Record<string, string> = { SQLite: '7', PostgreSQL: '8' };
const versionOf = (store: ReadStore): string => INDEX_VERSIONS[store.about.engine] as string;

/** Whether the index was built by the current rules. */
export async function isIndexed(store: ReadStore): Promise<boolean> {
  return (await readNote(store, 'search')) === versionOf(store);
}

/** After an upgrade that changes how text is folded or indexed. Requests wait for it, so the progress is logged. */
export async function renewIndex(store: Store, log: (figures: object, message: string) => void): Promise<void> {
  const started = Date.now();
  let logged = 0;
  let records = 0;
  await indexAll(store, (done, total) => {
    records = total;
    if (total === 0 || Date.now() - logged < limits.complaints) return;
    logged = Date.now();
    log({ done, total }, 'rebuilding the search index');
  });
  if (records > 0) log({ records, seconds: (Date.now() - started) / 1000 }, 'search index rebuilt');
}

/** Folds and indexes all records again, in batches, and stores the version of the rules. */
export async function indexAll(target: Store, progress: (done: number, total: number) => void): Promise<void> {
  const total = await countAllRecords(target);
  let done = 0;
  for (const { id: user } of await listUsers(target)) {
    await target.write(user, readMissingTexts);
    for (const resource of searchedResources) {
      for (let last: string | undefined = ''; last !== undefined; ) {
        const { count, end } = await target.write(user, (tx) => indexPage(tx, resource, last as string));
        done += count;
        last = end;
        progress(done, total);
      }
    }
  }
  await target.administer((tx) => {
    dropJobsOfKind(tx, 'index'); // as of a backup that was upgraded: everything is indexed now
    writeNote(tx, 'search', versionOf(target));
  });
}

const PAGE = 50; // records in memory at a time

/** Read and written in one transaction, so that no record changes in between. */
export async function indexPage(
  tx: Tx,
  resource: Resource,
  after: string,
  max = PAGE,
): Promise<{ count: number; end: string | undefined }> {
  const pause = createPause();
  const rows = await rowsToIndex(tx, resource, after, max);
  for (const row of rows) {
    const record = JSON.parse(readText(resource, row)) as AnyRecord;
    refoldRow(tx, resource, row, record);
    const { words, digits } = indexedText(resource, record, await effectsOf(resource).searchedTexts?.(tx, record));
    tx.search.put(resource.table, row.key as number, words, digits, row.deleted_at !== null);
    await pause();
  }
  return { count: rows.length, end: rows.at(-1)?.id as string | undefined };
}
