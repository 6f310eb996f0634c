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
  serviceWorker
    .register('/sw.js', { scope: '/', updateViaCache: 'none' })
    .then((registration) => {
      // Browsers in which service workers are switched off can resolve with nothing.
      const update = () => void registration?.update().catch(() => {});
      setInterval(update, INTERVAL);
      checkForUpdate = update;
    })
    // Without it the app works as well, but not offline: browsers refuse it over plain HTTP from another machine.
    .catch(() => {});
}

/** Asks whether the service has a newer version of the app. */
export function lookForNewVersion(): void {
  checkForUpdate();
}
