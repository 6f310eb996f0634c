// A count, such as the number of unread mails.
import styles from './badge.module.css';
import { classes } from './classes.ts';

export interface BadgeProps {
  count: number;
  /** What is counted, for screen readers: "12 unread". */
  label?: string;
  tone?: 'neutral' | 'accent';
  /** Greater counts are shown as "999+". */
  max?: number;
}

/** Nothing for a count of 0. */
export function Badge({ count, label, tone = 'neutral', max = 9999 }: BadgeProps) {
  if (count <= 0) return null;
  return (
    <span className={classes(styles.badge, styles[tone])}>
      <span aria-hidden={label ? true : undefined}>{count > max ? `${max}+` : count}</span>
      {label && <span className="visually-hidden">{label}</span>}
    </span>
  );
}
