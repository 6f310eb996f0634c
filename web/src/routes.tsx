// The screens of the app and their addresses. Each screen is loaded when it is first shown.
import { type ComponentType, lazy } from 'react';
import { loadPart } from './shell/load-part.ts';

export interface Route {
  /** As wouter writes paths. */
  path: string;
  Screen: ComponentType;
  /** Loads the file of the screen. */
  load(): Promise<unknown>;
}

export const routes: readonly Route[] = [
  route('/', () => import('./today/today-screen.tsx'), 'TodayScreen'),
  // /mail/inbox, /mail/folder/Home, /mail/label/lease, /mail/starred, /mail/trash, …; then the id of a conversation
  route('/mail/*?', () => import('./mail/mail-screen.tsx'), 'MailScreen'),
  // /calendar/week/2026-03-03
  route('/calendar/:view?/:date?', () => import('./calendar/calendar-screen.tsx'), 'CalendarScreen'),
  route('/contacts/:id?', () => import('./contacts/contacts-screen.tsx'), 'ContactsScreen'),
  route('/compose', () => import('./compose/compose-screen.tsx'), 'ComposeScreen'),
  route('/search', () => import('./search/search-screen.tsx'), 'SearchScreen'),
  // /settings/general, /settings/accounts/new
  route('/settings/:section?/:item?/:part?', () => import('./settings/settings-screen.tsx'), 'SettingsScreen'),
];

/** Begins to load the screen of an address while the session is asked for. What fails here is loaded again when it is shown. */
export function preloadScreen(address: string): void {
  const first = (path: string) => path.split('/')[1];
  routes
    .find(({ path }) => first(path) === first(address))
    ?.load()
    .catch(() => {});
}

function route<N extends string>(path: string, load: () => Promise<Record<N, ComponentType>>, name: N): Route {
  return { path, load, Screen: lazy(async () => ({ default: (await loadPart(load))[name] as ComponentType })) };
}
