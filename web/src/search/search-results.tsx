// The results of a search: mail, events and contacts, each with its total and a way to all of them.
import { type ComponentType, type ReactNode, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useQuery } from '../data/live/query.ts';
import { Button } from '../ui/controls/button.tsx';
import { formatNumber, timeZone } from '../words/format.ts';
import { useWords } from '../words/words.ts';
import { ContactRow, EmailRow, EventRow, type MatchProps } from './result-rows.tsx';
import styles from './search.module.css';
import { FURTHER, type Further, type FurtherKind, type Results, searchFurther, totalOf } from './search-request.ts';

interface SearchResultsProps {
  query: string;
  found: Results | undefined;
  error: Error | undefined;
  isLoading: boolean;
  onOpen: () => void;
}

export function SearchResults({ query, found, error, isLoading, onOpen }: SearchResultsProps) {
  const { search } = useWords();
  if (error) return <p className={styles.note}>{error.message}</p>;
  if (!found) return <Skeleton />;
  const { emails, events, contacts } = found.data;
  const total = totalOf(found);
  return (
    <div id="results" className={styles.results} aria-busy={isLoading}>
      <p role="status" className={styles.note}>
        {total === 0 ? search.nothing(query) : search.found(total, formatNumber(total))}
      </p>
      {found.meta.invalid_operators.map(({ operator, message }) => (
        <p key={operator} className={styles.warning}>
          {message}
        </p>
      ))}
      {contacts && contacts.total > 0 && (
        <FurtherGroup
          key={`contacts ${query}`}
          kind="contacts"
          title={search.contacts}
          matches={contacts}
          Row={ContactRow}
          query={query}
          onOpen={onOpen}
        />
      )}
      {events && events.total > 0 && (
        <FurtherGroup
          key={`events ${query}`}
          kind="events"
          title={search.events}
          matches={events}
          Row={EventRow}
          query={query}
          onOpen={onOpen}
        />
      )}
      {emails && emails.total > 0 && (
        <Group
          title={search.emails}
          matches={emails}
          Row={EmailRow}
          query={query}
          onOpen={onOpen}
          more={
            emails.total > emails.results.length && (
              <Link
                href={`/mail/search/${encodeURIComponent(query)}`}
                className={styles.all}
                onClick={onOpen}
                data-stop
              >
                {search.showAllMail(formatNumber(emails.total))}
              </Link>
            )
          }
        />
      )}
    </div>
  );
}

interface Matches<M> {
  total: number;
  results: readonly M[];
}

interface GroupProps<M> {
  title: string;
  matches: Matches<M>;
  Row: ComponentType<MatchProps<M>>;
  query: string;
  onOpen: () => void;
  /** The way to what is not shown. */
  more?: ReactNode;
}

/** A group that shows more results when it is asked to. */
function FurtherGroup<K extends FurtherKind>(props: GroupProps<Further<K>[number]> & { kind: K }) {
  const { kind, matches, query, ...rest } = props;
  const { search } = useWords();
  const [asked, setAsked] = useState(0);
  const { data, error, isLoading } = useQuery(
    asked === 0 ? null : `search/${timeZone()}/${kind}/${asked}/${query}`,
    (signal) => searchFurther(query, kind, asked, signal),
    { events: [`${kind.slice(0, -1)}.*`], isStored: false },
  );
  // While more are loaded, those that were shown stay.
  const last = useRef<Further<K> | undefined>(undefined);
  if (data) last.current = data;
  const further = (data ?? last.current ?? []) as readonly Further<K>[number][];
  const known = new Set(matches.results.map(({ record }) => record.id));
  const results = [...matches.results, ...further.filter(({ record }) => !known.has(record.id))];
  const left = matches.total - results.length;
  const more = left > 0 && (
    <Button size="small" variant="quiet" busy={isLoading} data-stop onClick={() => setAsked(asked + FURTHER)}>
      {search.showMore(formatNumber(Math.min(FURTHER, left)))}
    </Button>
  );
  return (
    <Group
      {...rest}
      query={query}
      matches={{ total: matches.total, results }}
      more={
        <>
          {error && <p className={styles.note}>{error.message}</p>}
          {more}
        </>
      }
    />
  );
}

function Group<M extends { record: { id: string } }>(props: GroupProps<M>) {
  const { title, matches, Row, query, onOpen, more } = props;
  return (
    <section aria-label={title}>
      <header className={styles.heading}>
        <h2>{title}</h2>
        <span>{formatNumber(matches.total)}</span>
      </header>
      <ul className={styles.rows}>
        {matches.results.map((match) => (
          <li key={match.record.id}>
            <Row match={match} query={query} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {more}
    </section>
  );
}

function Skeleton() {
  const { common } = useWords();
  return (
    <div className={styles.skeleton} role="status" aria-label={common.loading}>
      {[0, 1, 2, 3].map((one) => (
        <div key={one} />
      ))}
    </div>
  );
}
