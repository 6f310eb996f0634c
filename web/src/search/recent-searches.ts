// The last searches of the user in this browser, newest first.
import { readLocalValue, writeLocalValue } from '../data/storage/local-values.ts';
import { createStore, useStore } from '../data/store.ts';

const NAME = 'searches';
const MOST = 8;

const store = createStore<readonly string[]>(stored());

export function useRecentSearches(): readonly string[] {
  return useStore(store);
}

export function rememberSearch(query: string): void {
  const text = query.trim();
  if (text === '') return;
  keep([text, ...store.get().filter((one) => one !== text)].slice(0, MOST));
}

export function forgetSearches(): void {
  keep([]);
}

function keep(searches: readonly string[]): void {
  store.set(searches);
  writeLocalValue(NAME, searches);
}

function stored(): readonly string[] {
  const found = readLocalValue(NAME);
  return Array.isArray(found) ? found.filter((one) => typeof one === 'string').slice(0, MOST) : [];
}
