// What is made of the records by folding: the search index, and the columns that lists sort and filter texts by. All of
// it is made anew when it was made by other rules than today's, or when records came from elsewhere.
import { resources } from '../resources/all.ts';
import type { AnyRecord, Resource } from '../resources/resource.ts';
import { readNote, writeNote } from '../store/notes.ts';
import { foldedColumns, readText, refoldRow, textOf } from '../store/rows.ts';
import type { ReadStore, Store, Tx } from '../store/store.ts';
import { indexedText } from './search.ts';

/** To be raised when folding.ts, words.ts, search.ts or html-text.ts give something else, or an engine keeps it differently. */
const INDEX_VERSIONS: Record<string, string> = { SQLite: '3', PostgreSQL: '4' };
const versionOf = (store: ReadStore): string => INDEX_VERSIONS[store.about.engine] as string;

/** Whether the index was made by today's rules. */
export async function isIndexed(store: ReadStore): Promise<boolean> {
  return (await readNote(store, 'search')) === versionOf(store);
}

/** Folds and indexes all records anew, in pieces, and notes by which rules. */
export async function indexAll(target: Store, progress: (done: number, total: number) => void): Promise<void> {
  const counts = resources.map(({ path }) => `(select count(*) from ${path})`).join(' + ');
  const total = (await target.catalogue(`select ${counts} as n`))[0]?.n as number;
  let done = 0;
  for (const { user_id: user } of await target.catalogue('select user_id from users order by user_id')) {
    for (const resource of resources) {
      for (let last: string | undefined = ''; last !== undefined; ) {
        const { count, end } = await target.write(user as number, (tx) => indexPage(tx, resource, last as string));
        done += count;
        last = end;
        progress(done, total);
      }
    }
  }
  await target.administer((tx) => writeNote(tx, 'search', versionOf(target)));
}

const PAGE = 50; // records that are held at once, whatever their size

// Read and written in one transaction: nobody changes a record between the two.
async function indexPage(
  tx: Tx,
  resource: Resource,
  after: string,
): Promise<{ count: number; end: string | undefined }> {
  const { columns, from } = textOf(resource);
  const folded = foldedColumns(resource).map((name) => `r.${name}, `);
  const rows = await tx.all(
    `select r.key, r.id, r.deleted_at, ${folded.join('')}${columns} from ${from} where r.user_id = ?1 and r.id > ?2 order by r.id limit ${PAGE}`,
    after,
  );
  for (const row of rows) {
    const record = JSON.parse(readText(resource, row)) as AnyRecord;
    refoldRow(tx, resource, row, record);
    const { words, digits } = indexedText(resource, record);
    tx.search.put(resource.path, row.key as number, words, digits, row.deleted_at !== null);
  }
  return { count: rows.length, end: rows.at(-1)?.id as string | undefined };
}
