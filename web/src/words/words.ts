// The texts of the app in the language of the user. English is part of the first load, other languages are loaded when
// they are needed. A table has one file per area; those of other languages have the type of the English one.
import { preferences } from '../data/storage/preferences.ts';
import { createStore, useStore } from '../data/store.ts';
import { en } from './en/index.ts';

export type Words = typeof en;
export type Language = 'en' | 'de';

const loaders: Record<Language, () => Promise<Words>> = {
  en: async () => en,
  de: async () => (await import('./de/index.ts')).de,
};

const store = createStore<{ language: Language; words: Words }>({ language: 'en', words: en });

export function useWords(): Words {
  return useStore(store).words;
}

/** The same for code outside of components. */
export function words(): Words {
  return store.get().words;
}

export function language(): Language {
  return store.get().language;
}

/** The language of dates and numbers: that of the browser if it is a variant of the language of the texts. */
export function locale(): string {
  const current = language();
  return navigator.languages.find((one) => one.startsWith(current)) ?? current;
}

/** Loads the language that the preferences name; called before the first render and after each change. */
export async function loadWords(): Promise<void> {
  const { language: chosen } = preferences.get();
  const next = chosen === 'system' ? languageOf(navigator.languages) : chosen;
  store.set({ language: next, words: await loaders[next]() });
  document.documentElement.lang = next;
}

function languageOf(accepted: readonly string[]): Language {
  const known = accepted.map((one) => one.slice(0, 2).toLowerCase()).find((one) => one in loaders);
  return (known as Language | undefined) ?? 'en';
}
