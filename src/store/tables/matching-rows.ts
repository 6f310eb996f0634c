// The records that a plan selects, by their ids and without their texts, to be changed in bounded transactions.
import type { Resource } from '../../resources/resource.ts';
import type { Dialect, Query, Row, Tx } from '../port.ts';
import { selectionOf } from './list.ts';
import { bind, type Condition, isSearch, type ListPlan, tagsFirst } from './list-plan.ts';
import { type Found, selectFound } from './record-lookups.ts';

/** A record that matched, and its version at that time. */
export interface Match {
  id: string;
  seq: number;
}

const FIRST = 'first_seq'; // all but the newest records have an earlier one

/**
 * The query for the matches after an id, in the order of the ids, which never change. The matches are found first, by the
 * indexes of the filters: in the order of the ids, a rare filter would scan all records. Without a filter that order is best.
 */
export function matchesAfter(dialect: Dialect, user: number, plan: ListPlan, after: string, max: number): Query {
  const { params, from, where } = selectionOf(dialect, user, tagsFirst(plan));
  const rest = (id: string) => `${id} > ${bind(params, after)}`;
  const isFiltered =
    isSearch(plan) ||
    plan.trash === 'only' ||
    plan.conditions.some((one) => !('column' in one && one.column === FIRST));
  const sql = isFiltered
    ? `with matched as materialized (select r.id, r.seq from ${from} where ${where}) select id, seq from matched where ${rest('id')}`
    : `select r.id, r.seq from ${from} where ${where} and ${rest('r.id')}`;
  return { sql: `${sql} order by id limit ${bind(params, max)}`, params };
}

/** The query for the number of matches, as `total`. */
export function matchesCount(dialect: Dialect, user: number, plan: ListPlan): Query {
  const { params, from, where } = selectionOf(dialect, user, tagsFirst(plan));
  return { sql: `select count(*) as total from ${from} where ${where}`, params };
}

/** The query for those of these records that match now. They are looked up by their ids, whatever the filters are. */
export function matchesAmong(dialect: Dialect, user: number, plan: ListPlan, ids: readonly string[]): Query {
  const among: Condition = { type: 'ids', ids };
  const { params, from, where } = selectionOf(dialect, user, { ...plan, conditions: [...plan.conditions, among] });
  return { sql: `select r.id, r.seq from ${from} where ${where}`, params };
}

/** The query for the present versions of these records. */
export function versionsQuery(dialect: Dialect, { table }: Resource, ids: readonly string[]): Query {
  return {
    sql: `select id, seq from ${table} where user_id = ?1 and id ${dialect.in(2)}`,
    params: [dialect.list(ids)],
  };
}

export function matchesOf(rows: readonly Row[]): Match[] {
  return rows.map(({ id, seq }) => ({ id: id as string, seq: Number(seq) }));
}

/** Where these records are now, their versions and the sizes of their texts, by id. */
export async function findByIds(
  tx: Tx,
  resource: Resource,
  ids: readonly string[],
): Promise<Map<string, Match & Found>> {
  const rows = await tx.all(`${selectFound(resource)} r.id ${tx.dialect.in(2)}`, tx.dialect.list(ids));
  return new Map(rows.map((row) => [row.id as string, row as unknown as Match & Found]));
}
