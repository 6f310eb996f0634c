// The screen Search: one field for mail, events and contacts, its operators as chips, and the results as one types.
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { useQuery } from '../data/live/query.ts';
import { goTo } from '../shell/navigation/navigation-state.ts';
import { Screen } from '../shell/screen.tsx';
import { timeZone } from '../words/format.ts';
import { useWords } from '../words/words.ts';
import { rememberSearch } from './recent-searches.ts';
import { useResultKeys } from './result-keys.ts';
import styles from './search.module.css';
import { SearchField } from './search-field.tsx';
import { GuessedQuery, Operators, SearchHelp } from './search-help.tsx';
import { search as searchFor, totalOf } from './search-request.ts';
import { SearchResults } from './search-results.tsx';

/** Other clients change what is found; results that are read follow. */
const EVENTS = ['email.*', 'event.*', 'contact.*'];

export function SearchScreen() {
  const { search } = useWords();
  const page = useRef<HTMLDivElement>(null);
  useResultKeys(page);
  const [query, setQuery] = useQueryOfAddress();
  const asked = useDeferredValue(query.trim());
  const { data, error, isLoading } = useQuery(
    asked === '' ? null : `search/${timeZone()}/${asked}`,
    (signal) => searchFor(asked, signal),
    { events: EVENTS, isStored: false },
  );
  const isNothing = data !== undefined && totalOf(data) === 0;
  return (
    <Screen title={search.title}>
      <div ref={page} className={styles.page}>
        <SearchField query={query} onChange={setQuery} onSubmit={() => rememberSearch(query)} />
        {asked === '' ? (
          <SearchHelp query={query} onChange={setQuery} />
        ) : (
          <SearchResults
            query={asked}
            found={data}
            error={error}
            isLoading={isLoading}
            onOpen={() => rememberSearch(query)}
          />
        )}
        {asked !== '' && isNothing && (
          <>
            <GuessedQuery query={asked} onChange={setQuery} />
            <Operators query={query} onChange={setQuery} />
          </>
        )}
      </div>
    </Screen>
  );
}

/** The query is in the address, so that Back returns to it and a link can be kept. */
function useQueryOfAddress(): [string, (query: string) => void] {
  const address = new URLSearchParams(useSearch()).get('q') ?? '';
  const [query, setQuery] = useState(address);
  useEffect(() => setQuery(address), [address]);
  const change = (next: string) => {
    setQuery(next);
    goTo(next === '' ? '/search' : `/search?${new URLSearchParams({ q: next })}`, { replace: true });
  };
  return [query, change];
}
