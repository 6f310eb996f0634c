// The frame of a screen: its title, its sidebar (folders, calendars, tags) and its content. On narrow windows the
// sidebar is a drawer.

import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { Sidebar } from '../ui/icons.ts';
import { useLayer } from '../ui/overlays/layers.ts';
import { useWords } from '../words/words.ts';
import styles from './screen.module.css';

export interface ScreenProps {
  title: string;
  /** Shown beside the content, or in a drawer. */
  sidebar?: ReactNode;
  /** What the header has on its right side. */
  toolbar?: ReactNode;
  /** The toolbar has a row of its own where the title has no room beside it. */
  hasWideToolbar?: boolean;
  /** The screen draws its own header, with a SidebarToggle in it. */
  hasOwnHeader?: boolean;
  children: ReactNode;
}

export function Screen(props: ScreenProps) {
  const { title, sidebar, toolbar, hasWideToolbar = false, hasOwnHeader = false, children } = props;
  const { shell } = useWords();
  const [isOpen, setOpen] = useState(false);
  const [path] = useLocation();
  useLayer(isOpen, () => setOpen(false));
  useEffect(() => {
    document.title = `${title} – ${shell.app}`;
  }, [title, shell.app]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address closes the drawer.
  useEffect(() => setOpen(false), [path]);
  return (
    <div className={styles.screen} data-sidebar={sidebar ? true : undefined}>
      {sidebar && (
        <>
          <aside className={styles.sidebar} data-open={isOpen || undefined} id="sidebar">
            {sidebar}
          </aside>
          {isOpen && (
            <button
              type="button"
              className={styles.backdrop}
              aria-label={shell.openSidebar}
              onClick={() => setOpen(false)}
            />
          )}
        </>
      )}
      <div className={styles.content}>
        {!hasOwnHeader && (
          <header className={styles.header} data-wide-toolbar={hasWideToolbar || undefined}>
            {sidebar && <SidebarButton isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />}
            <h1 className={styles.title}>{title}</h1>
            <div className={styles.toolbar}>{toolbar}</div>
          </header>
        )}
        <SidebarContext value={sidebar ? { isOpen, toggle: () => setOpen(!isOpen) } : null}>{children}</SidebarContext>
      </div>
    </div>
  );
}

const SidebarContext = createContext<{ isOpen: boolean; toggle(): void } | null>(null);

/** The button that shows the sidebar on narrow windows, for screens that draw their own header. */
export function SidebarToggle() {
  const sidebar = use(SidebarContext);
  return sidebar && <SidebarButton isOpen={sidebar.isOpen} onToggle={sidebar.toggle} />;
}

function SidebarButton({ isOpen, onToggle }: { isOpen: boolean; onToggle(): void }) {
  const { shell } = useWords();
  return (
    <button
      type="button"
      className={styles.menu}
      aria-label={shell.openSidebar}
      aria-expanded={isOpen}
      aria-controls="sidebar"
      onClick={onToggle}
    >
      <Sidebar aria-hidden />
    </button>
  );
}
