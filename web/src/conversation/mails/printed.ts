// What is being printed: a conversation or one mail. Everything that belongs to it is loaded and expanded meanwhile,
// also what is far below the visible part or was left out.
import { createStore, useStore } from '../../data/store.ts';

/** One object for each time that something is printed: the conversation that is open, or one of its mails. */
export interface Printed {
  mail?: string;
}

export const printed = createStore<Printed | null>(null);

export function useIsConversationPrinted(): boolean {
  const what = useStore(printed);
  return what !== null && what.mail === undefined;
}

export function useIsMailPrinted(id: string): boolean {
  const what = useStore(printed);
  return what !== null && (what.mail ?? id) === id;
}
