// Preferences of this browser: look, language, keyboard. They are read before the first paint, so they are in
// localStorage. What follows the person to other devices is in the settings of the service.
import { createStore, useStore } from '../store.ts';

export interface Preferences {
  theme: 'system' | 'light' | 'dark';
  language: 'system' | 'en' | 'de';
  /** Whether single keys are shortcuts. Ctrl-K and Escape always work. */
  shortcuts: boolean;
  density: 'comfortable' | 'compact';
  notifications: boolean;
  /** The calendar: another time zone beside ours, whether weeks have numbers, and the view that was shown last. */
  secondZone: string | null;
  weekNumbers: boolean;
  calendarView: 'month' | 'week' | 'days' | 'day' | 'agenda' | null;
  /** How new mails, and replies to mails with formatting, are written. */
  composeMode: 'rich' | 'plain';
}

const NAME = 'daybook.preferences';
const DEFAULTS: Preferences = {
  theme: 'system',
  language: 'system',
  shortcuts: true,
  density: 'comfortable',
  notifications: false,
  secondZone: null,
  weekNumbers: false,
  calendarView: null,
  composeMode: 'rich',
};

const store = createStore<Preferences>(stored());

export const preferences = { get: store.get, subscribe: store.subscribe };

export function usePreferences(): Preferences {
  return useStore(store);
}

export function setPreferences(changes: Partial<Preferences>): void {
  store.set((current) => ({ ...current, ...changes }));
  try {
    localStorage.setItem(NAME, JSON.stringify(store.get()));
  } catch {
    // Without localStorage they last as long as the page.
  }
}

/** Sets the theme on the document; called before the first render and after each change. */
export function applyTheme(): void {
  const { theme } = store.get();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function stored(): Preferences {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(NAME) ?? '{}') as Partial<Preferences>) };
  } catch {
    return DEFAULTS;
  }
}
