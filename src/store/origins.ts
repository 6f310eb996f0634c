// Which records of a source stand already, many at a time: for imports that are run again.
import type { Resource } from '../resources/resource.ts';
import { indexKey } from '../values/text.ts';
import type { Store } from './store.ts';

const AT_ONCE = 100; // one number of parameters, so that the statement is prepared once

/** Those of the source_ids that records of this source have. */
export async function knownOrigins(
  store: Store,
  user: number,
  resource: Resource,
  source: string,
  sourceIds: readonly string[],
): Promise<Set<string>> {
  const places = Array.from({ length: AT_ONCE }, (_, index) => `?${index + 3}`).join(', ');
  const sql = `select source_id from ${resource.path} where user_id = ?1 and source = ?2 and source_id in (${places})`;
  const known = new Set<string>();
  for (let at = 0; at < sourceIds.length; at += AT_ONCE) {
    const ids = sourceIds.slice(at, at + AT_ONCE).map(indexKey);
    const padding = Array.from({ length: AT_ONCE - ids.length }, () => '');
    const [rows = []] = await store.read(user, [{ sql, params: [indexKey(source), ...ids, ...padding] }]);
    for (const { source_id } of rows) known.add(source_id as string);
  }
  return known;
}
