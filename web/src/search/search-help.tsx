// What is shown before something is searched: recent searches, and the operators with an example each.

import { useCollection } from '../data/live/live.ts';
import { useQuery } from '../data/live/query.ts';
import { History } from '../ui/icons.ts';
import { timeZone } from '../words/format.ts';
import { useWords } from '../words/words.ts';
import { forgetSearches, useRecentSearches } from './recent-searches.ts';
import styles from './search.module.css';
import { withGuessedOperators } from './search-query.ts';
import { countMatches } from './search-request.ts';

interface ChangeProps {
  query: string;
  onChange: (query: string) => void;
}

export function SearchHelp({ query, onChange }: ChangeProps) {
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
                <button type="button" data-stop onClick={() => onChange(one)}>
                  <History aria-hidden />
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

/** The same query with operators, if its words are names of labels or types of files, and it finds something. */
export function GuessedQuery({ query, onChange }: ChangeProps) {
  const { search } = useWords();
  const labels = useCollection('labels');
  const guess = withGuessedOperators(
    query,
    labels.map(({ name }) => name),
  );
  const { data: total = 0 } = useQuery(
    guess === undefined ? null : `search-total/${timeZone()}/${guess}`,
    (signal) => countMatches(guess ?? '', signal),
    { isStored: false },
  );
  if (!guess || total === 0) return null;
  return (
    <p className={styles.guess}>
      {search.didYouMean}{' '}
      <button type="button" onClick={() => onChange(guess)}>
        {guess}
      </button>
    </p>
  );
}

/** A click adds the example to what is typed. */
export function Operators({ query, onChange }: ChangeProps) {
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
