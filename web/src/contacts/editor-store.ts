// Which contact is being edited. Other areas open the editor too, for example to add the sender of a mail.
import { createStore, useStore } from '../data/store.ts';
import type { Contact } from '../data/types.ts';

export interface EditorRequest {
  /** The contact to change; without it, a new one is added. */
  contact?: Contact;
  /** What a new contact begins with. */
  values?: { name?: string; address?: string; tag?: string };
}

const store = createStore<EditorRequest | null>(null);

export function useContactEditor(): EditorRequest | null {
  return useStore(store);
}

/** The editor is part of the screen of contacts, and of every screen that shows ContactEditorHost. */
export function openContactEditor(request: EditorRequest = {}): void {
  store.set(request);
}

export function closeContactEditor(): void {
  store.set(null);
}
