// The search field with the chips of its operators.

import { useEffect, useRef } from 'react';
import { Close, Search } from '../ui/icons.ts';
import { useWords } from '../words/words.ts';
import styles from './search.module.css';
import { partsOf, withoutPart } from './search-query.ts';

interface SearchFieldProps {
  query: string;
  onChange: (query: string) => void;
  onSubmit: () => void;
}

export function SearchField({ query, onChange, onSubmit }: SearchFieldProps) {
  const { search, common } = useWords();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const operators = partsOf(query)
    .map((part, index) => ({ ...part, index }))
    .filter(({ operator }) => operator !== undefined);
  return (
    <search>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
          document.getElementById('results')?.querySelector<HTMLElement>('a')?.focus();
        }}
      >
        <Search aria-hidden className={styles.glass} />
        <input
          ref={input}
          type="search"
          className={styles.input}
          aria-label={search.field}
          placeholder={search.placeholder}
          value={query}
          maxLength={500}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
        {query !== '' && (
          <button type="button" className={styles.clear} aria-label={search.clear} onClick={() => onChange('')}>
            <Close aria-hidden />
          </button>
        )}
      </form>
      {operators.length > 0 && (
        <ul className={styles.chips} aria-label={search.operators}>
          {operators.map(({ text, index }) => (
            <li key={`${index} ${text}`} className={styles.chip}>
              {text}
              <button
                type="button"
                aria-label={`${common.remove} ${text}`}
                onClick={() => {
                  onChange(withoutPart(query, index));
                  input.current?.focus();
                }}
              >
                <Close aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </search>
  );
}
