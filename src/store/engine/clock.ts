// The timestamps of records, changes and ids. If the clock was set back, before the start or later, new timestamps must
// not precede stored ones: they stay at the newest stored time until the clock has caught up. Stored times more than a
// day ahead are attributed to a wrong clock and ignored. Jobs use the clock alone: a due mail must not wait.
import { limits } from '../../limits.ts';
import { resources } from '../../resources/resources.ts';
import { startIds, timeOfId } from '../../values/ids.ts';
import type { Row } from '../port.ts';

export interface Clock {
  /** The timestamp for this moment of the machine's clock. */
  timestamp(now: number): number;
  /** How many milliseconds the newest stored time was ahead of the machine's clock when the store was opened. */
  readonly ahead: number;
}

const tables = resources.map(({ table }) => table);
const ids = tables.map((table) => `select max(id) as id from ${table} where user_id = u.user_id`).join(' union all ');

/** The statement for the newest time and the newest id of the store, for `startClock`. */
export const newestSql = `select max(at) as at, max(id) as id from (
  select (select max(c.at) from changes c where c.user_id = u.user_id) as at,
    (select max(x.id) from (${ids}) x) as id from users u) y`;

export function startClock(stored: Row | undefined, now = Date.now()): Clock {
  const at = Math.max((stored?.at as number | null) ?? 0, timeOfId((stored?.id as string | null) ?? '') ?? 0);
  const isFollowed = at - now <= limits.clockAhead;
  if (isFollowed) startIds(at);
  let newest = isFollowed ? at : 0;
  return {
    ahead: Math.max(0, at - now),
    timestamp(now) {
      if (now >= newest || newest - now > limits.clockAhead) newest = now;
      return newest;
    },
  };
}
