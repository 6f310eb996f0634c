// Notifications of the system, through the service worker: phones allow no others. A click on one shows its page in an
// open tab, or in a new one.
import { useEffect } from 'react';
import { preferences } from '../data/storage/preferences.ts';
import { goTo } from './navigation/navigation-state.ts';

interface SystemNotification {
  title: string;
  body: string;
  /** The same tag replaces a notification, so that two tabs show one. */
  tag: string;
  /** The page that a click shows. */
  path: string;
}

const ICON = '/icons/icon-192.png';

/** Whether the person wants them, and does not look at the app. */
export function isNotifying(): boolean {
  const isAllowed = 'Notification' in globalThis && Notification.permission === 'granted';
  return isAllowed && preferences.get().notifications && document.visibilityState !== 'visible';
}

export async function notify({ title, body, tag, path }: SystemNotification): Promise<void> {
  const options = { body, tag, icon: ICON };
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    if (registration?.active) return await registration.showNotification(title, { ...options, data: { path } });
    // While developing there is no service worker.
    const notification = new Notification(title, options);
    notification.onclick = () => {
      window.focus();
      goTo(path);
      notification.close();
    };
  } catch {
    // The person has withdrawn the permission, or the browser has no notifications.
  }
}

/** Shows the page of a notification that was clicked; the service worker says which. Once in the app. */
export function useNotificationClicks(): void {
  useEffect(() => {
    const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    const show = ({ data }: MessageEvent<{ path?: string }>) => data.path && goTo(data.path);
    worker?.addEventListener('message', show);
    return () => worker?.removeEventListener('message', show);
  }, []);
}
