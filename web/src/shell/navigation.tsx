// The main navigation: a rail on wide windows, a bar at the bottom on phones.
import { CalendarDays, type LucideIcon, Mail, Search, Settings, Sun, Users } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { useCollection } from '../data/live/live.ts';
import { formatNumber } from '../words/format.ts';
import { useWords, type Words } from '../words/words.ts';
import { useAppBadge } from './app-badge.ts';
import styles from './navigation.module.css';

interface Entry {
  path: string;
  /** Where the link leads, if it is not the path itself. */
  to?: string;
  label: keyof Words['shell'] & ('today' | 'mail' | 'calendar' | 'contacts' | 'search' | 'settings');
  Icon: LucideIcon;
}

const ENTRIES: readonly Entry[] = [
  { path: '/', label: 'today', Icon: Sun },
  { path: '/mail', to: '/mail/inbox', label: 'mail', Icon: Mail },
  { path: '/calendar', label: 'calendar', Icon: CalendarDays },
  { path: '/contacts', label: 'contacts', Icon: Users },
  { path: '/search', label: 'search', Icon: Search },
  { path: '/settings', label: 'settings', Icon: Settings },
];

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
                <Icon size={20} strokeWidth={1.75} aria-hidden />
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

function isCurrent(path: string, own: string): boolean {
  return own === '/' ? path === '/' : path === own || path.startsWith(`${own}/`);
}
