// The state of a virtual list: its size, its position, the rows in the page, and the focus.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { afterPaint } from '../after-paint.ts';
import type { VirtualListProps } from './virtual-list.tsx';
import {
  DOWNWARD,
  type ListPosition,
  type ListSize,
  lastTop,
  NO_OVERSCAN,
  type Overscan,
  rowsAt,
  scrolledTo,
  scrollOf,
  topToShow,
  UPWARD,
} from './virtual-window.ts';

export function useVirtualRows(props: VirtualListProps) {
  const { count, rowHeight, active, onRange } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const viewport = useViewport(scroller);
  const size: ListSize = { count, rowHeight, viewport };
  const [, render] = useReducer((count: number) => count + 1, 0);
  const latest = useRef({ size, position: { top: 0, scroll: 0 }, overscan: DOWNWARD });
  latest.current.size = size;

  /** Takes a new position; renders only if other rows are needed for it. */
  const take = useCallback((next: ListPosition, run: (change: () => void) => void) => {
    const { position: before, overscan } = latest.current;
    latest.current.position = next;
    if (next.top !== before.top) latest.current.overscan = next.top > before.top ? DOWNWARD : UPWARD;
    const rows = rowsAt(before.top, latest.current.size, overscan);
    const nextRows = rowsAt(next.top, latest.current.size, latest.current.overscan);
    const moved = next.top - next.scroll !== before.top - before.scroll;
    if (moved || rows.first !== nextRows.first || rows.last !== nextRows.last) run(render);
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
      // Measured now: the list may be shown for the first time, before its size was observed.
      const now = { ...latest.current.size, viewport: scroller.current?.clientHeight ?? 0 };
      const current = latest.current.position;
      const top = topToShow(index, current.top, now, align);
      if (top !== current.top) jumpTo(top);
    },
    [jumpTo],
  );

  const { position, overscan } = latest.current;
  const { first, last } = rowsAt(position.top, size, useIsPainted() ? overscan : NO_OVERSCAN);
  useLayoutEffect(() => onRange?.(first, last), [onRange, first, last]);
  useAnchor(props, latest, jumpTo);
  const focusRow = useActiveRow(props, scroller, scrollToIndex);
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

/** The rows around the visible ones are rendered after these were painted. */
function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => afterPaint(() => setPainted(true)), []);
  return isPainted;
}

const MOST_AT_FIRST = 2000;

function useViewport(scroller: RefObject<HTMLElement | null>): number {
  // About what it will be: to measure it before the first paint would cost a layout more.
  const [viewport, setViewport] = useState(() => Math.min(innerHeight, MOST_AT_FIRST));
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setViewport(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  return viewport;
}

type Latest = RefObject<{ size: ListSize; position: ListPosition; overscan: Overscan }>;

/** Keeps the first visible row where it is when rows before it come or go, unless the list is at its start. */
function useAnchor(
  { count, rowHeight, rowKey, indexOfKey }: VirtualListProps,
  latest: Latest,
  jumpTo: (top: number) => void,
) {
  useLayoutEffect(() => {
    const last = lastTop({ ...latest.current.size, count });
    if (latest.current.position.top > last) jumpTo(last);
  }, [count, latest, jumpTo]);
  const anchor = useRef<{ key: string | number; index: number } | null>(null);
  useLayoutEffect(() => {
    const { top } = latest.current.position;
    const old = anchor.current;
    const index = old && top > 0 ? indexOfKey?.(old.key) : undefined;
    if (old && index !== undefined && index !== old.index) jumpTo(top + (index - old.index) * rowHeight);
  }, [rowHeight, indexOfKey, latest, jumpTo]);
  useEffect(() => {
    const index = Math.floor(latest.current.position.top / rowHeight);
    anchor.current = index < count ? { key: rowKey(index), index } : null;
  });
}

/** Shows the active row when it becomes another one, and lets the focus follow it. */
function useActiveRow(
  { active, count, rowKey }: VirtualListProps,
  scroller: RefObject<HTMLElement | null>,
  scrollToIndex: (index: number) => void,
): () => void {
  const hadFocus = useHadFocus(scroller);
  const key = active >= 0 && active < count ? rowKey(active) : undefined;
  const previous = useRef<{ active: number; key: string | number | undefined }>({ active: -1, key: undefined });
  const rowElement = useCallback(
    () => scroller.current?.querySelector<HTMLElement>(`:scope > * > [data-index="${active}"]`),
    [active, scroller],
  );
  useLayoutEffect(() => {
    const { active: index, key: old } = previous.current;
    previous.current = { active, key };
    const row = rowElement();
    const focused = document.activeElement;
    if (focused === row) return; // it became active by its focus, and must not move under the pointer
    // The same row at another index was moved by rows before it; another row at the same index has taken its place.
    if (index !== active && old !== key) scrollToIndex(active);
    if (focused?.getAttribute('role') === 'row' && scroller.current?.contains(focused))
      row?.focus({ preventScroll: true });
  }, [active, key, rowElement, scroller, scrollToIndex]);
  // The focused row was removed from the list: the focus must not go to the start of the page.
  useLayoutEffect(() => {
    if (hadFocus.current && document.activeElement === document.body)
      (rowElement() ?? scroller.current)?.focus({ preventScroll: true });
  });
  return useCallback(() => {
    scrollToIndex(active);
    (rowElement() ?? scroller.current)?.focus({ preventScroll: true });
  }, [active, rowElement, scroller, scrollToIndex]);
}

/** Whether the focus was in the list until its element was removed. */
function useHadFocus(scroller: RefObject<HTMLElement | null>): RefObject<boolean> {
  const hadFocus = useRef(false);
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
  return hadFocus;
}
