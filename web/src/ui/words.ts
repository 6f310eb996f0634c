// The few texts that components of the kit have of their own. The app gives them in its language.
import { createContext, use } from 'react';

export interface UiWords {
  cancel: string;
  close: string;
  dismiss: string;
  remove: string;
  notifications: string;
  noMatches: string;
  loading: string;
  inSeconds: (seconds: number) => string;
  /** Spoken between the keys of a sequence: "G then I". */
  thenKey: string;
  hues: Record<string, string>;
}

const ENGLISH: UiWords = {
  cancel: 'Cancel',
  close: 'Close',
  dismiss: 'Dismiss',
  remove: 'Remove',
  notifications: 'Notifications',
  noMatches: 'No matches',
  loading: 'Loading',
  inSeconds: (seconds) => `in ${seconds} s`,
  thenKey: 'then',
  hues: {},
};

export const UiWordsContext = createContext(ENGLISH);

export function useUiWords(): UiWords {
  return use(UiWordsContext);
}
