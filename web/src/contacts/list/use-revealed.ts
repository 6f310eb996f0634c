// Shows the row of a contact that was just added.
import { type RefObject, useEffect, useRef } from 'react';
import type { PagedList } from '../../data/live/paged-list.ts';
import type { Contact } from '../../data/types.ts';
import type { VirtualListHandle } from '../../ui/lists/virtual-list.tsx';
import { letterOf } from './letters.ts';

interface Options {
  list: PagedList<Contact>;
  grid: RefObject<VirtualListHandle | null>;
  setActive: (index: number) => void;
  /** Scrolls to a letter, and so reads the names there. */
  onLetter: (letter: string) => void;
}

export function useRevealed(contact: Contact | undefined, { list, grid, setActive, onLetter }: Options): void {
  const index = contact ? list.indexOf(contact.id) : -1;
  const done = useRef<Contact | undefined>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each contact; onLetter changes with the list.
  useEffect(() => {
    if (contact && index < 0) onLetter(letterOf(contact.display_name));
  }, [contact]);
  useEffect(() => {
    if (index < 0 || done.current === contact) return;
    done.current = contact;
    setActive(index);
    grid.current?.scrollToIndex(index);
  }, [contact, index, grid, setActive]);
}
