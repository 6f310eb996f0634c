// Loads a part of the app. Without a connection it is loaded when there is one again; if the service has a newer version
// of the app, which no longer has the file, the page is loaded anew, once.
import { connectionState } from '../data/live/live.ts';
import { reloadOnce } from '../data/reload-once.ts';

const RETRY = 3000;

export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await load();
    } catch (error) {
      if (connectionState.get() !== 'live') await nextChance();
      else if (!reloadOnce()) throw error;
      else await new Promise(() => {}); // the page ends
    }
}

/** Loads the page anew when a file of its version is gone. */
export function watchMissingFiles(): void {
  addEventListener('vite:preloadError', () => {
    if (connectionState.get() === 'live') reloadOnce();
  });
}

function nextChance(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(end, RETRY);
    const stop = connectionState.subscribe(() => connectionState.get() === 'live' && end());
  });
}
