// The records that a plan selects, by their ids and without their texts, to be changed in bounded transactions.
import type { Resource } from '../../resources/resource.ts';
import type { Dialect, Query, Tx } from '../port.ts';
import { selectionOf } from './list.ts';
import { bind, type ListPlan } from './list-plan.ts';
import { type Found, selectFound } from './record-lookups.ts';

/** A record that matched, and its version at that time. */
export interface Match {
  id: string;
  seq: number;
}

/**
 * The query for the matches after an id, in the order of the ids, which never change. The matches are found first, with the
 * indexes of the filters: in the order of the ids, a rare filter would scan all records.
 */
export function matchesAfter(dialect: Dialect, user: number, plan: ListPlan, after: string, max: number): Query {
  const { params, from, where } = selectionOf(dialect, user, plan);
  const sql = `with matched as materialized (select r.id, r.seq from ${from} where ${where} and r.id > ${bind(params, after)})
    select id, seq from matched order by id limit ${bind(params, max)}`;
  return { sql, params };
}

/** The query for the number of matches, as `total`. */
export function matchesCount(dialect: Dialect, user: number, plan: ListPlan): Query {
  const { params, from, where } = selectionOf(dialect, user, plan);
  return { sql: `select count(*) as total from ${from} where ${where}`, params };
}

/** Those of the ids that match now. */
export async function stillMatching(tx: Tx, plan: ListPlan, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { params, from, where } = selectionOf(tx.dialect, tx.user, plan);
  params.push(tx.dialect.list(ids));
  const sql = `select r.id from ${from} where ${where} and r.id ${tx.dialect.in(params.length + 1)}`;
  return new Set((await tx.all(sql, ...params)).map(({ id }) => id as string));
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
