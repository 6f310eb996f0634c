// The action table: everything that can be done by a key, from a menu or from the command palette. Each area has its
// own part.

import { calendarActions, calendarKeys } from './calendar/calendar-actions.ts';
import { composeActions } from './compose/compose-actions.ts';
import { contactsActions } from './contacts/contacts-actions.ts';
import { conversationActions } from './conversation/conversation-actions.ts';
import { deletedActions } from './deleted/deleted-actions.ts';
import { mailActions } from './mail/mail-actions.ts';
import { searchActions } from './search/search-actions.ts';
import type { Action, KeyHelp } from './shell/actions/action.ts';
import { goTo } from './shell/navigation/navigation-state.ts';
import { CalendarDays, Contacts, Mail, Settings, Today } from './ui/icons.ts';

const goActions: readonly Action[] = [
  { id: 'go-today', label: (w) => w.shell.today, group: 'go', keys: ['g t'], icon: Today, run: () => goTo('/') },
  { id: 'go-mail', label: (w) => w.shell.mail, group: 'go', keys: ['g i'], icon: Mail, run: () => goTo('/mail/inbox') },
  {
    id: 'go-calendar',
    label: (w) => w.shell.calendar,
    group: 'go',
    keys: ['g c'],
    icon: CalendarDays,
    run: () => goTo('/calendar'),
  },
  {
    id: 'go-contacts',
    label: (w) => w.shell.contacts,
    group: 'go',
    keys: ['g p'],
    icon: Contacts,
    run: () => goTo('/contacts'),
  },
  {
    id: 'go-settings',
    label: (w) => w.shell.settings,
    group: 'go',
    keys: ['g ,'],
    icon: Settings,
    run: () => goTo('/settings'),
  },
];

/** In the order in which the palette shows them. */
export const actions: readonly Action[] = [
  goActions,
  composeActions,
  conversationActions,
  mailActions,
  calendarActions,
  contactsActions,
  deletedActions,
  searchActions,
].flat();

/** What the help on shortcuts lists. */
export const listedKeys: readonly (Action | KeyHelp)[] = [...actions, ...calendarKeys];
