// Which composers are open, and how they are shown. Small, because every screen can open one; the composer itself is
// loaded when the first one opens.
import { newKey } from '../data/changes/new-key.ts';
import { createStore, useStore } from '../data/store.ts';
import type { Email } from '../data/types.ts';
import { withdrawUndoOfMail } from '../shell/undo.ts';
import type { AnswerMode } from './compose-address.ts';

export type { AnswerMode } from './compose-address.ts';

export type ComposeRequest =
  /** `sendAt`: the time for which it was scheduled until now. */
  | { draftId: string; sendAt?: string | undefined }
  | { replyTo: Email; mode: AnswerMode }
  | { to?: string; subject?: string; body?: string };

export type ComposerView = 'docked' | 'minimised' | 'full';

export interface OpenComposer {
  /** Identifies the composer and its copy in the browser. */
  key: string;
  /** What it was opened with; undefined if it is restored from the copy in the browser. */
  request: ComposeRequest | undefined;
  view: ComposerView;
  /** When it was last shown, compared with the others: where there is room for some, they are the last ones. */
  turn: number;
  /** Gets the focus when the composer closes. */
  opener: Element | null;
  /** Whether the focus moves into it; not after a reload. */
  takesFocus: boolean;
}

const store = createStore<readonly OpenComposer[]>([]);
let turns = 0;

export function useComposers(): readonly OpenComposer[] {
  return useStore(store);
}

/** Opens a composer and moves the focus into it. A draft that is open already is shown again. */
export function openCompose(request: ComposeRequest): void {
  const opener = document.activeElement;
  if ('draftId' in request) withdrawUndoOfMail(request.draftId);
  const open = 'draftId' in request && store.get().find((one) => draftOf(one) === request.draftId);
  if (open) showComposer(open.key, open.view === 'full' ? 'full' : 'docked');
  else add({ key: newKey(), request, view: 'docked', opener, takesFocus: true });
}

/** Opens a composer for a copy in the browser, for example after a reload. One that is open is shown. */
export function reopenComposer(key: string, view: ComposerView = 'docked', takesFocus = true): void {
  const opener = document.activeElement;
  const open = store.get().find((one) => one.key === key);
  if (!open) add({ key, request: undefined, view, opener, takesFocus });
  else if (open.view === 'minimised') showComposer(key, view);
}

function add(composer: Omit<OpenComposer, 'turn'>): void {
  const turn = ++turns;
  store.set((all) => [...all, { ...composer, turn }]);
}

/** Shows it instead of others if there is not enough room; without `isAsked` only where there is room. */
export function showComposer(key: string, view: ComposerView, isAsked = true): void {
  const turn = isAsked ? { turn: ++turns } : {};
  store.set((all) => all.map((one) => (one.key === key ? { ...one, view, ...turn } : one)));
}

/** Removes the composer; the focus returns to where it was. */
export function removeComposer(key: string): void {
  const closed = store.get().find((one) => one.key === key);
  store.set((all) => all.filter((one) => one.key !== key));
  if (closed?.opener instanceof HTMLElement && closed.opener.isConnected) closed.opener.focus();
}

const drafts = new Map<string, string>();

/** Remembers the draft that a composer edits, so that it is not opened twice. */
export function setDraftOf(key: string, draftId: string | undefined): void {
  if (draftId === undefined) {
    drafts.delete(key);
    return;
  }
  drafts.set(key, draftId);
  // Also when it is opened from its copy in the browser.
  withdrawUndoOfMail(draftId);
}

function draftOf({ key, request }: OpenComposer): string | undefined {
  return drafts.get(key) ?? (request && 'draftId' in request ? request.draftId : undefined);
}
