// A part of the screen: a heading, optionally a link to the screen with all of it, and the content.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ChevronRight } from '../../ui/icons.ts';
import styles from './section.module.css';

export interface SectionProps {
  title: string;
  count?: number;
  /** There may be more than were counted. */
  mayHaveMore?: boolean;
  link?: { href: string; label: string };
  tone?: 'plain' | 'warning';
  children: ReactNode;
}

export function Section({ title, count, mayHaveMore = false, link, tone = 'plain', children }: SectionProps) {
  return (
    <section className={styles.section} data-tone={tone} aria-label={title}>
      <header className={styles.header}>
        <h2 className={styles.title}>{title}</h2>
        {count !== undefined && count > 0 && (
          <span className={styles.count}>
            {count}
            {mayHaveMore && '+'}
          </span>
        )}
        {link && (
          <Link href={link.href} className={styles.link}>
            {link.label}
            <ChevronRight aria-hidden />
          </Link>
        )}
      </header>
      {children}
    </section>
  );
}

/** What a part shows instead of a list that is empty. */
export function Nothing({ icon, title, children }: { icon?: ReactNode; title: string; children?: ReactNode }) {
  return (
    <div className={styles.nothing}>
      {icon}
      <p className={styles.nothingTitle}>{title}</p>
      {children}
    </div>
  );
}
