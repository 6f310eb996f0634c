// The buttons of a row, and what they do with its conversation.
import type { ActionTarget } from '../../shell/actions/action-target.ts';
import { archive, moveToTrash, restore, toggleRead, toggleStar } from '../changes/mail-operations.ts';
import { openPicker } from '../pickers/picker-store.ts';

export type RowCommand = 'archive' | 'delete' | 'restore' | 'snooze' | 'read' | 'star';

const COMMANDS: Record<RowCommand, (target: ActionTarget) => void> = {
  archive,
  delete: moveToTrash,
  restore,
  snooze: (target) => openPicker('snooze', target),
  read: toggleRead,
  star: toggleStar,
};

export function runCommand(command: RowCommand, target: ActionTarget): void {
  COMMANDS[command](target);
}
