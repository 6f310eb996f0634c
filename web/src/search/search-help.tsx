// What is shown before something is searched: recent searches, and the operators with an example each.
import { History } from 'lucide-react';
import { useWords } from '../words/words.ts';
import { forgetSearches, useRecentSearches } from './recent-searches.ts';
import styles from './search.module.css';

export function SearchHelp({ query, onChange }: { query: string; onChange: (query: string) => void }) {
  const { search } = useWords();
  const recent = useRecentSearches();
  return (
    <div className={styles.help}>
      {recent.length > 0 && (
        <section>
          <header className={styles.heading}>
            <h2>{search.recent}</h2>
            <button type="button" onClick={forgetSearches}>
              {search.forget}
            </button>
          </header>
          <ul className={styles.recent}>
            {recent.map((one) => (
              <li key={one}>
                <button type="button" onClick={() => onChange(one)}>
                  <History size={16} strokeWidth={1.75} aria-hidden />
                  {one}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Operators query={query} onChange={onChange} />
    </div>
  );
}

/** A click adds the example to what is typed. */
export function Operators({ query, onChange }: { query: string; onChange: (query: string) => void }) {
  const { search } = useWords();
  return (
    <section>
      <header className={styles.heading}>
        <h2>{search.operatorsTitle}</h2>
      </header>
      <dl className={styles.operators}>
        {search.examples.map(({ example, meaning }) => (
          <div key={example}>
            <dt>
              <button type="button" onClick={() => onChange(`${query.trim()} ${example} `.trimStart())}>
                {example}
              </button>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
