// Loads a part of the app. Without a connection it is loaded when there is one again; if the service has a newer version
// of the app, which no longer has the file, the page is loaded anew, once.
import { connectionState } from '../data/live/live.ts';

const RETRY = 3000;
/** A page that was just loaded anew and still lacks a file would do so for ever. */
const SHORTEST_TIME_BETWEEN_RELOADS = 60_000;
const NAME = 'daybook.reloaded';

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

/** Whether the page is loaded anew. */
function reloadOnce(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(NAME) ?? 0) < SHORTEST_TIME_BETWEEN_RELOADS) return false;
    sessionStorage.setItem(NAME, String(Date.now()));
  } catch {
    return false; // it could not be told whether it was done before
  }
  location.reload();
  return true;
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
