// The queries that the bare program takes from the store as they are: totals of lists, and searches, whose index only
// the store knows. Made once for each list, so that making them costs the bare program nothing.
import type { Given } from '../src/domain/list-parameters.ts';
import { planList } from '../src/domain/queries.ts';
import { email } from '../src/resources/email.ts';
import { listQueries } from '../src/store/list.ts';
import type { Query, Store } from '../src/store/store.ts';

export const OWNER = 1;

export function newQueries(matching: Store['matching']): (given: Given) => { total: Query; page: Query } {
  const known = new Map<string, { total: Query; page: Query }>();
  return (given) => {
    const name = JSON.stringify(given);
    const made = known.get(name) ?? listQueries({ matching }, OWNER, planList(email, given, 'UTC', Date.now()).plan);
    known.set(name, made);
    return made;
  };
}
