// The frame of the app as it is painted before the app is there.
import type { ReactNode } from 'react';
import type { Words } from '../../words/words.ts';
import styles from '../app.module.css';
import screen from '../screen.module.css';
import navigation from './navigation.module.css';
import { ENTRIES, isCurrent } from './navigation-entries.ts';

export interface FirstFrameProps {
  pathname: string;
  words: Words['shell'];
  hasSidebar: boolean;
  children: ReactNode;
}

export function FirstFrame({ pathname, words, hasSidebar, children }: FirstFrameProps) {
  return (
    <div className={styles.frame}>
      <nav className={navigation.navigation}>
        <ul className={navigation.list}>
          {ENTRIES.map(({ path, label, Icon }) => (
            <li key={path} className={path === '/settings' ? navigation.last : undefined}>
              {/* biome-ignore lint/a11y/useValidAnchor: nobody can reach it, the link of the app takes its place */}
              <a className={navigation.link} aria-current={isCurrent(pathname, path) ? 'page' : undefined}>
                <span className={navigation.icon}>
                  <Icon />
                </span>
                <span className={navigation.label}>{words[label]}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.body}>
        <main className={styles.main}>
          <div className={screen.screen} data-sidebar={hasSidebar || undefined}>
            {hasSidebar && <aside className={screen.sidebar} />}
            <div className={screen.content}>{children}</div>
          </div>
        </main>
      </div>
    </div>
  );
}
