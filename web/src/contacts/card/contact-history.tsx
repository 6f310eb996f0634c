// All mails and events with a person, live: the conversations in which one of their addresses takes part, and the
// events that they attend.
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'wouter';
import { daybook } from '../../data/client.ts';
import { useQuery } from '../../data/live/query.ts';
import type { CalendarEvent, Contact, Conversation } from '../../data/types.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Repeat } from '../../ui/icons.ts';
import { dayOf, formatDay, formatListTime, formatNumber, formatTime } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { loadEvents } from './contact-events.ts';
import styles from './contact-history.module.css';

const PAGE = 10;
/** A search has at most 32 different words; an address has about three. */
const MOST_ADDRESSES = 6;

type Heading = 'h2' | 'h3';

export function ContactHistory({ contact, Heading }: { contact: Contact; Heading: Heading }) {
  const { contacts: words } = useWords();
  const addresses = contact.emails.slice(0, MOST_ADDRESSES).map(({ address }) => address.replaceAll('"', ''));
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
  const any = `(${addresses.map((one) => `"${one}"`).join(' OR ')})`;
  const q = `from:${any} OR to:${any} OR cc:${any}`;
  const state = useQuery(`contact-mails/${limit}/${q}`, (signal) => daybook.threads.list({ q, limit }, { signal }), {
    events: ['email.*'],
  });
  const total = state.data?.meta.total ?? 0;
  return (
    <Part title={title} Heading={Heading} count={total} isLoading={!state.data && !state.error} error={state.error}>
      {total === 0 && <p className={styles.nothing}>{words.noMails}</p>}
      <ul>
        {state.data?.data.map((conversation) => (
          <MailRow key={conversation.id} conversation={conversation} />
        ))}
      </ul>
      {total > limit && (
        <Button size="small" variant="quiet" onClick={() => setLimit(limit + PAGE)}>
          {words.moreMails(Math.min(PAGE, total - limit))}
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
    `contact-events/${addresses.join()}/${dayOf(new Date())}`,
    (signal) => loadEvents(addresses, signal),
    { events: ['event.*'] },
  );
  const now = new Date().toISOString();
  const events = [...(state.data ?? [])].sort((one, other) => one.start_at.localeCompare(other.start_at));
  const upcoming = events.filter((event) => (event.end_at ?? event.start_at) >= now);
  const past = events.filter((event) => !upcoming.includes(event)).reverse();
  return (
    <Part
      title={title}
      Heading={Heading}
      count={events.length}
      isLoading={!state.data && !state.error}
      error={state.error}
    >
      {events.length === 0 && <p className={styles.nothing}>{words.noEvents}</p>}
      <EventList title={words.upcoming} events={upcoming} />
      <EventList title={words.past} events={past} />
    </Part>
  );
}

function EventList({ title, events }: { title: string; events: readonly CalendarEvent[] }) {
  const { contacts: words } = useWords();
  if (events.length === 0) return null;
  return (
    <>
      <p className={styles.subtitle}>{title}</p>
      <ul>
        {events.map((event) => (
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
    </>
  );
}

interface PartProps {
  title: string;
  Heading: Heading;
  count: number;
  isLoading: boolean;
  error: Error | undefined;
  children: ReactNode;
}

function Part({ title, Heading, count, isLoading, error, children }: PartProps) {
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <Heading id={id} className={styles.title}>
        {title}
        {count > 0 && <span className={styles.count}>{formatNumber(count)}</span>}
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
