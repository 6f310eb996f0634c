// The changes that can be undone, of all areas: the button of a message undoes its own, a key the last one.
import { dismissToast, showToast, type ToastOptions } from '../ui/feedback/toast.ts';
import { words } from '../words/words.ts';

interface Undoable {
  toast: number;
  /** The mail that undoing sends or schedules. */
  mail: string | undefined;
  undo: () => void;
}

/** What was done long ago is not expected to be undone by a key. */
const MOST = 20;

let changes: readonly Undoable[] = [];

export interface UndoOptions extends Omit<ToastOptions, 'text' | 'action'> {
  /** The id of a mail that undoing would send or schedule, or open as it was: not any more once it is edited. */
  mail?: string | undefined;
}

/** Says what was done and offers to undo it. Returns the id of the message. */
export function offerUndo(text: string, undo: () => void, { mail, ...options }: UndoOptions = {}): number {
  const run = () => {
    forget(toast);
    undo();
  };
  const toast = showToast({ ...options, text, action: { label: words().common.undo, run } });
  changes = [...changes, { toast, mail, undo: run }].slice(-MOST);
  return toast;
}

/** The change was refused, or cannot be undone any more: its message goes. */
export function withdrawUndo(toast: number): void {
  forget(toast);
  dismissToast(toast);
}

/** The mail is edited: nothing that was done before sends it under the hands of the person. */
export function withdrawUndoOfMail(mail: string): void {
  for (const { toast } of changes.filter((change) => change.mail === mail)) withdrawUndo(toast);
}

/** Undoes the last change, also after its message has closed. */
export function undoLast(): void {
  const last = changes.at(-1);
  if (!last) {
    showToast({ text: words().common.nothingToUndo });
    return;
  }
  dismissToast(last.toast);
  last.undo();
}

function forget(toast: number): void {
  changes = changes.filter((change) => change.toast !== toast);
}
