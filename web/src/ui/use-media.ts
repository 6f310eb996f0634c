// Media queries as React state, and the breakpoints of the app.
import { useSyncExternalStore } from 'react';

export const PHONE = '(width < 640px)';
export const TABLET = '(width < 1024px)';
/** A phone on its side, or a window that is zoomed to twice its size. */
export const LOW = '(height < 480px)';
/** There is a sidebar, and little room beside it. */
export const SMALL_DESKTOP = '(width < 1280px)';

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}
