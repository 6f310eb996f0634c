// The time that records, changes and ids are given. A clock that was set back, before a start or meanwhile, must not
// date new things before stored ones: the time then stands still at the newest stored one until the clock has caught up.
// What lies more than a day ahead is taken for the mistake of a clock that was wrong, and not followed. Jobs go by the
// clock alone: a mail that is due must not wait for that.
import { limits } from '../limits.ts';
import { resources } from '../resources/all.ts';
import { startIds, timeOfId } from '../values/ids.ts';
import type { Row } from './store.ts';

export interface Clock {
  /** The time for what is stored at this moment of the machine's clock. */
  timestamp(now: number): number;
  /** How many milliseconds the newest stored time was ahead of the machine's clock when the store was opened. */
  readonly ahead: number;
}

const tables = [...resources.map(({ path }) => path), 'files', 'accounts'];
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
