// The rows of search results: a mail, an event, a contact, each with what was found in it.
import type { components } from 'daybook-client';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { mailHash } from '../shell/navigation/linked-mail.ts';
import { FileName } from '../ui/display/file-name.tsx';
import type { Icon } from '../ui/icon.ts';
import { Attachment, CalendarDays, Mail, Person, Repeat } from '../ui/icons.ts';
import { dayOf, formatDay, formatDayTime, formatListTime } from '../words/format.ts';
import { useWords } from '../words/words.ts';
import { Excerpt, Marked } from './highlight.tsx';
import styles from './search.module.css';

export interface MatchProps<M> {
  match: M;
  query: string;
  onOpen: () => void;
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

export function EmailRow({
  match: { record, highlights },
  query,
  onOpen,
}: MatchProps<components['schemas']['EmailMatch']>) {
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

export function EventRow({ match: { record, highlights }, onOpen }: MatchProps<components['schemas']['EventMatch']>) {
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

export function ContactRow({
  match: { record, highlights },
  onOpen,
}: MatchProps<components['schemas']['ContactMatch']>) {
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
