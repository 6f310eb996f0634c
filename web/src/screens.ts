// The screens of the app: their addresses, their files, which are loaded when they are first shown, and what is
// painted of them first.
import { firstContentOfMail } from './mail/first-content.tsx';
import type { FirstContent } from './start/first-content.ts';
import { firstContentOfToday } from './today/first-content.tsx';

type ScreenModule = Record<string, unknown>;

export interface ScreenFile {
  /** As wouter writes paths. */
  path: string;
  /** The component that the file exports. */
  name: string;
  load(): Promise<ScreenModule>;
  /** What `load` has loaded. */
  loaded?: ScreenModule;
  first?: FirstContent | undefined;
}

export const screens: readonly ScreenFile[] = [
  screen('/', 'TodayScreen', () => import('./today/today-screen.tsx'), firstContentOfToday),
  // /mail/inbox, /mail/folder/Home, /mail/label/lease, /mail/starred, /mail/trash, …; then the id of a conversation
  screen('/mail/*?', 'MailScreen', () => import('./mail/mail-screen.tsx'), firstContentOfMail),
  // Before the screens whose addresses would fit too.
  screen('/calendar/deleted', 'DeletedEventsScreen', () => import('./deleted/deleted-events-screen.tsx')),
  screen('/contacts/deleted', 'DeletedContactsScreen', () => import('./deleted/deleted-contacts-screen.tsx')),
  // /calendar/week/2026-03-03
  screen('/calendar/:view?/:date?', 'CalendarScreen', () => import('./calendar/calendar-screen.tsx')),
  screen('/contacts/:id?', 'ContactsScreen', () => import('./contacts/contacts-screen.tsx')),
  screen('/compose', 'ComposeScreen', () => import('./compose/compose-screen.tsx')),
  screen('/search', 'SearchScreen', () => import('./search/search-screen.tsx')),
  // /settings/general, /settings/accounts/new
  screen('/settings/:section?/:item?/:part?', 'SettingsScreen', () => import('./settings/settings-screen.tsx')),
];

export function screenAt(pathname: string): ScreenFile | undefined {
  const first = (path: string) => path.split('/')[1];
  const own = screens.find(({ path }) => path === pathname);
  return own ?? screens.findLast(({ path }) => first(path) === first(pathname));
}

function screen<N extends string>(
  path: string,
  name: N,
  load: () => Promise<Record<N, unknown>>,
  first?: FirstContent,
): ScreenFile {
  const file: ScreenFile = {
    path,
    name,
    first,
    load: async () => {
      const loaded = await load();
      file.loaded = loaded;
      return loaded;
    },
  };
  return file;
}
