// All mails and events with a person, live: the conversations in which one of their addresses takes part, and the
// events that they attend.
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'wouter';
import { useQuery } from '../../data/live/query.ts';
import type { CalendarEvent, Contact, Conversation } from '../../data/types.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Repeat } from '../../ui/icons.ts';
import { dayOf, formatDay, formatListTime, formatNumber, formatTime } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { loadEvents } from './contact-events.ts';
import styles from './contact-history.module.css';
import { loadMails } from './contact-mails.ts';

const PAGE = 10;

type Heading = 'h2' | 'h3';

export function ContactHistory({ contact, Heading }: { contact: Contact; Heading: Heading }) {
  const { contacts: words } = useWords();
  const addresses = contact.emails.map(({ address }) => address);
  const name = contact.first_name || contact.display_name;
  if (addresses.length === 0) return <p className={styles.nothing}>{words.noAddress}</p>;
  return (
    <div className={styles.history}>
      <Mails addresses={addresses} title={words.mails(name)} Heading={Heading} />
      <Events addresses={addresses} title={words.events(name)} Heading={Heading} />
    </div>
  );
}

interface HistoryProps {
  addresses: readonly string[];
  title: string;
  Heading: Heading;
}

function Mails({ addresses, title, Heading }: HistoryProps) {
  const { contacts: words } = useWords();
  const [limit, setLimit] = useState(PAGE);
  const state = useQuery(
    `contact-history/mails/${limit}/${addresses.join()}`,
    (signal) => loadMails(addresses, limit, signal),
    { events: ['email.*'] },
  );
  const { data = [], total = 0, mayHaveMore = false } = state.data ?? {};
  const left = total - data.length;
  return (
    <Part
      title={title}
      Heading={Heading}
      count={total}
      mayHaveMore={mayHaveMore}
      isLoading={!state.data && !state.error}
      error={state.error}
    >
      {total === 0 && <p className={styles.nothing}>{words.noMails}</p>}
      <ul>
        {data.map((conversation) => (
          <MailRow key={conversation.id} conversation={conversation} />
        ))}
      </ul>
      {(left > 0 || mayHaveMore) && (
        <Button size="small" variant="quiet" onClick={() => setLimit(limit + PAGE)}>
          {words.showMore(mayHaveMore ? PAGE : Math.min(PAGE, left))}
        </Button>
      )}
    </Part>
  );
}

function MailRow({ conversation }: { conversation: Conversation }) {
  const { contacts: words } = useWords();
  return (
    <li>
      <Link
        href={`/mail/all/${conversation.id}`}
        className={styles.mail}
        data-unread={conversation.unread > 0 || undefined}
      >
        <span className={styles.subject}>{conversation.subject || words.noSubject}</span>
        <time className={styles.time} dateTime={conversation.latest_at}>
          {formatListTime(conversation.latest_at)}
        </time>
        <span className={styles.preview}>{conversation.preview}</span>
      </Link>
    </li>
  );
}

function Events({ addresses, title, Heading }: HistoryProps) {
  const { contacts: words } = useWords();
  const state = useQuery(
    `contact-history/events/${addresses.join()}/${dayOf(new Date())}`,
    (signal) => loadEvents(addresses, signal),
    { events: ['event.*'] },
  );
  const now = new Date().toISOString();
  const events = [...(state.data?.events ?? [])].sort((one, other) => one.start_at.localeCompare(other.start_at));
  const upcoming = events.filter((event) => (event.end_at ?? event.start_at) >= now);
  const past = events.filter((event) => !upcoming.includes(event)).reverse();
  return (
    <Part
      title={title}
      Heading={Heading}
      count={events.length}
      mayHaveMore={state.data?.isCut ?? false}
      isLoading={!state.data && !state.error}
      error={state.error}
    >
      {events.length === 0 && <p className={styles.nothing}>{words.noEvents}</p>}
      <EventList title={words.upcoming} events={upcoming} />
      <EventList title={words.past} events={past} />
      {state.data?.isCut && <p className={styles.nothing}>{words.eventsCut}</p>}
    </Part>
  );
}

function EventList({ title, events }: { title: string; events: readonly CalendarEvent[] }) {
  const { contacts: words } = useWords();
  const [limit, setLimit] = useState(PAGE);
  const left = events.length - limit;
  if (events.length === 0) return null;
  return (
    <>
      <p className={styles.subtitle}>{title}</p>
      <ul>
        {events.slice(0, limit).map((event) => (
          <li key={event.id}>
            <Link
              href={`/calendar/day/${dayOfEvent(event)}?event=${encodeURIComponent(event.id)}`}
              className={styles.event}
            >
              <span className={styles.day}>{formatDay(`${dayOfEvent(event)}T12:00:00Z`, 'UTC')}</span>
              <span className={styles.subject}>{event.title || words.untitled}</span>
              {(event.recurrence || event.series_id) && <Repeat aria-label={words.repeats} />}
              {!event.all_day && <span className={styles.time}>{formatTime(event.start_at)}</span>}
            </Link>
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button size="small" variant="quiet" onClick={() => setLimit(limit + PAGE)}>
          {words.showMore(Math.min(PAGE, left))}
        </Button>
      )}
    </>
  );
}

interface PartProps {
  title: string;
  Heading: Heading;
  count: number;
  /** There can be more than were counted. */
  mayHaveMore: boolean;
  isLoading: boolean;
  error: Error | undefined;
  children: ReactNode;
}

function Part({ title, Heading, count, mayHaveMore, isLoading, error, children }: PartProps) {
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <Heading id={id} className={styles.title}>
        {title}
        {count > 0 && (
          <span className={styles.count}>
            {formatNumber(count)}
            {mayHaveMore && '+'}
          </span>
        )}
      </Heading>
      {isLoading ? <Shapes /> : error ? <p className={styles.nothing}>{error.message}</p> : children}
    </section>
  );
}

function Shapes() {
  return (
    <div className={styles.shapes}>
      <Skeleton width="70%" />
      <Skeleton width="85%" />
      <Skeleton width="60%" />
    </div>
  );
}

function dayOfEvent(event: CalendarEvent): string {
  return event.all_day ? (event.start_date ?? '') : dayOf(event.start_at);
}
