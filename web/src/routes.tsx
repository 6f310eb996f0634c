// The screens of the app and their addresses. Each screen is loaded when it is first shown.
import { type ComponentType, lazy } from 'react';
import { loadPart } from './shell/load-part.ts';

export interface Route {
  /** As wouter writes paths. */
  path: string;
  Screen: ComponentType;
}

/** A screen of its own file, as a component that is loaded when it is needed. */
function screen<N extends string>(load: () => Promise<Record<N, ComponentType>>, name: N): ComponentType {
  return lazy(async () => ({ default: (await loadPart(load))[name] as ComponentType }));
}

const MailScreen = screen(() => import('./mail/mail-screen.tsx'), 'MailScreen');
const CalendarScreen = screen(() => import('./calendar/calendar-screen.tsx'), 'CalendarScreen');
const ContactsScreen = screen(() => import('./contacts/contacts-screen.tsx'), 'ContactsScreen');
const SettingsScreen = screen(() => import('./settings/settings-screen.tsx'), 'SettingsScreen');

export const routes: readonly Route[] = [
  { path: '/', Screen: screen(() => import('./today/today-screen.tsx'), 'TodayScreen') },
  // /mail/inbox, /mail/folder/Home, /mail/label/lease, /mail/starred, /mail/trash, …; then the id of a conversation
  { path: '/mail/*?', Screen: MailScreen },
  // /calendar/week/2026-03-03
  { path: '/calendar/:view?/:date?', Screen: CalendarScreen },
  { path: '/contacts/:id?', Screen: ContactsScreen },
  { path: '/compose', Screen: screen(() => import('./compose/compose-screen.tsx'), 'ComposeScreen') },
  { path: '/search', Screen: screen(() => import('./search/search-screen.tsx'), 'SearchScreen') },
  // /settings/general, /settings/accounts/new
  { path: '/settings/:section?/:item?/:part?', Screen: SettingsScreen },
];
