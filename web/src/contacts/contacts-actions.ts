// Actions of contacts.

import type { Action } from '../shell/actions/action.ts';
import type { ActionTarget } from '../shell/actions/action-target.ts';
import { goTo } from '../shell/navigation/navigation-state.ts';
import { Edit, NewContact, Search, Trash } from '../ui/icons.ts';
import { deleteContacts } from './contact-changes.ts';
import { openContactEditor } from './editor-store.ts';

/** The list of deleted contacts has no form and no filter. */
const isShown = () => /^\/contacts(\/|$)(?!deleted$)/.test(location.pathname);
/** The contact that is open, or the one that is focused in the list. */
const single = ({ contact, contacts = [] }: ActionTarget) =>
  contact ?? (contacts.length === 1 ? contacts[0] : undefined);

/** Before those of search: on this screen the slash key leads to its own filter. */
export const contactsActions: readonly Action[] = [
  {
    id: 'filter-contacts',
    label: (w) => w.contacts.search,
    group: 'contacts',
    keys: ['/'],
    icon: Search,
    isAvailable: isShown,
    run: () => document.getElementById('contact-filter')?.focus(),
  },
  {
    id: 'add-contact',
    label: (w) => w.contacts.new,
    group: 'contacts',
    keys: ['n'],
    icon: NewContact,
    isAvailable: isShown,
    run: () => openContactEditor(),
  },
  {
    id: 'new-contact',
    label: (w) => w.contacts.new,
    group: 'create',
    icon: NewContact,
    isAvailable: () => !isShown(),
    run: () => {
      goTo('/contacts');
      openContactEditor();
    },
  },
  {
    id: 'edit-contact',
    label: (w) => w.contacts.editor.editTitle,
    group: 'contacts',
    keys: ['e'],
    icon: Edit,
    isAvailable: (target) => isShown() && single(target) !== undefined,
    run: (target) => {
      const contact = single(target);
      if (contact) openContactEditor({ contact });
    },
  },
  {
    id: 'delete-contact',
    label: (w) => w.contacts.delete,
    group: 'contacts',
    keys: ['#', 'Delete'],
    icon: Trash,
    isAvailable: ({ contact, contacts = [] }) => isShown() && (contact !== undefined || contacts.length > 0),
    run: ({ contacts = [] }) => deleteContacts(contacts),
  },
];
