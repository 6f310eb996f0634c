// The way into a list of mail when nothing has the focus, as after `g i`: its active row is the first that keys lead to.
import { type RefObject, useEffect } from 'react';
import type { VirtualListHandle } from '../../ui/lists/virtual-list.tsx';

/** Moves the focus to the active row; false if it is in the list already. */
export function enterList(handle: RefObject<VirtualListHandle | null>): boolean {
  if (!handle.current || document.activeElement?.closest('[role="grid"]')) return false;
  handle.current.focusRow();
  return true;
}

/** Not while a conversation is open: the arrows then scroll what was clicked in it. */
export function useArrowsIntoList(handle: RefObject<VirtualListHandle | null>, isOpen: boolean): void {
  useEffect(() => {
    if (isOpen) return;
    const enter = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event;
      const isArrow = (key === 'ArrowDown' || key === 'ArrowUp') && !(altKey || ctrlKey || metaKey || shiftKey);
      if (!isArrow || event.defaultPrevented || target !== document.body) return;
      if (enterList(handle)) event.preventDefault();
    };
    document.addEventListener('keydown', enter);
    return () => document.removeEventListener('keydown', enter);
  }, [handle, isOpen]);
}
