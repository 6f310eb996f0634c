// The items of menus and of context menus.
import { createContext, type ReactNode, use, useEffect, useId, useRef, useState } from 'react';
import { classes } from './classes.ts';
import { useFloating } from './floating.ts';
import { Check, ChevronRight } from './icons.ts';
import { Kbd } from './kbd.tsx';
import styles from './menu.module.css';
import { CloseMenuContext, itemsOf, onMenuKey } from './menu-panel.tsx';

export interface MenuItemProps {
  children: ReactNode;
  icon?: ReactNode;
  /** The keyboard shortcut of the same action. */
  keys?: string | undefined;
  destructive?: boolean;
  disabled?: boolean;
  onSelect: () => void;
}

export function MenuItem({ destructive, onSelect, ...rest }: MenuItemProps) {
  const close = use(CloseMenuContext);
  const select = () => {
    close();
    onSelect();
  };
  return <Item {...rest} role="menuitem" className={destructive ? styles.destructive : undefined} onSelect={select} />;
}

export interface MenuCheckboxItemProps extends Omit<MenuItemProps, 'onSelect' | 'destructive'> {
  checked: boolean | 'mixed';
  /** The menu stays open, so that several items can be changed. */
  onChange: (checked: boolean) => void;
}

export function MenuCheckboxItem({ checked, onChange, ...rest }: MenuCheckboxItemProps) {
  return <Item {...rest} role="menuitemcheckbox" checked={checked} onSelect={() => onChange(checked !== true)} />;
}

const RadioContext = createContext<{ value: string; onChange: (value: string) => void } | null>(null);

export interface MenuRadioGroupProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}

export function MenuRadioGroup({ label, value, onChange, children }: MenuRadioGroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a menu
    <div role="group" aria-label={label}>
      <RadioContext value={{ value, onChange }}>{children}</RadioContext>
    </div>
  );
}

export function MenuRadioItem({ value, ...rest }: Omit<MenuItemProps, 'onSelect' | 'destructive'> & { value: string }) {
  const group = use(RadioContext);
  const close = use(CloseMenuContext);
  const select = () => {
    close();
    group?.onChange(value);
  };
  return <Item {...rest} role="menuitemradio" checked={group?.value === value} onSelect={select} />;
}

export function MenuSeparator() {
  return <hr className={styles.separator} />;
}

/** A heading of the items below it. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <div className={styles.label}>{children}</div>;
}

export interface MenuSubProps {
  label: string;
  icon?: ReactNode;
  children: ReactNode;
}

/** An item that opens a submenu: by the right arrow, Enter, a click, or when the pointer rests on it. */
export function MenuSub({ label, icon, children }: MenuSubProps) {
  const [open, setOpen] = useState(false);
  const item = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();
  useFloating(panel, { open, anchor: () => item.current, side: 'right', gap: 2 });
  useEffect(() => (open ? closeWithSibling(item.current, panel.current, () => setOpen(false)) : undefined), [open]);
  const openWithFocus = () => {
    setOpen(true);
    requestAnimationFrame(() => panel.current && itemsOf(panel.current)[0]?.focus());
  };
  const close = () => {
    item.current?.focus();
    setOpen(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the item inside
    <div onKeyDown={(event) => event.key === 'ArrowRight' && event.target === item.current && openWithFocus()}>
      <button
        ref={item}
        type="button"
        role="menuitem"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={id}
        tabIndex={-1}
        className={styles.item}
        onPointerMove={(event) => focusItem(event) && setTimeout(() => isFocused(item.current) && setOpen(true), 120)}
        onClick={openWithFocus}
      >
        <span className={styles.icon}>{icon}</span>
        <span className={styles.text}>{label}</span>
        <ChevronRight aria-hidden="true" />
      </button>
      <div
        ref={panel}
        id={id}
        popover="manual"
        role="menu"
        aria-label={label}
        tabIndex={-1}
        className={styles.menu}
        onKeyDown={(event) => (event.key === 'ArrowLeft' ? stopAnd(event, close) : onMenuKey(event, close))}
      >
        {open && children}
      </div>
    </div>
  );
}

interface ItemProps {
  role: 'menuitem' | 'menuitemcheckbox' | 'menuitemradio';
  children: ReactNode;
  icon?: ReactNode;
  keys?: string | undefined;
  disabled?: boolean | undefined;
  checked?: boolean | 'mixed';
  className?: string | undefined;
  onSelect: () => void;
}

function Item({ role, children, icon, keys, disabled, checked, className, onSelect }: ItemProps) {
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the roles with a checked state support it
    <button
      type="button"
      role={role}
      aria-checked={checked}
      aria-disabled={disabled || undefined}
      tabIndex={-1}
      className={classes(styles.item, className)}
      onPointerMove={focusItem}
      onClick={disabled ? undefined : onSelect}
    >
      {checked !== undefined && <span className={styles.check}>{checked === true ? <Check /> : checked && '–'}</span>}
      {(checked === undefined || icon !== undefined) && <span className={styles.icon}>{icon}</span>}
      <span className={styles.text}>{children}</span>
      {keys !== undefined && <Kbd keys={keys} className={styles.keys} />}
    </button>
  );
}

function isFocused(element: Element | null): boolean {
  return element !== null && element === document.activeElement;
}

/** The item under the pointer has the focus, as in menus of the system. Says whether the focus moved. */
function focusItem(event: { currentTarget: HTMLElement }): boolean {
  if (isFocused(event.currentTarget)) return false;
  event.currentTarget.focus({ preventScroll: true });
  return true;
}

function stopAnd(event: { stopPropagation(): void; preventDefault(): void }, run: () => void): void {
  event.stopPropagation();
  event.preventDefault();
  run();
}

/** A submenu closes when another item of its parent gets the focus. */
function closeWithSibling(item: Element | null, panel: Element | null, close: () => void): () => void {
  const parent = item?.closest('[role="menu"]');
  const listen = (event: Event) => {
    const target = event.target as Node;
    if (target !== item && !panel?.contains(target)) close();
  };
  parent?.addEventListener('focusin', listen);
  return () => parent?.removeEventListener('focusin', listen);
}
