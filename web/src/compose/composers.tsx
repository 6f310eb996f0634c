// The open composers: windows at the bottom right of a wide window, the whole screen on phones and in low windows. Windows
// for which there is no room are minimised.
import { useLayoutEffect, useSyncExternalStore } from 'react';
import { LOW, PHONE, useMedia } from '../ui/use-media.ts';
import { useWords } from '../words/words.ts';
import type { OpenComposer } from './compose-store.ts';
import styles from './composer.module.css';
import { Composer } from './composer.tsx';

/** The width of a window with its margin, and of a minimised one. */
const WINDOW = 592;
const MINIMISED = 256;

export function Composers({ composers }: { composers: readonly OpenComposer[] }) {
  const { compose } = useWords();
  const isPhone = useMedia(PHONE);
  const isLow = useMedia(LOW);
  const isSmall = isPhone || isLow;
  const width = useSyncExternalStore(onResize, () => innerWidth);
  const room = isSmall ? 1 : Math.max(1, Math.floor((width - MINIMISED) / WINDOW));
  const open = composers.filter(({ view }) => view !== 'minimised').sort((a, b) => a.turn - b.turn);
  const shown = new Set(open.slice(-room).map(({ key }) => key));
  useMarkOfRoot(shown.size > 0);
  return (
    <section className={styles.dock} aria-label={compose.composers}>
      {composers.map((composer) => {
        const view = shown.has(composer.key) ? composer.view : 'minimised';
        return <Composer key={composer.key} composer={composer} view={isSmall && view === 'docked' ? 'full' : view} />;
      })}
    </section>
  );
}

/** The root element says that a window is open, for what must not cover its buttons. */
function useMarkOfRoot(isOpen: boolean): void {
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-composing', isOpen);
    return () => document.documentElement.removeAttribute('data-composing');
  }, [isOpen]);
}

function onResize(listener: () => void): () => void {
  addEventListener('resize', listener);
  return () => removeEventListener('resize', listener);
}
