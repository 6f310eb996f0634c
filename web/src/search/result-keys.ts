// The keys of the screen Search: down leads from the field to the results, the arrows, or j and k, from one to the
// next, and up from the first of them back to the field.
import { type RefObject, useEffect } from 'react';
import { preferences } from '../data/storage/preferences.ts';

/** What the keys lead to, beside the field: results and recent searches. */
const STOPS = '[data-stop]';

const ARROWS: Record<string, 1 | -1> = { ArrowDown: 1, ArrowUp: -1 };
const LETTERS: Record<string, 1 | -1> = { j: 1, k: -1 };

export function useResultKeys(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = page.current;
    const handle = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, shiftKey, isComposing } = event;
      if (ctrlKey || metaKey || altKey || shiftKey || isComposing) return;
      const isField = target instanceof HTMLInputElement;
      const step = ARROWS[key] ?? (isField || !preferences.get().shortcuts ? undefined : LETTERS[key]);
      const stops = [...(element?.querySelectorAll<HTMLElement>(`input, ${STOPS}`) ?? [])];
      const at = stops.indexOf(target as HTMLElement);
      const next = step && at >= 0 ? stops[at + step] : undefined;
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    element?.addEventListener('keydown', handle);
    return () => element?.removeEventListener('keydown', handle);
  }, [page]);
}
