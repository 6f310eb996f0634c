// What a screen or a list shows when it has nothing to show, and what can be done about it.
import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import styles from './empty-state.module.css';

export interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  text?: ReactNode;
  /** Buttons. */
  actions?: ReactNode;
  className?: string;
}

export function EmptyState({ icon, title, text, actions, className }: EmptyStateProps) {
  return (
    <div className={classes(styles.empty, className)}>
      {icon && (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <h2 className={styles.title}>{title}</h2>
      {text && <p className={styles.text}>{text}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
