// Where a menu, popover or tooltip is placed next to its anchor, so that it is inside the viewport.

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export type Side = 'bottom' | 'top' | 'right' | 'left';
export type Align = 'start' | 'center' | 'end';

export interface Placement {
  anchor: Box;
  size: { width: number; height: number };
  viewport: { width: number; height: number };
  side?: Side;
  align?: Align;
  gap?: number;
}

/** Distance that is left to the edges of the viewport. */
const MARGIN = 8;

const OPPOSITE: Record<Side, Side> = { bottom: 'top', top: 'bottom', left: 'right', right: 'left' };

/** The position in the viewport. The other side is taken if the wanted one has too little room and the other has more. */
export function place(placement: Placement): { left: number; top: number; maxHeight: number; side: Side } {
  const { anchor, size, viewport, align = 'start', gap = 4 } = placement;
  const wanted = placement.side ?? 'bottom';
  const room: Record<Side, number> = {
    bottom: viewport.height - anchor.top - anchor.height - gap - MARGIN,
    top: anchor.top - gap - MARGIN,
    right: viewport.width - anchor.left - anchor.width - gap - MARGIN,
    left: anchor.left - gap - MARGIN,
  };
  const vertical = wanted === 'bottom' || wanted === 'top';
  const needed = vertical ? size.height : size.width;
  const side = room[wanted] < needed && room[OPPOSITE[wanted]] > room[wanted] ? OPPOSITE[wanted] : wanted;
  const maxHeight = Math.max(0, vertical ? room[side] : viewport.height - 2 * MARGIN);
  const height = Math.min(size.height, maxHeight);
  const before = side === 'top' ? anchor.top - gap - height : anchor.left - gap - size.width;
  const after = side === 'bottom' ? anchor.top + anchor.height + gap : anchor.left + anchor.width + gap;
  const main = side === 'top' || side === 'left' ? before : after;
  const left = vertical ? aligned(anchor.left, anchor.width, size.width, align) : main;
  const top = vertical ? main : aligned(anchor.top, anchor.height, height, align);
  return {
    left: clamp(left, MARGIN, viewport.width - size.width - MARGIN),
    top: clamp(top, MARGIN, viewport.height - height - MARGIN),
    maxHeight,
    side,
  };
}

function aligned(start: number, length: number, size: number, align: Align): number {
  if (align === 'start') return start;
  return align === 'end' ? start + length - size : start + (length - size) / 2;
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}
