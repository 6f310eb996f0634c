// The items of menus and of context menus.
import { type ReactNode, use } from 'react';
import { classes } from '../classes.ts';
import { Kbd } from '../display/kbd.tsx';
import { Check } from '../icons.ts';
import styles from './menu.module.css';
import { CloseMenuContext } from './menu-panel.tsx';

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

export function MenuSeparator() {
  return <hr className={styles.separator} />;
}

/** A heading of the items below it. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <div className={styles.label}>{children}</div>;
}

interface ItemProps {
  role: 'menuitem' | 'menuitemcheckbox';
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
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the role with a checked state supports it
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

/** The item under the pointer has the focus, as in menus of the system. */
function focusItem({ currentTarget }: { currentTarget: HTMLElement }): void {
  if (currentTarget !== document.activeElement) currentTarget.focus({ preventScroll: true });
}
