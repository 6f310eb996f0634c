// The last searches of this browser, newest first.
import { createStore, useStore } from '../data/store.ts';

const NAME = 'daybook.searches';
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
  try {
    localStorage.setItem(NAME, JSON.stringify(searches));
  } catch {
    // Without localStorage they last as long as the page.
  }
}

function stored(): readonly string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(NAME) ?? '[]');
    return Array.isArray(found) ? found.filter((one) => typeof one === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
}
