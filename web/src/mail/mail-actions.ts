// The actions of the screen Mail, for keys, menus and the command palette. What they do is small and comes with them:
// an action that had to be loaded first would fail without a connection.

import { registerPreparation } from '../data/changes/preparations.ts';
import type { Action } from '../shell/actions/action.ts';
import type { ActionTarget } from '../shell/actions/action-target.ts';
import { undoLast } from '../shell/undo.ts';
import {
  Archive,
  Ban,
  CheckSquare,
  FolderInput,
  Inbox,
  Label,
  Mail as MailIcon,
  MarkRead,
  Refresh,
  Restore,
  Schedule,
  Send,
  Snooze,
  Star,
  Trash,
  Undo,
} from '../ui/icons.ts';
import type { Words } from '../words/words.ts';
import * as operations from './changes/mail-operations.ts';
import { prepareChange } from './changes/prepare-change.ts';
import { openPicker } from './pickers/picker-store.ts';

// Here, because changes of an earlier visit are sent on every screen.
registerPreparation('mail', prepareChange);

const hasMail = ({ conversations = [], where }: ActionTarget) => conversations.length > 0 || where !== undefined;
const isOutsideTrash = (target: ActionTarget) => hasMail(target) && !target.list?.isTrash;
const isInTrash = (target: ActionTarget) => hasMail(target) && target.list?.isTrash === true;
/** Something is left to do, as for the button of a row. Of all mail that matches only a part is known. */
const canBeRead = (target: ActionTarget) =>
  isOutsideTrash(target) && (target.where !== undefined || operations.isUnread(target));
const canBeUnread = (target: ActionTarget) =>
  isOutsideTrash(target) && (target.where !== undefined || operations.isRead(target));
const isInFolder = (folder: string) => (target: ActionTarget) => hasMail(target) && target.list?.folder === folder;

/** For mail that was not sent; its lists have buttons for them. */
const UNSENT = [
  ['sendNow', Send, (w: Words) => w.mail.unsent.sendNow],
  ['sendAgain', Refresh, (w: Words) => w.mail.unsent.retry],
  ['changeTime', Schedule, (w: Words) => w.mail.unsent.changeTime],
] as const;

