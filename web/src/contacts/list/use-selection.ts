// Which rows of the list are selected, for tagging and deleting several contacts.
import { useCallback, useRef, useState } from 'react';
import type { PagedList } from '../../data/live/paged-list.ts';
import type { Contact } from '../../data/types.ts';
import { useLayer } from '../../ui/overlays/layers.ts';

const NOTHING: ReadonlyMap<string, Contact> = new Map();

export interface Selection {
  selected: ReadonlyMap<string, Contact>;
  /** Selects a row or takes it out; with `isRange` everything between the last selected row and this one. */
  toggle: (index: number, isRange: boolean) => void;
  clear: () => void;
}

/** `isHidden`: a contact is shown in place of the list, and Back leads to the list. */
export function useSelection(list: PagedList<Contact>, isHidden: boolean): Selection {
  const [selected, setSelected] = useState(NOTHING);
  const last = useRef(0);
  const toggle = useCallback(
    (index: number, isRange: boolean) => {
      const from = isRange ? Math.min(last.current, index) : index;
      const to = isRange ? Math.max(last.current, index) : index;
      last.current = index;
      setSelected((before) => {
        const next = new Map(before);
        for (let at = from; at <= to; at++) {
          const contact = list.row(at);
          if (!contact) continue;
          if (!isRange && next.has(contact.id)) next.delete(contact.id);
          else next.set(contact.id, contact);
        }
        return next;
      });
    },
    [list],
  );
  const clear = useCallback(() => setSelected(NOTHING), []);
  useLayer(selected.size > 0 && !isHidden, clear);
  return { selected, toggle, clear };
}
