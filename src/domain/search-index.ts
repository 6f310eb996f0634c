// The search index as a whole: made anew when it was made by other rules than today's, or when records came from
// elsewhere. It holds nothing that is not in the records.
import { resources } from '../resources/all.ts';
import type { Resource } from '../resources/resource.ts';
import { readNote, writeNote } from '../store/notes.ts';
import { readText, textOf } from '../store/rows.ts';
import type { ReadStore, Row, Store, Tx } from '../store/store.ts';
import { indexedText } from './search.ts';

/** To be raised when search.ts folds or splits words differently, or an engine keeps them differently. */
const INDEX_VERSION = '1';

/** Whether the index was made by today's rules. */
export async function isIndexed(store: ReadStore): Promise<boolean> {
  return (await readNote(store, 'search')) === INDEX_VERSION;
}

/** Makes the index of all records anew, in pieces, and notes how it was made. */
export async function indexAll(target: Store, progress: (done: number, total: number) => void): Promise<void> {
  const counts = resources.map(({ path }) => `(select count(*) from ${path})`).join(' + ');
  const total = (await target.catalogue(`select ${counts} as n`))[0]?.n as number;
  let done = 0;
  for (const { user_id: user } of await target.catalogue('select user_id from users order by user_id')) {
    for (const resource of resources) {
      for await (const rows of recordsOf(target, user as number, resource)) {
        await target.write(user as number, (tx) => indexRows(tx, resource, rows));
        done += rows.length;
        progress(done, total);
      }
    }
  }
  await target.administer((tx) => writeNote(tx, 'search', INDEX_VERSION));
}

async function indexRows(tx: Tx, resource: Resource, rows: Row[]): Promise<void> {
  for (const row of rows) {
    const { words, digits } = indexedText(resource, JSON.parse(readText(resource, row)));
    await tx.search.put(resource.path, row.key as number, words, digits, row.deleted_at !== null);
  }
}

async function* recordsOf(target: ReadStore, user: number, resource: Resource): AsyncGenerator<Row[]> {
  const { columns, from } = textOf(resource);
  const sql = `select r.key, r.id, r.deleted_at, ${columns} from ${from} where r.user_id = ?1 and r.id > ?2 order by r.id limit 200`;
  for (let last = ''; ; ) {
    const [rows = []] = await target.read(user, [{ sql, params: [last], bounded: ['doc', 'content'] }]);
    if (rows.length === 0) return;
    yield rows;
    last = rows.at(-1)?.id as string;
  }
}
