// The app as a whole: what is shown depends on the session. With one, the frame with navigation, banners and the screen
// of the address.

import { useEffect } from 'react';
import { Route, Switch } from 'wouter';
import { useReminders } from '../calendar/events/reminders.ts';
import { ComposeHost } from '../compose/compose-host.tsx';
import { useSendingResults } from '../compose/sending/sending-results.ts';
import { onRefusal, resumeMutations } from '../data/changes/mutations.ts';
import type { Request } from '../data/changes/requests.ts';
import { checkConnection, connectionState, startLive, stopLive } from '../data/live/live.ts';
import { onWake } from '../data/live/wake.ts';
import { loadSession, useSession, useSessionState } from '../data/session.ts';
import { onStorageFull } from '../data/storage/storage.ts';
import { lookForNewVersion, onNewVersion } from '../offline/register.ts';
import { routes } from '../routes.tsx';
import { OverlayHost } from '../search/overlay-host.tsx';
import { afterPaint } from '../ui/after-paint.ts';
import { Button } from '../ui/controls/button.tsx';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { currentToasts, showToast } from '../ui/feedback/toast.ts';
import { Compass, Unplug } from '../ui/icons.ts';
import { UiProvider } from '../ui/provider.tsx';
import { useWords, words } from '../words/words.ts';
import { useShortcuts } from './actions/shortcuts.ts';
import styles from './app.module.css';
import { ConnectionBanner } from './connection-banner.tsx';
import { Navigation } from './navigation/navigation.tsx';
import { goTo } from './navigation/navigation-state.ts';
import { useMailNotifications } from './notifications.ts';
import { useNotificationClicks } from './notify.ts';
import { reasonOf } from './reasons.ts';
import { Screen } from './screen.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';
import { SignIn } from './sign-in.tsx';

export function App() {
  const { ui } = useWords();
  return (
    <UiProvider words={ui}>
      <Content />
    </UiProvider>
  );
}

function Content() {
  const state = useSessionState();
  const { shell, common } = useWords();
  if (state.status === 'loading') return null;
  if (state.status === 'signed-out')
    return <SignIn hasEnded={state.ended ?? false} isTokenLost={state.isTokenLost ?? false} />;
  if (state.status === 'ready') return <Frame />;
  return (
    <main className={styles.message}>
      <EmptyState
        icon={<Unplug />}
        title={shell.unreachable}
        text={shell.unreachableHelp}
        actions={<Button onClick={() => void loadSession()}>{common.retry}</Button>}
      />
    </main>
  );
}

function Frame() {
  const session = useSession();
  const { shell } = useWords();
  useShortcuts();
  useReminders();
  useMailNotifications();
  useSendingResults();
  useNotificationClicks();
  useEffect(() => {
    // The screen comes first; what it needs to be live takes the browser as long again.
    const cancel = afterPaint(() => void startLive(session).then(resumeMutations));
    return () => {
      cancel();
      stopLive();
    };
  }, [session]);
  useEffect(() => onRefusal((error, request) => void sayRefused(error, request)), []);
  useEffect(() => onNewVersion(offerReload), []);
  useEffect(() => onStorageFull(sayStorageIsFull), []);
  useEffect(() => onWake(checkAfterSleep), []);
  // A service that was restarted may be a newer one, and tabs that were closed may have left something.
  useEffect(() => connectionState.subscribe(() => connectionState.get() === 'live' && checkAfterConnection()), []);
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main">
        {shell.skip}
      </a>
      <Navigation />
      <div className={styles.body}>
        <ConnectionBanner />
        <main id="main" className={styles.main} tabIndex={-1}>
          <Switch>
            {routes.map(({ path, Screen }) => (
              <Route key={path} path={path}>
                <ScreenBoundary key={path}>
                  <Screen />
                </ScreenBoundary>
              </Route>
            ))}
            <Route component={PageNotFound} />
          </Switch>
        </main>
      </div>
      <ScreenBoundary instead={null}>
        <OverlayHost />
      </ScreenBoundary>
      <ScreenBoundary instead={null}>
        <ComposeHost />
      </ScreenBoundary>
    </div>
  );
}

let reloadOffer = 0;

/** One offer is enough, however many versions have come since the page was loaded. */
function offerReload(): void {
  if (currentToasts().some(({ id }) => id === reloadOffer)) return;
  const { newVersion, reload } = words().shell;
  const action = { label: reload, run: () => location.reload() };
  reloadOffer = showToast({ text: newVersion, duration: Infinity, action });
}

let hasSaidStorageIsFull = false;

/** Once in a page: what is written next is most likely not stored either. */
function sayStorageIsFull(): void {
  if (hasSaidStorageIsFull) return;
  hasSaidStorageIsFull = true;
  const { storageFull, storageFullAction } = words().shell;
  const action = { label: storageFullAction, run: () => goTo('/settings/privacy') };
  showToast({ tone: 'danger', text: storageFull, duration: Infinity, action });
}

function checkAfterSleep(): void {
  checkConnection();
  void resumeMutations();
}

function checkAfterConnection(): void {
  lookForNewVersion();
  void resumeMutations();
}

function PageNotFound() {
  const { shell } = useWords();
  return (
    <Screen title={shell.pageNotFound}>
      <EmptyState
        icon={<Compass />}
        title={shell.pageNotFound}
        actions={<Button onClick={() => goTo('/')}>{shell.goToToday}</Button>}
      />
    </Screen>
  );
}

/** A change of an earlier visit, which no form waits for. */
async function sayRefused(error: unknown, request: Request | undefined): Promise<void> {
  const { shell, calendar } = words();
  const text = shell.refused(reasonOf(error));
  // Loaded only then: it is rare.
  const { reopenRefused } = await import('../calendar/editor/refused-event.ts');
  const run = request && reopenRefused(request);
  if (run)
    showToast({ tone: 'danger', text, action: { label: calendar.openAgain, run }, duration: Number.POSITIVE_INFINITY });
  else showToast({ tone: 'danger', text });
}
