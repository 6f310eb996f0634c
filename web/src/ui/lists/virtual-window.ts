// Which rows of a long list are shown, and where. Browsers limit the height of an element, to 16.7 million pixels at
// the least: a longer list has an element of 10 million pixels, and its scroll position is scaled.

export const MAX_HEIGHT = 10_000_000;
export const MAX_ROWS = 60;
/** Rows that are rendered around the visible ones: more on the side to which the list is scrolled. */
export interface Overscan {
  above: number;
  below: number;
}

const AHEAD = 10;
const BEHIND = 3;
export const NO_OVERSCAN: Overscan = { above: 0, below: 0 };
export const DOWNWARD: Overscan = { above: BEHIND, below: AHEAD };
export const UPWARD: Overscan = { above: AHEAD, below: BEHIND };

export interface ListSize {
  count: number;
  rowHeight: number;
  /** The height of what is visible. */
  viewport: number;
}

/** `top` is the first visible pixel of the list, `scroll` the scroll position of the element that shows it. */
export interface ListPosition {
  top: number;
  scroll: number;
}

/** The height of the scrolled element. */
export function elementHeight({ count, rowHeight }: ListSize): number {
  return Math.min(count * rowHeight, MAX_HEIGHT);
}

function isScaled({ count, rowHeight }: ListSize): boolean {
  return count * rowHeight > MAX_HEIGHT;
}

export function lastTop({ count, rowHeight, viewport }: ListSize): number {
  return Math.max(0, count * rowHeight - viewport);
}

/** The scroll position that shows a position of the list. */
export function scrollOf(top: number, size: ListSize): number {
  const last = lastTop(size);
  if (!isScaled(size) || last === 0) return top;
  return (top / last) * (elementHeight(size) - size.viewport);
}

/** The position after the element was scrolled. */
export function scrolledTo(scroll: number, from: ListPosition, size: ListSize): ListPosition {
  const last = lastTop(size);
  if (!isScaled(size)) return { scroll, top: clamp(scroll, 0, last) };
  const lastScroll = elementHeight(size) - size.viewport;
  if (scroll <= 0) return { scroll, top: 0 };
  if (scroll >= lastScroll) return { scroll, top: last };
  // Small steps, by wheel or touch, move the rows by as many pixels; the scroll bar moves them in proportion.
  const step = scroll - from.scroll;
  if (Math.abs(step) < size.viewport) return { scroll, top: clamp(from.top + step, 0, last) };
  return { scroll, top: (scroll / lastScroll) * last };
}

/** The rows to render: the visible ones and some around them, `last` included. Empty lists have `last` -1. */
export function rowsAt(
  top: number,
  { count, rowHeight, viewport }: ListSize,
  overscan: Overscan,
): { first: number; last: number } {
  if (count === 0) return { first: 0, last: -1 };
  const firstVisible = Math.floor(top / rowHeight);
  const visible = Math.ceil(viewport / rowHeight) + 1;
  // One row less than the limit, for the focused row, which stays when it is scrolled away.
  const around = Math.max(0, Math.floor((MAX_ROWS - 1 - visible) / 2));
  return {
    first: clamp(firstVisible - Math.min(overscan.above, around), 0, count - 1),
    last: clamp(firstVisible + visible - 1 + Math.min(overscan.below, around), 0, count - 1),
  };
}

/** The position at which a row is visible; the same one if it is already. */
export function topToShow(index: number, top: number, size: ListSize, align: 'nearest' | 'start' | 'center'): number {
  const rowTop = index * size.rowHeight;
  const end = rowTop + size.rowHeight - size.viewport;
  const wanted = { start: rowTop, center: (rowTop + end) / 2, nearest: clamp(top, Math.min(end, rowTop), rowTop) }[
    align
  ];
  return clamp(wanted, 0, lastTop(size));
}

/** The row that a key moves to; undefined for other keys. */
export function rowAfterKey(key: string, current: number, size: ListSize): number | undefined {
  const page = Math.max(1, Math.floor(size.viewport / size.rowHeight) - 1);
  const targets: Record<string, number> = {
    ArrowDown: current + 1,
    ArrowUp: current - 1,
    PageDown: current + page,
    PageUp: current - page,
    Home: 0,
    End: size.count - 1,
  };
  const target = targets[key];
  return target === undefined || size.count === 0 ? undefined : clamp(target, 0, size.count - 1);
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}
