// A panel with any content next to the button that opens it. It does not block the page.
import {
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classes } from '../classes.ts';
import { isolateEvents, useFloating, useOutsidePress } from './floating.ts';
import { useLayer } from './layers.ts';
import type { Align, Box, Side } from './place.ts';
import styles from './popover.module.css';

interface PanelProps {
  /** The accessible name of the panel. */
  label: string;
  align?: Align | undefined;
  side?: Side | undefined;
  className?: string | undefined;
}

interface TriggerProps {
  'aria-haspopup'?: 'dialog';
  'aria-expanded'?: boolean;
  onClick?: (event: MouseEvent<HTMLElement>) => void;
}

export interface PopoverProps extends PanelProps {
  trigger: ReactElement<TriggerProps>;
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** A button with a panel. */
export function Popover({ trigger, children, ...panel }: PopoverProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLElement>(null);
  const close = () => setOpen(false);
  const onClick = (event: MouseEvent<HTMLElement>) => {
    trigger.props.onClick?.(event);
    button.current = event.currentTarget;
    setOpen(!open);
  };
  return (
    <>
      {cloneElement(trigger, { 'aria-haspopup': 'dialog', 'aria-expanded': open, onClick })}
      <AnchoredPopover {...panel} anchor={open ? () => button.current : null} onClose={close}>
        {typeof children === 'function' ? children(close) : children}
      </AnchoredPopover>
    </>
  );
}

export interface AnchoredPopoverProps extends PanelProps {
  /** What the panel is placed next to, such as an event of the calendar; null while it is closed. */
  anchor: (() => Element | Box | null) | null;
  onClose: () => void;
  children: ReactNode;
}

/** A panel next to any element or point. */
export function AnchoredPopover({ anchor, ...rest }: AnchoredPopoverProps) {
  return anchor ? <Panel {...rest} anchor={anchor} /> : null;
}

function Panel(props: AnchoredPopoverProps & { anchor: () => Element | Box | null }) {
  const { label, align, side, className, anchor, onClose, children } = props;
  const panel = useRef<HTMLDivElement>(null);
  useFloating(panel, { open: true, anchor, align, side });
  useOutsidePress(true, () => [panel.current], onClose);
  useLayer(true, onClose);
  useFocusInside(panel);
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  };
  return (
    <div
      ref={panel}
      popover="manual"
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      className={classes(styles.popover, className)}
      {...isolateEvents}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        // The focus has left the panel by Tab: the panel closes and the focus stays where it went.
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) onClose();
      }}
    >
      {children}
    </div>
  );
}

/** Moves the focus to the element with data-autofocus, else to the panel itself, and back when the panel goes. */
function useFocusInside(panel: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = panel.current;
    const before = document.activeElement as HTMLElement | null;
    (element?.querySelector<HTMLElement>('[data-autofocus]') ?? element)?.focus({ preventScroll: true });
    return () => {
      if (element?.contains(document.activeElement)) before?.focus({ preventScroll: true });
    };
  }, [panel]);
}
