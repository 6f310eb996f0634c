// The current time for what is shown by it, such as the progress of an event: new at the beginning of every minute.
import { useSyncExternalStore } from 'react';

const MINUTE = 60_000;
const listeners = new Set<() => void>();
let now = new Date();
let timer: ReturnType<typeof setTimeout> | undefined;

export function useNow(): Date {
  return useSyncExternalStore(subscribe, () => now);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    tick();
    // Timers do not run while the computer sleeps.
    document.addEventListener('visibilitychange', tick);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}

function tick(): void {
  clearTimeout(timer);
  now = new Date();
  timer = setTimeout(tick, MINUTE - (now.getTime() % MINUTE) + 20);
  for (const listener of [...listeners]) listener();
}
