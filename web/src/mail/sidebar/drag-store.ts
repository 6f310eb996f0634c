// The conversations that are being dragged from a list onto a folder or a label.
import type { ActionTarget } from '../../shell/actions/action-target.ts';

let dragged: ActionTarget | undefined;

export const DRAG_TYPE = 'application/x-daybook-conversations';

export function startDrag(target: ActionTarget, transfer: DataTransfer): void {
  dragged = target;
  transfer.effectAllowed = 'move';
  transfer.setData(DRAG_TYPE, String(target.conversations?.length ?? 0));
}

export function endDrag(): void {
  dragged = undefined;
}

export function draggedTarget(): ActionTarget | undefined {
  return dragged;
}
