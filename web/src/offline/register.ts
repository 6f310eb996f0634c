// Registers the service worker of the built app. While developing, the files come from Vite and must not be kept.

export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Without it the app works as well, but not offline: browsers refuse it over plain HTTP from another machine.
  navigator.serviceWorker.register('/sw.js', { scope: '/', updateViaCache: 'none' }).catch(() => {});
}
