// Which event is being created or edited. Any screen can ask for it; the calendar shows it.
import { createStore, useStore } from '../../data/store.ts';
import type { CalendarEvent } from '../../data/types.ts';
import type { EventDraft } from './event-draft.ts';

export interface EditorRequest {
  /** The event or occurrence that is edited; undefined for a new one. */
  event?: CalendarEvent;
  /** What the form begins with, if it differs from the event. */
  draft?: Partial<EventDraft>;
  /** The draft was typed before and not saved: closing the form asks. */
  isUnsaved?: boolean;
}

const store = createStore<EditorRequest | null>(null);

export function openEditor(request: EditorRequest): void {
  store.set(request);
}

export function closeEditor(): void {
  store.set(null);
}

export function useEditorRequest(): EditorRequest | null {
  return useStore(store);
}
