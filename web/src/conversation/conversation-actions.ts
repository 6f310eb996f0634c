// The actions within an open conversation.

import type { Action } from '../shell/actions/action.ts';
import { ArrowDown, ArrowUp, ChevronsUpDown, Print } from '../ui/icons.ts';
import { printConversation } from './mails/printing.ts';

/** Also in the menu of the toolbar of the conversation. */
export const printAction: Action = {
  id: 'print-conversation',
  label: (w) => w.conversation.printConversation,
  group: 'mail',
  icon: Print,
  isAvailable: ({ toggleAllMails }) => toggleAllMails !== undefined,
  run: printConversation,
};

export const conversationActions: readonly Action[] = [
  {
    id: 'next-mail',
    label: (w) => w.conversation.nextMail,
    group: 'mail',
    keys: ['n'],
    icon: ArrowDown,
    isAvailable: ({ moveMail }) => moveMail !== undefined,
    run: ({ moveMail }) => moveMail?.(1),
  },
  {
    id: 'previous-mail',
    label: (w) => w.conversation.previousMail,
    group: 'mail',
    keys: ['p'],
    icon: ArrowUp,
    isAvailable: ({ moveMail }) => moveMail !== undefined,
    run: ({ moveMail }) => moveMail?.(-1),
  },
  {
    id: 'expand-all-mails',
    label: (w) => w.conversation.expandAll,
    group: 'mail',
    keys: [';'],
    icon: ChevronsUpDown,
    isAvailable: ({ toggleAllMails }) => toggleAllMails !== undefined,
    run: ({ toggleAllMails }) => toggleAllMails?.(),
  },
  printAction,
];
