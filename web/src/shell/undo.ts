// The changes that can be undone, of all areas: the button of a message undoes its own, a key the last one.
import { dismissToast, showToast, type ToastOptions } from '../ui/feedback/toast.ts';
import { words } from '../words/words.ts';

interface Undoable {
  toast: number;
  undo: () => void;
}

/** What was done long ago is not expected to be undone by a key. */
const MOST = 20;

let changes: readonly Undoable[] = [];

/** Says what was done and offers to undo it. Returns the id of the message. */
export function offerUndo(text: string, undo: () => void, options: Omit<ToastOptions, 'text' | 'action'> = {}): number {
  const run = () => {
    forget(toast);
    undo();
  };
  const toast = showToast({ ...options, text, action: { label: words().common.undo, run } });
  changes = [...changes, { toast, undo: run }].slice(-MOST);
  return toast;
}

/** The change was refused, or cannot be undone any more: its message goes. */
export function withdrawUndo(toast: number): void {
  forget(toast);
  dismissToast(toast);
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
