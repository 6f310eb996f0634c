// Every record of a kind, in the order in which they were made, page by page.
import type { Resource } from '../resources/resource.ts';
import { readText, textOf } from './rows.ts';
import type { ReadStore } from './store.ts';

const PAGE = 100;

/** Each record as JSON, those in the trash too. */
export async function* walkRecords(store: ReadStore, user: number, resource: Resource): AsyncGenerator<string> {
  const { columns, from } = textOf(resource);
  const sql = `select r.id, ${columns} from ${from} where r.user_id = ?1 and r.id > ?2 order by r.id limit ${PAGE}`;
  for (let last = ''; ; ) {
    const [rows = []] = await store.read(user, [{ sql, params: [last], bounded: ['doc', 'content'] }]);
    if (rows.length === 0) return;
    for (const row of rows) yield readText(resource, row);
    last = rows.at(-1)?.id as string;
  }
}

export async function countRecords(store: ReadStore, user: number, resource: Resource): Promise<number> {
  const sql = `select count(*) as n from ${resource.path} where user_id = ?1`;
  const [rows = []] = await store.read(user, [{ sql, params: [] }]);
  return rows[0]?.n as number;
}
