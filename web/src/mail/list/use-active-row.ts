// The row of a list that keys act on. It stays with its conversation when others come and go; when the conversation
// leaves the list, the row that takes its place is next.
import { useCallback, useEffect, useState } from 'react';
import type { PagedList } from '../../data/live/paged-list.ts';

export interface ActiveRow<T> {
  index: number;
  row: T | undefined;
  setIndex: (index: number) => void;
}

export function useActiveRow<T extends { id: string }>(view: PagedList<T>, openId: string | undefined): ActiveRow<T> {
  const [active, setActive] = useState<{ id: string | undefined; index: number }>({ id: openId, index: 0 });
  const last = Math.max(0, (view.total ?? 1) - 1);
  const found = active.id === undefined ? -1 : view.indexOf(active.id);
  const index = found >= 0 ? found : Math.min(active.index, last);
  const row = view.row(index);
  const rowId = row?.id;
  useEffect(() => {
    if (rowId !== undefined) setActive((now) => (now.id === rowId && now.index === index ? now : { id: rowId, index }));
  }, [rowId, index]);
  useEffect(() => {
    if (openId !== undefined) setActive((now) => ({ id: openId, index: now.index }));
  }, [openId]);
  const setIndex = useCallback((next: number) => setActive({ id: view.row(next)?.id, index: next }), [view]);
  return { index, row, setIndex };
}
