// The main navigation: a rail on wide windows, a bar at the bottom on phones.
import { Link, useLocation } from 'wouter';
import { useCollection } from '../../data/live/live.ts';
import { formatNumber } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { useAppBadge } from '../app-badge.ts';
import styles from './navigation.module.css';
import { ENTRIES, isCurrent } from './navigation-entries.ts';

export function Navigation() {
  const { shell } = useWords();
  const [path] = useLocation();
  const unread = useUnread();
  useAppBadge(unread);
  return (
    <nav className={styles.navigation} aria-label={shell.navigation}>
      <ul className={styles.list}>
        {ENTRIES.map(({ path: own, to = own, label, Icon }) => (
          <li key={own} className={own === '/settings' ? styles.last : undefined}>
            <Link href={to} className={styles.link} aria-current={isCurrent(path, own) ? 'page' : undefined}>
              <span className={styles.icon}>
                <Icon aria-hidden />
                {own === '/mail' && unread > 0 && <span className={styles.count}>{formatCount(unread)}</span>}
              </span>
              <span className={styles.label}>{shell[label]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** How many conversations of the inbox have unread mail. */
function useUnread(): number {
  return useCollection('folders').find(({ name }) => name === 'INBOX')?.unread ?? 0;
}

function formatCount(count: number): string {
  return count > 99 ? '99+' : formatNumber(count);
}
