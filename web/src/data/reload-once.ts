// Loads the page anew because a file of its version is gone, but not again and again.

/** A page that was just loaded anew and still lacks a file would do so for ever. */
const SHORTEST_TIME_BETWEEN_RELOADS = 60_000;
const NAME = 'daybook.reloaded';

/** Whether the page is loaded anew. */
export function reloadOnce(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(NAME) ?? 0) < SHORTEST_TIME_BETWEEN_RELOADS) return false;
    sessionStorage.setItem(NAME, String(Date.now()));
  } catch {
    return false; // it could not be told whether it was done before
  }
  location.reload();
  return true;
}
