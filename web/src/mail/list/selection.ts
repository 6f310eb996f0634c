// Which rows of a list are selected: pure functions on a value, so that ranges can be tested without a page.

export interface Selection<T> {
  /** The selected records by their ids, in the order in which they were selected. */
  readonly rows: ReadonlyMap<string, T>;
  /** Where a range begins: the row that was selected last without Shift. */
  readonly anchor: string | undefined;
  /** All rows that match the list, also those that were not read. */
  readonly isAll: boolean;
}

export const NOTHING_SELECTED: Selection<never> = { rows: new Map<string, never>(), anchor: undefined, isAll: false };

export function toggle<T extends { id: string }>(selection: Selection<T>, row: T): Selection<T> {
  const rows = new Map(selection.rows);
  if (!rows.delete(row.id)) rows.set(row.id, row);
  return { rows, anchor: row.id, isAll: false };
}

/** The rows from the anchor to a row, with those that were selected before. */
export function extend<T extends { id: string }>(selection: Selection<T>, range: readonly T[]): Selection<T> {
  const rows = new Map(selection.rows);
  for (const row of range) rows.set(row.id, row);
  return { rows, anchor: selection.anchor ?? range[0]?.id, isAll: false };
}

/** Shift and an arrow key: the row that is left and the row that is reached; going back takes rows out again. */
export function step<T extends { id: string }>(selection: Selection<T>, from: T, to: T): Selection<T> {
  const isBack = selection.rows.has(to.id) && selection.rows.has(from.id) && selection.anchor !== from.id;
  const rows = new Map(selection.rows);
  if (isBack) rows.delete(from.id);
  else rows.set(from.id, from).set(to.id, to);
  return { rows, anchor: selection.anchor ?? from.id, isAll: false };
}

/** With the records as they are now; those that left the list are not selected any more. */
export function refreshed<T extends { id: string }>(
  selection: Selection<T>,
  current: (row: T) => T | undefined,
): Selection<T> {
  let isChanged = false;
  const rows = new Map<string, T>();
  for (const [id, row] of selection.rows) {
    const now = current(row);
    if (now !== row) isChanged = true;
    if (now) rows.set(id, now);
  }
  return isChanged ? { ...selection, rows } : selection;
}
