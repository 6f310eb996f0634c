// A button with a text, and optionally an icon before it.
import type { ComponentProps, ReactNode } from 'react';
import { classes } from '../classes.ts';
import styles from './button.module.css';

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
type ButtonSize = 'small' | 'medium' | 'large';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  /** Shows that the action runs. The button keeps its width and focus, and does nothing when it is pressed. */
  busy?: boolean;
}

export function Button(props: ButtonProps) {
  const { variant = 'secondary', size = 'medium', icon, busy = false, className, children, onClick, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      className={classes(styles.button, styles[variant], styles[size], busy && styles.busy, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      <span className={styles.content}>
        {icon}
        {children}
      </span>
      {busy && <span className={styles.spinner} />}
    </button>
  );
}
