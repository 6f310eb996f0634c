// Which records exist already, by their source or their id, many at a time: for imports that are run again.
import type { Resource } from '../resources/resource.ts';
import { indexKey } from '../values/text.ts';
import type { Store } from './store.ts';

/** Those of the source_ids that records of this source have. */
export async function knownOrigins(
  store: Store,
  user: number,
  resource: Resource,
  source: string,
  sourceIds: readonly string[],
): Promise<Set<string>> {
  const { lists } = store;
  const sql = `select source_id from ${resource.path} where user_id = ?1 and source = ?2 and source_id ${lists.in(3)}`;
  const params = [indexKey(source), lists.of(sourceIds.map(indexKey))];
  const [rows = []] = await store.read(user, [{ sql, params }]);
  return new Set(rows.map(({ source_id }) => source_id as string));
}

/** Those of the ids that records have. */
export async function knownIds(
  store: Store,
  user: number,
  resource: Resource,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { lists } = store;
  const sql = `select id from ${resource.path} where user_id = ?1 and id ${lists.in(2)}`;
  const [rows = []] = await store.read(user, [{ sql, params: [lists.of([...ids])] }]);
  return new Set(rows.map(({ id }) => id as string));
}
