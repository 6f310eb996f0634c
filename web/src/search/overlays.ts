// Which of the overlays that belong to no screen is open: the command palette, or the help on shortcuts.
import { createStore, useStore } from '../data/store.ts';

export type Overlay = 'palette' | 'shortcuts';

const store = createStore<Overlay | undefined>(undefined);

export function useOverlay(): Overlay | undefined {
  return useStore(store);
}

export function openOverlay(overlay: Overlay): void {
  store.set(overlay);
}

export function closeOverlay(): void {
  store.set(undefined);
}
