// The panel of a menu: it has the focus while it is open, moves it by arrow keys and by typed letters, and gives it
// back when it closes.
import { createContext, type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { isolateEvents, useFloating, useOutsidePress } from './floating.ts';
import { useLayer } from './layers.ts';
import styles from './menu.module.css';
import type { Align, Box, Side } from './place.ts';

/** Closes the menu. */
export const CloseMenuContext = createContext<() => void>(() => undefined);

interface MenuPanelProps {
  label: string;
  anchor: () => Element | Box | null;
  align?: Align | undefined;
  side?: Side | undefined;
  gap?: number | undefined;
  onClose: () => void;
  children: ReactNode;
}

export function MenuPanel({ label, anchor, align, side, gap, onClose, children }: MenuPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  useFloating(panel, { open: true, anchor, side, align, gap });
  const restoreFocus = useFocusInside(panel);
  const close = () => {
    restoreFocus();
    onClose();
  };
  useOutsidePress(true, () => [panel.current], close);
  useLayer(true, close);
  return (
    <CloseMenuContext value={close}>
      <div
        ref={panel}
        popover="manual"
        role="menu"
        aria-label={label}
        tabIndex={-1}
        className={styles.menu}
        {...isolateEvents}
        onKeyDown={(event) => onMenuKey(event, close)}
      >
        {children}
      </div>
    </CloseMenuContext>
  );
}

/** Moves the focus to the first item. The result moves it back, unless it has gone elsewhere meanwhile. */
function useFocusInside(panel: RefObject<HTMLElement | null>): () => void {
  const before = useRef<HTMLElement | null>(null);
  const restore = () => {
    if (panel.current?.contains(document.activeElement)) before.current?.focus({ preventScroll: true });
  };
  useLayoutEffect(() => {
    const element = panel.current;
    before.current = document.activeElement as HTMLElement | null;
    if (element) (itemsOf(element)[0] ?? element).focus({ preventScroll: true });
    return () => {
      if (element?.contains(document.activeElement)) before.current?.focus({ preventScroll: true });
    };
  }, [panel]);
  return restore;
}

function itemsOf(menu: Element): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([aria-disabled="true"])')];
}

let typed = '';
let typedAt = 0;

function onMenuKey(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  event.stopPropagation();
  if (event.key === 'Escape' || event.key === 'Tab') {
    event.preventDefault();
    close();
    return;
  }
  const items = itemsOf(event.currentTarget);
  const current = items.indexOf(document.activeElement as HTMLElement);
  const next = targetOf(event, items, current);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function targetOf(event: KeyboardEvent, items: HTMLElement[], current: number): HTMLElement | undefined {
  if (event.key === 'ArrowDown') return items[(current + 1) % items.length];
  if (event.key === 'ArrowUp') return items.at(current <= 0 ? -1 : current - 1);
  if (event.key === 'Home' || event.key === 'PageUp') return items[0];
  if (event.key === 'End' || event.key === 'PageDown') return items.at(-1);
  if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  typed = event.timeStamp - typedAt > 600 ? event.key : typed + event.key;
  typedAt = event.timeStamp;
  // A letter that is typed again goes on to the next item that starts with it.
  const repeated = [...typed].every((letter) => letter === typed[0]);
  const prefix = (repeated ? (typed[0] ?? '') : typed).toLowerCase();
  const start = repeated ? current + 1 : current;
  const ordered = [...items.slice(start), ...items.slice(0, start)];
  return ordered.find((item) => item.textContent?.trim().toLowerCase().startsWith(prefix));
}
