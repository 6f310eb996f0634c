// A mail that is attached to a mail, in place: who wrote it and when, its text, its attachments, and mails that are
// attached to it. It is read when it is opened.
import { useId, useState } from 'react';
import { daybook } from '../../data/client.ts';
import { useQuery } from '../../data/live/query.ts';
import type { AttachedEmail } from '../../data/types.ts';
import { FileName } from '../../ui/display/file-name.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ChevronDown, ChevronRight, Download, Mail, Warning } from '../../ui/icons.ts';
import { formatBytes, formatDayTime } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { HtmlText } from '../mails/mail-body.tsx';
import { nameOf } from '../mails/people.ts';
import { PlainText } from '../mails/plain-text.tsx';
import styles from './attached-mail.module.css';
import { download } from './downloads.ts';

export interface AttachedMailProps {
  emailId: string;
  /** Positions in attachments, as the service has them. */
  path: string;
  filename: string;
  isOpenAtFirst: boolean;
}

export function AttachedMail({ emailId, path, filename, isOpenAtFirst }: AttachedMailProps) {
  const { conversation, common } = useWords();
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const id = useId();
  const { data, error } = useQuery(isOpen ? `attached/${emailId}/${path}` : null, (signal) =>
    daybook.emails.attached(emailId, { path }, { signal }),
  );
  const subject = data ? data.subject?.trim() || conversation.noSubject : filename.replace(/\.eml$/iu, '');
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <article className={styles.mail} aria-label={conversation.attachedMail(subject)}>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Chevron aria-hidden />
        <Mail aria-hidden />
        <span className={styles.subject}>
          <bdi>{subject}</bdi>
        </span>
      </button>
      <div id={id} hidden={!isOpen} className={styles.content}>
        {isOpen && data && <Content emailId={emailId} mail={data} />}
        {isOpen && !data && error && (
          <Banner tone="warning" icon={<Warning />}>
            {conversation.attachedMailFailed}
          </Banner>
        )}
        {isOpen && !data && !error && (
          <div role="status" aria-label={common.loading} data-loading>
            <Skeleton width="75%" />
          </div>
        )}
      </div>
    </article>
  );
}

function Content({ emailId, mail }: { emailId: string; mail: AttachedEmail }) {
  const { conversation } = useWords();
  const sender = { address: mail.from_address ?? '', name: mail.from_name };
  const to = [...mail.to_addresses, ...mail.cc_addresses].map(nameOf).join(', ');
  const hasMail = mail.attachments.some((one) => one.is_email);
  return (
    <>
      <div className={styles.header}>
        <span className={styles.sender}>
          <bdi>{nameOf(sender)}</bdi>
          {sender.name?.trim() && <bdi className={styles.address}>{sender.address}</bdi>}
        </span>
        {mail.date && <time dateTime={mail.date}>{formatDayTime(mail.date)}</time>}
        {to && (
          <span className={styles.to}>
            <bdi>{conversation.to(to)}</bdi>
          </span>
        )}
      </div>
      {mail.has_html ? (
        <HtmlText emailId={emailId} path={mail.path} sender={sender} />
      ) : mail.body_plain?.trim() ? (
        <PlainText text={mail.body_plain} />
      ) : (
        !hasMail && <p className={styles.empty}>{conversation.noText}</p>
      )}
      <Files emailId={emailId} mail={mail} />
      {mail.attachments.map(
        ({ is_email, filename }, at) =>
          is_email && (
            <AttachedMail
              // biome-ignore lint/suspicious/noArrayIndexKey: the attachments of a mail do not change.
              key={at}
              emailId={emailId}
              path={`${mail.path}.${at}`}
              filename={filename}
              isOpenAtFirst={false}
            />
          ),
      )}
    </>
  );
}

/** Pictures within the text are not listed. */
function Files({ emailId, mail }: { emailId: string; mail: AttachedEmail }) {
  const { conversation } = useWords();
  const files = mail.attachments
    .map((file, at) => ({ ...file, at }))
    .filter(({ inline, content_id }) => !(mail.has_html && inline && content_id));
  if (files.length === 0) return null;
  return (
    <ul className={styles.files} aria-label={conversation.attachments(files.length)}>
      {files.map(({ filename, size, at }) => (
        <li key={at}>
          <button
            type="button"
            className={styles.file}
            onClick={() => download(`/api/v1/emails/${emailId}/attached-file?path=${mail.path}.${at}`, filename)}
          >
            <Download aria-hidden />
            <span className="visually-hidden">{conversation.download}</span>
            <FileName name={filename} />
            <span className={styles.size}>{formatBytes(size)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
