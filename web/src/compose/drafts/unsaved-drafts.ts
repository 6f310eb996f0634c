// New drafts that the service does not have, because it could not be reached: they are listed with the others.
import { createStore, useStore } from '../../data/store.ts';
import type { Recipient } from '../../words/address-list.ts';

export interface UnsavedDraft {
  /** The key of its composer. */
  key: string;
  to: readonly Recipient[];
  cc: readonly Recipient[];
  bcc: readonly Recipient[];
  subject: string;
  text: string;
  changedAt: string;
}

const store = createStore<readonly UnsavedDraft[]>([]);

export function useUnsavedDrafts(): readonly UnsavedDraft[] {
  return useStore(store);
}

/** Lists the draft as it is now; `undefined` removes it. */
export function setUnsavedDraft(key: string, draft: Omit<UnsavedDraft, 'key' | 'changedAt'> | undefined): void {
  const before = store.get().find((one) => one.key === key);
  if (!before && !draft) return;
  const others = store.get().filter((one) => one.key !== key);
  store.set(draft ? [...others, { ...draft, key, changedAt: new Date().toISOString() }] : others);
}
