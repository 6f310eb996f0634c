// Registers the service worker of the built app, and says when it has a new version. While developing, the files come
// from Vite and must not be kept.

/** How often an open page asks for a new version. */
const INTERVAL = 3_600_000;

let announce: (() => void) | undefined;
let isNew = false;
let checkForUpdate = () => {};

/** Calls the listener when a newer version of the app is ready; at once if it already is. */
export function onNewVersion(listener: () => void): () => void {
  announce = listener;
  if (isNew) listener();
  return () => {
    announce = undefined;
  };
}

export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  // The first one takes over a page of its own version.
  let isFirst = serviceWorker.controller === null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (!isFirst) {
      isNew = true;
      announce?.();
    }
    isFirst = false;
  });
  // Without it the app works as well, but does not open offline: browsers refuse it over plain HTTP from another machine.
  // One whose files could not all be loaded is gone, and is registered again with the next check.
  const register = () => serviceWorker.register('/sw.js', { scope: '/', updateViaCache: 'none' });
  checkForUpdate = () => {
    register()
      // Browsers in which service workers are switched off can resolve with nothing.
      .then((registration) => registration?.update())
      .catch(() => {});
  };
  setInterval(checkForUpdate, INTERVAL);
  register().catch(() => {});
}

/** Asks whether the service has a newer version of the app. */
export function lookForNewVersion(): void {
  checkForUpdate();
}
