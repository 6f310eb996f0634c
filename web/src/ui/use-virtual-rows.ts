// The state of a virtual list: its size, its position, the rows in the page, and the focus.
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { VirtualListProps } from './virtual-list.tsx';
import { type ListPosition, type ListSize, rowsAt, scrolledTo, scrollOf, topToShow } from './virtual-window.ts';

export function useVirtualRows(props: VirtualListProps) {
  const { count, rowHeight, active, onRange } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const viewport = useViewport(scroller);
  const size: ListSize = { count, rowHeight, viewport };
  const [position, setPosition] = useState<ListPosition>({ top: 0, scroll: 0 });
  const latest = useRef({ size, position });
  latest.current.size = size;

  /** Takes a new position; renders only if other rows are needed for it. */
  const take = useCallback((next: ListPosition, render: (change: () => void) => void) => {
    const before = latest.current.position;
    latest.current.position = next;
    const rows = rowsAt(before.top, latest.current.size);
    const nextRows = rowsAt(next.top, latest.current.size);
    const moved = next.top - next.scroll !== before.top - before.scroll;
    if (moved || rows.first !== nextRows.first || rows.last !== nextRows.last) render(() => setPosition(next));
  }, []);
  const onScroll = useCallback(() => {
    const scroll = scroller.current?.scrollTop ?? 0;
    // The position of a jump is set before the event of it arrives.
    if (Math.abs(scroll - latest.current.position.scroll) < 1) return;
    // Rendered before the browser paints, so that fast scrolling shows no empty space.
    take(scrolledTo(scroll, latest.current.position, latest.current.size), flushSync);
  }, [take]);
  const jumpTo = useCallback(
    (top: number) => {
      const next = { top, scroll: scrollOf(top, latest.current.size) };
      take(next, (change) => change());
      if (scroller.current) scroller.current.scrollTop = next.scroll;
    },
    [take],
  );
  const scrollToIndex = useCallback(
    (index: number, align: 'nearest' | 'start' | 'center' = 'nearest') => {
      const { position: current, size: now } = latest.current;
      const top = topToShow(index, current.top, now, align);
      if (top !== current.top) jumpTo(top);
    },
    [jumpTo],
  );

  const { first, last } = rowsAt(position.top, size);
  useLayoutEffect(() => onRange?.(first, last), [onRange, first, last]);
  useAnchor(props, latest, jumpTo);
  const focusRow = useFocusedRow(scroller, active, scrollToIndex);
  const indexes = rowRange(first, last, active >= 0 && active < count ? active : -1);
  return { scroller, size, indexes, offset: position.top - position.scroll, onScroll, scrollToIndex, focusRow };
}

/** The indexes in order, with the active row even if it is elsewhere. */
function rowRange(first: number, last: number, active: number): number[] {
  const indexes = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  if (active >= 0 && active < first) indexes.unshift(active);
  if (active > last) indexes.push(active);
  return indexes;
}

function useViewport(scroller: React.RefObject<HTMLElement | null>): number {
  const [viewport, setViewport] = useState(0);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    setViewport(element.clientHeight);
    const observer = new ResizeObserver(() => setViewport(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  return viewport;
}

type Latest = React.RefObject<{ size: ListSize; position: ListPosition }>;

/** Keeps the first visible row where it is when rows before it come or go, unless the list is at its start. */
function useAnchor(
  { count, rowHeight, rowKey, indexOfKey }: VirtualListProps,
  latest: Latest,
  jumpTo: (top: number) => void,
) {
  const anchor = useRef<{ key: string | number; index: number } | null>(null);
  useLayoutEffect(() => {
    const { top } = latest.current.position;
    const old = anchor.current;
    const index = old && top > 0 ? indexOfKey?.(old.key) : undefined;
    if (old && index !== undefined && index !== old.index) jumpTo(top + (index - old.index) * rowHeight);
    else if (top > latest.current.size.count * rowHeight)
      jumpTo(Math.max(0, count * rowHeight - latest.current.size.viewport));
  }, [count, rowHeight, indexOfKey, latest, jumpTo]);
  useEffect(() => {
    const index = Math.floor(latest.current.position.top / rowHeight);
    anchor.current = index < count ? { key: rowKey(index), index } : null;
  });
}

/** Lets the focus follow the active row, and takes it back when the focused row was removed from the list. */
function useFocusedRow(
  scroller: React.RefObject<HTMLElement | null>,
  active: number,
  scrollToIndex: (index: number) => void,
): () => void {
  const hadFocus = useRef(false);
  const focusRow = useCallback(() => {
    scrollToIndex(active);
    const row = scroller.current?.querySelector<HTMLElement>(`:scope > * > [data-index="${active}"]`);
    (row ?? scroller.current)?.focus({ preventScroll: true });
  }, [active, scroller, scrollToIndex]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const enter = () => {
      hadFocus.current = true;
    };
    const leave = (event: FocusEvent) => {
      // Without a new target, the focused row was removed or the window lost the focus.
      if (event.relatedTarget) hadFocus.current = element.contains(event.relatedTarget as Node);
    };
    const press = (event: Event) => {
      if (!element.contains(event.target as Node)) hadFocus.current = false;
    };
    element.addEventListener('focusin', enter);
    element.addEventListener('focusout', leave);
    document.addEventListener('pointerdown', press, true);
    return () => {
      element.removeEventListener('focusin', enter);
      element.removeEventListener('focusout', leave);
      document.removeEventListener('pointerdown', press, true);
    };
  }, [scroller]);
  useLayoutEffect(() => {
    const focused = document.activeElement;
    const onRow = focused?.getAttribute('role') === 'row' && scroller.current?.contains(focused);
    if (onRow || (hadFocus.current && focused === document.body)) focusRow();
  }, [focusRow, scroller]);
  return focusRow;
}
