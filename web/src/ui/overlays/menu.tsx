// Menus: a drop-down menu that a button opens, and a context menu at a point.
import { cloneElement, type MouseEvent, type ReactElement, type ReactNode, useRef, useState } from 'react';
import { MenuPanel } from './menu-panel.tsx';
import type { Align, Box, Side } from './place.ts';

interface TriggerProps {
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
  onClick?: (event: MouseEvent<HTMLElement>) => void;
}

export interface MenuProps {
  /** The button that opens the menu, such as an IconButton. */
  trigger: ReactElement<TriggerProps>;
  /** The accessible name of the menu. */
  label: string;
  align?: Align;
  side?: Side;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
}

/** A button with a menu. The items are children: MenuItem, MenuSeparator, MenuSub and so on. */
export function Menu({ trigger, label, align, side, onOpenChange, children }: MenuProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLElement>(null);
  const change = (next: boolean) => {
    setOpen(next);
    onOpenChange?.(next);
  };
  const onClick = (event: MouseEvent<HTMLElement>) => {
    trigger.props.onClick?.(event);
    button.current = event.currentTarget;
    change(!open);
  };
  return (
    <>
      {cloneElement(trigger, { 'aria-haspopup': 'menu', 'aria-expanded': open, onClick })}
      {open && (
        <MenuPanel label={label} align={align} side={side} anchor={() => button.current} onClose={() => change(false)}>
          {children}
        </MenuPanel>
      )}
    </>
  );
}

export interface ContextMenuProps {
  /** Where the menu is open; null while it is closed. */
  at: Box | null;
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/** A context menu: `onContextMenu={(event) => setAt(contextMenuPoint(event))}` opens it. One is enough for a list. */
export function ContextMenu({ at, label, onClose, children }: ContextMenuProps) {
  if (!at) return null;
  return (
    <MenuPanel key={`${at.left} ${at.top}`} label={label} anchor={() => at} gap={0} onClose={onClose}>
      {children}
    </MenuPanel>
  );
}

/** The point of a contextmenu event, of the mouse or of the keyboard. Suppresses the menu of the browser. */
export function contextMenuPoint(event: MouseEvent<Element>): Box {
  event.preventDefault();
  const { clientX, clientY } = event;
  if (clientX > 0 || clientY > 0) return { left: clientX, top: clientY, width: 0, height: 0 };
  const { left, top, height } = event.currentTarget.getBoundingClientRect();
  return { left: left + 16, top, width: 0, height };
}