/** In the order in which menus list them. */
export const conversationActions: readonly Action[] = [
  {
    id: 'archive',
    label: (w) => w.mail.archive,
    group: 'mail',
    keys: ['e'],
    icon: Archive,
    isAvailable: (target) => isOutsideTrash(target) && target.list?.folder !== 'ARCHIVE',
    run: (target) => operations.archive(target),
  },
  {
    id: 'restore',
    label: (w) => w.mail.restore,
    group: 'mail',
    keys: ['e'],
    icon: Restore,
    isAvailable: isInTrash,
    run: (target) => operations.restore(target),
  },
  {
    id: 'delete',
    label: (w) => w.mail.delete,
    group: 'mail',
    keys: ['#', 'Delete'],
    icon: Trash,
    isAvailable: (target) => target.discard !== undefined || isOutsideTrash(target),
    run: (target) => (target.discard ? target.discard() : operations.moveToTrash(target)),
  },
  ...UNSENT.map(
    ([name, icon, label]): Action => ({
      id: `unsent-${name}`,
      label,
      group: 'mail',
      icon,
      isAvailable: (target) => target[name] !== undefined,
      run: (target) => target[name]?.(),
    }),
  ),
  {
    id: 'erase',
    label: (w) => w.mail.deletePermanently,
    group: 'mail',
    keys: ['#', 'Delete'],
    icon: Trash,
    isAvailable: (target) => isInTrash(target) && !target.where,
    run: (target) => operations.erase(target),
  },
  {
    id: 'snooze',
    label: (w) => w.mail.snooze,
    group: 'mail',
    keys: ['b', 'h'],
    icon: Snooze,
    isAvailable: isOutsideTrash,
    run: (target) => openPicker('snooze', target),
  },
  {
    id: 'unsnooze',
    label: (w) => w.mail.unsnooze,
    group: 'mail',
    icon: Inbox,
    isAvailable: (target) => isInFolder('SNOOZED')(target) && !target.where,
    run: (target) => operations.unsnooze(target),
  },
  {
    id: 'mark-read',
    label: (w) => w.mail.markRead,
    group: 'mail',
    keys: ['Shift+i'],
    icon: MarkRead,
    isAvailable: canBeRead,
    run: (target) => operations.markRead(target),
  },
  {
    id: 'mark-unread',
    label: (w) => w.mail.markUnread,
    group: 'mail',
    keys: ['Shift+u'],
    icon: MailIcon,
    isAvailable: canBeUnread,
    run: (target) => operations.markUnread(target),
  },
  {
    id: 'star',
    label: (w, target) => (target && operations.isStarred(target) ? w.mail.unstar : w.mail.star),
    group: 'mail',
    keys: ['s'],
    icon: Star,
    isAvailable: isOutsideTrash,
    run: (target) => operations.toggleStar(target),
  },
  {
    id: 'label',
    label: (w) => w.mail.label,
    group: 'mail',
    keys: ['l'],
    icon: Label,
    isAvailable: isOutsideTrash,
    run: (target) => openPicker('label', target),
  },
  {
    id: 'move',
    label: (w) => w.mail.move,
    group: 'mail',
    keys: ['v'],
    icon: FolderInput,
    isAvailable: isOutsideTrash,
    run: (target) => openPicker('move', target),
  },
  {
    id: 'spam',
    label: (w) => w.mail.spam,
    group: 'mail',
    keys: ['!'],
    icon: Ban,
    isAvailable: (target) => isOutsideTrash(target) && target.list?.folder !== 'SPAM',
    run: (target) => operations.markSpam(target),
  },
  {
    id: 'not-spam',
    label: (w) => w.mail.notSpam,
    group: 'mail',
    keys: ['!'],
    icon: Inbox,
    isAvailable: isInFolder('SPAM'),
    run: (target) => operations.markNotSpam(target),
  },
];

export const mailActions: readonly Action[] = [
  ...conversationActions,
  {
    id: 'undo',
    label: (w) => w.mail.undo,
    group: 'mail',
    keys: ['z', 'mod+z'],
    icon: Undo,
    run: undoLast,
  },
  {
    id: 'next',
    label: (w) => w.mail.next,
    group: 'mail',
    keys: ['j'],
    isAvailable: ({ move }) => move !== undefined,
    run: ({ move }) => move?.(1),
  },
  {
    id: 'previous',
    label: (w) => w.mail.previous,
    group: 'mail',
    keys: ['k'],
    isAvailable: ({ move }) => move !== undefined,
    run: ({ move }) => move?.(-1),
  },
  {
    id: 'open',
    label: (w) => w.mail.open,
    group: 'mail',
    keys: ['o', 'Enter'],
    isAvailable: ({ open }) => open !== undefined,
    run: ({ open }) => open?.(),
  },
  {
    id: 'back',
    label: (w) => w.mail.back,
    group: 'mail',
    keys: ['u', 'Escape'],
    isAvailable: ({ close }) => close !== undefined,
    run: ({ close }) => close?.(),
  },
  {
    id: 'select',
    label: (w) => w.mail.select,
    group: 'mail',
    keys: ['x'],
    icon: CheckSquare,
    isAvailable: ({ toggleSelected }) => toggleSelected !== undefined,
    run: ({ toggleSelected }) => toggleSelected?.(),
  },
  {
    id: 'select-all',
    label: (w) => w.mail.selectAll,
    group: 'mail',
    keys: ['mod+a'],
    isAvailable: ({ selectAll }) => selectAll !== undefined,
    run: ({ selectAll }) => selectAll?.(),
  },
];
