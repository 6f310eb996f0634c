// A button that shows only an icon. Its label is its accessible name and its tooltip.
import type { ComponentProps, ReactNode } from 'react';
import { classes } from '../classes.ts';
import { ariaKeys } from '../display/key-names.ts';
import { tooltip } from '../overlays/tooltip.tsx';
import { isMac } from '../platform.ts';
import styles from './icon-button.module.css';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  label: string;
  icon: ReactNode;
  /** The keyboard shortcut of the action, such as "e" or "mod+k", for the tooltip. */
  keys?: string | undefined;
  size?: 'small' | 'medium';
  /** For a button that switches something on and off. */
  pressed?: boolean | undefined;
}

export function IconButton({ label, icon, keys, size = 'medium', pressed, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...tooltip(label, keys)}
      {...rest}
      aria-label={label}
      aria-pressed={pressed}
      aria-keyshortcuts={keys === undefined ? undefined : ariaKeys(keys, isMac)}
      className={classes(styles.button, styles[size], className)}
    >
      {icon}
    </button>
  );
}
