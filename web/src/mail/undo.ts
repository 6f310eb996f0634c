// The last change that can be undone: by the button of its message, or by a key.

import { dismissToast, showToast } from '../ui/toast.ts';
import { words } from '../words/words.ts';

let last: { toast: number; undo: () => void } | undefined;

/** Says what was done and offers to undo it. Returns the id of the message. */
export function offerUndo(text: string, undo: () => void): number {
  const run = () => {
    if (last?.toast === toast) last = undefined;
    undo();
  };
  const toast = showToast({ text, action: { label: words().common.undo, run } });
  last = { toast, undo: run };
  return toast;
}

/** Undoes the last change, also after its message has closed. */
export function undoLast(): void {
  if (!last) {
    showToast({ text: words().mail.nothingToUndo });
    return;
  }
  dismissToast(last.toast);
  last.undo();
}
