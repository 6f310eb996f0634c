// A group of settings: a heading and a card of rows.
import type { ReactNode } from 'react';
import { classes } from '../ui/classes.ts';
import styles from './group.module.css';

interface GroupProps {
  title: string;
  text?: ReactNode;
  /** Buttons beside the heading. */
  actions?: ReactNode;
  /** The content brings its own cards. */
  isBare?: boolean;
  children?: ReactNode;
}

export function Group({ title, text, actions, isBare = false, children }: GroupProps) {
  return (
    <section className={styles.group}>
      <header className={styles.header}>
        <div className={styles.heading}>
          <h2 className={styles.title}>{title}</h2>
          {text && <p className={styles.text}>{text}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children && <div className={classes(!isBare && styles.card)}>{children}</div>}
    </section>
  );
}

/** One setting, or one entry of a list, in the card of a group. */
export function Row({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return <div className={classes(styles.row, className)}>{children}</div>;
}

interface EntryProps {
  icon?: ReactNode;
  title: ReactNode;
  detail?: ReactNode;
  actions?: ReactNode;
}

/** A row with a title, a detail below it, and buttons. */
export function Entry({ icon, title, detail, actions }: EntryProps) {
  return (
    <li className={classes(styles.row, styles.entry)}>
      {icon && <span className={styles.icon}>{icon}</span>}
      <div className={styles.entryText}>
        <div className={styles.entryTitle}>{title}</div>
        {detail && <div className={styles.detail}>{detail}</div>}
      </div>
      {actions && <div className={styles.entryActions}>{actions}</div>}
    </li>
  );
}
