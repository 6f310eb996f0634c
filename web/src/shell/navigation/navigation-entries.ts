// The entries of the main navigation.
import type { Icon } from '../../ui/icon.ts';
import { CalendarDays, Contacts, Mail, Search, Settings, Today } from '../../ui/icons.ts';
import type { Words } from '../../words/words.ts';

interface Entry {
  path: string;
  /** Where the link leads, if it is not the path itself. */
  to?: string;
  label: keyof Words['shell'] & ('today' | 'mail' | 'calendar' | 'contacts' | 'search' | 'settings');
  Icon: Icon;
}

export const ENTRIES: readonly Entry[] = [
  { path: '/', label: 'today', Icon: Today },
  { path: '/mail', to: '/mail/inbox', label: 'mail', Icon: Mail },
  { path: '/calendar', label: 'calendar', Icon: CalendarDays },
  { path: '/contacts', label: 'contacts', Icon: Contacts },
  { path: '/search', label: 'search', Icon: Search },
  { path: '/settings', label: 'settings', Icon: Settings },
];

export function isCurrent(path: string, own: string): boolean {
  return own === '/' ? path === '/' : path === own || path.startsWith(`${own}/`);
}
