// The search field with the chips of its operators.

import { useEffect, useRef } from 'react';
import { Attachment, Close, Search } from '../ui/icons.ts';
import { useWords } from '../words/words.ts';
import styles from './search.module.css';
import { partsOf, withOperator, withoutPart } from './search-query.ts';

interface SearchFieldProps {
  query: string;
  onChange: (query: string) => void;
  onSubmit: () => void;
}

/** With one of them the search is for mail with attachments, or without. */
const ABOUT_ATTACHMENTS = ['has', 'filename'];

export function SearchField({ query, onChange, onSubmit }: SearchFieldProps) {
  const { search, common } = useWords();
  const input = useRef<HTMLInputElement>(null);
  const change = (next: string) => {
    onChange(next);
    input.current?.focus();
  };
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
      {query.trim() !== '' && (
        <div className={styles.hints}>
          {operators.length > 0 && (
            <ul className={styles.chips} aria-label={search.operators}>
              {operators.map(({ text, index }) => (
                <li key={`${index} ${text}`} className={styles.chip}>
                  {text}
                  <button
                    type="button"
                    aria-label={`${common.remove} ${text}`}
                    onClick={() => change(withoutPart(query, index))}
                  >
                    <Close aria-hidden />
                  </button>
                </li>
              ))}
            </ul>
          )}
          {!operators.some(({ operator = '' }) => ABOUT_ATTACHMENTS.includes(operator)) && (
            <button
              type="button"
              className={styles.hint}
              onClick={() => change(withOperator(query, 'has', 'attachment'))}
            >
              <Attachment aria-hidden />
              {search.withAttachment}
            </button>
          )}
        </div>
      )}
    </search>
  );
}
