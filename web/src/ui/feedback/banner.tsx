// A message at the top of a screen or of a mail that stays as long as it is true.
import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import styles from './banner.module.css';

export interface BannerProps {
  tone?: 'neutral' | 'info' | 'success' | 'warning' | 'danger';
  icon?: ReactNode;
  /** Buttons at the end. */
  actions?: ReactNode;
  /** Announced by screen readers when it appears; for what the person did not cause. */
  live?: boolean;
  /** The text has more than a few words: buttons are below it where there is no room for both. */
  isLong?: boolean;
  className?: string;
  children: ReactNode;
}

export function Banner({
  tone = 'neutral',
  icon,
  actions,
  live = false,
  isLong = false,
  className,
  children,
}: BannerProps) {
  return (
    <div
      className={classes(styles.banner, styles[tone], className)}
      role={live ? 'status' : undefined}
      data-long={isLong || undefined}
    >
      {icon}
      <div className={styles.text}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
