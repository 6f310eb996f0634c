// The queries that the bare program takes from the store as they are: totals of lists, and searches, whose index only
// the store knows. Made once for each list, so that making them costs the bare program nothing.
import { limits } from '../src/limits.ts';
import type { ListOptions } from '../src/records/list-plan.ts';
import { planList } from '../src/records/list-plan.ts';
import { email } from '../src/resources/email.ts';
import type { Dialect, Query } from '../src/store/port.ts';
import { type ListQueries, listQueries } from '../src/store/tables/list.ts';

export const OWNER = 1;

export function newQueries(dialect: Dialect): (given: ListOptions) => ListQueries {
  const known = new Map<string, ListQueries>();
  return (given) => {
    const name = JSON.stringify(given);
    const made = known.get(name) ?? listQueries(dialect, OWNER, planList(email, given, 'UTC', Date.now()).plan);
    known.set(name, made);
    return made;
  };
}

type Rows = Record<string, unknown>[];

/** A search as the store goes about it; `ask` runs a query. */
export async function searchOnce(
  { once, few, page, total }: ListQueries,
  ask: (query: Query) => Rows | Promise<Rows>,
): Promise<{ rows: Rows; total: number }> {
  if (!once || !few) {
    const [rows, counts] = await Promise.all([ask(page), ask(total)]);
    return { rows, total: counts[0]?.total as number };
  }
  const both = await ask(once);
  const counted = both[0]?.total as number;
  const found = both.filter(({ doc }) => doc !== null);
  const whole = found.length >= Math.min(limits.pageDefault, counted);
  return { rows: whole ? found : await ask(counted <= limits.fewMatches ? few : page), total: counted };
}
