// The selection of a list of conversations, and the ways to change it.
import { useCallback, useEffect, useState } from 'react';
import type { PagedList } from '../../data/live/paged-list.ts';
import { useLayer } from '../../ui/overlays/layers.ts';
import type { Filter } from '../list-query.ts';
import type { Row } from '../lists.ts';
import { type MailList, mailPath } from '../mail-address.ts';
import { extend, NOTHING_SELECTED, refreshed, type Selection, step, toggle } from './selection.ts';
import { readRange } from './use-conversations.ts';

export interface SelectionControl {
  selection: Selection<Row>;
  toggle(row: Row): void;
  /** From the anchor of the selection, or the active row, to this index. */
  extendTo(index: number, from: number): void;
  step(from: Row, to: Row): void;
  /** The rows that were read. */
  selectShown(): void;
  selectMatching(): void;
  clear(): void;
}

export function useSelection(list: MailList, filter: Filter, view: PagedList<Row>): SelectionControl {
  const [selection, setSelection] = useState<Selection<Row>>(NOTHING_SELECTED);
  const clear = useCallback(() => setSelection(NOTHING_SELECTED), []);
  useLayer(selection.rows.size > 0, clear);
  const path = mailPath(list);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list or filter ends the selection.
  useEffect(clear, [path, filter, clear]);
  useEffect(() => {
    // A row that was scrolled far away is not known any more, and stays selected as it was.
    setSelection((now) => refreshed(now, (row) => currentRow(view, row)));
  }, [view]);
  const extendTo = (index: number, from: number) => {
    const anchor = selection.anchor === undefined ? -1 : view.indexOf(selection.anchor);
    const start = anchor >= 0 ? anchor : from;
    const range = [Math.min(start, index), Math.max(start, index)] as const;
    void readRange(list, filter, view, range).then((rows) => setSelection((now) => extend(now, rows)));
  };
  return {
    selection,
    toggle: (row) => setSelection((now) => toggle(now, row)),
    extendTo,
    step: (from, to) => setSelection((now) => step(now, from, to)),
    selectShown: () => setSelection((now) => extend({ ...now, rows: new Map() }, shownRows(view))),
    selectMatching: () => setSelection((now) => ({ ...now, isAll: true })),
    clear,
  };
}

function currentRow(view: PagedList<Row>, row: Row): Row | undefined {
  const index = view.indexOf(row.id);
  return index < 0 ? row : (view.row(index) ?? row);
}

function shownRows(view: PagedList<Row>): Row[] {
  return Array.from({ length: view.total ?? 0 }, (_, index) => view.row(index)).filter((row) => row !== undefined);
}
