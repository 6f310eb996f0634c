// What can be done with a record in the trash: restore it, with "Undo", or delete it permanently after a question.
import { DaybookError } from 'daybook-client';
import { mutate } from '../data/changes/mutations.ts';
import type { PendingChange } from '../data/changes/pending.ts';
import { goTo } from '../shell/navigation/navigation-state.ts';
import { reasonOf } from '../shell/reasons.ts';
import { offerUndo, withdrawUndo } from '../shell/undo.ts';
import { showToast } from '../ui/feedback/toast.ts';
import { confirm } from '../ui/overlays/confirm.tsx';
import { words } from '../words/words.ts';
import type { DeletedItem } from './deleted-item.ts';

export async function restoreItem(item: DeletedItem): Promise<void> {
  const { deleted } = words();
  const link = { label: deleted.show, run: () => goTo(item.path) };
  const toast = offerUndo(deleted.restored(item.title), () => void undoRestore(item), { link });
  try {
    await mutate([{ method: 'POST', path: `${pathOf(item)}/restore` }], [pending(item, { deleted_at: null })]);
  } catch (error) {
    // Restored elsewhere meanwhile: what the message says is true.
    if (hasCode(error, 'NOT_DELETED')) return;
    withdrawUndo(toast);
    sayRefused(item, error);
  }
}

async function undoRestore(item: DeletedItem): Promise<void> {
  const deleted_at = new Date().toISOString();
  try {
    await mutate([{ method: 'DELETE', path: pathOf(item) }], [pending(item, { deleted_at })]);
    showToast({ text: words().common.undone });
  } catch (error) {
    if (!hasCode(error, 'ALREADY_DELETED')) sayRefused(item, error);
  }
}

/** `text`: what else is deleted with it. */
export async function eraseItem(item: DeletedItem, text?: string): Promise<void> {
  const { deleted } = words();
  const question = {
    title: deleted.eraseTitle(item.title),
    text: [text, deleted.eraseText].filter(Boolean).join(' '),
    action: deleted.erase,
  };
  if (!(await confirm({ ...question, danger: true }))) return;
  try {
    const request = { method: 'DELETE', path: pathOf(item), query: { permanent: true }, onlyInTrash: true } as const;
    await mutate([request], [pending(item, { is_erased: true })]);
    showToast({ text: deleted.erased(item.title) });
  } catch (error) {
    if (hasCode(error, 'NOT_DELETED')) showToast({ text: deleted.restoredElsewhere(item.title) });
    else if (hasCode(error, 'NOT_FOUND')) showToast({ text: deleted.gone(item.title) });
    else sayRefused(item, error);
  }
}

function sayRefused({ title }: DeletedItem, error: unknown): void {
  const { deleted, shell } = words();
  const text = hasCode(error, 'NOT_FOUND') ? deleted.gone(title) : shell.refused(reasonOf(error));
  showToast({ text, tone: 'danger' });
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof DaybookError && error.code === code;
}

function pending({ kind, id }: DeletedItem, values: PendingChange['values']): PendingChange {
  return { kind, id, values };
}

function pathOf({ kind, id }: DeletedItem): string {
  return `/${kind}/${id}`;
}
