// The results of a search: mail, events and contacts, each with its total and a way to all of them.
import type { components } from 'daybook-client';
import type { ComponentType, ReactNode } from 'react';
import { Link } from 'wouter';
import { mailHash } from '../shell/navigation/linked-mail.ts';
import { FileName } from '../ui/display/file-name.tsx';
import type { Icon } from '../ui/icon.ts';
import { Attachment, CalendarDays, Mail, Person, Repeat } from '../ui/icons.ts';
import { dayOf, formatDay, formatDayTime, formatListTime, formatNumber } from '../words/format.ts';
import { useWords } from '../words/words.ts';
import { Excerpt, Marked } from './highlight.tsx';
import styles from './search.module.css';
import type { Results } from './search-request.ts';

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
  const total = (emails?.total ?? 0) + (events?.total ?? 0) + (contacts?.total ?? 0);
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
        <Group title={search.contacts} matches={contacts} Row={ContactRow} onOpen={onOpen} />
      )}
      {events && events.total > 0 && <Group title={search.events} matches={events} Row={EventRow} onOpen={onOpen} />}
      {emails && emails.total > 0 && (
        <Group
          title={search.emails}
          matches={emails}
          Row={EmailRow}
          query={query}
          onOpen={onOpen}
          all={{
            to: `/mail/search/${encodeURIComponent(query)}`,
            text: search.showAllMail(formatNumber(emails.total)),
          }}
        />
      )}
    </div>
  );
}

interface MatchProps<M> {
  match: M;
  query: string;
  onOpen: () => void;
}

interface Matches<M> {
  total: number;
  results: readonly M[];
}

function Group<M extends { record: { id: string } }>(props: {
  title: string;
  matches: Matches<M>;
  Row: ComponentType<MatchProps<M>>;
  query?: string;
  onOpen: () => void;
  /** A list with everything that was found. */
  all?: { to: string; text: string };
}) {
  const { title, matches, Row, query = '', onOpen, all } = props;
  const { search } = useWords();
  const hidden = matches.total - matches.results.length;
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
      {hidden > 0 && all && (
        <Link href={all.to} className={styles.all} onClick={onOpen} data-stop>
          {all.text}
        </Link>
      )}
      {hidden > 0 && !all && <p className={styles.note}>{search.more(formatNumber(hidden))}</p>}
    </section>
  );
}

function ResultLink({ to, Icon, title, detail, aside, onOpen }: ResultLinkProps) {
  return (
    <Link href={to} className={styles.row} onClick={onOpen} data-stop>
      <Icon aria-hidden />
      <span className={styles.text}>
        <span className={styles.title}>{title}</span>
        <span className={styles.detail}>{detail}</span>
      </span>
      {aside && <span className={styles.aside}>{aside}</span>}
    </Link>
  );
}

interface ResultLinkProps {
  onOpen: () => void;
  to: string;
  Icon: Icon;
  title: ReactNode;
  detail: ReactNode;
  aside?: ReactNode;
}

const EXCERPTS = ['body_plain', 'body_html', 'attachment_text', 'attachments'];

function EmailRow({ match: { record, highlights }, query, onOpen }: MatchProps<components['schemas']['EmailMatch']>) {
  const { id, thread_id: thread, subject, from_name: name, from_address: address, received_at: received } = record;
  const { search } = useWords();
  const excerpt = <Excerpt highlights={highlights} fields={EXCERPTS} />;
  const found = highlights.find(({ field }) => EXCERPTS.includes(field))?.field;
  const isInAttachment = found?.startsWith('attachment') ?? false;
  return (
    <ResultLink
      onOpen={onOpen}
      // Among the results, so that the way back leads to them; at the mail, which need not be the last of its conversation.
      to={`/mail/search/${encodeURIComponent(query)}/${thread ?? id}${mailHash(id)}`}
      Icon={Mail}
      title={<Marked highlights={highlights} field="subject" text={subject ?? ''} />}
      detail={
        <>
          {(name ?? address) && (
            <>
              <Marked highlights={highlights} field="from_name" text={name ?? address ?? ''} />
              {' · '}
            </>
          )}
          {isInAttachment && <Place file={found === 'attachment_text' ? fileOf(record.attachments) : undefined} />}
          {found ? excerpt : record.preview}
        </>
      }
      aside={
        <>
          {record.attachments.length > 0 && <Attachment aria-label={search.hasAttachment} />}
          {received && formatListTime(received)}
        </>
      }
    />
  );
}

/** `file`: the name of the attachment, unless the name itself is what was found. */
function Place({ file }: { file: string | undefined }) {
  const { search } = useWords();
  if (file === undefined) return <span className={styles.place}>{search.inAttachment} </span>;
  return (
    <span className={styles.place}>
      {search.inFile} <FileName name={file} />:{' '}
    </span>
  );
}

/** Files that have no text. */
const TEXTLESS = /^(?:image|audio|video|font)\//iu;

/** The attachment whose text was found. The service does not say which it is, so it is only known if there is one. */
function fileOf(attachments: components['schemas']['EmailMatch']['record']['attachments']): string | undefined {
  const [first, ...others] = attachments.filter(({ mime }) => !TEXTLESS.test(mime ?? ''));
  return others.length === 0 ? first?.filename : undefined;
}

function EventRow({ match: { record, highlights }, onOpen }: MatchProps<components['schemas']['EventMatch']>) {
  const { id, title, location, recurrence, series_id: series, start_at: start, start_date: date } = record;
  const { search } = useWords();
  const day = date ?? dayOf(start);
  return (
    <ResultLink
      onOpen={onOpen}
      to={`/calendar/day/${day}?event=${id}`}
      Icon={CalendarDays}
      title={<Marked highlights={highlights} field="title" text={title} />}
      detail={location && <Marked highlights={highlights} field="location" text={location} />}
      aside={
        <>
          {(recurrence || series) && <Repeat aria-label={search.repeats} />}
          {date ? formatDay(`${date}T12:00:00Z`, 'UTC') : formatDayTime(start)}
        </>
      }
    />
  );
}

function ContactRow({ match: { record, highlights }, onOpen }: MatchProps<components['schemas']['ContactMatch']>) {
  const { id, display_name: name, company, emails } = record;
  return (
    <ResultLink
      onOpen={onOpen}
      to={`/contacts/${id}`}
      Icon={Person}
      title={<Marked highlights={highlights} field="display_name" text={name ?? ''} />}
      detail={[company, emails[0]?.address].filter(Boolean).join(' · ')}
    />
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
