// What actions act on: each screen says what is selected or open, and the shortcuts, the menus and the command palette
// use it. A screen sets its part with useActionTarget and removes it when it closes.
import { useEffect, useId } from 'react';
import { createStore, useStore } from '../../data/store.ts';
import type { CalendarEvent, Contact, Conversation, Email } from '../../data/types.ts';

export interface ActionTarget {
  /** The conversations that mail actions apply to: the open one, the selected ones, or the focused one. */
  conversations?: readonly Conversation[];
  /** The selected rows of a list. They come before `conversations`, also while another conversation is open. */
  selected?: readonly Conversation[];
  /** "Select all that match": the filters of the list instead of its selected rows, as in `where` of a batch. */
  where?: Readonly<Record<string, string | boolean>>;
  /** How many conversations the list of `where` has. */
  whereTotal?: number;
  /** The list that is shown, for example to know which folder a conversation leaves. */
  list?: { folder?: string; label?: string; isTrash?: boolean };
  /** Called when conversations leave the list: the selection ends, and the next conversation is shown. */
  leave?: (ids: readonly string[]) => void;
  /** Moves the focused mail to the trash, in lists of mail that was not sent. */
  discard?: () => void;
  /** When the focused mail of these lists is sent: at once, once more after it has failed, or at another time. */
  sendNow?: () => void;
  sendAgain?: () => void;
  changeTime?: () => void;
  /** The mail that a reply answers. */
  email?: Email;
  /** Moves to the next or previous row, opens or closes what is focused, selects it. */
  move?: (step: 1 | -1) => void;
  open?: () => void;
  close?: () => void;
  toggleSelected?: () => void;
  selectAll?: () => void;
  /** Moves to the next or previous mail of the open conversation; expands or collapses all of them. */
  moveMail?: (step: 1 | -1) => void;
  toggleAllMails?: () => void;
  event?: CalendarEvent;
  /** Moves the calendar by a view, or to today. */
  showPeriod?: (step: 1 | -1 | 0) => void;
  showView?: (view: 'month' | 'week' | 'days' | 'day' | 'agenda') => void;
  /** Opens the form of a new event. */
  newEvent?: () => void;
  /** The contact whose card is open. */
  contact?: Contact;
  /** The selected rows of the list of contacts. They come before `contacts`, also while a card is open. */
  selectedContacts?: readonly Contact[];
  /** The contacts that actions apply to: the selected ones, the open one, or the focused one. */
  contacts?: readonly Contact[];
  /** The focused row of a list of deleted events or contacts. */
  deleted?: { kind: 'events' | 'contacts'; restore(): void; erase(): void };
  /** The composer that has the focus. */
  composer?: { send(): void; save(): void; discard(): void };
}

const targets = createStore<ReadonlyMap<string, ActionTarget>>(new Map());

/** The targets of all parts of the screen; what was set last wins. */
export function actionTarget(): ActionTarget {
  const target = Object.assign({}, ...targets.get().values()) as ActionTarget;
  const { selected, selectedContacts, contact } = target;
  // The row that is focused may be set after the card: the list is read again when something changes.
  const contacts = selectedContacts ?? (contact && [contact]);
  return { ...target, ...(selected && { conversations: selected }), ...(contacts && { contacts }) };
}

export function useCurrentTarget(): ActionTarget {
  useStore(targets);
  return actionTarget();
}

/** Sets what actions act on while the component is shown. Pass a memoised object. */
export function useActionTarget(target: ActionTarget): void {
  const id = useId();
  useEffect(() => {
    targets.set((all) => new Map([...all, [id, target]]));
    return () =>
      targets.set((all) => {
        const rest = new Map(all);
        rest.delete(id);
        return rest;
      });
  }, [id, target]);
}
