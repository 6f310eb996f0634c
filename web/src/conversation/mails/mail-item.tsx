// One mail of a conversation: a line, or the whole mail.
import { type MouseEvent, memo } from 'react';
import type { Email } from '../../data/types.ts';
import { classes } from '../../ui/classes.ts';
import { Avatar } from '../../ui/display/avatar.tsx';
import { Attachment, Star } from '../../ui/icons.ts';
import { formatDayTime, formatListTime, formatLongDay, formatTime } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { isUnsent } from '../arrangement.ts';
import { Attachments } from '../attachments/attachments.tsx';
import type { Mails } from '../conversation-data.ts';
import type { OpenedFrom } from '../conversation-view.tsx';
import { MailBody } from './mail-body.tsx';
import { MailControls } from './mail-controls.tsx';
import styles from './mail-item.module.css';
import { MailRecipients } from './mail-recipients.tsx';
import { MailState } from './mail-state.tsx';
import { nameOf, timeOf, useSender } from './people.ts';

export interface MailItemProps {
  email: Email;
  isExpanded: boolean;
  onToggle: (id: string) => void;
  mails: Mails;
  list: OpenedFrom | undefined;
}

export const MailItem = memo(function MailItem({ email, isExpanded, onToggle, mails, list }: MailItemProps) {
  const sender = useSender(email);
  // Everything in the header that is not a control of its own collapses the mail, too.
  const onHeaderClick = (event: MouseEvent) => {
    const isControl = (event.target as Element).closest('button, a, [popover], dialog, dl');
    if (isExpanded && !isControl && getSelection()?.isCollapsed !== false) onToggle(email.id);
  };
  return (
    <article
      id={`mail-${email.id}`}
      aria-label={`${nameOf(sender)}, ${formatDayTime(timeOf(email))}`}
      className={classes(styles.mail, isExpanded ? styles.expanded : styles.collapsed)}
      data-trashed={email.deleted_at ? true : undefined}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard. */}
      <header className={styles.header} onClick={onHeaderClick}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isExpanded}
          data-toggle
          onClick={() => onToggle(email.id)}
        >
          <Avatar name={sender.name} address={sender.address} />
          <Summary email={email} name={nameOf(sender)} isExpanded={isExpanded} />
        </button>
        {isExpanded && <MailControls email={email} mails={mails} list={list} />}
        {isExpanded && <MailRecipients email={email} />}
      </header>
      {isExpanded && (
        <div className={styles.content}>
          <MailState email={email} />
          <MailBody email={email} />
          <Attachments email={email} />
        </div>
      )}
    </article>
  );
});

function Summary({ email, name, isExpanded }: { email: Email; name: string; isExpanded: boolean }) {
  const { conversation } = useWords();
  const time = timeOf(email);
  const state = stateOf(email, conversation.states);
  // Also what print.css shows on paper.
  const full = [...(state ? [state] : []), formatLongDay(time), formatTime(time)].join(', ');
  // An open mail says it above its text, with what can be done about it; in the trash it says there that it is deleted.
  const hasState = isUnsent(email) && (!isExpanded || email.deleted_at !== null);
  return (
    <span className={styles.summary}>
      <span className={classes(styles.sender, !email.is_read && styles.unread)}>
        <bdi>{name}</bdi>
        {!email.is_read && <span className="visually-hidden">, {conversation.unread}</span>}
      </span>
      {hasState && <span className={styles.state}>{state}</span>}
      {!isExpanded && (
        <span className={styles.preview}>
          <bdi>{email.preview}</bdi>
        </span>
      )}
      {!isExpanded && email.is_starred && <Star className={styles.starred} aria-hidden />}
      {!isExpanded && email.has_attachments && <Attachment aria-label={conversation.hasAttachment} />}
      <time className={styles.time} dateTime={time} title={full}>
        {isExpanded ? formatDayTime(time) : formatListTime(time)}
      </time>
    </span>
  );
}

function stateOf({ status }: Email, states: Record<string, string>): string {
  return states[status] ?? '';
}
