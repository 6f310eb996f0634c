// Panels in the top layer of the browser that belong to an anchor: menus, popovers, lists of options.
// They are `popover="manual"` elements: a menu that opens on the press of a mouse button must not close on its release.
import { type RefObject, type SyntheticEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { type Align, type Box, place, type Side } from './place.ts';

export interface FloatingOptions {
  open: boolean;
  /** Where the panel is placed: an element, or a point of the viewport. */
  anchor: () => Element | Box | null;
  side?: Side | undefined;
  align?: Align | undefined;
  gap?: number | undefined;
  /** The panel is as wide as its anchor, at least. */
  matchWidth?: boolean | undefined;
}

/** Shows the panel next to its anchor, and keeps it there while the page scrolls or changes its size. */
export function useFloating(panel: RefObject<HTMLElement | null>, options: FloatingOptions): void {
  const latest = useRef(options);
  latest.current = options;
  useLayoutEffect(() => {
    const element = panel.current;
    if (!options.open || !element) return;
    element.showPopover();
    const update = () => position(element, latest.current);
    update();
    const observer = new ResizeObserver(update);
    observer.observe(element);
    addEventListener('resize', update);
    addEventListener('scroll', update, { capture: true, passive: true });
    return () => {
      observer.disconnect();
      removeEventListener('resize', update);
      removeEventListener('scroll', update, { capture: true });
      if (element.isConnected) element.hidePopover();
    };
  }, [options.open, panel]);
}

function position(element: HTMLElement, { anchor, side, align, gap, matchWidth }: FloatingOptions): void {
  const target = anchor();
  if (!target) return;
  const box = target instanceof Element ? target.getBoundingClientRect() : target;
  if (matchWidth) element.style.minWidth = `${box.width}px`;
  element.style.maxHeight = '';
  const size = { width: element.offsetWidth, height: element.offsetHeight };
  const viewport = { width: document.documentElement.clientWidth, height: innerHeight };
  const placement = { anchor: box, size, viewport, ...(side && { side }), ...(align && { align }) };
  const { left, top, maxHeight } = place(gap === undefined ? placement : { ...placement, gap });
  element.style.left = `${left}px`;
  element.style.top = `${top}px`;
  element.style.maxHeight = `${maxHeight}px`;
}

/** Calls `close` for a press outside of the elements. The click of that press does nothing else. */
export function useOutsidePress(open: boolean, inside: () => (Element | null)[], close: () => void): void {
  const latest = useRef({ inside, close });
  latest.current = { inside, close };
  useEffect(() => {
    if (!open) return;
    const press = (event: PointerEvent) => {
      if (latest.current.inside().some((element) => element?.contains(event.target as Node))) return;
      if (event.button === 0) swallowClick();
      latest.current.close();
    };
    document.addEventListener('pointerdown', press, true);
    return () => document.removeEventListener('pointerdown', press, true);
  }, [open]);
}

/** Stops the click that ends the current press; a press that ends without a click leaves the next one alone. */
function swallowClick(): void {
  const controller = new AbortController();
  const options = { capture: true, signal: controller.signal };
  const click = (event: MouseEvent) => {
    if (event.detail > 0) {
      event.preventDefault();
      event.stopPropagation();
    }
    controller.abort();
  };
  // The press that is being handled arrives at the document only once.
  setTimeout(() => document.addEventListener('pointerdown', () => controller.abort(), options));
  document.addEventListener('click', click, options);
}

const stop = (event: SyntheticEvent) => event.stopPropagation();

/** Panels are children of what opens them: a click on an item of a menu is not a click on the row with the menu. */
export const isolateEvents = {
  onClick: stop,
  onDoubleClick: stop,
  onPointerDown: stop,
  onMouseDown: stop,
  onContextMenu: stop,
  onDragStart: stop,
};
