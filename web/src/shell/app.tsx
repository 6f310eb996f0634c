// The app as a whole: what is shown depends on the session. With one, the frame with navigation, banners and the screen
// of the address.
import { Suspense, useEffect } from 'react';
import { Route, Switch } from 'wouter';
import { startLive, stopLive } from '../data/live.ts';
import { resumeMutations } from '../data/mutations.ts';
import { loadSession, useSession, useSessionState } from '../data/session.ts';
import { routes } from '../routes.tsx';
import { useWords } from '../words/words.ts';
import styles from './app.module.css';
import { ConnectionBanner } from './connection-banner.tsx';
import { Navigation } from './navigation.tsx';
import { useShortcuts } from './shortcuts.ts';

export function App() {
  const state = useSessionState();
  const { shell, common } = useWords();
  useEffect(() => void loadSession(), []);
  if (state.status === 'loading') return null;
  if (state.status === 'signed-out') return <p>{shell.app}</p>;
  if (state.status === 'unreachable')
    return (
      <main className={styles.message}>
        <h1>{shell.unreachable}</h1>
        <p>{shell.unreachableHelp}</p>
        <button type="button" onClick={() => void loadSession()}>
          {common.retry}
        </button>
      </main>
    );
  return <Frame />;
}

function Frame() {
  const session = useSession();
  const { shell } = useWords();
  useShortcuts();
  useEffect(() => {
    void startLive(session).then(resumeMutations);
    return stopLive;
  }, [session]);
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main">
        {shell.skip}
      </a>
      <Navigation />
      <div className={styles.body}>
        <ConnectionBanner />
        <main id="main" className={styles.main} tabIndex={-1}>
          <Suspense fallback={null}>
            <Switch>
              {routes.map(({ path, Screen }) => (
                <Route key={path} path={path} component={Screen} />
              ))}
              <Route>{shell.pageNotFound}</Route>
            </Switch>
          </Suspense>
        </main>
      </div>
    </div>
  );
}
