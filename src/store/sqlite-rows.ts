// The rows of a query, ended early when their texts grow too large to be held and answered together.
import type { StatementSync } from 'node:sqlite';
import { limits } from '../limits.ts';
import type { Query, Row, Value } from './store.ts';

export function rowsOf(
  statement: StatementSync,
  values: Value[],
  { bounded, most = limits.pageChars }: Pick<Query, 'bounded' | 'most'>,
): Row[] {
  if (bounded === undefined) return statement.all(...values) as Row[];
  const rows: Row[] = [];
  let chars = 0;
  for (const row of statement.iterate(...values) as Iterable<Row>) {
    rows.push(row);
    for (const column of bounded) chars += (row[column] as string | null)?.length ?? 0;
    if (chars > most) break;
  }
  return rows;
}
