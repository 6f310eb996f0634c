// The rows of a query, ended early when their texts grow too large to be held and answered together.
import type { StatementSync } from 'node:sqlite';
import type { Query, Row } from './store.ts';

export function boundedRows(statement: StatementSync, user: number, { params, mostChars }: Query): Row[] {
  if (mostChars === undefined) return statement.all(user, ...params) as Row[];
  const rows: Row[] = [];
  let chars = 0;
  for (const row of statement.iterate(user, ...params) as Iterable<Row>) {
    rows.push(row);
    for (const value of Object.values(row)) if (typeof value === 'string') chars += value.length;
    if (chars > mostChars) break;
  }
  return rows;
}
