// The modal dialogs that are open. What is outside of the last one cannot be used, so the messages are moved into it.
// The root element says that there is one: with :has(), the browser would look for it after every change of the page.
import { useSyncExternalStore } from 'react';

let modals: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

/** Returns what removes it again. */
export function addModal(modal: HTMLElement): () => void {
  change([...modals, modal]);
  return () => change(modals.filter((one) => one !== modal));
}

/** The dialog that is above all others. */
export function useTopModal(): HTMLElement | undefined {
  return useSyncExternalStore(subscribe, topModal);
}

/** The same for code outside of components. */
export function topModal(): HTMLElement | undefined {
  return modals.at(-1);
}

function change(next: readonly HTMLElement[]): void {
  modals = next;
  document.documentElement.toggleAttribute('data-modal', next.length > 0);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
